"""The count of piles that were written down, with the running score as people kept it (M6, M7)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from scorecli.games.base import HouseRules
from scorecli.games.minchiate.breakdown import pile_detail
from scorecli.games.minchiate.combinations import Rules, rules_of
from scorecli.games.minchiate.events import RESTO, Standing, marks_of, standing_after
from scorecli.games.minchiate.outcome import OUTCOME, bounds_of, outcome_of
from scorecli.games.minchiate.pack import LAST_TRICK
from scorecli.games.minchiate.settlement import counted_piles, pile_figures
from scorecli.games.score import Detail, Score, by_ways, in_words, leave_open, unknown_figures
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.seats import TEAMS, leader
from scorecli.table.declaration_rules import DeclarationRules, Declared
from scorecli.table.hand import Hand
from scorecli.table.pile_settlement import Counted
from scorecli.table.possible import Possible, only

FIGURES: Final = {
    "marks": "Marks in play",
    "card_points": "Card points",
    "versicole": "Versicole",
    "cards_over_42": "Cards beyond 42",
    "last_trick": "Last trick",
    "final_count": "Final count",
}


def score_piles(
    hand: Hand,
    record: Record,
    rules: HouseRules,
    asked: DeclarationRules,
    declared: Declared,
    findings: list[Finding],
) -> Score:
    """Count recorded piles; the outcome in resti needs the scoring events, or where they led."""
    scoring = record.get("events")
    events = [(event["team"], event["points"]) for event in scoring or ()]
    standing = _standing(record, events)
    ways = counted_piles(hand, record, rules, standing, findings)
    findings += _check_running(record, standing)
    on_combinations = rules_of(rules)
    marks = marks_of(events)
    counted = [
        _possible(way, marks if scoring is not None else None, standing, on_combinations)
        for way in ways
    ]
    first_way = ways[0] if ways else None
    detail = partial(pile_detail, first_way, scoring or (), asked, declared, on_combinations)
    score = _by_ways(counted, findings, detail)
    if standing is None:
        _leave_the_outcome_open(score)
    if scoring is not None:
        score.event_points = events
    else:
        first, second = ({"marks": None, **figures} for figures in score.figures)
        score.figures = (first, second)
    return score


_Outcome = Mapping[str, int]
"""The outcome in resti, as `outcome_of` has it."""


def _possible(
    way: Counted, marks: Sequence[int] | None, standing: Standing | None, rules: Rules
) -> tuple[Possible, _Outcome]:
    """One way the piles can have been, counted and settled in resti.

    Without a standing it is settled as if nothing had been scored before.
    """
    figures = []
    for team, pile in enumerate(way.piles):
        counted = pile_figures(pile.cards, rules, pile.plain)
        counted["last_trick"] = LAST_TRICK if team == way.last else 0
        figures.append(
            {
                **({} if marks is None else {"marks": marks[team]}),
                **counted,
                "final_count": sum(counted.values()),
                # Four cards for each trick, but for one that is given for the Matto (M7.4).
                "tricks_won": (pile.size + 1) // 4,
                "cards": pile.size,
            }
        )
    first, second = figures
    outcome = outcome_of(standing or Standing(), first["final_count"] - second["final_count"])
    net = outcome["net_resti"]
    return Possible(way.facts, (first, second), leader(net), abs(net), way.cards), outcome


def _by_ways(
    counted: Sequence[tuple[Possible, _Outcome]],
    findings: list[Finding],
    detail: Callable[[], Detail],
) -> Score:
    """What all the ways have in common, the outcome in resti too; nothing if there is none."""
    if not counted:
        unknown = unknown_figures(FIGURES)
        return Score((unknown, unknown), None, None, findings, detail, outcome=_common([]))
    score = by_ways([possible for possible, _outcome in counted], findings, detail)
    score.outcome = _common([outcome for possible, outcome in counted if possible.stands])
    if score.bounds is not None:
        score.bounds = {**score.bounds, **bounds_of([outcome for _possible, outcome in counted])}
    return score


def _leave_the_outcome_open(score: Score) -> None:
    """Take back what rests on scoring events that are not recorded."""
    score.outcome = _common([])
    score.uncertain = _without_standing(score)
    leave_open(score, "events")


def _standing(record: Record, events: Sequence[tuple[str, int]]) -> Standing | None:
    """Where the events led, from the events or as it was written down; None if neither is there."""
    if record.get("events") is not None:
        return standing_after(events)
    running: Mapping[str, Any] = record.get("running") or {}
    resti, lead = running.get("settled_resti"), running.get("lead")
    return None if resti is None or lead is None else Standing(resti, lead)


def _check_running(record: Record, standing: Standing | None) -> Iterator[Finding]:
    """Where the events led, as written down, against the events; a lead is less than a resto."""
    running: Mapping[str, Any] = record.get("running") or {}
    if standing is None:
        for key, other in (("settled_resti", "lead"), ("lead", "settled_resti")):
            if running.get(key) is not None:
                message = f"the running {key} tells nothing without {other}"
                found = running[key]
                path = f"$.running.{key}"
                yield finding("claim-unchecked", message, "M6.1", path=path, found=found)
        return
    right = Standing(standing.resti).after(standing.lead)
    for key, computed in (("settled_resti", right.resti), ("lead", right.lead)):
        value = running.get(key)
        if value is not None and value != computed:
            reason = (
                "the recorded events lead to"
                if record.get("events") is not None
                else f"a lead of {RESTO} is a resto: it must be"
            )
            message = f"the running {key} is {value}, but {reason} {computed}"
            path = f"$.running.{key}"
            yield finding(
                "claim-mismatch", message, "M6.1", path=path, expected=computed, found=value
            )


def _common(outcomes: Sequence[Mapping[str, int]]) -> dict[str, int | None]:
    """What all the outcomes agree on."""
    return {key: only(one[key] for one in outcomes) for key in OUTCOME}


def _without_standing(score: Score) -> str:
    """What can be said where the scoring events are not known."""
    first, second = (figures["final_count"] for figures in score.figures)
    bounds: Mapping[str, Any] = score.bounds or {}
    if first is not None and second is not None:
        count = f"is {first} to {second}"
    elif bounds:
        ends = [
            f"of {team} {low} to {high}"
            for team in TEAMS
            for low, high in [bounds[team]["final_count"]]
        ]
        count = f"{' and '.join(ends)}, for {in_words(score.deciding[:-1])} is not known"
    else:
        return ""
    return (
        f"the final count {count}; resti and winner depend on the scoring events, which are not"
        " recorded"
    )
