"""The rule sheets: found, taken apart, looked up by name or number."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple

from scorecli.errors import ScorecliError, UsageError
from scorecli.games import GAMES
from scorecli.nearest import did_you_mean

GENERAL: Final = "general"
"""The name of the sheet whose clauses belong to every game."""

_TITLE: Final = re.compile(r"# (.+)")
_REVISION: Final = re.compile(r"^revision: (\d+)$", re.MULTILINE)
_SECTION: Final = re.compile(r"## (?:([A-Z]\d+) )?(.+)")
_CLAUSE: Final = re.compile(r"\*\*([A-Z]\d+(?:\.\d+)?)\*\* ")


class Clause(NamedTuple):
    """A numbered clause of a sheet.

    Attributes:
        number: such as "B6.6".
        text: its sentences, one a line, without the number.
    """

    number: str
    text: str


class Section(NamedTuple):
    """A section of a sheet.

    Attributes:
        number: such as "B6"; None where a section has no number.
        title: its heading, without the number.
        text: all that stands below the heading, as written (Markdown).
        clauses: its clauses, in order.
    """

    number: str | None
    title: str
    text: str
    clauses: tuple[Clause, ...]


class Sheet(NamedTuple):
    """The rule sheet of a game, or the general one.

    Attributes:
        name: the name of the game as records write it, or "general".
        title: its heading.
        revision: its revision, counted from 1.
        text: all of it, as written (Markdown).
        sections: its sections, in order.
    """

    name: str
    title: str
    revision: int
    text: str
    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All its clauses, in order."""
        return tuple(clause for section in self.sections for clause in section.clauses)


class Found(NamedTuple):
    """What a name or a number stands for: a sheet, one section of it, or one clause.

    Attributes:
        sheet: the sheet.
        section: the section; None where the whole sheet is meant.
        clause: the clause; None where the whole section or sheet is meant.
    """

    sheet: Sheet
    section: Section | None = None
    clause: Clause | None = None


def parse_sheet(name: str, text: str) -> Sheet:
    """Take a sheet apart.

    Args:
        name: the name of the game, or "general".
        text: the sheet: `# title`, a line `revision: 1`, sections headed `## B6 Sequences` or
            without a number, clauses that begin with their number in bold and end with an empty
            line.

    Raises:
        ScorecliError: if it has no title or no revision.
    """
    head, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    title, revision = _TITLE.match(head), _REVISION.search(head)
    if not title or not revision:
        raise ScorecliError(f"the rule sheet {name!r} has no title or no revision")
    sections = tuple(_parse_section(part) for part in parts)
    return Sheet(name, title[1], int(revision[1]), text, sections)


def _parse_section(part: str) -> Section:
    heading = _SECTION.match(part)
    assert heading, "the sheet was split where headings begin"
    text = part[heading.end() :].strip()
    clauses = tuple(
        Clause(number[1], paragraph[number.end() :])
        for paragraph in re.split(r"\n\s*\n", text)
        if (number := _CLAUSE.match(paragraph))
    )
    return Section(heading[1], heading[2], text, clauses)


def sheet_names() -> tuple[str, ...]:
    """The names that `sheet` knows: the games, then the general sheet."""
    return (*GAMES, GENERAL)


@cache
def sheet(name: str) -> Sheet:
    """The sheet of a game, or the general one; either case will do.

    Raises:
        UsageError: if there is no sheet of that name, with the nearest one and all there are.
        ScorecliError: if the sheets are missing from the installation.
    """
    if name.lower() not in sheet_names():
        known = " and ".join(sheet_names())
        suggestion = did_you_mean(name, sheet_names())
        raise UsageError(f"no rule sheet {name!r}: there are {known}{suggestion}")
    text = (_folder() / f"{name.lower()}.md").read_text(encoding="utf-8")
    return parse_sheet(name.lower(), text)


def _folder() -> Traversable:
    """Where the sheets are: in the installed package, or at the top of the repository."""
    installed = resources.files("scorecli") / "seeds"
    repository = Path(__file__).resolve().parents[2] / "seeds"
    for folder in (installed, repository):
        if folder.is_dir():
            return folder
    raise ScorecliError("the rule sheets are missing from this installation")


def clause(number: str) -> Clause:
    """The clause of a number, in either case.

    Raises:
        UsageError: if there is no such clause, with the nearest number and what there is.
        ScorecliError: if the sheets are missing from the installation.
    """
    found = look_up(number)
    if found.clause is None:
        raise UsageError(f"{number} is not the number of a clause: {_offer(number)}")
    return found.clause


def look_up(wanted: str) -> Found:
    """Find a sheet by its name, a section or a clause by its number; either case will do.

    Raises:
        UsageError: if there is nothing of that name, with the nearest one and what there is.
        ScorecliError: if the sheets are missing from the installation.
    """
    known = dict(_everything())
    found = known.get(wanted.lower()) or known.get(wanted.upper())
    if found is None:
        raise UsageError(f"no rule {wanted!r}: {_offer(wanted)}{did_you_mean(wanted, known)}")
    return found


def _everything() -> Iterator[tuple[str, Found]]:
    """All that can be looked up, each with its name or number."""
    for name in sheet_names():
        whole = sheet(name)
        yield name, Found(whole)
        for section in whole.sections:
            if section.number:
                yield section.number, Found(whole, section)
            for one in section.clauses:
                yield one.number, Found(whole, section, one)


def _offer(wanted: str) -> str:
    """What there is: the clauses of the section that was meant, else the sheets and sections."""
    section = wanted.upper().partition(".")[0]
    beside = [name for name, _found in _everything() if name.startswith(f"{section}.")]
    if beside:
        return f"{section} has {beside[0]} to {beside[-1]}"
    ranges = []
    for name in sheet_names():
        # A section or, where sections have no numbers, a clause.
        coarse = [
            number
            for number, found in _everything()
            if found.sheet.name == name and number != name and "." not in number
        ]
        ranges.append(f"{name} ({coarse[0]} to {coarse[-1]})")
    return f"there are {' and '.join(ranges)}"
