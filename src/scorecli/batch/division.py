"""Inputs shared out into tasks.

A worker is told where to read, never given what to read: a log is divided into ranges of bytes.
What cannot be divided (packed files, standard input) is unpacked once into files of its own, a
piece at a time. The division depends on the inputs alone, so that every run divides them alike.
"""

import io
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from scorecli.batch.inputs import Source
from scorecli.batch.spans import LONGEST_LINE, Span, open_bytes
from scorecli.errors import Problem, ScorecliError, SourceError
from scorecli.record.sources import MAX_DOCUMENT_BYTES, holds_log, open_source
from scorecli.record.unpacking import DamagedError, unpacked

TASK_BYTES: Final = 4 << 20
"""How much of a log a worker takes at once: some thousands of hands."""

_READ: Final = 1 << 16


class Position(NamedTuple):
    """Where the next task begins: the input, the byte of it (unpacked), the lines before."""

    source: int
    start: int = 0
    lines: int = 0


START: Final = Position(0)


class Task(NamedTuple):
    """What a worker audits at once.

    Attributes:
        spans: the stretches.
        after: where the next task begins.
        size: how many bytes of the inputs that is, as they lie on the disk.
    """

    spans: tuple[Span, ...]
    after: Position
    size: int


@dataclass(slots=True)
class Division:
    """Divides inputs into tasks, from a position on.

    Attributes:
        sources: the inputs.
        folder: where what cannot be divided is unpacked; None to leave that to the worker.
        start: where to begin.
    """

    sources: Sequence[Source]
    folder: Path | None
    start: Position = START
    _waiting: list[Span] = field(default_factory=list)
    _size: int = 0

    def tasks(self) -> Iterator[Task]:
        """The tasks, in the order of the inputs; small files are taken together."""
        for number in range(self.start.source, len(self.sources)):
            source = self.sources[number]
            begin = self.start if number == self.start.source else Position(number)
            for span, after, size in self._spans(number, source, begin):
                self._waiting.append(span)
                self._size += size
                if self._size >= TASK_BYTES or after.source == number:
                    yield self._task(after)
        if self._waiting:
            yield self._task(Position(len(self.sources)))

    def _task(self, after: Position) -> Task:
        task = Task(tuple(self._waiting), after, self._size)
        self._waiting.clear()
        self._size = 0
        return task

    def _spans(
        self, number: int, source: Source, begin: Position
    ) -> Iterator[tuple[Span, Position, int]]:
        """The spans of an input, each with where the next begins and its size on the disk."""
        whole = Span(number, source.name, source.name), Position(number + 1), source.size
        if source.problem is not None:
            yield whole[0]._replace(problem=Problem(source.problem)), whole[1], 0
            return
        try:
            with _opened(source) as stream:
                packed = unpacked(stream)
                if source.streamed or (packed is not stream and self.folder is not None):
                    yield from self._unpacked(number, source, stream, packed, begin)
                elif packed is stream and (begin.start or holds_log(source.name, packed)):
                    yield from self._ranges(number, source, begin)
                else:
                    yield whole
        except NoRoomError:
            raise
        except ScorecliError as error:
            problem = Problem(error.reason)
            yield whole[0]._replace(problem=problem), whole[1], source.size

    def _ranges(
        self, number: int, source: Source, begin: Position
    ) -> Iterator[tuple[Span, Position, int]]:
        """Ranges of bytes of a log, each with the number of lines before it."""
        start, lines = begin.start, begin.lines
        with open_bytes(source.name) as stream:
            while start < source.size:
                end = min(start + TASK_BYTES, source.size)
                begun = _lines_begun(stream, start, end)
                last = end == source.size
                after = Position(number + 1) if last else Position(number, end, lines + begun)
                span = Span(number, source.name, source.name, start, end, lines)
                yield span, after, end - start
                start, lines = end, lines + begun

    def _unpacked(
        self,
        number: int,
        source: Source,
        raw: io.BufferedReader,
        stream: io.BufferedReader,
        begin: Position,
    ) -> Iterator[tuple[Span, Position, int]]:
        """An input that cannot be divided, unpacked in pieces that are written to the disk."""
        pieces = _Pieces(stream)
        piece = pieces.next()
        log = holds_log(source.name, io.BufferedReader(io.BytesIO(piece)))
        if log:
            pieces.longest = LONGEST_LINE
        else:
            # One record or an array, which is read whole in any case.
            while len(piece) <= MAX_DOCUMENT_BYTES and (more := pieces.next()):
                piece += more
            if pieces.problem is not None:
                piece = b""
        start = lines = told = 0
        while piece:
            end, begun = start + len(piece), piece.count(b"\n")
            following = pieces.next()
            last = not following and pieces.problem is None
            if start >= begin.start:
                span = Span(number, source.name, self._spooled(piece), lines=lines, spooled=True)
                after = Position(number + 1) if last else Position(number, end, lines + begun)
                read = raw.tell() if source.size else end
                yield span._replace(end=len(piece) if log else None), after, read - told
                told = read
            start, lines, piece = end, lines + begun, following
        if pieces.problem is not None or not start:
            problem = Problem(pieces.problem or "empty: no record here", line=lines + 1)
            span = Span(number, source.name, source.name, problem=problem)
            yield span, Position(number + 1), 0

    def _spooled(self, data: bytes) -> str:
        try:
            with tempfile.NamedTemporaryFile(dir=self.folder, delete=False) as spooled:
                spooled.write(data)
        except OSError as error:
            raise NoRoomError(self.folder, error) from None
        return spooled.name


class NoRoomError(ScorecliError):
    """What an audit needs beside its inputs and outputs cannot be written."""

    def __init__(self, folder: Path | None, error: OSError) -> None:
        """Tell of the folder, and why nothing can be written there."""
        super().__init__(f"{folder}: cannot be written: {error.strerror or error}")


@contextmanager
def _opened(source: Source) -> Iterator[io.BufferedReader]:
    if not source.remote:
        with open_source(source.name) as stream:
            yield stream
        return
    try:
        with open_bytes(source.name) as stream:
            yield stream
    except OSError as error:
        raise SourceError(source.name, f"cannot be read: {error.strerror or error}") from None


class _Pieces:
    """A stream in pieces of whole lines; what comes before damaged data is a piece too.

    Attributes:
        problem: why there is no more, if that is not simply its end.
        longest: of a line that is longer than this only the beginning is taken.
    """

    def __init__(self, stream: io.BufferedReader) -> None:
        self._stream = stream
        self._buffer = bytearray()
        self._looked_at = 0
        self._ended = False
        self.problem: str | None = None
        # What is no log may be one line.
        self.longest = MAX_DOCUMENT_BYTES

    def next(self) -> bytes:
        """The next piece, empty if there is none."""
        while not self._ended and (size := self._whole_lines()) is None:
            try:
                data = self._stream.read1(_READ)
            except DamagedError as error:
                self.problem = str(error)
                data = b""
            self._ended = not data
            self._buffer += data
        size = self._whole_lines() or len(self._buffer)
        piece = bytes(self._buffer[:size])
        del self._buffer[:size]
        self._looked_at = 0
        return piece

    def _whole_lines(self) -> int | None:
        """The length of the next piece, None if its end is not there yet."""
        begin = max(TASK_BYTES - 1, self._looked_at)
        size = self._buffer.find(b"\n", begin) + 1
        if not size:
            if len(self._buffer) > TASK_BYTES + self.longest:
                # It is no record in any case: the rest of such a line is passed over.
                del self._buffer[TASK_BYTES + self.longest :]
            self._looked_at = len(self._buffer)
        return size or None


def _lines_begun(stream: Any, start: int, end: int) -> int:
    """How many lines begin in a range of bytes."""
    first = 1 if start == 0 else 0
    stream.seek(max(start - 1, 0))
    data: bytes = stream.read(end - 1 - max(start - 1, 0))
    return first + data.count(b"\n")
