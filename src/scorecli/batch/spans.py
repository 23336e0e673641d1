"""Stretches of an input: what a worker is told to read, and how it reads it."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from scorecli.errors import Problem, ScorecliError, SourceError
from scorecli.extras import imported
from scorecli.record.parsing import MAX_RECORD_BYTES
from scorecli.record.pieces import BrokenPiece, Piece, Place
from scorecli.record.sources import from_line, holds_something, split_source

LONGEST_LINE: Final = 8 << 20
"""Of a line that is longer no more is read: it is no record."""

REMOTE: Final = "://"
"""What the name of an object of a store has, and that of a file has not."""


class Span(NamedTuple):
    """A stretch of one input.

    Attributes:
        number: which input it is of, counted from 0.
        source: the name of that input.
        path: the file to read, which is another one where the input had to be unpacked.
        start: the byte from which on lines are taken that begin there.
        end: the byte before which the last line begins; None for a file that is taken whole.
        lines: how many lines of the input come before.
        spooled: whether the file is there for this span alone.
        problem: why there is nothing to read.
    """

    number: int
    source: str
    path: str
    start: int = 0
    end: int | None = None
    lines: int = 0
    spooled: bool = False
    problem: Problem | None = None


def fsspec_module() -> Any:
    """What reads object stores.

    Raises:
        ScorecliError: if it is not installed.
    """
    return imported("cluster", "to read from an object store", "fsspec")


@contextmanager
def open_bytes(path: str) -> Iterator[io.BufferedReader]:
    """Open a file, or an object of a store, for its bytes.

    Raises:
        OSError: if it cannot be opened or read.
        ScorecliError: if a store says why it cannot be.
    """
    if REMOTE not in path:
        with Path(path).open("rb") as stream:
            yield stream
        return
    store = fsspec_module()
    try:
        remote = store.open(path, "rb").open()
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - each store has errors of its own
        raise SourceError(path, f"cannot be read: {error}") from None
    with remote, io.BufferedReader(remote) as stream:
        yield stream


def read_span(span: Span) -> Iterator[Piece]:
    """The records of a span, not yet read; a file that cannot be read is a broken piece."""
    if span.problem is not None:
        yield BrokenPiece(Place(span.source), span.problem)
        return
    try:
        if span.end is None:
            with open_bytes(span.path) as stream:
                yield from split_source(span.source, stream)
        else:
            for number, line in enumerate(_lines(span), span.lines + 1):
                if len(line) >= LONGEST_LINE:
                    message = f"the record is too long: more than {MAX_RECORD_BYTES:,} bytes"
                    place = Place(span.source, line=number, first_line=number)
                    yield BrokenPiece(place, Problem(message, line=number))
                elif holds_something(line):
                    yield from_line(span.source, number, line)
    except ScorecliError as error:
        yield BrokenPiece(Place(span.source), Problem(str(error)))
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        yield BrokenPiece(Place(span.source), Problem(message))


def _lines(span: Span) -> list[bytes]:
    """The lines that begin in a range of bytes, the last one to its end."""
    assert span.end is not None
    begin = max(span.start - 1, 0)
    with open_bytes(span.path) as stream:
        stream.seek(begin)
        data = stream.read(span.end - begin)
        if len(data) < span.end - begin:
            message = f"has become shorter while it was read: it ends at byte {begin + len(data):,}"
            raise ScorecliError(message)
        if span.start:
            # A line that began before is another worker's.
            _before, _end, data = data.partition(b"\n")
        if data and not data.endswith(b"\n"):
            data += stream.readline(LONGEST_LINE)
    lines = data.split(b"\n")
    if not lines[-1]:
        del lines[-1]
    return lines
