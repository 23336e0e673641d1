"""The count of a hand of Tarocchi of Piedicavallo (P4.1)."""

from functools import partial
from typing import Final

from scorecli.cards import Pack
from scorecli.games.base import HouseRules, Score, by_totals, by_ways, winner_by_totals
from scorecli.games.piedicavallo.breakdown import complete_detail, nothing_counted, pile_detail
from scorecli.games.piedicavallo.discards import check_discards
from scorecli.games.piedicavallo.pack import MATTO
from scorecli.games.piedicavallo.possible import check_claimed_counts
from scorecli.games.piedicavallo.settlement import counted_piles, pay_for_matto, settled_piles
from scorecli.record.schema import Record
from scorecli.table.hand import Hand
from scorecli.table.pile_level import Pile
from scorecli.table.pile_settlement import Counted
from scorecli.table.piles import compare_piles, with_discards
from scorecli.table.possible import Possible

FIGURES: Final = {"card_points": "Card points", "total": "Total"}
_UNKNOWN: Final[dict[str, int | None]] = dict.fromkeys((*FIGURES, "tricks_won", "cards"))


def _figures(pack: Pack, pile: Pile, tricks_won: int) -> dict[str, int]:
    """What a team counts (P4.1); the plain cards that are not named are worth 1 each."""
    points = pack.points(pile.cards) + pile.plain
    return {
        "card_points": points,
        "total": points,
        "tricks_won": tricks_won,
        "cards": pile.size,
    }


def _possible(pack: Pack, way: Counted) -> Possible:
    """One way recorded piles can have been, counted."""
    first, second = (_figures(pack, pile, _tricks(pile)) for pile in way.piles)
    winner, margin = winner_by_totals(first, second)
    return Possible(way.facts, (first, second), winner, margin)


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
        won = (None, None) if replay is None else replay.tricks_won
        first, second = (
            _UNKNOWN if tricks is None else {**_UNKNOWN, "tricks_won": tricks, "cards": 4 * tricks}
            for tricks in won
        )
        return Score((first, second), None, None, findings, nothing_counted)
    settled = settled_piles(hand, rules)
    findings += pay_for_matto(hand.pack, settled, record.get("matto_payment"), rules)
    if record.get("piles") or record.get("pile_cards"):
        captured = with_discards(settled)
        findings += compare_piles(hand.pack, record, settled.piles, captured, "P4.1")
    won = replay.tricks_won
    figures = [
        _figures(hand.pack, Pile(pile), won[team]) for team, pile in enumerate(settled.piles)
    ]
    detail = partial(complete_detail, hand.pack, replay, settled)
    return by_totals(figures, findings, detail)
