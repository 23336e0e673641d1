"""Sets and sequences of Tarocchi Bolognesi (B5, B6).

Every combination but the Grande depends on a handful of cards only. What it gives is worked out
once for each way of holding those cards and remembered, so that a hand costs a few look-ups.
"""

from collections.abc import Callable
from typing import Final

from scorecli.games.bologna.pack import NUMBERS, PACK
from scorecli.ledger import Combination

SET_KINDS: Final = ("tarocchi", "kings", "queens", "knights", "jacks")
SEQUENCE_KINDS: Final = ("swords", "batons", "cups", "coins", "aces", "moors", "grande")

COUNTERS: Final = PACK.mask(["BEG", "MAT"])  # B6.3
MORI: Final = PACK.alike

# B5.1: kind, cards, points of three (four are worth twice as much).
_SETS: Final = (
    ("tarocchi", ("ANG", "MON", "BEG", "MAT"), 18),
    ("kings", ("SK", "BK", "CK", "DK"), 17),
    ("queens", ("SQ", "BQ", "CQ", "DQ"), 14),
    ("knights", ("SN", "BN", "CN", "DN"), 13),
    ("jacks", ("SJ", "BJ", "CJ", "DJ"), 12),
)
_SUIT_SEQUENCES: Final = (("swords", "S"), ("batons", "B"), ("cups", "C"), ("coins", "D"))
_ACES: Final = PACK.mask(["SA", "BA", "CA", "DA"])
_GRANDE_HEAD: Final = PACK.bit["ANG"]
_GRANDE_BODY: Final = PACK.mask(["MON", "SOL", "LUN"])
_GRANDE_NUMBERS: Final = tuple(PACK.bit[code] for code in NUMBERS)
_GRANDE_CARDS: Final = PACK.mask(["ANG", "MON", "SOL", "LUN", *NUMBERS]) | MORI


def sequence_points(length: int) -> int:
    """The points of a sequence of `length` cards, three or more (B6.1)."""
    return 10 + 5 * (length - 3)


def doubling(combinations: list[Combination]) -> int:
    """The points that three or more different sets, or sequences, bring on top (B5.3, B6.2)."""
    if len(combinations) < 3:
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


class _Worked(dict[int, tuple[Combination, ...]]):
    """What each way of holding some cards gives by a few rules, worked out when first asked for."""

    def __init__(self, *rules: Rule) -> None:
        super().__init__()
        self.rules = rules
        self.relevant = 0
        for relevant, _work_out in rules:
            self.relevant |= relevant

    def __missing__(self, held: int) -> tuple[Combination, ...]:
        found = (work_out(held & relevant) for relevant, work_out in self.rules)
        combinations = self[held] = tuple(one for one in found if one is not None)
        return combinations


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


# Together with what they give: groups of rules whose cards can be held in 4096 ways at most.
_SETS_WORKED: Final = tuple(
    (worked.relevant, worked)
    for worked in (
        _Worked(*(_set(*row) for row in _SETS[:3])),
        _Worked(*(_set(*row) for row in _SETS[3:])),
    )
)
_SEQUENCES_WORKED: Final = tuple(
    (worked.relevant, worked)
    for worked in (
        _Worked(*(_suit_sequence(*row) for row in _SUIT_SEQUENCES[:2])),
        _Worked(*(_suit_sequence(*row) for row in _SUIT_SEQUENCES[2:])),
        _Worked(_alike_sequence("aces", _ACES), _alike_sequence("moors", MORI)),
    )
)


def grande(held: int, *, mori_join_filled: bool = True) -> Combination | None:
    """The Grande among some cards (B6.6, B6.7, B6.8), or None.

    Each missing number must be filled for the run to go on, so that filling them from the top
    for as long as counters last reaches the longest sequence.

    Args:
        held: the mask of the cards.
        mori_join_filled: whether the Mori join a run with filled numbers too (house rule
            `grande_complete`: `filled`), or only twelve real ones (`real`).
    """
    if not held & _GRANDE_HEAD:
        return None
    counters = held & COUNTERS
    free = counters.bit_count()
    body = held & _GRANDE_BODY
    gaps = 0
    match body.bit_count():
        case 0:
            return None
        case 1:
            # Two of MON SOL LUN are missing: one counter is spent here, on the higher one.
            if not free:
                return None
            free -= 1
            missing = _GRANDE_BODY & ~body
            gaps = missing & -missing

    cards = _GRANDE_HEAD | body
    filled_before = False
    for number in _GRANDE_NUMBERS:
        if held & number:
            cards |= number
            filled_before = False
        elif free and not filled_before:
            free -= 1
            gaps |= number
            filled_before = True
        else:
            break
    else:
        if mori_join_filled or not gaps & ~_GRANDE_BODY:
            cards |= held & MORI

    length = cards.bit_count() + counters.bit_count()
    return Combination("grande", "B6.8", cards, counters, gaps, length, sequence_points(length))


def sets_in(held: int) -> list[Combination]:
    """The sets among some cards, in the order of the sheet (B5).

    A card may serve one set and any number of sequences at once (B6.9): nothing is used up.
    """
    found: list[Combination] = []
    for relevant, worked in _SETS_WORKED:
        found += worked[held & relevant]
    return found


def sequences_in(held: int, *, mori_join_filled: bool = True) -> list[Combination]:
    """The sequences among some cards, in the order of the sheet (B6)."""
    found: list[Combination] = []
    for relevant, worked in _SEQUENCES_WORKED:
        found += worked[held & relevant]
    if held & _GRANDE_HEAD and (run := grande(held, mori_join_filled=mori_join_filled)):
        found.append(run)
    return found
