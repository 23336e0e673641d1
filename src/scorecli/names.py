"""Names of cards for people: what each is called, and what a mistyped code was meant to be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scorecli.cards import Pack
from scorecli.nearest import nearest


class Name(NamedTuple):
    """What a card, a suit or a rank is called."""

    italian: str
    english: str


SUITS: Final[Mapping[str, Name]] = {
    "S": Name("Spade", "Swords"),
    "B": Name("Bastoni", "Batons"),
    "C": Name("Coppe", "Cups"),
    "D": Name("Denari", "Coins"),
}
RANKS: Final[Mapping[str, Name]] = {
    "K": Name("Re", "King"),
    "Q": Name("Regina", "Queen"),
    "N": Name("Cavallo", "Knight"),
    "J": Name("Fante", "Jack"),
    "A": Name("Asso", "Ace"),
}
MATTO: Final = Name("Matto", "Fool")


@dataclass(frozen=True)
class CardNames:
    """What the cards of a game are called where it has names of its own.

    Attributes:
        trumps: the name of each trump, by its code.
        ranks: ranks with another name than in other games, by the code of the card.
    """

    trumps: Mapping[str, Name]
    ranks: Mapping[str, Name] = field(default_factory=dict)

    def of(self, code: str) -> Name:
        """The name of a card, such as Re di Coppe, King of Cups."""
        if code == "MAT":
            return MATTO
        if code in self.trumps:
            return self.trumps[code]
        suit, rank = SUITS[code[0]], code[1:]
        named = self.ranks.get(code) or RANKS.get(rank) or Name(rank, rank)
        return Name(f"{named.italian} di {suit.italian}", f"{named.english} of {suit.english}")


_RANK_LETTERS: Final = {
    # Rank letters of other languages, and digits for the ace.
    "R": "K",
    "D": "Q",
    "C": "N",
    "F": "J",
    "V": "J",
    "P": "J",
    "H": "N",
    "1": "A",
}


def nearest_code(written: str, pack: Pack) -> str | None:
    """The code of the pack that was probably meant, or None if none is near."""
    code = written.strip().upper()
    suit, rank = code[:1], code[1:]
    guesses = (code, rank + suit, code[-1:] + code[:-1], suit + _RANK_LETTERS.get(rank, rank))
    for guess in guesses:
        if guess in pack.number:
            return guess
    return nearest(code, pack.number)
