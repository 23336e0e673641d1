"""The command `scorecli deal`: what it writes, and what it refuses."""

import json
from pathlib import Path
from typing import Final

import pytest
import typer
from typer.testing import CliRunner, Result

from scorecli.cli.deal import deal
from scorecli.dealing.planting import planters_of
from scorecli.games import GAMES, game_named
from scorecli.record.parsing import parse_record
from scorecli.record.writing import compact_text

APP: Final = typer.Typer()
APP.command()(deal)


def run(*arguments: str) -> Result:
    """Run the command with some arguments."""
    return CliRunner().invoke(APP, arguments)


@pytest.mark.parametrize("game", GAMES)
def test_command_writes_a_log(game: str) -> None:
    """The command writes one compact record a line, the same for the same seed."""
    result = run(game, "--seed", "7", "--hands", "5")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [compact_text(parse_record(line.encode())) for line in lines] == lines
    assert [json.loads(line)["id"] for line in lines] == [f"{game}-{n}" for n in range(1, 6)]
    assert run(game, "--seed", "7", "--hands", "5").stdout == result.stdout
    assert run(game, "--seed", "8", "--hands", "5").stdout != result.stdout


@pytest.mark.parametrize("game", GAMES)
def test_command_plants_in_every_nth_hand(game: str) -> None:
    """With `--plant all --every 2` every second hand has a fault, each code in turn."""
    codes = list(planters_of(game_named(game)))
    hands = 2 * len(codes)
    result = run(game, "--hands", str(hands), "--plant", "all", "--every", "2")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert not any("x" in record for record in records[::2])
    assert [record["x"]["planted"]["code"] for record in records[1::2]] == codes


def test_command_plants_one_code() -> None:
    """With the code of a finding every hand has this fault."""
    result = run("bologna", "--hands", "3", "--plant", "revoke")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["x"]["planted"]["code"] for record in records] == ["revoke"] * 3


def test_command_writes_to_a_file(tmp_path: Path) -> None:
    """With `--output` the same log goes to a file, in UTF-8."""
    path = tmp_path / "hands.jsonl"
    result = run("bologna", "--hands", "40", "--output", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    written = run("bologna", "--hands", "40").stdout
    assert path.read_bytes() == written.encode()
    assert "Nicolò" in written
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bolonga"], "did you mean 'bologna'?"),
        (["bologna", "--plant", "revok"], "did you mean 'revoke'?"),
        (["bologna", "--plant", "rule-overridden"], "is not shown by one record of cards alone"),
        (["bologna", "--plant", "rob"], "'rob' is a fault that no record of bologna can show"),
        (["minchiate", "--plant", "partial-declaration"], "no record of minchiate can show"),
        (["bologna", "--hands", "0"], "--hands"),
        (["bologna", "--every", "0"], "--every"),
    ],
    ids=[
        "game",
        "code",
        "no fault of a record",
        "other game",
        "declared at will",
        "hands",
        "every",
    ],
)
def test_command_refuses(arguments: list[str], message: str) -> None:
    """What is not known is refused with exit code 2, and with what was probably meant."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())
