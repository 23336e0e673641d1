"""Cards that are looked at as a kind of combination, and the words for what is there and what not.

The games share this; what a kind asks for, and why it is not there, each says for itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorecli.cards import Pack
from scorecli.ledger import Combination


@dataclass(frozen=True, slots=True)
class Case:
    """A kind of combination and the cards that are to make it.

    Attributes:
        pack: the pack.
        kind: the kind.
        cards: the mask of the cards that are looked at.
        hand: the mask of all cards held; what is held and not looked at was not named.
        found: the combination of this kind that the cards make, None if they make none.
        rules: the house rules.
    """

    pack: Pack
    kind: str
    cards: int
    hand: int
    found: Combination | None
    rules: Mapping[str, bool | int | str]

    def codes(self, mask: int) -> str:
        """The cards with blanks between: "SK BK"."""
        return " ".join(self.pack.codes_of(mask))

    def listed(self, mask: int) -> str:
        """The cards with commas between: "SK, BK"."""
        return ", ".join(self.pack.codes_of(mask))

    def verb(self, mask: int, one: str, several: str) -> str:
        """Some cards and their verb: "MAT stands", "BEG, MAT stand"."""
        return f"{self.listed(mask)} {one if mask.bit_count() == 1 else several}"

    def absent(self, mask: int) -> str:
        """The cards are missing, or held but not named."""
        parts = ((mask & ~self.hand, "missing"), (mask & self.hand, "not named"))
        return ", ".join(f"{self.verb(cards, 'is', 'are')} {why}" for cards, why in parts if cards)

    def named(self, mask: int) -> str:
        """A word to add where more of the cards are held than are named."""
        return " named" if mask & self.hand & ~self.cards else ""

    def none(self, mask: int) -> str:
        """Not one of the cards is there."""
        codes = " ".join(dict.fromkeys(self.pack.codes_of(mask)))
        return f"none of {codes} is {'named' if mask & self.hand else 'held'}"


def span(codes: Sequence[str]) -> str:
    """Cards that follow each other: "T16, T15, T14", or "T16 to T9" if they are many."""
    return ", ".join(codes) if len(codes) < 4 else f"{codes[0]} to {codes[-1]}"
