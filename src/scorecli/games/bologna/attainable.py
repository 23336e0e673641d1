"""All that a hand of 15 cards can declare, of which no more is known than the cards it is out of.

The hands are far too many to go through. But what a hand makes comes from parts that have little
to do with each other: the four suits, the aces, the Mori and the Grande. Only the counters act on
all of them, and the three different sets or sequences that double a sum (B5.3, B6.2). So for each
number of counters the parts are put together one by one, and of the hands that agree in all that
still matters (how many K, Q, N, J and aces, sequences and cards) one set of sums is kept. What a
part gives is asked of the rules themselves, in `combinations`.

A set of sums is an integer of which bit n is set if the sum n can be had: to add a sequence is to
shift it, and what one or the other gives is an or. Sums of sequences are counted in fives, for all
of them are multiples of five (B6.1).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from scorecli.cards import SUITS
from scorecli.games.bologna.combinations import (
    COUNTERS,
    DOUBLED_FROM,
    GRANDE_BODY,
    GRANDE_HEAD,
    GRANDE_NUMBERS,
    MORI,
    grande,
    sequence_points_in,
    set_points,
)
from scorecli.games.bologna.pack import HAND, MATTO, PACK, TAROCCHI

_UNIT: Final = 5
_RANKS: Final = "KQNJA"
_BY_RANK: Final = tuple(tuple(PACK.bit[suit + rank] for suit in SUITS) for rank in _RANKS)
_SUIT_CARDS: Final = tuple(PACK.mask([suit + rank for rank in _RANKS]) for suit in SUITS)
_BODY: Final = tuple(PACK.bits[card] for card in PACK.cards(GRANDE_BODY))
_TAROCCHI: Final = tuple(PACK.bit[code] for code in TAROCCHI)
_MATTER: Final = (
    sum(_SUIT_CARDS) | GRANDE_HEAD | GRANDE_BODY | sum(GRANDE_NUMBERS) | MORI | COUNTERS
)
"""All cards that any combination can use; the others only fill a hand."""

_BITS: Final = 3
_MANY: Final = (1 << _BITS) - 1
"""Of a state each count has so many bits: K, Q, N, J, aces, then sequences."""

Sums = int
"""A set of sums, as the bits of an integer."""


class _Figures(NamedTuple):
    """What is held of the suits, as far as it matters for the whole.

    Attributes:
        sets: K, Q, N and J as if they were of the first suits, of each rank none or three or four.
        kings: how many Kings are held, no more than is asked for.
        sequences: how many sequences of suits and aces there are, three for more.
        cards: how many cards that is.
    """

    sets: int
    kings: int
    sequences: int
    cards: int


class _Trumps(NamedTuple):
    """What is held of the trumps but Bégato: of ANG and MON how many, how many sequences."""

    high: int
    sequences: int


def attainable_points(
    pool: int, *, matto: bool, never_laid_away: int, mori_join_filled: bool
) -> list[int]:
    """The points that 15 cards of a pool can declare with their own doublings, each of them (B3.2).

    Args:
        pool: the mask of the cards that the hand is out of.
        matto: whether the hand holds the Matto, which is in the pool if it does.
        never_laid_away: how many of the cards that are never laid away (B2.2) the hand has at
            least, since others are left for the discards.
        mori_join_filled: the house rule on the complete Grande (B6.7).
    """
    found = 0
    runs = _runs(pool, mori_join_filled=mori_join_filled)
    for begato in (0, COUNTERS & ~MATTO & pool) if COUNTERS & ~MATTO & pool else (0,):
        counters = begato | (MATTO if matto else 0)
        number = counters.bit_count()
        trumps = _trumps(pool, counters, runs, mori_join_filled=mori_join_filled)
        least = max(0, never_laid_away - number)
        for figures, sums in _figures(pool, counters, least).items():
            for kind, by_number in trumps.items():
                if figures.kings + kind.high < least:
                    continue
                both = _added(sums, by_number[HAND - number - figures.cards])
                if not both:
                    continue
                points = set_points(figures.sets | _tarocchi(kind.high + number))
                doubled = figures.sequences + kind.sequences >= DOUBLED_FROM
                found |= _in_points(both, 2 if doubled else 1) << points
    return list(_members(found))


def _figures(pool: int, counters: int, kings: int) -> Mapping[_Figures, Sums]:
    """The sums of the sequences of suits and aces, by what else matters of them.

    Args:
        pool: the mask of the cards that the hand is out of.
        counters: the mask of the counters that are held.
        kings: the most Kings that are told apart where they make no set.
    """
    states: dict[int, Sums] = {0: 1}
    for of_suit in _SUIT_CARDS:
        moves = [_move(held, counters) for held in _parts(pool & of_suit)]
        grown: defaultdict[int, Sums] = defaultdict(int)
        for state, sums in states.items():
            for move, fives in moves:
                grown[state + move] |= sums << fives
        states = grown
    found: defaultdict[_Figures, Sums] = defaultdict(int)
    room = HAND - counters.bit_count()
    for state, sums in states.items():
        *ranks, aces, sequences = (state >> _BITS * place & _MANY for place in range(6))
        if (cards := sum(ranks) + aces) > room:
            continue
        fives = _fives(_first(_BY_RANK[4], aces) | counters)
        sets = sum(_first(_BY_RANK[place], count) for place, count in enumerate(ranks) if count > 2)
        kind = _Figures(
            sets, min(ranks[0], kings), min(sequences + (fives > 0), DOUBLED_FROM), cards
        )
        found[kind] |= sums << fives
    return found


def _move(held: int, counters: int) -> tuple[int, int]:
    """What holding some cards of a suit adds to a state, and its sequence in fives, 0 if none."""
    fives = _fives(held | counters)
    move = sum(
        any(held & card for card in cards) << _BITS * place for place, cards in enumerate(_BY_RANK)
    )
    return move + ((fives > 0) << _BITS * len(_BY_RANK)), fives


def _fives(held: int) -> int:
    """The points of cards that make one sequence at most, in fives."""
    return sequence_points_in(held) // _UNIT


def _runs(pool: int, *, mori_join_filled: bool) -> Mapping[int, set[int]]:
    """For each way in which the numbers can serve the Grande, how many numbers may be held.

    Of the numbers the Grande depends on how far they run with no, one or two counters, and on
    whether the Mori join then (B6.6, B6.7): they are told apart by the longest Grande that each
    number of counters makes with them. A way is named by some numbers that serve so.
    """
    highest = GRANDE_HEAD | sum(_BODY) | MORI
    with_counters = [highest, highest | MATTO, highest | COUNTERS]
    found: dict[tuple[int, ...], tuple[int, set[int]]] = {}
    for numbers in _parts(pool & sum(GRANDE_NUMBERS)):
        lengths = tuple(
            one.length
            for held in with_counters
            if (one := grande(held | numbers, mori_join_filled=mori_join_filled))
        )
        found.setdefault(lengths, (numbers, set()))[1].add(numbers.bit_count())
    return dict(found.values())


def _trumps(
    pool: int, counters: int, runs: Mapping[int, set[int]], *, mori_join_filled: bool
) -> Mapping[_Trumps, list[Sums]]:
    """The sums of Mori and Grande with all cards that only fill, by their number.

    Returns:
        For what else matters of the trumps a list: at place n what n cards can make.
    """
    filling = (pool & ~_MATTER).bit_count()
    exact: defaultdict[_Trumps, list[Sums]] = defaultdict(lambda: [0] * (HAND + 1))
    for high in _parts(pool & (GRANDE_HEAD | sum(_BODY))):
        for mori in range((pool & MORI).bit_count() + 1):
            low = PACK.first_alike[mori]
            of_mori = _fives(low | counters)
            kind = (high & (GRANDE_HEAD | _BODY[0])).bit_count()
            for numbers, counts in runs.items():
                held = high | low | numbers | counters
                run = grande(held, mori_join_filled=mori_join_filled)
                sequences = (of_mori > 0) + (run is not None)
                fives = of_mori + (run.points // _UNIT if run else 0)
                by_number = exact[_Trumps(kind, sequences)]
                for count in counts:
                    if (cards := high.bit_count() + mori + count) <= HAND:
                        by_number[cards] |= 1 << fives
    return {
        kind: [_filled(by_number, cards, filling) for cards in range(HAND + 1)]
        for kind, by_number in exact.items()
    }


def _filled(by_number: list[Sums], cards: int, filling: int) -> Sums:
    """What so many cards can make, if up to so many of them make nothing."""
    sums = 0
    for number in range(max(0, cards - filling), cards + 1):
        sums |= by_number[number]
    return sums


def _parts(cards: int) -> Iterator[int]:
    """All the ways to hold some of these cards, none and all too."""
    part = cards
    while part:
        yield part
        part = (part - 1) & cards
    yield 0


@cache
def _first(cards: tuple[int, ...], number: int) -> int:
    return sum(cards[:number])


def _tarocchi(number: int) -> int:
    """So many of the Tarocchi: which of them is all one for their set (B5.1)."""
    return _first(_TAROCCHI, number)


def _added(first: Sums, second: Sums) -> Sums:
    """The sums of one of the first and one of the second."""
    sums = 0
    for more in _members(second):
        sums |= first << more
    return sums


def _in_points(fives: Sums, factor: int) -> Sums:
    """Sums in fives as sums of points, doubled or not."""
    return sum(1 << _UNIT * factor * number for number in _members(fives))


def _members(sums: Sums) -> Iterator[int]:
    """The sums in a set, from the lowest."""
    while sums:
        low = sums & -sums
        yield low.bit_length() - 1
        sums ^= low
