"""The program and the naive scorer of Tarocchi Bolognesi, written apart, agree on every hand."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from scorecli.audit import Audit, audit
from scorecli.cards import TRUMPS
from scorecli.dealing.chance import below, chance_of_hand, choose, happens, shuffled
from scorecli.dealing.planting import deal_hands, planters_of
from scorecli.dealing.random_hand import play_out
from scorecli.games.bologna.game import GAME
from scorecli.record.parsing import parse_record
from scorecli.table.seats import SEATS, TEAMS
from tests.naive.bologna import score
from tests.naive.completeness import is_complete

HANDS: Final = 120
PLANTED_HANDS: Final = 10
"""Of each code."""
LONG: Final = 20
"""How many times more of both in the long run."""

KNOWN_TO_BOTH: Final = frozenset(
    {
        "assumed-payment",
        "claim-mismatch",
        "declaration-empty",
        "declaration-no-combination",
        "declaration-not-held",
        "declaration-repeated",
        "declaration-short",
        "declaration-value",
        "discard-count",
        "discard-mismatch",
        "duplicate-card",
        "illegal-discard",
        "late-declaration",
        "matto-payment",
        "missing-card",
        "no-declarations",
        "not-held",
        "partial-declaration",
        "revoke",
        "unknown-card",
        "wrong-leader",
        "wrong-winner",
    }
)

HOUSE_RULES: Final = [
    ("partial_declarations", True),
    ("grande_complete", "real"),
    ("matto_payment_from", "tricks"),
]

PLANTED: Final = sorted(set(planters_of(GAME)) - {"unreadable"})

Place = tuple[str, str | None, int | None]
"""The code, the seat and the trick of a finding."""


def program_findings(audited: Audit) -> set[Place]:
    """List what the program finds, of the codes that the naive scorer has too."""
    return {
        (found.code, found.seat, found.trick)
        for found in audited.findings
        if found.code in KNOWN_TO_BOTH
    }


def naive_findings(result: Mapping[str, Any]) -> set[Place]:
    """List what the naive scorer finds."""
    return {(found["code"], found.get("seat"), found.get("trick")) for found in result["findings"]}


def check_agreement(record: Mapping[str, Any]) -> Audit:
    """Score a record both ways and compare figures, combinations, outcome and findings."""
    audited = audit(parse_record(json.dumps(record).encode()))
    naive = score(record)
    assert program_findings(audited) == naive_findings(naive), record
    if audited.score is None:
        assert naive["teams"] is None, record
        return audited
    assert dict(zip(TEAMS, audited.score.figures, strict=True)) == naive["teams"], record
    assert (audited.score.winner, audited.score.margin) == (naive["winner"], naive["margin"])
    for team, found in zip(TEAMS, audited.score.detail().combinations, strict=True):
        mine = sorted((one.kind, one.points) for one in found)
        other = sorted((one["kind"], one["points"]) for one in naive["combinations"][team])
        assert mine == other, record
    return audited


def stacked_hands(hands: int) -> Iterator[dict[str, Any]]:
    """Deal hands in which one seat has most of the high trumps, and its team most tricks.

    Such hands bring up what random ones hardly do: a Grande complete or nearly so, a team that
    wins no trick, discards and a Matto that are lost.
    """
    pack = GAME.pack
    for number in range(1, hands + 1):
        rng = chance_of_hand(9, number)
        trumps = list(pack.cards(pack.masks[TRUMPS]))[: 12 + below(rng, 6)]
        rest = [card for card in range(len(pack.codes)) if card not in trumps]
        cards = trumps + shuffled(rng, rest)
        draft = play_out(GAME, rng, number, cards)
        if happens(rng, 0.5):
            draft.record.pop("matto_payment", None)
            draft.claim()
        yield draft.finished()


def planted_hands(code: str, hands: int) -> Iterator[dict[str, Any]]:
    """Deal hands with a fault, all tricks complete."""
    return (
        record
        for record in deal_hands(GAME, 8, hands, [code])
        if is_complete(record, GAME.hand_size)
    )


def check_house_rule(switch: str, value: object, hands: int) -> None:
    """Score the same hands with and without a house rule, and see that it matters."""
    changed = 0
    codes = ["assumed-payment", "partial-declaration"]
    records = [*deal_hands(GAME, 10, hands, codes, every=2), *stacked_hands(hands)]
    for record in records:
        usual = check_agreement(record)
        other = check_agreement(record | {"house_rules": {switch: value}})
        assert usual.score is not None
        assert other.score is not None
        changed += usual.score.figures != other.score.figures or (
            program_findings(usual) != program_findings(other)
        )
    assert changed


def test_clean_hands() -> None:
    """Both agree on random hands without a fault."""
    for record in deal_hands(GAME, 7, HANDS):
        assert not check_agreement(record).findings


@pytest.mark.long
def test_many_clean_hands() -> None:
    """Both agree on however many hands without a fault."""
    for record in deal_hands(GAME, 7, LONG * HANDS):
        assert not check_agreement(record).findings


def test_stacked_hands() -> None:
    """Both agree where one team wins nearly all tricks, or all."""
    fewest = 15
    for record in stacked_hands(HANDS):
        audited = check_agreement(record)
        assert audited.score is not None
        fewest = min(fewest, *(figures["tricks_won"] or 0 for figures in audited.score.figures))
    assert fewest == 0


@pytest.mark.parametrize(("switch", "value"), HOUSE_RULES, ids=[rule for rule, _ in HOUSE_RULES])
def test_house_rules(switch: str, value: object) -> None:
    """Both agree under each house rule, and each makes a difference."""
    check_house_rule(switch, value, HANDS // 2)


@pytest.mark.long
@pytest.mark.parametrize(("switch", "value"), HOUSE_RULES, ids=[rule for rule, _ in HOUSE_RULES])
def test_house_rules_in_many_hands(switch: str, value: object) -> None:
    """Both agree under each house rule on however many hands."""
    check_house_rule(switch, value, LONG * HANDS // 2)


@pytest.mark.parametrize("code", PLANTED)
def test_planted_faults(code: str) -> None:
    """Both find the same faults at the same places."""
    for record in planted_hands(code, PLANTED_HANDS):
        check_agreement(record)


@pytest.mark.long
@pytest.mark.parametrize("code", PLANTED)
def test_planted_faults_in_many_hands(code: str) -> None:
    """Both find the same faults in however many hands."""
    for record in planted_hands(code, LONG * PLANTED_HANDS):
        check_agreement(record)


def test_hands_played_at_will() -> None:
    """Both agree on hands in which any card may be played at any time."""
    for number in range(1, HANDS + 1):
        rng = chance_of_hand(11, number)
        cards = shuffled(rng, GAME.pack.codes)
        tricks = [cards[place : place + 4] for place in range(0, 60, 4)]
        dealer = choose(rng, SEATS)
        declarations = {seat: "all" for seat in SEATS if happens(rng, 0.5)}
        head = {"variant": "bologna", "dealer": dealer}
        check_agreement({**head, "declarations": declarations, "tricks": tricks})
