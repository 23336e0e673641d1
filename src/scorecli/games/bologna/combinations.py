"""Sets and sequences of Tarocchi Bolognesi (B5, B6).

Every combination but the Grande depends on a handful of cards only. What it gives is worked out
once for each way of holding those cards and remembered, so that a hand costs a few look-ups.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from scorecli.games.base import HouseRules
from scorecli.games.bologna.pack import NUMBERS, PACK, TAROCCHI
from scorecli.ledger import Combination

SET_KINDS: Final = ("tarocchi", "kings", "queens", "knights", "jacks")
SEQUENCE_KINDS: Final = ("swords", "batons", "cups", "coins", "aces", "moors", "grande")
KINDS: Final = (*SET_KINDS, *SEQUENCE_KINDS)
KIND_NAMES: Final = {
    "tarocchi": "Tarocchi",
    "kings": "Kings",
    "queens": "Queens",
    "knights": "Knights",
    "jacks": "Jacks",
    "swords": "Spade",
    "batons": "Bastoni",
    "cups": "Coppe",
    "coins": "Denari",
    "aces": "Aces",
    "moors": "Mori",
    "grande": "Grande",
}
"""What people call them."""

COUNTERS: Final = PACK.mask(["BEG", "MAT"])  # B6.3
MORI: Final = PACK.alike

# B5.1: kind, cards, points of three (four are worth twice as much).
_SETS: Final = (
    ("tarocchi", TAROCCHI, 18),
    ("kings", ("SK", "BK", "CK", "DK"), 17),
    ("queens", ("SQ", "BQ", "CQ", "DQ"), 14),
    ("knights", ("SN", "BN", "CN", "DN"), 13),
    ("jacks", ("SJ", "BJ", "CJ", "DJ"), 12),
)
_SUIT_SEQUENCES: Final = (("swords", "S"), ("batons", "B"), ("cups", "C"), ("coins", "D"))
_ACES: Final = PACK.mask(["SA", "BA", "CA", "DA"])
GRANDE_HEAD: Final = PACK.bit["ANG"]
GRANDE_BODY: Final = PACK.mask(["MON", "SOL", "LUN"])
GRANDE_NUMBERS: Final = tuple(PACK.bit[code] for code in NUMBERS)
_ALL_NUMBERS: Final = PACK.mask(NUMBERS)


DOUBLED_FROM: Final = 3
"""So many different sets, or sequences, count twice (B5.3, B6.2)."""


def sequence_points(length: int) -> int:
    """The points of a sequence of `length` cards, three or more (B6.1)."""
    return 10 + 5 * (length - 3)


def sequence_arithmetic(length: int) -> str:
    """How these points come about: "10 + 2 × 5"."""
    return f"10 + {length - 3} × 5" if length > 3 else "10"


def points_of_three(found: Combination) -> int:
    """What three of the cards of a set are worth; four are worth twice as much (B5.1)."""
    return found.points if found.length == 3 else found.points // 2


def doubling(combinations: list[Combination]) -> int:
    """The points that three or more different sets, or sequences, bring on top (B5.3, B6.2)."""
    if len(combinations) < DOUBLED_FROM:
        return 0
    return sum(combination.points for combination in combinations)


def worth(combinations: list[Combination]) -> int:
    """The points of the sets, or of the sequences, of one hand or pile, doubling included."""
    points = 0
    for combination in combinations:
        points += combination.points
    return points + doubling(combinations)


Rule = tuple[int, Callable[[int], Combination | None]]
"""The cards that a combination depends on, and what holding some of them gives."""


class _Found(dict[int, tuple[Combination, ...]]):
    """What each way of holding some cards makes by a few rules, worked out when first asked for."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        super().__init__()
        self.rules = rules
        self.relevant = 0
        for relevant, _work_out in rules:
            self.relevant |= relevant

    def __missing__(self, held: int) -> tuple[Combination, ...]:
        found = (work_out(held & relevant) for relevant, work_out in self.rules)
        combinations = self[held] = tuple(one for one in found if one is not None)
        return combinations


_ONE: Final = 10_000
"""What a combination adds to a sum beside its points, so that the sum tells their number too."""

_THREE: Final = DOUBLED_FROM * _ONE
"""From this sum on there are three combinations or more, which count twice (B5.3, B6.2)."""


class _Summed(dict[int, int]):
    """The sum of what each way of holding some cards makes: points, and `_ONE` a combination."""

    def __init__(self, found: _Found) -> None:
        super().__init__()
        self.found = found

    def __missing__(self, held: int) -> int:
        summed = self[held] = sum(_ONE + one.points for one in self.found[held])
        return summed


def _set(kind: str, codes: tuple[str, ...], points: int) -> Rule:
    """A set: three or four of `codes`, never with a counter in a card's place (B5.1, B5.2)."""

    def work_out(held: int) -> Combination | None:
        length = held.bit_count()
        if length < 3:
            return None
        worth = points if length == 3 else 2 * points
        return Combination(kind, "B5.1", held, 0, 0, length, worth)

    return PACK.mask(codes), work_out


def _suit_sequence(kind: str, suit: str) -> Rule:
    """The sequence of a suit: the real K and two of Q N J, one of them real (B6.4)."""
    king = PACK.bit[suit + "K"]
    figures = PACK.mask([suit + rank for rank in "QNJ"])
    ace = PACK.bit[suit + "A"]

    def work_out(held: int) -> Combination | None:
        real = (held & figures).bit_count()
        counters = held & COUNTERS
        if not held & king or not real or real + counters.bit_count() < 2:
            return None
        length = held.bit_count()
        cards = held & ~COUNTERS
        gaps = figures & ~held
        return Combination(kind, "B6.4", cards, counters, gaps, length, sequence_points(length))

    return king | figures | ace | COUNTERS, work_out


def _alike_sequence(kind: str, members: int) -> Rule:
    """Aces or Mori: two real ones at least, three with the counters (B6.5)."""

    def work_out(held: int) -> Combination | None:
        length = held.bit_count()
        counters = held & COUNTERS
        cards = held & members
        if cards.bit_count() < 2 or length < 3:
            return None
        gaps = members & ~held
        return Combination(kind, "B6.5", cards, counters, gaps, length, sequence_points(length))

    return members | COUNTERS, work_out


# In groups whose cards can be held in few ways: what is worked out should stay near at hand.
_SETS_FOUND: Final = tuple(
    _Found([_set(*row) for row in rows]) for rows in (_SETS[:1], _SETS[1:3], _SETS[3:])
)
_SEQUENCES_FOUND: Final = (
    *(_Found([_suit_sequence(*row)]) for row in _SUIT_SEQUENCES),
    _Found([_alike_sequence("aces", _ACES), _alike_sequence("moors", MORI)]),
)
_SETS_SUMMED: Final = tuple((found.relevant, _Summed(found)) for found in _SETS_FOUND)
_SEQUENCES_SUMMED: Final = tuple((found.relevant, _Summed(found)) for found in _SEQUENCES_FOUND)


class _Run(NamedTuple):
    """How far T16, T15 ... T5 go.

    Attributes:
        real: the real ones reached.
        filled: those for which a counter stands.
        complete: whether they go to the end.
        reached: how many real ones are reached.
    """

    real: int
    filled: int
    complete: bool
    reached: int


@cache
def _run(numbers: int, counters: int) -> _Run:
    """The run of the Grande over the numbers held with so many counters left for it (B6.6).

    Each missing number must be filled for the run to go on, so that filling them from the top
    for as long as counters last reaches the longest sequence.
    """
    real = filled = 0
    filled_before = False
    for number in GRANDE_NUMBERS:
        if numbers & number:
            real |= number
            filled_before = False
        elif counters and not filled_before:
            counters -= 1
            filled |= number
            filled_before = True
        else:
            return _Run(real, filled, complete=False, reached=real.bit_count())
    return _Run(real, filled, complete=True, reached=real.bit_count())


def _grande_run(held: int) -> tuple[int, _Run] | None:
    """The counter spent beside ANG, as the mask of the card it stands for, and the run (B6.6)."""
    body = held & GRANDE_BODY
    if not held & GRANDE_HEAD or not body:
        return None
    free = (held & COUNTERS).bit_count()
    gap = 0
    missing = body ^ GRANDE_BODY
    # Two of MON SOL LUN are missing: one counter is spent here, on the higher one.
    if missing.bit_count() == 2:
        if not free:
            return None
        free -= 1
        gap = missing & -missing
    return gap, _run(held & _ALL_NUMBERS, free)


def _mori_join(run: _Run, *, filled: bool) -> bool:
    """Whether the Mori lengthen the Grande: of filled runs by the house rule only (B6.7)."""
    return run.complete and (filled or not run.filled)


def grande(held: int, *, mori_join_filled: bool = True) -> Combination | None:
    """The Grande among some cards (B6.6, B6.7, B6.8), or None.

    Args:
        held: the mask of the cards.
        mori_join_filled: whether the Mori join a run with filled numbers too (house rule
            `grande_complete`: `filled`), or only twelve real ones (`real`).
    """
    found = _grande_run(held)
    if found is None:
        return None
    gap, run = found
    counters = held & COUNTERS
    cards = GRANDE_HEAD | held & GRANDE_BODY | run.real
    if _mori_join(run, filled=mori_join_filled):
        cards |= held & MORI
    length = cards.bit_count() + counters.bit_count()
    points = sequence_points(length)
    return Combination("grande", "B6.8", cards, counters, gap | run.filled, length, points)


def _grande_points(held: int, *, mori_join_filled: bool) -> int:
    """The points of the Grande among cards with ANG, 0 without one, without making it (B6.8)."""
    found = _grande_run(held)
    if found is None:
        return 0
    _gap, run = found
    length = 1 + (held & (GRANDE_BODY | COUNTERS)).bit_count() + run.reached
    if _mori_join(run, filled=mori_join_filled):
        length += (held & MORI).bit_count()
    return sequence_points(length)


def sets_in(held: int) -> list[Combination]:
    """The sets among some cards, in the order of the sheet (B5).

    A card may serve one set and any number of sequences at once (B6.9): nothing is used up.
    """
    return [one for found in _SETS_FOUND for one in found[held & found.relevant]]


def sequences_in(held: int, *, mori_join_filled: bool = True) -> list[Combination]:
    """The sequences among some cards, in the order of the sheet (B6)."""
    sequences = [one for found in _SEQUENCES_FOUND for one in found[held & found.relevant]]
    if run := grande(held, mori_join_filled=mori_join_filled):
        sequences.append(run)
    return sequences


class Whole(NamedTuple):
    """All that the cards of a hand make, and its points with its own doublings (B3.2)."""

    sets: list[Combination]
    sequences: list[Combination]

    @property
    def combinations(self) -> list[Combination]:
        """The sets, then the sequences."""
        return self.sets + self.sequences

    @property
    def points(self) -> int:
        """The points, doublings included."""
        return worth(self.sets) + worth(self.sequences)


def mori_join_filled(rules: HouseRules) -> bool:
    """Whether the Mori join a Grande that counters complete too: `grande_complete` (B6.7)."""
    return rules["grande_complete"] == "filled"


def whole_declaration(held: int, rules: HouseRules) -> Whole:
    """All the combinations of the cards a seat holds (B3.1)."""
    return Whole(sets_in(held), sequences_in(held, mori_join_filled=mori_join_filled(rules)))


def set_points(held: int) -> int:
    """The points of `sets_in`, doubling included, without making them."""
    (tarocchi, first), (kings, second), (knights, third) = _SETS_SUMMED
    summed = first[held & tarocchi] + second[held & kings] + third[held & knights]
    return _doubled(summed)


def sequence_points_in(held: int, *, mori_join_filled: bool = True) -> int:
    """The points of `sequences_in`, doubling included, without making them."""
    (swords, first), (batons, second), (cups, third), (coins, fourth), (aces, fifth) = (
        _SEQUENCES_SUMMED
    )
    summed = (
        first[held & swords]
        + second[held & batons]
        + third[held & cups]
        + fourth[held & coins]
        + fifth[held & aces]
    )
    if held & GRANDE_HEAD:
        points = _grande_points(held, mori_join_filled=mori_join_filled)
        if points:
            summed += _ONE + points
    return _doubled(summed)


def _doubled(summed: int) -> int:
    """The points of summed combinations: three or more different ones count twice (B5.3, B6.2)."""
    points = summed % _ONE
    return 2 * points if summed >= _THREE else points
