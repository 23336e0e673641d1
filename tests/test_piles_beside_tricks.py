"""Piles that are recorded beside the tricks: what they show, and what of them can not be."""

from typing import Any, Final

import pytest

from scorecli.audit import Audit
from scorecli.games import GAMES
from scorecli.table.seats import TEAMS
from tests.naive.agreement import audit_of
from tests.test_piles import COMPARED, HANDS, Record, captured, hands_of, plain_cards, settled

OF_THE_PAYMENT: Final = {"assumed-payment", "matto-payment", "dear-payment", "pile-mismatch"}


def codes(audit: Audit) -> list[str]:
    """What is said of payment and piles, by code and path."""
    return [f"{one.code} {one.path}" for one in audit.findings if one.code in OF_THE_PAYMENT]


def outcome(audit: Audit) -> tuple[Any, ...]:
    """All that a hand is scored with."""
    score = audit.score
    assert score is not None
    return score.figures, score.winner, score.margin, score.outcome, score.bounds


# The card given for the Matto


def silent_hands(name: str, hands: int) -> list[tuple[Record, str]]:
    """Hands in which a card is owed for the Matto and none is recorded, each with the giver."""
    found = []
    for dealt in hands_of(name, hands):
        record = {key: value for key, value in dealt.items() if key != "matto_payment"}
        if name == "piedicavallo":
            # There a card is given by a house rule only (P3.5).
            record["house_rules"] = {"matto_exchange": "one_point_card"}
        audit = audit_of(record)
        if any(one.code == "assumed-payment" for one in audit.findings):
            piles = settled(record, audit)
            found.append((record, next(team for team in TEAMS if "MAT" in piles[team])))
    return found


def captured_by(record: Record, team: str) -> list[str]:
    """The cards that a team captured, each code once, the Matto left out."""
    return sorted({*captured(audit_of(record))[team]} - {"MAT"})


def recorded_as(record: Record, payment: str) -> tuple[Audit, dict[str, list[str]]]:
    """The hand with the card recorded as given, and the piles that it then comes to."""
    named = record | {"matto_payment": payment}
    audit = audit_of(named)
    return audit, settled(named, audit)


@pytest.mark.parametrize("name", GAMES)
def test_piles_show_the_card_given_for_the_matto(name: str) -> None:
    """A captured card in the pile of the other team is judged as one that is recorded (B7.1, M7.1).

    Where only the giver's pile is recorded it is the card that is missing from it.
    """
    told = 0
    for record, giver in silent_hands(name, HANDS // 4):
        other = TEAMS[1 - TEAMS.index(giver)]
        for payment in captured_by(record, giver):
            named, piles = recorded_as(record, payment)
            for teams in (TEAMS, (giver,), (other,)):
                audit = audit_of(record | {"piles": {team: piles[team] for team in teams}})
                assert outcome(audit) == outcome(named), (record, payment, teams)
                assert audit.findings == named.findings
                told += 1
    assert told > 100


@pytest.mark.parametrize("name", GAMES)
def test_both_scorers_see_the_card_in_the_piles(name: str) -> None:
    """Program and naive scorer agree on the card that piles show."""
    for number, (record, giver) in enumerate(silent_hands(name, HANDS)):
        cards = captured_by(record, giver)
        _named, piles = recorded_as(record, cards[number % len(cards)])
        told = {team: piles[team] for team in (TEAMS, TEAMS[:1], TEAMS[1:])[number % 3]}
        COMPARED[name].check(record | {"piles": told})


def test_a_moro_in_the_pile_of_the_other_team() -> None:
    """The Mori of the piles are counted: one more than was captured is the one given (B7.1)."""
    record, giver, before = next(
        (record, giver, before)
        for record, giver in silent_hands("bologna", HANDS)
        for before in [captured(audit_of(record))]
        if all("MOR" in before[team] for team in TEAMS)
    )
    other = TEAMS[1 - TEAMS.index(giver)]
    named, piles = recorded_as(record, "MOR")
    assert piles[other].count("MOR") == before[other].count("MOR") + 1
    for teams in (TEAMS, (giver,), (other,)):
        audit = audit_of(record | {"piles": {team: piles[team] for team in teams}})
        assert codes(audit) == []
        assert outcome(audit) == outcome(named)


def silent_bologna() -> tuple[Record, str, str, list[str]]:
    """A hand of Bologna in which a card is owed: the giver, the other, and cards it may give."""
    record, giver = silent_hands("bologna", HANDS)[0]
    other = TEAMS[1 - TEAMS.index(giver)]
    plain = plain_cards(audit_of(record))
    return record, giver, other, [code for code in captured_by(record, giver) if code in plain]


def check_silent(record: Record, differing: list[str], **keys: object) -> None:
    """With these piles the record stays silent of the payment: the best card is assumed (B7.1)."""
    audit = audit_of(record | keys)
    assert outcome(audit) == outcome(audit_of(record))
    assumed = "assumed-payment $.matto_payment"
    assert codes(audit) == [assumed, *(f"pile-mismatch {path}" for path in differing)]


def test_piles_that_do_not_show_one_card_leave_it_open() -> None:
    """If no card went over, or two did, or one is in both piles, the best is assumed (B7.1)."""
    record, giver, other, (first, second, *_rest) = silent_bologna()
    _named, piles = recorded_as(record, first)
    both = [f"$.piles.{team}" for team in TEAMS]
    nothing = {
        giver: [*piles[giver], first],
        other: [code for code in piles[other] if code != first],
    }
    check_silent(record, both, piles=nothing)
    two = {giver: [code for code in piles[giver] if code != second], other: [*piles[other], second]}
    check_silent(record, both, piles=two)
    check_silent(record, both[:1] if giver == TEAMS[0] else both[1:], piles={giver: two[giver]})
    in_both = {giver: [*piles[giver], first], other: piles[other]}
    check_silent(record, both, piles=in_both)


def test_piles_without_plain_cards_do_not_show_which_was_given() -> None:
    """Where plain cards may be left out of the giver's pile, none of them is missed (B7.1)."""
    record, giver, _other, (first, *_rest) = silent_bologna()
    _named, piles = recorded_as(record, first)
    sizes = {giver: len(piles[giver])}
    plain = plain_cards(audit_of(record))
    short = {giver: [code for code in piles[giver] if code not in plain]}
    check_silent(record, [], piles=short, pile_cards=sizes)
    # With all of its cards it shows the one that is not there.
    whole = audit_of(record | {"piles": {giver: piles[giver]}, "pile_cards": sizes})
    assert codes(whole) == []


def test_piles_as_captured_do_not_show_the_payment() -> None:
    """Piles before the Matto is settled say nothing of the card that is given for it (B7.1)."""
    record, *_rest = silent_bologna()
    check_silent(record, [], piles=captured(audit_of(record)), settled=False)


def test_a_discard_that_may_not_pay_is_not_the_card_that_piles_show() -> None:
    """Under `matto_payment_from: tricks` a discard in the other pile is no payment (B7.1)."""
    record, audit = next(
        (record, audit)
        for record, giver in silent_hands("bologna", HANDS)
        for audit in [audit_of(record)]
        if TEAMS[(audit.hand.dealer or 0) % 2] == giver
    )
    discard = audit.hand.pack.codes_of(audit.hand.discards or 0)[0]
    _named, piles = recorded_as(record, discard)
    assert codes(audit_of(record | {"piles": piles})) in ([], ["matto-payment $.matto_payment"])
    rules = {"house_rules": {"matto_payment_from": "tricks"}}
    check_silent(record | rules, [f"$.piles.{team}" for team in TEAMS], piles=piles)
