"""Combinations (versicole) of Minchiate Fiorentine (M5).

A combination is worth the sum of its cards; with the Matto among the cards each but that of the
Matto itself is worth 5 more (M5.6). The Matto replaces nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from scorecli.games.minchiate.pack import MATTO, PACK, T29
from scorecli.ledger import Combination

KIND_NAMES: Final = {
    "run": "Run",
    "matto": "Matto, T1 and T40",
    "thirteen": "Thirteen",
    "tens-low": "Low tens",
    "tens-high": "High tens",
    "tens": "Four tens",
    "kings": "Kings",
    "devil-world-gemini": "Devil, World and Gemini",
}
"""The kinds of combination, and what people call them."""

KINDS: Final = tuple(KIND_NAMES)

T29_INSIDE: Final = 5
"""What T29 counts inside a combination (M5.6)."""
DEVIL_INSIDE: Final = 5
"""What T14 counts inside the combination of the house rule (M5.8)."""
MATTO_BONUS: Final = 5
"""What the Matto adds to each combination but its own (M5.6)."""

_KINGS: Final = PACK.mask(["SK", "BK", "CK", "DK"])
# M5.1: the trumps over which runs may go, from high to low.
RUN_STRETCHES: Final = tuple(
    tuple(PACK.bit[f"T{number}"] for number in range(high, low - 1, -1))
    for high, low in ((40, 28), (5, 1))
)


class FixedCards(NamedTuple):
    """A combination of certain cards, all of which must be there."""

    kind: str
    clause: str
    cards: int


_MATTO_SET: Final = FixedCards("matto", "M5.2", PACK.mask(["T1", "MAT", "T40"]))
_THIRTEEN: Final = FixedCards("thirteen", "M5.3", PACK.mask(["T1", "T13", "T28"]))
_TENS_LOW: Final = FixedCards("tens-low", "M5.4", PACK.mask(["T10", "T20", "T30"]))
_TENS_HIGH: Final = FixedCards("tens-high", "M5.4", PACK.mask(["T20", "T30", "T40"]))
_TENS: Final = FixedCards("tens", "M5.4", _TENS_LOW.cards | _TENS_HIGH.cards)
_DEVIL_WORLD_GEMINI: Final = FixedCards(
    "devil-world-gemini", "M5.8", PACK.mask(["T14", "T35", "T39"])
)


_GROUPS: Final = (
    sum(RUN_STRETCHES[0]) | MATTO,
    sum(RUN_STRETCHES[1]) | _MATTO_SET.cards | _THIRTEEN.cards | _TENS.cards,
    _KINGS | MATTO,
    _DEVIL_WORLD_GEMINI.cards | MATTO,
)
"""The cards of the combinations, in groups that can be held in few ways each.

The Matto is in all of them, for it adds to each combination; no group makes one of another.
"""


class Rules(NamedTuple):
    """The house rules on combinations: each False is the default (M5.2, M5.4, M5.8)."""

    matto_in_own_set: bool = False
    tens_merged: bool = False
    devil_world_gemini: bool = False

    @property
    def switches(self) -> Mapping[str, bool | str]:
        """The same as house rules."""
        return {
            "matto_in_own_set": self.matto_in_own_set,
            "tens": "merged" if self.tens_merged else "separate",
            "devil_world_gemini": self.devil_world_gemini,
        }


DEFAULT_RULES: Final = Rules()


def rules_of(house_rules: Mapping[str, object]) -> Rules:
    """The house rules on combinations among all house rules."""
    return Rules(
        bool(house_rules["matto_in_own_set"]),
        house_rules["tens"] == "merged",
        bool(house_rules["devil_world_gemini"]),
    )


def combinations_in(held: int, rules: Rules = DEFAULT_RULES) -> list[Combination]:
    """The combinations among some cards, each in full; a card may serve several (M5.7)."""
    with_matto = bool(held & MATTO)
    found = [_made("run", "M5.1", run, rules, with_matto=with_matto) for run in _runs(held)]
    found += [
        _made(whole.kind, whole.clause, whole.cards, rules, with_matto=with_matto)
        for whole in _wholes(held, rules)
        if not whole.cards & ~held
    ]
    kings = held & _KINGS
    if kings.bit_count() >= 3:
        found.append(_made("kings", "M5.5", kings, rules, with_matto=with_matto))
    return found


def points_in(held: int, rules: Rules = DEFAULT_RULES) -> int:
    """The sum of the combinations among some cards, without making them."""
    points = 0
    for relevant, known in _summed(rules):
        points += known[held & relevant]
    return points


class _Summed(dict[int, int]):
    """The points of what each way of holding some cards makes, worked out when first asked for."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, held: int) -> int:
        points = self[held] = sum(one.points for one in combinations_in(held, self.rules))
        return points


@cache
def _summed(rules: Rules) -> Sequence[tuple[int, _Summed]]:
    """Groups of cards such that each combination lies in just one, with what they make."""
    return [(relevant, _Summed(rules)) for relevant in _GROUPS]


def _runs(held: int) -> Iterator[int]:
    """Runs of three or more consecutive trumps within 28-40 or 1-5, as long as they go (M5.1)."""
    for stretch in RUN_STRETCHES:
        run = length = 0
        for bit in stretch:
            if held & bit:
                run |= bit
                length += 1
                continue
            if length >= 3:
                yield run
            run = length = 0
        if length >= 3:
            yield run


def _wholes(held: int, rules: Rules) -> Iterator[FixedCards]:
    """The combinations of certain cards that the rules know (M5.2, M5.3, M5.4, M5.8)."""
    yield _MATTO_SET
    yield _THIRTEEN
    if rules.tens_merged and not _TENS.cards & ~held:
        yield _TENS
    else:
        yield _TENS_LOW
        yield _TENS_HIGH
    if rules.devil_world_gemini:
        yield _DEVIL_WORLD_GEMINI


def _made(kind: str, clause: str, cards: int, rules: Rules, *, with_matto: bool) -> Combination:
    """A combination with its points (M5.6)."""
    points = PACK.points(cards)
    if cards & T29:
        points += T29_INSIDE
    if kind == _DEVIL_WORLD_GEMINI.kind:
        points += DEVIL_INSIDE
    if with_matto and (kind != _MATTO_SET.kind or rules.matto_in_own_set):
        points += MATTO_BONUS
    return Combination(kind, clause, cards, 0, 0, cards.bit_count(), points)


def named(cards: int, *, with_matto: bool, rules: Rules = DEFAULT_RULES) -> list[Combination]:
    """The combinations that just these cards make, as an item of a declaration names them (M3.2).

    A run may be named shorter than it is held, and three Kings of four. The Matto may be named
    with any combination: it is not a card of it but in T1 MAT T40.

    Args:
        cards: the mask of the cards named.
        with_matto: whether the Matto is held, which adds to each combination, named or not.
        rules: the house rules.
    """
    real = cards & ~MATTO
    found = combinations_in(real | (MATTO if with_matto else 0), rules)
    return [one for one in found if one.cards in (cards, real)]
