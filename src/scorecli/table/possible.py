"""What is not known of a hand, and what is certain all the same: every way it can have been.

A fact that the record does not tell has few values; the hand is counted once for each way in which
all such facts can fit together, so that the bounds are exact.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

DRAW: Final = "draw"

Figures = Mapping[str, int]
"""The figures of a team."""


class Fact(NamedTuple):
    """A fact that is not recorded: what it is, and what it is in one way the hand can have been.

    Attributes:
        name: such as "the last trick".
        words: such as "NS took the last trick".
    """

    name: str
    words: str


class Possible(NamedTuple):
    """One way a hand can have been, counted.

    Attributes:
        facts: what is not recorded, as it was in this way; the same names in every way.
        figures: for NS and EW their figures.
        winner: "NS", "EW" or "draw".
        margin: by how much, never negative.
    """

    facts: tuple[Fact, ...]
    figures: tuple[Figures, Figures]
    winner: str
    margin: int


class Certain(NamedTuple):
    """What all the ways have in common, and how far they lie apart.

    Attributes:
        figures: for NS and EW their figures, None where they differ.
        winner: the winner, None where it differs.
        margin: the margin, None where it differs.
        bounds: for each figure its lowest and highest value, and the possible winners; None if
            all is certain.
        deciding: the facts that decide who wins; if that is certain, those that decide a figure.
        words: who wins on what condition, in a sentence.
    """

    figures: tuple[Mapping[str, int | None], Mapping[str, int | None]]
    winner: str | None
    margin: int | None
    bounds: Mapping[str, object] | None
    deciding: Sequence[str]
    words: str


def certain(ways: Sequence[Possible]) -> Certain:
    """What is certain of a hand that can have been in one of several ways."""
    figures = tuple(
        {name: _only(way.figures[team][name] for way in ways) for name in ways[0].figures[team]}
        for team in (0, 1)
    )
    winners = list(dict.fromkeys(way.winner for way in ways))
    bounds: dict[str, object] | None = None
    if any(way.figures != ways[0].figures for way in ways):
        bounds = {
            team: {
                name: _ends(way.figures[number][name] for way in ways)
                for name in ways[0].figures[number]
            }
            for number, team in enumerate(("NS", "EW"))
        }
        bounds["margin"] = _ends(way.margin for way in ways)
        bounds["winner"] = sorted(winners, key=("NS", "EW", DRAW).index)
    return Certain(
        (figures[0], figures[1]),
        winners[0] if len(winners) == 1 else None,
        _only(way.margin for way in ways),
        bounds,
        _deciding(ways) if bounds is not None else (),
        _words(ways),
    )


def _only(values: Iterable[int]) -> int | None:
    """The one value that all are, None if they are not all the same."""
    different = set(values)
    return different.pop() if len(different) == 1 else None


def _ends(values: Iterable[int]) -> list[int]:
    listed = list(values)
    return [min(listed), max(listed)]


def _deciding(ways: Sequence[Possible]) -> list[str]:
    """The names of the facts of which one alone can change the winner, else a figure."""
    names = [fact.name for fact in ways[0].facts]
    places = range(len(names))
    for what in ("winner", "figures"):
        if found := [names[place] for place in places if _decides(ways, place, what)]:
            return found
    # Facts that can only change together.
    return [names[place] for place in places if len({way.facts[place] for way in ways}) > 1]


def _decides(ways: Sequence[Possible], place: int, what: str) -> bool:
    """Whether two ways that differ in this fact alone differ in the winner, or in a figure."""
    seen: dict[object, object] = {}
    for way in ways:
        others = way.facts[:place] + way.facts[place + 1 :]
        value = getattr(way, what)
        if seen.setdefault(others, value) != value:
            return True
    return False


def _words(ways: Sequence[Possible]) -> str:
    """Who wins on what condition: "EW wins if EW took the last trick, else a draw"."""
    winners = list(dict.fromkeys(way.winner for way in ways))
    if len(winners) == 1:
        return _who(winners[0])
    if len(ways[0].facts) == 1 and len(winners) == 2:
        first, second = sorted(winners, key=lambda one: sum(way.winner == one for way in ways))
        when = " or ".join(way.facts[0].words for way in ways if way.winner == first)
        return f"{_who(first)} if {when}, else {_who(second)}"
    names = " and ".join(dict.fromkeys(_deciding(ways)))
    return f"{' or '.join(map(_who, winners))}, which depends on {names}"


def _who(winner: str) -> str:
    return "a draw" if winner == DRAW else f"{winner} wins"
