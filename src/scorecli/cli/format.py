"""`scorecli format`: write records in their canonical form."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from scorecli.record.formatting import Formatted

EXIT_DIFFERS = 1
EXIT_UNREADABLE = 2


def format_records(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH...",
            help="Files of records (.json, .jsonl, gzip), or - for standard input.",
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write here, not to standard output."),
    ] = None,
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
    r"""Write records in canonical form; formatting twice changes nothing.

    \b
    scorecli format hand.json
    scorecli format --in-place fixtures/*.json
    scorecli format --check evening.jsonl
    cat hand.json | scorecli format - --lines >> evening.jsonl

    A log stays a log, an array an array. If a record can not be read nothing is written, and the
    exit code is 2.
    """
    if sum([output is not None, in_place, check]) > 1:
        raise typer.BadParameter("--output, --in-place and --check exclude each other")
    if in_place and "-" in paths:
        raise typer.BadParameter("standard input can not be written in place", param_hint="PATH")
    from scorecli.record.formatting import format_source
    from scorecli.report.console import make_console
    from scorecli.report.text import print_problems

    texts = []
    errors = make_console(stderr=True)
    as_log = lines or (len(paths) > 1 and not (in_place or check))
    for path in paths:
        text = format_source(path, lines=as_log)
        for place, problems in text.unreadable:
            print_problems(errors, problems, place)
        texts.append(text)
    if any(text.unreadable for text in texts):
        typer.echo("scorecli: nothing was written", err=True)
        raise typer.Exit(EXIT_UNREADABLE)
    if check:
        _report_changes(texts)
    elif in_place:
        for text in texts:
            if text.changed:
                _write(text.source, text.text)
                typer.echo(f"{text.source}: written anew", err=True)
    else:
        together = "".join(text.text for text in texts)
        if output is None:
            sys.stdout.write(together)
        else:
            _write(output, together)


def _report_changes(texts: Sequence[Formatted]) -> None:
    changed = [text.source for text in texts if text.changed]
    for source in changed:
        typer.echo(f"{source}: not in canonical form")
    raise typer.Exit(EXIT_DIFFERS if changed else 0)


def _write(path: str, text: str) -> None:
    from scorecli.files import atomic_writer

    with atomic_writer(path) as stream:
        stream.write(text)
