"""Matches: the hands of one table one after the other, their running totals, and what breaks them.

A hand belongs to the match that is open at its table (the same game, `event` and `table`); a match
ends when the rules of its game end it (`MatchRules`), or when four other people sit down (P4.2).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from scorecli.audit import Audit
from scorecli.audit_source import Audited, Unreadable
from scorecli.games.base import Game
from scorecli.ledger import ERROR, Finding, difference, finding
from scorecli.record.sources import Place
from scorecli.table.seats import SEATS, TEAMS

Totals = tuple[int, int]
"""What NS and EW have."""


class MatchHand(NamedTuple):
    """A hand of a match, with what the match needs of it.

    Attributes:
        place: where its record stands.
        id: what people call it, if it has a name.
        deal: the number that the record gives it within the match, if it gives one.
        dealer: the seat that dealt, where it is known.
        players: the names by seat, those that are recorded.
        status: the status of its result.
        has_errors: whether something is wrong with it.
        points: what it adds, None where that is not known.
        before: the running totals before it, None where they are not known.
        after: the running totals after it.
        carried: the totals before it as claimed, by team.
    """

    place: Place
    id: str | None
    deal: object
    dealer: str | None
    players: Mapping[str, str]
    status: str
    has_errors: bool
    points: Totals | None
    before: Totals | None
    after: Totals | None
    carried: Mapping[str, int]


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
        hands: its hands, in order.
        findings: what is wrong between them.
    """

    game: Game
    event: object
    table: object
    target: int | None
    follows: bool = False
    hands: list[MatchHand] = field(default_factory=list)
    findings: list[MatchFinding] = field(default_factory=list)

    @property
    def totals(self) -> Totals | None:
        """The running totals after the last hand, None where they are not known."""
        return self.hands[-1].after if self.hands else (0, 0)

    @property
    def over(self) -> bool:
        """Whether the match has ended: by its number of hands, or by a total that was reached."""
        if self.game.match.hands is not None:
            return len(self.hands) >= self.game.match.hands
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
        return "draw" if first == second else TEAMS[first < second]

    @property
    def margin(self) -> int | None:
        """By how much: the difference of the totals; of resti, those of the team that is ahead."""
        if self.totals is None:
            return None
        first, second = self.totals
        return abs(first) if self.game.match.opposed else abs(first - second)

    @property
    def rounds(self) -> list[Totals | None]:
        """What each complete round of hands brought, in a game that has rounds."""
        size = self.game.match.round
        if size is None:
            return []
        whole = range(0, len(self.hands) // size * size, size)
        return [_sum(hand.points for hand in self.hands[first : first + size]) for first in whole]

    @property
    def has_errors(self) -> bool:
        """Whether something is wrong in a hand or between the hands."""
        wrong = any(one.finding.severity == ERROR for one in self.findings)
        return wrong or any(hand.has_errors for hand in self.hands)


@dataclass(slots=True)
class Matches:
    """The matches of a log, put together hand by hand.

    Attributes:
        target: the total that ends a match where its game has one; None for that of the game.
        found: the matches so far, in the order of their first hands.
    """

    target: int | None = None
    found: list[Match] = field(default_factory=list)
    _open: dict[object, Match] = field(default_factory=dict)

    def add(self, outcome: Audited) -> None:
        """Add the next hand of the log to the match at its table, or begin one with it."""
        audit = outcome.audit
        record = audit.record
        table = (audit.game.name, record.get("event"), record.get("table"))
        match = self._open.get(table)
        if match is None or match.over or _others_sit_down(match.hands[-1], _players(audit)):
            ends_at = audit.game.match.target and (self.target or audit.game.match.target)
            follows = match is not None and match.over
            match = Match(audit.game, record.get("event"), record.get("table"), ends_at, follows)
            self._open[table] = match
            self.found.append(match)
        _add(match, outcome)


def matches_of(
    outcomes: Iterable[Audited | Unreadable], target: int | None = None
) -> tuple[list[Match], list[Unreadable]]:
    """The matches of some records in their order, and what of them could not be read."""
    matches = Matches(target)
    unreadable = []
    for outcome in outcomes:
        if isinstance(outcome, Unreadable):
            unreadable.append(outcome)
        else:
            matches.add(outcome)
    return matches.found, unreadable


def _add(match: Match, outcome: Audited) -> None:
    audit = outcome.audit
    carried = _carried(audit)
    before = match.totals
    begins = match.hands or match.follows or audit.record.get("deal") == 1
    if before is None or (not begins and any(carried.values())):
        # Of what lies before the log, or behind a gap in it, only the claim is known.
        before = _taken_over(match, carried)
    points = None if audit.score is None else match.game.match.added(audit.score)
    hand = MatchHand(
        place=outcome.place,
        id=audit.record.get("id"),
        deal=audit.record.get("deal"),
        dealer=audit.record.get("dealer"),
        players=_players(audit),
        status=audit.status,
        has_errors=audit.has_errors,
        points=points,
        before=before,
        after=_sum([before, points]),
        carried=carried,
    )
    found = [one for check in _CHECKS for one in check(match, hand)]
    match.hands.append(hand)
    match.findings += [MatchFinding(len(match.hands), one) for one in found]


def _players(audit: Audit) -> dict[str, str]:
    recorded: Mapping[Any, str | None] = audit.record.get("players") or {}
    return {seat: name for seat in SEATS if (name := recorded.get(seat))}


def _carried(audit: Audit) -> dict[str, int]:
    claims: Mapping[str, Any] = audit.record.get("claims") or {}
    carried: Mapping[Any, int | None] = claims.get("carried") or {}
    return {team: total for team in TEAMS if (total := carried.get(team)) is not None}


def _others_sit_down(last: MatchHand, players: Mapping[str, str]) -> bool:
    """Whether none of the people of the last hand plays on; unknown people are taken to stay."""
    complete = len(players) == len(last.players) == len(SEATS)
    return complete and not {*players.values()} & {*last.players.values()}


def _taken_over(match: Match, carried: Mapping[str, int]) -> Totals | None:
    """The claimed totals, where they are complete."""
    if match.game.match.opposed:
        net = _net(carried)
        return (net, -net) if carried else None
    return (carried["NS"], carried["EW"]) if len(carried) == len(TEAMS) else None


def _net(carried: Mapping[str, int]) -> int:
    """Claimed resti as one number, NS positive.

    People write the same standing as 3 and -3, as 3 and 0, or as the resti that each team won.
    """
    first, second = (carried.get(team, 0) for team in TEAMS)
    return first if first == -second else first - second


def wrong_carried(match: Match, hand: MatchHand) -> dict[str, int]:
    """By team how many too many are claimed to be carried into a hand, if that is known."""
    if hand.before is None:
        return {}
    claimed = {"NS": _net(hand.carried)} if match.game.match.opposed else hand.carried
    wrong = {team: total - hand.before[TEAMS.index(team)] for team, total in claimed.items()}
    return {team: by for team, by in wrong.items() if by}


def _sum(totals: Iterable[Totals | None]) -> Totals | None:
    """The sum of some totals, None if one of them is not known."""
    first = second = 0
    for one in totals:
        if one is None:
            return None
        first += one[0]
        second += one[1]
    return first, second


# The checks. Each is given the match so far and the hand that comes next.


def _check_carried(match: Match, hand: MatchHand) -> Iterator[Finding]:
    """The claimed running totals; a mistake that is carried on is said once, where it began."""
    if not hand.carried:
        return
    if match.totals is None or (not match.hands and hand.before != (0, 0)):
        message = "the carried totals can not be checked: not all hands before are known"
        yield finding(
            "carried-unchecked", message, path="$.claims.carried", found=dict(hand.carried)
        )
        return
    before = next((one for one in reversed(match.hands) if one.carried), None)
    known = wrong_carried(match, before) if before is not None else {}
    for team, by in wrong_carried(match, hand).items():
        if known.get(team) == by:
            continue
        number = TEAMS.index(team)
        right = match.totals[number]
        after = "" if hand.after is None else f"; after this hand it has {hand.after[number]}"
        yield finding(
            "carried-mismatch",
            f"{team} is said to carry {right + by} {match.game.match.unit}, but has {right}:"
            f" {difference(right + by, right)}{after}",
            match.game.match.clause,
            path="$.claims.carried" if match.game.match.opposed else f"$.claims.carried.{team}",
            expected=right,
            found=right + by,
        )


def _check_dealer(match: Match, hand: MatchHand) -> Iterator[Finding]:
    """The deal goes to the right from hand to hand, and in a match of four to each seat once."""
    dealt = [one.dealer for one in match.hands]
    if hand.dealer is None or not dealt or dealt[-1] is None:
        return
    due = SEATS[(SEATS.index(dealt[-1]) + 1) % len(SEATS)]
    problems = []
    if hand.dealer != due:
        problems.append(f"{hand.dealer} deals, but the deal goes on from {dealt[-1]} to {due}")
    if match.game.match.hands is not None and hand.dealer in dealt:
        problems.append(f"{hand.dealer} dealt hand {dealt.index(hand.dealer) + 1} already")
    if problems:
        yield finding(
            "wrong-dealer",
            "; ".join(problems),
            match.game.match.clause,
            path="$.dealer",
            seat=hand.dealer,
            expected=due,
            found=hand.dealer,
        )


def _check_players(match: Match, hand: MatchHand) -> Iterator[Finding]:
    """Players and seats stay as they are within a match."""
    before = match.hands[-1].players if match.hands else {}
    changed = [
        seat
        for seat in SEATS
        if seat in hand.players and before.get(seat, hand.players[seat]) != hand.players[seat]
    ]
    if changed:
        words = ", ".join(
            f"{seat} was {before[seat]} and is {hand.players[seat]}" for seat in changed
        )
        yield finding(
            "players-changed",
            f"other people than in the hand before: {words}",
            match.game.match.clause,
            path="$.players",
            expected={seat: before[seat] for seat in changed},
            found={seat: hand.players[seat] for seat in changed},
        )


def _check_number(match: Match, hand: MatchHand) -> Iterator[Finding]:
    """Numbered deals follow one another without a gap."""
    last = match.hands[-1].deal if match.hands else None
    if isinstance(last, int) and isinstance(hand.deal, int) and hand.deal != last + 1:
        yield finding(
            "deal-order",
            f"deal {hand.deal} follows deal {last}: a hand is missing or out of place",
            path="$.deal",
            expected=last + 1,
            found=hand.deal,
        )


_CHECKS: Final[Sequence[Callable[[Match, MatchHand], Iterator[Finding]]]] = (
    _check_number,
    _check_dealer,
    _check_players,
    _check_carried,
)
"""What is checked of each hand of a match."""
