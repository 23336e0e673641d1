"""The pack of Tarocchi of Piedicavallo (P1), under either house rule on the highest trump."""

from typing import Final

from scorecli.cards import Pack, make_pack
from scorecli.games.base import HouseRules


def _make_pack(trumps: tuple[str, ...]) -> Pack:
    """The 62 cards (P1.1), with the trumps from the highest to the lowest."""
    return make_pack(
        # P1.2: in Coppe and Denari the ace is the best pip.
        suit_ranks={
            "S": ("K", "Q", "N", "J", "10", "9", "8", "7", "6", "5"),
            "B": ("K", "Q", "N", "J", "10", "9", "8", "7", "6", "5"),
            "C": ("K", "Q", "N", "J", "A", "2", "3", "4", "5", "6"),
            "D": ("K", "Q", "N", "J", "A", "2", "3", "4", "5", "6"),
        },
        trumps=trumps,
        # P1.3: the highest trump is worth 5, whichever it is.
        values={trumps[0]: 5, "T1": 5, "MAT": 5, "K": 5, "Q": 4, "N": 3, "J": 2},
        plain_value=1,
    )


_BELOW: Final = tuple(f"T{number}" for number in range(19, 0, -1))

PACK: Final = _make_pack(("T21", "T20", *_BELOW))
_ANGELO_HIGHEST: Final = _make_pack(("T20", "T21", *_BELOW))

HAND: Final = 15
"""How many cards a player plays (P2.1)."""

DISCARDS: Final = 2
"""How many more the dealer is dealt, and lays away (P2.1)."""

ALL_CARD_POINTS: Final = PACK.points(PACK.everything)
"""What both piles are worth: 114 (P1.3)."""

KINGS: Final = PACK.mask(["SK", "BK", "CK", "DK"])
MATTO: Final = PACK.bits[PACK.matto]


def pack_under(rules: HouseRules) -> Pack:
    """The pack under the house rule `high_trump`: T20 and T21 may change places (P1.2)."""
    return PACK if rules["high_trump"] == 21 else _ANGELO_HIGHEST
