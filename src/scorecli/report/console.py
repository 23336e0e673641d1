"""Where text for people goes: a terminal in colour, anything else in plain text."""

import os
import sys
from typing import Final

from rich.console import Console
from rich.text import Text

_NARROWEST: Final = 40
_WIDEST: Final = 100


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


def text_width(console: Console) -> int:
    """The width that text is laid out for, even if the terminal is narrower or much wider."""
    return min(max(console.width, _NARROWEST), _WIDEST)


def hanging(console: Console, head: Text, text: Text) -> None:
    """Print a text behind a head; its further lines begin where its first one does."""
    for number, line in enumerate(text.wrap(console, text_width(console) - head.cell_len)):
        line.rstrip()
        begin = head if number == 0 else Text(" " * head.cell_len)
        console.print(Text.assemble(begin, line), soft_wrap=True)
