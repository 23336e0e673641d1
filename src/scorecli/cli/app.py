"""The command line application, put together from its commands."""

import inspect
from collections.abc import Callable
from typing import Annotated

import typer

from scorecli import __version__
from scorecli.cli.analyse import analyse
from scorecli.cli.audit import audit
from scorecli.cli.cards import cards
from scorecli.cli.command import Command
from scorecli.cli.convert import convert
from scorecli.cli.deal import deal
from scorecli.cli.declare import declare
from scorecli.cli.explain import explain
from scorecli.cli.format import format_records
from scorecli.cli.match import match
from scorecli.cli.new import new
from scorecli.cli.rules import rules
from scorecli.cli.schema import schema
from scorecli.cli.score import score
from scorecli.cli.tally import tally

_HELP = """Score and audit recorded hands of Italian tarot games.

\b
Score a finished hand:  scorecli score hand.json
From the piles alone:   scorecli tally bologna
Add up a match:         scorecli match evening.jsonl
Audit a log of hands:   scorecli audit logs/ --findings findings.csv
Settle a dispute:       scorecli declare bologna "ANG MON LUN T16 T15 MAT" --claim "grande 30"
Understand a finding:   scorecli explain revoke
Read a rule:            scorecli rules B6.6
"""

APP = typer.Typer(
    name="scorecli",
    no_args_is_help=True,
    # Plain help starts in less than half the time, and reads well on any terminal.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"scorecli {__version__}")
        raise typer.Exit


def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback if the program crashes.")
    ] = False,
) -> None:
    """Take the options that stand before the command."""


def _add(command: Callable[..., None], name: str | None = None) -> None:
    """Add a command; what its docstring marks with a backslash and b is laid out as it stands."""
    help_text = inspect.cleandoc(command.__doc__ or "").replace("\\b", "\b")
    APP.command(name, help=help_text, cls=Command)(command)


# In the order in which the help lists them.
APP.callback(help=_HELP)(options)
_add(score)
_add(tally)
_add(match)
_add(audit)
_add(declare)
_add(analyse)
_add(explain)
_add(rules)
_add(cards)
_add(new)
_add(format_records, "format")
_add(convert)
_add(schema)
_add(deal)
