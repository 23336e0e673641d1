"""How the program and the naive scorer of Tarocchi Bolognesi are compared."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scorecli.audit import Audit
from scorecli.cards import TRUMP_SUIT
from scorecli.dealing.chance import below, chance_of_hand, happens, shuffled
from scorecli.dealing.planting import deal_hands
from scorecli.dealing.random_hand import play_out
from scorecli.games.bologna.game import GAME
from scorecli.seats import TEAMS
from tests.naive.agreement import (
    Comparison,
    audit_of,
    figures_of,
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

HOUSE_RULES: Final[list[tuple[str, bool | int | str]]] = [
    ("partial_declarations", True),
    ("grande_complete", "real"),
    ("matto_payment_from", "tricks"),
]


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
        trumps = pack.cards(pack.masks[TRUMP_SUIT])[: 12 + below(rng, 6)]
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


COMPARISON: Final = Comparison(GAME, check_agreement, HOUSE_RULES, hands_for_house_rules)
