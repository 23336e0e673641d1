"""The command line, run in the process of the tests."""

import json
from pathlib import Path
from typing import Any, Final

from typer.testing import CliRunner, Result

from scorecli.cli.app import APP
from scorecli.errors import ScorecliError
from tests.conftest import FIXTURES

BOLOGNA: Final = FIXTURES / "bologna"
RIGHT: Final = str(BOLOGNA / "one-counter.json")
WRONG: Final = str(BOLOGNA / "wrong-claim.json")
REVOKE: Final = str(BOLOGNA / "revoke.json")
LOG: Final = str(BOLOGNA / "evening.jsonl")


def run(*arguments: str, stdin: bytes | str | None = None) -> Result:
    """Run a command that may exit with any code, but not by an exception."""
    result = CliRunner().invoke(APP, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def refusal(*arguments: str) -> str:
    """Why a command refuses its arguments; it prints nothing before."""
    result = CliRunner().invoke(APP, arguments)
    assert isinstance(result.exception, ScorecliError)
    assert result.stdout == ""
    return str(result.exception)


def write(content: dict[str, Any] | bytes | str, name: str = "hand.json") -> str:
    """Write a record, or bytes, to a file in the current folder, and return its name."""
    if isinstance(content, dict):
        content = json.dumps(content, ensure_ascii=False)
    Path(name).write_bytes(content.encode() if isinstance(content, str) else content)
    return name
