"""The recorded hands: each is listed, and scored as the naive scorers score it.

What each of them shows stands in the module of its game, such as `test_fixtures_bologna.py`.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from scorecli.audit_source import Audited, audit_source
from scorecli.games import GAMES
from scorecli.ledger import ERROR
from scorecli.record.formatting import format_source
from scorecli.record.pieces import Place
from scorecli.report.result import result_json
from scorecli.seats import TEAMS
from tests.conftest import FIXTURES
from tests.fixture_hands import figures, load_case, name_of
from tests.naive import bologna, minchiate, piedicavallo
from tests.one_hand import audited

LIST: Final = FIXTURES / "README.md"
FILES: Final = sorted(path for path in FIXTURES.rglob("*") if path.is_file() and path != LIST)
HANDS: Final = sorted(
    path for name in (*GAMES, "matches") for path in FIXTURES.glob(f"{name}/*.json*")
)
CASES: Final = sorted(path for name in GAMES for path in FIXTURES.glob(f"cases/{name}-*.json"))
NAIVE: Final = {
    "bologna": bologna.score,
    "minchiate": minchiate.score,
    "piedicavallo": piedicavallo.score,
}
WITHOUT_A_COUNT: Final = (
    *("card-twice", "disputed-declaration", "impossible-claim", "unfinished"),
    *("piles", "one-pile"),
)
"""The hands of which not all tricks are known."""
BREACHES_OF_DUTY: Final = ("revoke", "king-drop")
"""What a case lists as a violation: a card that may not be played (B4.2, M4.2, M4.3)."""


def in_any_order(combination: dict[str, Any]) -> dict[str, Any]:
    """A combination with its cards, if they are given, as a set."""
    cards = {"cards": set(combination["cards"])} if "cards" in combination else {}
    return combination | cards


# The list


def test_every_file_is_listed_and_every_listed_file_is_there() -> None:
    """The list has one line for each fixture."""
    listed = re.findall(r"^\| `([^`]+)` \| .+ \|$", LIST.read_text("utf-8"), re.MULTILINE)
    assert Counter(listed) == Counter(name_of(path) for path in FILES)


@pytest.mark.parametrize("path", HANDS, ids=name_of)
def test_the_hands_are_in_canonical_form(path: Path) -> None:
    """`scorecli format` would change nothing in a hand or a log."""
    formatted = format_source(str(path))
    assert not formatted.unreadable
    assert not formatted.changed


@pytest.mark.parametrize("path", HANDS, ids=name_of)
def test_the_naive_scorer_agrees_on_the_hands(path: Path) -> None:
    """The figures of every hand with all its tricks are those of the naive scorer too."""
    for one in audit_source(str(path), {}):
        assert isinstance(one, Audited)
        if one.audit.hand.replay is None or not one.audit.hand.complete:
            assert path.stem in WITHOUT_A_COUNT
            continue
        expected = NAIVE[one.audit.game.name](json.loads(one.data))
        assert {team: figures(one.audit, team) for team in TEAMS} == expected["teams"]
        whole = expected.get("outcome", expected)
        if whole["winner"] is None:
            assert path.stem == "unknown-robs"
            continue
        result = result_json(one.audit, one.place)
        for key, value in result["outcome"].items():
            assert value == whole[key], key
        assert result.get("events") == expected.get("events")


# The cases


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_cases(path: Path) -> None:
    """Everything that a case expects is in the result of the program."""
    case = load_case(path)
    audit, expected = audited(case["record"]), case["expected"]
    result = result_json(audit, Place("case"))
    assert expected.keys() <= {*result, "violations"}
    for key in expected.keys() - {"combinations", "violations"}:
        assert result[key] == expected[key], key
    violations = [
        {"trick": one.trick, "seat": one.seat, "card": one.card, "legal": set(one.legal or ())}
        for one in audit.findings
        if one.code in BREACHES_OF_DUTY
    ]
    assert violations == [
        {**one, "legal": set(one["legal"])} for one in expected.get("violations", [])
    ]
    errors = {found.code for found in audit.findings if found.severity == ERROR}
    assert errors <= {*BREACHES_OF_DUTY, "claim-mismatch"}


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_combinations_of_cases(path: Path) -> None:
    """The piles hold the combinations that a case expects, and no others."""
    case = load_case(path)
    result = result_json(audited(case["record"]), Place("case"))
    for team in TEAMS:
        found = [in_any_order(one) for one in result["combinations"][team]]
        wanted = [in_any_order(one) for one in case["expected"]["combinations"][team]]
        assert len(found) == len(wanted)
        for one in wanted:
            assert [{key: mine[key] for key in one} for mine in found].count(one) == 1
