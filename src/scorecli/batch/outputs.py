"""The files that an audit writes: they grow beside their place and take it when all is audited.

What was written so far stands in `FILE.partial`. The file itself is whole or is what it was before.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from scorecli.batch.parquet import is_parquet, write_parquet
from scorecli.errors import ScorecliError
from scorecli.files import mode_for


class Output:
    """A file of rows that is written to as the audit goes on.

    Attributes:
        path: where it is to stand.
        size: how many bytes were written.
    """

    def __init__(self, path: str, heading: str = "", size: int | None = None) -> None:
        """Begin a file, or go on with one.

        Args:
            path: where it is to stand.
            heading: its first line.
            size: how many bytes of it were written by the run that is gone on with; None to begin.

        Raises:
            ScorecliError: if it can not be written.
        """
        self.path = path
        self._direct = is_device(Path(path))
        self.partial = Path(path) if self._direct else partial_of(path)
        try:
            if size is not None and not self._direct:
                os.truncate(self.partial, size)
            begun = "wb" if size is None else "ab"
            self._stream: BinaryIO = self.partial.open(begun)  # type: ignore[assignment]
        except OSError as error:
            raise self._can_not_write(error) from None
        self.size = size or 0
        if not self.size:
            self.write([heading])

    def write(self, rows: Iterable[str]) -> None:
        """Add rows, each with its line feed.

        Raises:
            ScorecliError: if they can not be written.
        """
        data = "".join(rows).encode("utf-8", "backslashreplace")
        try:
            self._stream.write(data)
        except OSError as error:
            raise self._can_not_write(error) from None
        self.size += len(data)

    def sync(self) -> None:
        """See that all that was written is on the disk.

        Raises:
            ScorecliError: if it can not be written.
        """
        try:
            self._stream.flush()
            if not self._direct:
                os.fsync(self._stream.fileno())
        except OSError as error:
            raise self._can_not_write(error) from None

    def close(self) -> None:
        """Write what is left and let go of the file, which stays beside its place.

        Raises:
            ScorecliError: if it can not be written.
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

    def _can_not_write(self, error: OSError) -> ScorecliError:
        return ScorecliError(f"{self.path}: can not be written: {error.strerror or error}")


def put_in_place(path: str) -> None:
    """Let a finished file take the place of what stood there before, if it is not there yet.

    Raises:
        ScorecliError: if it can not.
    """
    partial, target = partial_of(path), Path(path).resolve()
    if is_device(target) or not partial.exists():
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
        if finished != partial:
            finished.unlink(missing_ok=True)
        raise ScorecliError(f"{path}: can not be written: {error.strerror or error}") from None


def partial_of(path: str) -> Path:
    """Where a file stands until it is finished."""
    return Path(f"{path}.partial")


def is_device(path: Path) -> bool:
    """Whether something stands there that is no file: it can not be replaced, only written to."""
    return path.exists() and not path.is_file()
