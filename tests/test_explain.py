"""The catalogue of finding codes: every example is run, and every near miss beside it."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner, Result

from scorecli.audit_source import Audited, audit_source
from scorecli.cli.app import APP
from scorecli.errors import UsageError
from scorecli.explain.catalogue import Example, catalogue, explanation
from scorecli.explain.examples import findings_of
from scorecli.games import GAMES, game_named
from scorecli.ledger import NOTE, SEVERITIES, Finding
from scorecli.sheets import clause, sheet
from tests.conftest import FIXTURES
from tests.fixture_hands import name_of

RECORDED: Final = sorted(path for name in GAMES for path in FIXTURES.glob(f"{name}/*.json*"))
PLAIN: Final[Mapping[str, str | None]] = {
    "NO_COLOR": "1",
    "COLUMNS": "80",
    "GITHUB_ACTIONS": None,
    "FORCE_COLOR": None,
    "PY_COLORS": None,
}


def invoke(*arguments: str) -> Result:
    """Run `scorecli explain`."""
    return CliRunner().invoke(APP, ["explain", *arguments], env=PLAIN)


def explain(*arguments: str) -> str:
    """Run `scorecli explain` and return what it prints."""
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def codes_json(*arguments: str) -> list[dict[str, Any]]:
    """Run `scorecli explain --json` and return the codes."""
    document = json.loads(explain(*arguments, "--json"))
    assert document["format"] == "scorecli.codes/1"
    codes: list[dict[str, Any]] = document["codes"]
    return codes


def game_of(example: Example) -> str:
    """The game of an example."""
    (game,) = set(re.findall(r'"variant": "(\w+)"', example.record))
    return str(game)


def codes_found(example: Example) -> set[str]:
    """The codes of all findings in an example."""
    return {found.code for found in findings_of(example)}


def faults_found(example: Example) -> set[str]:
    """The codes of the errors and warnings in an example."""
    return {found.code for found in findings_of(example) if found.severity != NOTE}


@pytest.mark.parametrize("code", SEVERITIES)
def test_the_example_of_a_code_has_it(code: str) -> None:
    """An example shows its code, and no error or warning but those that always come with it."""
    example = catalogue()[code].example
    assert code in codes_found(example)
    assert faults_found(example) - {code} == example.also


@pytest.mark.parametrize("code", SEVERITIES)
def test_the_near_miss_of_a_code_does_not_have_it(code: str) -> None:
    """A near miss does not show the code, nor an error or warning that it does not announce."""
    near_miss = catalogue()[code].near_miss
    assert code not in codes_found(near_miss)
    assert faults_found(near_miss) == near_miss.also


@pytest.mark.parametrize("code", SEVERITIES)
def test_a_near_miss_is_not_the_example(code: str) -> None:
    """The near miss differs from the example."""
    assert catalogue()[code].near_miss.record != catalogue()[code].example.record


ABOUT_THE_FORM: Final = (
    *("unreadable", "byte-order-mark", "format-assumed", "rule-overridden", "play-unchecked"),
    *("duplicate-id", "duplicate-hand", "carried-unchecked", "carried-mismatch"),
    *("deal-order", "wrong-dealer", "players-changed"),
)
"""What is told of a record or a match as such, where no sheet has a clause."""


def check_clause(found: Finding, game: str) -> None:
    """Whether a finding names a clause that its explanation has; only of a form there is none."""
    clauses = catalogue()[found.code].clauses
    named = (*clauses.get(game, ()), *clauses.get("general", ()))
    assert found.clause in named if named else found.clause is None, found
    assert named or found.code in ABOUT_THE_FORM


@pytest.mark.parametrize("code", SEVERITIES)
def test_the_clauses_of_a_finding_are_those_of_its_explanation(code: str) -> None:
    """The clauses of an explanation exist, and a finding rests on one of those of its game."""
    clauses = catalogue()[code].clauses
    game = game_of(catalogue()[code].example)
    assert set(clauses) <= {*GAMES, "general"}
    for name, numbers in clauses.items():
        assert {clause(number) for number in numbers} <= set(sheet(name).clauses)
    for found in findings_of(catalogue()[code].example):
        if found.code == code:
            check_clause(found, game)


@pytest.mark.parametrize("path", RECORDED, ids=name_of)
def test_the_findings_of_recorded_hands_rest_on_what_is_explained(path: Path) -> None:
    """Each finding in a recorded hand has a clause that its explanation names for that game."""
    for one in audit_source(str(path), {}):
        assert isinstance(one, Audited)
        for found in one.audit.findings:
            check_clause(found, one.audit.game.name)


@pytest.mark.parametrize("name", GAMES)
def test_the_clauses_of_a_game_are_explained(name: str) -> None:
    """What a game says its findings rest on is what their explanations say."""
    for code, number in game_named(name).clauses.items():
        assert number in catalogue()[code].clauses[name]


def test_every_code_is_explained_in_order() -> None:
    """The catalogue has the codes of the program, in their order, and no others."""
    assert list(catalogue()) == list(SEVERITIES)


@pytest.mark.parametrize("code", SEVERITIES)
def test_an_explanation_is_short_prose(code: str) -> None:
    """A title is a few words; a meaning is two to five sentences; each reason is a sentence."""
    entry = catalogue()[code]
    assert len(entry.title.split()) <= 9
    assert not entry.title.endswith(".")
    assert 2 <= len(re.findall(r"[.](?:\s|$)", entry.meaning)) <= 5
    assert "\n" not in entry.meaning
    assert entry.example.why.endswith(".")
    assert entry.near_miss.why.endswith(".")


def test_explain_tells_all_about_a_code() -> None:
    """Title, severity, meaning, clauses with their text, the example run, the near miss run."""
    printed = explain("revoke")
    assert printed.startswith("revoke (error): A revoke\n\nA player who could follow suit")
    assert "\nB4.2  A player who can follow the suit" in printed
    assert "\nG1    When a rule has been broken" in printed
    assert "scorecli score finds:\nerror revoke (B4.2): N played T9 to Spade" in printed
    assert printed.endswith("scorecli score finds nothing.\n")
    assert "\x1b" not in printed


@pytest.mark.parametrize("code", SEVERITIES)
def test_explain_prints_every_code(code: str) -> None:
    """Every code can be explained, and shows its own finding."""
    printed = explain(code)
    assert printed.startswith(f"{code} ({SEVERITIES[code]}): {catalogue()[code].title}\n")
    assert f"\n{SEVERITIES[code]} {code}" in printed
    assert "\ufeff" not in printed


def test_explain_shows_the_options_of_an_example() -> None:
    """Where an example needs an option, it is shown."""
    assert "scorecli score --rule grande_complete=real finds:" in explain("rule-overridden")


def test_without_a_code_all_are_listed() -> None:
    """No code, and `--all`, give the table of all codes with severity and title."""
    lines = explain("--all").splitlines()
    assert [line.split()[:2] for line in lines] == [list(pair) for pair in SEVERITIES.items()]
    assert explain() == explain("--all")


def test_all_codes_as_json() -> None:
    """`--all --json` has every code with its meaning, its clauses, an example and a near miss."""
    codes = codes_json("--all")
    assert {one["code"]: one["severity"] for one in codes} == SEVERITIES
    for one in codes:
        entry = catalogue()[one["code"]]
        assert (one["title"], one["meaning"]) == (entry.title, entry.meaning)
        assert one["clauses"] == {game: list(numbers) for game, numbers in entry.clauses.items()}
        assert one["example"]["record"] == entry.example.record
        assert one["code"] in {found["code"] for found in one["example"]["findings"]}
        assert one["near_miss"]["why"] == entry.near_miss.why


def test_one_code_as_json() -> None:
    """A code and `--json` give the same object, alone."""
    assert codes_json("revoke") == [one for one in codes_json() if one["code"] == "revoke"]


def test_an_unknown_code_is_answered_with_the_nearest() -> None:
    """An unknown code is refused with the nearest one, or with the way to list them."""
    result = invoke("revok")
    assert isinstance(result.exception, UsageError)
    assert str(result.exception) == "unknown finding code 'revok'; did you mean 'revoke'?"
    with pytest.raises(UsageError, match="--all` lists them all"):
        explanation("?")


def test_a_code_is_found_in_either_case() -> None:
    """A code may be written in capital letters."""
    assert explanation("REVOKE") is explanation("revoke")


def test_a_code_and_all_exclude_each_other() -> None:
    """One code and all codes at once is a usage error."""
    assert invoke("revoke", "--all").exit_code == 2


def test_explain_help_shows_how_to_ask() -> None:
    """The help of the command has examples."""
    assert "scorecli explain --all --json" in explain("--help")
