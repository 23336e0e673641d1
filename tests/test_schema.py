"""The JSON Schemas that the program prints, against records and real results."""

import json
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

from scorecli.audit import Audit
from scorecli.audit_source import Audited, audit_source
from scorecli.dealing.random_hand import deal_record
from scorecli.errors import Problem
from scorecli.games import GAMES, game_named
from scorecli.record.pieces import Place
from scorecli.record.schema import TeamClaims
from scorecli.report.result import result_json, unreadable_json
from scorecli.report.schema import record_schema, result_schema
from tests.conftest import FIXTURES
from tests.fixture_hands import name_of
from tests.one_hand import audited, hand

RECORD = jsonschema.Draft202012Validator(record_schema())
RESULT = jsonschema.Draft202012Validator(result_schema())
RECORDS = sorted(path for name in GAMES for path in FIXTURES.glob(f"{name}/*.json"))


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_of_a_game_can_be_claimed(name: str) -> None:
    """Records have a key for each figure of each game."""
    assert set(game_named(name).figures) <= set(TeamClaims.__annotations__)


def test_schemas_are_schemas() -> None:
    """Both schemas are valid JSON Schemas of 2020-12."""
    for schema in (record_schema(), result_schema()):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["$schema"].endswith("2020-12/schema")


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_fixtures_and_their_results_fit(path: Path) -> None:
    """Each recorded hand fits the schema of records, and its result that of results."""
    RECORD.validate(json.loads(path.read_text()))
    for outcome in audit_source(str(path), {}):
        assert isinstance(outcome, Audited)
        RESULT.validate(json.loads(json.dumps(result_json(outcome.audit, outcome.place))))


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"tricks": hand()["tricks"][:4]},
        {"tricks": [["SK"] * 4] * 15},
        {"date": "2026-11-30", "table": 4, "players": {"S": "Ada"}, "notes": "x"},
        {"house_rules": {"grande_complete": "real"}},
        {"declarations": {"E": [{"cards": "SK SQ"}], "S": "all"}},
    ],
)
def test_results_of_all_kinds_fit(keys: dict[str, Any]) -> None:
    """Results of complete, incomplete and invalid records fit the schema of results."""
    result = result_json(audited(hand(**keys)), Place("hand.json"))
    RESULT.validate(json.loads(json.dumps(result)))


def test_result_of_an_unreadable_record_fits() -> None:
    """What could not be read has a result too, of the same shape."""
    result = unreadable_json([Problem("no record", "$.x", 3, 4)], Place("log.jsonl", line=3))
    RESULT.validate(json.loads(json.dumps(result)))
    assert result["findings"][0]["line"] == 3


@pytest.mark.parametrize(
    "record",
    [
        {"dealer": "S"},
        {"variant": "bologna", "dealr": "S"},
        {"variant": "bologna", "hands": {"X": "SK"}},
        {"variant": "bologna", "tricks": [["XX"]]},
        {"variant": "bologna", "claims": {"margin": -1}},
    ],
)
def test_what_is_no_record_does_not_fit(record: dict[str, Any]) -> None:
    """The schema of records refuses unknown keys, seats, codes and wrong values."""
    assert not RECORD.is_valid(record)


def test_results_carry_what_they_need_to_be_made_again() -> None:
    """A result names the program, the rules, the house rules and the record (result format)."""
    result = result_json(audited(hand(), grande_complete="real"), Place("log.jsonl", line=7))
    assert list(result)[:5] == ["format", "tool", "input", "rules", "house_rules"]
    assert result["format"] == "scorecli.result/1"
    assert result["rules"] == "bologna 1"
    assert result["house_rules"] == {"grande_complete": {"value": "real", "set_by": "option"}}
    assert result["input"]["source"] == "log.jsonl"
    assert result["input"]["line"] == 7
    assert len(result["input"]["sha256"]) == 64


@pytest.mark.parametrize("path", RECORDS, ids=name_of)
def test_lines_of_a_figure_add_up_to_it(path: Path) -> None:
    """In a result the lines of each known figure add up to it; an unknown one has none."""
    assert_lines_add_up(audited(json.loads(path.read_text("utf-8"))))


def test_lines_add_up_where_robs_are_not_recorded() -> None:
    """Marks that follow though robs are not recorded have lines too (M6)."""
    chance, known = Random(5), 0
    for number in range(40):
        record = {**deal_record(game_named("minchiate"), chance, number)}
        record.pop("robbed", None)
        audit = audited(record)
        assert_lines_add_up(audit)
        assert audit.score is not None
        known += sum(figures["marks"] is not None for figures in audit.score.figures)
    assert known


def assert_lines_add_up(audit: Audit) -> None:
    """Each figure of a result but a sum of others is the sum of its lines."""
    result = result_json(audit, Place("-"))
    summed = {"total", "final_count", "tricks_won", "cards"}
    for team, figures in result["teams"].items():
        for figure in figures.keys() - summed:
            lines = [
                one for one in result["lines"] if (one["team"], one["figure"]) == (team, figure)
            ]
            assert (figures[figure] or 0) == sum(line["points"] for line in lines), figure
            assert all(line["clause"] for line in lines)
