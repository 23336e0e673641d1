"""The deal of the games in which the same number of cards goes to each seat, more to the dealer."""

from collections.abc import Callable, Sequence
from itertools import combinations

from scorecli.cards import Pack
from scorecli.seats import SEATS
from scorecli.table.hand import Size

Pick = Callable[[Sequence[int]], int]
"""Chance, for a game that must not know where it comes from: one of some numbers."""


def deal_evenly(pack: Pack, size: Size, cards: Sequence[int], dealer: int) -> dict[str, list[str]]:
    """By seat the codes of the cards dealt: those of S first, then E, N and W (B2.1, P2.1)."""
    left = list(cards)
    hands = {}
    for number, seat in enumerate(SEATS):
        count = size.hand + (size.dealer_extra if number == dealer else 0)
        # In pack order, as hands are sorted for reading.
        hands[seat] = [pack.codes[card] for card in sorted(left[:count])]
        del left[:count]
    return hands


def other_pairs(pack: Pack, dealt: int, lawful: Sequence[int]) -> list[int]:
    """The masks of the pairs of the cards dealt that may not be laid away (B2.2, P2.2, P2.3).

    Args:
        pack: the pack.
        dealt: the mask of the cards dealt.
        lawful: the masks of the pairs that may.
    """
    pairs = (pack.bits[one] | pack.bits[other] for one, other in combinations(pack.cards(dealt), 2))
    may_go = set(lawful)
    return [pair for pair in pairs if pair not in may_go]
