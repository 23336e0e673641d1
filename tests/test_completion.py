"""What the Tab key offers, as a shell asks for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorecli.cli import completion
from scorecli.games import GAMES, game_named
from scorecli.ledger import SEVERITIES
from scorecli.sheets import sheet, sheet_names


def offered(typed: str, folder: Path | None = None) -> list[str]:
    """The words that bash is offered after what was typed."""
    environment = {
        **os.environ,
        "_SCORECLI_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split(" ")) - 1),
    }
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; sys.argv = ['scorecli']; from scorecli.__main__ import main; main()",
        ],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("scorecli tal", ["tally"]),
        ("scorecli declare ", list(GAMES)),
        ("scorecli analyse m", ["minchiate"]),
        ("scorecli tally bologna --last ", ["NS", "EW"]),
        ("scorecli tally bologna --matto-by ", ["S", "E", "N", "W"]),
        ("scorecli new bologna --hand E", ["E="]),
        ("scorecli new bologna --level p", ["piles"]),
        ("scorecli convert l", ["long"]),
        ("scorecli schema rec", ["record"]),
        ("scorecli explain illegal-d", ["illegal-discard"]),
        ("scorecli deal bologna --plant rev", ["revoke"]),
        ("scorecli rules pie", ["piedicavallo"]),
        ("scorecli rules B7", ["B7", "B7.1", "B7.2", "B7.3"]),
        ("scorecli score --rule high", ["high_trump="]),
        ("scorecli score --rule high_trump=", ["high_trump=21", "high_trump=20"]),
        ("scorecli score --explain EW.vers", ["EW.versicole"]),
        ("scorecli cards bologna --language v", ["vi"]),
        ("scorecli explain nothing-like-it", []),
    ],
)
def test_what_is_offered(typed: str, words: list[str]) -> None:
    """What begins with the letters that were typed is offered."""
    assert offered(typed) == words


def test_files_that_can_hold_records(tmp_path: Path) -> None:
    """Of files those that can hold records are offered, and folders on the way to them."""
    (tmp_path / "evening").mkdir()
    for name in ("a.json", "b.jsonl", "c.jsonl.gz", "d.ndjson.zst", "notes.txt", ".hidden.json"):
        (tmp_path / name).touch()
        (tmp_path / "evening" / name).touch()
    assert offered("scorecli score ", tmp_path) == [
        *("a.json", "b.jsonl", "c.jsonl.gz", "d.ndjson.zst"),
        "evening/",
    ]
    assert offered("scorecli match evening/b", tmp_path) == ["evening/b.jsonl"]
    assert offered("scorecli score nowhere/x", tmp_path) == []


def test_everything_is_offered() -> None:
    """With nothing typed all findings, house rules and rule sheets are offered."""
    assert [word for word, _ in completion.codes("")] == list(SEVERITIES)
    rules = {word for word, _ in completion.house_rules("")}
    assert rules == {f"{one.name}=" for name in GAMES for one in game_named(name).switches}
    assert {word for word, _ in completion.clauses("")} >= set(sheet_names())


def test_every_clause_can_be_completed() -> None:
    """Every clause is offered once its section is typed."""
    for name in sheet_names():
        for section in sheet(name).sections:
            if section.number is not None:
                found = {word for word, _ in completion.clauses(section.number)}
                assert found >= {one.number for one in section.clauses}
