"""The pack of Minchiate Fiorentine (M1.1)."""

from typing import Final

from scorecli.cards import make_pack

PACK: Final = make_pack(
    # M1.2: in Spade and Bastoni the ace is the lowest card, in Coppe and Denari the best pip.
    suit_ranks={
        "S": ("K", "Q", "N", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"),
        "B": ("K", "Q", "N", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"),
        "C": ("K", "Q", "N", "J", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
        "D": ("K", "Q", "N", "J", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    },
    trumps=tuple(f"T{number}" for number in range(40, 0, -1)),
    # M1.3: T29 is worth nothing but inside a combination (M5.6).
    values={
        **{f"T{number}": 10 for number in range(36, 41)},
        **{f"T{number}": 5 for number in (35, 34, 33, 32, 31, 30, 28, 20, 13, 10, 1)},
        **{f"T{number}": 3 for number in range(2, 6)},
        "MAT": 5,
        "K": 5,
    },
    plain_value=0,
)

MATTO: Final = PACK.bits[PACK.matto]
T29: Final = PACK.bit["T29"]
COUNTING: Final = sum(cards for _value, cards in PACK.worth)
"""The counting cards: those of a value above 0 (M1.3)."""

ALL_CARD_POINTS: Final = PACK.points(COUNTING)
"""What both piles are worth: 142 (M7.4)."""

KEPT_FROM_THE_DEAD: Final = COUNTING | T29
"""What the dealer takes out of the fola, and nobody lays away (M2.4, M2.5)."""

ROBBED: Final = COUNTING | PACK.mask([f"T{number}" for number in range(21, 41)])
"""What may be robbed: counting cards and trumps above 20 (M2.1)."""

HAND: Final = 21
"""How many cards a player plays (M2.2)."""

CAPTURED: Final = 4 * HAND
"""How many cards come into the tricks (M7.4)."""

DEAD: Final = len(PACK.codes) - CAPTURED
"""The thirteen cards that are not dealt: what is taken of them makes others dead (M2.3, M2.5)."""

LAST_TRICK: Final = 10
"""The points of the last trick (M7.2)."""

EVEN_PILE: Final = 42
"""Each card of a pile beyond these counts 1 (M7.2)."""
