"""What the Tab key offers: games, seats, codes, clauses, house rules, files.

Each function takes what was typed so far and gives the words that begin with it, each with what it
means where that helps. Nothing is imported before the key is pressed.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

Offer = list[tuple[str, str]]
"""Words, each with what it means."""


def games(incomplete: str) -> Offer:
    """Games by their names."""
    from scorecli.games import GAMES, game_named

    return _beginning(incomplete, ((name, game_named(name).title) for name in GAMES))


def seats(incomplete: str) -> Offer:
    """The four seats."""
    return _beginning(incomplete, zip("SENW", ("South", "East", "North", "West"), strict=True))


def seats_and(incomplete: str) -> Offer:
    """The four seats, each with the sign that a value follows."""
    return [(f"{seat}=", name) for seat, name in seats(incomplete)]


def teams(incomplete: str) -> Offer:
    """The two teams."""
    return _beginning(incomplete, (("NS", "North and South"), ("EW", "East and West")))


def words(*known: str) -> Callable[[str], Offer]:
    """What offers some words that say themselves what they mean."""

    def offer(incomplete: str) -> Offer:
        return _beginning(incomplete, ((word, "") for word in known))

    return offer


def languages(incomplete: str) -> Offer:
    """The languages of the names of cards."""
    from scorecli.names import LANGUAGES

    return _beginning(incomplete, LANGUAGES.items())


def codes(incomplete: str) -> Offer:
    """The codes of findings, with their titles."""
    from scorecli.explain.catalogue import catalogue

    return _beginning(incomplete, ((code, one.title) for code, one in catalogue().items()))


def clauses(incomplete: str) -> Offer:
    """Rule sheets; of one that begins with the letter its sections, of a section its clauses."""
    return _beginning(incomplete, _clauses(incomplete))


def house_rules(incomplete: str) -> Offer:
    """House rules of all games, and once one is named its values."""
    from scorecli.games import GAMES, game_named

    switches = [switch for name in GAMES for switch in game_named(name).switches]
    named, equals, _value = incomplete.partition("=")
    if not equals:
        return _beginning(incomplete, ((f"{one.name}=", one.meaning) for one in switches))
    return _beginning(
        incomplete,
        (
            (f"{one.name}={_shown(value)}", "")
            for one in switches
            if one.name == named
            for value in one.values
        ),
    )


def figures(incomplete: str) -> Offer:
    """The figures of all games, for each team."""
    from scorecli.games import GAMES, game_named

    titles = {
        figure: title for name in GAMES for figure, title in game_named(name).figure_titles.items()
    }
    return _beginning(
        incomplete,
        ((f"{team}.{figure}", title) for team in ("NS", "EW") for figure, title in titles.items()),
    )


def records(incomplete: str) -> Offer:
    """Files that can hold records, and folders on the way to them."""
    from scorecli.record.sources import RECORD_SUFFIXES

    folder, slash, begun = incomplete.rpartition("/")
    try:
        there = sorted(Path(folder + slash or ".").expanduser().iterdir())
    except OSError:
        return []
    return [
        (f"{folder}{slash}{path.name}{'/' if path.is_dir() else ''}", "")
        for path in there
        if path.name.startswith(begun)
        and (begun.startswith(".") or not path.name.startswith("."))
        and (path.is_dir() or path.name.endswith(RECORD_SUFFIXES))
    ]


def _clauses(incomplete: str) -> Iterator[tuple[str, str]]:
    from scorecli.sheets import sheet, sheet_names

    for name in sheet_names():
        one = sheet(name)
        yield name, one.title
        for section in one.sections:
            if section.number is None:
                continue
            yield section.number, section.title
            if incomplete.startswith(section.number):
                for clause in section.clauses:
                    yield clause.number, clause.text.partition("\n")[0]


def _beginning(incomplete: str, offered: Iterable[tuple[str, str]]) -> Offer:
    found = {word: meaning for word, meaning in offered if word.startswith(incomplete)}
    return list(found.items())


def _shown(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
