"""Cards as people type them: codes in any order, names in five languages, several at once.

Between cards stand blanks or commas. Read are

- codes in either case, suit and rank in either order, with the rank letters of the languages:
  `CN`, `nc`, `10s`, `RC`;
- names: `Re di Coppe`, `King of Cups`, `король кубков`, `Traditore`, `trump 12`, `XII`;
- several cards at once: `CKQJ`, `S K Q J`, `S K-J`, `T16-12`, `4 MOR`, `kings`, `arie`.

What has several readings is refused with all of them: nothing is guessed.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from scorecli.card_words import (
    LOOK_ALIKE,
    Codes,
    folded,
    is_word_for_trump,
    name_shown,
    named,
    phrases,
    rank_named,
    suits_named,
)
from scorecli.cards import SUIT_NAMES, SUITS, TRUMP_SUIT, Pack
from scorecli.names import RANK_LETTERS, CardNames, nearest_code
from scorecli.nearest import nearest
from scorecli.suit_lists import ROMAN, ranks_of, suit_list

_RANKS: Final = ("K", "Q", "N", "J", "A", *map(str, range(2, 11)))

_WORDS: Final = re.compile(r"([,;:\s]*)([^,;:\s]+)")
_DASHES: Final = re.compile(r"\s*[-\u2010-\u2015\u2212]\s*")
_COUNT: Final = re.compile(r"(\d{1,2})[xX×*]?")
_COUNT_BEHIND: Final = re.compile(r"[xX×*](\d{1,2})")
_RANGE: Final = re.compile(r"(?P<first>[^-]+)-(?P<last>[^-]+)")
_SEVERAL: Final = re.compile(r"([SBCD])((?:10|[KQNJA2-9]){2,})")
_JOINERS: Final = frozenset(("of", "di", "de", "delle", "dei", "del"))
_ARTICLES: Final = frozenset(
    {
        *("il", "lo", "la", "i", "gli", "le", "un", "una", "uno", "the", "a", "an"),
        *("o", "os", "as", "um", "uma"),
        *("tutti", "tutte", "all", "todos", "todas", "все", "tất", "cả"),
    }
)
"""What may stand before a card or before all of a rank: `il Re di Coppe`, `tutti i Re`."""
_PASSED_OVER: Final = _ARTICLES | {"e", "ed", "and", "y", "и", "và", "&", "+"}
"""These words, and what may stand between cards."""
_ONE: Final = frozenset(("il", "un", "the", "o", "um", "a"))
"""Articles before a single card."""
_COUNTED: Final = ("K", "Q", "N", "J", *map(str, range(10, 1, -1)), "A")
"""The ranks of a suit as they are counted, whatever they beat."""
_CYRILLIC: Final = frozenset("КДНРВТ")
"""The rank letters that are Cyrillic."""
_SUIT_INITIALS: Final = {"К": "C", "Ж": "B", "М": "SD"}
"""The first letters of Russian names of suits, with the suits."""
_LONGEST: Final = 5
"""The most words of a name."""
_MOST_SHOWN: Final = 6
"""Of several readings no more than these are shown."""
_LONGEST_SHOWN: Final = 60
"""Of longer words no more letters than these are shown."""

_VERY_MUCH: Final = 0.85
"""How much some words must be like a name to be taken for it, so that no cards beside it are."""

_MOST_SUGGESTED: Final = 12
"""For so many words that cannot be read a name of several words is looked for."""

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
    words, after_comma = _words(text)
    typed = Typed([], [], [])
    # How many cards were read before each word.
    read_before: dict[int, int] = {}
    place = 0
    while place < len(words):
        read_before[place] = len(typed.codes)
        length, readings = _longest(words[place:], after_comma[place:], pack, names)
        if not readings and folded(words[place]) in _PASSED_OVER and place + 1 < len(words):
            place += 1
            continue
        readings |= _beside_next(words, after_comma, place, length, readings, pack, names)
        written = " ".join(words[place : place + length])
        if len(readings) == 1:
            (codes,) = readings
            typed.codes.extend(codes)
            if _has_look_alikes(written) and not set(named(written, pack, names)):
                typed.notes.append(f"{written!r} is read as {' '.join(codes)}")
        else:
            near = None
            suggests = not readings and len(typed.problems) < _MOST_SUGGESTED
            if suggests and (meant := _name_meant(words, place, pack, names)):
                first, end, near = meant
                written = " ".join(words[first:end])
                length = end - place
                # Words before that were read as cards belong to the name.
                del typed.codes[read_before.get(first, len(typed.codes)) :]
            where = f"card {len(typed.codes) + 1}"
            typed.problems.append(_problem(written, where, readings, game, pack, names, near))
            typed.codes.append("")
        place += length
    return typed


def grouped(pack: Pack, codes: Sequence[str]) -> str:
    """Cards grouped by suit for people: "Spade K Q 10; Coppe A; trumps T16 T15; MAT"."""
    parts = []
    for suit, name in enumerate(SUIT_NAMES):
        of_suit = [code for code in codes if pack.suits[pack.number[code]] == suit]
        if suit < len(SUITS) and of_suit:
            parts.append(f"{name} {' '.join(code[1:] for code in of_suit)}")
        elif of_suit:
            parts.append(f"{'trumps ' if suit == TRUMP_SUIT else ''}{' '.join(of_suit)}")
    return "; ".join(parts) or "no cards"


def _longest(
    words: Sequence[str], after_comma: Sequence[bool], pack: Pack, names: CardNames
) -> tuple[int, Reading]:
    """The longest run of words that can be read, and its readings; one word if none can be."""
    length, lists = suit_list(words, after_comma, pack)
    if lists:
        return length, frozenset(lists)
    for length in range(min(_LONGEST, len(words)), 0, -1):
        readings = _readings(words[:length], pack, names)
        if readings:
            return length, readings
    return 1, frozenset()


def _beside_next(
    words: Sequence[str],
    after_comma: Sequence[bool],
    place: int,
    length: int,
    readings: Reading,
    pack: Pack,
    names: CardNames,
) -> Reading:
    """What a short word can be beside what was found, by the words around it.

    `as` is the Ace of Spade or an article (`as damas`), `ba` the Ace of Bastoni or three, and `re`
    is King or Kings: in `Re, Fante di Coppe` it can be that of Coppe.
    """
    word = folded(words[place])
    behind = words[place + 1 :]
    if length > 1 or not readings or word not in ("as", "ba", "re"):
        return frozenset()
    if word == "re" and place and folded(words[place - 1]) in _ONE:
        return frozenset((f"{suit}K",) for suit in SUITS)
    while behind and folded(behind[0]) in _ARTICLES - {"as"}:
        behind = behind[1:]
    if not behind or behind[0].upper() in pack.number:
        return frozenset()
    _length, following = _longest(behind, after_comma[-len(behind) :], pack, names)
    (codes,) = following if len(following) == 1 else ((),)
    if word == "re":
        of_suit = len(codes) == 1 and codes[0][0] in SUITS and _length > 1
        return frozenset([(f"{codes[0][0]}K",)]) if of_suit else frozenset()
    several = len(codes) > 1 or pack.codes.count(codes[0] if codes else "") > 1
    # Then it may be no ace but an article, or a number.
    no_ace = several and words[place].islower()
    return frozenset([("no card of its own",)] if no_ace else ())


def _readings(words: Sequence[str], pack: Pack, names: CardNames) -> Reading:
    """All the ways in which some words together name cards."""
    text = " ".join(words)
    if len(words) == 1 and text.upper() in pack.number:
        # A code as records write it is what it is, whatever else its letters can mean.
        return frozenset([(text.upper(),)])
    found = set(named(text, pack, names))
    if len(words) == 1:
        found |= set(_of_token(text, pack))
    if len(words) > 1:
        found |= set(_of_trump(" ".join(words[:-1]), words[-1], pack))
    if len(words) == 2:
        found |= set(_of_pair(words[0], words[1], pack))
        found |= set(_of_count(words[0], words[1], pack, names))
        found |= set(_of_rank_and_suit(words[1], words[0], pack))
    if len(words) == 2 or (len(words) == 3 and folded(words[1]) in _JOINERS):
        found |= set(_of_rank_and_suit(words[0], words[-1], pack))
    return frozenset(found)


def _of_token(token: str, pack: Pack) -> Iterator[Codes]:
    """One word as a code in another form: its parts turned round, other rank letters, several."""
    for word in {token.upper(), token.upper().translate(LOOK_ALIKE)}:
        yield from ((code,) for code in _as_card(word, token.upper(), pack))
        # A letter alone can be a slip, and so can small ones.
        if len(token) > 1 and token in ROMAN and f"T{ROMAN[token]}" in pack.number:
            yield (f"T{ROMAN[token]}",)
        if several := _SEVERAL.fullmatch(word):
            ranks = re.findall(r"10|[KQNJA2-9]", several[2])
            codes = tuple(several[1] + rank for rank in ranks)
            if all(code in pack.number for code in codes):
                yield codes
        if ends := _RANGE.fullmatch(word):
            yield from _range(ends["first"], ends["last"], pack)
        if count := re.fullmatch(r"(\d{1,2})[X×*]?([A-Z]+)", word):
            yield from _so_many(int(count[1]), count[2], pack)
        if count := re.fullmatch(r"([A-Z]+?)[X×*]?(\d{1,2})", word):
            yield from _so_many(int(count[2]), count[1], pack)


def _as_card(word: str, typed: str, pack: Pack) -> set[str]:
    """The cards that a suit letter and a rank can be, in either order."""
    if word in pack.number:
        return {word}
    found = set()
    for suit, rank in ((0, slice(1, None)), (-1, slice(None, -1))):
        # A rank may be a letter of another alphabet, a suit letter only look like one.
        ranks = {RANK_LETTERS.get(typed[rank]), RANK_LETTERS.get(word[rank])} - {None}
        found |= {f"{word[suit]}{one}" for one in ranks if word[suit] in SUITS}
        if word[suit] == "T" and _is_number(word[rank]):
            found.add(f"T{int(word[rank])}")
        if typed[rank] in ROMAN and word[suit] in SUITS:
            found |= set(ranks_of(word[suit], typed[rank], pack))
        # All of it in Cyrillic letters: a rank, and the first letter of a suit.
        of_suits = _SUIT_INITIALS.get(typed[suit], "") if typed[rank] in _CYRILLIC else ""
        found |= {f"{one}{RANK_LETTERS[typed[rank]]}" for one in of_suits}
    return {code for code in found if code in pack.number}


def _range(first: str, last: str, pack: Pack) -> Iterator[Codes]:
    """Cards from one to another of a suit or of the trumps, as they rank: `SK-J`, `T16-12`."""
    low = last if last in pack.number else first[:1] + last
    if first not in pack.number or low not in pack.number:
        return
    # Of cards that are alike all are meant.
    places = [place for place, code in enumerate(pack.codes) if code in (first, low)]
    if first == low or pack.suits[places[0]] != pack.suits[places[-1]]:
        return
    cards = pack.codes[places[0] : places[-1] + 1]
    yield tuple(cards if pack.number[first] < pack.number[low] else reversed(cards))
    # In Coppe and Denari `10-K` can also mean the ten and the court cards, as they are counted.
    ranks = [rank for rank in _COUNTED if first[0] + rank in pack.number]
    if first[0] in SUITS:
        ends = sorted(ranks.index(code[1:]) for code in (first, low))
        counted = [first[0] + rank for rank in ranks[ends[0] : ends[1] + 1]]
        if set(counted) != set(cards):
            yield tuple(counted)


def _of_pair(first: str, second: str, pack: Pack) -> Iterator[Codes]:
    """Two words: a suit or the trumps, and ranks: `S K-J`, `T 16`."""
    rest = second.upper()
    letter = first.upper().translate(LOOK_ALIKE)
    for suit in ["T"] if letter == "T" else suits_named(first):
        if ends := _RANGE.fullmatch(rest):
            yield from _range(suit + ends["first"], ends["last"], pack)
        elif suit + rest in pack.number and (rest in _RANKS or _is_number(rest)):
            yield (suit + rest,)
        elif several := _SEVERAL.fullmatch(suit + rest):
            yield from _of_token(several[0], pack)


def _of_trump(name: str, number: str, pack: Pack) -> Iterator[Codes]:
    """A trump by its number: `trump 12`, `lá chủ XII`."""
    if is_word_for_trump(name):
        if ends := _RANGE.fullmatch(number.upper()):
            first, last = (f"T{ROMAN.get(end, end)}" for end in (ends["first"], ends["last"]))
            yield from _range(first, last, pack)
        value = ROMAN.get(number.upper(), int(number) if _is_number(number) else 0)
        if f"T{value}" in pack.number:
            yield (f"T{value}",)


def _of_count(first: str, second: str, pack: Pack, names: CardNames) -> Iterator[Codes]:
    """Two words, one of them how many: `4 MOR`, `MOR x4`, `tre mori`, or all of a rank: `4 Re`."""
    in_words = rank_named(first, pack) or ""
    for count, word in (
        (_COUNT.fullmatch(first) or _COUNT.fullmatch(in_words), second),
        (_COUNT_BEHIND.fullmatch(second), first),
    ):
        for codes in _readings([word], pack, names) if count else ():
            if len(set(codes)) == 1 and count:
                yield from _so_many(int(count[1]), codes[0], pack)
            elif count and int(count[1]):
                # All cards of a rank are one reading, three of four are several.
                yield from combinations(codes, int(count[1]))


def _of_rank_and_suit(first: str, last: str, pack: Pack) -> Iterator[Codes]:
    """A rank by its letter, number or name, and a suit: `K of Cups`, `10 S`, `Re Coppe`."""
    for suit in suits_named(last):
        yield from ((code,) for code in ranks_of(suit, first, pack))


def _words(text: str) -> tuple[list[str], list[bool]]:
    """The words of a text, and for each whether a comma or a semicolon stands before it."""
    found = _WORDS.findall(_DASHES.sub("-", text))
    return [_bare(word) for _, word in found], ["," in gap or ";" in gap for gap, _ in found]


def _is_number(text: str) -> bool:
    """Whether a text is a number of one or two digits."""
    return len(text) < 3 and text.isdecimal()


def _so_many(number: int, code: str, pack: Pack) -> Iterator[Codes]:
    """So many of the cards that share one code."""
    if 0 < number <= pack.codes.count(code) > 1:
        yield (code,) * number


def _bare(word: str) -> str:
    """A word without an article that is written together with it: `l'asso`."""
    return re.sub(r"^[lL]['’](?=\w)", "", word)


def _has_look_alikes(written: str) -> bool:
    """Whether there are Cyrillic letters that can be read as Latin ones."""
    word = written.upper()
    return word.translate(LOOK_ALIKE) != word


def _name_meant(
    words: Sequence[str], place: int, pack: Pack, names: CardNames
) -> tuple[int, int, str] | None:
    """A name of several words that those around one that cannot be read were meant to be.

    Returns:
        The first of these words, the one after the last of them, and the name with its card.
    """
    for length in (3, 2):
        for first in range(max(place - length + 1, 0), place + 1):
            text = folded(" ".join(words[first : first + length]))
            if len(words) < first + length or len(text) > _LONGEST_SHOWN:
                continue
            if name := nearest(text, phrases(pack, names), alike=_VERY_MUCH):
                return first, first + length, name_shown(name, pack, names)
    return None


def _problem(
    written: str,
    where: str,
    readings: Reading,
    game: str,
    pack: Pack,
    names: CardNames,
    near: str | None,
) -> str:
    if readings:
        choices = sorted(" ".join(codes) for codes in readings)
        choice = " or ".join(choices[:_MOST_SHOWN])
        if len(choices) > _MOST_SHOWN:
            choice += f" or {len(choices) - _MOST_SHOWN} others"
        return f"{where}: {written!r} can be {choice}"
    shown = written if len(written) <= _LONGEST_SHOWN else f"{written[:_LONGEST_SHOWN]}…"
    problem = f"{where}: {shown!r} is no card of {game}"
    if near is None and 2 <= len(written) <= 4:
        near = nearest_code(written, pack)
    if (
        near is None
        and 4 <= len(written) <= _LONGEST_SHOWN
        and (name := nearest(folded(written), phrases(pack, names)))
    ):
        near = name_shown(name, pack, names)
    return f"{problem} (did you mean {near}?)" if near else problem
