"""The program and the naive scorer of Tarocchi Bolognesi, written apart, agree on every hand."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from scorecli.audit import Audit
from scorecli.cards import TRUMPS
from scorecli.dealing.chance import below, chance_of_hand, happens, shuffled
from scorecli.dealing.planting import deal_hands
from scorecli.dealing.random_hand import play_out
from scorecli.games.bologna.game import GAME
from scorecli.table.seats import TEAMS
from tests.naive.agreement import (
    HANDS,
    LONG,
    PLANTED_HANDS,
    audit_of,
    check_clean,
    check_house_rule,
    check_planted,
    codes_to_plant,
    figures_of,
    hands_played_at_will,
    naive_places,
    places,
)
from tests.naive.bologna import score

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

RULE_IDS: Final = [rule for rule, _ in HOUSE_RULES]


def check_agreement(record: Mapping[str, Any]) -> Audit:
    """Score a record both ways and compare figures, combinations, outcome and findings."""
    audited = audit_of(record)
    naive = score(record)
    assert places(audited, KNOWN_TO_BOTH) == naive_places(naive), record
    assert figures_of(audited) == naive["teams"], record
    if audited.score is None:
        return audited
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


def hands_for_house_rules(hands: int) -> Iterator[dict[str, Any]]:
    """Hands in which a house rule can matter."""
    yield from deal_hands(GAME, 10, hands, ["assumed-payment", "partial-declaration"], every=2)
    yield from stacked_hands(hands)


def test_clean_hands() -> None:
    """Both agree on random hands without a fault."""
    check_clean(GAME, check_agreement, HANDS)


@pytest.mark.long
def test_many_clean_hands() -> None:
    """Both agree on however many hands without a fault."""
    check_clean(GAME, check_agreement, LONG * HANDS)


def test_stacked_hands() -> None:
    """Both agree where one team wins nearly all tricks, or all."""
    fewest = 15
    for record in stacked_hands(HANDS):
        audited = check_agreement(record)
        assert audited.score is not None
        fewest = min(fewest, *(figures["tricks_won"] or 0 for figures in audited.score.figures))
    assert fewest == 0


@pytest.mark.parametrize(("switch", "value"), HOUSE_RULES, ids=RULE_IDS)
def test_house_rules(switch: str, value: object) -> None:
    """Both agree under each house rule, and each makes a difference."""
    check_house_rule(check_agreement, hands_for_house_rules(HANDS // 2), switch, value)


@pytest.mark.long
@pytest.mark.parametrize(("switch", "value"), HOUSE_RULES, ids=RULE_IDS)
def test_house_rules_in_many_hands(switch: str, value: object) -> None:
    """Both agree under each house rule on however many hands."""
    check_house_rule(check_agreement, hands_for_house_rules(LONG * HANDS // 2), switch, value)


@pytest.mark.parametrize("code", codes_to_plant(GAME))
def test_planted_faults(code: str) -> None:
    """Both find the same faults at the same places."""
    check_planted(GAME, check_agreement, code, PLANTED_HANDS)


@pytest.mark.long
@pytest.mark.parametrize("code", codes_to_plant(GAME))
def test_planted_faults_in_many_hands(code: str) -> None:
    """Both find the same faults in however many hands."""
    check_planted(GAME, check_agreement, code, LONG * PLANTED_HANDS)


def test_hands_played_at_will() -> None:
    """Both agree on hands in which any card may be played at any time."""
    for record in hands_played_at_will(GAME, HANDS):
        check_agreement(record)
