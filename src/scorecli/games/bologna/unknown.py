"""A declared hand that is not recorded, where the other three leave few that it can be (B3.1)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorecli.games.base import HouseRules
from scorecli.games.bologna.discards import lawful_discards
from scorecli.games.bologna.pack import PACK
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.table.declarations import DeclarationRules, Declared
from scorecli.table.hand import Hand
from scorecli.table.possible import Fact
from scorecli.table.seats import SEATS

_HAND: Final = 15
"""How many cards a player plays (B2.1)."""


class Left(NamedTuple):
    """The only seat of which the hand is not known, and the mask of all cards that are left."""

    seat: int
    cards: int


def left_by_the_others(hand: Hand) -> Left | None:
    """What the three other hands, and the discards where they are known, leave to one seat."""
    unknown = [seat for seat, cards in enumerate(hand.kept) if cards is None]
    if len(unknown) != 1 or not hand.valid:
        return None
    known = [cards for cards in (*hand.kept, hand.discards) if cards is not None]
    mori = PACK.alike.bit_count() - sum((cards & PACK.alike).bit_count() for cards in known)
    rest = PACK.everything & ~PACK.alike
    for cards in known:
        rest &= ~cards
    return Left(unknown[0], rest | PACK.first_alike[max(mori, 0)])


def infer_hand(hand: Hand, record: Record) -> list[Finding]:
    """Work out the hand of a seat that declared, if the others leave just its cards.

    The hand is noted in `hand`; what was worked out is returned as a note.
    """
    left = left_by_the_others(hand)
    if left is None or left.cards.bit_count() != _HAND:
        return []
    seat = SEATS[left.seat]
    declarations: Mapping[Any, Any] = record.get("declarations") or {}
    if not declarations.get(seat):
        return []
    hand.kept[left.seat] = left.cards
    message = f"the hand of {seat} is not recorded: it is what the others and the discards leave"
    return [finding("inferred-card", message, "B1.1", path="$.hands", seat=seat)]


def possible_declarations(
    hand: Hand, declared: Declared, asked: DeclarationRules, rules: HouseRules
) -> Sequence[tuple[int, Fact]]:
    """What the one hand that is not known can be worth, if only the discards hide it.

    Returns:
        Each value that a lawful pair of discards leaves (B2.2), as a fact; none if more than that
        is not known.
    """
    unknown = [seat for seat, one in declared.items() if one is None]
    left = left_by_the_others(hand)
    if left is None or unknown != [left.seat] or hand.discards is not None:
        return ()
    values = {
        asked.whole_points(PACK.first_of_alike(left.cards & ~pair))
        for pair in lawful_discards(PACK, left.cards, rules)
    }
    seat = SEATS[left.seat]
    return [
        (value, Fact(f"the declaration of {seat}", f"{seat} declared {value} points"))
        for value in sorted(values)
    ]
