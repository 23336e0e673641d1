"""However an audit is run, by workers here or elsewhere, the outputs are the same."""

import gzip
import os
import signal
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from scorecli.batch import division
from scorecli.batch.engine import in_processes
from scorecli.batch.part import Wanted
from scorecli.batch.run import Plan, audit_log
from tests.audit_logs import (
    clean_lines,
    faulty_log,
    killed_at,
    log,
    outcome,
)

pytestmark = pytest.mark.usefixtures("own_folder")


def test_workers_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one process or several the outputs are the same, byte for byte."""
    monkeypatch.setattr(division, "TASK_BYTES", 20_000)
    faulty_log(240)
    wanted = Wanted({}, findings="json", results=True, duplicates=True)
    plan = Plan(["log.jsonl"], wanted, "found.jsonl", "rows.jsonl")
    one = outcome(plan)
    assert outcome(plan, engine=in_processes(2)) == one
    assert outcome(plan, engine=in_processes(3)) == one


def test_dask_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Dask cluster brings the same outputs, also when one of its workers is killed."""
    distributed = import_module("distributed")
    cluster = import_module("scorecli.batch.cluster")
    monkeypatch.setattr(division, "TASK_BYTES", 20_000)
    faulty_log(600)
    Path("packed.jsonl.gz").write_bytes(gzip.compress("".join(clean_lines(9)).encode()))
    wanted = Wanted({}, findings="json", results=True, duplicates=True)
    plan = Plan(["log.jsonl", "packed.jsonl.gz"], wanted, "found.jsonl", "rows.jsonl")
    one = outcome(plan)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as machines:
        killed: list[int] = []

        def kill_one(progress: Any) -> None:
            if progress.records > 100 and not killed:
                killed.append(next(iter(machines.workers.values())).process.pid)
                os.kill(killed[0], signal.SIGKILL)

        engine = cluster.on_dask(machines.scheduler_address, 2)
        assert outcome(plan, engine=engine, progress=kill_one, unpack_here=False) == one
        assert killed


def test_objects_of_a_store_are_read_like_files() -> None:
    """What fsspec names is audited like a file, divided or packed, one by one or by a pattern."""
    lines = clean_lines(6)
    log(lines[:3], "a.jsonl")
    Path("b.jsonl.gz").write_bytes(gzip.compress("".join(lines[3:]).encode()))
    store = f"file://{Path.cwd()}"
    wanted = Wanted({}, results=True, findings="json")
    for paths in ([f"{store}/a.jsonl", f"{store}/b.jsonl.gz"], [f"{store}/*.jsonl*"]):
        files = outcome(Plan(["a.jsonl", "b.jsonl.gz"], wanted, "found", "rows"))
        objects = outcome(Plan(paths, wanted, "found", "rows"))
        assert objects[1].replace(f"{store}/".encode(), b"") == files[1]
    missing = audit_log(Plan([f"{store}/c.jsonl"], Wanted({})))
    assert missing.summary.unreadable == 1


def test_a_worker_that_dies_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a killed worker had is done by another."""
    monkeypatch.setattr(division, "TASK_BYTES", 20_000)
    faulty_log(600)
    plan = Plan(["log.jsonl"], Wanted({}, findings="json", results=True), "f.jsonl", "r.jsonl")
    one = outcome(plan)
    killed: list[int] = []

    def kill_one(progress: Any) -> None:
        if progress.records > 50 and not killed:
            children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
            for child in map(int, children):
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    killed.append(child)
                    os.kill(child, signal.SIGKILL)
                    break

    assert outcome(plan, engine=in_processes(2), progress=kill_one) == one
    assert killed


def children_left() -> Iterator[int]:
    """Processes of this program that are still there."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                line = (folder / "cmdline").read_bytes()
                status = (folder / "stat").read_text()
            except OSError:
                continue
            if b"spawn_main" in line and f" {os.getpid()} " not in status:
                yield int(folder.name)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")
def test_workers_end_with_the_program() -> None:
    """If the program is killed its workers end too."""
    before = set(children_left())
    log(clean_lines(300) * 60)
    killed_at(2.5, ["audit", "log.jsonl", "--jobs", "2"], signal.SIGKILL)
    for _wait in range(100):
        if not set(children_left()) - before:
            return
        time.sleep(0.1)
    pytest.fail("workers are still there")
