"""A suit and several ranks behind it, as people type them: `S K Q J`, `Coppe: Re, Regina`.

A rank may be a letter of several meanings (`V`, `D`), and the next word may begin another card:
where both can be meant, both are given.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from scorecli.card_words import Codes, rank_named, suits_named
from scorecli.cards import SUITS, Pack
from scorecli.names import RANK_LETTERS

_TENS: Final = ("", "X", "XX", "XXX", "XL")
_ONES: Final = (
    *(("",), ("I",), ("II",), ("III",), ("IV", "IIII")),
    *(("V",), ("VI",), ("VII",), ("VIII",), ("IX", "VIIII")),
)
ROMAN: Final = {
    tens + ones: 10 * ten + one
    for ten, tens in enumerate(_TENS)
    for one, several in enumerate(_ONES)
    for ones in several
    if ten < 4 or not one
}
"""Numerals from I to XL, also as old packs print them: XIIII for 14."""

_NUMBERED_BY_ROMANS: Final = "SB"
"""The suits that the Piedmontese pack numbers by Roman numerals."""

_MOST_READINGS: Final = 8
"""A list with more readings than these is not looked at further."""


def ranks_of(suit: str, word: str, pack: Pack) -> list[str]:
    """The codes that a word can be as a rank of a suit, or as the number of a trump.

    Args:
        suit: the letter of the suit, `T` for the trumps.
        word: the word: a letter, a number, a name, a Roman numeral.
        pack: the pack.
    """
    typed = word.upper()
    ranks = [typed, RANK_LETTERS.get(typed), rank_named(word, pack)]
    if word.isupper() and typed in ROMAN and typed != "I" and suit in (*_NUMBERED_BY_ROMANS, "T"):
        ranks.append(str(ROMAN[typed]))
    codes = [f"{suit}{rank}" for rank in dict.fromkeys(ranks) if rank]
    return [code for code in codes if code in pack.number]


def suit_list(
    words: Sequence[str], after_comma: Sequence[bool], pack: Pack
) -> tuple[int, set[Codes]]:
    """The words that a suit and the ranks behind it take, and what they can be.

    Args:
        words: the words, the first of them the suit.
        after_comma: for each of them whether a comma stands before it.
        pack: the pack.

    Returns:
        0 and nothing if it is no suit, or but one rank stands behind it.
    """
    suits = ["T"] if words[0].upper() == "T" else suits_named(words[0])
    for suit in suits:
        codes: list[list[str]] = []
        for place in range(1, len(words)):
            found = ranks_of(suit, words[place], pack)
            if not found or _ends_list(words, after_comma, place, pack):
                break
            if begun := _other_suit(words, after_comma, place, pack):
                listed = _without_twice([*codes, found, ranks_of(suit, words[place + 1], pack)])
                if not listed:
                    # Read as a rank it would name a card twice.
                    return place, set(_lists(codes))
                return place + 2, listed | set(_lists([*codes, begun]))
            codes.append(found)
        if len(codes) > 1:
            return len(codes) + 1, set(_lists(codes))
    return 0, set()


def _ends_list(words: Sequence[str], after_comma: Sequence[bool], place: int, pack: Pack) -> bool:
    """Whether a word begins something else: a count, or after a comma more than one rank."""
    follows = place + 1 < len(words) and not after_comma[place + 1]
    if place > 1 and after_comma[place] and follows:
        return True
    counts = words[place].isdecimal() or rank_named(words[place], pack) is not None
    return place > 1 and follows and counts and not _is_rank(words[place + 1], pack)


def _is_rank(word: str, pack: Pack) -> bool:
    """Whether a word can be a rank of some suit."""
    return any(ranks_of(suit, word, pack) for suit in (*SUITS, "T"))


def _other_suit(
    words: Sequence[str], after_comma: Sequence[bool], place: int, pack: Pack
) -> list[str]:
    """The cards of another suit that a letter and the next word can be: `D F` after `Spade R`."""
    letter = words[place].upper()
    if place == 1 or letter not in SUITS or place + 1 == len(words) or after_comma[place + 1]:
        return []
    return ranks_of(letter, words[place + 1], pack)


def _without_twice(codes: Sequence[Sequence[str]]) -> set[Codes]:
    """The lists that some codes make in which no card stands twice."""
    return {one for one in _lists(codes) if len(set(one)) == len(one)}


def _lists(codes: Iterable[Sequence[str]]) -> Iterator[Codes]:
    """Each way to take one code of each place."""
    for number, one in enumerate(product(*codes)):
        if number < _MOST_READINGS:
            yield one
