"""The pack of Tarocchi Bolognesi (B1)."""

from typing import Final

from scorecli.cards import make_pack

NUMBERS: Final = tuple(f"T{number}" for number in range(16, 4, -1))
"""The numbered trumps T16 ... T5, high to low (B1.3)."""

PACK: Final = make_pack(
    # B1.2: in Coppe and Denari the ace is the best pip, in Spade and Bastoni the lowest card.
    suit_ranks={
        "S": ("K", "Q", "N", "J", "10", "9", "8", "7", "6", "A"),
        "B": ("K", "Q", "N", "J", "10", "9", "8", "7", "6", "A"),
        "C": ("K", "Q", "N", "J", "A", "6", "7", "8", "9", "10"),
        "D": ("K", "Q", "N", "J", "A", "6", "7", "8", "9", "10"),
    },
    # B1.1 and B1.3: twenty-one trumps; the four Mori are equal.
    trumps=("ANG", "MON", "SOL", "LUN", *NUMBERS, "MOR", "MOR", "MOR", "MOR", "BEG"),
    # B1.4: before half a point a card is taken off.
    values={"ANG": 5, "MON": 5, "BEG": 5, "MAT": 5, "K": 5, "Q": 4, "N": 3, "J": 2},
    plain_value=1,
)

HAND: Final = 15
"""How many cards a player plays (B2.1)."""

DISCARDS: Final = 2
"""How many more the dealer is dealt, and lays away (B2.1, B2.2)."""

MATTO: Final = PACK.matto_bit
TAROCCHI: Final = ("ANG", "MON", "BEG", "MAT")  # B5.1
