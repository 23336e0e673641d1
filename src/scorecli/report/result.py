"""The result of an audit as JSON, `scorecli.result/1`."""

from collections.abc import Sequence
from typing import Any, Final

from scorecli import __version__
from scorecli.audit import Audit
from scorecli.errors import Problem
from scorecli.games.base import Game
from scorecli.games.score import Detail, EventRow
from scorecli.ledger import Finding, unreadable
from scorecli.record.pieces import Place
from scorecli.record.schema import Record
from scorecli.record.writing import fingerprint
from scorecli.report.combinations import combination_json
from scorecli.seats import SEATS, TEAMS

RESULT_FORMAT: Final = "scorecli.result/1"
_CARRIED_INTO_THE_RESULT: Final = ("date", "event", "table", "round", "deal", "notes")


def result_json(audit: Audit, place: Place) -> dict[str, Any]:
    """The result of a record that could be read."""
    record, hand = audit.record, audit.hand
    score = audit.score or audit.game.nothing_known
    detail = score.detail()
    pack = audit.hand.pack
    return {
        **_head(place, record),
        "rules": f"{audit.game.name} {audit.game.revision}",
        "house_rules": {
            switch: {
                "value": value,
                "set_by": "option" if switch in audit.overrides else "record",
            }
            for switch, value in audit.game.changed(audit.rules).items()
        },
        "id": record.get("id"),
        "variant": audit.game.name,
        "players": record.get("players"),
        **{key: value for key, value in record.items() if key in _CARRIED_INTO_THE_RESULT},
        "level": hand.level,
        "legal": audit.legal,
        "complete": hand.complete and hand.valid,
        "claims": audit.claims,
        "status": audit.status,
        "teams": dict(zip(TEAMS, score.figures, strict=True)),
        "combinations": {
            team: [combination_json(pack, one) for one in found]
            for team, found in zip(TEAMS, detail.combinations, strict=True)
        },
        "declared": {
            SEATS[seat]: [combination_json(pack, one) for one in declared]
            for seat, declared in detail.declared.items()
        },
        "outcome": {"winner": score.winner, "margin": score.margin, **score.outcome},
        **_events(audit.game, detail),
        "lines": [line._asdict() for line in detail.lines],
        **({} if score.bounds is None else {"bounds": score.bounds, "deciding": score.deciding}),
        "findings": [finding_json(found) for found in audit.findings],
    }


def unreadable_json(problems: Sequence[Problem], place: Place) -> dict[str, Any]:
    """The result of what could not be read: nothing but where it stands and why."""
    return {
        **_head(place, None),
        "rules": None,
        "house_rules": {},
        "id": None,
        "variant": None,
        "players": None,
        "level": None,
        "legal": None,
        "complete": False,
        "claims": "none",
        "status": "unreadable",
        "teams": dict.fromkeys(TEAMS),
        "combinations": {team: [] for team in TEAMS},
        "declared": {},
        "outcome": {"winner": None, "margin": None},
        "lines": [],
        "findings": [
            finding_json(unreadable(problem), problem.line, problem.column) for problem in problems
        ],
    }


def finding_json(
    found: Finding, line: int | None = None, column: int | None = None
) -> dict[str, Any]:
    """A finding for JSON; a line and a column are those of the file."""
    fields = found._asdict()
    message = fields.pop("message")
    if line is not None:
        fields |= {"line": line, "column": column}
    return {**fields, "message": message}


def _events(game: Game, detail: Detail) -> dict[str, Any]:
    """The scoring events of a game that has such; null where not all of them are known."""
    if "events" not in game.claim_keys:
        return {}
    running = detail.running
    return {"events": None if running is None else [_event(one) for one in running.events]}


def _event(event: EventRow) -> dict[str, Any]:
    """A scoring event for JSON; its cards and its clause stand in the lines."""
    fields = event._asdict()
    del fields["clause"], fields["words"], fields["cards"]
    return fields


def _head(place: Place, record: Record | None) -> dict[str, Any]:
    return {
        "format": RESULT_FORMAT,
        "tool": {"name": "scorecli", "version": __version__},
        "input": {
            "source": place.source,
            "line": place.line,
            "index": place.index,
            "sha256": None if record is None else fingerprint(record),
        },
    }
