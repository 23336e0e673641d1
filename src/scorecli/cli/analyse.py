"""`scorecli analyse`: a hand before the play."""

from typing import Annotated

import typer

from scorecli.cli.options import AsJson, GameName, Rules, parse_rules


def analyse(
    game: GameName,
    cards: Annotated[
        list[str],
        typer.Argument(
            metavar="CARDS", help="The hand: codes or names, with spaces or commas between."
        ),
    ],
    rule: Rules = None,
    as_json: AsJson = False,
) -> None:
    r"""Look at a hand before the play: what it makes, what it lacks.

    \b
    scorecli analyse bologna "CKQJ SKQ T16-12 ANG MON MAT"
    scorecli analyse minchiate "T28-31 T33 T34 MAT kings"
    scorecli analyse piedicavallo "SQ SK BK CK MAT T21 T11-1"

    Each card that would add to the declaration is listed, doublings included. For the 17 cards of
    a dealer all pairs that may be laid away are ranked by what is kept; the play is not judged.
    """
    from scorecli.analysing import analysed
    from scorecli.report.analysis import analysis_json, print_analysis
    from scorecli.report.console import make_console
    from scorecli.report.plain import write_json

    found = analysed(game, cards, parse_rules(rule))
    if as_json:
        write_json(analysis_json(found))
    else:
        print_analysis(make_console(), found)
