"""The count of a hand of Tarocchi Bolognesi (B7.2)."""

from functools import partial
from typing import Final

from scorecli.games.base import HouseRules, Score, by_totals
from scorecli.games.bologna.breakdown import LAST_TRICK, complete_detail, declared_detail
from scorecli.games.bologna.combinations import sequence_points_in, set_points
from scorecli.games.bologna.declarations import declaration_rules
from scorecli.games.bologna.discards import check_discards
from scorecli.games.bologna.pack import PACK
from scorecli.games.bologna.settlement import card_points, pay_for_matto
from scorecli.ledger import Finding
from scorecli.record.schema import Record
from scorecli.table.declarations import DeclarationRules, Declared, score_declarations
from scorecli.table.hand import Hand
from scorecli.table.piles import compare_piles, with_discards
from scorecli.table.seats import team_of
from scorecli.table.settlement import settle

FIGURES: Final = {
    "card_points": "Card points",
    "last_trick": "Last trick",
    "sets": "Sets",
    "sequences": "Sequences",
    "declarations": "Declarations",
    "total": "Total",
}
_UNKNOWN: Final[dict[str, int | None]] = dict.fromkeys((*FIGURES, "tricks_won", "cards"))


def score(hand: Hand, record: Record, rules: HouseRules) -> Score:
    """Score a hand of Tarocchi Bolognesi as far as the record tells of it."""
    asked = declaration_rules(rules)
    declared, findings = score_declarations(hand, record, asked)
    findings += check_discards(hand)
    if hand.replay is not None and hand.complete:
        return _count(hand, record, rules, asked, declared, findings)
    figures = (_so_far(hand, 0, declared), _so_far(hand, 1, declared))
    return Score(figures, None, None, findings, partial(declared_detail, asked, declared))


def _so_far(hand: Hand, team: int, declared: Declared) -> dict[str, int | None]:
    """What is known of a team before the hand is over: its tricks and its declarations."""
    figures = dict(_UNKNOWN)
    points = [
        None if one is None else one.points for seat, one in declared.items() if seat & 1 == team
    ]
    if None not in points:
        figures["declarations"] = sum(one or 0 for one in points)
    if hand.replay is not None:
        won = hand.replay.tricks_won[team]
        figures |= {"tricks_won": won, "cards": 4 * won}
    return figures


def _count(
    hand: Hand,
    record: Record,
    rules: HouseRules,
    asked: DeclarationRules,
    declared: Declared,
    findings: list[Finding],
) -> Score:
    """Settle and count a complete hand (B7)."""
    assert hand.replay is not None
    assert hand.dealer is not None
    filled = rules["grande_complete"] == "filled"
    # B3.4: declared points stand, also for a team without a trick.
    declarations = [0, 0]
    for seat, one in declared.items():
        declarations[seat & 1] += one.points if one else 0
    last_trick = [0, 0]
    last_trick[hand.replay.winners[-1] & 1] = LAST_TRICK
    settled = settle(PACK, hand.replay, hand.discards or 0, team_of(hand.dealer))
    uncontested = (declarations[0] + last_trick[0], declarations[1] + last_trick[1])
    findings += pay_for_matto(settled, record.get("matto_payment"), rules, uncontested)
    if record.get("piles") or record.get("pile_cards"):
        captured = with_discards(settled)
        findings += compare_piles(PACK, record, settled.piles, captured, "B7.3")

    figures = []
    for team, pile in enumerate(settled.piles):
        points = card_points(pile)
        sets = set_points(pile)
        sequences = sequence_points_in(pile, mori_join_filled=filled)
        figures.append(
            {
                "card_points": points,
                "last_trick": last_trick[team],
                "sets": sets,
                "sequences": sequences,
                "declarations": declarations[team],
                "total": points + sets + sequences + uncontested[team],
                "tricks_won": hand.replay.tricks_won[team],
                "cards": pile.bit_count(),
            }
        )
    detail = partial(
        complete_detail, hand.replay, settled, asked, declared, mori_join_filled=filled
    )
    return by_totals(figures, findings, detail)
