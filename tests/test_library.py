"""The library: the public names, their homes, and what a program does with them."""

import ast
import copy
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import scorecli
from scorecli import (
    Audit,
    Audited,
    Finding,
    Line,
    Place,
    Problem,
    Record,
    ScorecliError,
    Unreadable,
    UnreadableRecordError,
    UsageError,
    audit_file,
    audit_record,
    parse_record,
    result_json,
)
from tests.conftest import FIXTURES

HAND = FIXTURES / "bologna" / "one-counter.json"
LOG = FIXTURES / "bologna" / "evening.jsonl"


def names_for_type_checkers() -> dict[str, tuple[str, str]]:
    """List the names that a type checker sees, each with its module and its name there."""
    tree = ast.parse(Path(str(scorecli.__file__)).read_text(encoding="utf-8"))
    (branch,) = (node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.asname or alias.name: (str(node.module), alias.name)
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def python(code: str) -> str:
    """Run a program in a Python of its own and return what it prints."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout


# The names


def test_a_type_checker_sees_all_public_names_and_no_other() -> None:
    """What is listed as public is what a type checker is told of."""
    assert set(names_for_type_checkers()) == set(scorecli.__all__)
    assert sorted(scorecli.__all__) == scorecli.__all__


@pytest.mark.parametrize("name", scorecli.__all__)
def test_a_public_name_is_what_a_type_checker_takes_it_for(name: str) -> None:
    """Each name is the same thing when the program runs."""
    module, attribute = names_for_type_checkers()[name]
    assert getattr(scorecli, name) is getattr(import_module(module), attribute)


def test_public_names_are_listed() -> None:
    """A console that completes names offers them before they were used."""
    assert python("import scorecli; print(set(scorecli.__all__) <= set(dir(scorecli)))") == "True\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    """A name that is not there is refused as by any other module."""
    with pytest.raises(AttributeError, match="module 'scorecli' has no attribute 'score'"):
        getattr(scorecli, "score")  # noqa: B009 - a type checker knows that it is not there


def test_importing_the_library_loads_nothing() -> None:
    """The import alone loads no other module of the package, and nothing that is slow to load."""
    code = (
        "import sys, scorecli\n"
        "loaded = {name.split('.')[0] for name in sys.modules}\n"
        "print([name for name in sys.modules if name.startswith('scorecli.')])\n"
        "print(sorted(loaded & {'pydantic', 'rich', 'typer'}))\n"
    )
    assert python(code) == "[]\n[]\n"


def test_a_module_of_the_same_name_does_not_get_in_the_way() -> None:
    """The functions are there too after the modules behind them were imported."""
    code = (
        "import scorecli.audit, scorecli.audit_source\n"
        "from scorecli import audit_file, audit_record\n"
        "print(callable(audit_file), callable(audit_record))\n"
    )
    assert python(code) == "True True\n"


def test_names_load_no_more_than_they_need() -> None:
    """Auditing a record loads neither the command line nor what prints for people."""
    code = (
        "import sys\n"
        "from scorecli import audit_record, parse_record, result_json, Place\n"
        f"audit = audit_record(parse_record(open({str(HAND)!r}, 'rb').read()))\n"
        "result_json(audit, Place('hand.json'))\n"
        "print(sorted({'rich', 'typer'} & set(sys.modules)))\n"
    )
    assert python(code) == "[]\n"


# What a program does with them


def test_a_record_in_memory() -> None:
    """A record that is no file is read, audited, and gives figures, lines and findings."""
    record: Record = parse_record(HAND.read_bytes())
    audit: Audit = audit_record(record, {"grande_complete": "real"})
    assert audit.status == "disputed"
    assert audit.score is not None
    lines: list[Line] = list(audit.score.detail().lines)
    figures = dict(zip(("NS", "EW"), audit.score.figures, strict=True))
    for team in ("NS", "EW"):
        total = sum(line.points for line in lines if line.team == team)
        assert total == figures[team]["total"]
    findings: list[Finding] = audit.findings
    assert {found.code for found in findings} == {"claim-mismatch"}


def test_a_record_that_cannot_be_read() -> None:
    """Everything that is wrong in the form of a record is in the exception, with its place."""
    with pytest.raises(UnreadableRecordError) as caught:
        parse_record(b'{"variant": "bologna",\n "dealr": "S", "tabel": 3}')
    problems: tuple[Problem, ...] = caught.value.problems
    assert [(problem.path, problem.line) for problem in problems] == [
        ("$.dealr", 2),
        ("$.tabel", 2),
    ]
    assert isinstance(caught.value, ScorecliError)


def test_a_log(tmp_path: Path) -> None:
    """A log gives an outcome a line, one that cannot be read among them."""
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"no record\n" + LOG.read_bytes())
    first, *others = audit_file(str(log), {})
    assert isinstance(first, Unreadable)
    assert first.place == Place(str(log), line=1)
    assert [str(other.place) for other in others] == [f"{log}:{line}" for line in (2, 3, 4, 5)]
    assert all(isinstance(other, Audited) for other in others)


def test_a_result_for_other_programs() -> None:
    """The result of an audit is plain data for JSON, the same as that of the command line."""
    (outcome,) = audit_file(str(HAND), {})
    assert isinstance(outcome, Audited)
    result = result_json(outcome.audit, outcome.place)
    assert json.loads(json.dumps(result)) == json.loads(
        python(f"from scorecli.cli.app import APP; APP(['score', {str(HAND)!r}, '--json'])")
    )


def test_a_house_rule_that_no_game_has() -> None:
    """What the caller asks for in vain is refused, and never passed over."""
    with pytest.raises(UsageError, match="no game has a house rule 'grande'"):
        list(audit_file(str(HAND), {"grande": "real"}))


def test_what_is_wrong_goes_to_another_process() -> None:
    """What cannot be read is told by a worker as it is: its exception can be made again."""
    with pytest.raises(UnreadableRecordError) as caught:
        parse_record(b'{"variant": 1}')
    again = copy.copy(caught.value)
    assert (again.problems, str(again)) == (caught.value.problems, str(caught.value))


def test_a_file_is_named_by_a_path_or_a_text() -> None:
    """A file is audited by its path as by its name."""
    by_path, by_name = (list(audit_file(one)) for one in (LOG, str(LOG)))
    assert [one.place for one in by_path] == [one.place for one in by_name]
