"""Whole files in canonical form: a record, an array of records, a log."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from io import BufferedReader, BytesIO

from scorecli.errors import Problem, ScorecliError, SourceError, UnreadableRecordError
from scorecli.record.parsing import parse_record
from scorecli.record.pieces import BrokenPiece, Place, RawRecord
from scorecli.record.schema import Record
from scorecli.record.sources import MAX_DOCUMENT_BYTES, open_source, split_source
from scorecli.record.unpacking import is_packed, unpacked
from scorecli.record.writing import compact_text, readable_text


@dataclass(slots=True)
class Formatted:
    """A file in canonical form.

    Attributes:
        source: the file as it was named.
        text: all its records in canonical form.
        changed: whether the file itself, unpacked, reads otherwise.
        packed: whether the file is packed, by gzip or zstandard.
        unreadable: what could not be read, and why; then the text is of no use.
    """

    source: str
    text: str = ""
    changed: bool = False
    packed: bool = False
    unreadable: list[tuple[Place, Sequence[Problem]]] = field(default_factory=list)


def format_source(
    source: str, *, lines: bool = False, change: Callable[[Record], Record] | None = None
) -> Formatted:
    """Bring the records of a file (or of standard input, `-`) into canonical form.

    A log stays a log and an array an array, unless one record a line is asked for.

    Args:
        source: the path.
        lines: whether to write one record a line.
        change: what else to do with each record; it raises UnreadableRecordError where it cannot.
    """
    formatted = Formatted(source)
    try:
        data = _read_whole(source)
    except ScorecliError as error:
        problem = Problem(error.reason)
        formatted.unreadable.append((Place(source), [problem]))
        return formatted
    pieces = []
    for piece in split_source(source, _stream(data)):
        if isinstance(piece, BrokenPiece):
            formatted.unreadable.append((piece.place, [piece.problem]))
        else:
            pieces.append(piece)
    formatted.text = "".join(_texts(pieces, formatted, change, lines=lines))
    formatted.packed = is_packed(data)
    if not formatted.unreadable:
        text = formatted.text.encode()
        formatted.changed = unpacked(_stream(data)).read(len(text) + 1) != text
    return formatted


def _read_whole(source: str) -> bytes:
    with open_source(source) as stream:
        data = stream.read(MAX_DOCUMENT_BYTES + 1)
    if len(data) > MAX_DOCUMENT_BYTES:
        message = f"longer than {MAX_DOCUMENT_BYTES:,} bytes: too long to be formatted whole"
        raise SourceError(source, message)
    return data


def _stream(data: bytes) -> BufferedReader:
    return BufferedReader(BytesIO(data))


def _texts(
    pieces: Sequence[RawRecord],
    formatted: Formatted,
    change: Callable[[Record], Record] | None,
    *,
    lines: bool,
) -> Iterator[str]:
    """The text of each record, with what stands between them."""
    in_array = bool(pieces) and pieces[0].place.index is not None and not lines
    for number, piece in enumerate(pieces):
        try:
            record = parse_record(piece.data, piece.place.first_line)
            record = record if change is None else change(record)
        except UnreadableRecordError as error:
            problems = [piece.place.in_file(problem) for problem in error.problems]
            formatted.unreadable.append((piece.place, problems))
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
