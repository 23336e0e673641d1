"""Lines of a breakdown out of card numbers, and those that all games share."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorecli.cards import Pack
from scorecli.ledger import Line
from scorecli.seats import SEATS, TEAMS, TURNS, team_of
from scorecli.table.pile_level import Pile
from scorecli.table.replay import Replay
from scorecli.table.settlement import Settlement

Part = tuple[int, str]
"""A team number and the figure that a line is a part of."""


class MattoClauses(NamedTuple):
    """The clauses of what moves between the piles because of the Matto."""

    back: str
    lost: str
    payment: str


class LineMaker(NamedTuple):
    """Makes the lines of a game; `pack` are its cards."""

    pack: Pack

    def line(
        self,
        clause: str,
        part: Part,
        what: str,
        cards: int | Sequence[int],
        points: int,
        *,
        arithmetic: str | None = None,
        seat: int | None = None,
        trick: int | None = None,
    ) -> Line:
        """A line; where no arithmetic is given it is the sum of the cards' values."""
        team, figure = part
        numbers = self.pack.cards(cards) if isinstance(cards, int) else cards
        return Line(
            clause,
            TEAMS[team],
            figure,
            None if seat is None else SEATS[seat],
            None if trick is None else trick + 1,
            what,
            [self.pack.codes[card] for card in numbers],
            points,
            self._values(numbers) if arithmetic is None else arithmetic,
        )

    def tricks(self, replay: Replay, part: Part, clause: str) -> Iterator[Line]:
        """The card points of the tricks that a team won, of those that hold any."""
        for trick, winner in enumerate(replay.winners):
            if team_of(winner) == part[0]:
                cards = trick_cards(replay, trick)
                if points := sum(self.pack.values[card] for card in cards):
                    yield self.line(clause, part, "trick", cards, points, seat=winner, trick=trick)

    def pile(self, pile: Pile, part: Part, clause: str) -> Iterator[Line]:
        """The card points of a pile, the cards of each value in a line."""
        for value, cards in self.pack.worth:
            held = self.pack.cards(pile.cards & cards)
            if held:
                arithmetic = f"{len(held)} × {value}"
                points = value * len(held)
                yield self.line(
                    clause, part, f"worth {value} each", held, points, arithmetic=arithmetic
                )

    def plain(self, pile: Pile, part: Part, clause: str, value: int) -> Iterator[Line]:
        """The plain cards of a pile that are not named, in a line."""
        if pile.plain and value:
            what = f"{pile.plain} plain cards, not named"
            arithmetic = f"{pile.plain} × {value}"
            points = pile.plain * value
            yield self.line(clause, part, what, (), points, arithmetic=arithmetic)

    def last_trick_of(self, part: Part, clause: str, bonus: int) -> Line:
        """The bonus of the last trick, where its cards are not known."""
        return self.line(clause, part, "the last trick", (), bonus, arithmetic=str(bonus))

    def last_trick(self, replay: Replay, part: Part, clause: str, bonus: int) -> Iterator[Line]:
        """The bonus of the last trick, for the team that won it."""
        last = len(replay.winners) - 1
        winner = replay.winners[last]
        if team_of(winner) == part[0]:
            cards = trick_cards(replay, last)
            arithmetic = str(bonus)
            yield self.line(
                clause, part, "trick", cards, bonus, arithmetic=arithmetic, seat=winner, trick=last
            )

    def discards(self, settled: Settlement, part: Part, clause: str) -> Iterator[Line]:
        """The card points of the discards, for the team that owns them."""
        if settled.discards and settled.discards_to == part[0]:
            points = self.pack.points(settled.discards)
            yield self.line(clause, part, "discards", settled.discards, points)

    def matto(self, settled: Settlement, part: Part, clauses: MattoClauses) -> Iterator[Line]:
        """What moves between the piles because of the Matto."""
        team, other = part[0], TEAMS[1 - part[0]]
        matto = [self.pack.matto]
        trick = settled.matto_trick
        lost = settled.matto_lost or settled.matto_kept_by_last
        if lost and settled.matto_of != team:
            why = f"{other} won no trick" if settled.matto_lost else "it fell in the last trick"
            what = f"the Matto stays here: {why}"
            yield self.line(clauses.lost, part, what, matto, 0, arithmetic="0", trick=trick)
        if settled.matto_back:
            mine = settled.matto_of == team
            what = "the Matto is taken back" if mine else f"the Matto goes back to {other}"
            points = self.pack.values[self.pack.matto] * (1 if mine else -1)
            arithmetic = str(points)
            yield self.line(
                clauses.back, part, what, matto, points, arithmetic=arithmetic, trick=trick
            )
        if settled.payment:
            mine = settled.giver == team
            what = f"given to {other} for the Matto" if mine else "received for the Matto"
            points = self.pack.points(settled.payment) * (-1 if mine else 1)
            yield self.line(
                clauses.payment, part, what, settled.payment, points, arithmetic=str(points)
            )

    def _values(self, cards: Sequence[int]) -> str:
        values = [self.pack.values[card] for card in cards]
        return " + ".join(str(value) for value in values if value) or "0"


def trick_cards(replay: Replay, trick: int) -> list[int]:
    """The cards of a trick in order of play."""
    return [replay.columns[seat][trick] for seat in TURNS[replay.leaders[trick]]]
