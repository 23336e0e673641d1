"""Where records come from: files, logs, packed ones, standard input; split, not yet read.

A file holds one record, an array of them, or (a log, `.jsonl`) one a line. Which of these it is
shows in its first lines, so that standard input needs no option.
"""

import gzip
import json
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader, RawIOBase
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from scorecli.errors import Problem, ScorecliError, UnreadableRecordError
from scorecli.extras import imported
from scorecli.files import PACKED_SUFFIXES
from scorecli.record.parsing import decode_text, syntax_problem
from scorecli.record.places import skip_blank, spot_of

STANDARD_INPUT: Final = "-"
GZIP_MAGIC: Final = b"\x1f\x8b"
"""What a file packed by gzip begins with."""

ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
"""What a file packed by zstandard begins with."""

_JSON_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|[^"\[\]{}\s,:]+', re.DOTALL)
_ZSTD_SKIPPED: Final = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
"""What it begins with where a frame that holds no data comes first."""

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


def read_source(source: str) -> Iterator[Piece]:
    """The records of a file, or of standard input (`-`), one after the other.

    Raises:
        ScorecliError: if the file can not be opened or read at all.
    """
    with open_source(source) as stream:
        yield from split_source(source, stream)


@contextmanager
def open_source(source: str) -> Iterator[BufferedReader]:
    """Open a file, or standard input (`-`), for its bytes.

    Raises:
        ScorecliError: if the file can not be opened or read.
    """
    try:
        if source == STANDARD_INPUT:
            yield _standard_input()
            return
        if not source:
            raise ScorecliError("the name of the file is empty")
        if Path(source).is_dir():
            raise ScorecliError(f"{source}: is a folder, not a file")
        with Path(source).open("rb") as stream:
            yield stream
    except FileNotFoundError:
        raise ScorecliError(f"{source}: no such file") from None
    except OSError as error:
        raise ScorecliError(f"{source}: can not be read: {error.strerror or error}") from None


def _standard_input() -> BufferedReader:
    if sys.stdin is None:
        raise ScorecliError(f"{STANDARD_INPUT}: is closed")
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


class DamagedError(ScorecliError):
    """Packed data end too early, or can not be unpacked."""


class _Unpacked(RawIOBase):
    """The bytes of a packed file; whatever is wrong with them is a `DamagedError`."""

    def __init__(self, packed: Any, by: str, damaged: tuple[type[Exception], ...]) -> None:
        self._packed = packed
        self._by = by
        self._damaged = damaged

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data: bytes = self._packed.read1(len(buffer))
        except self._damaged:
            message = f"the {self._by} data ends too early or is damaged"
            raise DamagedError(message) from None
        buffer[: len(data)] = data
        return len(data)


def unpacked(stream: BufferedReader) -> BufferedReader:
    """The bytes of a stream, unpacked if they are packed by gzip or zstandard.

    Raises:
        ScorecliError: if nothing is installed that unpacks zstandard.
    """
    head = stream.peek(4)[:4]
    if head.startswith(GZIP_MAGIC):
        damaged = (EOFError, gzip.BadGzipFile, zlib.error)
        return BufferedReader(_Unpacked(gzip.GzipFile(fileobj=stream), "gzip", damaged))
    if head.startswith(ZSTD_MAGIC) or _ZSTD_SKIPPED.match(head):
        zstd = _zstd()
        by_zstd = _Unpacked(zstd.ZstdFile(stream), "zstandard", (EOFError, zstd.ZstdError))
        return BufferedReader(by_zstd)
    return stream


def _zstd() -> Any:
    """The module that unpacks zstandard: a part of Python from 3.14 on."""
    return imported("zstd", "packed by zstandard", "compression.zstd", "backports.zstd")


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
        DamagedError: if these lines can not be unpacked.
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
        yield from _from_array(source, decode_text(whole, 1), marked=marked)
    except UnreadableRecordError as error:
        yield BrokenPiece(Place(source), error.problems[0])


def _from_array(source: str, text: str, *, marked: bool) -> Iterator[Piece]:
    decoder = json.JSONDecoder()
    offset = skip_blank(text, skip_blank(text, 0) + 1)
    index = 0
    while not text.startswith("]", offset):
        spot = spot_of(text, offset)
        place = Place(source, index=index, first_line=spot.line, first_column=spot.column)
        try:
            end, following = _end_of_element(decoder, text, offset)
        except json.JSONDecodeError as error:
            problem = syntax_problem(error, text, 1)
            message = f"{problem.message}; what follows in the array is not read"
            yield BrokenPiece(place, problem._replace(message=message))
            return
        yield RawRecord(place, text[offset:end].encode(), byte_order_mark=marked and not index)
        offset = following
        if text.startswith(",", following):
            offset = skip_blank(text, following + 1)
            if text.startswith("]", offset):
                message = "not valid JSON: nothing follows the comma"
                spot = spot_of(text, following)
                yield BrokenPiece(Place(source), Problem(message, "$", *spot))
                return
        index += 1
    if rest := text[offset + 1 :].strip(_BLANKS.decode()):
        spot = spot_of(text, text.index(rest, offset))
        yield BrokenPiece(Place(source), Problem("something follows the array", "$", *spot))
    elif not index:
        yield BrokenPiece(Place(source), Problem("an empty array: no record here"))


def _end_of_element(decoder: json.JSONDecoder, text: str, offset: int) -> tuple[int, int]:
    """Where an element of an array ends, and where the comma or bracket behind it stands.

    Raises:
        json.JSONDecodeError: if they are no valid JSON.
    """
    try:
        _value, end = decoder.raw_decode(text, offset)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError):
        # A number too long, or brackets too deep to be read: the record will say so.
        end = _end_by_brackets(text, offset)
    following = skip_blank(text, end)
    if text[following : following + 1] not in (",", "]"):
        raise json.JSONDecodeError("expecting ',' or ']'", text, following)
    return end, following


def _end_by_brackets(text: str, offset: int) -> int:
    """Where a JSON value ends that is valid but can not be read."""
    depth = 0
    for token in _JSON_TOKEN.finditer(text, offset):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if not depth:
            return token.end()
    return offset
