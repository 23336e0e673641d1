"""How an audit ends early: files that change or are closed, interrupts, a disk that is full."""

import gzip
import json
import os
import signal
import subprocess
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorecli.batch import division
from scorecli.batch.engine import in_processes, in_this_process
from scorecli.batch.part import Wanted
from scorecli.batch.run import Plan, audit_log
from scorecli.errors import ScorecliError
from tests.audit_logs import SCORECLI, clean_lines, faulty_log, killed_at, log, rows
from tests.command_line import run

pytestmark = pytest.mark.usefixtures("own_folder")


def test_a_link_is_followed_by_what_is_written() -> None:
    """A file that is written through a link is made beside the file that the link leads to."""
    Path("real").mkdir()
    Path("rows.jsonl").symlink_to("real/rows.jsonl")
    audit_log(Plan([log(clean_lines(2))], Wanted({}, results=True), results="rows.jsonl"))
    assert Path("rows.jsonl").is_symlink()
    assert len(rows("real/rows.jsonl")) == 2


def test_a_log_that_becomes_shorter_is_said() -> None:
    """When a log ends before the end that it had at first, that is a finding."""
    log(clean_lines(60))

    def cut(_progress: Any) -> None:
        os.truncate("log.jsonl", 30_000)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(division, "TASK_BYTES", 20_000)
        report = audit_log(Plan(["log.jsonl"], Wanted({})), progress=cut)
    assert "has become shorter while it was read" in report.summary.codes["unreadable"].message


def test_what_cannot_be_looked_into_is_said() -> None:
    """A link that leads nowhere or in a circle, and a long name, are like missing files."""
    Path("logs").mkdir()
    log(clean_lines(1), "logs/a.jsonl")
    Path("logs/b.jsonl").symlink_to("nowhere.jsonl")
    Path("logs/c.jsonl").symlink_to("c.jsonl")
    result = run("audit", "logs", "logs/*", "x" * 300, "", "--findings", "found.jsonl")
    assert result.exit_code == 2
    said = {row["source"]: row["message"] for row in rows("found.jsonl")}
    assert said["logs/b.jsonl"] == "no such file"
    assert said["logs/c.jsonl"].startswith("cannot be read")
    assert said["x" * 300].startswith("cannot be read")
    assert said[""] == "the name of the file is empty"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to the superuser")
def test_a_closed_folder_is_said() -> None:
    """A folder within a folder that may not be read is a finding."""
    Path("logs/closed").mkdir(parents=True)
    Path("logs/closed").chmod(0)
    log(clean_lines(1), "logs/a.jsonl")
    assert run("audit", "logs").exit_code == 2


def test_files_by_their_handles_are_read_once() -> None:
    """What a number stands for in this process is not left to another one to open."""
    log(clean_lines(9))
    with Path("log.jsonl").open("rb") as stream:
        name = f"/dev/fd/{stream.fileno()}"
        report = audit_log(Plan([name], Wanted({})), in_processes(2))
    assert report.summary.records == 9


@pytest.mark.parametrize("packed", [False, True])
def test_a_line_that_is_no_record_by_its_length(packed: bool) -> None:
    """A very long line is one finding, however it is read, and the others are as they were."""
    first, last = clean_lines(2)
    data = first.encode() + b'{"x":"' + b"a" * (30 << 20) + b'"}\n' + last.encode()
    name = "log.jsonl.gz" if packed else "log.jsonl"
    Path(name).write_bytes(gzip.compress(data, 1) if packed else data)
    run("audit", name, "--findings", "found.jsonl", "--results", "rows.jsonl", "--jobs", "1")
    (found,) = rows("found.jsonl")
    assert (found["line"], found["code"]) == (2, "unreadable")
    assert found["message"] == "the record is too long: more than 1,048,576 bytes"
    assert [row["line"] for row in rows("rows.jsonl")] == [1, 2, 3]


def test_no_room_to_unpack_ends_the_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a packed log cannot be unpacked for want of room, that is not said of the log."""
    Path("log.jsonl.gz").write_bytes(gzip.compress("".join(clean_lines(2)).encode()))

    def full(**_options: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.NamedTemporaryFile", full)
    with pytest.raises(ScorecliError, match="cannot be written: No space left on device"):
        audit_log(Plan(["log.jsonl.gz"], Wanted({})))


def test_a_second_interrupt_ends_at_once() -> None:
    """Whoever presses Ctrl-C twice does not wait."""
    log(clean_lines(300) * 60)
    for jobs in ("1", "2"):
        process = subprocess.Popen(
            [*SCORECLI, "audit", "log.jsonl", "--jobs", jobs],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130


def test_an_interrupt_keeps_what_is_finished() -> None:
    """After Ctrl-C the summary tells of what was audited, and no file is there by half."""
    log(clean_lines(300) * 60)
    Path("rows.jsonl").write_text("from before\n", encoding="utf-8")
    process = subprocess.Popen(
        [*SCORECLI, "audit", "log.jsonl", "--jobs", "2", "--results", "rows.jsonl", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    for _wait in range(600):
        if any(one.stat().st_size for one in Path().glob(".rows.jsonl.partial.*")):
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate()
    assert process.returncode == 130
    summary = json.loads(output)
    assert summary["finished"] is False
    assert 0 < summary["records"] < 18_000
    assert len(rows("rows.jsonl.partial")) == summary["records"]
    assert "interrupted: this is what was finished; kept: " in errors
    assert Path("rows.jsonl").read_text("utf-8") == "from before\n"


@pytest.mark.long
def test_kill_at_ten_moments() -> None:
    """Killed outright at ten random moments and begun again each time, the outputs are the same."""
    log(clean_lines(300) * 100)
    options = ["audit", "log.jsonl", "--duplicates", "--jobs", "2"]
    whole = [*options, "--findings", "right.jsonl", "--results", "right-rows.jsonl"]
    subprocess.run([*SCORECLI, *whole], check=False, stdout=subprocess.DEVNULL)
    resumed = [*options, "--findings", "found.jsonl", "--results", "rows.jsonl"]
    resumed += ["--checkpoint", "checkpoint"]
    chance = Random(1)
    for _time in range(10):
        killed_at(chance.uniform(0.3, 5), resumed, signal.SIGKILL)
    subprocess.run([*SCORECLI, *resumed], check=False, stdout=subprocess.DEVNULL)
    assert Path("found.jsonl").read_bytes() == Path("right.jsonl").read_bytes()
    assert Path("rows.jsonl").read_bytes() == Path("right-rows.jsonl").read_bytes()
    assert not Path("checkpoint").exists()


@pytest.mark.parametrize("engine", [in_this_process, in_processes(2)])
def test_a_full_disk_leaves_what_was_there(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a file cannot be written to its end the one before stays, and the error says why."""
    faulty_log(60)
    Path("rows.jsonl").write_text("from before\n", encoding="utf-8")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    plan = Plan(["log.jsonl"], Wanted({}, results=True), None, "rows.jsonl")
    with pytest.raises(ScorecliError, match=r"rows.jsonl: cannot be written: No space left"):
        audit_log(plan, engine)
    assert Path("rows.jsonl").read_text("utf-8") == "from before\n"
    assert sorted(path.name for path in Path().iterdir()) == ["log.jsonl", "rows.jsonl"]


def test_a_full_device_is_said() -> None:
    """A device that takes no more ends the audit with exit code 2 and one line."""
    log(clean_lines(3))
    done = subprocess.run(
        [*SCORECLI, "audit", "log.jsonl", "--results", "/dev/full"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == "scorecli: /dev/full: cannot be written: No space left on device\n"
