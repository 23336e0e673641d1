"""Measures the audit of long logs: time a hand, memory, two processes beside one: `make bench-log`.

A log of mixed hands, one in a hundred with a planted fault of every code in turn, is dealt once and
repeated. Times are ratios to `orjson.loads` over the lines of the same file in the same run.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random

import orjson

from scorecli.dealing.planting import deal_planted, planters_of
from scorecli.dealing.random_hand import deal_record
from scorecli.games import GAMES, game_named

DEALT = 20_000
"""So many hands are dealt; longer logs repeat them."""
SIZES = (10_000, 100_000, 1_000_000)
ROUNDS = 3
PAIRS = 5
FAULTY = 100
"""One hand of so many has a fault."""


def main() -> None:
    """Print what is measured as tables in Markdown; an argument is the longest log."""
    longest = int(sys.argv[1]) if len(sys.argv) > 1 else SIZES[-1]
    sizes = [size for size in SIZES if size <= longest]
    with tempfile.TemporaryDirectory() as folder:
        lines = list(dealt_lines())
        logs = {size: write_log(Path(folder) / f"{size}.jsonl", lines, size) for size in sizes}
        print_lengths(logs)
        print_processes(logs[sizes[-2] if len(sizes) > 1 else sizes[-1]])


def dealt_lines() -> Iterator[str]:
    """Hands of the three games in turn, every hundredth with the next fault that can be planted."""
    chance = Random(7)
    games = [game_named(name) for name in GAMES]
    codes = {game.name: cycle(planters_of(game)) for game in games}
    for number in range(1, DEALT + 1):
        game = games[number % len(games)]
        if number % FAULTY:
            record = deal_record(game, chance, number)
        else:
            record = deal_planted(game, chance, number, next(codes[game.name]))
        yield json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def write_log(path: Path, lines: list[str], hands: int) -> Path:
    """Write a log of so many hands."""
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(islice(cycle(lines), hands))
    return path


def print_lengths(logs: dict[int, Path]) -> None:
    """Time a hand and peak memory of one process, for logs of several lengths."""
    print("\n## Length of the log, one process\n")
    print("| hands | × of orjson.loads | µs a hand | peak memory, MB |")
    print("|---|---|---|---|")
    for size, path in logs.items():
        ratios, times, peaks = [], [], []
        for _round in range(ROUNDS if size < SIZES[-1] else 1):
            parsing = time_of_parsing(path)
            taken, peak = audit(path, 1)
            ratios.append(parsing / taken)
            times.append(taken / size * 1e6)
            peaks.append(peak)
        ratio, each = statistics.median(ratios), statistics.median(times)
        print(f"| {size:,} | {ratio:.3f} | {each:.0f} | {max(peaks) / 1e6:.0f} |", flush=True)


def print_processes(path: Path) -> None:
    """Two processes beside one, in pairs one after the other."""
    gains = [audit(path, 1)[0] / audit(path, 2)[0] for _pair in range(PAIRS)]
    print(f"\nTwo processes: {statistics.median(gains):.2f} × one (median of {PAIRS} pairs)")


def time_of_parsing(path: Path) -> float:
    """How long `orjson.loads` takes for the lines of a log."""
    started = time.perf_counter()
    with path.open("rb") as stream:
        for line in stream:
            orjson.loads(line)
    return time.perf_counter() - started


def audit(path: Path, jobs: int) -> tuple[float, int]:
    """Time and peak memory in bytes of an audit; of several processes the memory of the first."""
    command = [sys.executable, "-m", "scorecli", "audit", str(path), "--jobs", str(jobs)]
    command += ["--findings", f"{path}.found.jsonl"]
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in (1, 2), "an audit that finds what was planted"
    return time.perf_counter() - started, usage.ru_maxrss * 1024


if __name__ == "__main__":
    main()
