"""All that a hand out of some cards can declare, held against the hands themselves (B3, B5, B6)."""

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Final

import pytest

from scorecli.games.bologna.attainable import attainable_points
from scorecli.games.bologna.combinations import sequence_points_in, set_points
from scorecli.games.bologna.discards import NEVER_LAID_AWAY, lawful_discards
from scorecli.games.bologna.pack import HAND, MATTO, PACK
from scorecli.games.bologna.settlement import PLAIN

BEST: Final = "ANG MON BEG MAT SK BK CK DK SQ BQ CQ DQ SA BA CA"
"""The best declaration there is, worth 416 (worked figures)."""


def worth(hand: int, *, filled: bool = True) -> int:
    """The points of a hand, by the rules themselves."""
    return set_points(hand) + sequence_points_in(hand, mori_join_filled=filled)


def attainable(pool: int, never: int = 0, *, filled: bool = True) -> set[int]:
    """All that 15 cards of a pool can declare, with the Matto and without."""
    return {
        points
        for matto in ((False, True) if pool & MATTO else (False,))
        for points in attainable_points(
            pool, matto=matto, never_laid_away=never, mori_join_filled=filled
        )
    }


def hands_out_of(pool: int) -> Iterator[int]:
    """All hands of 15 cards of a pool."""
    cards = [PACK.bits[card] for card in PACK.cards(pool)]
    for away in combinations(cards, len(cards) - HAND):
        yield PACK.first_of_alike(pool & ~sum(away))


def random_pool(rng: Random, size: int, *, dear: bool) -> int:
    """Some cards of the pack; dear ones are mostly those that make combinations."""
    chance = {
        card: rng.random() ** (4 if dear and not bit & PLAIN else 1)
        for card, bit in enumerate(PACK.bits)
    }
    taken = sorted(chance, key=lambda card: chance[card])[:size]
    return PACK.first_of_alike(sum(PACK.bits[card] for card in taken))


def shrunk(pool: int, allowed: Callable[[int], bool]) -> int:
    """A hand of 15 cards for which something is still allowed, out of a pool for which it is."""
    step = 16
    while step:
        for card in PACK.cards(pool)[::step]:
            block = [one for one in PACK.cards(pool) if one >= card][:step]
            smaller = pool & ~sum(PACK.bits[one] for one in block)
            if smaller.bit_count() >= HAND and allowed(smaller):
                pool = smaller
        step //= 2
    return PACK.first_of_alike(pool)


def test_the_whole_pack() -> None:
    """Out of all cards a hand declares from 0 to 416, and both ends are reached."""
    found = attainable(PACK.everything)
    assert (min(found), max(found)) == (0, 416)
    assert worth(PACK.mask(BEST.split())) == 416
    plain = [suit + rank for suit in "SBC" for rank in ("6", "7", "8", "9", "10")]
    assert worth(PACK.mask(plain)) == 0


@pytest.mark.parametrize("filled", [True, False])
@pytest.mark.parametrize("dear", [True, False])
@pytest.mark.parametrize("size", [15, 16, 17, 18, 19])
def test_small_pools_against_all_their_hands(
    size: int,
    dear: bool,
    filled: bool,
) -> None:
    """Out of few cards just those values can be had that one of all their hands has."""
    rng = Random(size)
    for never in (0, 0, 2, 4):
        pool = random_pool(rng, size, dear=dear)
        for matto in (False, True) if pool & MATTO else (False,):
            every = {
                worth(hand, filled=filled)
                for hand in hands_out_of(pool)
                if bool(hand & MATTO) == matto and (hand & NEVER_LAID_AWAY).bit_count() >= never
            }
            found = attainable_points(
                pool, matto=matto, never_laid_away=never, mori_join_filled=filled
            )
            assert found == sorted(every)


@pytest.mark.parametrize("filled", [True, False])
def test_all_trumps_that_a_long_grande_needs(filled: bool) -> None:
    """The Grande is joined by the Mori just where the house rule lets it (B6.6, B6.7)."""
    numbers = " ".join(f"T{number}" for number in range(5, 17))
    pool = PACK.mask(f"ANG MON SOL {numbers} MOR MOR BEG MAT".split())
    every = {worth(hand, filled=filled) for hand in hands_out_of(pool)}
    assert attainable(pool, filled=filled) == every


@pytest.mark.long
def test_many_pools_of_twenty_cards() -> None:
    """Of many pools of twenty cards the values are those of all hands that can be in them."""
    rng = Random(20)
    for number in range(60):
        pool = random_pool(rng, 20, dear=bool(number % 3))
        filled = bool(number % 2)
        every = {worth(hand, filled=filled) for hand in hands_out_of(pool)}
        assert attainable(pool, filled=filled) == every


@pytest.mark.parametrize("size", [24, 32, 47, 62])
def test_random_hands_out_of_large_pools(size: int) -> None:
    """What any hand out of many cards declares is among the values."""
    rng = Random(size)
    for dear in (True, False):
        pool = random_pool(rng, size, dear=dear)
        found = attainable(pool)
        for _ in range(2000):
            cards = sum(PACK.bits[card] for card in rng.sample(PACK.cards(pool), HAND))
            assert worth(PACK.first_of_alike(cards)) in found


@pytest.mark.parametrize("size", [22, 30, 38])
def test_the_ends_are_reached_by_a_hand(size: int) -> None:
    """For the lowest and the highest value there is a hand with just this value.

    It is found by taking away cards for as long as the value can still be had of the others.
    """
    pool = random_pool(Random(size), size, dear=True)
    found = attainable(pool)
    for end in (min(found), max(found)):
        hand = shrunk(pool, lambda smaller: end in attainable(smaller))  # noqa: B023 - used at once
        assert hand.bit_count() == HAND
        assert worth(hand) == end


def test_discards_leave_what_lawful_pairs_leave() -> None:
    """Of 17 cards just the lawful pairs can go: the others are held (B2.2)."""
    rng = Random(17)
    for _ in range(10):
        pool = random_pool(rng, 17, dear=True)
        never = (pool & NEVER_LAID_AWAY).bit_count()
        pairs = lawful_discards(PACK, pool, {})
        kept = {worth(PACK.first_of_alike(pool & ~away)) for away in pairs}
        assert attainable(pool, never) == kept
