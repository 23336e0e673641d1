"""Measures speed as ratios, each pair timed in turn in one run: `make bench`.

Absolute times say more about the machine than about the program; a ratio to something that
everyone knows (`orjson.loads` of the same lines, `python -c pass`) can be compared.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import orjson

from scorecli.audit import audit
from scorecli.clean import audit_clean, quick_audit
from scorecli.dealing.random_hand import deal_record
from scorecli.games import GAMES, game_named
from scorecli.record.parsing import parse_record
from scorecli.record.pieces import Place
from scorecli.report.result import result_json

HANDS = 2_000
ROUNDS = 9
STARTS = 15
PLACE = Place("log.jsonl", line=1)


def main() -> None:
    """Print all the measurements as tables in Markdown."""
    for game in GAMES:
        print_throughput(game)
    print_start_up()


def made_log(game: str) -> list[bytes]:
    """Random hands of a game without a fault, one a line."""
    chance = Random(7)
    return [
        json.dumps(
            deal_record(game_named(game), chance, number), ensure_ascii=False, separators=(",", ":")
        ).encode()
        for number in range(1, HANDS + 1)
    ]


def print_throughput(game: str) -> None:
    """Hands a second of reading and scoring, in one process, beside `orjson.loads`."""
    lines = made_log(game)
    size = sum(map(len, lines)) / len(lines)
    print(f"\n## {game}: {HANDS} hands of {size:,.0f} bytes, one process\n")
    timings = in_turn(
        {
            "orjson.loads": lambda: over(lines, orjson.loads),
            "reading (pydantic)": lambda: over(lines, parse_record),
            "figures and findings, each hand audited in full": lambda: over(lines, in_full),
            "figures and findings, pydantic reading every record": lambda: over(
                lines, read_strictly
            ),
            "figures and findings, quick reader": lambda: over(lines, read_quickly),
            "full result": lambda: over(lines, full_result),
        },
        ROUNDS,
        # What others do on the machine takes turns with us, and is not to be counted.
        time.process_time,
    )
    print("| step | × of orjson.loads | µs a hand |")
    print("|---|---|---|")
    for name, times in timings.items():
        ratio = median_ratio(timings["orjson.loads"], times)
        print(f"| {name} | {ratio:.3f} | {statistics.median(times) / HANDS * 1e6:.1f} |")


def in_full(line: bytes) -> None:
    """The audit of a hand as `score` does it."""
    audit(parse_record(line))


def read_strictly(line: bytes) -> None:
    """What an audit of a log needs of a hand, with pydantic reading it."""
    record = parse_record(line)
    if audit_clean(record) is None:
        audit(record)


def read_quickly(line: bytes) -> None:
    """What an audit of a log needs of a hand, with pydantic reading it if it is unusual."""
    if quick_audit(line) is None:
        audit(parse_record(line))


def full_result(line: bytes) -> None:
    """The result with its lines, as `score --json` makes it."""
    result_json(audit(parse_record(line)), PLACE)


def over(lines: Sequence[bytes], work: Callable[[bytes], object]) -> None:
    """Do the work for each line and let go of what comes out."""
    for line in lines:
        work(line)


def print_start_up() -> None:
    """The time of whole commands, beside an empty Python program."""
    with tempfile.TemporaryDirectory() as folder:
        hand = Path(folder) / "hand.json"
        hand.write_bytes(made_log("bologna")[0])
        imports = "import typer, rich.console, rich.table, pydantic; pydantic.TypeAdapter"
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "importing Typer, Rich's console, pydantic": [sys.executable, "-c", imports],
            "scorecli --version": [sys.executable, "-m", "scorecli", "--version"],
            "scorecli --help": [sys.executable, "-m", "scorecli", "--help"],
            "scorecli score hand.json": [sys.executable, "-m", "scorecli", "score", str(hand)],
        }
        timings = in_turn(
            {name: lambda command=command: run(command) for name, command in commands.items()},  # type: ignore[misc]
            STARTS,
            time.perf_counter,
        )
    base, imported, *_ = timings
    print("\n## Start-up\n")
    print(f"| command | × of {base} | × of {imported} |")
    print("|---|---|---|")
    for name, times in timings.items():
        ratios = [1 / median_ratio(timings[other], times) for other in (base, imported)]
        print(f"| {name} | {ratios[0]:.1f} | {ratios[1]:.2f} |")


def run(command: Sequence[str]) -> None:
    """Run a command with cached byte code and throw away what it prints."""
    variables = {
        key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
    }
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=variables)


def in_turn(
    works: dict[str, Callable[[], None]], rounds: int, clock: Callable[[], float]
) -> dict[str, list[float]]:
    """Time each piece of work, all of them in turn, after one round that does not count."""
    timings: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            started = clock()
            work()
            if number:
                timings[name].append(clock() - started)
    return timings


def median_ratio(base: Sequence[float], other: Sequence[float]) -> float:
    """The median over the rounds of how many times `other` fits into `base`."""
    return statistics.median(one / two for one, two in zip(base, other, strict=True))


if __name__ == "__main__":
    main()
