"""The matches of a log: which hand belongs to which, and what it adds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scorecli.audit_source import Audited, Unreadable
from scorecli.games import game_named
from scorecli.ledger import Finding
from scorecli.match.checks import CHECKS
from scorecli.match.hand import MatchHand, Totals, hand_of
from scorecli.match.totals import (
    START,
    Match,
    MatchFinding,
    claimed_totals,
    sum_of,
    wrong_carried,
)
from scorecli.seats import SEATS


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
        before = claimed_totals(match.game, hand.carried)
    after = sum_of([before, hand.points])
    hand = hand._replace(before=before, taken_over=taken_over, after=after)
    found = [one for check in CHECKS for one in check(match, hand)]
    _remember(match, hand)
    return found


def _remember(match: Match, hand: MatchHand) -> None:
    """Keep of a hand what the checks of later ones need."""
    number = match.count
    match.people |= hand.players
    if hand.deal is not None:
        match.numbered = number, hand.deal
    elif not number and not hand.taken_over:
        # A match that begins with nothing begins with its first deal.
        match.numbered = 0, 1
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
        at_zero = not any(carried.values())
        # After a deal net resti can be even; points never are nothing for both.
        known = deal in (None, 1) or (match.game.match.opposed and bool(carried))
        return START if match.follows or deal == 1 or (at_zero and known) else None
    if match.totals is not None and _may_be_missing(match, deal):
        return match.totals if claimed_totals(match.game, carried) == match.totals else None
    return match.totals


def _may_be_missing(match: Match, deal: int | None) -> bool:
    """Whether a hand may have been played between the last one of a match and this deal."""
    right = match.due
    if deal is None or right is None:
        return match.gap
    return deal > right or (match.gap and deal != right)
