"""The breakdown of a hand of Tarocchi of Piedicavallo: each part of the count as a line."""

from collections.abc import Iterator, Sequence
from typing import Final

from scorecli.cards import Pack
from scorecli.games.score import Detail
from scorecli.ledger import Line
from scorecli.table.lines import LineMaker, MattoClauses
from scorecli.table.pile_level import Pile
from scorecli.table.replay import Replay
from scorecli.table.settlement import Settlement

_MATTO: Final = MattoClauses(back="P3.5", lost="P3.5", payment="P3.5")


def complete_detail(pack: Pack, replay: Replay, settled: Settlement) -> Detail:
    """The lines of a complete hand, in the order of the count (P4.1)."""
    maker = LineMaker(pack)
    lines = [line for team in (0, 1) for line in _card_points(maker, replay, settled, team)]
    return Detail(((), ()), {}, lines)


def pile_detail(pack: Pack, piles: Sequence[Pile]) -> Detail:
    """The lines of recorded piles (P4.1)."""
    maker = LineMaker(pack)
    lines: list[Line] = []
    for team, pile in enumerate(piles):
        part = (team, "card_points")
        lines += [*maker.pile(pile, part, "P1.3"), *maker.plain(pile, part, "P1.3", 1)]
    return Detail(((), ()), {}, lines)


def nothing_counted() -> Detail:
    """Of a hand that is not over nothing is counted."""
    return Detail(((), ()), {}, ())


def _card_points(
    maker: LineMaker, replay: Replay, settled: Settlement, team: int
) -> Iterator[Line]:
    """The card points of a team, trick by trick, then what moved between the piles."""
    part = (team, "card_points")
    yield from maker.tricks(replay, part, "P1.3")
    yield from maker.discards(settled, part, "P2.5")
    yield from maker.matto(settled, part, _MATTO)
