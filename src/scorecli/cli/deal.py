"""`scorecli deal`: random hands, without a fault or with one of choice."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import Annotated, Any

import typer

from scorecli.cli import completion
from scorecli.cli.options import GameName, Output, unknown

ALL = "all"


def deal(
    game: GameName,
    seed: Annotated[
        int, typer.Option(metavar="N", help="The same seed deals the same hands, anywhere.")
    ] = 1,
    hands: Annotated[int, typer.Option(metavar="N", min=1, help="How many hands.")] = 1,
    plant: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="Put a fault into each hand: the code of a finding, or all for each in turn.",
            autocompletion=completion.codes,
        ),
    ] = None,
    every: Annotated[
        int, typer.Option(metavar="N", min=1, help="Plant in every Nth hand only.")
    ] = 1,
    as_match: Annotated[
        bool,
        typer.Option(
            "--match", help="Hands of one table: players stay, the deal goes round, totals carry."
        ),
    ] = False,
    output: Output = None,
) -> None:
    r"""Deal random hands, played by the rules, as a log of records.

    \b
    scorecli deal bologna --hands 1000 > hands.jsonl
    scorecli deal bologna --seed 7 --plant revoke
    scorecli deal bologna --hands 500 --plant all --every 10 --output faulty.jsonl
    scorecli deal piedicavallo --match --hands 4 | scorecli match -

    A record with a planted fault says in "x" which it is and where it is to be found. With the
    same seed the other hands are the same with and without faults.
    """
    from scorecli.dealing.match_hands import deal_match
    from scorecli.dealing.planting import PLANTERS, deal_hands, is_code, planters_of
    from scorecli.games import game_named

    if as_match and (plant is not None or every > 1):
        raise typer.BadParameter("--match and --plant exclude each other")
    if as_match:
        _write(deal_match(game_named(game), seed, hands), output)
        return
    codes: Sequence[str] = ()
    if plant is not None:
        codes = tuple(planters_of(game_named(game)))
        if plant in codes:
            codes = (plant,)
        elif plant in PLANTERS:
            message = f"{plant!r} is a fault that no record of {game} can show"
            raise typer.BadParameter(message, param_hint="--plant")
        elif is_code(plant):
            message = f"{plant!r} is not shown by one record of cards alone"
            raise typer.BadParameter(message, param_hint="--plant")
        elif plant != ALL:
            message = unknown("finding code", plant, (*codes, ALL))
            raise typer.BadParameter(message, param_hint="--plant")
    _write(deal_hands(game_named(game), seed, hands, codes, every), output)


def _write(records: Iterable[Mapping[str, Any]], output: str | None) -> None:
    """Write each record as soon as it is made."""
    import json

    from scorecli.files import atomic_writer
    from scorecli.report.plain import standard_output

    with nullcontext(standard_output()) if output is None else atomic_writer(output) as stream:
        for record in records:
            stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
