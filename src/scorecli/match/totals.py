"""A match so far: its hands, its running totals, and the totals that were claimed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scorecli.games.base import Game
from scorecli.ledger import ERROR, Finding
from scorecli.match.hand import MatchHand, Totals
from scorecli.seats import TEAMS, leader

START: Final[Totals] = (0, 0)


class MatchFinding(NamedTuple):
    """Something wrong between the hands of a match; `hand` counts them from 1."""

    hand: int
    finding: Finding


@dataclass(slots=True)
class Match:
    """The hands of one table that make a match.

    Attributes:
        game: its game.
        event: the event, as recorded.
        table: the table, as recorded.
        target: the total that ends it, None if none does.
        follows: whether it begins with nothing, as the match before it in this log is over.
        hands: its hands, in order; a log of many matches does not keep them.
        findings: what is wrong between them.
        gap: whether a record that could not be read stands behind its last hand.
        count: how many hands it has so far.
        last: its last hand.
        people: everybody who was named so far, by seat.
        numbered: its last hand that has a number: which it is (from 0), and its number.
        first_dealer: its first hand of which the dealer is known: which it is, and the seat.
        last_dealer: its last such hand.
        dealt: in a match of four deals who dealt in the present four, and in which hand.
        wrong: how many too many the last carried totals claimed, by team.
    """

    game: Game
    event: object
    table: object
    target: int | None
    follows: bool = False
    hands: list[MatchHand] = field(default_factory=list)
    findings: list[MatchFinding] = field(default_factory=list)
    gap: bool = False
    count: int = 0
    last: MatchHand | None = None
    people: dict[str, str] = field(default_factory=dict)
    numbered: tuple[int, int] | None = None
    first_dealer: tuple[int, str] | None = None
    last_dealer: tuple[int, str] | None = None
    dealt: dict[str, int] = field(default_factory=dict)
    wrong: Mapping[str, int] = field(default_factory=dict)

    @property
    def totals(self) -> Totals | None:
        """The running totals after the last hand, None where they are not known."""
        return START if self.last is None else self.last.after

    @property
    def due(self) -> int | None:
        """The number of the next deal, by the last number and the hands since, if one is known."""
        if self.numbered is None:
            return None
        number, last = self.numbered
        return last + self.count - number

    @property
    def deals(self) -> int:
        """How many deals were played, by their numbers also those that are not in the log."""
        by_number = self.count if self.due is None else self.due - 1
        return by_number if by_number <= (self.game.match.hands or by_number) else self.count

    @property
    def over(self) -> bool:
        """Whether the match has ended: by its number of deals, or by a total that was reached."""
        if self.game.match.hands is not None:
            return self.deals >= self.game.match.hands
        if self.target is None or self.totals is None:
            return False
        first, second = self.totals
        return max(first, second) >= self.target and first != second

    @property
    def leader(self) -> str | None:
        """The team that is ahead, "draw" if none is, None where it is not known."""
        if self.totals is None:
            return None
        first, second = self.totals
        return leader(first - second)

    @property
    def margin(self) -> int | None:
        """By how much: the difference of the totals; of resti, those of the team that is ahead."""
        if self.totals is None:
            return None
        first, second = self.totals
        return abs(first) if self.game.match.opposed else abs(first - second)

    @property
    def places(self) -> list[int]:
        """The place of each hand within the match, counted from 1: its deal number, if it fits.

        A hand without one, or out of order, comes next after the hand before.
        """
        places: list[int] = []
        for hand in self.hands:
            last = places[-1] if places else 0
            places.append(last + 1 if hand.deal is None else max(hand.deal, last + 1))
        return places

    @property
    def rounds(self) -> list[Totals | None]:
        """What each complete round of hands brought, in a game that has rounds.

        Of a round of which a hand is missing it is not known.
        """
        size = self.game.match.round
        if size is None or not self.hands:
            return []
        points = dict(zip(self.places, (hand.points for hand in self.hands), strict=True))
        return [
            sum_of(points.get(place) for place in range(first, first + size))
            for first in range(1, max(points) - size + 2, size)
        ]

    @property
    def has_errors(self) -> bool:
        """Whether something is wrong in a hand or between the hands."""
        wrong = any(one.finding.severity == ERROR for one in self.findings)
        return wrong or any(hand.has_errors for hand in self.hands)


def claimed_totals(game: Game, carried: Mapping[str, int]) -> Totals | None:
    """The claimed totals, None where they are not complete or contradict each other.

    People write the same net resti as 3 and -3, as 3 and 0, or as what each team has won.
    """
    first, second = carried.get("NS"), carried.get("EW")
    if game.match.opposed and (first is not None or second is not None):
        ours, theirs = first or 0, second or 0
        if first is None or second is None or ours == -theirs:
            net = ours if first is not None else -theirs
            return net, -net
        return (ours - theirs, theirs - ours) if ours >= 0 and theirs >= 0 else None
    return None if first is None or second is None else (first, second)


def wrong_carried(match: Match, hand: MatchHand) -> dict[str, int]:
    """By team how many too many are claimed to be carried into a hand, if that is known."""
    if hand.before is None or not hand.carried:
        return {}
    claimed: Mapping[str, int] = hand.carried
    if match.game.match.opposed:
        totals = claimed_totals(match.game, hand.carried)
        # Figures that contradict each other are held against the right ones one by one.
        claimed = hand.carried if totals is None else {"NS": totals[0]}
    wrong = {team: total - hand.before[TEAMS.index(team)] for team, total in claimed.items()}
    return {team: by for team, by in wrong.items() if by}


def sum_of(totals: Iterable[Totals | None]) -> Totals | None:
    """The sum of some totals, None if one of them is not known."""
    first = second = 0
    for one in totals:
        if one is None:
            return None
        first += one[0]
        second += one[1]
    return first, second
