"""Damaged records: whatever is done to a record, the outcome is a result or a clear problem."""

import copy
import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from pydantic import TypeAdapter
from rich.console import Console

from scorecli.audit_source import Audited, Unreadable, audit_source
from scorecli.record.parsing import parse_record
from scorecli.record.schema import Record
from scorecli.record.writing import compact_text, fingerprint
from scorecli.report.findings import print_problems
from scorecli.report.printing import finding_lines
from scorecli.report.result import result_json, unreadable_json
from scorecli.report.schema import Result
from scorecli.report.text import print_audit
from tests.damage import (
    SEEDS,
    VALUES,
    any_value,
    change_values,
    damage_bytes,
    parts_of,
    swap_cards,
)
from tests.one_hand import hand

RESULT: Final = TypeAdapter(Result)

Mutation = Callable[[random.Random, bytes], bytes]


# What may happen to a record


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
