"""Declarations of Tarocchi Bolognesi (B3): all or nothing, counters in every sequence."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from scorecli.games.base import HouseRules
from scorecli.games.bologna.combinations import (
    COUNTERS,
    KINDS,
    SET_KINDS,
    sequence_points_in,
    set_points,
    sets_in,
    whole_declaration,
    worth,
)
from scorecli.games.bologna.discards import NEVER_LAID_AWAY
from scorecli.games.bologna.pack import HAND, PACK, TAROCCHI
from scorecli.games.bologna.reasons import why_no_item
from scorecli.ledger import Combination
from scorecli.table.declaration_rules import DeclarationRules, same_kind_within

TWO_MEANINGS: Final = PACK.mask(TAROCCHI)
"""Only these cards can make a set (the Tarocchi) and a sequence (a short Grande) alike."""

_CLAUSES: Final = {
    "no-declarations": "B3.1",
    "declaration-unchecked": "B3.1",
    "claim-unchecked": "B3.2",
    "declaration-value": "B3.2",
    "declaration-short": "B3.3",
    "declaration-repeated": "B3.3",
    "declaration-ambiguous": "B3.3",
    "partial-declaration": "B3.3",
    "declaration-empty": "B3.5",
    "declaration-not-held": "B3.5",
    "declaration-no-combination": "B3.5",
    "late-declaration": "B3.5",
}


def readings(item: int, held: int, rules: HouseRules) -> list[Combination]:
    """The combinations that the cards of an item can mean, the dearest first.

    The real cards of an item are those of the combination, no more and no less; the counters
    held count in a sequence, named or not (B3.3).
    """
    found = [one for one in sets_in(item) if one.cards == item]
    real = item & ~COUNTERS
    with_counters = whole_declaration(real | held & COUNTERS, rules)
    found += [one for one in with_counters.sequences if one.cards == real]
    return sorted(found, key=lambda one: -one.points)


def declaration_rules(rules: HouseRules) -> DeclarationRules:
    """What B3 asks of declarations under some house rules."""
    return _declaration_rules(bool(rules["partial_declarations"]), rules["grande_complete"])


@cache
def _declaration_rules(partial_allowed: bool, grande_complete: str) -> DeclarationRules:  # noqa: FBT001 - house rules
    rules: HouseRules = {"grande_complete": grande_complete}
    filled = grande_complete == "filled"

    def whole_points(held: int) -> int:
        return set_points(held) + sequence_points_in(held, mori_join_filled=filled)

    return DeclarationRules(
        pack=PACK,
        kinds=KINDS,
        hand_size=HAND,  # B2.1
        clauses=_CLAUSES,
        partial_allowed=partial_allowed,
        named_with=0,
        never_laid_away=NEVER_LAID_AWAY,
        two_meanings=TWO_MEANINGS,
        whole=lambda held: whole_declaration(held, rules).combinations,
        whole_points=whole_points,
        listed_points=_listed_points,
        meanings=lambda item, held: readings(item, held, rules),
        part_of=same_kind_within,
        why_not=lambda item, held, kind: why_no_item(item, held, kind, rules),
    )


def _listed_points(listed: Sequence[Combination]) -> int:
    """The points of a list, the doublings counted on what is listed (B3.3)."""
    sets = [one for one in listed if one.kind in SET_KINDS]
    sequences = [one for one in listed if one.kind not in SET_KINDS]
    return worth(sets) + worth(sequences)
