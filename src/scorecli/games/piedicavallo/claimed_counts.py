"""Claimed counts that no hand of Tarocchi of Piedicavallo can have, whatever was played (P4.3)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scorecli.games.base import HouseRules
from scorecli.games.piedicavallo.pack import ALL_CARD_POINTS, MATTO
from scorecli.ledger import Finding
from scorecli.record.schema import Record
from scorecli.seats import DRAW, SEAT_NUMBER, TEAMS, leader, team_of
from scorecli.table.claimed_figures import impossible
from scorecli.table.hand import Hand

_OF_TRICK: Final = 3
"""The least that a trick brings: three cards of 1 point beside a Matto that goes back (P4.3)."""

_OF_DISCARDS: Final = 2
"""The least that the two discards bring to the team of the dealer (P4.3)."""

_OF_MATTO: Final = 5
"""What the Matto brings to its team, which keeps it once it has a trick (P4.3)."""


def least_counts(hand: Hand, record: Record, rules: HouseRules) -> tuple[int, int]:
    """The least that NS and EW can have if they have anything at all.

    It rests on the default rules of the Matto; under other house rules it is 1.
    """
    if rules["matto_last_trick"] != "kept" or rules["matto_exchange"] != "none":
        return 1, 1
    least = [_OF_TRICK, _OF_TRICK]
    if hand.dealer is not None:
        least[team_of(hand.dealer)] += _OF_DISCARDS
    if (team := _team_of_matto(hand, record)) is not None:
        least[team] += _OF_MATTO
    return least[0], least[1]


def check_claimed_counts(hand: Hand, record: Record, rules: HouseRules) -> Iterator[Finding]:
    """The claims of a hand that cannot be counted, held against each other and against P4.3."""
    claims: Mapping[str, Any] = record.get("claims") or {}
    least = least_counts(hand, record, rules)
    for team, name in enumerate(TEAMS):
        for figure, count in (claims.get(name) or {}).items():
            if count is not None and (why := _why_not(count, team, least)):
                message = f"{name} claims {figure} {count}: impossible, {why}"
                yield _impossible(message, f"$.claims.{name}.{figure}", count)
    margin, winner = claims.get("margin"), claims.get("winner")
    if margin is not None and (why := _why_no_margin(margin, winner, least)):
        message = f"the claimed margin is {margin}: impossible, {why}"
        yield _impossible(message, "$.claims.margin", margin)
        margin = None
    yield from _compare_counts(claims, margin, winner)


def _why_not(count: int, team: int, least: Sequence[int]) -> str | None:
    """Why a team cannot have this count, if it cannot."""
    other = ALL_CARD_POINTS - count
    if not 0 <= count <= ALL_CARD_POINTS:
        return f"the pack is worth {ALL_CARD_POINTS}"
    if 0 < count < least[team]:
        return f"{TEAMS[team]} has 0 or at least {least[team]}"
    if 0 < other < least[1 - team]:
        name = TEAMS[1 - team]
        return f"{name} would have {other}, and has 0 or at least {least[1 - team]}"
    return None


def _why_no_margin(margin: int, winner: str | None, least: Sequence[int]) -> str | None:
    """Why no hand can end with this margin, if none can."""
    if margin % 2 or margin > ALL_CARD_POINTS:
        return (
            f"the counts make {ALL_CARD_POINTS}, so that it is even and at most {ALL_CARD_POINTS}"
        )
    if (winner == DRAW) != (margin == 0) and winner is not None:
        return f"the claimed winner is {winner}"
    more = (ALL_CARD_POINTS + margin) // 2
    teams = [TEAMS.index(winner)] if winner in TEAMS else [0, 1]
    reasons = [_why_not(more, team, least) for team in teams]
    return None if None in reasons else f"it makes {more} to {ALL_CARD_POINTS - more}: {reasons[0]}"


def _compare_counts(
    claims: Mapping[str, Any], margin: int | None, winner: str | None
) -> Iterator[Finding]:
    """The claimed counts held against each other, and the winner and the margin against them."""
    counts: list[int | None] = []
    for name in TEAMS:
        of_team = claims.get(name) or {}
        points, total = of_team.get("card_points"), of_team.get("total")
        counts.append(points if total is None else total)
        if None not in (points, total) and points != total:
            message = f"{name} claims {points} card points and {total} in all: impossible"
            path = f"$.claims.{name}"
            yield _impossible(f"{message}, nothing else counts", path, [points, total])
    first, second = counts
    if first is None and second is None:
        return
    # One count gives the other: they make 114.
    first = ALL_CARD_POINTS - (second or 0) if first is None else first
    second = ALL_CARD_POINTS - first if second is None else second
    if first + second != ALL_CARD_POINTS:
        message = f"the claimed counts are {first} and {second}: impossible, they must make"
        yield _impossible(f"{message} {ALL_CARD_POINTS}", "$.claims", [first, second])
        return
    if margin is not None and abs(first - second) != margin:
        message = f"{first} to {second} are {abs(first - second)} apart, the claimed margin is"
        yield _impossible(f"{message} {margin}", "$.claims.margin", margin)
    if winner is not None and winner != leader(first - second):
        message = f"the claimed winner is {winner}, but the claimed counts are {first} to {second}"
        yield _impossible(message, "$.claims.winner", winner)


def _impossible(message: str, path: str, found: object) -> Finding:
    return impossible(message, "P4.3", path, found)


def _team_of_matto(hand: Hand, record: Record) -> int | None:
    """The team that holds or has played the Matto, where that is known."""
    said: Mapping[str, Any] = record.get("matto") or {}
    if (player := said.get("played_by")) is not None:
        return team_of(SEAT_NUMBER[player])
    cards = [kept or 0 for kept in hand.kept]
    if hand.replay is not None:
        cards = [kept | played for kept, played in zip(cards, hand.replay.played, strict=True)]
    return next((team_of(seat) for seat, mask in enumerate(cards) if mask & MATTO), None)
