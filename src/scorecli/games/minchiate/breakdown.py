"""The breakdown of a hand of Minchiate Fiorentine: each part of each figure as a line."""

from collections.abc import Iterator, Sequence
from typing import Final

from scorecli.games.base import Detail, EventRow
from scorecli.games.minchiate.combinations import (
    DEVIL_INSIDE,
    MATTO_BONUS,
    T29_INSIDE,
    Rules,
    combinations_in,
)
from scorecli.games.minchiate.events import Event, standings
from scorecli.games.minchiate.pack import MATTO, PACK
from scorecli.ledger import Combination, Line
from scorecli.table.declarations import DeclarationRules, Declared, combinations_of
from scorecli.table.replay import Replay
from scorecli.table.seats import SEATS, TEAMS, TURNS, team_of
from scorecli.table.settlement import Settlement

LAST_TRICK: Final = 10
"""The points of the last trick (M7.2)."""
EVEN_PILE: Final = 42
"""Each card of a pile beyond these counts 1 (M7.2)."""

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
    events: Sequence[Event],
    asked: DeclarationRules,
    declared: Declared,
    rules: Rules,
) -> Detail:
    """All that the figures of a complete hand are made of, in the order of the count.

    Args:
        replay: the tricks.
        settled: the piles.
        events: the scoring events, as far as they are known.
        asked: what makes a declaration.
        declared: the declarations, by seat number.
        rules: the house rules on combinations.
    """
    marks = unfinished_detail(asked, declared, events)
    lines: list[Line] = []
    combinations = []
    for team, pile in enumerate(settled.piles):
        found = combinations_in(pile, rules)
        combinations.append(found)
        lines += [line for line in marks.lines if line.team == TEAMS[team]]
        lines += _card_points(replay, settled, team)
        lines += [_combination_line(one, (team, "versicole")) for one in found]
        lines += _cards_over_42(pile, team)
        lines += _last_trick(replay, team)
    first, second = combinations
    return Detail((first, second), marks.declared, lines, marks.events)


def unfinished_detail(
    asked: DeclarationRules, declared: Declared, events: Sequence[Event]
) -> Detail:
    """What the marks of a hand are made of (M6)."""
    known = {seat: combinations_of(asked, one) for seat, one in declared.items() if one is not None}
    lines: list[Line] = []
    for event in events:
        part = (team_of(event.seat), "marks")
        if event.what == "declaration":
            lines += [_combination_line(one, part, event.seat) for one in known[event.seat]]
        else:
            words = _EVENT_WORDS.get(event.what, f"taken from {TEAMS[1 - team_of(event.seat)]}")
            lines.append(
                _line(
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


def _line(
    clause: str,
    part: tuple[int, str],
    what: str,
    cards: int | Sequence[int],
    points: int,
    *,
    arithmetic: str | None = None,
    seat: int | None = None,
    trick: int | None = None,
) -> Line:
    team, figure = part
    numbers = list(PACK.cards(cards)) if isinstance(cards, int) else cards
    return Line(
        clause,
        TEAMS[team],
        figure,
        None if seat is None else SEATS[seat],
        None if trick is None else trick + 1,
        what,
        [PACK.codes[card] for card in numbers],
        points,
        _values(numbers) if arithmetic is None else arithmetic,
    )


def _values(cards: Sequence[int]) -> str:
    return " + ".join(str(PACK.values[card]) for card in cards if PACK.values[card]) or "0"


def _card_points(replay: Replay, settled: Settlement, team: int) -> Iterator[Line]:
    """The card points of a team (M1.3, M7.2): its tricks that hold any, the Matto, the payment."""
    part = (team, "card_points")
    for trick, winner in enumerate(replay.winners):
        if team_of(winner) == team:
            cards = [replay.columns[seat][trick] for seat in TURNS[replay.leaders[trick]]]
            if points := sum(PACK.values[card] for card in cards):
                yield _line("M1.3", part, "trick", cards, points, seat=winner, trick=trick)
    other = TEAMS[1 - team]
    trick_of_matto = settled.matto_trick
    value = PACK.points(MATTO)
    if settled.matto_lost and settled.matto_of != team:
        what = f"the Matto stays here: {other} won no trick"
        yield _line("M7.1", part, what, MATTO, 0, arithmetic="0", trick=trick_of_matto)
    if settled.matto_back:
        mine = settled.matto_of == team
        what = "the Matto is taken back" if mine else f"the Matto goes back to {other}"
        points = value if mine else -value
        yield _line("M4.4", part, what, MATTO, points, arithmetic=str(points), trick=trick_of_matto)
    if settled.payment:
        paid = PACK.points(settled.payment)
        mine = settled.giver == team
        what = f"given to {other} for the Matto" if mine else "received for the Matto"
        points = -paid if mine else paid
        yield _line("M7.1", part, what, settled.payment, points, arithmetic=str(points))


def _combination_line(
    combination: Combination, part: tuple[int, str], seat: int | None = None
) -> Line:
    """The line of a combination, of a pile or of a seat's declaration (M5)."""
    words = f"{KIND_NAMES[combination.kind]}, {combination.length} cards"
    if seat is not None:
        words = f"declares {words}"
    points, arithmetic = combination.points, combination_arithmetic(combination)
    return _line(
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


def _cards_over_42(pile: int, team: int) -> Iterator[Line]:
    count = pile.bit_count()
    if count > EVEN_PILE:
        part = (team, "cards_over_42")
        more = count - EVEN_PILE
        arithmetic = f"{count} - {EVEN_PILE}"
        yield _line("M7.2", part, f"{count} cards", (), more, arithmetic=arithmetic)


def _last_trick(replay: Replay, team: int) -> Iterator[Line]:
    last = len(replay.winners) - 1
    winner = replay.winners[last]
    if team_of(winner) == team:
        cards = [replay.columns[seat][last] for seat in TURNS[replay.leaders[last]]]
        bonus = str(LAST_TRICK)
        part = (team, "last_trick")
        yield _line(
            "M7.2", part, "trick", cards, LAST_TRICK, arithmetic=bonus, seat=winner, trick=last
        )
