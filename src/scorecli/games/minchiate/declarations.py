"""Declarations of Minchiate Fiorentine (M3): free to choose, the Matto added to each."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from scorecli.games.minchiate.combinations import (
    KINDS,
    Rules,
    combinations_in,
    named,
    points_in,
)
from scorecli.games.minchiate.pack import HAND, KEPT_FROM_THE_DEAD, MATTO, PACK
from scorecli.games.minchiate.reasons import why_no_item
from scorecli.games.minchiate.setup import read_setup
from scorecli.ledger import Combination
from scorecli.record.schema import Record
from scorecli.seats import SEAT_NUMBER
from scorecli.table.declaration_rules import DeclarationRules, same_kind_within

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
        kinds=KINDS,
        hand_size=HAND,
        clauses=_CLAUSES,
        partial_allowed=True,
        named_with=MATTO,
        # The hands that are recorded are those of the play (M2.5).
        never_laid_away=0,
        two_meanings=0,
        whole=lambda held: combinations_in(held, rules),
        whole_points=lambda held: points_in(held, rules),
        listed_points=_listed_points,
        meanings=lambda item, held: named(item, with_matto=bool(held & MATTO), rules=rules),
        part_of=_part_of,
        why_not=lambda item, held, kind: why_no_item(item, held, kind, rules.switches),
        held_by_others=_held_by_others,
    )


def _held_by_others(record: Record, seat: int) -> int:
    """The counting cards that others robbed, took or turned up, and so held in the play (M2.5)."""
    dealer = record.get("dealer")
    setup = read_setup(record, None if dealer is None else SEAT_NUMBER[dealer])
    cards = 0
    for by_seat in (setup.robbed, setup.turned_up):
        for other, robbed in (by_seat or {}).items():
            cards |= 0 if other == seat else robbed
    if dealer is not None and SEAT_NUMBER[dealer] != seat:
        cards |= setup.taken or 0
    # What is worth nothing may have been laid away.
    return cards & KEPT_FROM_THE_DEAD


def _part_of(named_one: Combination, held: Combination) -> bool:
    """Three of four merged tens are a part of the four (M5.4)."""
    if held.kind == "tens":
        return not named_one.cards & ~held.cards
    return same_kind_within(named_one, held)


def _listed_points(listed: Sequence[Combination]) -> int:
    return sum(one.points for one in listed)
