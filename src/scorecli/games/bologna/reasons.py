"""Why cards make a combination of Tarocchi Bolognesi or do not: step by step, by clause (B5, B6).

Nothing is worked out here: what is there or not is said by `scorecli.games.bologna.combinations`,
and this module walks along its result.
"""

from collections.abc import Iterator
from itertools import groupby, takewhile
from typing import Final

from scorecli.games.base import HouseRules
from scorecli.games.bologna.combinations import (
    COUNTERS,
    GRANDE_BODY,
    GRANDE_HEAD,
    KIND_NAMES,
    MORI,
    SET_KINDS,
    mori_join_filled,
    points_of_three,
    sequence_arithmetic,
    sequences_in,
    sets_in,
    whole_declaration,
)
from scorecli.games.bologna.pack import NUMBERS, PACK
from scorecli.judging import Reason
from scorecli.ledger import Combination
from scorecli.table.case import Case, span

MEMBERS: Final = {
    combination.kind: combination.cards
    for combination in (*sets_in(PACK.everything), *sequences_in(PACK.everything))
}
"""The real cards that a combination of each kind can have: those it has if all cards are held."""


def reasons(case: Case) -> list[Reason]:
    """Why the cards of a case make the combination or do not."""
    if case.kind in SET_KINDS:
        return list(_set(case))
    if case.found is not None:
        steps = _grande if case.kind == "grande" else _short_sequence
        return [*steps(case, case.found), _length(case.found)]
    if case.kind == "grande":
        return list(_no_grande(case))
    if case.kind in ("aces", "moors"):
        return [_none_alike(case)]
    return list(_no_suit_sequence(case))


def _set(case: Case) -> Iterator[Reason]:
    members = MEMBERS[case.kind]
    real, absent = case.cards & members, members & ~case.cards
    if case.found is None:
        only = case.none(members)
        if real:
            only = f"only {case.listed(real)} of {case.codes(members)}{case.named(members)}"
        yield Reason("B5.1", f"{only}: a set is three or four of them")
    else:
        missing = f"; {case.absent(absent)}" if absent else ""
        yield Reason("B5.1", f"{case.listed(real)} real{missing}")
    if absent and (counters := case.cards & COUNTERS):
        if case.kind == "tarocchi":
            itself = "itself" if counters.bit_count() == 1 else "themselves"
            yield Reason("B5.2", f"{case.verb(counters, 'counts', 'count')} only as {itself}")
        else:
            yield Reason(
                "B5.2", f"{case.verb(counters, 'stands', 'stand')} in no set: counters never do"
            )
    if case.found is not None:
        title, points = KIND_NAMES[case.kind], case.found.points
        if absent:
            yield Reason("B5.1", f"three {title}: {points}")
        else:
            three = points_of_three(case.found)
            yield Reason("B5.1", f"four {title}: {points}, in place of the {three} of three")


def _short_sequence(case: Case, found: Combination) -> Iterator[Reason]:
    """The steps of a sequence of a suit, of aces or of Mori (B6.4, B6.5)."""
    ace = found.cards & MEMBERS["aces"] if found.clause == "B6.4" else 0
    yield Reason(found.clause, f"{case.listed(found.cards & ~ace)} real")
    filled = 0
    for counter, gap in found.roles(PACK):
        yield Reason("B6.3", f"{counter} stands for {gap}" if gap else f"{counter} lengthens it")
        filled |= PACK.bit[gap] if gap else 0
    if found.clause == "B6.4":
        if skipped := found.gaps & ~filled:
            yield Reason("B6.4", f"{case.absent(skipped)}: simply skipped")
        if ace:
            yield Reason("B6.4", f"{case.listed(ace)} lengthens it")


def _no_suit_sequence(case: Case) -> Iterator[Reason]:
    king, queen, knight, jack, ace = map(PACK.bits.__getitem__, PACK.cards(MEMBERS[case.kind]))
    figures = queen | knight | jack
    if not case.cards & king:
        needed = f"a sequence of {KIND_NAMES[case.kind]} needs its real K"
        yield Reason("B6.4", f"{case.absent(king)}: {needed}")
        yield from _no_head(case)
        return
    if real := case.cards & figures:
        alone = f"{case.codes(real)} is the only figure{case.named(figures)} and no counter is held"
        yield Reason("B6.4", f"{alone}: two of {case.codes(figures)} are needed, one at least real")
    else:
        yield Reason("B6.4", f"{case.none(figures)}: at least one of them must be real")
    if case.cards & ace:
        yield Reason(
            "B6.4", f"{case.codes(ace)} is no figure: it lengthens a sequence, it makes none"
        )


def _none_alike(case: Case) -> Reason:
    members = MEMBERS[case.kind]
    real = case.cards & members
    if not real:
        return Reason("B6.5", f"{case.none(members)}: at least two must be real")
    if real.bit_count() == 1:
        alone = f"{case.codes(real)} is the only real one{case.named(members)}"
        return Reason("B6.5", f"{alone}: at least two must be real")
    return Reason(
        "B6.5", f"{case.listed(real)} real and no counter is held: three cards are needed"
    )


def _no_grande(case: Case) -> Iterator[Reason]:
    if not case.cards & GRANDE_HEAD:
        yield Reason("B6.6", f"{case.absent(GRANDE_HEAD)}: the Grande needs the real one")
        yield from _no_head(case)
    elif not case.cards & GRANDE_BODY:
        none = case.none(GRANDE_BODY)
        yield Reason("B6.6", f"ANG real; {none}: at least one of them must be real")
    else:
        real = case.listed(case.cards & (GRANDE_HEAD | GRANDE_BODY))
        absent = case.absent(GRANDE_BODY & ~case.cards)
        yield Reason("B6.6", f"{real} real; {absent}: one of them takes a counter, none is held")


def _grande(case: Case, found: Combination) -> Iterator[Reason]:
    """The walk along the Grande, from the Angelo to where the run ends (B6.6, B6.7)."""
    fills = {gap: counter for counter, gap in found.roles(PACK) if gap}
    head = f"{case.listed(found.cards & (GRANDE_HEAD | GRANDE_BODY))} real"
    if missing := GRANDE_BODY & ~found.cards:
        head += f"; {case.absent(missing)}"
        spent = [f"{counter} fills {gap}" for gap, counter in fills.items() if gap not in NUMBERS]
        head += f": {spent[0]}, the other costs nothing" if spent else ", which costs nothing"
    yield Reason("B6.6", head)

    reached = list(takewhile(lambda code: PACK.bit[code] & (found.cards | found.gaps), NUMBERS))
    run: list[str] = []
    for filled, group in groupby(reached, key=fills.__contains__):
        codes = list(group)
        run.append(f"{fills[codes[0]]} fills {codes[0]}" if filled else f"{span(codes)} real")
    if run:
        yield Reason("B6.6", "; ".join(run))
    if len(reached) < len(NUMBERS):
        yield _end_of_run(case, found, reached)
    yield from _mori(case, found, complete=len(reached) == len(NUMBERS))
    for counter, gap in found.roles(PACK):
        if gap is None:
            yield Reason("B6.3", f"{counter} fits nowhere and still adds its card")
    if found.counters & PACK.bit["BEG"] and len(reached) == len(NUMBERS):
        yield Reason("B6.8", "BEG counts once, and not again as the lowest trump")


def _end_of_run(case: Case, found: Combination, reached: list[str]) -> Reason:
    """Why the run ends before the first number that is neither real nor filled (B6.6)."""
    end = PACK.bit[NUMBERS[len(reached)]]
    roles = found.roles(PACK)
    why = f"{case.absent(end)} and no counter is {'left' if roles else 'held'}: the run ends"
    if any(gap is None for _counter, gap in roles):
        before = next(
            f"{gap}, which {counter} fills" for counter, gap in roles if gap == reached[-1]
        )
        never = "two filled in a row are not allowed, the run ends"
        why = f"{case.absent(end)} next to {before}: {never}"
    if beyond := case.cards & MEMBERS["grande"] & ~found.cards & ~MORI:
        why += f" and {case.verb(beyond, 'is', 'are')} not reached"
    return Reason("B6.6", why)


def _mori(case: Case, found: Combination, *, complete: bool) -> Iterator[Reason]:
    """Whether the Mori held lengthen the Grande (B6.7)."""
    if joined := found.cards & MORI:
        every = "every position from T16 to T5 is real or filled"
        yield Reason("B6.7", f"{case.verb(joined, 'joins', 'join')}: {every}")
    elif mori := case.cards & MORI:
        out = case.verb(mori, "stays", "stay")
        if complete or not mori_join_filled(case.rules):
            only = "only twelve real numbers let the Mori join (grande_complete=real)"
        else:
            only = "the Mori join only if every position from T16 to T5 is real or filled"
        yield Reason("B6.7", f"{out} out: {only}")


def _no_head(case: Case) -> Iterator[Reason]:
    if counters := case.cards & COUNTERS:
        yield Reason("B6.3", f"{case.verb(counters, 'is', 'are')} never the head card")


def _length(found: Combination) -> Reason:
    arithmetic = sequence_arithmetic(found.length)
    if found.length > 3:
        arithmetic += f" = {found.points}"
    return Reason("B6.1", f"{found.length} cards: {arithmetic}")


# Cards named as one combination


def of_kind(kind: str, held: int, rules: HouseRules) -> Combination | None:
    """The combination of a kind that some cards make, None if they make none."""
    combinations = whole_declaration(held, rules).combinations
    return next((one for one in combinations if one.kind == kind), None)


def likely_kind(item: int) -> str:
    """The kind that most of the cards of an item fit, or "" if none fits any."""
    kind = max(KIND_NAMES, key=lambda one: (item & MEMBERS[one]).bit_count())
    return kind if item & MEMBERS[kind] else ""


def looked_at(kind: str, item: int, held: int) -> int:
    """The cards that count for an item: in a sequence the counters held, named or not (B3.3)."""
    return item if kind in SET_KINDS else item & ~COUNTERS | held & COUNTERS


def why_no_item(item: int, held: int, kind: str | None, rules: HouseRules) -> Iterator[Reason]:
    """Why the cards of an item make no combination, seen as the kind named or that they fit best.

    What belongs to it counts as named, and the counters held with it (B3.3).
    """
    kind = kind or likely_kind(item)
    if not kind:
        return
    cards = looked_at(kind, item, held)
    found = of_kind(kind, cards, rules)
    yield from reasons(Case(PACK, kind, cards, held, found, rules))
    if found is not None and (stray := item & ~found.cards & ~found.counters):
        codes = ", ".join(PACK.codes_of(stray))
        outside = "does not belong" if stray.bit_count() == 1 else "do not belong"
        yield Reason("B3.5", f"{codes} {outside} to the {KIND_NAMES[kind]} of the others")
