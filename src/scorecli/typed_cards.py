"""Cards as people type them: codes in any order, names in five languages, several at once.

Between cards stand blanks or commas. Read are

- codes in either case, suit and rank in either order, with the rank letters of the languages:
  `CN`, `nc`, `10s`, `RC`;
- names: `Re di Coppe`, `King of Cups`, `король кубков`, `Traditore`, `trump 12`, `XII`;
- several cards at once: `CKQJ`, `S K-J`, `T16-12`, `4 MOR`, `kings`, `arie`.

What has several readings is refused with all of them: nothing is guessed.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from scorecli.cards import SUITS, Pack
from scorecli.names import GROUPS, LANGUAGES, TRUMP, CardNames, nearest_code
from scorecli.nearest import nearest

_RANKS: Final = ("K", "Q", "N", "J", "A", *map(str, range(2, 11)))
_LETTERS: Final[Mapping[str, frozenset[str]]] = {
    # What a letter can mean as a rank, in any of the languages.
    "K": frozenset("K"),
    "Q": frozenset("Q"),
    "N": frozenset("N"),
    "J": frozenset("J"),
    "A": frozenset("A"),
    "R": frozenset("K"),
    "D": frozenset("Q"),
    "C": frozenset("N"),
    "H": frozenset("N"),
    "F": frozenset("J"),
    "V": frozenset("J"),
    "P": frozenset("J"),
    "1": frozenset("A"),
    "К": frozenset("K"),
    "Д": frozenset("Q"),
    "Н": frozenset("N"),
    "Р": frozenset("N"),
    "В": frozenset("J"),
    "Т": frozenset("A"),
    **{str(number): frozenset([str(number)]) for number in range(2, 11)},
}
_LOOK_ALIKE: Final = str.maketrans("АВСЕНКМОРТХ", "ABCEHKMOPTX")
"""Cyrillic letters and the Latin ones that they look like."""

_SEPARATORS: Final = re.compile(r"[,;\n\r\t ]+")
_COUNT: Final = re.compile(r"(\d{1,2})[x×*]?")
_RANGE: Final = re.compile(r"(?P<first>[^-–—]+)[-–—](?P<last>[^-–—]+)")
_SEVERAL: Final = re.compile(r"([SBCD])((?:10|[KQNJA2-9]){2,})")
_ROMAN: Final = {
    numeral: number
    for number, numeral in enumerate(
        [
            *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"),
            *("XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX"),
            *("XXI", "XXII", "XXIII", "XXIV", "XXV", "XXVI", "XXVII", "XXVIII", "XXIX", "XXX"),
            *("XXXI", "XXXII", "XXXIII", "XXXIV", "XXXV", "XXXVI", "XXXVII", "XXXVIII"),
            *("XXXIX", "XL"),
        ],
        1,
    )
}
_LONGEST: Final = 5
"""The most words of a name."""

Codes = tuple[str, ...]
Reading = frozenset[Codes]
"""The ways to read some words: each gives the codes of one card or several."""


class Typed(NamedTuple):
    """What was typed.

    Attributes:
        codes: the codes of the cards, in the order in which they were typed; "" for what is none.
        notes: what was read otherwise than it was written, for people.
        problems: what is no card or can be several, each with its place among the cards, from 1,
            and what it can be or was meant to be.
    """

    codes: list[str]
    notes: list[str]
    problems: list[str]


def read_typed(text: str, game: str, pack: Pack, names: CardNames) -> Typed:
    """The cards that a text names; they may come more often than the pack has them.

    Args:
        text: what was typed.
        game: the name of the game, for messages.
        pack: its pack.
        names: what its cards are called.

    """
    words = [word for word in _SEPARATORS.split(text) if word]
    typed = Typed([], [], [])
    place = 0
    while place < len(words):
        length, readings = _longest(words[place:], pack, names)
        written = " ".join(words[place : place + length])
        if len(readings) == 1:
            (codes,) = readings
            typed.codes.extend(codes)
            if _has_look_alikes(written, codes):
                typed.notes.append(f"{written!r} is read as {' '.join(codes)}")
        else:
            where = f"card {len(typed.codes) + 1}"
            typed.problems.append(_problem(written, where, readings, game, pack, names))
            typed.codes.append("")
        place += length
    return typed


def _longest(words: Sequence[str], pack: Pack, names: CardNames) -> tuple[int, Reading]:
    """The longest run of words that can be read, and its readings; one word if none can be."""
    for length in range(min(_LONGEST, len(words)), 0, -1):
        readings = _readings(words[:length], pack, names)
        if readings:
            return length, readings
    return 1, frozenset()


def _readings(words: Sequence[str], pack: Pack, names: CardNames) -> Reading:
    """All the ways in which some words together name cards."""
    text = " ".join(words)
    if len(words) == 1 and text.upper() in pack.number:
        # A code as records write it is what it is, whatever else its letters can mean.
        return frozenset([(text.upper(),)])
    found = set(_named(text, pack, names))
    if len(words) == 1:
        found |= set(_of_token(text, pack))
    if len(words) == 2:
        found |= set(_of_pair(words[0], words[1], pack, names))
    return frozenset(found)


def _named(text: str, pack: Pack, names: CardNames) -> Iterable[Codes]:
    """Cards by a name in any language; with its accents, else without."""
    by_name = _phrases(pack, names)
    return by_name.get(_folded(text)) or by_name.get(_plain(text)) or ()


@cache
def _phrases(pack: Pack, names: CardNames) -> Mapping[str, frozenset[Codes]]:
    """All names of all cards of a game, folded, and folded without their accents."""
    found: dict[str, set[Codes]] = {}

    def add(name: str, codes: Codes) -> None:
        if all(code in pack.number for code in codes):
            found.setdefault(_folded(name), set()).add(codes)

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
    plain: dict[str, set[Codes]] = {}
    for name, readings in found.items():
        plain.setdefault(_plain(name), set()).update(readings)
    return {name: frozenset(readings) for name, readings in {**plain, **found}.items()}


def _of_token(token: str, pack: Pack) -> Iterator[Codes]:
    """One word as a code in another form: its parts turned round, other rank letters, several."""
    for word in {token.upper(), token.upper().translate(_LOOK_ALIKE)}:
        yield from ((code,) for code in _as_card(word, token.upper(), pack))
        if word in _ROMAN and f"T{_ROMAN[word]}" in pack.number:
            yield (f"T{_ROMAN[word]}",)
        if several := _SEVERAL.fullmatch(word):
            ranks = re.findall(r"10|[KQNJA2-9]", several[2])
            codes = tuple(several[1] + rank for rank in ranks)
            if all(code in pack.number for code in codes):
                yield codes
        if ends := _RANGE.fullmatch(word):
            yield from _range(ends["first"], ends["last"], pack)
        if count := re.fullmatch(r"(\d{1,2})[xX×*]?([A-Z]+)", word):
            yield from _so_many(int(count[1]), count[2], pack)


def _as_card(word: str, typed: str, pack: Pack) -> set[str]:
    """The cards that a suit letter and a rank can be, in either order."""
    if word in pack.number:
        return {word}
    found = set()
    for suit, rank in ((0, slice(1, None)), (-1, slice(None, -1))):
        # A rank may be a letter of another alphabet, a suit letter only look like one.
        ranks = _LETTERS.get(typed[rank], frozenset()) | _LETTERS.get(word[rank], frozenset())
        found |= {word[suit] + one for one in ranks if word[suit] in SUITS}
        if word[suit] == "T" and word[rank].isdecimal():
            found.add(f"T{int(word[rank])}")
    return {code for code in found if code in pack.number}


def _range(first: str, last: str, pack: Pack) -> Iterator[Codes]:
    """Cards from one to another of a suit or of the trumps, as they rank: `SK-J`, `T16-12`."""
    head = first[:1]
    low = last if last[:1] == head else head + last
    if first in pack.number and low in pack.number:
        one, other = pack.number[first], pack.number[low]
        if pack.suits[one] == pack.suits[other]:
            step = 1 if one <= other else -1
            yield tuple(pack.codes[card] for card in range(one, other + step, step))


def _of_pair(first: str, second: str, pack: Pack, names: CardNames) -> Iterator[Codes]:
    """Two words: a suit and ranks (`S K-J`), a number of equal cards, a trump by its number."""
    suit, rest = first.upper(), second.upper()
    if suit in (*SUITS, "T"):
        if ends := _RANGE.fullmatch(rest):
            yield from _range(suit + ends["first"], ends["last"], pack)
        elif suit + rest in pack.number and (rest in _RANKS or rest.isdecimal()):
            yield (suit + rest,)
        elif several := _SEVERAL.fullmatch(suit + rest):
            yield from _of_token(several[0], pack)
    if count := _COUNT.fullmatch(first):
        for codes in _readings([second], pack, names):
            if len(set(codes)) == 1:
                yield from _so_many(int(count[1]), codes[0], pack)
    words = {_folded(word) for language in LANGUAGES for word in TRUMP.all_in(language)}
    if _folded(first) in words:
        number = _ROMAN.get(rest, int(rest) if rest.isdecimal() and len(rest) < 3 else 0)
        if f"T{number}" in pack.number:
            yield (f"T{number}",)


def _so_many(number: int, code: str, pack: Pack) -> Iterator[Codes]:
    """So many of the cards that share one code."""
    if 0 < number <= pack.codes.count(code) > 1:
        yield (code,) * number


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _plain(text: str) -> str:
    """The same without accents, for keyboards that lack them."""
    decomposed = unicodedata.normalize("NFD", _folded(text))
    letters = "".join(one for one in decomposed if not unicodedata.combining(one))
    return unicodedata.normalize("NFC", letters).replace("đ", "d").replace("’", "'")


def _has_look_alikes(written: str, codes: Sequence[str]) -> bool:
    """Whether Cyrillic letters were read as Latin ones in a code."""
    word = written.upper()
    return word.translate(_LOOK_ALIKE) != word and len(word) <= 4 and bool(codes)


def _problem(
    written: str, where: str, readings: Reading, game: str, pack: Pack, names: CardNames
) -> str:
    if readings:
        shown = sorted(" ".join(codes) for codes in readings)
        return f"{where}: {written!r} can be {' or '.join(shown)}"
    problem = f"{where}: {written!r} is no card of {game}"
    near = nearest_code(written, pack) if 2 <= len(written) <= 4 else None
    if (
        near is None
        and len(written) >= 4
        and (name := nearest(_folded(written), _phrases(pack, names)))
    ):
        codes = " or ".join(sorted(" ".join(one) for one in _phrases(pack, names)[name]))
        near = f"{name} ({codes})"
    return f"{problem} (did you mean {near}?)" if near else problem
