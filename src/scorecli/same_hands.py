"""What hands that come twice are known by: their `id`, and their cards up to a turn of the seats.

A key is a digest with the place of its hand: 33 bytes, so that those of many million hands can be
laid on the disk and sorted there.
"""

import hashlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scorecli.audit import Audit
from scorecli.clean import Clean
from scorecli.ledger import Finding, finding
from scorecli.record.pieces import Place

ID: Final = 0
CARDS: Final = 1

DIGEST_BYTES: Final = 12
"""So long a digest is that two of 10⁹ hands are hardly ever taken for the same."""

_ENTRY: Final = struct.Struct(f">{DIGEST_BYTES}sBIqq")
_PLACE: Final = struct.Struct(">IqqB")
PLACE_BYTES: Final = _PLACE.size
ENTRY_BYTES: Final = _ENTRY.size


class Key(NamedTuple):
    """A key of a hand; keys of the same hands are neighbours when they are sorted.

    Attributes:
        digest: of the `id`, or of the cards.
        kind: which of the two.
        source: the number of its input.
        line: its line in a log, else 0.
        item: its place in an array, else -1.
    """

    digest: bytes
    kind: int
    source: int
    line: int
    item: int

    def place(self, name: str) -> Place:
        """The place of the hand, in an input of this name."""
        line = self.line or None
        index = None if self.item < 0 else self.item
        return Place(name, line=line, index=index)


def pack_key(key: Key) -> bytes:
    """A key as bytes that are sorted as keys are."""
    return _ENTRY.pack(*key)


def unpack_key(entry: bytes) -> Key:
    """The key that some bytes are."""
    return Key(*_ENTRY.unpack(entry))


def pack_place(key: Key) -> bytes:
    """The place of a key as bytes that are sorted as the input goes; the kind decides last."""
    return _PLACE.pack(key.source, key.line, max(key.item, 0), key.kind)


@dataclass(slots=True)
class Keys:
    """The keys of some hands, by the first byte of their digests."""

    by_first: dict[int, bytes] = field(default_factory=dict)

    def add(self, audit: Audit | Clean, place: Place, source: int) -> None:
        """Add the keys of a hand, which stands there, in an input of this number."""
        item = -1 if place.index is None else place.index
        for kind, digest in digests(audit):
            entry = _ENTRY.pack(digest, kind, source, place.line or 0, item)
            self.by_first[digest[0]] = self.by_first.get(digest[0], b"") + entry


def digests(audit: Audit | Clean) -> Iterator[tuple[int, bytes]]:
    """Digests of the `id` of a hand, and of its cards where all four hands are known."""
    name = audit.record.get("id")
    if name is not None:
        yield ID, _digest(f"{ID} {name}")
    hands = audit.kept
    if None not in hands:
        turns = [[*hands[first:], *hands[:first]] for first in range(len(hands))]
        # The same however the seats are turned.
        yield CARDS, _digest(f"{CARDS} {audit.game.name} {min(map(str, turns))}")


def _digest(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).digest()


def duplicate_finding(kind: int, where: Place) -> Finding:
    """What is said of a hand that came before, there.

    Args:
        kind: whether it is the `id` that is the same, or the cards.
        where: the first place.
    """
    if kind == ID:
        message = f"the id stands in another record before: {where}"
        return finding("duplicate-id", message, path="$.id", found=str(where))
    message = f"the same hands were dealt before, seats turned or not: {where}"
    return finding("duplicate-hand", message, path="$.hands", found=str(where))
