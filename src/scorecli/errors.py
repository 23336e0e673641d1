"""What cannot be read or used, as exceptions; everything else that is wrong is a finding."""

from collections.abc import Sequence
from typing import NamedTuple


class ScorecliError(Exception):
    """Something the user gave cannot be read or used. The command line exits with 2."""

    @property
    def reason(self) -> str:
        """What is wrong, without the source that it is wrong with."""
        return str(self)


class SourceError(ScorecliError):
    """A file, or another source of records, that cannot be opened or read."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(source, reason)

    def __str__(self) -> str:
        """The source and what is wrong with it."""
        return f"{self.args[0]}: {self.args[1]}"

    @property
    def reason(self) -> str:
        """What is wrong, without the source."""
        return str(self.args[1])


class Problem(NamedTuple):
    """One thing that makes a record unreadable.

    Attributes:
        message: what is wrong, what was expected, and a suggestion where there is one.
        path: the place in the record, such as `$.hands.S[3]`.
        line: the line of the file, counted from 1, where known.
        column: the column in that line, counted from 1, where known.
    """

    message: str
    path: str = "$"
    line: int | None = None
    column: int | None = None


class UnreadableRecordError(ScorecliError):
    """A record that cannot be read, with everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{problem.path}: {problem.message}" for problem in problems))
        self.problems = tuple(problems)

    def __reduce__(self) -> tuple[type["UnreadableRecordError"], tuple[Sequence[Problem]]]:
        """How it goes to another process."""
        return UnreadableRecordError, (self.problems,)


class UsageError(ScorecliError):
    """An option or argument that cannot be used."""
