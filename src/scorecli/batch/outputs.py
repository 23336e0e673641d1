"""The files that an audit writes: they grow beside their place and take it when all is audited.

What was written so far stands in `FILE.partial`. The file itself is whole or is what it was before.
"""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # not on every system
    fcntl = None  # type: ignore[assignment]

from scorecli.batch.parquet import is_parquet, write_parquet
from scorecli.errors import ScorecliError, UsageError
from scorecli.files import mode_for


class Output:
    """A file of rows that is written to as the audit goes on.

    Attributes:
        path: where it is to stand.
        partial: where it stands until then.
        size: how many bytes were written.
    """

    def __init__(
        self, path: str, heading: str = "", size: int | None = None, *, lasting: bool = False
    ) -> None:
        """Begin a file, or go on with one.

        Args:
            path: where it is to stand.
            heading: its first line.
            size: how many bytes of it were written by the run that is gone on with; None to begin.
            lasting: whether another run is to go on with it if this one is broken off.

        Raises:
            UsageError: if another audit writes it, or what an earlier run wrote is gone.
            ScorecliError: if it cannot be written.
        """
        self.path = path
        self._direct = is_device(path)
        self.partial = Path(path) if self._direct else partial_of(path)
        try:
            if self._direct:
                self._stream: BinaryIO = self.partial.open("wb")
            elif lasting:
                self._stream = self._lasting(size)
            else:
                name = f".{self.partial.name}."
                handle, own = tempfile.mkstemp(prefix=name, dir=self.partial.parent)
                self.partial = Path(own)
                self._stream = os.fdopen(handle, "wb")
        except OSError as error:
            raise self._cannot_write(error) from None
        self.size = size or 0
        if not self.size:
            self.write([heading])

    def _lasting(self, size: int | None) -> BinaryIO:
        """Open what another run may go on with, at the place where an earlier one left off."""
        if size and not self.partial.exists():
            raise self._is_gone()
        stream = self.partial.open("ab")
        try:
            lock(stream)
        except OSError:
            stream.close()
            raise UsageError(f"{self.path}: another audit is writing it") from None
        there = stream.seek(0, os.SEEK_END)
        if there < (size or 0):
            stream.close()
            raise self._is_gone()
        stream.truncate(size or 0)
        return stream

    def write(self, rows: Iterable[str]) -> None:
        """Add rows, each with its line feed.

        Raises:
            ScorecliError: if they cannot be written.
        """
        data = "".join(rows).encode("utf-8", "backslashreplace")
        try:
            self._stream.write(data)
        except OSError as error:
            raise self._cannot_write(error) from None
        self.size += len(data)

    def sync(self) -> None:
        """See that all that was written is on the disk.

        Raises:
            ScorecliError: if it cannot be written.
        """
        try:
            self._stream.flush()
            if not self._direct:
                os.fsync(self._stream.fileno())
        except OSError as error:
            raise self._cannot_write(error) from None

    def close(self) -> None:
        """Write what is left and let go of the file, which stays beside its place.

        Raises:
            ScorecliError: if it cannot be written.
        """
        if self._stream.closed:
            return
        try:
            self.sync()
        finally:
            with suppress(OSError):
                self._stream.close()

    def abandon(self) -> None:
        """Remove what was written."""
        with suppress(OSError):
            self._stream.close()
        if not self._direct:
            self.partial.unlink(missing_ok=True)

    def keep(self) -> Path:
        """Let what was written stay beside the place of the file; where it is then."""
        kept = partial_of(self.path)
        if not self._direct and self.partial != kept:
            self.partial = self.partial.replace(kept)
        return self.partial

    def _is_gone(self) -> UsageError:
        message = f"{self.partial}: what an earlier run wrote is not there any more"
        return UsageError(f"{message}; remove the checkpoint to begin anew")

    def _cannot_write(self, error: OSError) -> ScorecliError:
        return ScorecliError(f"{self.path}: cannot be written: {error.strerror or error}")


def put_in_place(path: str, partial: Path) -> None:
    """Let a finished file take the place of what stood there before, if it is not there yet.

    Raises:
        ScorecliError: if it cannot.
    """
    target = Path(os.path.realpath(path))
    if is_device(path) or not partial.exists():
        return
    finished = partial
    try:
        if is_parquet(path):
            finished = partial.with_name(f"{partial.name}.parquet")
            write_parquet(partial, finished)
        finished.chmod(mode_for(target))
        finished.replace(target)
        partial.unlink(missing_ok=True)
    except OSError as error:
        raise ScorecliError(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        if finished != partial:
            finished.unlink(missing_ok=True)


def partial_of(path: str) -> Path:
    """Where a file stands until it is finished: beside what its name leads to."""
    return Path(f"{os.path.realpath(path)}.partial")


def is_device(path: str) -> bool:
    """Whether something stands there that is no file: it cannot be replaced, only written to."""
    if path.startswith(("/dev/", "/proc/")):
        return True
    return os.path.lexists(path) and os.path.exists(path) and not os.path.isfile(path)  # noqa: PTH110, PTH113 - of what cannot be looked at they say no


def lock(stream: BinaryIO) -> None:
    """Keep others from writing a file as long as it is open, where the system can.

    Raises:
        OSError: if another process does.
    """
    if fcntl is not None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
