"""`scorecli match`: the hands of a table in sum, and whether the running totals are right."""

from typing import Annotated

import typer

from scorecli import exit_codes
from scorecli.cli import completion
from scorecli.cli.options import AsJson, Rules, parse_rules

MOST = 1_000_000


def match(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH",
            help="Logs or files of records, in the order of play, or - for standard input.",
            autocompletion=completion.records,
        ),
    ],
    target: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST,
            metavar="POINTS",
            help="The total that ends a match, in a game that plays to one.",
        ),
    ] = None,
    rule: Rules = None,
    as_json: AsJson = False,
) -> None:
    r"""Add up the hands of a table and check the running totals.

    \b
    scorecli match evening.jsonl
    scorecli match evening.jsonl --target 600
    scorecli match deal-1.json deal-2.json deal-3.json --json

    Hands of the same game, event and table make a match, as long as their game says: up to a
    target, or so many deals. Dealers, players and the carried totals that the records claim are
    checked.

    The exit code is 0 if nothing is wrong, 1 if there is an error in a hand or between hands, 2 if
    something could not be read.
    """
    from scorecli.audit_source import audit_source
    from scorecli.match.log import matches_of
    from scorecli.report.findings import print_problems

    overrides = parse_rules(rule)
    outcomes = (outcome for path in paths for outcome in audit_source(path, overrides))
    matches, unreadable = matches_of(outcomes, target)
    if target is not None and matches and all(one.target is None for one in matches):
        games = ", ".join(dict.fromkeys(one.game.name for one in matches))
        raise typer.BadParameter(f"no total ends a match of {games}", param_hint="--target")
    if as_json:
        from scorecli.report.match_json import matches_json
        from scorecli.report.plain import write_json

        write_json(matches_json(matches, unreadable))
    else:
        from scorecli.report.console import make_console
        from scorecli.report.match_text import print_matches

        errors = make_console(stderr=True)
        for one in unreadable:
            print_problems(errors, one.problems, one.place)
        print_matches(make_console(), matches)
    if unreadable:
        raise typer.Exit(exit_codes.UNREADABLE)
    raise typer.Exit(exit_codes.FINDINGS if any(one.has_errors for one in matches) else 0)
