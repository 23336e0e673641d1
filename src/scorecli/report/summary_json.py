"""The summary of an audit as JSON, `scorecli.audit/1`."""

from typing import Any, Final

from scorecli import __version__
from scorecli.ledger import UNREADABLE
from scorecli.summary import MostNamed, Summary

AUDIT_FORMAT: Final = "scorecli.audit/1"
MOST_NAMES: Final = 10
"""So many tables and players are named."""


def summary_json(summary: Summary, *, finished: bool, unwritten: int) -> dict[str, Any]:
    """The summary.

    Args:
        summary: the summary.
        finished: whether all was audited.
        unwritten: how many findings were counted and not written.
    """
    hands: dict[str, dict[str, int]] = {}
    for (game, status), number in sorted(summary.hands.items()):
        if status != UNREADABLE:
            hands.setdefault(game, {})[status] = number
    return {
        "format": AUDIT_FORMAT,
        "tool": {"name": "scorecli", "version": __version__},
        "finished": finished,
        "records": summary.records,
        "unreadable": summary.unreadable,
        "hands": hands,
        "findings": {
            code: {
                "severity": one.severity,
                "count": one.count,
                "example": {"place": one.place, "message": one.message},
            }
            for code, one in summary.codes.items()
        },
        "unwritten": unwritten,
        "at_stake": {"points": summary.points, "resti": summary.resti},
        "most_disputed": {
            "tables": _names(summary.tables),
            "players": _names(summary.players),
        },
    }


def _names(names: MostNamed) -> dict[str, Any]:
    return {
        "first": [{"name": name, "hands": hands} for name, hands in names.first(MOST_NAMES)],
        "too_low_by_at_most": names.missed,
    }
