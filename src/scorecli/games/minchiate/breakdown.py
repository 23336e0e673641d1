"""The breakdown of a hand of Minchiate Fiorentine: each part of each figure as a line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scorecli.games.base import Detail, EventRow
from scorecli.games.minchiate.combinations import (
    DEVIL_INSIDE,
    MATTO_BONUS,
    T29_INSIDE,
    Rules,
    combinations_in,
)
from scorecli.games.minchiate.events import Event, standings
from scorecli.games.minchiate.pack import EVEN_PILE, LAST_TRICK, PACK
from scorecli.ledger import Combination, Line
from scorecli.table.declaration_rules import DeclarationRules, Declared, combinations_of
from scorecli.table.lines import LineMaker, MattoClauses
from scorecli.table.pile_settlement import Counted
from scorecli.table.replay import Replay
from scorecli.table.seats import SEATS, TEAMS, team_of
from scorecli.table.settlement import Settlement

_LINES: Final = LineMaker(PACK)
_MATTO: Final = MattoClauses(back="M4.4", lost="M7.1", payment="M7.1")

KIND_NAMES: Final = {
    "run": "Run",
    "matto": "Matto, T1 and T40",
    "thirteen": "Thirteen",
    "tens-low": "Low tens",
    "tens-high": "High tens",
    "tens": "Four tens",
    "kings": "Kings",
    "devil-world-gemini": "Devil, World and Gemini",
}
_EVENT_WORDS: Final = {"rob": "robs", "turn-up": "turns up"}


def complete_detail(
    replay: Replay,
    settled: Settlement,
    events: Sequence[Event] | None,
    asked: DeclarationRules,
    declared: Declared,
    rules: Rules,
) -> Detail:
    """All that the figures of a complete hand are made of, in the order of the count.

    Args:
        replay: the tricks.
        settled: the piles.
        events: the scoring events; None if not all are known.
        asked: what makes a declaration.
        declared: the declarations, by seat number.
        rules: the house rules on combinations.
    """
    marks = marks_detail(asked, declared, events)
    lines: list[Line] = []
    combinations = []
    for team, pile in enumerate(settled.piles):
        found = combinations_in(pile, rules)
        combinations.append(found)
        lines += [line for line in marks.lines if line.team == TEAMS[team]]
        lines += _card_points(replay, settled, team)
        lines += [_combination_line(one, (team, "versicole")) for one in found]
        lines += _cards_over_42(pile.bit_count(), team)
        lines += _LINES.last_trick(replay, (team, "last_trick"), "M7.2", LAST_TRICK)
    first, second = combinations
    return Detail((first, second), marks.declared, lines, marks.events)


def pile_detail(
    counted: Counted | None,
    events: Sequence[Mapping[str, Any]],
    asked: DeclarationRules,
    declared: Declared,
    rules: Rules,
) -> Detail:
    """What recorded events and piles are made of; None stands for piles that can not be counted."""
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


def marks_detail(
    asked: DeclarationRules, declared: Declared, events: Sequence[Event] | None
) -> Detail:
    """What the marks of a hand are made of (M6); no events are given if not all are known."""
    known = combinations_of(asked, declared)
    if events is None:
        return Detail(((), ()), known, ())
    lines: list[Line] = []
    for event in events:
        part = (team_of(event.seat), "marks")
        if event.what == "declaration":
            lines += [_combination_line(one, part, event.seat) for one in known[event.seat]]
        else:
            words = _EVENT_WORDS.get(event.what, f"taken from {TEAMS[1 - team_of(event.seat)]}")
            lines.append(
                _LINES.line(
                    event.clause,
                    part,
                    words,
                    event.cards,
                    event.points,
                    seat=event.seat,
                    trick=event.trick,
                )
            )
    rows = []
    for event, standing in zip(events, standings(events), strict=True):
        masks = [event.cards]
        if event.what == "declaration":
            masks = [one.cards for one in known[event.seat]]
        row = EventRow(
            event.what,
            SEATS[event.seat],
            None if event.trick is None else event.trick + 1,
            TEAMS[team_of(event.seat)],
            event.points,
            standing.resti,
            standing.lead,
            event.clause,
            [PACK.codes_of(mask) for mask in masks],
        )
        rows.append(row)
    return Detail(((), ()), known, lines, rows)


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
