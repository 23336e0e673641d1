"""Where text for people goes: a terminal in colour, anything else in plain text."""

import os
import sys

from rich.console import Console


def make_console(*, stderr: bool = False) -> Console:
    """A Rich console that prints what it is given and nothing more.

    Bold and colour are for terminals, and only where the environment variable `NO_COLOR` is
    empty or not set; else there is no escape code at all. Brackets, colons and numbers in a text
    mean nothing to it.

    Args:
        stderr: write to the standard error instead of the standard output.
    """
    stream = sys.stderr if stderr else sys.stdout
    coloured = stream.isatty() and not os.environ.get("NO_COLOR")
    return Console(
        stderr=stderr,
        color_system="auto" if coloured else None,
        markup=False,
        emoji=False,
        highlight=False,
    )


def printable(text: str) -> str:
    """A text out of a record with its control characters escaped, so that none acts on a terminal.

    The line stays one line: line feeds are escaped too.
    """
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )
