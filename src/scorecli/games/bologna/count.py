"""The count of a hand of Tarocchi Bolognesi (B7.2)."""

from functools import partial
from typing import Final

from scorecli.games.base import HouseRules, Score
from scorecli.games.bologna.breakdown import LAST_TRICK, Count, breakdown, declaration_lines
from scorecli.games.bologna.combinations import sequences_in, sets_in, worth
from scorecli.games.bologna.declarations import Declaration, score_declarations
from scorecli.games.bologna.discards import check_discards
from scorecli.games.bologna.pack import PACK
from scorecli.games.bologna.settlement import pay, settle
from scorecli.ledger import Line
from scorecli.record.schema import Record
from scorecli.table.hand import Hand
from scorecli.table.piles import compare_piles
from scorecli.table.seats import TEAMS

FIGURES: Final = ("card_points", "last_trick", "sets", "sequences", "declarations", "total")
_UNKNOWN: Final[dict[str, int | None]] = dict.fromkeys((*FIGURES, "tricks_won", "cards"))


def card_points(pile: int) -> int:
    """The points of a settled pile: its values less half a point a card (B1.4).

    A settled pile has an even number of cards (B7.3), so that no half point is left over.
    """
    return PACK.points(pile) - pile.bit_count() // 2


def score(hand: Hand, record: Record, rules: HouseRules) -> Score:
    """Score a hand of Tarocchi Bolognesi as far as the record tells of it."""
    declared, findings = score_declarations(hand, record, rules)
    findings += check_discards(hand)
    known = {seat: one for seat, one in declared.items() if one is not None}
    declared_points: list[int | None] = [0, 0]
    for seat, one in declared.items():
        so_far = declared_points[seat & 1]
        declared_points[seat & 1] = None if one is None or so_far is None else so_far + one.points
    result = Score(
        figures=(
            {**_UNKNOWN, "declarations": declared_points[0]},
            {**_UNKNOWN, "declarations": declared_points[1]},
        ),
        combinations=((), ()),
        declared={seat: one.combinations for seat, one in known.items()},
        winner=None,
        margin=None,
        findings=findings,
        lines=partial(_declared_lines, known),
    )
    if hand.replay is None:
        return result
    if hand.complete:
        _count(hand, record, rules, known, result)
    else:
        for team, figures in enumerate(result.figures):
            figures["tricks_won"] = won = sum(winner & 1 == team for winner in hand.replay.winners)
            figures["cards"] = 4 * won
    return result


def _declared_lines(declared: dict[int, Declaration]) -> list[Line]:
    return [line for team in (0, 1) for line in declaration_lines(declared, team)]


def _count(
    hand: Hand,
    record: Record,
    rules: HouseRules,
    declared: dict[int, Declaration],
    result: Score,
) -> None:
    """Settle and count a complete hand (B7)."""
    assert hand.replay is not None
    assert hand.dealer is not None
    replay = hand.replay
    settled = settle(replay, hand.dealer, hand.discards or 0)
    filled = rules["grande_complete"] == "filled"
    last = replay.winners[-1] & 1
    declarations = [figures["declarations"] or 0 for figures in result.figures]

    def captured_points(pile: int) -> int:
        sequences = sequences_in(pile, mori_join_filled=filled)
        return card_points(pile) + worth(sets_in(pile)) + worth(sequences)

    def giver_margin(mine: int, other: int) -> int:
        giver = settled.matto_back or 0
        ahead = LAST_TRICK if last == giver else -LAST_TRICK
        ahead += declarations[giver] - declarations[1 - giver]
        return ahead + captured_points(mine) - captured_points(other)

    result.findings += pay(settled, record.get("matto_payment"), rules, giver_margin)

    if record.get("piles") or record.get("pile_cards"):
        captured = list(settled.captured)
        captured[settled.discards_to] |= settled.discards
        result.findings += compare_piles(PACK, record, settled.piles, captured, "B7.3")

    sets = (sets_in(settled.piles[0]), sets_in(settled.piles[1]))
    sequences = (
        sequences_in(settled.piles[0], mori_join_filled=filled),
        sequences_in(settled.piles[1], mori_join_filled=filled),
    )
    totals = [0, 0]
    for team, figures in enumerate(result.figures):
        pile = settled.piles[team]
        figures["card_points"] = points = card_points(pile)
        figures["last_trick"] = last_trick = LAST_TRICK if last == team else 0
        figures["sets"] = set_points = worth(sets[team])
        figures["sequences"] = sequence_points = worth(sequences[team])
        # B3.4: declared points stand, also for a team without a trick.
        totals[team] = points + last_trick + set_points + sequence_points + declarations[team]
        figures["total"] = totals[team]
        figures["tricks_won"] = settled.tricks_won[team]
        figures["cards"] = pile.bit_count()
    result.combinations = ([*sets[0], *sequences[0]], [*sets[1], *sequences[1]])
    result.margin = abs(totals[0] - totals[1])
    result.winner = "draw" if not result.margin else TEAMS[totals[1] > totals[0]]
    result.lines = partial(breakdown, Count(replay, settled, sets, sequences, declared))
