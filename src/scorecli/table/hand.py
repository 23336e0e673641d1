"""A recorded hand as the rest of the program sees it: card numbers and masks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scorecli.cards import Pack, canonical_code, split_cards
from scorecli.ledger import Finding
from scorecli.record.schema import Record
from scorecli.seats import SEATS
from scorecli.table.replay import Replay


class Size(NamedTuple):
    """How many cards a player plays (one a trick), and how many more the dealer is dealt."""

    hand: int
    dealer_extra: int


@dataclass(slots=True)
class Hand:
    """What a record says of a hand, in numbers.

    Attributes:
        pack: the pack it was played with.
        dealer: the seat number of the dealer, where known.
        level: "tricks", "piles" or "hands".
        valid: whether it can be scored at all.
        complete: whether everything of its level is there.
        replay: the tricks as they were played, at level "tricks".
        kept: for each seat the mask of the cards it played with, where they are known.
        discards: the mask of the dealer's discards, where they are known.
        findings: what is wrong, doubtful or assumed so far.
    """

    pack: Pack
    dealer: int | None
    level: str
    valid: bool = True
    complete: bool = True
    replay: Replay | None = None
    kept: list[int | None] = field(default_factory=lambda: [None] * 4)
    discards: int | None = None
    findings: list[Finding] = field(default_factory=list)


def says_nothing(value: object) -> bool:
    """Whether a value is empty: `null` is the same as a key left out, inside an object too."""
    if isinstance(value, dict):
        return all(says_nothing(inner) for inner in value.values())
    return value in (None, [], "")


def recorded_cards(hand: Hand, record: Record, seat: int) -> int:
    """The mask of the cards that a seat is recorded to have held; 0 if its hand is not recorded.

    Of a dealer whose discards are not known these are all the cards it was dealt.
    """
    kept = hand.kept[seat]
    if kept is not None:
        return kept
    hands: Mapping[Any, Any] = record.get("hands") or {}
    codes = [canonical_code(code) for code in split_cards(hands.get(SEATS[seat]) or ())]
    return hand.pack.mask(code for code in codes if code in hand.pack.bit)


def named_in_time(record: Record, seat: str) -> Iterator[Sequence[str]]:
    """The codes of each item that a seat declared, in capitals; nothing if it was too late."""
    declarations: Mapping[Any, Any] = record.get("declarations") or {}
    what = declarations.get(seat)
    if isinstance(what, dict):
        what = None if what.get("after_trick") else what.get("items")
    if isinstance(what, list):
        for item in what:
            yield [canonical_code(code) for code in split_cards(item["cards"])]
