"""Piles that are recorded beside the tricks: what they show, and what of them cannot be."""

from typing import Any, Final

import pytest

from scorecli.audit import Audit
from scorecli.games import GAMES
from scorecli.seats import TEAMS
from tests.naive.agreement import audit_of
from tests.pile_hands import COMPARED, HANDS, Record, captured, hands_of, plain_cards, settled

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


# Tricks that are not all there


def broken_off(record: Record, tricks: int, piles: Record, **keys: object) -> list[str]:
    """What is said of piles beside so many tricks of a hand."""
    return codes(audit_of({**record, "tricks": record["tricks"][:tricks], "piles": piles, **keys}))


def moved(piles: Record, *cards: str) -> Record:
    """The piles, each of some cards in the pile of the other team."""
    first, second = (set(piles[team]) for team in TEAMS)
    assert all((code in first) != (code in second) for code in cards)
    return {
        team: [code for code in piles[team] if code not in cards]
        + [code for code in piles[other] if code in cards]
        for team, other in (TEAMS, TEAMS[::-1])
    }


def in_pile_of(team: str) -> list[str]:
    """The one thing to be said where cards of the other team lie with this one."""
    return [f"pile-mismatch $.piles.{team}"]


@pytest.mark.parametrize("name", GAMES)
def test_right_piles_beside_the_first_tricks(name: str) -> None:
    """However many tricks are recorded, the piles of the whole hand are right (G3)."""
    for record in hands_of(name, HANDS // 8):
        audit = audit_of(record)
        silent = {key: value for key, value in record.items() if key != "matto_payment"}
        right, before = settled(record, audit), captured(audit)
        for tricks in range(1, audit.game.hand_size):
            assert broken_off(record, tricks, right) == []
            assert broken_off(silent, tricks, right) == []
            assert broken_off(record, tricks, before, settled=False) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_card_captured_so_far_in_the_pile_of_the_other_team(name: str) -> None:
    """What a team captured in the recorded tricks does not lie with the other (G3)."""
    for record in hands_of(name, HANDS // 4):
        audit = audit_of(record)
        assert audit.hand.replay is not None
        for trick, winner in [*enumerate(audit.hand.replay.winners)][1:-1]:
            mine, other = TEAMS[winner % 2], TEAMS[1 - winner % 2]
            # A King can be the payment only of a team that has nothing else.
            for code in [code for code in record["tricks"][trick] if code[1] == "K"]:
                for settles, piles in ((True, settled(record, audit)), (False, captured(audit))):
                    wrong = moved(piles, code)
                    assert broken_off(record, trick, wrong, settled=settles) == []
                    found = broken_off(record, trick + 1, wrong, settled=settles)
                    assert found == in_pile_of(other)
                    # A card that the one recorded pile lacks is not yet in the other.
                    one = {mine: wrong[mine]}
                    assert broken_off(record, trick + 1, one, settled=settles) == []


def test_the_matto_of_settled_piles_may_be_with_either_team() -> None:
    """Where it comes to lie is not known before the end; as captured it is known (B4.5, B4.6)."""
    for record in hands_of("bologna", HANDS // 4):
        audit = audit_of(record)
        before = captured(audit)
        last = audit.game.hand_size - 1
        if not any("MAT" in row for row in record["tricks"][:last]):
            continue
        wrong, other = moved(before, "MAT"), TEAMS["MAT" in before["NS"]]
        assert broken_off(record, last, wrong) == []
        assert broken_off(record, last, wrong, settled=False) == in_pile_of(other)


def matto_in_time(owed: bool) -> tuple[Record, Audit, int, str, str]:
    """A hand of Bologna without a payment, in which the Matto was soon played to a trick.

    With the trick's number, the team that played it and the other, which won it if a card is owed.
    """
    for dealt in hands_of("bologna", 4 * HANDS):
        record = {key: value for key, value in dealt.items() if key != "matto_payment"}
        audit = audit_of(record)
        replay = audit.hand.replay
        assert replay is not None
        for trick, row in enumerate(record["tricks"][:10]):
            if "MAT" in row and trick > 4:
                player = (replay.leaders[trick] + row.index("MAT")) % 4
                mine, other = TEAMS[player % 2], TEAMS[1 - player % 2]
                enough = all(plain_of(record, audit, team, trick)[1:] for team in TEAMS)
                if enough and owed == bool((replay.winners[trick] - player) % 2):
                    return record, audit, trick, mine, other
    raise AssertionError("the Matto is never played then")


def plain_of(record: Record, audit: Audit, team: str, tricks: int) -> list[str]:
    """The plain cards that a team captured in the first tricks."""
    plain = plain_cards(audit)
    assert audit.hand.replay is not None
    return [
        code
        for row, winner in zip(record["tricks"], audit.hand.replay.winners, strict=True)
        if TEAMS[winner % 2] == team and row in record["tricks"][:tricks]
        for code in row
        if code in plain
    ]


def test_one_card_can_be_the_one_given_for_the_matto() -> None:
    """Of settled piles one card that may have been given is no fault, a second one is (B7.1)."""
    record, audit, trick, giver, other = matto_in_time(owed=True)
    before = captured(audit)
    first, second = plain_of(record, audit, giver, trick)[:2]
    one = moved(before, first)
    assert broken_off(record, trick + 1, one) == []
    assert broken_off(record, trick + 1, one, settled=False) == in_pile_of(other)
    assert broken_off(record, trick + 1, moved(before, first, second)) == in_pile_of(other)
    # The card that is recorded was given, and no other.
    assert broken_off(record, trick + 1, one, matto_payment=first) == []
    assert broken_off(record, trick + 1, one, matto_payment=second) == in_pile_of(other)
    # The other team owes nothing.
    theirs = plain_of(record, audit, other, trick)[0]
    assert broken_off(record, trick + 1, moved(before, theirs)) == in_pile_of(giver)
    # In the trick that was broken off it is not known who won the Matto.
    rows = [*record["tricks"][:trick], record["tricks"][trick][:3]]
    if "MAT" in rows[-1]:
        assert broken_off(record | {"tricks": rows}, trick + 1, one) == []


def test_before_the_matto_is_played_its_holder_can_come_to_owe_a_card() -> None:
    """Either team can where nobody knows who has the Matto, but only one of them (B7.1)."""
    record, audit, trick, giver, other = matto_in_time(owed=True)
    unknown = {key: value for key, value in record.items() if key not in ("hands", "declarations")}
    before = captured(audit)
    mine, theirs = (plain_of(record, audit, team, trick)[0] for team in (giver, other))
    assert broken_off(record, trick, moved(before, mine)) == []
    assert broken_off(record, trick, moved(before, theirs)) == in_pile_of(giver)
    assert broken_off(unknown, trick, moved(before, mine)) == []
    assert broken_off(unknown, trick, moved(before, theirs)) == []
    assert len(broken_off(unknown, trick, moved(before, mine, theirs))) == 1


def test_nothing_is_owed_for_a_matto_that_its_own_team_won() -> None:
    """Where the Matto fell to its own team no card can have been given for it (B4.5)."""
    record, audit, trick, mine, other = matto_in_time(owed=False)
    code = plain_of(record, audit, mine, trick)[0]
    assert broken_off(record, trick + 1, moved(captured(audit), code)) == in_pile_of(other)


def test_a_pile_beside_the_first_tricks_that_cannot_be_read() -> None:
    """A word that is no card, and a card that comes twice, are found there too (B1.1)."""
    (record,) = hands_of("bologna", 1)[:1]
    found = audit_of({**record, "tricks": record["tricks"][:1], "piles": {"NS": "XX SK SK"}})
    paths = [(one.code, one.path) for one in found.findings if one.path.startswith("$.piles")]
    assert ("unknown-card", "$.piles.NS[0]") in paths
    assert ("duplicate-card", "$.piles.NS[2]") in paths


def test_mori_of_piles_beside_the_first_tricks_are_counted() -> None:
    """Of the Mori as many are wrong as the other team cannot have captured any more (G3)."""
    record: Record = {
        "variant": "bologna",
        "dealer": "W",
        "declarations": {},
        "tricks": ["MOR MOR MOR S6"],
        "settled": False,
    }
    # N wins with the Moro that was played last (B4.3).
    assert broken_off(record, 1, {"EW": ["MOR"]}) == []
    assert broken_off(record, 1, {"EW": ["MOR", "MOR"]}) == in_pile_of("EW")


@pytest.mark.parametrize("tricks", [[], [[], []]], ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_piles_beside_no_trick_are_the_record(name: str, tricks: list[Any]) -> None:
    """Where no trick is written down the piles count, also where the dealer is named."""
    for dealt in hands_of(name, 3):
        record = {key: value for key, value in dealt.items() if key != "tricks"}
        piles = {"piles": settled(dealt, audit_of(dealt))}
        without, empty = audit_of(record | piles), audit_of(record | piles | {"tricks": tricks})
        assert empty.hand.level == "piles"
        assert outcome(empty) == outcome(without)
        assert empty.findings == without.findings
