"""`scorecli explain`: what a finding code means."""

from typing import Annotated

import typer

from scorecli.cli import completion
from scorecli.cli.options import AsJson


def explain(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="CODE",
            help="A finding code, such as revoke; without one: a list.",
            autocompletion=completion.codes,
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="List all codes.")] = False,
    as_json: AsJson = False,
) -> None:
    r"""Explain a finding: meaning, clauses, an example and a near miss.

    \b
    scorecli explain
    scorecli explain revoke
    scorecli explain --all --json
    """
    if code is not None and everything:
        raise typer.BadParameter("--all takes no code")
    from scorecli.explain.catalogue import catalogue, explanation
    from scorecli.report.console import make_console
    from scorecli.report.explanation import codes_json, print_codes, print_explanation
    from scorecli.report.plain import write_json

    chosen = list(catalogue().values()) if code is None else [explanation(code)]
    if as_json:
        write_json(codes_json(chosen))
    elif code is None:
        print_codes(make_console(), chosen)
    else:
        print_explanation(make_console(), chosen[0])
