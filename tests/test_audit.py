"""`scorecli audit`: what comes out of a log of many hands."""

import csv
import io
import json
import os
import subprocess
import sys
from importlib import import_module
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pexpect
import pytest

from scorecli.batch.part import Wanted
from scorecli.batch.run import Plan, audit_log
from scorecli.dealing.planting import deal_planted, planters_of
from scorecli.errors import UsageError
from scorecli.games import GAMES, game_named
from scorecli.report.rows import csv_line
from tests.audit_logs import (
    SCORECLI,
    clean_lines,
    line_of,
    log,
    rows,
    wrong_total,
)
from tests.command_line import run
from tests.one_hand import hand

pytestmark = pytest.mark.usefixtures("own_folder")


def test_each_planted_fault_is_found_where_it_is() -> None:
    """Hands with a planted fault have its code at their line, and no other hand has a finding."""
    lines: list[str] = []
    planted: dict[int, str] = {}
    for name in GAMES:
        for code in planters_of(game_named(name)):
            dealt = run("deal", name, "--plant", code, "--seed", "11").stdout
            lines += [*clean_lines(2, len(lines)), dealt]
            planted[len(lines)] = code
    run("audit", log(lines), "--findings", "found.jsonl")
    found: dict[int, set[str]] = {}
    for row in rows("found.jsonl"):
        found.setdefault(row["line"], set()).add(row["code"])
    assert found.keys() == planted.keys()
    assert all(code in found[line] for line, code in planted.items())


@pytest.mark.long
def test_a_million_hands() -> None:
    """In a long log each planted fault is found at its line, and memory does not grow with it."""
    chance = Random(13)
    games = [game_named(name) for name in GAMES]
    codes = {game.name: cycle(planters_of(game)) for game in games}
    planted: dict[int, str] = {}
    # Dealing a million hands would take longer than auditing them.
    lines = clean_lines(20_000)
    for number in range(0, len(lines), 100):
        game = games[number % len(games)]
        planted[number] = next(codes[game.name])
        lines[number] = line_of(deal_planted(game, chance, number + 1, planted[number]))
    peaks = {}
    for times in (5, 50):
        with Path("log.jsonl").open("w", encoding="utf-8") as stream:
            for _time in range(times):
                stream.writelines(lines)
        command = [*SCORECLI, "audit", "log.jsonl", "--findings", "found.jsonl", "--jobs", "1"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            _pid, _status, usage = os.wait4(process.pid, 0)
            process.returncode = 0
        peaks[times] = usage.ru_maxrss * 1024
        found: dict[int, set[str]] = {}
        with Path("found.jsonl").open(encoding="utf-8") as stream:
            for row in map(json.loads, stream):
                found.setdefault(row["line"] - 1, set()).add(row["code"])
        expected = {
            number + lap * len(lines): code
            for lap in range(times)
            for number, code in planted.items()
        }
        assert found.keys() == expected.keys()
        assert all(code in found[number] for number, code in expected.items())
    assert peaks[50] < min(300e6, 1.1 * peaks[5])


def test_summary_counts_hands_and_findings() -> None:
    """The summary has hands by game and status, findings with a place, stakes and the verdict."""
    lines = [*clean_lines(3), wrong_total(-7, event="Lodi", table=2), "{\n", wrong_total(5)]
    result = run("audit", log(lines), "--jobs", "1")
    assert result.exit_code == 2
    text = " ".join(result.stdout.split())
    assert "agreed disputed hands bologna 1 2 3 minchiate 1 - 1 piedicavallo 1 - 1" in text
    assert "error claim-mismatch 2 log.jsonl:4 $.claims.NS.total: NS claims total" in text
    assert "error unreadable 1 log.jsonl:5: not valid JSON" in text
    assert "At stake: 12 points in bologna" in text
    assert text.endswith("6 hands: 2 disputed, 1 that cannot be read. 3 errors.")


def test_summary_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 40 columns no line is longer, and each game has its counts in words."""
    monkeypatch.setenv("COLUMNS", "40")
    lines = [*clean_lines(3), wrong_total(-7), line_of(hand(tricks=[])), "{\n"]
    text = run("audit", log(lines), "--jobs", "1").stdout
    assert max(map(len, text.splitlines())) <= 40
    assert "minchiate 1: 1 agreed\n" in text


def test_summary_as_json() -> None:
    """`--json` tells the same, for programs."""
    lines = [wrong_total(-7, event="Lodi", table=2, players={"S": "Ada", "W": "Ugo"})]
    result = run("audit", log(lines), "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert document["format"] == "scorecli.audit/1"
    assert document["hands"] == {"bologna": {"disputed": 1}}
    assert document["findings"]["claim-mismatch"]["count"] == 1
    assert document["at_stake"] == {"points": {"bologna": 7}, "resti": {}}
    assert document["most_disputed"]["tables"]["first"] == [{"name": "Lodi, table 2", "hands": 1}]
    names = [one["name"] for one in document["most_disputed"]["players"]["first"]]
    assert names == ["Ada", "Ugo"]


def test_a_wrong_declaration_is_at_stake_once() -> None:
    """Of a wrong item, the total of its seat and that of its team the widest claim counts."""
    cards = "SK SQ SA S9 S8 B10 B7 CQ C7 D8 D9 T14 T12 T9 MAT"
    # K Q and A with the Matto for the N are worth 15 (B6.1, B6.4).
    item = {"cards": "SK SQ SA MAT", "points": 20}
    for points, team, stake in ((20, 20, 5), (17, 20, 5), (17, 15, 2), (15, 15, 5)):
        record = {
            "variant": "bologna",
            "hands": {"S": cards},
            "declarations": {"S": {"items": [item], "points": points}},
            "claims": {"NS": {"declarations": team}},
        }
        document = json.loads(run("audit", log([line_of(record)]), "--json").stdout)
        assert document["at_stake"]["points"] == {"bologna": stake}


def test_results_have_what_score_tells() -> None:
    """Each hand has a row with the figures, the status and the codes that `score --json` has."""
    lines = [*clean_lines(30), wrong_total(3), "[]\n", *clean_lines(3, seed=8)]
    run("audit", log(lines), "--results", "rows.jsonl", "--jobs", "1")
    scored = [json.loads(line) for line in run("score", "log.jsonl", "--json").stdout.splitlines()]
    audited = rows("rows.jsonl")
    assert len(audited) == len(scored) == len(lines)
    for row, result in zip(audited, scored, strict=True):
        assert row["line"] == result["input"]["line"]
        assert {key: row[key] for key in ("id", "variant", "status", "teams", "outcome")} == {
            key: result[key] for key in ("id", "variant", "status", "teams", "outcome")
        }
        assert row["findings"] == [one["code"] for one in result["findings"]]


def test_whole_results() -> None:
    """`--full` writes just what `score --json` prints."""
    lines = [*clean_lines(6), "[]\n"]
    run("audit", log(lines), "--results", "rows.jsonl", "--full")
    assert Path("rows.jsonl").read_text("utf-8") == run("score", "log.jsonl", "--json").stdout


def test_parquet_has_the_same_rows() -> None:
    """A Parquet file has a column for each figure and the same values as the rows."""
    parquet = import_module("pyarrow.parquet")
    lines = [*clean_lines(9), wrong_total(3), "[]\n"]
    run("audit", log(lines), "--results", "rows.jsonl")
    run("audit", "log.jsonl", "--results", "rows.parquet")
    table = parquet.read_table("rows.parquet").to_pylist()
    for row, flat in zip(rows("rows.jsonl"), table, strict=True):
        assert {key: flat[key] for key in ("source", "line", "id", "status", "findings")} == {
            key: row[key] for key in ("source", "line", "id", "status", "findings")
        }
        assert flat["winner"] == row["outcome"]["winner"]
        for team, figures in row["teams"].items():
            for name, value in (figures or {}).items():
                assert flat[f"{team}_{name}"] == value
    assert sorted(path.name for path in Path().iterdir()) == [
        "log.jsonl",
        "rows.jsonl",
        "rows.parquet",
    ]


def test_findings_for_a_spreadsheet() -> None:
    """A table of findings has one row a finding, and no cell that a spreadsheet would run."""
    log([wrong_total(1, id="=HYPERLINK(1)")])
    run("audit", "log.jsonl", "--findings", "found.csv")
    with Path("found.csv").open(encoding="utf-8", newline="") as stream:
        (row,) = csv.DictReader(stream)
    assert row["id"] == "'=HYPERLINK(1)"
    assert row["code"] == "claim-mismatch"
    assert int(row["found"]) == int(row["expected"]) + 1


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@A1", "\t=1", "\r=1", " =1", "\n=1"])
def test_a_cell_that_begins_like_a_formula(text: str) -> None:
    """Texts that begin like a formula get an apostrophe, and numbers and other texts do not."""
    line = csv_line([text, -1, None, ["CK", "SK"], "a=1"])
    (cells,) = csv.reader(io.StringIO(line, newline=""))
    assert cells == [f"'{text}", "-1", "", "CK SK", "a=1"]


def test_codes_are_selected_and_ignored() -> None:
    """Only the findings that are wanted are listed, counted, and decide the exit code."""
    lines = [wrong_total(1), line_of({**json.loads(clean_lines(1)[0]), "format": None})]
    log(lines)

    def codes(*options: str) -> tuple[int, list[str]]:
        result = run("audit", "log.jsonl", "--json", *options)
        return result.exit_code, list(json.loads(result.stdout)["findings"])

    assert codes() == (1, ["claim-mismatch", "format-assumed"])
    assert codes("--ignore", "claim-mismatch") == (0, ["format-assumed"])
    assert codes("--select", "revoke,claim-mismatch") == (1, ["claim-mismatch"])
    assert codes("--fail-on", "never")[0] == 0


def test_inputs_that_cannot_be_read_are_always_named() -> None:
    """Each input of which nothing can be read is named, whatever findings are selected."""
    log(clean_lines(2))
    result = run("audit", "none.jsonl", "log.jsonl", "gone.jsonl", "--select", "revoke")
    assert result.exit_code == 2
    assert "none.jsonl: no such file\ngone.jsonl: no such file\n" in result.stderr
    assert "error unreadable 2" in result.stdout
    many = run("audit", *(f"none-{number}.jsonl" for number in range(20)))
    assert many.stderr.endswith("and 8 more that cannot be read\n")


def test_warnings_can_fail() -> None:
    """With `--fail-on warning` a warning is enough for exit code 1."""
    dealt = run("deal", "bologna", "--plant", "declaration-short").stdout
    assert run("audit", log([dealt])).exit_code == 0
    assert run("audit", "log.jsonl", "--fail-on", "warning").exit_code == 1


def test_findings_beyond_a_number_are_counted() -> None:
    """`--max-findings` bounds the file, and the others are counted and spoken of."""
    log([wrong_total(number) for number in range(1, 6)])
    result = run("audit", "log.jsonl", "--findings", "found.jsonl", "--max-findings", "2")
    assert [row["line"] for row in rows("found.jsonl")] == [1, 2]
    assert "claim-mismatch 5" in result.stdout
    assert "3 findings were counted and not written" in result.stderr


def test_house_rules_win_over_the_records() -> None:
    """`--rule` is set for every hand of a game that has it."""
    result = run("audit", log(clean_lines(6)), "--json", "--rule", "grande_complete=real")
    assert json.loads(result.stdout)["records"] == 6


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--select", "revok"], "unknown finding code 'revok'; did you mean 'revoke'?"),
        (["--scheduler", "tcp://a:1"], "only --engine dask has a scheduler"),
        (["--full"], "needs --results"),
        (["--max-findings", "3"], "needs --findings"),
        (["--results", "a.parquet", "--full"], "whole results are written as .jsonl only"),
        (["--rule", "grande=real"], "no game has a house rule 'grande'"),
        (["--select", ""], "unknown finding code ''"),
        (["--select", "revoke,duplicate-id"], "duplicate-id needs --duplicates"),
        (["--select", "deal-order", "--no-matches"], "leave --no-matches out"),
        (["--findings", "found.xlsx"], "'found.xlsx' does not end in .jsonl or .csv"),
        (["--results", "rows.csv"], "'rows.csv' does not end in .jsonl or .parquet"),
        (["--findings", ""], "need the name of a file"),
        (["--checkpoint", "/dev/full"], "/dev/full: is no file that a checkpoint can be kept in"),
        (["--findings", "missing/a.jsonl"], "missing/a.jsonl: cannot be written: No such file"),
    ],
)
def test_wrong_options_are_refused(options: list[str], expected: str) -> None:
    """An option that makes no sense is refused with the reason, and nothing is written."""
    log(clean_lines(1))
    done = subprocess.run(
        [*SCORECLI, "audit", "log.jsonl", *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert expected in " ".join(done.stderr.split())
    assert [path.name for path in Path().iterdir()] == ["log.jsonl"]


@pytest.mark.parametrize("option", ["--findings", "--results", "--checkpoint"])
def test_an_input_is_never_written_over(option: str) -> None:
    """A file that is audited cannot be the one that is written."""
    lines = clean_lines(2)
    done = subprocess.run(
        [*SCORECLI, "audit", log(lines), option, "../" + Path.cwd().name + "/log.jsonl"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "log.jsonl: is an input, and would be written over" in done.stderr
    assert Path("log.jsonl").read_text("utf-8") == "".join(lines)


def test_files_that_are_written_differ() -> None:
    """Findings and results cannot go to the same file."""
    plan = Plan([log(clean_lines(1))], Wanted({}, findings="json", results=True), "a", "./a")
    with pytest.raises(UsageError, match="need a file each"):
        audit_log(plan)


def test_findings_of_a_folder_can_stand_in_it() -> None:
    """What an audit wrote into a folder is no input when the folder is audited again."""
    Path("logs").mkdir()
    log([*clean_lines(2), wrong_total(1)], "logs/log.jsonl")
    for _time in range(2):
        options = ["--findings", "logs/found.jsonl", "--results", "logs/rows.jsonl", "--json"]
        result = run("audit", "logs", *options)
        assert json.loads(result.stdout)["records"] == 3


def test_progress_is_shown_on_a_terminal() -> None:
    """On a terminal a bar shows hands a second and findings, and goes when all is done."""
    log([*clean_lines(300), wrong_total(1)] * 30)
    environment: Any = {**os.environ, "TERM": "xterm"}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "scorecli", "audit", "log.jsonl", "--jobs", "1"],
        encoding="utf-8",
        timeout=60,
        dimensions=(40, 100),
        env=environment,
    )
    child.expect(r"hands/s")
    child.expect(r"found")
    child.expect("9,030 hands: 30 disputed. 30 errors.")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1
