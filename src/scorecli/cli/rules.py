"""`scorecli rules`: the rule sheets, whole, by section or by clause."""

from typing import Annotated

import typer

from scorecli.cli import completion
from scorecli.cli.options import AsJson


def rules(
    wanted: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME|CLAUSE",
            help="A game, a section such as B6, a clause such as B6.6; without one: a list.",
            autocompletion=completion.clauses,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    r"""Print the rules: a whole sheet, a section, a clause.

    \b
    scorecli rules
    scorecli rules bologna
    scorecli rules B6
    scorecli rules B6.6 B7.1
    """
    from scorecli.report.console import make_console
    from scorecli.report.plain import write_json
    from scorecli.report.rules import print_overview, print_rules, rules_json
    from scorecli.sheets import Found, look_up, sheet, sheet_names

    found = [look_up(name) for name in wanted or ()]
    if as_json:
        sheets = [Found(sheet(name)) for name in sheet_names()]
        write_json(rules_json(found or sheets))
    elif found:
        print_rules(make_console(), found)
    else:
        print_overview(make_console(), [sheet(name) for name in sheet_names()])
