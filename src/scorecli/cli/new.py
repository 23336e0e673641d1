"""`scorecli new`: a record to fill in."""

from typing import Annotated

import typer

from scorecli.cli import completion
from scorecli.cli.options import GameName, by_seat, unknown
from scorecli.cli.output import write_text

_LEVELS = ("tricks", "piles", "hands")


def new(
    game: GameName,
    level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL",
            help="What was written down of the hand: tricks, piles, or hands and declarations.",
            autocompletion=completion.words(*_LEVELS),
        ),
    ] = "tricks",
    dealer: Annotated[
        str | None,
        typer.Option(
            metavar="SEAT", help="Who dealt: S, E, N or W.", autocompletion=completion.seats
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=NAME",
            help="Who sat there. Once for each seat.",
            autocompletion=completion.seats_and,
        ),
    ] = None,
    hand: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=CARDS",
            help="A hand, as people write cards. Once for each seat.",
            autocompletion=completion.seats_and,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write to a new file, not to standard output."
        ),
    ] = None,
) -> None:
    r"""Make a record to fill in.

    \b
    scorecli new bologna -o hand.json
    scorecli new minchiate --level piles --dealer E
    scorecli new bologna --level hands --hand S="CKQJ, 3 MOR, Angelo, Mondo, Matto"

    Cards are written as codes, with blanks between: "CK C7 CA T5"; scorecli cards GAME lists them.
    A trick has its four cards in order of play. What stays as it is counts as not recorded.
    """
    from pathlib import Path

    from scorecli.answers import seat_named
    from scorecli.errors import UsageError
    from scorecli.games import game_named
    from scorecli.report.plain import printable
    from scorecli.skeleton import check_hands, skeleton, skeleton_text
    from scorecli.tallying import Tally

    if level not in _LEVELS:
        raise typer.BadParameter(unknown("level", level, _LEVELS), param_hint="--level")
    if output is not None and Path(output).is_file():
        raise UsageError(f"{output} is there already; nothing was written")
    said = Tally(game_named(game), {})
    hands = {
        seat: said.cards(cards) for seat, cards in by_seat(hand, "--hand", "SEAT=CARDS").items()
    }
    check_hands(said.game, hands)
    fields = skeleton(
        said.game,
        level,
        dealer=None if dealer is None else seat_named(dealer),
        players=by_seat(player, "--player", "SEAT=NAME"),
        hands=hands,
    )
    for note in said.notes:
        typer.echo(f"note: {printable(note)}", err=True)
    write_text(skeleton_text(fields), output)
    if output is not None:
        name = printable(output)
        typer.echo(f"{name}: fill it in, then: scorecli score {name}", err=True)
