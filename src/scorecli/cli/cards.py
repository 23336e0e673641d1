"""`scorecli cards`: the cards of a game with their names, ranks and values."""

from typing import Annotated

import typer

from scorecli.cli import completion
from scorecli.cli.options import AsJson, GameName, unknown


def cards(
    game: GameName,
    language: Annotated[
        str,
        typer.Option(
            metavar="LANGUAGE",
            help="The second names: en, pt, ru or vi; Italian is always there.",
            autocompletion=completion.languages,
        ),
    ] = "en",
    as_json: AsJson = False,
) -> None:
    r"""List the cards of a game: code, names, rank and points.

    \b
    scorecli cards minchiate
    scorecli cards piedicavallo --language pt
    scorecli cards bologna --json

    Rank 1 is the highest card of its suit, or of the trumps; the Matto has none.
    """
    from scorecli.games import game_named
    from scorecli.names import LANGUAGES
    from scorecli.report.cards import cards_json, print_cards
    from scorecli.report.console import make_console
    from scorecli.report.plain import write_json

    language = language.lower()
    if language not in LANGUAGES:
        message = unknown("language", language, LANGUAGES)
        raise typer.BadParameter(message, param_hint="--language")
    if as_json:
        write_json(cards_json(game_named(game)))
    else:
        print_cards(make_console(), game_named(game), language)
