"""Logs of many hands, for the tests that audit them; they stand in the current folder."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from scorecli.dealing.random_hand import deal_record
from scorecli.games import GAMES, game_named


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
