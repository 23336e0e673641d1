"""The breakdown of a hand of Minchiate Fiorentine: each part of each figure as a line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorecli.games.minchiate.combinations import (
    DEVIL_INSIDE,
    KIND_NAMES,
    MATTO_BONUS,
    T29_INSIDE,
    Rules,
    combinations_in,
)
from scorecli.games.minchiate.events import Event, marks_of, standings, team_points
from scorecli.games.minchiate.pack import EVEN_PILE, LAST_TRICK, PACK
from scorecli.games.score import Detail, EventRow, Running
from scorecli.ledger import Combination, Line
from scorecli.seats import SEATS, TEAMS, team_of
from scorecli.table.declaration_rules import DeclarationRules, Declared, combinations_of
from scorecli.table.lines import LineMaker, MattoClauses
from scorecli.table.pile_settlement import Counted
from scorecli.table.replay import Replay
from scorecli.table.settlement import Settlement

_LINES: Final = LineMaker(PACK)
_MATTO: Final = MattoClauses(back="M4.4", lost="M7.1", payment="M7.1")

_EVENT_WORDS: Final = {"rob": "robs", "turn-up": "turns up", "declaration": "declares"}


class Marks(NamedTuple):
    """What scored before the final count (M6).

    Attributes:
        events: the scoring events that are known.
        complete: whether these are all.
        points: the marks of NS and EW; None if they are not known.
    """

    events: Sequence[Event]
    complete: bool
    points: Sequence[int | None]


def complete_detail(
    replay: Replay,
    settled: Settlement,
    marks: Marks,
    asked: DeclarationRules,
    declared: Declared,
    rules: Rules,
) -> Detail:
    """All that the figures of a complete hand are made of, in the order of the count.

    Args:
        replay: the tricks.
        settled: the piles.
        marks: what scored before.
        asked: what makes a declaration.
        declared: the declarations, by seat number.
        rules: the house rules on combinations.
    """
    before = marks_detail(asked, declared, marks)
    lines: list[Line] = []
    combinations = []
    for team, pile in enumerate(settled.piles):
        found = combinations_in(pile, rules)
        combinations.append(found)
        lines += [line for line in before.lines if line.team == TEAMS[team]]
        lines += _card_points(replay, settled, team)
        lines += [_combination_line(one, (team, "versicole")) for one in found]
        lines += _cards_over_42(pile.bit_count(), team)
        lines += _LINES.last_trick(replay, (team, "last_trick"), "M7.2", LAST_TRICK)
    first, second = combinations
    return Detail((first, second), before.declared, lines, before.running)


def pile_detail(
    counted: Counted | None,
    events: Sequence[Mapping[str, Any]],
    asked: DeclarationRules,
    declared: Declared,
    rules: Rules,
) -> Detail:
    """What recorded events and piles are made of; None stands for piles that cannot be counted."""
    known = combinations_of(asked, declared)
    lines: list[Line] = []
    combinations: list[list[Combination]] = [[], []]
    for team, name in enumerate(TEAMS):
        for number, event in enumerate(events, 1):
            if event["team"] == name and event["points"]:
                what = event.get("note") or f"event {number}"
                part, points = (team, "marks"), event["points"]
                lines.append(_LINES.line("M6.1", part, what, (), points, arithmetic=str(points)))
        if counted is None:
            continue
        pile = counted.piles[team]
        combinations[team] = combinations_in(pile.cards, rules)
        lines += _LINES.pile(pile, (team, "card_points"), "M1.3")
        lines += [_combination_line(one, (team, "versicole")) for one in combinations[team]]
        lines += _cards_over_42(pile.size, team)
        if team == counted.last:
            lines.append(_LINES.last_trick_of((team, "last_trick"), "M7.2", LAST_TRICK))
    return Detail((combinations[0], combinations[1]), known, lines)


def marks_detail(asked: DeclarationRules, declared: Declared, marks: Marks) -> Detail:
    """What the marks of a hand are made of (M6), for a team of which they are known."""
    known = combinations_of(asked, declared)
    lines: list[Line] = []
    for event in marks.events:
        if marks.points[team_of(event.seat)] is not None:
            lines += _event_lines(event, known)
    told_of_teams = marks_of(team_points(marks.events))
    for team, (points, told) in enumerate(zip(marks.points, told_of_teams, strict=True)):
        if points is not None and points != told:
            words = "robs and turn-ups, not recorded, in any case"
            lines.append(_LINES.line("M2.1", (team, "marks"), words, (), points - told))
    if not marks.complete:
        return Detail(((), ()), known, lines)
    running = Running([*_event_rows(marks.events, known)], "marks", "M6.1")
    return Detail(((), ()), known, lines, running)


def _event_lines(event: Event, known: Mapping[int, Sequence[Combination]]) -> Iterator[Line]:
    """The lines of a scoring event: of a declaration one for each combination.

    Args:
        event: the event.
        known: by seat number the combinations that it declared.
    """
    team = team_of(event.seat)
    part = (team, "marks")
    if event.what == "declaration":
        yield from (_combination_line(one, part, event.seat) for one in known[event.seat])
        return
    words = _EVENT_WORDS.get(event.what, f"taken from {TEAMS[1 - team]}")
    seat, trick = event.seat, event.trick
    yield _LINES.line(event.clause, part, words, event.cards, event.points, seat=seat, trick=trick)


def _event_rows(
    events: Sequence[Event], known: Mapping[int, Sequence[Combination]]
) -> Iterator[EventRow]:
    """The scoring events with the standing after each (M6.1)."""
    for event, standing in zip(events, standings(events), strict=True):
        masks = [event.cards]
        if event.what == "declaration":
            masks = [one.cards for one in known[event.seat]]
        yield EventRow(
            event.what,
            SEATS[event.seat],
            None if event.trick is None else event.trick + 1,
            TEAMS[team_of(event.seat)],
            event.points,
            standing.resti,
            standing.lead,
            event.clause,
            _EVENT_WORDS.get(event.what, ""),
            [PACK.codes_of(mask) for mask in masks],
        )


def _card_points(replay: Replay, settled: Settlement, team: int) -> Iterator[Line]:
    """The card points of a team (M1.3, M7.2): its tricks that hold any, the Matto, the payment."""
    part = (team, "card_points")
    yield from _LINES.tricks(replay, part, "M1.3")
    yield from _LINES.matto(settled, part, _MATTO)


def _combination_line(
    combination: Combination, part: tuple[int, str], seat: int | None = None
) -> Line:
    """The line of a combination, of a pile or of a seat's declaration (M5)."""
    words = f"{KIND_NAMES[combination.kind]}, {combination.length} cards"
    if seat is not None:
        words = f"declares {words}"
    points, arithmetic = combination.points, combination_arithmetic(combination)
    return _LINES.line(
        combination.clause, part, words, combination.cards, points, arithmetic=arithmetic, seat=seat
    )


def combination_arithmetic(combination: Combination) -> str:
    """The sum of the cards, and the Matto's 5 where it is added (M5.6)."""
    inside = {"T29": T29_INSIDE}
    if combination.kind == "devil-world-gemini":
        inside["T14"] = DEVIL_INSIDE
    values = [
        inside.get(PACK.codes[card], PACK.values[card]) for card in PACK.cards(combination.cards)
    ]
    words = " + ".join(str(value) for value in values)
    if combination.points > sum(values):
        words += f" + {MATTO_BONUS} for the Matto"
    return words


def _cards_over_42(count: int, team: int) -> Iterator[Line]:
    if count > EVEN_PILE:
        part = (team, "cards_over_42")
        more = count - EVEN_PILE
        arithmetic = f"{count} - {EVEN_PILE}"
        yield _LINES.line("M7.2", part, f"{count} cards", (), more, arithmetic=arithmetic)
