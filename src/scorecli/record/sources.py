"""Where records come from: files, logs, packed ones, standard input; split, not yet read.

A file holds one record, an array of them, or (a log, `.jsonl`) one a line. Which of these it is
shows in its first lines, so that standard input needs no option.
"""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BufferedReader
from itertools import chain
from pathlib import Path
from typing import Any, Final

from scorecli.errors import Problem, ScorecliError, SourceError, UnreadableRecordError
from scorecli.files import PACKED_SUFFIXES
from scorecli.record.arrays import split_array
from scorecli.record.parsing import decode_text
from scorecli.record.pieces import STANDARD_INPUT, BrokenPiece, Piece, Place, RawRecord
from scorecli.record.unpacking import DamagedError, unpacked

MAX_DOCUMENT_BYTES: Final = 1 << 28
"""An array longer than this is refused: it is read whole, where a log is read line by line."""

_LOG_SUFFIXES: Final = (".jsonl", ".ndjson")
RECORD_SUFFIXES: Final = tuple(
    kind + packed for kind in (".json", *_LOG_SUFFIXES) for packed in ("", *PACKED_SUFFIXES)
)
"""What the names of files of records end with."""

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_BLANKS: Final = b" \t\r\n"
"""What JSON takes for blank, and nothing else."""

_NO_UTF_8: Final = re.compile(rb"\xff\xfe|\xfe\xff|.{0,3}\0", re.DOTALL)


def read_source(source: str) -> Iterator[Piece]:
    """The records of a file, or of standard input (`-`), one after the other.

    Raises:
        ScorecliError: if the file cannot be opened or read at all.
    """
    with open_source(source) as stream:
        yield from split_source(source, stream)


@contextmanager
def open_source(source: str) -> Iterator[BufferedReader]:
    """Open a file, or standard input (`-`), for its bytes.

    Raises:
        ScorecliError: if the file cannot be opened or read.
    """
    try:
        if source == STANDARD_INPUT:
            yield _standard_input()
            return
        if not source:
            raise ScorecliError("the name of the file is empty")
        if Path(source).is_dir():
            raise SourceError(source, "is a folder, not a file")
        with Path(source).open("rb") as stream:
            yield stream
    except FileNotFoundError:
        raise SourceError(source, "no such file") from None
    except OSError as error:
        raise SourceError(source, f"cannot be read: {error.strerror or error}") from None


def _standard_input() -> BufferedReader:
    if sys.stdin is None:
        raise SourceError(STANDARD_INPUT, "is closed")
    stream: Any = sys.stdin.buffer
    # A program that runs the command in its own process may put a stream in memory here.
    return stream if isinstance(stream, BufferedReader) else BufferedReader(stream)


def split_source(source: str, stream: BufferedReader) -> Iterator[Piece]:
    """Split the bytes of a source, packed or not, into records: look at its first lines for how."""
    number = 0
    try:
        lines = _numbered_lines(unpacked(stream))
        head: list[tuple[int, bytes]] = []
        for number, line in lines:
            head.append((number, line))
            if _tells_enough(head):
                break
        if problem := _no_text(head):
            yield BrokenPiece(Place(source), problem)
        elif _is_log(source, head):
            for number, line in chain(head, lines):
                if holds_something(line):
                    yield from_line(source, number, line)
        else:
            yield from _from_document(source, chain(head, lines))
    except DamagedError as error:
        yield BrokenPiece(Place(source), Problem(str(error), line=number + 1))


def _numbered_lines(stream: BufferedReader) -> Iterator[tuple[int, bytes]]:
    """The lines of a stream, counted from 1; of an endless one no more than can be a record."""
    number = 0
    while line := stream.readline(MAX_DOCUMENT_BYTES):
        number += 1
        yield number, line


def _is_log(source: str, head: list[tuple[int, bytes]]) -> bool:
    """Whether the first lines begin a log: one whole object a line."""
    name = source.lower()
    for suffix in PACKED_SUFFIXES:
        name = name.removesuffix(suffix)
    begun = [
        line.removeprefix(_BYTE_ORDER_MARK).strip(_BLANKS)
        for _, line in head
        if holds_something(line)
    ]
    called_log = name.endswith(_LOG_SUFFIXES)
    if begun[0].startswith(b"[") and begun[-1] == b"]":
        return False
    # A record on a line of its own: what stands beside it is one line of a log that is wrong.
    objects = all(line.startswith(b"{") for line in begun) and b"}" in begun[0]
    if len(begun) > 1 and (objects or any(map(_is_record, begun))):
        return called_log or not begun[0].startswith(b"[")
    # One record, or an array, laid out over several lines is no log, whatever it is called.
    return called_log and begun[0] != b"{" and not begun[0].startswith(b"[")


def _no_text(head: list[tuple[int, bytes]]) -> Problem | None:
    """What is wrong with a source of which the first lines are no text, or are empty."""
    if not any(line.removeprefix(_BYTE_ORDER_MARK).strip(_BLANKS) for _, line in head):
        return Problem("empty: no record here")
    if _NO_UTF_8.match(head[0][1]) and not any(_is_record(line.strip()) for _, line in head):
        message = "not UTF-8, perhaps UTF-16, to judge by its first bytes: save it as UTF-8"
        return Problem(message, line=1, column=1)
    return None


def holds_log(source: str, stream: BufferedReader) -> bool:
    """Whether a source holds records one a line, by its name or its first lines, which are read.

    Args:
        source: its name.
        stream: its bytes, unpacked.

    Raises:
        DamagedError: if these lines cannot be unpacked.
    """
    head: list[tuple[int, bytes]] = []
    for number, line in _numbered_lines(stream):
        head.append((number, line))
        if _tells_enough(head):
            break
    return _no_text(head) is None and _is_log(source, head)


def _tells_enough(head: Sequence[tuple[int, bytes]]) -> bool:
    """Whether the first lines of a source show what it is: three of them are not blank."""
    return len([line for _number, line in head if holds_something(line)]) == 3


def holds_something(line: bytes) -> bool:
    """Whether a line of a log is more than blanks."""
    return bool(line.strip(_BLANKS))


def _is_record(line: bytes) -> bool:
    """Whether a line is a whole object that names its game, as no part of a record does."""
    if not line.startswith(b"{") or not line.endswith(b"}"):
        return False
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return "variant" in value


def from_line(source: str, number: int, line: bytes) -> RawRecord:
    """The record on a line of a log."""
    place = Place(source, line=number, first_line=number)
    # Where logs were put one behind the other there can be one at the head of each.
    marked = line.startswith(_BYTE_ORDER_MARK)
    data = line.removeprefix(_BYTE_ORDER_MARK).rstrip(_BLANKS)
    return RawRecord(place, data, byte_order_mark=marked)


def _from_document(source: str, lines: Iterator[tuple[int, bytes]]) -> Iterator[Piece]:
    """One record, or the records of an array."""
    data = bytearray()
    for _number, line in lines:
        data += line
        if len(data) > MAX_DOCUMENT_BYTES:
            message = f"longer than {MAX_DOCUMENT_BYTES:,} bytes: write a log, one record a line"
            yield BrokenPiece(Place(source), Problem(message))
            return
    marked = data.startswith(_BYTE_ORDER_MARK)
    whole = bytes(data).removeprefix(_BYTE_ORDER_MARK)
    if not whole.lstrip().startswith(b"["):
        yield RawRecord(Place(source), whole, byte_order_mark=marked)
        return
    try:
        yield from split_array(source, decode_text(whole, 1), marked=marked)
    except UnreadableRecordError as error:
        yield BrokenPiece(Place(source), error.problems[0])
