"""The program as a process of its own: signals, closed and full streams, encodings, colour."""

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Final

import pytest

from tests.command_line import RIGHT, WRONG
from tests.process import PROGRAM, run, shell

FULL: Final = Path("/dev/full")


# Signals and streams


def test_interrupt_leaves_nothing_half_written(tmp_path: Path) -> None:
    """Ctrl-C exits with 130 in silence, and neither the output nor a part of it is there."""
    command = [*PROGRAM, "deal", "bologna", "--hands", "9999999", "--output", "log.jsonl"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        wait_for_a_file(tmp_path)
        process.send_signal(signal.SIGINT)
        output = process.communicate(timeout=30)
    assert process.returncode == 130
    assert output == (b"", b"")
    assert list(tmp_path.iterdir()) == []


def wait_for_a_file(folder: Path) -> None:
    """Wait until something is being written into a folder."""
    end = time.monotonic() + 30
    while not any(path.stat().st_size for path in folder.iterdir()):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_interrupt_while_waiting_for_input() -> None:
    """Ctrl-C exits with 130 also while the program waits for its input."""
    with subprocess.Popen(
        [*PROGRAM, "score", "-", "--quiet"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        line = Path(RIGHT).read_text(encoding="utf-8").replace("\n", " ")
        process.stdin.write(f"{line}\n{line}\n{line}\n".encode())
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _output, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors == b""


@pytest.mark.parametrize(
    "arguments", [["deal", "bologna", "--hands", "3000"], ["explain", "--all", "--json"], ["rules"]]
)
def test_reader_that_goes_away_is_no_fault(arguments: list[str]) -> None:
    """If the reader closes the pipe (`| head -1`) the program ends in silence."""
    with subprocess.Popen(
        [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        errors = process.stderr.read()
    assert errors == b""
    assert process.returncode in (0, -signal.SIGPIPE)


@pytest.mark.skipif(not FULL.exists(), reason="the system has no full device")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["--help"],
        ["score", RIGHT],
        ["score", "--json", WRONG],
        ["deal", "bologna", "--hands", "99"],
        ["format", RIGHT],
    ],
)
def test_full_output_is_told(arguments: list[str]) -> None:
    """If standard output cannot be written the exit code is 2, and one line says so."""
    done = shell(">/dev/full", *arguments)
    assert done.returncode == 2
    assert done.stderr == ("scorecli: standard output cannot be written: No space left on device\n")


@pytest.mark.parametrize(
    ("redirection", "arguments", "message"),
    [
        (">&-", ["score", RIGHT], "scorecli: standard output is closed\n"),
        ("<&-", ["score", "-"], "standard input: is closed\n"),
        ("2>&-", ["score", "nowhere.json"], ""),
        ("2>/dev/full", ["score", "nowhere.json"], ""),
    ],
)
def test_closed_streams(redirection: str, arguments: list[str], message: str) -> None:
    """A closed stream is no crash: the exit code is 2."""
    done = shell(redirection, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_json_is_utf_8_everywhere(tmp_path: Path) -> None:
    """JSON and records are UTF-8 whatever the terminal prefers."""
    path = tmp_path / "hand.json"
    path.write_text('{"variant": "bologna", "id": "caffè 漢"}', encoding="utf-8")
    for arguments in (["score", "--json", str(path)], ["format", str(path)]):
        assert json.loads(run(*arguments, PYTHONIOENCODING="latin-1").stdout)["id"] == "caffè 漢"


def test_text_that_the_terminal_cannot_show_is_escaped(tmp_path: Path) -> None:
    """Letters that the encoding of the terminal lacks are escaped in text."""
    path = tmp_path / "hand.json"
    path.write_text('{"variant": "bologna", "id": "caffè"}', encoding="utf-8")
    done = run("score", str(path), PYTHONIOENCODING="ascii", COLUMNS="100")
    assert r"caff\xe8" in done.stdout.replace("\n", "")


# Colour


def on_a_terminal(*arguments: str, **options: str) -> str:
    """What the program prints to a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", **options}
    with subprocess.Popen(
        [*PROGRAM, *arguments], env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ):
        os.close(theirs)
        printed = b""
        # An error is how Linux tells that the other side of a terminal is closed.
        with contextlib.suppress(OSError):
            while piece := os.read(ours, 65536):
                printed += piece
    os.close(ours)
    return printed.decode()


@pytest.mark.parametrize("arguments", [["score", WRONG], ["score", "nowhere.json"]])
def test_terminal_shows_colour(arguments: list[str]) -> None:
    """On a terminal the text has escape codes, and without them is the same as in a pipe."""
    shown = on_a_terminal(*arguments, NO_COLOR="")
    assert "\x1b[" in shown
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown).replace("\r\n", "\n")
    done = run(*arguments)
    assert plain == done.stdout + done.stderr


def test_no_color_leaves_no_escape_code() -> None:
    """With NO_COLOR a terminal gets plain text, neither bold nor dim."""
    assert "\x1b" not in on_a_terminal("score", WRONG, NO_COLOR="1")


@pytest.mark.parametrize("variable", ["FORCE_COLOR", "CLICOLOR_FORCE", "GITHUB_ACTIONS"])
def test_a_pipe_gets_no_escape_code(variable: str) -> None:
    """What goes into a pipe or a file is plain text, whatever the environment says."""
    done = run(
        "score", WRONG, "nowhere.json", NO_COLOR="", TERM="xterm-256color", **{variable: "1"}
    )
    assert "\x1b" not in done.stdout + done.stderr
