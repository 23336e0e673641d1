"""`scorecli audit` and what goes wrong around it: damaged logs, places, interrupts, odd folders."""

import json
import os
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorecli.batch import part
from scorecli.batch.division import Task
from scorecli.batch.part import Part, Wanted
from scorecli.batch.run import Plan, audit_log
from scorecli.dealing.random_hand import deal_record
from scorecli.files import mode_for
from scorecli.games import game_named
from tests.audit_logs import SCORECLI, clean_lines, line_of, log, rows
from tests.command_line import refusal, run

pytestmark = pytest.mark.usefixtures("own_folder")


def counted(*arguments: str, stdin: str | bytes | None = None) -> tuple[int, int]:
    """How many hands an audit could read, and how many records it could not."""
    summary = json.loads(run("audit", *arguments, "--jobs", "1", "--json", stdin=stdin).stdout)
    return summary["records"] - summary["unreadable"], summary["unreadable"]


# One bad record never stops the rest


@pytest.mark.parametrize("kind", ["quens", "run", "[bold]", "1"])
def test_a_kind_that_is_none_is_unreadable_in_a_log_too(kind: str) -> None:
    """A declared item of a kind that the game does not have is no record, and stops nothing."""
    lines = clean_lines(3)
    record: dict[str, Any] = json.loads(lines[0])
    record["declarations"] = {"S": [{"kind": kind, "cards": record["hands"]["S"][:3]}]}
    del record["claims"]
    log([line_of(record), *lines[1:]])
    run("audit", "log.jsonl", "--findings", "found.jsonl")
    (found,) = rows("found.jsonl")
    assert (found["line"], found["path"]) == (1, "$.declarations.S[0].kind")
    assert counted("log.jsonl") == (2, 1)


@pytest.mark.parametrize("name", ["log.jsonl", "night.log", "-"])
@pytest.mark.parametrize(
    "first", ["garbage", '{"format":"scorecli.hand/1","vari', "\0" * 50, '","S9"]]}', "{}", "{"]
)
def test_a_bad_first_line_is_one_bad_record(name: str, first: str) -> None:
    """A log of which the first line is damaged is a log still, whatever it is called."""
    text = f"{first}\n{''.join(clean_lines(4))}"
    if name != "-":
        log([text], name)
    assert counted(name, stdin=text) == (4, 1)


def test_a_bracket_on_a_line_of_a_log_is_one_bad_record() -> None:
    """What is called a log and has records on lines of their own is a log, behind a bracket too."""
    log(["[\n", *clean_lines(4)])
    assert counted("log.jsonl") == (4, 1)


@pytest.mark.parametrize("name", ["log.jsonl", "hands.json"])
def test_an_array_is_an_array_whatever_it_is_called(name: str) -> None:
    """An array with a record on each line is read as one, and one with a single record too."""
    lines = [line.strip() for line in clean_lines(4)]
    for chosen in (lines, lines[:1]):
        for opening, closing in (("[\n", "\n]\n"), ("[", "]"), ("\n[ ", " ]")):
            text = opening + ",\n".join(chosen) + closing
            Path(name).write_text(text, encoding="utf-8")
            assert counted(name) == (len(chosen), 0)


@pytest.mark.parametrize(
    "bad",
    ['{"x":[' + "1" * 5000 + "]}", "1" * 5000, "[" * 60_000 + "]" * 60_000, '{"variant":5}', "5"],
    ids=["long", "bare", "deep", "no-record", "number"],
)
def test_a_bad_element_of_an_array_stops_nothing(bad: str) -> None:
    """The elements behind a bad one are read."""
    lines = [line.strip() for line in clean_lines(4)]
    Path("hands.json").write_text(f"[{','.join([*lines[:2], bad, *lines[2:]])}]", encoding="utf-8")
    assert counted("hands.json") == (4, 1)


@pytest.mark.parametrize("bad", ['{"a" 1}', '{"a":[1,2}]}', "", '{"a":["b}'])
def test_an_array_that_is_not_read_to_its_end_says_so(bad: str) -> None:
    """Of an array that is no valid JSON it is said that what follows is not read."""
    lines = [line.strip() for line in clean_lines(3)]
    Path("hands.json").write_text(f"[{lines[0]},{bad},{lines[1]}]", encoding="utf-8")
    run("audit", "hands.json", "--findings", "found.jsonl")
    (found,) = rows("found.jsonl")
    assert found["message"].endswith("; what follows in the array is not read")
    assert counted("hands.json") == (1, 1)


def test_a_byte_order_mark_within_a_log_is_noted() -> None:
    """Where logs were put together each byte order mark is a note, and nothing else is left out."""
    mark = "\ufeff"
    lines = clean_lines(4)
    log([*lines[:2], mark + lines[2], f"\f{lines[3]}", "\v\n"])
    run("audit", "log.jsonl", "--findings", "found.jsonl")
    assert [(row["line"], row["code"]) for row in rows("found.jsonl")] == [
        *((3, "byte-order-mark"), (4, "unreadable"), (5, "unreadable"))
    ]


def test_zstandard_that_begins_with_a_frame_to_be_skipped() -> None:
    """A frame without data at the head of a packed file hides nothing."""
    zstd = import_module("backports.zstd" if sys.version_info < (3, 14) else "compression.zstd")
    packed = zstd.compress("".join(clean_lines(3)).encode())
    Path("log.jsonl.zst").write_bytes(b"\x50\x2a\x4d\x18\x04\0\0\0abcd" + packed)
    assert counted("log.jsonl.zst") == (3, 0)


# Nothing is lost


@pytest.mark.parametrize("path", ["logs", "logs/*", "logs/monday.jsonl"])
@pytest.mark.parametrize("option", ["--findings", "--results", "--checkpoint"])
def test_a_log_is_never_written_over(path: str, option: str) -> None:
    """An output that is an input is refused, also where a folder or a pattern has it."""
    Path("logs").mkdir()
    log(clean_lines(3), "logs/monday.jsonl")
    before = Path("logs/monday.jsonl").read_bytes()
    said = refusal("audit", path, option, "logs/monday.jsonl")
    assert said == "logs/monday.jsonl: is an input, and would be written over"
    assert Path("logs/monday.jsonl").read_bytes() == before


def test_a_damaged_log_is_never_written_over() -> None:
    """A log of which the first line is no JSON is a log, and no table of an earlier audit."""
    Path("logs").mkdir()
    log(["garbage\n", *clean_lines(3)], "logs/monday.jsonl")
    said = refusal("audit", "logs", "--findings", "logs/monday.jsonl")
    assert said == "logs/monday.jsonl: is an input, and would be written over"


def test_a_log_under_another_name_is_never_written_over() -> None:
    """A hard link to an input is the input."""
    log(clean_lines(3))
    os.link("log.jsonl", "same.jsonl")
    said = refusal("audit", "log.jsonl", "--findings", "same.jsonl")
    assert said == "same.jsonl: is an input, and would be written over"


def test_a_log_that_standard_input_comes_from_is_never_written_over() -> None:
    """A file that standard input is redirected from is an input like any other."""
    log(clean_lines(3))
    before = Path("log.jsonl").read_bytes()
    with Path("log.jsonl").open("rb") as stdin:
        command = [*SCORECLI, "audit", "-", "--findings", "log.jsonl"]
        done = subprocess.run(command, stdin=stdin, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"is an input, and would be written over" in done.stderr
    assert Path("log.jsonl").read_bytes() == before


def test_what_an_earlier_audit_wrote_into_a_folder_is_no_input() -> None:
    """Findings, results and an empty file that stand in a folder of logs are written anew."""
    Path("logs").mkdir()
    log([*clean_lines(3), "{}\n"], "logs/monday.jsonl")
    Path("logs/found.jsonl").touch()
    options = ["--findings", "logs/found.jsonl", "--results", "logs/rows.jsonl"]
    for _time in range(2):
        assert counted("logs", *options) == (3, 1)
        assert (len(rows("logs/found.jsonl")), len(rows("logs/rows.jsonl"))) == (1, 4)


def test_a_checkpoint_where_the_findings_are_made_is_refused() -> None:
    """With a checkpoint the findings grow in `FILE.partial`, which cannot be the checkpoint."""
    log(clean_lines(3))
    options = ["--findings", "found.jsonl", "--checkpoint", "found.jsonl.partial"]
    assert "need a file each" in refusal("audit", "log.jsonl", *options)


@pytest.mark.parametrize("place", ["nowhere/checkpoint", "a" * 300])
def test_a_checkpoint_that_cannot_be_written_is_told_before_the_work(place: str) -> None:
    """Where no checkpoint can stand nothing is audited, and no file is left behind."""
    log(clean_lines(3))
    options = ["--findings", "found.jsonl", "--checkpoint", place]
    assert "cannot be written" in refusal("audit", "log.jsonl", *options)
    assert [path.name for path in Path().iterdir()] == ["log.jsonl"]


def test_a_refused_start_leaves_nothing_behind() -> None:
    """If one of the outputs cannot be written the other is not there by half."""
    log(clean_lines(3))
    options = ["--findings", "found.jsonl", "--results", "nowhere/rows.jsonl"]
    said = refusal("audit", "log.jsonl", *options, "--checkpoint", "checkpoint")
    assert "cannot be written" in said
    assert [path.name for path in Path().iterdir()] == ["log.jsonl"]


@pytest.mark.parametrize("checkpoint", [None, "checkpoint"])
def test_an_interrupt_at_the_very_end_comes_too_late(
    checkpoint: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the files stand in their places an interrupt changes nothing any more."""
    log(clean_lines(3))

    def interrupted(target: Path) -> int:
        os.kill(os.getpid(), signal.SIGINT)
        return mode_for(target)

    monkeypatch.setattr("scorecli.batch.outputs.mode_for", interrupted)
    plan = Plan(["log.jsonl"], Wanted({}, results=True), results="rows.jsonl")
    report = audit_log(plan._replace(checkpoint=checkpoint))
    assert report.finished
    assert not report.kept
    assert len(rows("rows.jsonl")) == 3
    assert sorted(path.name for path in Path().iterdir()) == ["log.jsonl", "rows.jsonl"]


def test_a_log_that_changes_while_it_is_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told of a log that was written to meanwhile may be of both, and this is said."""
    log(clean_lines(3))

    def work(task: Task, wanted: Wanted) -> Part:
        with Path("log.jsonl").open("a", encoding="utf-8") as stream:
            stream.write(clean_lines(1)[0])
        return part.work(task, wanted)

    monkeypatch.setattr("scorecli.batch.engine.work", work)
    result = run("audit", "log.jsonl", "--jobs", "1")
    assert result.exit_code == 0
    assert "log.jsonl: has changed while it was read" in result.stderr


# Folders and patterns


def test_folders_that_a_pattern_finds_are_looked_into() -> None:
    """A pattern that the shell did not spell out finds in folders what they hold."""
    for day in ("day1", "day2"):
        Path(day).mkdir()
        log(clean_lines(2), f"{day}/log.jsonl")
    assert counted("day*") == (4, 0)


def test_linked_folders_are_looked_into_once() -> None:
    """A link to a folder is followed, one that leads back to where it stands is not."""
    for folder in ("logs", "elsewhere"):
        Path(folder).mkdir()
        log(clean_lines(2), f"{folder}/{folder}.jsonl")
    Path("logs/link").symlink_to("../elsewhere")
    Path("logs/back").symlink_to(".")
    assert counted("logs") == (4, 0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_in_a_folder_is_not_waited_for() -> None:
    """In a folder only files are read."""
    Path("logs").mkdir()
    log(clean_lines(2), "logs/log.jsonl")
    os.mkfifo("logs/pipe.jsonl")
    assert counted("logs") == (2, 0)


# What is at stake


@pytest.mark.parametrize(
    ("changes", "points", "resti"),
    [
        ({"NS": {"marks": 10, "final_count": 7}}, 17, 0),
        ({"NS": {"marks": 10, "versicole": 5, "card_points": 2}}, 17, 0),
        ({"NS": {"marks": 10}, "lead": 10}, 10, 0),
        ({"lead": -4}, 4, 0),
        ({"settled_resti": 3}, 0, 3),
        ({"settled_resti": 3, "lead": 2}, 2, 3),
        ({"settled_resti": 3, "margin": 2}, 0, 2),
    ],
)
def test_what_is_at_stake_in_minchiate(changes: dict[str, Any], points: int, resti: int) -> None:
    """Marks count beside the final count, once with the lead; resti in play where no margin does.

    The marks are what the lead and the resti in play are made of (M6.1), and no part of the final
    count (M7.2).
    """
    record = deal_record(game_named("minchiate"), Random(21), 1)
    claims = record["claims"]
    for key, by in changes.items():
        if isinstance(by, int):
            claims[key] += by
        else:
            claims[key] |= {figure: claims[key][figure] + more for figure, more in by.items()}
    summary = json.loads(run("audit", log([line_of(record)]), "--json").stdout)
    assert summary["at_stake"]["points"].get("minchiate", 0) == points
    assert summary["at_stake"]["resti"].get("minchiate", 0) == resti


def test_a_reversed_winner_is_at_stake() -> None:
    """Of a winner claimed without a margin the resti that it lost are at stake at least."""
    record = deal_record(game_named("minchiate"), Random(21), 1)
    claims = record["claims"]
    margin = claims.pop("margin")
    claims["winner"] = "EW" if claims["winner"] == "NS" else "NS"
    summary = json.loads(run("audit", log([line_of(record)]), "--json").stdout)
    assert summary["at_stake"]["resti"] == {"minchiate": margin}


def test_long_names_are_cut() -> None:
    """A name of thousands of characters does not fill the summary, nor the memory."""
    record = json.loads(clean_lines(1)[0])
    record["claims"] = {"margin": 900}
    record |= {"event": "e" * 5000, "table": None, "players": {"S": "p" * 5000}}
    disputed = json.loads(run("audit", log([line_of(record)]), "--json").stdout)["most_disputed"]
    assert disputed["tables"]["first"][0]["name"] == "e" * 80 + "…"
    assert disputed["players"]["first"][0]["name"] == "p" * 80 + "…"
