"""Declarations of Minchiate Fiorentine (M3): free to choose, the Matto added to each."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from scorecli.games.minchiate.combinations import (
    RUN_STRETCHES,
    Rules,
    combinations_in,
    named,
    points_in,
)
from scorecli.games.minchiate.pack import MATTO, PACK, T29
from scorecli.ledger import Combination
from scorecli.table.declarations import DeclarationRules, same_kind_within

_CLAUSES: Final = {
    "no-declarations": "M3.1",
    "declaration-unchecked": "M3.1",
    "claim-unchecked": "M3.1",
    "declaration-value": "M3.1",
    "declaration-short": "M3.2",
    "declaration-repeated": "M3.2",
    "declaration-ambiguous": "M3.2",
    "declaration-empty": "M3.2",
    "declaration-not-held": "M3.2",
    "declaration-no-combination": "M3.2",
    "late-declaration": "M3.2",
}


@cache
def declaration_rules(rules: Rules) -> DeclarationRules:
    """What M3 asks of declarations under some house rules on combinations."""
    return DeclarationRules(
        pack=PACK,
        clauses=_CLAUSES,
        partial_allowed=True,
        joker=MATTO,
        named_with=MATTO,
        two_meanings=0,
        whole=lambda held: combinations_in(held, rules),
        whole_points=lambda held: points_in(held, rules),
        listed_points=_listed_points,
        meanings=lambda item, held: named(item, with_matto=bool(held & MATTO), rules=rules),
        part_of=_part_of,
        why_not=_why_not,
    )


def _why_not(item: int) -> list[tuple[str, int]]:
    """Why cards make no combination: gaps of a run, what Matto and T29 do not do (M5.1, M5.6)."""
    reasons = []
    real = item & ~MATTO
    for stretch in RUN_STRETCHES:
        named_bits = [bit for bit in stretch if bit & real]
        if len(named_bits) < 2 or real & ~sum(stretch):
            continue
        first, last = stretch.index(named_bits[0]), stretch.index(named_bits[-1])
        if missing := sum(bit for bit in stretch[first : last + 1] if not bit & real):
            reasons.append(("missing in the run (M5.1)", missing))
        elif len(named_bits) < 3:
            reasons.append(("a run takes three trumps (M5.1)", 0))
    if item & MATTO:
        reasons.append(("the Matto replaces nothing (M5.6)", 0))
    if item & T29 and item.bit_count() == 1:
        reasons.append(("T29 alone is worth nothing (M5.6)", 0))
    return reasons


def _part_of(named_one: Combination, held: Combination) -> bool:
    """Three of four merged tens are a part of the four (M5.4)."""
    if held.kind == "tens":
        return not named_one.cards & ~held.cards
    return same_kind_within(named_one, held)


def _listed_points(listed: Sequence[Combination]) -> int:
    return sum(one.points for one in listed)
