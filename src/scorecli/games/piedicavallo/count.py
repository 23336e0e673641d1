"""The count of a hand of Tarocchi of Piedicavallo (P4.1)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from scorecli.cards import Pack
from scorecli.games.base import HouseRules
from scorecli.games.piedicavallo.breakdown import complete_detail, nothing_counted, pile_detail
from scorecli.games.piedicavallo.claimed_counts import check_claimed_counts
from scorecli.games.piedicavallo.discards import check_discards, trumps_in, unlawful
from scorecli.games.piedicavallo.pack import MATTO, PACK
from scorecli.games.piedicavallo.settlement import (
    allowed_payments,
    counted_piles,
    pay_for_matto,
    payment_pool,
    settled_piles,
)
from scorecli.games.score import (
    Detail,
    Score,
    by_totals,
    by_ways,
    unknown_figures,
    winner_by_totals,
)
from scorecli.record.schema import Record
from scorecli.table.clean_play import CleanPlay
from scorecli.table.hand import Hand
from scorecli.table.pile_level import Pile
from scorecli.table.pile_settlement import Counted
from scorecli.table.piles_beside_tricks import (
    PaymentSoFar,
    captured_piles,
    compare_piles,
    compare_piles_so_far,
    told_payment,
)
from scorecli.table.possible import Possible
from scorecli.table.settlement import Settlement, settle_clean

FIGURES: Final = {"card_points": "Card points", "total": "Total"}
_UNKNOWN: Final = unknown_figures(FIGURES)


def _figures(points: int, size: int, tricks_won: int) -> dict[str, int]:
    """What a team counts (P4.1), from the points and the number of the cards of its pile."""
    return {"card_points": points, "total": points, "tricks_won": tricks_won, "cards": size}


def _possible(pack: Pack, way: Counted) -> Possible:
    """One way recorded piles can have been, counted."""
    first, second = (
        # The plain cards that are not named are worth 1 each.
        _figures(pack.points(pile.cards) + pile.plain, pile.size, _tricks(pile))
        for pile in way.piles
    )
    winner, margin = winner_by_totals(first, second)
    return Possible(way.facts, (first, second), winner, margin, way.cards)


def _tricks(pile: Pile) -> int:
    """The tricks that a settled pile holds beside two discards and a Matto that moved (P3.5).

    A pile with the Matto can have gained it, and has then one card more than its tricks; a pile
    without it can have lost it, and has one card less.
    """
    moved = pile.size % 2
    gained = moved if pile.cards & MATTO else -moved
    return (pile.size - gained) // 4


def score(hand: Hand, record: Record, rules: HouseRules) -> Score:
    """Score a hand of Tarocchi of Piedicavallo as far as the record tells of it."""
    findings = list(check_discards(hand, record, rules))
    replay = hand.replay
    if hand.level == "piles" and (ways := counted_piles(hand, record, rules, findings)):
        detail = partial(pile_detail, hand.pack, ways[0].piles)
        return by_ways([_possible(hand.pack, way) for way in ways], findings, detail)
    if replay is None or not hand.complete:
        findings += check_claimed_counts(hand, record, rules)
        pays = rules["matto_exchange"] == "one_point_card"
        so_far = PaymentSoFar(partial(allowed_payments, hand.pack), pays)
        findings += compare_piles_so_far(hand, record, so_far, "P4.1")
        won = (None, None) if replay is None else replay.tricks_won
        first, second = (
            _UNKNOWN if tricks is None else {**_UNKNOWN, "tricks_won": tricks, "cards": 4 * tricks}
            for tricks in won
        )
        return Score((first, second), None, None, findings, nothing_counted)
    settled = settled_piles(hand, rules)
    payment = told_payment(hand.pack, record, settled, payment_pool(settled, rules))
    findings += pay_for_matto(hand.pack, settled, payment, rules)
    if record.get("piles") or record.get("pile_cards"):
        captured = captured_piles(settled)
        findings += compare_piles(hand.pack, record, settled.piles, captured, "P4.1")
    figures = _settled_figures(hand.pack, settled, replay.tricks_won)
    detail = partial(complete_detail, hand.pack, replay, settled)
    return by_totals(figures, findings, detail)


def _settled_figures(
    pack: Pack, settled: Settlement, tricks_won: Sequence[int]
) -> list[dict[str, int]]:
    """What both teams count, once a card is given for the Matto where one is owed."""
    return [
        _figures(pack.points(pile), pile.bit_count(), tricks_won[team])
        for team, pile in enumerate(settled.piles)
    ]


def score_clean(
    play: CleanPlay, record: Record, rules: HouseRules, detail: Callable[[], Detail]
) -> Score | None:
    """Score a complete hand of which there is nothing to be said; None if there may be."""
    kept, away = play.kept[play.dealer], play.unplayed
    announced = record.get("announced_trumps")
    if (
        unlawful(PACK, kept, away, rules)
        or (announced or 0) != trumps_in(PACK, away)
        # No card is owed for the Matto (P3.5).
        or record.get("matto_payment") is not None
    ):
        return None
    settled = settle_clean(PACK, play, play.unplayed)
    return by_totals(_settled_figures(PACK, settled, play.tricks_won), [], detail)
