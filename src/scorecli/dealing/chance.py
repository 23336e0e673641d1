"""Chance that repeats itself: the same seed makes the same hands with every version of Python.

Of the module `random` Python promises this for seeding and for `random()` alone, not for
`randrange`, `choice` or `shuffle`; so everything here is made of `random()`.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


def chance_of_hand(seed: int, number: int) -> Random:
    """The chance that makes hand `number` of a seed, whatever the hands before it were."""
    return Random(f"{seed}/{number}")  # noqa: S311 - made-up hands keep no secret


def below(rng: Random, number: int) -> int:
    """A whole number from 0 to `number` - 1."""
    return int(rng.random() * number)


def happens(rng: Random, probability: float) -> bool:
    """Whether something of this probability happens."""
    return rng.random() < probability


def choose(rng: Random, things: Sequence[Thing]) -> Thing:
    """One of some things."""
    return things[below(rng, len(things))]


def shuffled(rng: Random, things: Iterable[Thing]) -> list[Thing]:
    """The same things in any order."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        other = below(rng, last + 1)
        order[last], order[other] = order[other], order[last]
    return order
