"""What is not known of a hand, and what is certain all the same: every way it can have been.

A fact that the record does not tell has few values; the hand is counted once for each way in which
all such facts can fit together, so that the bounds are exact. Where the rule sheet says what is
assumed of a fact that is not recorded, the figures are those of the assumption, and the bounds tell
what they can have been.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from scorecli.seats import DRAW, TEAMS
from scorecli.table.wording import listed

_MOST_CONDITIONS: Final = 4
"""If a winner wins on more conditions than these they are not told one by one."""

Figures = Mapping[str, int]
"""The figures of a team."""


class Fact(NamedTuple):
    """A fact that is not recorded: what it is, and what it is in one way the hand can have been.

    Attributes:
        name: such as "the last trick".
        words: such as "NS took the last trick".
        against_assumption: whether the rule sheet assumes otherwise where the record is silent.
    """

    name: str
    words: str
    against_assumption: bool = False


class Possible(NamedTuple):
    """One way a hand can have been, counted.

    Attributes:
        facts: what is not recorded, as it was in this way; the same names in every way.
        figures: for NS and EW their figures.
        winner: "NS", "EW" or "draw".
        margin: by how much, never negative.
        piles: for NS and EW the mask of those cards of its pile that are known.
    """

    facts: tuple[Fact, ...]
    figures: tuple[Figures, Figures]
    winner: str
    margin: int
    piles: tuple[int, int]

    @property
    def stands(self) -> bool:
        """Whether nothing in it is against what the rule sheet assumes."""
        return not any(fact.against_assumption for fact in self.facts)


class Certain(NamedTuple):
    """What all the ways have in common, and how far they lie apart.

    Attributes:
        figures: for NS and EW their figures, None where they differ among the ways that stand.
        winner: the winner, None where it differs among these.
        margin: the margin, None where it differs among these.
        bounds: for each figure its lowest and highest value in any way, and the possible winners;
            None if all is certain.
        deciding: the facts that decide who wins; if that is certain, those that decide a figure.
        words: who wins on what condition, in a sentence.
        same_piles: whether the known cards of the piles are the same in all ways that stand.
    """

    figures: tuple[Mapping[str, int | None], Mapping[str, int | None]]
    winner: str | None
    margin: int | None
    bounds: Mapping[str, object] | None
    deciding: Sequence[str]
    words: str
    same_piles: bool


def certain(ways: Sequence[Possible]) -> Certain:
    """What is certain of a hand that can have been in one of several ways; the first one stands."""
    standing = [way for way in ways if way.stands]
    figures = tuple(
        {name: only(way.figures[team][name] for way in standing) for name in ways[0].figures[team]}
        for team in (0, 1)
    )
    bounds: dict[str, object] | None = None
    if any(way.figures != ways[0].figures for way in ways):
        bounds = {
            team: {
                name: ends(way.figures[number][name] for way in ways)
                for name in ways[0].figures[number]
            }
            for number, team in enumerate(TEAMS)
        }
        bounds["margin"] = ends(way.margin for way in ways)
        bounds["winner"] = sorted({way.winner for way in ways}, key=(*TEAMS, DRAW).index)
    winners = {way.winner for way in standing}
    return Certain(
        (figures[0], figures[1]),
        winners.pop() if len(winners) == 1 else None,
        only(way.margin for way in standing),
        bounds,
        _deciding(ways) if bounds is not None else (),
        _words(ways),
        len({way.piles for way in standing}) == 1,
    )


def only(values: Iterable[int]) -> int | None:
    """The one value that all are, None if they are not all the same."""
    different = set(values)
    return different.pop() if len(different) == 1 else None


def ends(values: Iterable[int]) -> list[int]:
    """The lowest and the highest of some values."""
    found = list(values)
    return [min(found), max(found)]


def _deciding(ways: Sequence[Possible]) -> list[str]:
    """The names of the facts of which one alone can change the winner, else a figure."""
    names = [fact.name for fact in ways[0].facts]
    places = range(len(names))
    for outcome in (_winner_of, _figures_of):
        if found := [names[place] for place in places if _decides(ways, place, outcome)]:
            return found
    # Facts that can only change together.
    return [names[place] for place in places if len({way.facts[place].words for way in ways}) > 1]


def _winner_of(way: Possible) -> object:
    return way.winner


def _figures_of(way: Possible) -> object:
    return tuple(tuple(figures.values()) for figures in way.figures)


_Outcome = Callable[[Possible], object]
"""What may differ from way to way."""


def _decides(ways: Sequence[Possible], place: int, outcome: _Outcome) -> bool:
    """Whether two ways that differ in this fact alone differ in the outcome.

    A later fact can rest on it, as the card given for the Matto does on who played it. No two ways
    may then differ in the first one alone, and all that can come of such facts is compared.
    """
    resting = {
        later for later in range(place + 1, len(ways[0].facts)) if _rests_on(ways, later, place)
    }
    return _differs(ways, place, outcome, set()) or _differs(ways, place, outcome, resting)


def _rests_on(ways: Sequence[Possible], later: int, place: int) -> bool:
    """Whether what one fact can be is not the same for each value of another."""
    beside: dict[str, set[str]] = {}
    for way in ways:
        beside.setdefault(way.facts[place].words, set()).add(way.facts[later].words)
    first, *rest = beside.values()
    return any(values != first for values in rest)


def _differs(ways: Sequence[Possible], place: int, outcome: _Outcome, resting: set[int]) -> bool:
    """Whether what can come of a fact differs with it, the others alike but for those resting."""
    left_out = {place, *resting}
    found: dict[object, dict[str, set[object]]] = {}
    for way in ways:
        others = tuple(
            fact.words for number, fact in enumerate(way.facts) if number not in left_out
        )
        by_value = found.setdefault(others, {})
        by_value.setdefault(way.facts[place].words, set()).add(outcome(way))
    return any(
        outcomes != first
        for first, *rest in (by_value.values() for by_value in found.values())
        for outcomes in rest
    )


def _words(ways: Sequence[Possible]) -> str:
    """Who wins on what condition: "EW wins if EW took the last trick, else a draw"."""
    winners = list(dict.fromkeys(way.winner for way in ways))
    if len(winners) == 1:
        return _who(winners[0])
    deciding = list(dict.fromkeys(_deciding(ways)))
    if len(deciding) == 1 and len(winners) == 2:
        when = _conditions(ways, deciding[0])
        first, second = sorted(winners, key=lambda winner: len(when[winner]))
        if not set(when[first]) & set(when[second]) and len(when[first]) <= _MOST_CONDITIONS:
            return f"{_who(first)} if {' or '.join(when[first])}, else {_who(second)}"
    who = listed([_who(winner) for winner in winners], "or")
    return f"{who}, which depends on {listed(deciding, 'and')}"


def _conditions(ways: Sequence[Possible], name: str) -> dict[str, list[str]]:
    """For each winner what a fact is when that team wins, in words."""
    when: dict[str, dict[str, None]] = {}
    for way in ways:
        words = next(fact.words for fact in way.facts if fact.name == name)
        when.setdefault(way.winner, {})[words] = None
    return {winner: list(words) for winner, words in when.items()}


def _who(winner: str) -> str:
    return "a draw" if winner == DRAW else f"{winner} wins"
