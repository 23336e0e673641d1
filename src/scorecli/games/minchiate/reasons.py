"""Why cards make a combination of Minchiate Fiorentine or do not: step by step, by clause (M5).

Nothing is worked out here: what is there or not is said by
`scorecli.games.minchiate.combinations`, and this module walks along its result.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from scorecli.games.minchiate.breakdown import combination_arithmetic
from scorecli.games.minchiate.combinations import (
    KIND_NAMES,
    KINDS,
    RUN_STRETCHES,
    Rules,
    combinations_in,
    rules_of,
)
from scorecli.games.minchiate.pack import MATTO, PACK, T29
from scorecli.judging import Reason
from scorecli.ledger import Combination
from scorecli.table.case import Case, span

_EVERY: Final = [
    *combinations_in(PACK.everything, Rules(devil_world_gemini=True)),
    *combinations_in(PACK.everything, Rules(tens_merged=True)),
]
_STRETCHES: Final = tuple(sum(stretch) for stretch in RUN_STRETCHES)  # M5.1

MEMBERS: Final = {
    **{one.kind: one.cards for one in _EVERY},
    "run": _STRETCHES[0] | _STRETCHES[1],
    "papi": _STRETCHES[1],
    "arie": PACK.mask(["T40", "T39", "T38", "T37", "T36"]),
}
"""The cards that a combination of each kind can have; a run may be asked for by its place."""

RUNS: Final = ("run", "papi", "arie")
"""A run anywhere, a run of papi, and a run in which three arie at least take part."""

_CLAUSES: Final = {one.kind: one.clause for one in _EVERY}
_TRUMPS: Final = MEMBERS["run"] | PACK.mask([f"T{number}" for number in range(6, 28)])


def reasons(case: Case) -> list[Reason]:
    """Why the cards of a case make the combination or do not."""
    if case.found is not None:
        steps = _run if case.kind in RUNS else _made
        return [*steps(case, case.found), *_points(case, case.found), *_others(case, case.found)]
    missed = _no_run(case) if case.kind in RUNS else _not_made(case)
    return [*missed, *_idle(case)]


def _idle(case: Case) -> Iterator[Reason]:
    """What the Matto and T29 do not do where the combination is not there (M5.6)."""
    if case.cards & MATTO and case.kind != "matto":
        yield Reason("M5.6", "MAT replaces nothing: it only adds 5 to what is there without it")
    inside = any(one.cards & T29 for one in combinations_in(case.cards))
    if case.cards & T29 & MEMBERS[case.kind] and not inside:
        yield Reason("M5.6", "T29 alone is worth nothing: it counts 5 only inside a combination")


# Runs


def _run(case: Case, found: Combination) -> Iterator[Reason]:
    text = f"{span(PACK.codes_of(found.cards))}: {found.length} in a row"
    yield Reason("M5.1", text)
    yield from _ends(case, found.cards)


def _ends(case: Case, group: int) -> Iterator[Reason]:
    """Why trumps in a row do not go on at either end (M5.1)."""
    beside = _beside(group)
    if gaps := beside & MEMBERS["run"]:
        text = f"{case.absent(gaps)}: the run ends"
        if beyond := _beside(gaps) & case.cards & MEMBERS["run"] & ~group:
            text += f" and {case.verb(beyond, 'is', 'are')} not reached"
        yield Reason("M5.1", text)
    if outside := beside & case.cards & ~MEMBERS["run"]:
        text = f"{case.codes(outside)} does not go on with it: runs go from T40 to T28 and from T5"
        yield Reason("M5.1", f"{text} to T1")


def _beside(cards: int) -> int:
    """The trumps next to some trumps, on either side."""
    return (cards << 1 | cards >> 1) & _TRUMPS & ~cards


def _no_run(case: Case) -> Iterator[Reason]:
    near = MEMBERS[case.kind]
    groups = [group for group in _in_a_row(case.cards) if group & near]
    if not groups:
        between = " and ".join(
            span(PACK.codes_of(near & stretch)) for stretch in _STRETCHES if near & stretch
        )
        held = "named" if case.hand & near else "held"
        yield Reason("M5.1", f"none of {between} is {held}: a run is three or more of them")
        return
    best = max(groups, key=lambda group: ((group & near).bit_count(), group.bit_count()))
    row = span(PACK.codes_of(best))
    if best.bit_count() >= 3:
        few = f"of the arie it has only {case.listed(best & near)}"
        yield Reason("M5.1", f"{row} is a run, but {few}: three of them make it one of arie")
    elif best.bit_count() == 1:
        yield Reason("M5.1", f"{row} stands alone: a run is three or more in a row")
    else:
        yield Reason("M5.1", f"{row} are only two in a row: a run is three or more")
    yield from _ends(case, best)


def _in_a_row(cards: int) -> Iterator[int]:
    """The trumps that follow each other within a stretch, as long as each row goes (M5.1)."""
    for stretch in _STRETCHES:
        rest = cards & stretch
        while rest:
            row = rest & -rest
            while more := row << 1 & rest & ~row:
                row |= more
            yield row
            rest &= ~row


# Other combinations


def _made(case: Case, found: Combination) -> Iterator[Reason]:
    held = case.listed(found.cards)
    if found.kind == "kings" and found.length == 3:
        absent = MEMBERS["kings"] & ~found.cards
        yield Reason("M5.5", f"{held}; {case.absent(absent)}: three K are a combination too")
    elif found.kind == "kings":
        yield Reason("M5.5", f"{held}: all four K are one combination")
    elif found.kind == "tens":
        yield Reason("M5.4", f"{held}: one combination of four (tens=merged)")
    else:
        house = " (devil_world_gemini=yes)" if found.clause == "M5.8" else ""
        yield Reason(found.clause, f"{held}: all three are there{house}")


def _not_made(case: Case) -> Iterator[Reason]:
    kind, rules = case.kind, rules_of(case.rules)
    members, clause = MEMBERS[kind], _CLAUSES[kind]
    there, absent = case.cards & members, members & ~case.cards
    if kind == "devil-world-gemini" and not rules.devil_world_gemini:
        codes = case.listed(members)
        yield Reason(clause, f"{codes} make nothing unless devil_world_gemini=yes is agreed")
    elif kind == "kings":
        few = case.none(members)
        if there:
            few = f"only {case.listed(there)} of {case.codes(members)}{case.named(members)}"
        yield Reason(clause, f"{few}: three or four K are needed")
    elif not absent:
        text = "all four tens are held: they are one combination of four (tens=merged)"
        yield Reason(clause, text)
    elif not there:
        yield Reason(clause, f"{case.none(members)}: {_all_of(members)}")
    else:
        yield Reason(clause, f"{case.absent(absent)}: {_all_of(members)}")


def _all_of(members: int) -> str:
    number = {3: "three", 4: "four"}[members.bit_count()]
    return f"all {number} of {' '.join(PACK.codes_of(members))} are needed"


# Points


def _points(case: Case, found: Combination) -> Iterator[Reason]:
    """How the points come about (M5.2, M5.6, M5.8)."""
    if found.kind == "matto":
        if rules_of(case.rules).matto_in_own_set:
            yield Reason("M5.2", "MAT adds 5 here too, beside its own 5 (matto_in_own_set=yes)")
        else:
            yield Reason("M5.2", "MAT counts its own 5 and does not add to it again")
    elif case.hand & MATTO:
        if case.cards & MATTO:
            yield Reason("M5.6", "MAT adds 5")
        else:
            yield Reason("M3.2", "MAT adds 5, though not named")
    if found.cards & T29:
        yield Reason("M5.6", "T29 counts 5 inside a combination")
    if found.kind == "devil-world-gemini":
        yield Reason("M5.8", "T14 counts 5 inside it")
    yield Reason("M5.6", f"{combination_arithmetic(found)} = {found.points}")


def _others(case: Case, found: Combination) -> Iterator[Reason]:
    """Which cards serve in further combinations of the hand (M5.7)."""
    for one in combinations_in(case.hand, rules_of(case.rules)):
        shared = one.cards & found.cards
        if shared and shared != found.cards:
            title = KIND_NAMES[one.kind]
            text = f"{case.verb(shared, 'serves', 'serve')} in {title} ({one.points}) too"
            yield Reason("M5.7", text)


# Cards named as one combination


def likely_kind(item: int) -> str | None:
    """The kind that most of the cards of an item fit, or None if none fits any."""
    kind = max(KINDS, key=lambda one: (item & MEMBERS[one]).bit_count())
    return kind if item & MEMBERS[kind] else None


def words(one: Combination) -> str:
    """A combination by its name and cards: "Run (T36, T35, T34)"."""
    codes = PACK.codes_of(one.cards)
    return f"{KIND_NAMES[one.kind]} ({span(codes) if one.kind == 'run' else ' '.join(codes)})"


def why_no_item(
    item: int, held: int, kind: str | None, rules: Mapping[str, bool | int | str]
) -> Iterator[Reason]:
    """Why the cards of an item make no combination, seen as the kind named or that they fit best.

    Whatever combinations are among the cards are named first.
    """
    inside = combinations_in(item, rules_of(rules))
    stray = item & ~MATTO
    for one in inside:
        yield Reason(one.clause, f"{words(one)} alone is a combination")
        stray &= ~one.cards
    kind = kind or likely_kind(item)
    if inside and stray:
        verb = "does" if stray.bit_count() == 1 else "do"
        codes = ", ".join(PACK.codes_of(stray))
        yield Reason("M3.2", f"{codes} {verb} not belong to it")
    elif len(inside) > 1:
        yield Reason("M3.2", "each is to be named by itself")
    elif kind is not None:
        yield from reasons(Case(PACK, kind, item, held, None, rules))
