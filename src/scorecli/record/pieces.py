"""Records as they stand in a source, not yet read: their bytes, and where that is."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from scorecli.errors import Problem

STANDARD_INPUT: Final = "-"
"""The name that stands for standard input."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands.

    Attributes:
        source: the file as it was named, `-` for standard input.
        line: its line in a log, counted from 1; None in a file that is no log.
        index: its place in an array, counted from 0; None where there is no array.
        first_line: the line on which it begins, counted from 1.
        first_column: the column of that line in which it begins, counted from 1.
    """

    source: str
    line: int | None = None
    index: int | None = None
    first_line: int = 1
    first_column: int = 1

    @property
    def name(self) -> str:
        """The source for people."""
        return "standard input" if self.source == STANDARD_INPUT else self.source or "''"

    def __reduce__(self) -> tuple[type["Place"], tuple[object, ...]]:
        """A short form for going to another process: a place goes with every hand."""
        return Place, (self.source, self.line, self.index, self.first_line, self.first_column)

    def in_file(self, problem: Problem) -> Problem:
        """A problem of the record with its column in the file, not in the record."""
        if problem.column is None or problem.line != self.first_line:
            return problem
        return problem._replace(column=problem.column + self.first_column - 1)

    def __str__(self) -> str:
        """The place for people: `log.jsonl:12`, `evening.json[3]`, `hand.json`."""
        if self.line is not None:
            return f"{self.name}:{self.line}"
        return self.name if self.index is None else f"{self.name}[{self.index}]"


class RawRecord(NamedTuple):
    """The bytes of one record, where they stand, and whether a byte order mark came before."""

    place: Place
    data: bytes
    byte_order_mark: bool = False


class BrokenPiece(NamedTuple):
    """A piece of a source in which no record can be found, and why."""

    place: Place
    problem: Problem


Piece = RawRecord | BrokenPiece
"""What a source is split into."""
