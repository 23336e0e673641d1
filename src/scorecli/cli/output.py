"""What commands that write records have in common: nothing is written by halves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from scorecli import exit_codes

if TYPE_CHECKING:
    from scorecli.record.formatting import Formatted


def refuse_unreadable(texts: Sequence[Formatted]) -> None:
    """Say what cannot be read, and write nothing, if anything cannot."""
    from scorecli.report.console import make_console
    from scorecli.report.findings import print_problems

    errors = make_console(stderr=True)
    for text in texts:
        for place, problems in text.unreadable:
            print_problems(errors, problems, place)
    if any(text.unreadable for text in texts):
        typer.echo("scorecli: nothing was written", err=True)
        raise typer.Exit(exit_codes.UNREADABLE)


def write_text(text: str, output: str | None) -> None:
    """Write to a file, whole or not at all, or to standard output."""
    from scorecli.files import atomic_writer
    from scorecli.report.plain import standard_output

    if output is None:
        standard_output().write(text)
        return
    with atomic_writer(output) as stream:
        stream.write(text)
