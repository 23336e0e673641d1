"""Output files that are there whole or not at all."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TextIO

from scorecli.errors import ScorecliError, UsageError

PACKED_SUFFIXES: Final = (".gz", ".zst")
"""What the names of packed files end with."""


@contextlib.contextmanager
def atomic_writer(path: str | Path) -> Iterator[TextIO]:
    """Write a text file (UTF-8, lines ended by a line feed) that appears only when it is complete.

    Until then, and after any failure or interrupt, what stood at `path` before stays as it was.
    A device or a pipe cannot be replaced: it is written to as it is.

    Raises:
        UsageError: if its name promises a packed file.
        ScorecliError: if the file cannot be written.
    """
    if Path(path).suffix.lower() in PACKED_SUFFIXES:
        raise UsageError(f"{path}: text is written as it is; choose a name without .gz or .zst")
    try:
        target = Path(path).resolve()
        special = target.exists() and not target.is_file()
    except (OSError, RuntimeError) as error:
        raise _cannot_write(path, error) from None
    if special:
        with _plain_writer(path) as stream:
            yield stream
        return
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise _cannot_write(path, error) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(mode_for(target))
        temporary.replace(target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise _cannot_write(path, error) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def _plain_writer(path: str | Path) -> Iterator[TextIO]:
    try:
        with Path(path).open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
    except OSError as error:
        raise _cannot_write(path, error) from None


def same_file(one: str | Path, other: str | Path) -> bool:
    """Whether two names lead to the same file; what is not there is none."""
    try:
        return Path(one).samefile(other)
    except OSError:
        return False


def mode_for(target: Path) -> int:
    """The permissions of the file that is replaced, or those of any new file."""
    if target.exists():
        return target.stat().st_mode & 0o777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def _cannot_write(path: str | Path, error: Exception) -> ScorecliError:
    return ScorecliError(f"{path}: cannot be written: {getattr(error, 'strerror', '') or error}")
