"""Hands that come twice in a log, found with bounded memory: their keys are sorted on the disk."""

import heapq
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

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

_MOST_OPEN: Final = 200
"""So many files are read at once."""

_MOST_SORTED: Final = 1 << 19
"""So many keys are sorted in memory at once."""


class Duplicates:
    """The keys of all the hands so far, in files of a folder."""

    def __init__(self, folder: Path) -> None:
        """Keep the keys in a folder, which must be there."""
        self._folder = folder

    def add(self, keys: Keys) -> None:
        """Add the keys of some hands.

        Raises:
            OSError: if they can not be written.
        """
        for first, entries in keys.by_first.items():
            with self._bucket(first).open("ab") as stream:
                stream.write(entries)

    def sizes(self) -> list[int]:
        """How many bytes each file has, to go on from later."""
        paths = map(self._bucket, range(BUCKETS))
        return [path.stat().st_size if path.exists() else 0 for path in paths]

    def go_back(self, sizes: Sequence[int]) -> None:
        """Forget what was added after the files had these sizes."""
        for first, size in enumerate(sizes):
            path = self._bucket(first)
            if size:
                with path.open("r+b") as stream:
                    stream.truncate(size)
            else:
                path.unlink(missing_ok=True)

    def found(self, scratch: Path) -> Iterator[tuple[Key, Key]]:
        """Each hand that came before, with the first one that is the same, in the input's order.

        A folder takes what sorting them needs; the keys stay as they are.
        """
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
        for entry in heapq.merge(*map(_read, runs)):
            yield _later_and_first(entry)

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
    streams = [part.open("wb") for part in parts]
    try:
        for entry in _entries(path):
            streams[entry[depth]].write(entry)
    finally:
        for stream in streams:
            stream.close()
    for part in parts:
        yield from _small_enough(part, scratch, depth + 1)
        part.unlink()


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
