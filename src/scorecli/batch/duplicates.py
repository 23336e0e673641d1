"""Hands that come twice in a log, found with bounded memory: their keys are sorted on the disk."""

import heapq
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby, islice
from pathlib import Path
from typing import Final

from scorecli.errors import ScorecliError, UsageError
from scorecli.same_hands import (
    DIGEST_BYTES,
    ENTRY_BYTES,
    PLACE_BYTES,
    Key,
    Keys,
    pack_key,
    pack_place,
    unpack_key,
)

BUCKETS: Final = 256
"""Keys lie in files by the first byte of their digest."""

_MOST_OPEN: Final = 30
"""So many files are read at once."""

_NAMES: Final = frozenset(f"{first:02x}.keys" for first in range(BUCKETS))

_MOST_SORTED: Final = 1 << 19
"""So many keys are sorted in memory at once."""


class Duplicates:
    """The keys of all the hands so far, in files of a folder."""

    def __init__(self, folder: Path) -> None:
        """Keep the keys in a folder, which must be there."""
        self._folder = folder

    def begin(self) -> None:
        """Begin without a key.

        Raises:
            UsageError: if something else stands in the folder.
            ScorecliError: if it cannot be written to.
        """
        try:
            self._folder.mkdir(exist_ok=True)
            others = {one.name for one in self._folder.iterdir()} - _NAMES
        except OSError as error:
            raise self._cannot_write(error) from None
        if others:
            message = f"{self._folder}: is needed for the keys of hands, and holds other files"
            raise UsageError(message)
        self.remove_keys()

    def remove_keys(self) -> None:
        """Remove all keys."""
        for name in _NAMES:
            (self._folder / name).unlink(missing_ok=True)

    def remove(self) -> None:
        """Remove all keys and their folder."""
        self.remove_keys()
        with suppress(OSError):
            self._folder.rmdir()

    def add(self, keys: Keys) -> None:
        """Add the keys of some hands.

        Raises:
            ScorecliError: if they cannot be written.
        """
        try:
            for first, entries in keys.by_first.items():
                with self._bucket(first).open("ab") as stream:
                    stream.write(entries)
        except OSError as error:
            raise self._cannot_write(error) from None

    def _cannot_write(self, error: OSError) -> ScorecliError:
        return ScorecliError(f"{self._folder}: cannot be written: {error.strerror or error}")

    def sizes(self) -> list[int]:
        """How many bytes each file has, to go on from later."""
        paths = map(self._bucket, range(BUCKETS))
        return [path.stat().st_size if path.exists() else 0 for path in paths]

    def go_back(self, sizes: Sequence[int]) -> None:
        """Forget what was added after the files had these sizes.

        Raises:
            UsageError: if they are shorter now.
        """
        there = self.sizes()
        if any(now < size for now, size in zip(there, sizes, strict=True)):
            message = f"{self._folder}: what an earlier run wrote is not there any more"
            raise UsageError(f"{message}; remove the checkpoint to begin anew")
        for first, size in enumerate(sizes):
            path = self._bucket(first)
            if size:
                os.truncate(path, size)
            else:
                path.unlink(missing_ok=True)

    def found(self, scratch: Path) -> Iterator[tuple[Key, Key]]:
        """Each hand that came before, with the first one that is the same, in the input's order.

        A folder takes what sorting them needs; the keys stay as they are.
        """
        try:
            runs = self._runs(scratch)
        except OSError as error:
            message = f"{scratch}: cannot be written: {error.strerror or error}"
            raise ScorecliError(message) from None
        for entry in heapq.merge(*map(_read, runs)):
            yield _later_and_first(entry)

    def _runs(self, scratch: Path) -> list[Path]:
        """Files of the hands that came before, each in the order of the input."""
        runs: list[Path] = []
        for first in range(BUCKETS):
            for part in _small_enough(self._bucket(first), scratch, depth=1):
                twice = scratch / f"{part.name}.twice"
                if _write_duplicates(part, twice):
                    runs.append(twice)
                if len(runs) == _MOST_OPEN:
                    whole = twice.with_name(f"{twice.name}.merged")
                    with whole.open("wb") as stream:
                        stream.writelines(heapq.merge(*map(_read, runs)))
                    runs = [whole]
        return runs

    def _bucket(self, first: int) -> Path:
        return self._folder / f"{first:02x}.keys"


def _small_enough(path: Path, scratch: Path, depth: int) -> Iterator[Path]:
    """A file of keys, divided by a further byte of the digest for as long as it is too large.

    Keys with the same digest are not divided: they stand in the order of the input.
    """
    if not path.exists():
        return
    if depth == DIGEST_BYTES or path.stat().st_size <= _MOST_SORTED * ENTRY_BYTES:
        yield path
        return
    parts = [scratch / f"{path.stem}{byte:02x}.keys" for byte in range(BUCKETS)]
    entries = _entries(path)
    while some := list(islice(entries, _MOST_SORTED)):
        by_byte: dict[int, list[bytes]] = {}
        for entry in some:
            by_byte.setdefault(entry[depth], []).append(entry)
        for byte, of_byte in by_byte.items():
            with parts[byte].open("ab") as stream:
                stream.writelines(of_byte)
    for part in parts:
        yield from _small_enough(part, scratch, depth + 1)
        part.unlink(missing_ok=True)


def _entries(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        while entry := stream.read(ENTRY_BYTES):
            yield entry


def _write_duplicates(path: Path, twice: Path) -> bool:
    """Write what came before, in the order of the input; whether there is anything."""
    if path.stat().st_size > _MOST_SORTED * ENTRY_BYTES:
        same = map(unpack_key, _entries(path))
        first = next(same)
        with twice.open("wb") as stream:
            stream.writelines(_by_place(other, first) for other in same)
        return True
    found = []
    keys = (unpack_key(entry) for entry in sorted(_entries(path)))
    for _same, group in groupby(keys, lambda key: (key.digest, key.kind)):
        first, *others = group
        found += [_by_place(other, first) for other in others]
    if found:
        twice.write_bytes(b"".join(sorted(found)))
    return bool(found)


def _by_place(later: Key, first: Key) -> bytes:
    """A pair of keys as bytes that are sorted as the input goes: the place first."""
    return pack_place(later) + pack_key(later) + pack_key(first)


def _later_and_first(entry: bytes) -> tuple[Key, Key]:
    later, first = entry[-2 * ENTRY_BYTES : -ENTRY_BYTES], entry[-ENTRY_BYTES:]
    return unpack_key(later), unpack_key(first)


def _read(twice: Path) -> Iterator[bytes]:
    size = PLACE_BYTES + 2 * ENTRY_BYTES
    with twice.open("rb") as stream:
        while entry := stream.read(size):
            yield entry
    twice.unlink()
