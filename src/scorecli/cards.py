"""Packs of cards: a card is a small integer in its pack, a set of cards is a bit mask.

Card numbers follow pack order (G2): the suits S, B, C, D from their highest to their lowest
card, the trumps from high to low, the Matto last. Cards that are equal in every way (the four
Mori of Bologna) share one code and have neighbouring numbers.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

SUITS = "SBCD"
TRUMP_SUIT = 4
"""The suit number of the trumps; the suits proper are 0 to 3, in the order of `SUITS`."""
MATTO_SUIT = 5
"""The suit number of the Matto, which is no suit and no trump in play."""

SUIT_NAMES = ("Spade", "Bastoni", "Coppe", "Denari", "trumps", "Matto")


UNREADABLE_CARD: Final = "?"
"""What stands for a card that nobody could read."""


def split_cards(cards: Sequence[str] | str) -> Sequence[str]:
    """The codes of a list of cards, whichever way it is written."""
    return cards.split() if type(cards) is str else cards


def canonical_code(written: str) -> str:
    """A code of a card as packs have it: in capitals, without blanks around it."""
    return written.strip().upper()


@dataclass(frozen=True, eq=False)
class Pack:
    """The cards of one game, as tables over card numbers.

    Attributes:
        codes: the code of each card, in pack order (G2).
        suits: the suit number of each card.
        values: the points of each card, as printed in the rule sheet.
        powers: `powers[led][card]` ranks a card in a trick where suit `led` was led; a card that
            cannot win has -1. Of cards with equal power the one played last wins.
        duties: `duties[card][led]` is the mask of the cards that forbid playing `card` where suit
            `led` was led: whoever holds one of them revokes (B4.2, M4.2, P3.2).
        masks: the mask of all cards of each suit number.
        bits: the mask of each card alone.
        matto: the number of the Matto.
        everything: the mask of the whole pack.
        alike: the mask of the cards that share one code (0 where no cards do).
        number: the number of each code (of the first such card, where cards are alike).
        bit: the mask of each code (of the first such card, where cards are alike).
        first_alike: the mask of the first n of the cards that are alike, for any count n that a
            list of codes can have.
        spread: what to add to a number of cards that are alike, written in their bits, to get
            their mask.
        worth: each value above 0 with the mask of the cards that have it.
    """

    codes: tuple[str, ...]
    suits: tuple[int, ...]
    values: tuple[int, ...]
    powers: tuple[tuple[int, ...], ...]
    duties: tuple[tuple[int, ...], ...]
    masks: tuple[int, ...]
    bits: tuple[int, ...]
    matto: int
    everything: int
    alike: int
    number: Mapping[str, int]
    bit: Mapping[str, int]
    first_alike: tuple[int, ...]
    spread: Mapping[int, int]
    worth: tuple[tuple[int, int], ...]

    @property
    def matto_bit(self) -> int:
        """The mask of the Matto."""
        return self.bits[self.matto]

    @property
    def highest_trump(self) -> int:
        """The mask of the trump that wins every trick it is played to: the first in pack order."""
        trumps = self.masks[TRUMP_SUIT]
        return trumps & -trumps

    def exact_mask(self, codes: Sequence[str]) -> int | None:
        """The mask of canonical codes, or None if one is no card of the pack or comes too often.

        Of cards that are alike the first ones are taken.
        """
        # Different bits add up to the mask of their cards. Cards that are alike all add the
        # lowest of their bits, so that their bits of the sum are their number.
        try:
            mask = sum(map(self.bit.__getitem__, codes))
        except KeyError:
            return None
        if mask & self.alike:
            mask = self.spread_out(mask)
        # If a code came twice its bits were carried, and there are fewer of them.
        return mask if mask.bit_count() == len(codes) else None

    def spread_out(self, summed: int) -> int:
        """The mask of cards of which the bits were summed up, as `bit` has them for their codes.

        It has as many bits as there were cards if none came too often, else fewer.
        """
        number = summed & self.alike
        return summed + self.spread[number] if number else summed

    def mask(self, codes: Iterable[str]) -> int:
        """The mask of canonical codes; a code that comes too often counts as often as it may.

        Raises:
            KeyError: if a code is not in the pack.
        """
        mask = 0
        alike = 0
        for bit in map(self.bit.__getitem__, codes):
            mask |= bit
            alike += bit & self.alike != 0
        return mask | self.first_alike[min(alike, self.alike.bit_count())]

    def cards(self, mask: int) -> list[int]:
        """The numbers of the cards in a mask, in pack order (G2)."""
        numbers = []
        while mask:
            low = mask & -mask
            numbers.append(low.bit_length() - 1)
            mask ^= low
        return numbers

    def codes_of(self, mask: int) -> list[str]:
        """The codes of the cards in a mask, in pack order (G2)."""
        return [self.codes[card] for card in self.cards(mask)]

    def same_cards(self, mine: int, other: int) -> bool:
        """Whether two masks name the same cards; which of the cards that are alike is all one."""
        if (mine ^ other) & ~self.alike:
            return False
        return (mine & self.alike).bit_count() == (other & self.alike).bit_count()

    def without(self, mask: int, other: int) -> int:
        """The cards of `mask` that `other` lacks, counting cards that are alike by their number."""
        rest = mask & ~(other & ~self.alike)
        for _card in range((other & self.alike).bit_count()):
            alike = rest & self.alike
            rest &= ~(alike & -alike)
        return rest

    def first_of_alike(self, mask: int) -> int:
        """The same cards, of those that are alike the first ones."""
        alike = mask & self.alike
        return mask ^ alike | self.first_alike[alike.bit_count()]

    def points(self, mask: int) -> int:
        """The sum of the values of the cards in a mask."""
        points = 0
        for value, cards in self.worth:
            points += value * (mask & cards).bit_count()
        return points

    def cheapest(self, mask: int) -> int:
        """The cards of least value in a mask, of those that are worth anything; 0 if none are."""
        for _value, cards in reversed(self.worth):
            if found := mask & cards:
                return found
        return 0

    def legal(self, held: int, led: int) -> int:
        """The mask of the cards of a hand that may be played where suit `led` was led."""
        return sum(
            self.bits[card] for card in self.cards(held) if not held & self.duties[card][led]
        )


def make_pack(
    suit_ranks: Mapping[str, str | Sequence[str]],
    trumps: Sequence[str],
    values: Mapping[str, int],
    plain_value: int,
) -> Pack:
    """Build a pack from its tables.

    Args:
        suit_ranks: for each suit letter its ranks, the highest first.
        trumps: the codes of the trumps, the highest first; equal trumps stand once for each card.
        values: points by code, or by rank letter for the cards of all suits.
        plain_value: the points of every card that `values` does not name.
    """
    codes: list[str] = []
    suits: list[int] = []
    for suit, letter in enumerate(SUITS):
        codes += [letter + rank for rank in suit_ranks[letter]]
        suits += [suit] * len(suit_ranks[letter])
    codes += [*trumps, "MAT"]
    suits += [TRUMP_SUIT] * len(trumps) + [MATTO_SUIT]

    size = len(codes)
    bits = tuple(1 << card for card in range(size))
    masks = [0] * 6
    for card, suit in enumerate(suits):
        masks[suit] |= bits[card]

    def strength(card: int) -> int:
        return size - codes.index(codes[card])

    def power(led: int, card: int) -> int:
        if suits[card] == TRUMP_SUIT:
            return size + strength(card)
        return strength(card) if suits[card] == led != MATTO_SUIT else -1

    def duty(card: int, led: int) -> int:
        if suits[card] in (led, MATTO_SUIT):
            return 0
        return masks[led] if suits[card] == TRUMP_SUIT else masks[led] | masks[TRUMP_SUIT]

    def value(card: int) -> int:
        if suits[card] < TRUMP_SUIT:
            return values.get(codes[card][1:], plain_value)
        return values.get(codes[card], plain_value)

    alike = [bits[card] for card in range(size) if codes.count(codes[card]) > 1]
    card_values = tuple(value(card) for card in range(size))
    first = {code: card for card, code in reversed(list(enumerate(codes)))}
    return Pack(
        codes=tuple(codes),
        suits=tuple(suits),
        values=card_values,
        powers=tuple(tuple(power(led, card) for card in range(size)) for led in range(6)),
        duties=tuple(tuple(duty(card, led) for led in range(6)) for card in range(size)),
        masks=tuple(masks),
        bits=bits,
        matto=size - 1,
        everything=(1 << size) - 1,
        alike=sum(alike),
        number=first,
        bit={code: bits[card] for code, card in first.items()},
        first_alike=tuple(sum(alike[:count]) for count in range(1 << len(alike))),
        spread={
            count * alike[0]: sum(alike[:count]) - count * alike[0]
            for count in range(1, 1 << len(alike))
            if alike
        },
        worth=tuple(
            (points, sum(bits[card] for card in range(size) if card_values[card] == points))
            for points in sorted(set(card_values) - {0}, reverse=True)
        ),
    )
