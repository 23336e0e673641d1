"""The inputs of an audit: files, folders, patterns, standard input, objects of a store."""

import glob
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import Any, Final

from scorecli.batch.spans import REMOTE, fsspec_module, open_bytes
from scorecli.errors import ScorecliError, UsageError
from scorecli.record.pieces import STANDARD_INPUT
from scorecli.record.sources import RECORD_SUFFIXES

_HANDLES: Final = ("/dev/fd/", "/dev/std", "/proc/")
_SAMPLE: Final = 1 << 16
_HEADS_OF_TABLES: Final = (b"source,", b"PAR1")
"""What findings as a table and Parquet files begin with."""

_KEYS_OF_ROWS: Final = ("severity", "status", "digest")
"""Keys of findings, results and checkpoints that no record has."""


@dataclass(frozen=True, slots=True)
class Source:
    """An input.

    Attributes:
        name: its name.
        size: its size in bytes, 0 if that is not known.
        changed: when it was changed, in nanoseconds; 0 if that is not known.
        streamed: whether it can be read only once, from its beginning on.
        problem: why it cannot be read, where that is known already.
    """

    name: str
    size: int = 0
    changed: int = 0
    streamed: bool = False
    problem: str | None = None

    @property
    def remote(self) -> bool:
        """Whether it lies in a store that fsspec reads."""
        return REMOTE in self.name

    def has_changed(self) -> bool:
        """Whether a file is not any more what it was when it was found."""
        if self.streamed or self.remote or not self.changed:
            return False
        now = _source(self.name)
        return (now.size, now.changed) != (self.size, self.changed)

    def sample(self) -> str:
        """A digest of its first and last bytes, to tell a changed file by; empty if unreadable."""
        try:
            with open_bytes(self.name) as stream:
                head = stream.read(_SAMPLE)
                stream.seek(max(self.size - _SAMPLE, 0))
                return hashlib.blake2b(head + stream.read(_SAMPLE), digest_size=16).hexdigest()
        except (OSError, ScorecliError):
            return ""


def find_sources(paths: Sequence[str], leave_out: Sequence[str] = ()) -> list[Source]:
    """The inputs that paths name: files, folders (all records below, in order), patterns.

    A file that is named twice is taken once.

    Args:
        paths: the paths.
        leave_out: files that are written; what an earlier audit wrote there is not looked for in
            folders and patterns.

    Raises:
        UsageError: if a folder or a pattern has nothing, or standard input is named twice.
    """
    found: dict[str, Source] = {}
    others = {os.path.realpath(path) for path in leave_out}
    for path in paths:
        if path == STANDARD_INPUT and path in found:
            raise UsageError("standard input is named twice")
        for source in _expanded(path):
            key = source.name
            if not source.streamed and not source.remote:
                key = os.path.realpath(source.name)
                if source.name != path and key in others and _holds_rows(key):
                    continue
            found.setdefault(key, source)
    return list(found.values())


def file_at(name: str) -> tuple[int, int] | None:
    """The file that is read or written under a name, by its device and its number there.

    None if nothing stands there, or no file: a pipe, a terminal, an object of a store.
    """
    try:
        stat = os.fstat(sys.stdin.fileno()) if name == STANDARD_INPUT else Path(name).stat()
    except (OSError, ValueError, RuntimeError, AttributeError):
        return None
    return (stat.st_dev, stat.st_ino) if S_ISREG(stat.st_mode) else None


def _holds_rows(path: str) -> bool:
    """Whether a file is empty or begins as those that an audit writes, and so holds no records."""
    try:
        with Path(path).open("rb") as stream:
            line = stream.readline(_SAMPLE)
    except OSError:
        return False
    try:
        row = json.loads(line) if line else {}
    except (ValueError, RecursionError):
        return line.startswith(_HEADS_OF_TABLES)
    return not line or (isinstance(row, dict) and not row.keys().isdisjoint(_KEYS_OF_ROWS))


def _expanded(path: str) -> list[Source]:
    if REMOTE in path:
        return [_source(name) for name in _expanded_remote(path)]
    if path and os.path.isdir(path):  # noqa: PTH112 - of what cannot be looked at it says no
        found = _in_folder(path)
        if not found:
            raise UsageError(f"{path}: no records in this folder (.json, .jsonl, .gz, .zst)")
        return found
    if glob.has_magic(path) and not os.path.lexists(path):
        names = sorted(glob.glob(path, recursive=True))  # noqa: PTH207 - a pattern may be absolute
        if not names:
            raise UsageError(f"{path}: no file has such a name")
        return [one for name in names for one in _named(name)]
    return [_source(path)]


def _named(name: str) -> list[Source]:
    """What a pattern found: a file, or the records of a folder."""
    return _in_folder(name) if os.path.isdir(name) else [_source(name)]  # noqa: PTH112 - as above


def _in_folder(path: str) -> list[Source]:
    """The records below a folder, by their names, and what of it cannot be looked into."""
    closed: list[OSError] = []
    names: list[str] = []
    seen: set[str] = set()
    for folder, inner, files in os.walk(path, onerror=closed.append, followlinks=True):
        real = os.path.realpath(folder)
        if real in seen:
            # A link that leads back to where it stands.
            inner.clear()
            continue
        seen.add(real)
        names += [
            os.path.join(folder, name)  # noqa: PTH118 - as the folder was named
            for name in files
            if name.lower().endswith(RECORD_SUFFIXES)
        ]
    # A pipe that somebody left in a folder would be waited for without an end.
    found = [source for name in names if not (source := _source(name)).streamed]
    found += [
        Source(str(one.filename), problem=f"cannot be read: {one.strerror}") for one in closed
    ]
    return sorted(found, key=lambda source: source.name)


def _expanded_remote(path: str) -> list[str]:
    if not glob.has_magic(path):
        return [path]
    fsspec: Any = fsspec_module()
    try:
        names: list[str] = sorted(one.full_name for one in fsspec.open_files(path))
    except Exception as error:  # noqa: BLE001 - each store has errors of its own
        raise UsageError(f"{path}: cannot be read: {error}") from None
    if not names:
        raise UsageError(f"{path}: no object has such a name")
    return names


def _source(name: str) -> Source:
    if name == STANDARD_INPUT or name.startswith(_HANDLES):
        # What a number stands for in this process it does not in another one.
        return Source(name, streamed=True)
    if REMOTE in name:
        fsspec: Any = fsspec_module()
        try:
            system, inner = fsspec.core.url_to_fs(name)
            return Source(name, int(system.size(inner) or 0))
        except Exception:  # noqa: BLE001 - each store has errors of its own; said when it is opened
            return Source(name)
    try:
        stat = Path(name).stat()
    except (OSError, ValueError, RuntimeError):
        return Source(name)  # that it cannot be read is said in its place
    return Source(name, stat.st_size, stat.st_mtime_ns, streamed=not S_ISREG(stat.st_mode))
