"""Matches: the hands of one table one after the other, their running totals, and what breaks them.

A hand belongs to the match that is open at its table: the same game, `event` and `table`. It begins
a new one if that match is over by the rules of its game (`MatchRules`), if it is numbered deal 1,
or if four other people sit down (P4.2).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scorecli.audit_source import Audited, Unreadable
from scorecli.games import game_named
from scorecli.games.base import Game
from scorecli.ledger import ERROR, Finding, difference, finding
from scorecli.match_hand import MatchHand, Totals, hand_of
from scorecli.table.seats import SEATS, TEAMS, leader

_START: Final[Totals] = (0, 0)


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
        return _START if self.last is None else self.last.after

    @property
    def deals(self) -> int:
        """How many deals were played, by their numbers also those that are not in the log."""
        if self.numbered is not None:
            number, deal = self.numbered
            by_number = deal + self.count - 1 - number
            if by_number <= (self.game.match.hands or by_number):
                return by_number
        return self.count

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

    def add(self, hand: MatchHand) -> None:
        """Add the next hand of the log to the match at its table, or begin one with it."""
        table = hand.at
        match = next_match(self._open.get(table), hand, self.target)
        if match is not self._open.get(table):
            self._open[table] = match
            self.found.append(match)
        found = add_hand(match, hand)
        match.findings += [MatchFinding(match.count, one) for one in found]
        assert match.last is not None
        match.hands.append(match.last)

    def skip(self) -> None:
        """Note a record that cannot be read: at any table a hand may be missing from here on."""
        for match in self._open.values():
            match.gap = True


def matches_of(
    outcomes: Iterable[Audited | Unreadable], target: int | None = None
) -> tuple[list[Match], list[Unreadable]]:
    """The matches of some records in their order, and what of them could not be read."""
    matches = Matches(target)
    unreadable = []
    for outcome in outcomes:
        if isinstance(outcome, Unreadable):
            unreadable.append(outcome)
            matches.skip()
        else:
            matches.add(hand_of(outcome.audit, outcome.place))
    return matches.found, unreadable


def next_match(match: Match | None, hand: MatchHand, target: int | None) -> Match:
    """The match that the next hand at a table belongs to: the one that is open there, or a new one.

    Args:
        match: the match that is open, if there is one.
        hand: the hand.
        target: the total that ends a match, None for that of the game.
    """
    if match is not None and not match.over and not _begins_anew(match, hand):
        return match
    game = game_named(hand.game)
    ends_at = game.match.target and (target or game.match.target)
    follows = match is not None and match.over
    return Match(game, hand.event, hand.table, ends_at, follows)


def _begins_anew(match: Match, hand: MatchHand) -> bool:
    """Whether a hand begins another match: it is deal 1, or four other people sit down.

    People who are not named are taken to stay.
    """
    assert match.last is not None
    before = match.last.players
    all_named = len(hand.players) == len(before) == len(SEATS)
    others = all_named and not {*hand.players.values()} & {*before.values()}
    return others or (hand.deal == 1 and match.last.deal is not None)


def add_hand(match: Match, hand: MatchHand) -> list[Finding]:
    """Add the next hand to a match, and tell what is wrong between it and the hands before."""
    before = _known_before(match, hand.carried, hand.deal)
    taken_over = before is None and bool(hand.carried)
    if taken_over:
        before = _claimed_totals(match.game, hand.carried)
    after = _sum([before, hand.points])
    hand = hand._replace(before=before, taken_over=taken_over, after=after)
    found = [one for check in _CHECKS for one in check(match, hand)]
    _remember(match, hand)
    return found


def _remember(match: Match, hand: MatchHand) -> None:
    """Keep of a hand what the checks of later ones need."""
    number = match.count
    match.people |= hand.players
    if hand.deal is not None:
        match.numbered = number, hand.deal
    if number % len(SEATS) == 0:
        match.dealt = {}
    if hand.dealer is not None:
        match.last_dealer = number, hand.dealer
        match.first_dealer = match.first_dealer or match.last_dealer
        match.dealt.setdefault(hand.dealer, number)
    if hand.carried:
        match.wrong = wrong_carried(match, hand)
    match.gap = False
    match.count = number + 1
    match.last = hand


def _known_before(match: Match, carried: Mapping[str, int], deal: int | None) -> Totals | None:
    """The totals before the next hand, None where the hands before it are not all known."""
    if match.last is None:
        # A log may begin in the middle of a match.
        from_the_start = match.follows or deal == 1 or not any(carried.values())
        return _START if from_the_start else None
    if match.gap and match.totals is not None:
        last = match.last.deal
        goes_on = last is not None and deal == last + 1
        if not goes_on and _claimed_totals(match.game, carried) != match.totals:
            return None
    return match.totals


def _claimed_totals(game: Game, carried: Mapping[str, int]) -> Totals | None:
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
        totals = _claimed_totals(match.game, hand.carried)
        # Figures that contradict each other are held against the right ones one by one.
        claimed = hand.carried if totals is None else {"NS": totals[0]}
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
    rules = match.game.match
    path = "$.claims.carried"
    if not hand.carried:
        return
    written = ", ".join(f"{team} {total}" for team, total in hand.carried.items())
    contradictory = rules.opposed and _claimed_totals(match.game, hand.carried) is None
    if contradictory and hand.before is None:
        message = f"{written} are carried: net resti of one team are not resti of both"
        yield finding("carried-mismatch", message, rules.clause, path=path, found=written)
        return
    if hand.taken_over:
        yield from _check_taken_over(match, hand)
        return
    for team, by in wrong_carried(match, hand).items():
        if match.wrong.get(team) == by:
            continue
        number = TEAMS.index(team)
        right = (hand.before or _START)[number]
        after = "" if hand.after is None else f"; after this hand it has {hand.after[number]}"
        said = f"{team} is said to carry {right + by}, but has {right}"
        if rules.opposed and not contradictory:
            said = f"carried are {written}, but {team} has {right}"
        yield finding(
            "carried-mismatch",
            f"{said}: {difference(right + by, right)}{after}{_over_before(match)}",
            rules.clause,
            path=path if rules.opposed else f"{path}.{team}",
            expected=right,
            found=right + by,
        )


def _over_before(match: Match) -> str:
    """That a hand begins another match, in words, where somebody may have gone on counting."""
    if not match.follows or match.count:
        return ""
    rules = match.game.match
    at = f"with deal {rules.hands}" if rules.hands else f"at {match.target} points"
    return f"; the match before this hand was over {at}"


def _check_taken_over(match: Match, hand: MatchHand) -> Iterator[Finding]:
    """Totals of which only the claim is known: what all deals make together holds all the same."""
    rules, before = match.game.match, hand.before
    if rules.both is not None and before is not None and hand.deal is not None:
        right = rules.both * (hand.deal - 1)
        if sum(before) != right:
            message = (
                f"{before[0]} and {before[1]} are carried into deal {hand.deal}, which make"
                f" {sum(before)}: {hand.deal - 1} deals make {right}"
            )
            yield finding(
                "carried-mismatch",
                message,
                rules.clause,
                path="$.claims.carried",
                expected=right,
                found=sum(before),
            )
            return
    message = "the carried totals cannot be checked: not all hands before are known"
    yield finding("carried-unchecked", message, path="$.claims.carried", found=dict(hand.carried))


def _check_dealer(match: Match, hand: MatchHand) -> Iterator[Finding]:
    """The deal goes to the right from hand to hand, and in a match of four to each seat once."""
    if hand.dealer is None or match.first_dealer is None or match.last_dealer is None:
        return
    due = [
        _at_the_right(seat, match.count - number)
        for number, seat in (match.last_dealer, match.first_dealer)
    ]
    problems = []
    # After a wrong dealer the deal may go on from there or from where it should have been.
    if hand.dealer not in due and not match.gap:
        last = match.last_dealer[1]
        problems.append(f"{hand.dealer} deals, but the deal goes on from {last} to {due[0]}")
    # Each seat deals once within four deals.
    dealt = match.dealt if match.count % len(SEATS) else {}
    if match.game.match.hands is not None and hand.dealer in dealt:
        problems.append(f"{hand.dealer} dealt hand {dealt[hand.dealer] + 1} already")
    if problems:
        yield finding(
            "wrong-dealer",
            "; ".join(problems),
            match.game.match.clause,
            path="$.dealer",
            seat=hand.dealer,
            expected=due[0],
            found=hand.dealer,
        )


def _at_the_right(seat: str, turns: int) -> str:
    return SEATS[(SEATS.index(seat) + turns) % len(SEATS)]


def _check_players(match: Match, hand: MatchHand) -> Iterator[Finding]:
    """Players and seats stay as they are within a match."""
    before = match.people
    changed = [
        seat
        for seat, name in hand.players.items()
        if before.get(seat, name).strip() != name.strip()
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
    if hand.deal is None or match.numbered is None:
        return
    number, last = match.numbered
    right = last + match.count - number
    if hand.deal != right:
        yield finding(
            "deal-order",
            f"deal {hand.deal} follows deal {right - 1}: a hand is missing or out of place",
            path="$.deal",
            expected=right,
            found=hand.deal,
        )


_CHECKS: Final[Sequence[Callable[[Match, MatchHand], Iterator[Finding]]]] = (
    _check_number,
    _check_dealer,
    _check_players,
    _check_carried,
)
"""What is checked of each hand of a match."""
