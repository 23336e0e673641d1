"""Whole files in canonical form: a record, an array of records, a log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scorecli.errors import Problem, ScorecliError, UnreadableRecordError
from scorecli.record.parsing import parse_record
from scorecli.record.sources import STANDARD_INPUT, BrokenPiece, Place, RawRecord, read_source
from scorecli.record.writing import compact_text, readable_text


@dataclass(slots=True)
class Formatted:
    """A file in canonical form.

    Attributes:
        source: the file as it was named.
        text: all its records in canonical form.
        changed: whether the file itself reads otherwise.
        unreadable: what could not be read, and why; then the text is of no use.
    """

    source: str
    text: str = ""
    changed: bool = False
    unreadable: list[tuple[Place, Sequence[Problem]]] = field(default_factory=list)


def format_source(source: str, *, lines: bool = False) -> Formatted:
    """Bring the records of a file (or of standard input, `-`) into canonical form.

    A log stays a log and an array an array, unless one record a line is asked for.
    """
    formatted = Formatted(source)
    pieces = []
    try:
        for piece in read_source(source):
            if isinstance(piece, BrokenPiece):
                formatted.unreadable.append((piece.place, [piece.problem]))
            else:
                pieces.append(piece)
    except ScorecliError as error:
        problem = Problem(str(error).removeprefix(f"{source}: "))
        formatted.unreadable.append((Place(source), [problem]))
    formatted.text = "".join(_texts(pieces, formatted, lines=lines))
    if source != STANDARD_INPUT and not formatted.unreadable:
        formatted.changed = Path(source).read_bytes() != formatted.text.encode()
    return formatted


def _texts(pieces: Sequence[RawRecord], formatted: Formatted, *, lines: bool) -> Iterator[str]:
    """The text of each record, with what stands between them."""
    in_array = bool(pieces) and pieces[0].place.index is not None and not lines
    for number, piece in enumerate(pieces):
        try:
            record = parse_record(piece.data, piece.place.first_line)
        except UnreadableRecordError as error:
            formatted.unreadable.append((piece.place, error.problems))
            continue
        if in_array:
            yield "[\n" if number == 0 else ",\n"
            yield readable_text(record, indent="  ")
        elif lines or piece.place.line is not None:
            yield f"{compact_text(record)}\n"
        else:
            yield f"{readable_text(record)}\n"
    if in_array:
        yield "\n]\n"
