"""The count of a hand of Tarocchi of Piedicavallo (P4.1)."""

from functools import partial
from typing import Final

from scorecli.games.base import HouseRules, Score, by_totals
from scorecli.games.piedicavallo.breakdown import complete_detail, nothing_counted
from scorecli.games.piedicavallo.discards import check_discards
from scorecli.games.piedicavallo.possible import check_claimed_counts
from scorecli.games.piedicavallo.settlement import pay_for_matto, settled_piles
from scorecli.record.schema import Record
from scorecli.table.hand import Hand
from scorecli.table.piles import compare_piles, with_discards

FIGURES: Final = {"card_points": "Card points", "total": "Total"}
_UNKNOWN: Final[dict[str, int | None]] = dict.fromkeys((*FIGURES, "tricks_won", "cards"))


def score(hand: Hand, record: Record, rules: HouseRules) -> Score:
    """Score a hand of Tarocchi of Piedicavallo as far as the record tells of it."""
    findings = list(check_discards(hand, record, rules))
    replay = hand.replay
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
    figures = []
    for team, pile in enumerate(settled.piles):
        points = hand.pack.points(pile)
        figures.append(
            {
                "card_points": points,
                "total": points,
                "tricks_won": replay.tricks_won[team],
                "cards": pile.bit_count(),
            }
        )
    detail = partial(complete_detail, hand.pack, replay, settled)
    return by_totals(figures, findings, detail)
