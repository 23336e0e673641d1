"""An audit that was broken off goes on from its checkpoint."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from scorecli.batch import division
from scorecli.batch import run as batch_run
from scorecli.batch.division import Division
from scorecli.batch.inputs import find_sources
from scorecli.batch.part import Wanted
from scorecli.batch.run import Plan, audit_log
from scorecli.errors import UsageError
from tests.audit_logs import clean_lines, log, outcome, rows, wrong_total
from tests.command_line import run

pytestmark = pytest.mark.usefixtures("own_folder")


class _BrokenOffError(Exception):
    """Ends a run at some moment, as if the process were killed."""


def broken_off(plan: Plan, after: int) -> None:
    """Run an audit that ends after so many tasks."""
    done: list[int] = []

    def stop(_progress: Any) -> None:
        done.append(1)
        if len(done) == after:
            raise _BrokenOffError

    with pytest.raises(_BrokenOffError):
        audit_log(plan, progress=stop)


def resumable_plan() -> Plan:
    """A plan with all that is kept from task to task."""
    wanted = Wanted({}, findings="csv", results=True, duplicates=True)
    return Plan(
        ["log.jsonl", "packed.jsonl.gz"], wanted, "found.csv", "rows.jsonl", 30, "checkpoint"
    )


@pytest.fixture
def _matches_and_faults(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(division, "TASK_BYTES", 20_000)
    monkeypatch.setattr(batch_run, "CHECKPOINT_SECONDS", 0)
    lines = clean_lines(100)
    dealt = run("deal", "minchiate", "--match", "--hands", "60").stdout.splitlines(keepends=True)
    for number, line in enumerate(dealt):
        lines.insert(number * 2, line)
    lines[70] = "{\n"
    lines[71] = wrong_total(5, event="Lodi", table=1)
    lines[120] = lines[30]
    del lines[90]
    log(lines)
    (own_folder / "packed.jsonl.gz").write_bytes(
        gzip.compress("".join(clean_lines(60, 9)).encode())
    )


@pytest.mark.usefixtures("_matches_and_faults")
def test_an_audit_goes_on_where_it_was_broken_off() -> None:
    """Broken off after any task, and then over and over, an audit ends with the same outputs."""
    plan = resumable_plan()
    right = outcome(plan._replace(checkpoint=None))
    assert right[0].count(b"\r\n") == 31
    assert right[2].codes["duplicate-hand"].count > 0
    tasks = len(list(Division(find_sources(plan.paths), None).tasks()))
    for after in range(1, tasks):
        broken_off(plan, after)
        assert Path("checkpoint").exists()
        assert outcome(plan) == right
        assert not Path("checkpoint").exists()
    for _task in range(tasks - 1):
        broken_off(plan, 1)
    assert outcome(plan) == right
    assert sorted(path.name for path in Path().iterdir()) == [
        *("found.csv", "log.jsonl", "packed.jsonl.gz", "rows.jsonl"),
    ]


@pytest.mark.usefixtures("_matches_and_faults")
def test_a_checkpoint_of_another_audit_is_refused() -> None:
    """A changed input and other options are refused with the reason."""
    plan = resumable_plan()
    broken_off(plan, 2)
    wanted = plan.wanted
    for other, reason in (
        (plan._replace(results=None), "it was begun with another --results"),
        (plan._replace(wanted=wanted._replace(matches=False)), "begun with another --matches"),
        (plan._replace(paths=["log.jsonl"]), "packed.jsonl.gz is not among the inputs any more"),
        (plan._replace(paths=[*plan.paths, "new.jsonl"]), "new.jsonl is new"),
        (plan._replace(paths=plan.paths[::-1]), "the inputs stand in another order"),
        (plan._replace(paths=["-"]), "can be read only once"),
    ):
        with pytest.raises(UsageError, match=reason):
            audit_log(other)
    with Path("log.jsonl").open("a", encoding="utf-8") as stream:
        stream.write(clean_lines(1)[0])
    with pytest.raises(UsageError, match=r"log.jsonl has changed since"):
        audit_log(plan)
    Path("checkpoint").write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="is no checkpoint of an audit"):
        audit_log(plan)


@pytest.mark.usefixtures("_matches_and_faults")
@pytest.mark.parametrize("lost", ["found.csv.partial", "checkpoint.keys"])
def test_what_an_earlier_run_wrote_must_be_there(lost: str) -> None:
    """If what stood beside a checkpoint is gone or shorter, nothing is made up in its place."""
    plan = resumable_plan()
    broken_off(plan, 4)
    files = sorted(Path(lost).iterdir()) if Path(lost).is_dir() else [Path(lost)]
    os.truncate(max(files, key=lambda one: one.stat().st_size), 3)
    with pytest.raises(UsageError, match="what an earlier run wrote is not there any more"):
        audit_log(plan)


@pytest.mark.usefixtures("_matches_and_faults")
def test_a_damaged_checkpoint_is_refused() -> None:
    """A checkpoint of which anything was changed is no checkpoint."""
    plan = resumable_plan()
    broken_off(plan, 4)
    state = json.loads(Path("checkpoint").read_text("utf-8"))
    for key, value in (("position", [0, 0, 0]), ("summary", {}), ("finished", True), ("inputs", 1)):
        Path("checkpoint").write_text(json.dumps({**state, key: value}), encoding="utf-8")
        with pytest.raises(UsageError, match="is no checkpoint of an audit, or is damaged"):
            audit_log(plan)
    Path("checkpoint").write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(UsageError, match="is no checkpoint"):
        audit_log(plan)


def test_keys_without_a_checkpoint_are_not_taken_up() -> None:
    """What a run left that was killed before its first checkpoint is no part of the next."""
    plan = Plan([log(clean_lines(3))], Wanted({}, duplicates=True), checkpoint="checkpoint")
    audit_log(plan)
    Path("checkpoint.keys").mkdir()
    for first in range(256):
        Path(f"checkpoint.keys/{first:02x}.keys").write_bytes(b"x" * 33)
    assert not audit_log(plan).summary.codes
    assert not Path("checkpoint.keys").exists()


def test_a_folder_of_others_is_left_alone() -> None:
    """A folder with the name of that for the keys is neither used nor removed."""
    Path("checkpoint.keys").mkdir()
    log(clean_lines(2), "checkpoint.keys/log.jsonl")
    plan = Plan(["checkpoint.keys"], Wanted({}), checkpoint="checkpoint")
    assert audit_log(plan).summary.records == 2
    with pytest.raises(UsageError, match="holds other files"):
        audit_log(plan._replace(wanted=Wanted({}, duplicates=True)))
    assert Path("checkpoint.keys/log.jsonl").exists()


def test_where_an_output_is_made_cannot_be_an_input() -> None:
    """An input with the name of an unfinished output is not written over."""
    name = log(clean_lines(2), "rows.jsonl.partial")
    with pytest.raises(UsageError, match=r"rows.jsonl.partial: is an input"):
        audit_log(Plan([name], Wanted({}, results=True), results="rows.jsonl"))
    assert len(rows(name)) == 2


def test_two_audits_do_not_write_the_same_file() -> None:
    """What another audit is writing for its checkpoint is refused; without one both are whole."""
    lines = clean_lines(2)
    plan = Plan([log(lines)], Wanted({}, results=True), None, "rows.jsonl", None, "checkpoint")
    said: list[str] = []

    def other(_progress: Any) -> None:
        audit_log(plan._replace(checkpoint=None))
        try:
            audit_log(plan)
        except UsageError as error:
            said.append(str(error))

    audit_log(plan, progress=other)
    assert said == ["rows.jsonl: another audit is writing it"]
    assert len(rows("rows.jsonl")) == 2
