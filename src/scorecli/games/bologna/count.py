"""The count of a hand of Tarocchi Bolognesi (B7.2)."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from scorecli.games.base import HouseRules
from scorecli.games.bologna.breakdown import (
    complete_detail,
    declared_detail,
    pile_detail,
)
from scorecli.games.bologna.claimed_counts import CLAIMED
from scorecli.games.bologna.combinations import mori_join_filled, sequence_points_in, set_points
from scorecli.games.bologna.declarations import declaration_rules
from scorecli.games.bologna.discards import NEVER_LAID_AWAY, check_discards
from scorecli.games.bologna.pack import PACK
from scorecli.games.bologna.settlement import (
    ALL_CARD_POINTS,
    LAST_TRICK,
    PLAIN,
    allowed_payments,
    card_points,
    counted_piles,
    pay_for_matto,
    payment_pool,
    player_of_matto,
)
from scorecli.games.bologna.unknown import infer_hand, possible_declarations, refute_claim
from scorecli.games.score import (
    Detail,
    Score,
    by_totals,
    by_ways,
    leave_open,
    unknown_figures,
    winner_by_totals,
)
from scorecli.ledger import Finding
from scorecli.record.schema import Record
from scorecli.seats import TEAMS, team_of
from scorecli.table.claimed_figures import contradictions
from scorecli.table.clean_declarations import clean_declarations
from scorecli.table.clean_play import CleanPlay
from scorecli.table.declaration_rules import DeclarationRules, Declared
from scorecli.table.declarations import score_declarations
from scorecli.table.hand import Hand
from scorecli.table.payment import payments, piles_with
from scorecli.table.pile_settlement import Counted
from scorecli.table.piles_beside_tricks import (
    PaymentSoFar,
    captured_piles,
    compare_piles,
    compare_piles_so_far,
    told_payment,
)
from scorecli.table.possible import Fact, Possible
from scorecli.table.settlement import Settlement, settle, settle_clean

FIGURES: Final = {
    "card_points": "Card points",
    "last_trick": "Last trick",
    "sets": "Sets",
    "sequences": "Sequences",
    "declarations": "Declarations",
    "total": "Total",
}
_UNKNOWN: Final = unknown_figures(FIGURES)


def score(hand: Hand, record: Record, rules: HouseRules) -> Score:
    """Score a hand of Tarocchi Bolognesi as far as the record tells of it."""
    asked = declaration_rules(rules)
    inferred = infer_hand(hand, record) if hand.level == "piles" else []
    declared, findings = score_declarations(hand, record, asked)
    findings += [*inferred, *check_discards(hand)]
    if hand.replay is not None and hand.complete:
        return _count(hand, record, rules, asked, declared, findings)
    if hand.level == "piles" and (
        piles := _count_piles(hand, record, rules, asked, declared, findings)
    ):
        return piles
    findings += compare_piles_so_far(hand, record, PaymentSoFar(allowed_payments), "B7.3")
    findings += contradictions(record.get("claims") or {}, CLAIMED)
    figures = (_so_far(hand, 0, declared), _so_far(hand, 1, declared))
    return Score(figures, None, None, findings, partial(declared_detail, asked, declared))


def _count_piles(
    hand: Hand,
    record: Record,
    rules: HouseRules,
    asked: DeclarationRules,
    declared: Declared,
    findings: list[Finding],
) -> Score | None:
    """Count recorded piles in each way they can have been; None if they cannot be counted."""
    filled = mori_join_filled(rules)
    declarations = _points_of(declared)
    unknown = [seat for seat, one in declared.items() if one is None]
    certain = None if unknown else declarations
    ways = counted_piles(hand, record, rules, certain, findings)
    if not ways:
        return None
    counted = [_possible(way, declarations, filled=filled) for way in ways]
    pile_lines = partial(
        pile_detail, asked=asked, declared=declared, mori_join_filled=filled, in_any_case={}
    )
    if unknown and (values := possible_declarations(hand, record, declared, asked, rules)):
        each = [
            (way, value, _declaring(one, team_of(unknown[0]), value, fact))
            for way, one in zip(ways, counted, strict=True)
            for value, fact in values[player_of_matto(way.piles)]
        ]
        if each:
            refute_claim(findings, unknown[0], values)
            first, value, _possible_way = each[0]
            detail = partial(pile_lines, first, in_any_case={unknown[0]: value})
            return by_ways([one for _way, _value, one in each], findings, detail)
    detail = partial(pile_lines, ways[0])
    teams = sorted({team_of(seat) for seat in unknown})
    return _without_declarations(by_ways(counted, findings, detail), teams)


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


def _without_declarations(score: Score, unknown: Sequence[int]) -> Score:
    """Take back what rests on declarations of which the value is not known.

    Args:
        score: the score with 0 for these declarations.
        unknown: the teams that made them.
    """
    if not unknown:
        return score
    hidden = dict.fromkeys(("declarations", "total"))
    first, second = (
        {**figures, **hidden} if team in unknown else figures
        for team, figures in enumerate(score.figures)
    )
    score.figures = (first, second)
    score.uncertain = (
        f"the total of {' and '.join(TEAMS[team] for team in unknown)} depends on declarations"
        " whose cards are not recorded"
    )
    if score.bounds is not None:
        score.bounds = {
            team: {name: ends for name, ends in of_team.items() if name not in hidden}
            if TEAMS.index(team) in unknown
            else of_team
            for team, of_team in score.bounds.items()
            if team in TEAMS and isinstance(of_team, Mapping)
        }
    leave_open(score, "declarations")
    return score


def _points_of(declared: Declared) -> list[int]:
    """The points that NS and EW declared; they stand, also for a team without a trick (B3.4)."""
    points = [0, 0]
    for seat, one in declared.items():
        points[seat & 1] += one.points if one else 0
    return points


def _figures(
    points: int,
    cards: int,
    size: int,
    last_trick: int,
    declarations: int,
    tricks_won: int,
    filled: bool,  # noqa: FBT001 - the house rule
) -> dict[str, int]:
    """What a team counts (B7.2).

    Args:
        points: the points of the cards of its pile.
        cards: the mask of those that are known.
        size: how many it has.
        last_trick: the points of the last trick, if it won it.
        declarations: the points that it declared.
        tricks_won: its tricks.
        filled: whether the Mori join a Grande that counters complete (B6.7).
    """
    sets = set_points(cards)
    sequences = sequence_points_in(cards, mori_join_filled=filled)
    return {
        "card_points": points,
        "last_trick": last_trick,
        "sets": sets,
        "sequences": sequences,
        "declarations": declarations,
        "total": points + sets + sequences + declarations + last_trick,
        "tricks_won": tricks_won,
        "cards": size,
    }


def _possible(way: Counted, declarations: Sequence[int], *, filled: bool) -> Possible:
    """One way recorded piles can have been, counted."""
    first, second = (
        _figures(
            card_points(pile.cards, pile.plain),
            pile.cards,
            pile.size,
            LAST_TRICK if team == way.last else 0,
            declarations[team],
            # Two discards at most beside the tricks, and settled piles are even (B2.3, B7.3).
            pile.size // 4,
            filled,
        )
        for team, pile in enumerate(way.piles)
    )
    winner, margin = winner_by_totals(first, second)
    return Possible(way.facts, (first, second), winner, margin, way.cards)


def _declaring(way: Possible, team: int, value: int, fact: Fact) -> Possible:
    """The same way with what a team declared that is not recorded."""
    mine = way.figures[team]
    more = {name: mine[name] + value for name in ("declarations", "total")}
    figures = [*way.figures]
    figures[team] = {**mine, **more}
    winner, margin = winner_by_totals(*figures)
    return Possible((*way.facts, fact), (figures[0], figures[1]), winner, margin, way.piles)


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
    filled = mori_join_filled(rules)
    settled = settle(PACK, hand.replay, hand.discards or 0, team_of(hand.dealer))
    last = team_of(hand.replay.winners[-1])
    declarations = _points_of(declared)
    payment = told_payment(PACK, record, settled, payment_pool(settled, rules))
    findings += _let_pay(settled, last, declarations, payment, rules)
    if record.get("piles") or record.get("pile_cards"):
        captured = captured_piles(settled)
        findings += compare_piles(PACK, record, settled.piles, captured, "B7.3")
    detail = partial(
        complete_detail, hand.replay, settled, asked, declared, mori_join_filled=filled
    )

    def counted(piles: Sequence[int]) -> list[dict[str, int]]:
        assert hand.replay is not None
        return _settled_figures(piles, hand.replay.tricks_won, last, declarations, filled=filled)

    if not settled.choices:
        return by_totals(counted(settled.piles), findings, detail)
    ways = []
    for card, fact in payments(PACK, PLAIN, settled):
        piles = piles_with(settled, card)
        first, second = counted(piles)
        winner, margin = winner_by_totals(first, second)
        ways.append(Possible((fact,), (first, second), winner, margin, piles))
    return by_ways(ways, findings, detail)


def _let_pay(
    settled: Settlement,
    last: int,
    declarations: Sequence[int],
    payment: str | None,
    rules: HouseRules,
) -> list[Finding]:
    """Let the Matto be paid for; what is to be said of it (B7.1).

    Args:
        settled: the piles, which are changed.
        last: the team that won the last trick.
        declarations: the points that NS and EW declared.
        payment: the code of the card that the record names, if it names one.
        rules: the house rules.
    """
    first, second = declarations
    uncontested = (first, second + LAST_TRICK) if last else (first + LAST_TRICK, second)
    return pay_for_matto(settled, payment, rules, [uncontested])


def _settled_figures(
    piles: Sequence[int],
    tricks_won: Sequence[int],
    last: int,
    declarations: Sequence[int],
    *,
    filled: bool,
) -> list[dict[str, int]]:
    """What both teams count, given their settled piles (B7.2)."""
    first, second = piles
    points = card_points(first)
    size = first.bit_count()
    last_trick = (0, LAST_TRICK) if last else (LAST_TRICK, 0)
    # What one team does not have the other has (B7.3).
    return [
        _figures(points, first, size, last_trick[0], declarations[0], tricks_won[0], filled),
        _figures(
            ALL_CARD_POINTS - points,
            second,
            len(PACK.codes) - size,
            last_trick[1],
            declarations[1],
            tricks_won[1],
            filled,
        ),
    ]


def score_clean(
    play: CleanPlay, record: Record, rules: HouseRules, detail: Callable[[], Detail]
) -> Score | None:
    """Score a complete hand of which there is nothing to be said; None if there may be."""
    if play.unplayed & NEVER_LAID_AWAY:
        return None
    declared = clean_declarations(play, record, declaration_rules(rules))
    if declared is None:
        return None
    declarations = [0, 0]
    for seat, points in declared:
        declarations[seat & 1] += points
    settled = settle_clean(PACK, play, play.unplayed)
    payment = record.get("matto_payment")
    if settled.matto_back and payment is None:
        return None
    last = play.winners[-1] & 1
    if _let_pay(settled, last, declarations, payment, rules):
        return None
    filled = mori_join_filled(rules)
    figures = _settled_figures(settled.piles, play.tricks_won, last, declarations, filled=filled)
    return by_totals(figures, [], detail)
