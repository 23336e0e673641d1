"""The program as a process of its own: what it says of itself, mistyped words, exit codes."""

import json
import re
from typing import Final

import pytest

import scorecli
from tests.command_line import RIGHT, WRONG
from tests.process import python, run

COMMANDS: Final = [
    "score",
    "tally",
    "match",
    "audit",
    "declare",
    "analyse",
    "explain",
    "rules",
    "cards",
    "new",
    "format",
    "convert",
    "schema",
    "deal",
]

# What every command line has


def test_version() -> None:
    """The version is one line on standard output."""
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"scorecli {scorecli.__version__}\n",
        "",
    )


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_begins_with_examples(option: str) -> None:
    """The help shows what to type, and then all commands, each in one line that is not cut."""
    done = run(option)
    assert done.returncode == 0
    assert done.stdout.index("scorecli score hand.json") < done.stdout.index("Commands:")
    listed = done.stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == COMMANDS
    assert not [line for line in listed if line.endswith("...")]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(command: str) -> None:
    """Each command shows an example of its use."""
    done = run(command, "--help")
    assert done.returncode == 0
    assert re.search(rf"^  (cat .*\| )?scorecli {command}\b", done.stdout, re.MULTILINE)
    assert "PATH..." not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["scor"], "No such command 'scor'. Did you mean 'score'?"),
        (["score", "--jsn", RIGHT], "--json"),
        (["score"], "Missing argument 'PATH'"),
        (["schema", "recrd"], "unknown format 'recrd'; did you mean 'record'?"),
        (["deal", "bolonga"], "unknown game 'bolonga'; did you mean 'bologna'?"),
        (["explain", "revok"], "did you mean 'revoke'?"),
        (["score", RIGHT, "--explain", "NS.set"], "did you mean 'NS.sets'?"),
        (["declare", "bologna", "ANG MAD"], "did you mean MAT?"),
    ],
)
def test_mistyped_words_are_refused(arguments: list[str], hint: str) -> None:
    """A mistyped word exits with 2, says nothing on standard output, and is put right."""
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert hint in done.stderr


@pytest.mark.parametrize("which", ["record", "result"])
def test_schema_is_json(which: str) -> None:
    """A schema is one JSON object that says which dialect it is in."""
    done = run("schema", which)
    assert done.returncode == 0
    assert json.loads(done.stdout)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["score", "--help"]])
def test_help_loads_nothing_slow(arguments: list[str]) -> None:
    """Version and help build no model of a record and load no Rich."""
    code = (
        "import atexit, sys\n"
        "from scorecli.__main__ import main\n"
        "slow = {'scorecli.record.schema', 'scorecli.games', 'rich.console'}\n"
        "atexit.register(lambda: print(sorted(slow & set(sys.modules)), file=sys.stderr))\n"
        "main()\n"
    )
    assert python(code, *arguments).stderr == "[]\n"


# Exit codes


@pytest.mark.parametrize(("path", "code"), [(RIGHT, 0), (WRONG, 1), ("nowhere.json", 2)])
def test_exit_codes(path: str, code: int) -> None:
    """The process ends with 0, 1 or 2: nothing wrong, an error in a hand, nothing to read."""
    done = run("score", path)
    assert done.returncode == code
    assert (done.stdout == "") == (code == 2)
    assert done.stderr == ("nowhere.json: no such file\n" if code == 2 else "")


CRASH: Final = """
import scorecli.audit_source
def crash(*arguments):
    raise RuntimeError("first line\\nsecond \\x1b[31m line")
scorecli.audit_source.audit_source = crash
from scorecli.__main__ import main
main()
"""


def test_crash_is_told_in_one_line() -> None:
    """A crash exits with 101 and says in one line what it was and how to see more."""
    done = python(CRASH, "score", RIGHT)
    assert (done.returncode, done.stdout) == (101, "")
    assert done.stderr == (
        r"scorecli: crashed: RuntimeError: first line\nsecond \x1b[31m line"
        " (for the traceback: scorecli --debug ...)\n"
    )


def test_crash_with_a_traceback() -> None:
    """With --debug a crash exits with 101 and prints the traceback."""
    done = python(CRASH, "--debug", "score", RIGHT)
    assert (done.returncode, done.stdout) == (101, "")
    assert done.stderr.startswith("Traceback (most recent call last):")
    assert "RuntimeError: first line" in done.stderr
