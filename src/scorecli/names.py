"""Names of cards for people: what a mistyped code was probably meant to be."""

from typing import Final

from scorecli.cards import Pack
from scorecli.nearest import nearest

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
