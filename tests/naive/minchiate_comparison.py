"""How the program and the naive scorer of Minchiate Fiorentine are compared."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scorecli.audit import Audit
from scorecli.cards import MATTO_SUIT, TRUMP_SUIT
from scorecli.dealing.chance import below, chance_of_hand, happens, shuffled
from scorecli.dealing.planting import deal_hands
from scorecli.dealing.random_hand import play_out
from scorecli.games.minchiate.game import GAME
from scorecli.seats import TEAMS
from tests.naive.agreement import (
    Comparison,
    Place,
    audit_of,
    figures_of,
)
from tests.naive.minchiate import score

KNOWN_TO_BOTH: Final = frozenset(
    {
        "assumed-payment",
        "claim-mismatch",
        "dead-card",
        "dear-payment",
        "declaration-empty",
        "declaration-no-combination",
        "declaration-not-held",
        "declaration-repeated",
        "declaration-short",
        "declaration-value",
        "discard-count",
        "duplicate-card",
        "illegal-discard",
        "king-drop",
        "late-declaration",
        "matto-payment",
        "missing-card",
        "no-declarations",
        "not-held",
        "revoke",
        "rob",
        "taken",
        "turn-up",
        "unknown-card",
        "wrong-leader",
        "wrong-winner",
    }
)
EVENT: Final = ("what", "seat", "trick", "team", "points", "resti", "lead")
CODE_ALONE: Final = frozenset({"claim-mismatch", "dead-card"})
"""Findings of which the program tells the seat or the trick, and the naive scorer does not."""

HOUSE_RULES: Final[list[tuple[str, bool | int | str]]] = [
    ("taken_cards_score", True),
    ("matto_in_own_set", True),
    ("tens", "merged"),
    ("devil_world_gemini", True),
    ("matto_always_pays", True),
]
FAULTS_UNDER_HOUSE_RULES: Final = [
    "assumed-payment",
    "declaration-repeated",
    "dear-payment",
    "declaration-short",
]


def place(code: str, seat: str | None, trick: int | None) -> Place:
    """Say where a finding is, as far as both tell."""
    return (code, None, None) if code in CODE_ALONE else (code, seat, trick)


def program_findings(audited: Audit) -> set[Place]:
    """List what the program finds, of the codes that the naive scorer has too."""
    places = {
        place(found.code, found.seat, found.trick)
        for found in audited.findings
        # The naive scorer does not miss a turned-up card (M2.2).
        if found.code in KNOWN_TO_BOTH and found.path != "$.turned_up"
    }
    # A King kept back for a card of another suit breaks two duties (M4.2, M4.3), but is one fault.
    dropped = {("revoke", seat, trick) for code, seat, trick in places if code == "king-drop"}
    return places - dropped


def naive_findings(result: Mapping[str, Any], record: Mapping[str, Any]) -> set[Place]:
    """List what the naive scorer finds.

    It calls any card that was not in the hand a turned-up one, also if it was robbed (M2.1).
    """
    robbed = record.get("robbed", {})
    dead = {found["card"] for found in result["findings"] if found["code"] == "dead-card"}
    places = set()
    for found in result["findings"]:
        code, seat, card = found["code"], found.get("seat"), found.get("card")
        if code == "rob" and card in dead:
            # A counting card on top of the fola is a dead card, and one fault is enough (M2.4).
            continue
        if code == "turn-up" and card in robbed.get(seat, ()):
            code = "rob"
        places.add(place(code, seat, found.get("trick")))
    return places


def check_agreement(record: Mapping[str, Any]) -> Audit:
    """Score a record both ways: figures, combinations, events, outcome and findings."""
    audited = audit_of(record)
    naive = score(record)
    assert program_findings(audited) == naive_findings(naive, record), record
    assert figures_of(audited) == naive["teams"], record
    if audited.score is None:
        return audited
    detail = audited.score.detail()
    if naive["events"] is not None:
        outcome = {"winner": audited.score.winner, "margin": audited.score.margin}
        assert outcome | dict(audited.score.outcome) == naive["outcome"], record
        assert detail.running is not None
        events = [[getattr(one, key) for key in EVENT] for one in detail.running.events]
        assert events == [[one[key] for key in EVENT] for one in naive["events"]], record
    for team, found in zip(TEAMS, detail.combinations, strict=True):
        mine = sorted(
            (one.kind, one.points, sorted(GAME.pack.codes_of(one.cards))) for one in found
        )
        other = sorted(
            (one["kind"], one["points"], sorted(one["cards"]))
            for one in naive["combinations"][team]
        )
        assert mine == other, record
    return audited


def stacked_hands(hands: int) -> Iterator[dict[str, Any]]:
    """Deal hands in which the dealer's right holds nearly all the high trumps, or just trumps.

    Such hands bring up what random ones hardly do: long runs, many combinations at once, a team
    that wins nearly all tricks.
    """
    pack = GAME.pack
    for number in range(1, hands + 1):
        rng = chance_of_hand(9, number)
        trumps = pack.cards(pack.masks[TRUMP_SUIT] | pack.masks[MATTO_SUIT])
        if happens(rng, 0.5):
            trumps = shuffled(rng, trumps)
        trumps = shuffled(rng, trumps[: 13 + below(rng, 8)])
        rest = shuffled(rng, [card for card in range(len(pack.codes)) if card not in trumps])
        # Ten cards to each, then eleven to each.
        draft = play_out(GAME, rng, number, trumps[:10] + rest[:30] + trumps[10:] + rest[30:])
        if happens(rng, 0.5):
            draft.record.pop("matto_payment", None)
            draft.claim()
        yield draft.finished()


def hands_for_house_rules(hands: int) -> Iterator[dict[str, Any]]:
    """Hands in which a house rule can matter."""
    yield from deal_hands(GAME, 10, hands, FAULTS_UNDER_HOUSE_RULES, every=2)
    yield from stacked_hands(hands)


COMPARISON: Final = Comparison(GAME, check_agreement, HOUSE_RULES, hands_for_house_rules)
