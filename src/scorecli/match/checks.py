"""What is wrong between the hands of a match; each check is given the match and the next hand."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from scorecli.ledger import Finding, difference, finding
from scorecli.match.hand import MatchHand
from scorecli.match.totals import START, Match, claimed_totals, wrong_carried
from scorecli.seats import SEATS, TEAMS


def _check_carried(match: Match, hand: MatchHand) -> Iterator[Finding]:
    """The claimed running totals; a mistake that is carried on is said once, where it began."""
    rules = match.game.match
    path = "$.claims.carried"
    if not hand.carried:
        return
    written = ", ".join(f"{team} {total}" for team, total in hand.carried.items())
    contradictory = rules.opposed and claimed_totals(match.game, hand.carried) is None
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
        right = (hand.before or START)[number]
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
            f"{_changed_how(before, hand.players)} than in the hand before: {words}",
            match.game.match.clause,
            path="$.players",
            expected={seat: before[seat] for seat in changed},
            found={seat: hand.players[seat] for seat in changed},
        )


def _changed_how(before: Mapping[str, str], players: Mapping[str, str]) -> str:
    """What changed: the same people sit in other seats, or other people came."""
    same = sorted(before.values()) == sorted(players.values())
    return "the same people in other seats" if same else "other people"


def _check_number(match: Match, hand: MatchHand) -> Iterator[Finding]:
    """Numbered deals follow one another without a gap."""
    right = match.due
    if hand.deal is not None and right is not None and hand.deal != right:
        yield finding(
            "deal-order",
            f"deal {hand.deal} follows deal {right - 1}: a hand is missing or out of place",
            path="$.deal",
            expected=right,
            found=hand.deal,
        )


CHECKS: Final[Sequence[Callable[[Match, MatchHand], Iterator[Finding]]]] = (
    _check_number,
    _check_dealer,
    _check_players,
    _check_carried,
)
"""What is checked of each hand of a match."""
