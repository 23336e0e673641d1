"""A task done: what a worker makes of the hands it was told to read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scorecli.audit import Audit
from scorecli.audit_source import Audited, Unreadable, audit_piece
from scorecli.batch.division import Task
from scorecli.batch.spans import Span, read_span
from scorecli.clean import Clean, quick_audit
from scorecli.games.base import Setting
from scorecli.ledger import UNREADABLE
from scorecli.match.hand import MatchHand, hand_of
from scorecli.record.pieces import BrokenPiece, Piece, Place, RawRecord
from scorecli.record.schema import Record
from scorecli.report.rows import (
    FINDING_COLUMNS,
    Row,
    audited_row,
    csv_line,
    finding_rows,
    full_row,
    json_line,
    result_row,
    unreadable_row,
    unreadable_rows,
)
from scorecli.same_hands import Keys
from scorecli.summary import Summary, unreadable_findings

JSON: Final = "json"
CSV: Final = "csv"


class Wanted(NamedTuple):
    """What is to be made of every hand.

    Attributes:
        overrides: house rules that win over those of the records.
        select: the codes of the findings that are wanted; None for all.
        ignore: the codes of those that are not.
        findings: whether rows of findings are wanted: `json`, `csv` or None.
        results: whether rows of results are wanted.
        full: whether these are whole results.
        matches: whether the hands of each table are to be held against each other.
        duplicates: whether hands that come twice are to be looked for.
    """

    overrides: Mapping[str, Setting]
    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    findings: str | None = None
    results: bool = False
    full: bool = False
    matches: bool = True
    duplicates: bool = False

    @property
    def quick(self) -> bool:
        """Whether hands of which there is nothing to be said can be audited quickly."""
        return not self.full and not self.overrides

    def is_wanted(self, code: str) -> bool:
        """Whether findings of a code are wanted; what cannot be read is told beside any others."""
        chosen = self.select is None or code in self.select or code == UNREADABLE
        return chosen and code not in self.ignore

    def finding_line(self, row: Row) -> str:
        """A row of the findings as it is written."""
        if self.findings == CSV:
            return csv_line(row[column] for column in FINDING_COLUMNS)
        return json_line(row)


@dataclass(slots=True)
class Part:
    """What was made of a task.

    Attributes:
        summary: its summary.
        findings: the rows of its findings, each with the number of its record in the task.
        results: the rows of its results.
        hands: its hands, each with the number of its record, for the matches; None for a record
            that could not be read.
        keys: what hands that come twice are known by.
        records: how many records it has.
    """

    summary: Summary = field(default_factory=Summary)
    findings: list[tuple[int, str]] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    hands: list[tuple[int, MatchHand | None]] = field(default_factory=list)
    keys: Keys = field(default_factory=Keys)
    records: int = 0


def work(task: Task, wanted: Wanted) -> Part:
    """Audit the hands of a task."""
    part = Part()
    for span in task.spans:
        for piece in read_span(span):
            _take(part, span, piece, wanted)
            part.records += 1
    return part


def _take(part: Part, span: Span, piece: Piece, wanted: Wanted) -> None:
    """Audit one record and add what comes out."""
    outcome: Audited | Unreadable
    if wanted.quick and isinstance(piece, RawRecord) and not piece.byte_order_mark:
        clean = quick_audit(piece.data)
        if clean is not None:
            _take_clean(part, span, piece.place, clean, wanted)
            return
    if isinstance(piece, BrokenPiece):
        outcome = Unreadable(piece.place, [piece.problem])
    else:
        outcome = audit_piece(piece, wanted.overrides)
    if isinstance(outcome, Unreadable):
        _take_unreadable(part, outcome, wanted)
        return
    part.summary.add(outcome)
    _take_hand(part, span, outcome.place, outcome.audit, wanted)
    if outcome.audit.findings:
        found = [one for one in outcome.audit.findings if wanted.is_wanted(one.code)]
        part.summary.add_findings(found, outcome.place)
        if wanted.findings:
            _add_rows(part, wanted, finding_rows(outcome, found))
    if wanted.results:
        row = full_row(outcome) if wanted.full else audited_row(outcome.place, outcome.audit)
        part.results.append(json_line(row))


def _take_clean(part: Part, span: Span, place: Place, clean: Clean, wanted: Wanted) -> None:
    """Add a hand of which there is nothing to be said."""
    part.summary.add_hand(clean.game.name, clean.status)
    _take_hand(part, span, place, clean, wanted)
    if wanted.results:
        part.results.append(json_line(result_row(place, clean.record, clean.score, clean.status)))


def _take_hand(part: Part, span: Span, place: Place, audit: Audit | Clean, wanted: Wanted) -> None:
    """Add what is held against other hands."""
    if wanted.matches and _at_a_table(audit.record):
        part.hands.append((part.records, hand_of(audit, place)))
    if wanted.duplicates:
        part.keys.add(audit, place, span.number)


def _take_unreadable(part: Part, outcome: Unreadable, wanted: Wanted) -> None:
    part.summary.add_hand("", UNREADABLE)
    if wanted.matches:
        part.hands.append((part.records, None))
    if wanted.is_wanted(UNREADABLE):
        part.summary.add_findings(unreadable_findings(outcome), outcome.place)
        if wanted.findings:
            _add_rows(part, wanted, unreadable_rows(outcome))
    if wanted.results:
        row = full_row(outcome) if wanted.full else unreadable_row(outcome)
        part.results.append(json_line(row))


def _add_rows(part: Part, wanted: Wanted, rows: list[Row]) -> None:
    part.findings += [(part.records, wanted.finding_line(row)) for row in rows]


def _at_a_table(record: Record) -> bool:
    """Whether a record says where it was played; hands that do not are no match."""
    return record.get("event") is not None or record.get("table") is not None
