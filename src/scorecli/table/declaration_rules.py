"""What a game asks of declarations, and what one scores; each game brings its own (B3, M3)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scorecli.cards import Pack
from scorecli.judging import Reason
from scorecli.ledger import Combination
from scorecli.record.schema import Record


class Declaration(NamedTuple):
    """What a seat scores for its declaration.

    Attributes:
        points: its points, with its own doublings where the game has them.
        held: the mask of the cards that were declared whole; 0 if a list was declared.
        listed: the combinations that count of a list, in the order of the sheet.
    """

    points: int
    held: int = 0
    listed: Sequence[Combination] = ()


NOTHING: Final = Declaration(0)

Declared = Mapping[int, Declaration | None]
"""Declarations by seat number; None where the value cannot be known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationRules:
    """What a game asks of declarations.

    Attributes:
        pack: its pack.
        kinds: the kinds of combination that an item may name.
        hand_size: how many cards a seat that declares holds.
        clauses: the clause of each finding, by code.
        partial_allowed: whether a list may leave combinations out.
        named_with: the mask of the cards that may be named with any combination.
        never_laid_away: the mask of the cards that stay in a hand from which others are laid away.
        held_by_others: the mask of the cards that a record tells other seats than a certain one to
            have held, their hands apart; None where it tells of no such cards.
        two_meanings: the mask of the only cards that can make two combinations alike.
        whole: all the combinations of a hand, in the order of the sheet.
        whole_points: their points.
        listed_points: the points of some combinations.
        why_not: why the cards of an item make no combination, given the hand and the kind that was
            named, if one was.
        part_of: whether a named combination is a part of one that is held, or that one itself.
        meanings: the combinations that the cards of an item can mean, given the hand, the
            dearest first.
    """

    pack: Pack
    kinds: Sequence[str]
    hand_size: int
    clauses: Mapping[str, str]
    partial_allowed: bool
    named_with: int
    never_laid_away: int
    two_meanings: int
    whole: Callable[[int], list[Combination]]
    whole_points: Callable[[int], int]
    listed_points: Callable[[Sequence[Combination]], int]
    meanings: Callable[[int, int], list[Combination]]
    part_of: Callable[[Combination, Combination], bool]
    why_not: Callable[[int, int, str | None], Iterable[Reason]]
    held_by_others: Callable[[Record, int], int] | None = None


def same_kind_within(named: Combination, held: Combination) -> bool:
    """Whether the cards of a named combination lie within one of the same kind."""
    return named.kind == held.kind and not named.cards & ~held.cards


def combinations_of(rules: DeclarationRules, declared: Declared) -> dict[int, list[Combination]]:
    """By seat number the combinations that count of each declaration, where they are known.

    They are in the order of the sheet.
    """
    return {
        seat: [*(rules.whole(one.held) if one.held else ()), *one.listed]
        for seat, one in declared.items()
        if one is not None
    }


def names_in_full(mask: int, one: Combination, held: int, rules: DeclarationRules) -> bool:
    """Whether some cards are those of a combination, with nothing that may not be named with it."""
    may_be_named = one.cards | one.counters | rules.named_with & held
    return not one.cards & ~mask and not mask & ~may_be_named
