"""The deal of the games in which fifteen cards go to each seat and two more to the dealer."""

from collections.abc import Sequence

from scorecli.cards import Pack
from scorecli.table.seats import SEATS


def deal_fifteen(pack: Pack, cards: Sequence[int], dealer: int) -> dict[str, list[str]]:
    """By seat the codes of the cards dealt: those of S first, then E, N and W (B2.1, P2.1)."""
    left = list(cards)
    hands = {}
    for number, seat in enumerate(SEATS):
        size = 17 if number == dealer else 15
        # In pack order, as hands are sorted for reading.
        hands[seat] = [pack.codes[card] for card in sorted(left[:size])]
        del left[:size]
    return hands
