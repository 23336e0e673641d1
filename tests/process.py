"""The program as a process of its own."""

import os
import subprocess
import sys
from typing import Final

PROGRAM: Final = [sys.executable, "-m", "scorecli"]

Done = subprocess.CompletedProcess[str]


def run(*arguments: str, **options: str) -> Done:
    """Run the program; options are environment variables."""
    environment = {**os.environ, **options}
    return subprocess.run(
        [*PROGRAM, *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


def python(code: str, *arguments: str) -> Done:
    """Run some Python with these arguments."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, check=False, encoding="utf-8"
    )


def shell(redirection: str, *arguments: str) -> Done:
    """Run the program with a redirection, as a shell does it."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", *PROGRAM, *arguments],  # noqa: S607 - any sh
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
