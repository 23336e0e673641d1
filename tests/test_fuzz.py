"""Damaged records: whatever is done to a record, the outcome is a result or a clear problem."""

import copy
import io
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import TypeAdapter
from rich.console import Console

from scorecli.audit_source import Audited, Unreadable, audit_source
from scorecli.games import GAMES
from scorecli.record.parsing import parse_record
from scorecli.record.schema import Claims, Record, SeatDeclaration, TeamClaims, Trick
from scorecli.record.writing import compact_text, fingerprint
from scorecli.report.findings import print_problems
from scorecli.report.printing import finding_lines
from scorecli.report.result import result_json, unreadable_json
from scorecli.report.schema import Result
from scorecli.report.text import print_audit
from tests.conftest import FIXTURES
from tests.one_hand import hand

RESULT: Final = TypeAdapter(Result)
SEEDS: Final = [
    path.read_bytes() for game in GAMES for path in sorted((FIXTURES / game).glob("*.json"))
]
KEYS: Final = sorted(
    {
        *Record.__annotations__,
        *Claims.__annotations__,
        *TeamClaims.__annotations__,
        *SeatDeclaration.__annotations__,
        *Trick.__annotations__,
        *"S E N W kind".split(),
    }
)
VALUES: Final[list[Any]] = [
    *(None, True, False, 0, 1, -1, 15, 16, 10**6, 10**7, -(10**25), 10**4200, 0.5, -0.0, 1e300),
    *("", " ", "all", "?", "SK", "sk", "SK SK", "MAT", "T17", "MOR", "NS", "EW", "S", "bologna"),
    *("\0", "\x1b[31mred", "[bold]no[/bold]", "\u202e", "\ud800", "\u00e9", "x" * 500, "a\nb"),
    *([], {}, [[]], [{}], ["SK"], ["SK", "?"], [None], {"S": "SK"}, {"NS": []}, {"cards": "SK"}),
    *([{"cards": "all"}], {"items": "all"}, {"lead": "S", "cards": "SK SQ SN SJ"}, {"": ""}),
]

Mutation = Callable[[random.Random, bytes], bytes]


# What may happen to a record


def parts_of(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each list or object within a value, with each of its places or keys."""
    inner = list(value.items() if isinstance(value, dict) else enumerate(value))
    for place, member in inner:
        yield value, place
        if isinstance(member, dict | list):
            yield from parts_of(member)


def any_value(chance: random.Random) -> Any:
    """Any value: one of the list above, or some of them in a list, an object, or far down."""
    value = chance.choice(VALUES)
    match chance.randrange(8):
        case 0:
            value = [chance.choice(VALUES) for _ in range(chance.randrange(6))]
        case 1:
            value = {chance.choice(KEYS): chance.choice(VALUES) for _ in range(chance.randrange(4))}
        case 2:
            for _ in range(chance.choice([2, 70, 200])):
                value = [value] if chance.random() < 0.5 else {chance.choice(KEYS): value}
    # A record is changed further, the list above never.
    return copy.deepcopy(value)


def change_values(chance: random.Random, data: bytes) -> bytes:
    """Drop, double, move or replace a value; name a key otherwise; add one."""
    root = json.loads(data)
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        root.setdefault("variant", "bologna")
        (inside, place), (other, there) = chance.choices(list(parts_of(root)), k=2)
        match chance.randrange(6):
            case 0:
                del inside[place]
            case 1 if isinstance(inside, list):
                inside.insert(chance.randrange(len(inside) + 1), inside[place])
            case 2:
                inside[place] = copy.deepcopy(other[there])
            case 3 if isinstance(inside, dict):
                inside[chance.choice(KEYS)] = inside.pop(place)
            case 4:
                root[chance.choice(KEYS)] = any_value(chance)
            case _:
                inside[place] = any_value(chance)
    return json.dumps(root, indent=chance.choice([None, 1])).encode()


def swap_cards(chance: random.Random, data: bytes) -> bytes:
    """Exchange cards, or write other ones, so that the record stays well-formed."""
    root = json.loads(data)
    cards = [(inside, place) for inside, place in parts_of(root) if isinstance(inside, list)]
    cards = [(inside, place) for inside, place in cards if isinstance(inside[place], str)]
    for _ in range(chance.choice([1, 2, 9])):
        if not cards:
            break
        (here, place), (there, other) = chance.choice(cards), chance.choice(cards)
        if chance.random() < 0.3:
            here[place] = chance.choice(["?", "mat", "T4", "XX", "", " SK ", there[other]])
        else:
            here[place], there[other] = there[other], here[place]
    return json.dumps(root).encode()


def damage_bytes(chance: random.Random, data: bytes) -> bytes:
    """Cut the bytes off, take some out, double some, change some or put others in."""
    damaged = bytearray(data)
    for _ in range(chance.choice([1, 1, 3])):
        start = chance.randrange(len(damaged) + 1)
        end = min(len(damaged), start + chance.choice([1, 1, 2, 20, 500]))
        match chance.randrange(5):
            case 0:
                del damaged[start:]
            case 1:
                del damaged[start:end]
            case 2:
                damaged[start:start] = damaged[start:end]
            case 3:
                damaged[start:end] = chance.randbytes(end - start)
            case _:
                damaged[start:start] = chance.choice(
                    [b"\0", b"\xff", b"{", b"]", b'"', b"\\", b"9"]
                )
    return bytes(damaged)


MUTATIONS: Final[list[Mutation]] = [change_values, swap_cards, damage_bytes]


def mutant(number: int) -> bytes:
    """The damaged record of this number, always the same."""
    chance = random.Random(number)
    return MUTATIONS[number % len(MUTATIONS)](chance, chance.choice(SEEDS))


# What must come of it


def check(path: Path, data: bytes) -> list[Audited | Unreadable]:
    """Audit bytes and print the outcomes; nothing may fail, and all that is printed is sound."""
    path.write_bytes(data)
    outcomes = list(audit_source(str(path), {}))
    assert outcomes
    for outcome in outcomes:
        printed = io.StringIO()
        console = Console(file=printed, width=80, color_system=None, markup=False, emoji=False)
        if isinstance(outcome, Unreadable):
            result = unreadable_json(outcome.problems, outcome.place)
            print_problems(console, outcome.problems, outcome.place)
            assert len(printed.getvalue().splitlines()) == len(outcome.problems) > 0
            for problem in outcome.problems:
                assert problem.message
                assert problem.path.startswith("$")
                assert problem.line is None or 1 <= problem.line <= data.count(b"\n") + 1
        else:
            result = result_json(outcome.audit, outcome.place)
            print_audit(console, outcome.audit, outcome.place, finding_lines(outcome))
            again = parse_record(compact_text(outcome.audit.record).encode())
            assert fingerprint(again) == fingerprint(outcome.audit.record)
        RESULT.validate_python(json.loads(json.dumps(result)))
        text = printed.getvalue()
        assert all(character.isprintable() or character == "\n" for character in text)
    return outcomes


def check_mutants(path: Path, numbers: range) -> None:
    """Check damaged records; the number of one that fails is told."""
    for number in numbers:
        try:
            check(path, mutant(number))
        except Exception as error:
            error.add_note(f"damaged record {number}: {mutant(number)[:2000]!r}")
            raise


def test_changing_a_damaged_record_leaves_the_next_ones_alone() -> None:
    """Whatever is changed in a value that was put into a record, the list of values stays."""
    before = copy.deepcopy(VALUES)
    for number in range(1000):
        for inside, place in list(parts_of([any_value(random.Random(number))])):
            inside[place] = "changed"
    assert before == VALUES


def test_damaged_records_give_a_result_or_a_problem(tmp_path: Path) -> None:
    """Some hundred damaged records are audited and printed without any failing."""
    check_mutants(tmp_path / "record.json", range(250))


@pytest.mark.long
def test_many_damaged_records_give_a_result_or_a_problem(tmp_path: Path) -> None:
    """Many damaged records are audited and printed without any failing."""
    check_mutants(tmp_path / "record.json", range(250, 30_000))


@pytest.mark.parametrize("key", sorted(Record.__annotations__))
def test_wrong_values_of_each_key(tmp_path: Path, key: str) -> None:
    """A value of the wrong type is a problem that names its key; any other is taken."""
    for value in VALUES:
        data = json.dumps(hand(**{key: value})).encode()
        (outcome,) = check(tmp_path / "record.json", data)
        if isinstance(outcome, Unreadable):
            assert all(
                problem.path == "$" or problem.path.startswith(f"$.{key}")
                for problem in outcome.problems
            )


@pytest.mark.parametrize("opened", ["[", '{"x":', '[{"":'])
@pytest.mark.parametrize("depth", [64, 300, 1_000, 5_000, 100_000])
def test_deep_nesting_is_one_problem(tmp_path: Path, depth: int, opened: str) -> None:
    """A value that is nested too deeply is one problem, closed or cut off, alone or in a log."""
    closed = "".join({"[": "]", "{": "}"}.get(character, "") for character in reversed(opened))
    for key in ("x", "notes", "tricks", "claims"):
        for nested in (opened * depth, opened * depth + "0" + closed * depth):
            record = f'{json.dumps(hand())[:-1]}, "{key}": {nested}}}'
            for text in (record, f"[{record}]", f"{record}\n{record}"):
                for outcome in check(tmp_path / "record.json", text.encode()):
                    assert isinstance(outcome, Unreadable)
                    assert len(outcome.problems) == 1
