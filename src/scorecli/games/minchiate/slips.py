"""Where a wrong number may come from that somebody claims for combinations of Minchiate (M5)."""

from collections.abc import Iterator, Sequence

from scorecli.games.base import HouseRules
from scorecli.games.minchiate.combinations import (
    DEVIL_INSIDE,
    MATTO_BONUS,
    T29_INSIDE,
    combinations_in,
    points_in,
    rules_of,
)
from scorecli.games.minchiate.pack import MATTO, PACK, T29
from scorecli.judging import Reason
from scorecli.ledger import Combination
from scorecli.table.case import span


def slips(
    points: int, found: Sequence[Combination], held: int, rules: HouseRules
) -> Iterator[Reason]:
    """Every simple slip that would lead from what is there to the points that were claimed.

    Args:
        points: the points claimed, which are not those of the combinations.
        found: the combinations that were claimed.
        held: the mask of all cards held.
        rules: the house rules.
    """
    worth = sum(one.points for one in found)
    yield from _about_the_matto(points, found, held, rules)
    if points == worth - T29_INSIDE and any(one.cards & T29 for one in found):
        yield Reason("M5.6", f"{points} leaves out T29, which counts {T29_INSIDE} inside")
    if points == worth - DEVIL_INSIDE and any(one.clause == "M5.8" for one in found):
        yield Reason("M5.8", f"{points} leaves out T14, which counts {DEVIL_INSIDE} inside")
    yield from _about_the_tens(points, found, held, rules)
    if len(found) > 1:
        yield from _once_each(points, found, worth)
    for one in found:
        if one.kind == "run":
            yield from _part_of_a_run(points, one, held)
        elif one.kind == "kings":
            yield from _other_kings(points, one, held)


def _adds(one: Combination, rules: HouseRules) -> bool:
    """Whether the Matto adds to a combination if it is held (M5.2, M5.6)."""
    return one.kind != "matto" or rules_of(rules).matto_in_own_set


def _about_the_matto(
    points: int, found: Sequence[Combination], held: int, rules: HouseRules
) -> Iterator[Reason]:
    worth = sum(one.points for one in found)
    more = MATTO_BONUS * sum(_adds(one, rules) for one in found)
    own = any(not _adds(one, rules) for one in found)
    if held & MATTO:
        if more and points == worth - more:
            yield Reason("M5.6", f"{points} leaves out the {more} that MAT adds")
        if own and points == worth + MATTO_BONUS:
            yield Reason("M5.2", f"{points} lets MAT add {MATTO_BONUS} to its own combination")
        if more > MATTO_BONUS and points == worth - more + MATTO_BONUS:
            text = f"{points} lets MAT add {MATTO_BONUS} only once: it adds to each combination"
            yield Reason("M5.6", text)
    elif more and points == worth + more:
        to_each = " to each" if len(found) > 1 else ""
        yield Reason("M5.6", f"{points} would take MAT, which adds {MATTO_BONUS}{to_each}")


def _about_the_tens(
    points: int, found: Sequence[Combination], held: int, rules: HouseRules
) -> Iterator[Reason]:
    """All four tens counted by the other house rule (M5.4)."""
    kinds = {one.kind for one in found}
    merged = rules_of(rules).tens_merged
    if not kinds & ({"tens"} if merged else {"tens-low", "tens-high"}):
        return
    tens = held & (MATTO | PACK.mask(["T10", "T20", "T30", "T40"]))
    other = rules_of(rules)._replace(tens_merged=not merged)
    of_tens = [one for one in combinations_in(tens, other) if one.kind.startswith("tens")]
    counted = sum(one.points for one in found if not one.kind.startswith("tens"))
    if points != counted + sum(one.points for one in of_tens):
        return
    if merged:
        text = f"{points} takes the tens as two combinations: here they are one (tens=merged)"
        yield Reason("M5.4", text)
    elif {one.kind for one in of_tens} == {"tens"}:
        text = f"{points} takes the four tens as one combination: they are two (tens=separate)"
        yield Reason("M5.4", text)


def _once_each(points: int, found: Sequence[Combination], worth: int) -> Iterator[Reason]:
    """Cards that serve several combinations counted once (M5.7)."""
    union = twice = 0
    for one in found:
        twice |= union & one.cards
        union |= one.cards
    again = sum(PACK.points(one.cards) for one in found) - PACK.points(union)
    if again and points == worth - again:
        codes = ", ".join(PACK.codes_of(twice))
        yield Reason("M5.7", f"{points} counts {codes} once: a card may serve several combinations")


def _part_of_a_run(points: int, run: Combination, held: int) -> Iterator[Reason]:
    """A run cut short, with the Matto if it is held, or else without (M5.1)."""
    cards = PACK.cards(run.cards)
    parts = [
        cards[first : first + length]
        for length in range(run.length - 1, 2, -1)
        for first in range(run.length - length + 1)
    ]
    for matto in dict.fromkeys((held & MATTO, 0)):
        for part in parts:
            if points == points_in(sum(PACK.bits[card] for card in part) | matto):
                codes = span([PACK.codes[card] for card in part])
                alone = "alone" if matto == held & MATTO else "alone without MAT"
                goes_on = f"a run is taken as long as it goes, here {run.length} cards"
                yield Reason("M5.1", f"{points} would be {codes} {alone}: {goes_on}")
                return


def _other_kings(points: int, kings: Combination, held: int) -> Iterator[Reason]:
    """Three Kings counted as four, or four as three (M5.5)."""
    king = PACK.points(kings.cards) // kings.length
    other = 7 - kings.length
    without = king * other
    if points in (without, without + (MATTO_BONUS if held & MATTO else 0)):
        number = {3: "three", 4: "all four"}[other]
        yield Reason("M5.5", f"{points} is for {number} K, here there are {kings.length}")
