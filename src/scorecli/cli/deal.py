"""`scorecli deal`: random hands, without a fault or with one of choice."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import Annotated, Any

import typer

ALL = "all"


def deal(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, such as bologna.")],
    seed: Annotated[
        int, typer.Option(metavar="N", help="The same seed deals the same hands, anywhere.")
    ] = 1,
    hands: Annotated[int, typer.Option(metavar="N", min=1, help="How many hands.")] = 1,
    plant: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="Put a fault into each hand: the code of a finding, or all for each in turn.",
        ),
    ] = None,
    every: Annotated[
        int, typer.Option(metavar="N", min=1, help="Plant in every Nth hand only.")
    ] = 1,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write here, not to standard output."),
    ] = None,
) -> None:
    r"""Deal random hands, played by the rules, as records of a log, one a line.

    \b
    scorecli deal bologna --hands 1000 > hands.jsonl
    scorecli deal bologna --seed 7 --plant revoke
    scorecli deal bologna --hands 500 --plant all --every 10 --output faulty.jsonl

    A record with a planted fault says in "x" which it is and where it is to be found. With the
    same seed the other hands are the same with and without faults.
    """
    from scorecli.dealing.planting import PLANTERS, deal_hands
    from scorecli.games import GAMES, game_named

    if game not in GAMES:
        raise typer.BadParameter(_unknown("game", game, GAMES), param_hint="GAME")
    codes: Sequence[str] = ()
    if plant == ALL:
        codes = tuple(PLANTERS)
    elif plant is not None:
        if plant not in PLANTERS:
            message = _unknown("finding code", plant, (*PLANTERS, ALL))
            raise typer.BadParameter(message, param_hint="--plant")
        codes = (plant,)
    _write(deal_hands(game_named(game), seed, hands, codes, every), output)


def _unknown(what: str, word: str, known: Iterable[str]) -> str:
    from scorecli.nearest import did_you_mean

    return f"unknown {what} {word!r}{did_you_mean(word, known)}"


def _write(records: Iterable[Mapping[str, Any]], output: str | None) -> None:
    """Write each record as soon as it is made."""
    import json

    from scorecli.files import atomic_writer

    # Records are UTF-8, whatever the terminal prefers.
    standard_output = typer.get_text_stream("stdout", encoding="utf-8")
    with nullcontext(standard_output) if output is None else atomic_writer(output) as stream:
        for record in records:
            stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
