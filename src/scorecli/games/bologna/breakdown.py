"""The breakdown of a hand of Tarocchi Bolognesi: each part of each figure as a line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scorecli.games.base import Detail
from scorecli.games.bologna.combinations import SET_KINDS, doubling, sequences_in, sets_in
from scorecli.games.bologna.pack import PACK
from scorecli.ledger import Combination, Line
from scorecli.table.declarations import DeclarationRules, Declared, combinations_of
from scorecli.table.replay import Replay
from scorecli.table.seats import SEATS, TEAMS, team_of
from scorecli.table.settlement import Settlement

LAST_TRICK: Final = 6
"""The points of the last trick (B7.2)."""

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
    known = _known(asked, declared)
    lines: list[Line] = []
    combinations = []
    for team, pile in enumerate(settled.piles):
        sets = sets_in(pile)
        sequences = sequences_in(pile, mori_join_filled=mori_join_filled)
        combinations.append(sets + sequences)
        lines += _card_points(replay, settled, team)
        lines += _last_trick(replay, team)
        lines += _combinations(sets, (team, "sets"))
        lines += _combinations(sequences, (team, "sequences"))
        lines += _declaration_lines(known, team)
    first, second = combinations
    return Detail((first, second), known, lines)


def declared_detail(asked: DeclarationRules, declared: Declared) -> Detail:
    """What the declarations of a hand without a count are made of."""
    known = _known(asked, declared)
    lines = [line for team in (0, 1) for line in _declaration_lines(known, team)]
    return Detail(((), ()), known, lines)


def _known(asked: DeclarationRules, declared: Declared) -> dict[int, list[Combination]]:
    """What each seat scores for, where that is known."""
    return {seat: combinations_of(asked, one) for seat, one in declared.items() if one is not None}


def _declaration_lines(declared: Mapping[int, Sequence[Combination]], team: int) -> Iterator[Line]:
    """The lines of what the seats of a team declared (B3.2)."""
    for seat, combinations in declared.items():
        if team_of(seat) == team:
            sets = [one for one in combinations if one.kind in SET_KINDS]
            sequences = [one for one in combinations if one.kind not in SET_KINDS]
            yield from _combinations(sets, (team, "declarations"), seat)
            yield from _combinations(sequences, (team, "declarations"), seat)


def _line(
    clause: str,
    part: tuple[int, str],
    what: str,
    cards: Sequence[int],
    points: int,
    arithmetic: str,
    *,
    seat: int | None = None,
    trick: int | None = None,
) -> Line:
    team, figure = part
    return Line(
        clause,
        TEAMS[team],
        figure,
        None if seat is None else SEATS[seat],
        None if trick is None else trick + 1,
        what,
        [PACK.codes[card] for card in cards],
        points,
        arithmetic,
    )


def _values(cards: Sequence[int]) -> str:
    return " + ".join(str(PACK.values[card]) for card in cards)


def _card_points(replay: Replay, settled: Settlement, team: int) -> Iterator[Line]:
    """The card points of a team (B1.4), trick by trick, and what moved afterwards."""
    part = (team, "card_points")
    for trick, winner in enumerate(replay.winners):
        if team_of(winner) == team:
            cards = trick_cards(replay, trick)
            points = sum(PACK.values[card] for card in cards)
            arithmetic = _values(cards)
            yield _line("B1.4", part, "trick", cards, points, arithmetic, seat=winner, trick=trick)
    if settled.discards and settled.discards_to == team:
        cards = list(PACK.cards(settled.discards))
        points = PACK.points(settled.discards)
        yield _line("B2.3", part, "discards", cards, points, _values(cards))
    yield from _matto(settled, part)
    if size := settled.piles[team].bit_count():
        what = f"half a point off for each of {size} cards"
        yield _line("B1.4", part, what, (), -(size // 2), f"{size} / 2")


def _matto(settled: Settlement, part: tuple[int, str]) -> Iterator[Line]:
    """What moves between the piles because of the Matto (B4.5, B4.6, B7.1)."""
    team, other = part[0], TEAMS[1 - part[0]]
    matto = [PACK.matto]
    value = PACK.values[PACK.matto]
    trick = settled.matto_trick
    if settled.matto_lost and settled.matto_of != team:
        what = f"the Matto stays here: {other} won no trick"
        yield _line("B4.6", part, what, matto, 0, "0", trick=trick)
    if not settled.matto_back:
        return
    paid = PACK.points(settled.payment)
    payment = list(PACK.cards(settled.payment))
    if settled.matto_of == team:
        yield _line("B4.5", part, "the Matto is taken back", matto, value, str(value), trick=trick)
        what = f"given to {other} for the Matto"
        yield _line("B7.1", part, what, payment, -paid, str(-paid))
    else:
        what = f"the Matto goes back to {other}"
        yield _line("B4.5", part, what, matto, -value, str(-value), trick=trick)
        yield _line("B7.1", part, "received for the Matto", payment, paid, str(paid))


def trick_cards(replay: Replay, trick: int) -> list[int]:
    """The cards of a trick in order of play."""
    leader = replay.leaders[trick]
    return [replay.columns[(leader + place) % 4][trick] for place in range(4)]


def _last_trick(replay: Replay, team: int) -> Iterator[Line]:
    """The bonus of the last trick (B7.2)."""
    last = len(replay.winners) - 1
    winner = replay.winners[last]
    if team_of(winner) == team:
        cards = trick_cards(replay, last)
        part = (team, "last_trick")
        bonus = str(LAST_TRICK)
        yield _line("B7.2", part, "trick", cards, LAST_TRICK, bonus, seat=winner, trick=last)


def _combinations(
    combinations: list[Combination], part: tuple[int, str], seat: int | None = None
) -> Iterator[Line]:
    """The lines of sets or of sequences, and of their doubling (B5.3, B6.2)."""
    for combination in combinations:
        yield _line(
            combination.clause,
            part,
            combination_words(combination)
            if seat is None
            else f"declares {combination_words(combination)}",
            list(PACK.cards(combination.cards | combination.counters)),
            combination.points,
            _combination_arithmetic(combination),
            seat=seat,
        )
    if more := doubling(combinations):
        are_sets = combinations[0].kind in SET_KINDS
        clause, kind = ("B5.3", "sets") if are_sets else ("B6.2", "sequences")
        arithmetic = " + ".join(str(combination.points) for combination in combinations)
        what = f"doubled: {len(combinations)} different {kind}"
        if seat is not None:
            what = f"declares {len(combinations)} different {kind}: doubled"
        yield _line(clause, part, what, (), more, arithmetic, seat=seat)


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
        three = combination.points if combination.length == 3 else combination.points // 2
        return str(three) if combination.length == 3 else f"2 × {three}"
    more = combination.length - 3
    return f"10 + {more} × 5" if more else "10"
