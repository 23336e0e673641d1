"""Output that needs no Rich: JSON and records in UTF-8, and what of a text can be shown."""

import json
import sys
from io import TextIOWrapper
from typing import Any, Final, TextIO

_BRIEF: Final = 400


def printable(text: str) -> str:
    """A text out of a record with its control characters escaped, so that none acts on a terminal.

    The line stays one line: line feeds are escaped too.
    """
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )


def brief(text: str, length: int = _BRIEF) -> str:
    """A printable text that is cut in its middle if it is longer than this."""
    shown = printable(text)
    if len(shown) <= length:
        return shown
    half = (length - 3) // 2
    return f"{shown[:half]}...{shown[-half:]}"


def standard_output() -> TextIO:
    """Standard output for JSON and records: UTF-8, whatever the terminal prefers."""
    if isinstance(sys.stdout, TextIOWrapper):
        # What is no text at all (bytes in the name of a file) is escaped as JSON does it.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    return sys.stdout


def write_json(value: Any) -> None:
    """Write a value to standard output as JSON that is laid out for reading."""
    standard_output().write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")
