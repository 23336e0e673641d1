"""What `scorecli audit` takes in: files of all kinds, and logs as a whole."""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

from scorecli.batch import division
from scorecli.batch.division import Division
from scorecli.batch.inputs import find_sources
from scorecli.batch.spans import read_span
from scorecli.errors import UsageError
from scorecli.games import GAMES
from scorecli.record.pieces import RawRecord
from scorecli.summary import MostNamed
from tests.audit_logs import clean_lines, line_of, log, rows
from tests.command_line import run
from tests.conftest import FIXTURES
from tests.one_hand import hand

pytestmark = pytest.mark.usefixtures("own_folder")


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
