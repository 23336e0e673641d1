"""The count of a hand of Minchiate Fiorentine (M6, M7)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from scorecli.games.base import HouseRules
from scorecli.games.minchiate.breakdown import Marks, complete_detail, marks_detail
from scorecli.games.minchiate.claimed_counts import claimed_figures
from scorecli.games.minchiate.combinations import rules_of
from scorecli.games.minchiate.declarations import declaration_rules
from scorecli.games.minchiate.events import (
    Event,
    declaration_events,
    led_to,
    marks_of,
    setup_events,
    signed,
    team_points,
    trick_events,
)
from scorecli.games.minchiate.king_drop import missed_king_drops
from scorecli.games.minchiate.outcome import OUTCOME, Counts, bound
from scorecli.games.minchiate.pack import PACK
from scorecli.games.minchiate.pile_count import FIGURES, score_piles
from scorecli.games.minchiate.running_claims import check_first_events, check_recorded_running
from scorecli.games.minchiate.settlement import (
    allowed_payments,
    final_counts,
    pay_for_matto,
    payment_pool,
    piles_with_each_payment,
)
from scorecli.games.minchiate.setup import Seen, Setup, check_setup, read_setup
from scorecli.games.minchiate.unknown import BeforeFinal, possible_standings
from scorecli.games.score import Score, unknown_figures
from scorecli.ledger import Finding
from scorecli.record.schema import Record
from scorecli.seats import team_of
from scorecli.table.claimed_figures import contradictions
from scorecli.table.declaration_rules import DeclarationRules, Declared
from scorecli.table.declarations import score_declarations
from scorecli.table.hand import Hand
from scorecli.table.piles_beside_tricks import (
    PaymentSoFar,
    compare_piles,
    compare_piles_so_far,
    told_payment,
)
from scorecli.table.replay import Replay
from scorecli.table.settlement import Settlement, settle

COUNTED: Final = ("card_points", "versicole", "cards_over_42", "last_trick")
"""The figures that make the final count (M7.2); the marks are settled in resti as they come."""


def score(hand: Hand, record: Record, rules: HouseRules) -> Score:
    """Score a hand of Minchiate Fiorentine as far as the record tells of it."""
    asked = declaration_rules(rules_of(rules))
    declared, findings = score_declarations(hand, record, asked)
    setup = read_setup(record, hand.dealer)
    played = None if hand.replay is None else sum(hand.replay.played)
    findings += check_setup(Seen(hand.dealer, hand.kept, played, hand.complete), setup)
    if hand.level == "piles":
        findings += check_first_events(hand, record, setup, rules)
        return score_piles(hand, record, rules, asked, declared, findings)
    if hand.dealer is None or hand.replay is None:
        marks = Marks((), complete=False, points=(None, None))
        findings += contradictions(record.get("claims") or {}, claimed_figures(rules_of(rules)))
        return _before_final([{}, {}], asked, declared, marks, findings)
    findings += _king_drops(hand, hand.replay)
    taken_score = bool(rules["taken_cards_score"])
    later = [*declaration_events(declared), *trick_events(hand.replay)]
    events = [*setup_events(setup, hand.dealer, taken_score=taken_score), *later]
    complete = setup.is_scored(taken_score=taken_score) and None not in declared.values()
    points = marks_of(team_points(events))
    marks = Marks(events, complete, points if complete else (None, None))
    won = [{"tricks_won": tricks, "cards": 4 * tricks} for tricks in hand.replay.tricks_won]
    result = _before_final(won, asked, declared, marks, findings)
    if not hand.complete:
        result.so_far = frozenset({"marks"})
        so_far = PaymentSoFar(allowed_payments, always_pays=bool(rules["matto_always_pays"]))
        findings += compare_piles_so_far(hand, record, so_far, "M7.4")
        findings += contradictions(record.get("claims") or {}, claimed_figures(rules_of(rules)))
        return result
    if complete:
        possible = {BeforeFinal(led_to(map(signed, events)), points)}
    else:
        possible = _possible(setup, hand, later, taken_score=taken_score)
    settled = settle(PACK, hand.replay)
    counts = _count(hand, record, rules, settled, result, possible)
    first, second = ({**one, **two} for one, two in zip(result.figures, counts[0], strict=True))
    result.figures = (first, second)
    if possible:
        bound(result, setup, possible, counts, taken_score=taken_score)
    marks = marks._replace(points=[figures["marks"] for figures in result.figures])
    result.detail = partial(
        complete_detail, hand.replay, settled, marks, asked, declared, rules_of(rules)
    )
    findings += check_recorded_running(record, result)
    return result


def _king_drops(hand: Hand, replay: Replay) -> list[Finding]:
    """Each King that had to drop and was kept back (M4.3).

    It was the one legal card: that another was played is one fault, not two.
    """
    dropped = missed_king_drops(replay, hand.kept)
    plays = {(one.trick, one.seat) for one in dropped}
    hand.findings = [
        one for one in hand.findings if one.code != "revoke" or (one.trick, one.seat) not in plays
    ]
    return dropped


def _before_final(
    known: Sequence[Mapping[str, int]],
    asked: DeclarationRules,
    declared: Declared,
    marks: Marks,
    findings: list[Finding],
) -> Score:
    """What is known of a hand before the final count (M6).

    Args:
        known: further figures of NS and EW.
        asked: what makes a declaration.
        declared: the declarations, by seat number.
        marks: what scored so far.
        findings: what was found.
    """
    first, second = (
        {**unknown_figures(FIGURES), **figures, "marks": points}
        for figures, points in zip(known, marks.points, strict=True)
    )
    detail = partial(marks_detail, asked, declared, marks)
    result = Score((first, second), None, None, findings, detail, outcome=dict.fromkeys(OUTCOME))
    if marks.complete:
        result.event_points = team_points(marks.events)
    return result


def _possible(
    setup: Setup, hand: Hand, later: Sequence[Event], *, taken_score: bool
) -> set[BeforeFinal]:
    """How the hand can stand; discards and fola that contradict themselves tell nothing."""
    assert hand.dealer is not None
    found: set[BeforeFinal] = set()
    for known in (setup, replace(setup, discards=None, fola=None)):
        found = found or possible_standings(
            known, hand.dealer, hand.kept, later, taken_score=taken_score
        )
    return found


def _count(
    hand: Hand,
    record: Record,
    rules: HouseRules,
    settled: Settlement,
    result: Score,
    possible: set[BeforeFinal],
) -> list[Counts]:
    """Settle the piles and count them (M7), with each card that can have been given for the Matto.

    The one that is recorded or assumed comes first.
    """
    assert hand.replay is not None
    last = team_of(hand.replay.winners[-1])
    payment = told_payment(PACK, record, settled, payment_pool(settled, rules))
    result.findings += pay_for_matto(settled, payment, rules, (last,), possible)
    if record.get("piles") or record.get("pile_cards"):
        result.findings += compare_piles(PACK, record, settled.piles, settled.captured, "M7.4")
    return [
        final_counts(piles, last, rules_of(rules)) for piles in piles_with_each_payment(settled)
    ]
