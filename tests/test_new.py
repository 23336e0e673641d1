"""`scorecli new`: a record to fill in, which reads and scores once it is."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from scorecli.cli.app import APP
from scorecli.dealing.planting import deal_hands
from scorecli.games import GAMES, game_named
from scorecli.skeleton import LEVELS, skeleton, skeleton_text
from tests.naive.agreement import audit_of


def run(*arguments: str) -> tuple[int, str]:
    """Run `new`: its exit code and all that it printed."""
    result = CliRunner().invoke(APP, ["new", *arguments])
    return result.exit_code, result.output


@pytest.mark.parametrize("dealer", ["S", None])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_filled_in_claims_nothing(name: str, level: str, dealer: str | None) -> None:
    """A record in which nothing was filled in can be read, and nothing in it is wrong."""
    record = json.loads(skeleton_text(skeleton(game_named(name), level, dealer=dealer)))
    audited = audit_of(record)
    errors = {one.code for one in audited.findings if one.severity == "error"}
    assert not errors
    assert audited.claims == "none"
    assert audited.score is None or audited.score.winner is None


@pytest.mark.parametrize("name", GAMES)
def test_a_record_that_is_filled_in_scores(name: str) -> None:
    """With tricks, hands and claims written where they belong the hand is agreed."""
    for dealt in deal_hands(game_named(name), 3, 20):
        record = skeleton(game_named(name), "tricks", dealer=dealt["dealer"])
        for key, value in dealt.items():
            if key not in record:
                assert key in {"x", "notes", "house_rules"}
            elif key == "tricks":
                assert len(record[key]) == len(value)
                record[key] = [" ".join(trick) for trick in value]
            elif isinstance(value, dict) and record[key] is not None:
                assert value.keys() <= record[key].keys()
                record[key] |= value
            else:
                record[key] = value
        assert audit_of(json.loads(skeleton_text(record))).status == "agreed"


def test_hands_are_typed_as_people_write_cards() -> None:
    """Names and several cards at once become codes, with blanks between as one goes on writing."""
    code, printed = run(
        *("bologna", "--level", "hands", "--dealer", "n", "--player", "E=Ada Rossi"),
        *("--hand", "e=Re di Coppe, S K-J, 2 MOR"),
    )
    assert code == 0
    record: Any = json.loads(printed)
    assert record["hands"] == {"S": None, "E": "SK SQ SN SJ CK MOR MOR", "N": None, "W": None}
    assert (record["dealer"], record["players"]["E"]) == ("N", "Ada Rossi")
    assert "tricks" not in record
    assert "piles" not in record


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    """A hand that was filled in before is not lost to a new skeleton."""
    path = tmp_path / "hand.json"
    assert run("minchiate", "--output", str(path))[0] == 0
    path.write_text("mine")
    result = CliRunner().invoke(APP, ["new", "minchiate", "--output", str(path)])
    assert result.exit_code != 0
    assert "is there already; nothing was written" in str(result.exception)
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bolognia"], "did you mean 'bologna'?"),
        (["bologna", "--level", "trick"], "did you mean 'tricks'?"),
        (["bologna", "--hand", "SK SQ"], "is not SEAT=CARDS"),
        (["bologna", "--player", "S=\udcff"], "has a character that cannot be printed"),
        (["bologna", "--player", "S=Ada", "--player", "s=Ivo"], "S is given twice"),
    ],
)
def test_what_cannot_be_used_is_named(arguments: list[str], message: str) -> None:
    """A mistyped game or level is refused with the one that was meant, and so is a wrong form."""
    code, printed = run(*arguments)
    assert code == 2
    assert message in " ".join(printed.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bologna", "--hand", "X=SK"], "'X' is no seat"),
        (
            ["bologna", "--hand", "S=SK", "--hand", "E=SK"],
            "SK stands 2 times, in the hands of S and E",
        ),
        (["minchiate", "--hand", "S=T1-40"], "S has 40 cards: a hand has 21 at most"),
        (["bologna", "--hand", "S=C3"], "'C3' is no card of bologna"),
        (["bologna", "--dealer", "NS"], "'NS' is no seat"),
    ],
)
def test_seats_and_cards_are_checked(arguments: list[str], message: str) -> None:
    """What is no seat or no card of the game is said, and no record is made."""
    result = CliRunner().invoke(APP, ["new", *arguments])
    assert message in str(result.exception)
    assert result.stdout == ""
