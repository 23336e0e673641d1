"""`scorecli format`: write records in their canonical form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from scorecli import exit_codes
from scorecli.cli.options import Output, Paths
from scorecli.cli.output import refuse_unreadable, write_text

if TYPE_CHECKING:
    from scorecli.record.formatting import Formatted


def format_records(
    paths: Paths,
    output: Output = None,
    in_place: Annotated[
        bool, typer.Option("--in-place", "-i", help="Write each file anew where it stands.")
    ] = False,
    check: Annotated[
        bool,
        typer.Option("--check", help="Write nothing; exit with 1 if a file is not canonical."),
    ] = False,
    lines: Annotated[
        bool, typer.Option("--lines", help="One record a line, as a log has them.")
    ] = False,
) -> None:
    r"""Write records in canonical form; doing it twice changes nothing.

    \b
    scorecli format hand.json
    scorecli format --in-place fixtures/*.json
    scorecli format --check evening.jsonl
    cat hand.json | scorecli format - --lines >> evening.jsonl

    A log stays a log, an array an array; several files together make a log. If a record cannot be
    read nothing is written, and the exit code is 2.
    """
    if sum([output is not None, in_place, check]) > 1:
        raise typer.BadParameter("--output, --in-place and --check exclude each other")
    if in_place and "-" in paths:
        raise typer.BadParameter("standard input cannot be written in place", param_hint="PATH")
    from scorecli.record.formatting import format_source

    as_log = lines or (len(paths) > 1 and not (in_place or check))
    texts = [format_source(path, lines=as_log) for path in paths]
    refuse_unreadable(texts)
    if check:
        _report_changes(texts)
    elif in_place:
        _write_in_place(texts)
    else:
        write_text("".join(text.text for text in texts), output)


def _report_changes(texts: Sequence[Formatted]) -> None:
    from scorecli.report.plain import printable

    changed = [text.source for text in texts if text.changed]
    for source in changed:
        typer.echo(f"{printable(source)}: not in canonical form")
    raise typer.Exit(exit_codes.FINDINGS if changed else 0)


def _write_in_place(texts: Sequence[Formatted]) -> None:
    from scorecli.errors import UsageError
    from scorecli.report.plain import printable

    for text in texts:
        if text.packed:
            raise UsageError(
                f"{text.source}: is packed and cannot be written in place; unpack it"
                " first, or use --output; nothing was written"
            )
    for text in texts:
        if text.changed:
            write_text(text.text, text.source)
            typer.echo(f"{printable(text.source)}: written anew", err=True)
