"""`scorecli declare`: what some cards make, and whether what is claimed of them is true."""

from typing import Annotated

import typer

from scorecli import exit_codes
from scorecli.cli.options import AsJson, GameName, Rules, parse_rules


def declare(
    game: GameName,
    cards: Annotated[
        list[str],
        typer.Argument(
            metavar="CARDS", help="The hand: codes or names, with spaces or commas between."
        ),
    ],
    claim: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CLAIM",
            help='What is claimed: "grande 45", "kings", or points alone for the whole'
            " declaration. May be given more than once.",
        ),
    ] = None,
    claim_cards: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="Cards that are claimed to be one combination."),
    ] = None,
    points: Annotated[
        int | None,
        typer.Option(metavar="POINTS", min=0, help="The points claimed for --claim-cards."),
    ] = None,
    rule: Rules = None,
    as_json: AsJson = False,
) -> None:
    r"""Settle a dispute: what cards make, and whether a claim is true.

    \b
    scorecli declare bologna "SK SQ SA DK DJ DA MAT"
    scorecli declare bologna "ANG MON SOL T16 MAT" --claim "grande 25"
    scorecli declare bologna "ANG MON SOL T16 MAT" --claim-cards "ANG MON SOL" --points 15
    scorecli declare minchiate "T28-T31 MAT" --claim "run 25"
    scorecli declare bologna "Re di Coppe, CQJ, 3 MOR, Bégato, kings"

    Cards are read as people write them: codes in any order, names in Italian, English, Portuguese,
    Russian and Vietnamese, and several at once (CKQJ, S K-J, T16-12, 4 MOR, kings).
    Points claimed for one combination are those before any doubling.

    The exit code is 0 if every claim is good, 1 if one is not or is worth another number, 2 if
    something could not be used.
    """
    from scorecli.declaring import NamedCards, declared
    from scorecli.errors import UsageError
    from scorecli.report.console import make_console
    from scorecli.report.declare_json import declared_json
    from scorecli.report.declare_text import print_declared
    from scorecli.report.plain import write_json

    if points is not None and claim_cards is None:
        raise UsageError(f'--points needs --claim-cards; for bare points write --claim "{points}"')
    named = None if claim_cards is None else NamedCards(claim_cards, points)
    judged = declared(game, cards, claim or (), named, parse_rules(rule))
    if as_json:
        write_json(declared_json(judged))
    else:
        print_declared(make_console(), judged)
    if not all(judgement.good for judgement in judged.judgements):
        raise typer.Exit(exit_codes.FINDINGS)
