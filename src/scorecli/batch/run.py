"""The audit of a log: the tasks done, their parts put together in the order of the input.

Everything that depends on what came before (matches, hands that come twice, places in files) is
done here, once and in order, so that it makes no difference who did the tasks.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from scorecli.audit_source import check_overrides
from scorecli.batch.checkpoint import Checkpoint, options_state, summary_from, summary_state
from scorecli.batch.division import START, Division, Position, Task
from scorecli.batch.duplicates import Duplicates
from scorecli.batch.engine import Engine, in_this_process
from scorecli.batch.inputs import Source, file_at, find_sources
from scorecli.batch.interrupts import Interrupts
from scorecli.batch.outputs import Output, is_device, partial_of, put_in_place
from scorecli.batch.part import CSV, JSON, Part, Wanted
from scorecli.batch.tables import Tables
from scorecli.errors import UsageError
from scorecli.match.hand import MatchHand
from scorecli.record.pieces import STANDARD_INPUT, Place
from scorecli.report.rows import FINDING_COLUMNS, csv_line, finding_row
from scorecli.same_hands import Key, duplicate_finding
from scorecli.summary import Summary

CHECKPOINT_SECONDS: Final = 2.0
"""A checkpoint is written when so much time has passed since the last one."""


_SAVING_PART: Final = 20
"""Writing checkpoints takes at most one part of so many of the time."""


class Plan(NamedTuple):
    """What is to be audited, and what is to come out.

    Attributes:
        paths: files, folders, patterns, or `-`.
        wanted: what is to be made of every hand.
        findings: the file of findings; one that ends in `.csv` is a table for a spreadsheet.
        results: the file of results; one that ends in `.parquet` is a Parquet file.
        most_findings: how many findings are written at most; the others are only counted.
        checkpoint: where to keep how far the audit came.
    """

    paths: Sequence[str]
    wanted: Wanted
    findings: str | None = None
    results: str | None = None
    most_findings: int | None = None
    checkpoint: str | None = None


class Progress(NamedTuple):
    """How far an audit has come.

    Attributes:
        done: how many bytes of the inputs are done.
        size: how many there are, 0 if that is not known.
        records: how many records that was.
        findings: how many errors and warnings were found.
    """

    done: int
    size: int
    records: int
    findings: int


@dataclass(slots=True)
class Report:
    """What came out of an audit.

    Attributes:
        summary: what it says in sum.
        finished: whether all was audited; else it was interrupted.
        unwritten: how many findings were only counted, because there were too many.
        kept: files in which the finished part of an interrupted audit stands.
        unopened: inputs of which nothing could be read, each with the reason.
        changed: inputs that changed while they were read: what is told of them may be of both.
    """

    summary: Summary
    finished: bool = True
    unwritten: int = 0
    kept: list[str] = field(default_factory=list)
    unopened: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)


def audit_log(
    plan: Plan,
    engine: Engine = in_this_process,
    progress: Callable[[Progress], None] | None = None,
    *,
    unpack_here: bool = True,
) -> Report:
    """Audit a log.

    Args:
        plan: what is to be audited, and what is to come out.
        engine: who does the tasks.
        progress: is told of each task done.
        unpack_here: whether what cannot be divided is unpacked here, for workers on this machine.

    Raises:
        UsageError: if an option is wrong, or a checkpoint belongs to another audit.
        ScorecliError: if a file cannot be written. A file that stood there before is as it was.
    """
    check_overrides(plan.wanted.overrides)
    written = _files_written(plan)
    sources = find_sources(plan.paths, leave_out=written)
    _keep_inputs(sources, written)
    with tempfile.TemporaryDirectory(prefix="scorecli-") as folder:
        run = _Run(plan, sources, Path(folder))
        division = Division(sources, Path(folder) if unpack_here else None, run.position)
        try:
            run.begin()
            with Interrupts() as interrupts, closing(engine(division.tasks(), plan.wanted)) as done:
                for task, part in done:
                    with interrupts.held():
                        run.take(task, part)
                    if progress is not None:
                        progress(run.progress())
                run.look_at_all(Path(folder))
                with interrupts.held():
                    run.finish()
        except KeyboardInterrupt:
            run.interrupt()
        except BaseException:
            run.fail()
            raise
    run.report.changed = [source.name for source in sources if source.has_changed()]
    return run.report


def _files_written(plan: Plan) -> list[str]:
    """The files that an audit writes.

    Raises:
        UsageError: if two of them are the same.
    """
    written = [path for path in (plan.findings, plan.results, plan.checkpoint) if path is not None]
    if not all(path and path != STANDARD_INPUT for path in written):
        raise UsageError("findings, results and checkpoint need the name of a file")
    files = [os.path.realpath(path) for path in written if not is_device(path)]
    if plan.checkpoint is not None:
        made = [path for path in (plan.findings, plan.results) if path and not is_device(path)]
        files += [str(partial_of(path)) for path in made]
    if len(set(files)) < len(files):
        raise UsageError("findings, results and checkpoint need a file each")
    return written


def _keep_inputs(sources: Sequence[Source], written: Sequence[str]) -> None:
    """Refuse to write where an input stands, under whatever name."""
    inputs = {file_at(source.name) for source in sources} - {None}
    for path in written:
        if file_at(path) in inputs:
            raise UsageError(f"{path}: is an input, and would be written over")
        if file_at(str(partial_of(path))) in inputs:
            raise UsageError(f"{partial_of(path)}: is an input, and is where {path} is made")


class _Run:
    """An audit as it goes on."""

    def __init__(self, plan: Plan, sources: Sequence[Source], scratch: Path) -> None:
        self.plan = plan
        self.sources = sources
        self.report = Report(Summary())
        self.position = START
        self._tables = Tables()
        self._outputs: dict[str, Output] = {}
        self._written = 0
        self._done = 0
        self._due = time.monotonic() + CHECKPOINT_SECONDS
        self._checkpoint: Checkpoint | None = None
        self._state: Mapping[str, Any] | None = None
        if plan.checkpoint is not None:
            options = options_state(
                plan.wanted,
                findings_file=plan.findings,
                results_file=plan.results,
                most_findings=plan.most_findings,
            )
            self._checkpoint = Checkpoint(plan.checkpoint, sources, options)
            self._state = self._checkpoint.load()
            folder = self._checkpoint.folder
        else:
            folder = scratch / "keys"
        self._duplicates = Duplicates(folder)
        self._whole = self._finished = self._in_place = False
        if self._state is not None:
            self._go_back(self._state)
        elif plan.wanted.duplicates:
            self._duplicates.begin()

    def begin(self) -> None:
        """Open the files that are written."""
        if self._finished:
            return
        sizes: Mapping[str, int] = self._state["outputs"] if self._state is not None else {}
        heading = csv_line(FINDING_COLUMNS) if self.plan.wanted.findings == CSV else ""
        for name, path in (("findings", self.plan.findings), ("results", self.plan.results)):
            if path is not None:
                begin = heading if name == "findings" else ""
                lasting = self._checkpoint is not None
                self._outputs[name] = Output(path, begin, sizes.get(name), lasting=lasting)
        if self._checkpoint is not None and self._state is None:
            # Whether it can be written is better known before much work is done than after it.
            self._save(self._checkpoint)
            self._due = time.monotonic() + CHECKPOINT_SECONDS

    def take(self, task: Task, part: Part) -> None:
        """Add what was made of the next task."""
        summary = self.report.summary
        summary.merge(part.summary)
        rows = part.findings
        if part.hands:
            rows = sorted([*rows, *self._between_hands(part.hands)], key=lambda row: row[0])
        self._write_findings([row for _record, row in rows])
        if part.results:
            self._outputs["results"].write(part.results)
        if self.plan.wanted.duplicates:
            self._duplicates.add(part.keys)
        for span in task.spans:
            if span.spooled:
                Path(span.path).unlink(missing_ok=True)
            if span.problem is not None and span.problem.line is None:
                self.report.unopened.append(f"{span.source}: {span.problem.message}")
        self.position = task.after
        self._done += task.size
        if self._checkpoint is not None and time.monotonic() >= self._due:
            self._save(self._checkpoint)

    def progress(self) -> Progress:
        """How far the audit has come."""
        summary = self.report.summary
        size = sum(source.size for source in self.sources)
        found = sum(one.count for one in summary.codes.values() if one.severity != "note")
        return Progress(self._done, size, summary.records, found)

    def look_at_all(self, scratch: Path) -> None:
        """Add what only the whole log tells; a folder takes what that needs."""
        if self._checkpoint is not None and not self._whole:
            self._save(self._checkpoint)
        if self.plan.wanted.duplicates and not self._whole:
            self._whole = True
            for later, first in self._duplicates.found(scratch):
                self._add_duplicate(later, first)
        self._whole = True

    def finish(self) -> None:
        """Let the files take their places."""
        if not self._finished:
            for output in self._outputs.values():
                output.close()
            self._finished = True
            if self._checkpoint is not None:
                self._save(self._checkpoint)
        for name, path in (("findings", self.plan.findings), ("results", self.plan.results)):
            if path is not None:
                made = self._outputs[name].partial if self._outputs else partial_of(path)
                put_in_place(path, made)
        if self._checkpoint is not None:
            self._checkpoint.remove()
            if self.plan.wanted.duplicates:
                self._duplicates.remove()
        self._in_place = True

    def interrupt(self) -> None:
        """Keep what is finished; when all stands in its place it is too late."""
        if self._in_place:
            return
        self.report.finished = False
        if self._checkpoint is not None and not self._whole:
            self._save(self._checkpoint)
        for output in self._outputs.values():
            output.close()
            self.report.kept.append(str(output.keep()))

    def fail(self) -> None:
        """Leave no half-written file, but for what a checkpoint can go on with."""
        for output in self._outputs.values():
            if self._checkpoint is None or not self._checkpoint.is_there:
                output.abandon()
            else:
                with suppress(Exception):
                    output.close()

    def _between_hands(
        self, hands: list[tuple[int, MatchHand | None]]
    ) -> Iterator[tuple[int, str]]:
        """What is wrong between the hands of a table, as rows."""
        wanted = self.plan.wanted
        for record, hand in hands:
            if hand is None:
                self._tables.skip()
                continue
            found = [one for one in self._tables.add(hand) if wanted.is_wanted(one.code)]
            if found:
                self.report.summary.add_findings(found, hand.place)
            if wanted.findings:
                for one in found:
                    row = finding_row(hand.place, hand.id, hand.game, one)
                    yield record, wanted.finding_line(row)

    def _add_duplicate(self, later: Key, first: Key) -> None:
        found = duplicate_finding(later.kind, self._place(first))
        if not self.plan.wanted.is_wanted(found.code):
            return
        place = self._place(later)
        self.report.summary.add_findings([found], place)
        if self.plan.wanted.findings:
            row = finding_row(place, None, None, found)
            self._write_findings([self.plan.wanted.finding_line(row)])

    def _place(self, key: Key) -> Place:
        return key.place(self.sources[key.source].name)

    def _write_findings(self, rows: list[str]) -> None:
        """Write rows of findings, as many as are wanted."""
        if not rows:
            return
        most = self.plan.most_findings
        room = len(rows) if most is None else max(most - self._written, 0)
        self.report.unwritten += max(len(rows) - room, 0)
        self._written += min(len(rows), room)
        if rows[:room]:
            self._outputs["findings"].write(rows[:room])

    def _save(self, checkpoint: Checkpoint) -> None:
        begun = time.monotonic()
        for output in self._outputs.values():
            if not self._finished:
                output.sync()
        checkpoint.save(
            {
                "position": self.position,
                "whole": self._whole,
                "finished": self._finished,
                "done": self._done,
                "written": self._written,
                "unwritten": self.report.unwritten,
                "outputs": {name: one.size for name, one in self._outputs.items()},
                "summary": summary_state(self.report.summary),
                "tables": self._tables.state(),
                "keys": self._duplicates.sizes() if self.plan.wanted.duplicates else [],
            }
        )
        now = time.monotonic()
        # However much there is to be kept, it takes a small part of the time.
        self._due = now + max(CHECKPOINT_SECONDS, _SAVING_PART * (now - begun))

    def _go_back(self, state: Mapping[str, Any]) -> None:
        """Go on from where an earlier run came to."""
        self.position = Position(*state["position"])
        self._whole, self._finished = state["whole"], state["finished"]
        self._done = state["done"]
        self._written = state["written"]
        self.report.unwritten = state["unwritten"]
        self.report.summary = summary_from(state["summary"])
        self._tables.go_back(state["tables"])
        if self.plan.wanted.duplicates and not self._whole:
            self._duplicates.go_back(state["keys"])


_FORMATS: Final = {".csv": CSV, ".jsonl": JSON, ".ndjson": JSON, ".json": JSON}
"""The form of a file of findings, by how its name ends."""


def findings_form(path: str | None) -> str | None:
    """The form in which findings are written to a file: a table if it ends in `.csv`, else JSON."""
    return None if path is None else _FORMATS.get(Path(path).suffix.lower(), JSON)
