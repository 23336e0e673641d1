"""`scorecli score`: score finished hands and check what was claimed."""

from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from scorecli import exit_codes
from scorecli.cli import completion
from scorecli.cli.options import AsJson, Paths, Rules, parse_rules

if TYPE_CHECKING:
    from scorecli.audit_source import Audited, Unreadable


class Printer(Protocol):
    """What prints outcomes."""

    def print(self, outcome: "Audited | Unreadable", /) -> None:
        """Print one outcome."""

    def finish(self) -> None:
        """Print what was held back."""


def score(
    paths: Paths,
    rule: Rules = None,
    as_json: AsJson = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print the verdict only, one line a hand.")
    ] = False,
    explain: Annotated[
        str | None,
        typer.Option(
            metavar="FIGURE",
            help="Print only the lines of a figure, such as NS.sequences.",
            autocompletion=completion.figures,
        ),
    ] = None,
) -> None:
    r"""Score recorded hands: verdict, breakdown, findings.

    \b
    scorecli score hand.json
    scorecli score evening.jsonl --quiet
    scorecli score hand.json --explain NS.sequences
    scorecli score hand.json --rule grande_complete=real
    zcat log.jsonl.gz | scorecli score - --json

    The exit code is 0 if nothing is wrong, 1 if there is an error in a hand, 2 if something could
    not be read.
    """
    if sum([as_json, quiet, explain is not None]) > 1:
        raise typer.BadParameter("--json, --quiet and --explain exclude each other")
    from scorecli.audit_source import Unreadable, audit_source

    overrides = parse_rules(rule)
    printer: Printer
    if as_json:
        from scorecli.report.json_printing import JsonPrinter

        printer = JsonPrinter()
    else:
        from scorecli.report.printing import TextPrinter

        printer = TextPrinter(quiet=quiet, figure=explain)
    exit_code = 0
    for path in paths:
        for outcome in audit_source(path, overrides):
            printer.print(outcome)
            if isinstance(outcome, Unreadable):
                exit_code = exit_codes.UNREADABLE
            elif outcome.audit.has_errors:
                exit_code = max(exit_code, exit_codes.FINDINGS)
    printer.finish()
    raise typer.Exit(exit_code)
