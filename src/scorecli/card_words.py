"""What cards, suits and ranks are called in the languages, looked up by what was typed."""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from scorecli.cards import SUITS, Pack
from scorecli.names import GROUPS, LANGUAGES, RANKS, RUSSIAN_OF, TRUMP, CardNames
from scorecli.names import SUITS as NAMES_OF_SUITS

LOOK_ALIKE: Final = str.maketrans("АВСЕНКМОРТХ", "ABCEHKMOPTX")
"""Cyrillic letters and the Latin ones that they look like."""

Codes = tuple[str, ...]
"""The codes of one card or several."""


def folded(text: str) -> str:
    """A text in small letters, with one blank between words."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def plain(text: str) -> str:
    """The same without accents, for keyboards that lack them."""
    decomposed = unicodedata.normalize("NFD", folded(text))
    letters = "".join(one for one in decomposed if not unicodedata.combining(one))
    return unicodedata.normalize("NFC", letters).replace("đ", "d").replace("’", "'")


def named(text: str, pack: Pack, names: CardNames) -> Iterable[Codes]:
    """Cards by a name in any language; with its accents, else without."""
    by_name = phrases(pack, names)
    return by_name.get(folded(text)) or by_name.get(plain(text)) or ()


@cache
def phrases(pack: Pack, names: CardNames) -> Mapping[str, frozenset[Codes]]:
    """All names of all cards of a game, folded, and folded without their accents."""
    found: dict[str, set[Codes]] = {}

    def add(name: str, codes: Codes) -> None:
        if all(code in pack.number for code in codes):
            found.setdefault(folded(name), set()).add(codes)

    for code in pack.number:
        for language in LANGUAGES:
            for name in names.all_of(code, language):
                add(name, (code,))
    for rank, words in GROUPS.items():
        for word in words.split("|"):
            add(word, tuple(suit + rank for suit in SUITS))
    for words, codes in names.groups.items():
        for word in words.split("|"):
            add(word, tuple(codes.split()))
    without_accents: dict[str, set[Codes]] = {}
    for name, readings in found.items():
        without_accents.setdefault(plain(name), set()).update(readings)
    return {name: frozenset(codes) for name, codes in {**without_accents, **found}.items()}


def name_shown(name: str, pack: Pack, names: CardNames) -> str:
    """A name as it is spelt, with its card."""
    known = phrases(pack, names)
    spelt = next((one for one in known if one != name and plain(one) == name), name)
    codes = " or ".join(sorted(" ".join(one) for one in known[name]))
    return f"{spelt} ({codes})"


@cache
def _ranks_by_name() -> Mapping[str, str]:
    """The ranks by all their names, folded, and without accents."""
    return {
        form(name): rank
        for form in (plain, folded)
        for rank, names in RANKS.items()
        for language in LANGUAGES
        for name in names.all_in(language)
    }


def rank_named(word: str, pack: Pack) -> str | None:
    """The rank that a word names in any language; a code that records write is no such word."""
    return None if word.upper() in pack.number else _ranks_by_name().get(folded(word))


@cache
def _suits_by_name() -> Mapping[str, list[str]]:
    """The suits by all their names without accents, the Russian ones in the genitive too."""
    found: dict[str, list[str]] = {}
    for suit, name in NAMES_OF_SUITS.items():
        words = [word for language in LANGUAGES for word in name.all_in(language)]
        for word in {plain(one) for one in (*words, *RUSSIAN_OF[suit].split("|"))}:
            found.setdefault(word, []).append(suit)
    return found


def suits_named(word: str) -> list[str]:
    """The suit that a word names, by its letter or by a name in any language."""
    letter = word.upper().translate(LOOK_ALIKE)
    if len(letter) == 1:
        return [letter] if letter in SUITS else []
    return _suits_by_name().get(plain(word), [])


@cache
def _words_for_trumps() -> frozenset[str]:
    """What trumps are called in any language, without accents."""
    return frozenset(plain(name) for language in LANGUAGES for name in TRUMP.all_in(language))


def is_word_for_trump(word: str) -> bool:
    """Whether some words are what trumps are called in any language."""
    return plain(word) in _words_for_trumps()
