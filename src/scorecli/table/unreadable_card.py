"""A card written `?` in hands, discards or piles, worked out where all other cards are known.

One in the tricks is another matter: who held it tells more, and the replay needs it
(`faults_in_tricks`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from scorecli.cards import UNREADABLE_CARD, Pack, canonical_code, split_cards
from scorecli.ledger import Finding
from scorecli.record.schema import Record
from scorecli.table.wording import inferred_card

_WHOLE_PACK: Final = (
    ("hands",),
    ("hands", "discards"),
    ("hands", "discards", "fola"),
    ("tricks", "discards"),
    ("piles",),
    ("piles", "discards", "fola"),
)
"""The keys of a record that can hold every card of the pack just once between them."""


class _Place(NamedTuple):
    """A list of cards in a record: its key, the seat or team, and its codes."""

    key: str
    owner: str | None
    codes: Sequence[str]


def read_unreadable(pack: Pack, record: Record) -> tuple[Record, list[Finding]]:
    """A record with its one `?` beside the tricks replaced, if the rest leaves but one card.

    Args:
        pack: the pack of its game.
        record: the record, which is not changed.

    Returns:
        The record as it is to be read, and a note on the card, if it was worked out.
    """
    lists = list(_beside_tricks(record))
    unreadable = [one for one in lists if UNREADABLE_CARD in one.codes]
    # Nearly all records are ready here.
    if not unreadable:
        return record, []
    place = unreadable[0]
    lists += _tricks(record)
    if sum(one.codes.count(UNREADABLE_CARD) for one in lists) > 1:
        return record, []
    for keys in _WHOLE_PACK:
        written = [canonical_code(code) for one in lists if one.key in keys for code in one.codes]
        if place.key not in keys or len(written) != len(pack.codes):
            continue
        missing = list((Counter(pack.codes) - Counter(written)).elements())
        if len(missing) == 1:
            return _replaced(record, place, missing[0])
    return record, []


def _beside_tricks(record: Record) -> Iterator[_Place]:
    """The lists of cards of a record that can be a part of the whole pack, the tricks apart."""
    fields: Mapping[str, Any] = record
    for key in ("hands", "discards", "piles"):
        for owner, cards in (fields.get(key) or {}).items():
            yield _Place(key, owner, split_cards(cards or ()))
    yield _Place("fola", None, split_cards(fields.get("fola") or ()))


def _tricks(record: Record) -> Iterator[_Place]:
    """The cards of each trick."""
    fields: Mapping[str, Any] = record
    for trick in fields.get("tricks") or ():
        cards = trick["cards"] if isinstance(trick, dict) else trick
        yield _Place("tricks", None, split_cards(cards))


def _replaced(record: Record, place: _Place, code: str) -> tuple[Record, list[Finding]]:
    """The record with a card in place of the unreadable one, and the note that says so."""
    index = list(place.codes).index(UNREADABLE_CARD)
    cards = [*place.codes[:index], code, *place.codes[index + 1 :]]
    fields: Mapping[str, Any] = record
    changed = cards if place.owner is None else {**fields[place.key], place.owner: cards}
    path = f"$.{place.key}" if place.owner is None else f"$.{place.key}.{place.owner}"
    note = inferred_card(code, f"{path}[{index}]")
    return cast("Record", {**fields, place.key: changed}), [note]
