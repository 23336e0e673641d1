"""Findings and results of a log as rows: JSON, one a line, or cells that a spreadsheet can open."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from scorecli.audit import Audit
from scorecli.audit_source import Audited, Unreadable
from scorecli.games.score import Score
from scorecli.ledger import UNREADABLE, Finding, unreadable
from scorecli.record.pieces import Place
from scorecli.record.schema import Record
from scorecli.report.result import finding_json, result_json, unreadable_json
from scorecli.seats import TEAMS

Row = Mapping[str, Any]

FINDING_COLUMNS: Final = (
    *("source", "line", "column", "index", "id", "variant", "code", "severity", "clause", "path"),
    *("seat", "trick", "card", "expected", "found", "legal", "message"),
)
"""The columns of a table of findings, in their order."""

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula, or passes over before one."""


def finding_row(
    place: Place, name: str | None, variant: str | None, found: Finding, **spot: int | None
) -> Row:
    """A finding with where it stands.

    Args:
        place: the place of its record.
        name: the `id` of its record.
        variant: the game.
        found: the finding.
        spot: `line` and `column` in the file, where they are known.
    """
    fields = {**_where(place), "id": name, "variant": variant, **finding_json(found)}
    fields |= {key: value for key, value in spot.items() if value is not None}
    return {key: fields.get(key) for key in FINDING_COLUMNS}


def finding_rows(audited: Audited, findings: Iterable[Finding]) -> list[Row]:
    """Findings of a record that was audited."""
    record, game = audited.audit.record, audited.audit.game.name
    return [finding_row(audited.place, record.get("id"), game, one) for one in findings]


def unreadable_rows(outcome: Unreadable) -> list[Row]:
    """Why a record cannot be read, as findings."""
    return [
        finding_row(
            outcome.place,
            None,
            None,
            unreadable(problem),
            line=problem.line,
            column=problem.column,
        )
        for problem in outcome.problems
    ]


def result_row(
    place: Place, record: Record, score: Score, status: str, codes: Sequence[str] = ()
) -> Row:
    """The figures of a hand, its status and the codes of what was found."""
    return {
        **_where(place),
        "id": record.get("id"),
        "variant": record["variant"],
        "status": status,
        "teams": dict(zip(TEAMS, score.figures, strict=True)),
        "outcome": {"winner": score.winner, "margin": score.margin, **score.outcome},
        "findings": list(codes),
    }


def audited_row(place: Place, audit: Audit) -> Row:
    """The row of a hand that was audited in full."""
    score = audit.score or audit.game.nothing_known
    codes = [one.code for one in audit.findings]
    return result_row(place, audit.record, score, audit.status, codes)


def unreadable_row(outcome: Unreadable) -> Row:
    """The row of a record that cannot be read."""
    return {
        **_where(outcome.place),
        "id": None,
        "variant": None,
        "status": UNREADABLE,
        "teams": dict.fromkeys(TEAMS),
        "outcome": {"winner": None, "margin": None},
        "findings": [UNREADABLE] * len(outcome.problems),
    }


def full_row(outcome: Audited | Unreadable) -> Row:
    """The whole result of a record, as `score --json` prints it."""
    if isinstance(outcome, Unreadable):
        return unreadable_json(outcome.problems, outcome.place)
    return result_json(outcome.audit, outcome.place)


def json_line(row: Row) -> str:
    """A row as JSON on one line, with its line feed."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def csv_line(cells: Iterable[Any]) -> str:
    """A row as comma-separated values that are safe to open in a spreadsheet."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerow([_cell(value) for value in cells])
    return text.getvalue()


def _cell(value: Any) -> str | int:
    """A value as a cell: texts that begin like a formula get an apostrophe before them."""
    if value is None or isinstance(value, int):
        return "" if value is None else value
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = " ".join(map(str, value))
    elif not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False)
    return f"'{value}" if value.lstrip(" ").startswith(_FORMULA) else value


def _where(place: Place) -> dict[str, Any]:
    return {"source": place.source, "line": place.line, "index": place.index}
