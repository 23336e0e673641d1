"""The breakdown of a hand of Tarocchi Bolognesi: each part of each figure as a line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scorecli.games.bologna.combinations import (
    KIND_NAMES,
    SET_KINDS,
    doubling,
    points_of_three,
    sequence_arithmetic,
    sequences_in,
    sets_in,
)
from scorecli.games.bologna.pack import PACK
from scorecli.games.bologna.settlement import LAST_TRICK
from scorecli.games.score import Detail
from scorecli.ledger import Combination, Line
from scorecli.seats import team_of
from scorecli.table.declaration_rules import DeclarationRules, Declared, combinations_of
from scorecli.table.lines import LineMaker, MattoClauses
from scorecli.table.pile_settlement import Counted
from scorecli.table.replay import Replay
from scorecli.table.settlement import Settlement

_LINES: Final = LineMaker(PACK)
_MATTO: Final = MattoClauses(back="B4.5", lost="B4.6", payment="B7.1")


def complete_detail(
    replay: Replay,
    settled: Settlement,
    asked: DeclarationRules,
    declared: Declared,
    *,
    mori_join_filled: bool,
) -> Detail:
    """All that the figures of a complete hand are made of, in the order of the count.

    Args:
        replay: the tricks.
        settled: the piles.
        asked: what makes a declaration.
        declared: the declarations, by seat number.
        mori_join_filled: the house rule on the complete Grande (B6.7).
    """
    lines = []
    for team in (0, 1):
        last = _LINES.last_trick(replay, (team, "last_trick"), "B7.2", LAST_TRICK)
        lines.append([*_card_points(replay, settled, team), *last])
    return _detail(settled.piles, lines, combinations_of(asked, declared), mori_join_filled)


def pile_detail(
    counted: Counted,
    asked: DeclarationRules,
    declared: Declared,
    *,
    mori_join_filled: bool,
    in_any_case: Mapping[int, int],
) -> Detail:
    """All that the figures of recorded piles are made of.

    `in_any_case` are, by seat number, the points of a declared hand that is not recorded, where any
    hand that it can have been declares as many.
    """
    lines = []
    for team, pile in enumerate(counted.piles):
        part = (team, "card_points")
        lines.append([*_LINES.pile(pile, part, "B1.4"), *_LINES.plain(pile, part, "B1.4", 1)])
        lines[team] += _half_points(pile.size, part)
    lines[counted.last].append(
        _LINES.last_trick_of((counted.last, "last_trick"), "B7.2", LAST_TRICK)
    )
    piles = [pile.cards for pile in counted.piles]
    detail = _detail(piles, lines, combinations_of(asked, declared), mori_join_filled)
    what = "declares as much with any hand that it can have had"
    more = [
        _LINES.line(
            "B3.2",
            (team_of(seat), "declarations"),
            what,
            (),
            points,
            arithmetic=str(points),
            seat=seat,
        )
        for seat, points in in_any_case.items()
        if points
    ]
    return detail._replace(lines=[*detail.lines, *more])


def _detail(
    piles: Sequence[int],
    cards_and_last: Sequence[Sequence[Line]],
    known: Mapping[int, Sequence[Combination]],
    mori_join_filled: bool,  # noqa: FBT001 - a house rule
) -> Detail:
    """The lines of both teams in the order of the count: cards, last trick, combinations."""
    lines: list[Line] = []
    combinations = []
    for team, pile in enumerate(piles):
        sets = sets_in(pile)
        sequences = sequences_in(pile, mori_join_filled=mori_join_filled)
        combinations.append(sets + sequences)
        lines += cards_and_last[team]
        lines += _combinations(sets, (team, "sets"))
        lines += _combinations(sequences, (team, "sequences"))
        lines += _declaration_lines(known, team)
    first, second = combinations
    return Detail((first, second), known, lines)


def declared_detail(asked: DeclarationRules, declared: Declared) -> Detail:
    """What the declarations of a hand without a count are made of."""
    known = combinations_of(asked, declared)
    lines = [line for team in (0, 1) for line in _declaration_lines(known, team)]
    return Detail(((), ()), known, lines)


def _declaration_lines(declared: Mapping[int, Sequence[Combination]], team: int) -> Iterator[Line]:
    """The lines of what the seats of a team declared (B3.2)."""
    for seat, combinations in declared.items():
        if team_of(seat) == team:
            sets = [one for one in combinations if one.kind in SET_KINDS]
            sequences = [one for one in combinations if one.kind not in SET_KINDS]
            yield from _combinations(sets, (team, "declarations"), seat)
            yield from _combinations(sequences, (team, "declarations"), seat)


def _card_points(replay: Replay, settled: Settlement, team: int) -> Iterator[Line]:
    """The card points of a team (B1.4), trick by trick, and what moved afterwards."""
    part = (team, "card_points")
    yield from _LINES.tricks(replay, part, "B1.4")
    yield from _LINES.discards(settled, part, "B2.3")
    yield from _LINES.matto(settled, part, _MATTO)
    yield from _half_points(settled.piles[team].bit_count(), part)


def _half_points(size: int, part: tuple[int, str]) -> Iterator[Line]:
    """What is taken off for the number of cards (B1.4)."""
    if size:
        what = f"half a point off for each of {size} cards"
        yield _LINES.line("B1.4", part, what, (), -(size // 2), arithmetic=f"{size} / 2")


def _combinations(
    combinations: list[Combination], part: tuple[int, str], seat: int | None = None
) -> Iterator[Line]:
    """The lines of sets or of sequences, and of their doubling (B5.3, B6.2)."""
    declares = "" if seat is None else "declares "
    for combination in combinations:
        yield _LINES.line(
            combination.clause,
            part,
            declares + combination_words(combination),
            combination.cards | combination.counters,
            combination.points,
            arithmetic=_combination_arithmetic(combination),
            seat=seat,
        )
    if more := doubling(combinations):
        are_sets = combinations[0].kind in SET_KINDS
        clause, kind = ("B5.3", "sets") if are_sets else ("B6.2", "sequences")
        arithmetic = " + ".join(str(combination.points) for combination in combinations)
        number = f"{len(combinations)} different {kind}"
        what = f"declares {number}: doubled" if declares else f"doubled: {number}"
        yield _LINES.line(clause, part, what, (), more, arithmetic=arithmetic, seat=seat)


def combination_words(combination: Combination) -> str:
    """A combination in words: "Coppe, 4 cards: MAT stands for CQ"."""
    words = f"{KIND_NAMES[combination.kind]}, {combination.length} cards"
    roles = [
        f"{counter} stands for {gap}" if gap else f"{counter} lengthens"
        for counter, gap in combination.roles(PACK)
    ]
    return f"{words}: {', '.join(roles)}" if roles else words


def _combination_arithmetic(combination: Combination) -> str:
    if combination.kind in SET_KINDS:
        three = points_of_three(combination)
        return str(three) if combination.length == 3 else f"2 × {three}"
    return sequence_arithmetic(combination.length)
