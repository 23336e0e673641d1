"""`scorecli audit`: logs of many hands, what comes out, and that it is always the same."""

import csv
import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final

import pexpect
import pytest

from scorecli.batch import division
from scorecli.batch import run as batch_run
from scorecli.batch.division import Division
from scorecli.batch.engine import in_processes, in_this_process
from scorecli.batch.inputs import find_sources
from scorecli.batch.part import Wanted
from scorecli.batch.run import Plan, audit_log
from scorecli.batch.spans import read_span
from scorecli.dealing.planting import deal_planted, planters_of
from scorecli.dealing.random_hand import deal_record
from scorecli.errors import ScorecliError, UsageError
from scorecli.games import GAMES, game_named
from scorecli.record.pieces import RawRecord
from scorecli.report.rows import csv_line
from scorecli.summary import MostNamed
from tests.audit_logs import clean_lines, line_of, log, rows
from tests.command_line import run
from tests.conftest import FIXTURES
from tests.one_hand import hand

SCORECLI: Final = [sys.executable, "-m", "scorecli"]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run every test in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def wrong_total(by: int, **keys: Any) -> str:
    """A hand of Bologna in which the total of NS is claimed wrongly."""
    record = {**deal_record(game_named("bologna"), Random(by), 1), **keys}
    record["claims"]["NS"]["total"] += by
    return line_of(record)


# What comes out


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
        (["--select", "revok"], "unknown code 'revok'; did you mean 'revoke'?"),
        (["--scheduler", "tcp://a:1"], "only --engine dask has a scheduler"),
        (["--full"], "needs --results"),
        (["--max-findings", "3"], "needs --findings"),
        (["--results", "a.parquet", "--full"], "whole results are written as .jsonl only"),
        (["--rule", "grande=real"], "no game has a house rule 'grande'"),
        (["--select", ""], "unknown code ''"),
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


# What goes in


def test_files_folders_patterns_and_standard_input() -> None:
    """All that can be named is audited: folders in order, patterns, packed files, arrays, pipes."""
    lines = clean_lines(9)
    Path("logs/deep").mkdir(parents=True)
    log(lines[:2], "logs/a.jsonl")
    Path("logs/b.json").write_text(f"[{','.join(lines[2:4])}]", encoding="utf-8")
    Path("logs/deep/c.jsonl.gz").write_bytes(gzip.compress("".join(lines[4:6]).encode()))
    zstd = import_module("backports.zstd" if sys.version_info < (3, 14) else "compression.zstd")
    Path("logs/deep/d.jsonl.zst").write_bytes(zstd.compress("".join(lines[6:7]).encode()))
    Path("logs/readme.txt").write_text("no record", encoding="utf-8")
    log(lines[7:8], "more-1.jsonl")
    result = run(
        *("audit", "logs", "more-*.jsonl", "-", "logs/a.jsonl", "--results", "rows.jsonl"),
        stdin=lines[8],
    )
    assert result.exit_code == 0
    places = [(row["source"], row["line"], row["index"], row["id"]) for row in rows("rows.jsonl")]
    ids = [json.loads(line)["id"] for line in lines]
    assert places == [
        ("logs/a.jsonl", 1, None, ids[0]),
        ("logs/a.jsonl", 2, None, ids[1]),
        ("logs/b.json", None, 0, ids[2]),
        ("logs/b.json", None, 1, ids[3]),
        ("logs/deep/c.jsonl.gz", 1, None, ids[4]),
        ("logs/deep/c.jsonl.gz", 2, None, ids[5]),
        ("logs/deep/d.jsonl.zst", 1, None, ids[6]),
        ("more-1.jsonl", 1, None, ids[7]),
        ("-", None, None, ids[8]),
    ]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_cannot_be_read_stops_nothing(jobs: str) -> None:
    """A missing, empty, truncated or binary file is a finding of its own; the others go on."""
    lines = clean_lines(4)
    log(lines[:1], "a.jsonl")
    Path("empty.jsonl").touch()
    Path("cut.jsonl.gz").write_bytes(gzip.compress("".join(lines[1:3] * 50).encode())[:-400])
    Path("utf16.jsonl").write_text(lines[0], encoding="utf-16")
    log(lines[3:], "z.jsonl")
    names = ["a.jsonl", "empty.jsonl", "none.jsonl", "cut.jsonl.gz", "utf16.jsonl", "z.jsonl"]
    result = run("audit", *names, "--findings", "found.jsonl", "--jobs", jobs, "--json")
    assert result.exit_code == 2
    said = {row["source"]: row["message"] for row in rows("found.jsonl")}
    assert said["empty.jsonl"] == "empty: no record here"
    assert said["none.jsonl"] == "no such file"
    assert said["cut.jsonl.gz"] == "the gzip data ends too early or is damaged"
    assert said["utf16.jsonl"].startswith("not UTF-8")
    assert not said.keys() & {"a.jsonl", "z.jsonl"}
    assert json.loads(result.stdout)["hands"].keys() == set(GAMES) - {"piedicavallo"} | {
        "piedicavallo"
    }


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("nothing", "no records in this folder"),
        ("*.jsonl", "no file has such a name"),
    ],
)
def test_nothing_to_audit_is_refused(path: str, expected: str) -> None:
    """A folder without records and a pattern that nothing fits are mistakes of the caller."""
    Path("nothing").mkdir()
    with pytest.raises(UsageError, match=expected):
        find_sources([path])


def records_in(paths: Sequence[str], folder: Path) -> list[tuple[str, int | None, bytes]]:
    """All records of the tasks that inputs are divided into, in order."""
    found = []
    for task in Division(find_sources(paths), folder).tasks():
        for span in task.spans:
            for piece in read_span(span):
                assert isinstance(piece, RawRecord)
                found.append((piece.place.source, piece.place.line, piece.data))
    return found


@pytest.mark.parametrize("size", [1, 7, 60, 61, 1000, 5000])
@pytest.mark.parametrize("packed", [False, True])
def test_every_line_is_in_one_task(
    size: int, packed: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """However small the tasks are, each line is taken once, in order, with its number."""
    monkeypatch.setattr(division, "TASK_BYTES", size)
    texts = ["{" + "x" * length + "}" for length in (0, 58, 59, 60, 61, 3, 700, 1, 1, 1)]
    data = ("\n".join([*texts[:4], "", *texts[4:]])).encode()
    for end in (b"", b"\n"):
        name = "log.jsonl.gz" if packed else "log.jsonl"
        Path(name).write_bytes(gzip.compress(data + end) if packed else data + end)
        lines = [(name, number, text.encode()) for number, text in enumerate(texts[:4], 1)]
        lines += [(name, number, text.encode()) for number, text in enumerate(texts[4:], 6)]
        assert records_in([name], tmp_path) == lines


def test_small_files_are_taken_together(tmp_path: Path) -> None:
    """Files of one record each do not make a task each."""
    for number in range(20):
        Path(f"{number:02}.json").write_text(line_of(hand()), encoding="utf-8")
    tasks = list(Division(find_sources(["*.json"]), tmp_path).tasks())
    assert [len(task.spans) for task in tasks] == [20]


# The whole log


def test_hands_of_a_table_are_held_against_each_other() -> None:
    """What `match` finds between hands is found in a log, with the place of the hand."""
    wrong = str(FIXTURES / "matches" / "wrong-carried.jsonl")
    run("audit", wrong, "--findings", "found.jsonl")
    (found,) = [row for row in rows("found.jsonl") if row["code"] == "carried-mismatch"]
    assert (found["line"], found["path"]) == (3, "$.claims.carried.NS")
    left_out = run("audit", wrong, "--no-matches", "--json")
    assert "carried-mismatch" not in json.loads(left_out.stdout)["findings"]


def test_matches_that_take_turns_in_a_log() -> None:
    """Hands of several tables may stand in any order among each other."""
    lines: list[list[str]] = []
    for name, table in (("bologna", 1), ("minchiate", 1), ("piedicavallo", 2), ("bologna", 3)):
        dealt = run("deal", name, "--match", "--hands", "4", "--seed", str(table)).stdout
        lines.append([line_of({**json.loads(one), "table": table}) for one in dealt.splitlines()])
    mixed = [line for four in zip(*lines, strict=True) for line in four]
    result = run("audit", log(mixed), "--json")
    assert json.loads(result.stdout)["findings"] == {}


def test_hands_that_come_twice() -> None:
    """The same id, and the same hands with seats turned, are found with where they came first."""
    lines = clean_lines(6)
    turned = json.loads(lines[3])
    names = "SENW"
    for key in ("hands", "discards", "declarations", "players", "robbed", "turned_up"):
        if key in turned:
            turned[key] = {names[(names.index(at) + 1) % 4]: of for at, of in turned[key].items()}
    turned["dealer"] = names[(names.index(turned["dealer"]) + 1) % 4]
    del turned["claims"]
    renamed = hand(id=json.loads(lines[5])["id"])
    log([*lines, line_of({**turned, "id": "turned"}), line_of(renamed)])
    run("audit", "log.jsonl", "--duplicates", "--findings", "found.jsonl", "--jobs", "1")
    twice = [
        (row["line"], row["code"], row["found"])
        for row in rows("found.jsonl")
        if row["code"].startswith("duplicate")
    ]
    assert twice == [(7, "duplicate-hand", "log.jsonl:4"), (8, "duplicate-id", "log.jsonl:6")]


def test_the_same_hands_under_another_house_rule() -> None:
    """Hands are the same cards, whatever rule was in force when they were recorded."""
    lines = [run("deal", "piedicavallo", "--seed", "3").stdout]
    again = json.loads(lines[0]) | {"id": "again", "house_rules": {"high_trump": 20}}
    log([*lines, line_of(again)])
    result = run("audit", "log.jsonl", "--duplicates", "--json")
    assert json.loads(result.stdout)["findings"]["duplicate-hand"]["count"] == 1


def test_names_are_counted_within_bounds() -> None:
    """Of very many names a count is too low by no more than is said, and never too high."""
    chance = Random(5)
    names = [f"player {int(60_000 * chance.random() ** 3)}" for _ in range(120_000)]
    counted = MostNamed()
    for name in names:
        counted.add(name)
    assert len(counted.counts) <= 10_000
    assert counted.missed > 0
    for name, right in Counter(names).items():
        assert right - counted.missed <= counted.counts.get(name, 0) <= right


# However it is run


def outcome(plan: Plan, **how: Any) -> tuple[bytes, bytes, Any]:
    """The files that an audit writes, and its summary."""
    report = audit_log(plan, **how)
    assert plan.findings is not None
    assert plan.results is not None
    return Path(plan.findings).read_bytes(), Path(plan.results).read_bytes(), report.summary


def faulty_log(hands: int) -> str:
    """A log in which one hand in twenty has a fault."""
    lines = clean_lines(hands)
    for number in range(0, hands, 20):
        lines[number] = wrong_total(number % 7 + 1)
    lines[hands // 2] = "{\n"
    return log(lines)


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


# Broken off, gone on with


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
def _matches_and_faults(monkeypatch: pytest.MonkeyPatch) -> None:
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
    Path("packed.jsonl.gz").write_bytes(gzip.compress("".join(clean_lines(60, 9)).encode()))


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


def killed_at(seconds: float, arguments: Sequence[str], signalled: int) -> int:
    """Run the program and send it a signal after some time; its exit code."""
    process = subprocess.Popen(
        [*SCORECLI, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(seconds)
    process.send_signal(signalled)
    return process.wait()


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
