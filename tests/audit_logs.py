"""Logs of many hands, for the tests that audit them; they stand in the current folder."""

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from scorecli.batch.run import Plan, audit_log
from scorecli.dealing.random_hand import deal_record
from scorecli.games import GAMES, game_named

SCORECLI: Final = [sys.executable, "-m", "scorecli"]


def line_of(record: Any) -> str:
    """A record as a line of a log."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def clean_lines(hands: int, seed: int = 3) -> list[str]:
    """Hands of the three games in turn, in which nothing is wrong."""
    chance = Random(seed)
    games = [game_named(name) for name in GAMES]
    return [
        line_of(deal_record(games[number % len(games)], chance, number + 1))
        for number in range(hands)
    ]


def log(lines: Sequence[str], name: str = "log.jsonl") -> str:
    """Write a log."""
    Path(name).write_text("".join(lines), encoding="utf-8")
    return name


def rows(name: str) -> list[dict[str, Any]]:
    """The rows of a file, JSON one a line."""
    return [json.loads(line) for line in Path(name).read_text("utf-8").splitlines()]


def wrong_total(by: int, **keys: Any) -> str:
    """A hand of Bologna in which the total of NS is claimed wrongly."""
    record = {**deal_record(game_named("bologna"), Random(by), 1), **keys}
    record["claims"]["NS"]["total"] += by
    return line_of(record)


def faulty_log(hands: int) -> str:
    """A log in which one hand in twenty has a fault."""
    lines = clean_lines(hands)
    for number in range(0, hands, 20):
        lines[number] = wrong_total(number % 7 + 1)
    lines[hands // 2] = "{\n"
    return log(lines)


def outcome(plan: Plan, **how: Any) -> tuple[bytes, bytes, Any]:
    """The files that an audit writes, and its summary."""
    report = audit_log(plan, **how)
    assert plan.findings is not None
    assert plan.results is not None
    return Path(plan.findings).read_bytes(), Path(plan.results).read_bytes(), report.summary


def killed_at(seconds: float, arguments: Sequence[str], signalled: int) -> int:
    """Run the program and send it a signal after some time; its exit code."""
    process = subprocess.Popen(
        [*SCORECLI, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(seconds)
    process.send_signal(signalled)
    return process.wait()
