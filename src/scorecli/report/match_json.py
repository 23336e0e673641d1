"""Matches as JSON, `scorecli.match/1`."""

from collections.abc import Sequence
from typing import Any, Final

from scorecli import __version__
from scorecli.audit_source import Unreadable
from scorecli.match.hand import MatchHand, Totals
from scorecli.match.totals import Match
from scorecli.report.result import finding_json, unreadable_json
from scorecli.seats import TEAMS

MATCH_FORMAT: Final = "scorecli.match/1"


def matches_json(matches: Sequence[Match], unreadable: Sequence[Unreadable]) -> dict[str, Any]:
    """The matches, and what could not be read, as results."""
    return {
        "format": MATCH_FORMAT,
        "tool": {"name": "scorecli", "version": __version__},
        "matches": [_match_json(match) for match in matches],
        "unreadable": [unreadable_json(one.problems, one.place) for one in unreadable],
    }


def _match_json(match: Match) -> dict[str, Any]:
    return {
        "variant": match.game.name,
        "event": match.event,
        "table": match.table,
        "players": match.hands[0].players or None,
        "unit": match.game.match.unit,
        "target": match.target,
        "over": match.over,
        "totals": _by_team(match.totals),
        "outcome": {"leader": match.leader, "margin": match.margin},
        "hands": [_hand_json(hand) for hand in match.hands],
        "rounds": [_by_team(points) for points in match.rounds],
        "findings": [{"hand": one.hand, **finding_json(one.finding)} for one in match.findings],
    }


def _hand_json(hand: MatchHand) -> dict[str, Any]:
    place = hand.place
    return {
        "source": place.source,
        "line": place.line,
        "index": place.index,
        "id": hand.id,
        "deal": hand.deal,
        "dealer": hand.dealer,
        "status": hand.status,
        "has_errors": hand.has_errors,
        "house_rules": dict(hand.house_rules),
        "before": _by_team(hand.before),
        "taken_over": hand.taken_over,
        "points": _by_team(hand.points),
        "after": _by_team(hand.after),
        "carried": dict(hand.carried) or None,
    }


def _by_team(totals: Totals | None) -> dict[str, int | None]:
    return dict(zip(TEAMS, totals or (None, None), strict=True))
