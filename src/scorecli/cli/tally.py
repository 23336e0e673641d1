"""`scorecli tally`: score a finished hand from its piles, as people say them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from scorecli import exit_codes
from scorecli.cli import completion
from scorecli.cli.asking import BACK, HINT, ask, ask_all, tell
from scorecli.cli.options import AsJson, GameName, Rules, by_seat, parse_rules

if TYPE_CHECKING:
    from scorecli.audit_source import Audited
    from scorecli.tallying import Tally


def tally(
    game: GameName,
    ns: Annotated[
        str | None,
        typer.Option(
            "--ns",
            metavar="CARDS",
            help="The pile of NS: the Matto is settled, unless --matto-by is given.",
        ),
    ] = None,
    ew: Annotated[
        str | None, typer.Option("--ew", metavar="CARDS", help="The pile of EW, in the same way.")
    ] = None,
    ns_cards: Annotated[
        int | None,
        typer.Option("--ns-cards", metavar="N", min=0, help="How many cards NS has in all."),
    ] = None,
    ew_cards: Annotated[
        int | None,
        typer.Option("--ew-cards", metavar="N", min=0, help="How many cards EW has in all."),
    ] = None,
    last: Annotated[
        str | None,
        typer.Option(
            metavar="TEAM",
            help="The team that took the last trick.",
            autocompletion=completion.teams,
        ),
    ] = None,
    declared: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=CARDS",
            help='What a seat declared: S="SK SQ SN; MOR MOR MOR". Once for each seat.',
            autocompletion=completion.seats_and,
        ),
    ] = None,
    matto_by: Annotated[
        str | None,
        typer.Option(
            "--matto-by",
            metavar="SEAT",
            help="The piles are as captured, and this seat played the Matto.",
            autocompletion=completion.seats,
        ),
    ] = None,
    paid: Annotated[
        str | None, typer.Option(metavar="CARD", help="The card given for the Matto.")
    ] = None,
    resti: Annotated[
        int | None,
        typer.Option(metavar="N", help="Minchiate: net resti in play, NS positive."),
    ] = None,
    lead: Annotated[
        int | None,
        typer.Option(metavar="N", help="Minchiate: lead before the final count, NS positive."),
    ] = None,
    rule: Rules = None,
    save: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the record to a file too.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    r"""Score a finished hand from its piles.

    \b
    scorecli tally bologna --ew "SKQJ CKN CA DKQNJ DA MAT" --ew-cards 26 --last NS
    scorecli tally piedicavallo --ns "T21-15 kings MAT" --ns-cards 33
    scorecli tally bologna

    Without a pile it asks step by step, checks each answer and offers to save the record. One pile
    is enough, and plain cards need not be named where the number of cards is given. The exit code
    is that of `score`.
    """
    from pathlib import Path

    from scorecli.errors import UsageError
    from scorecli.games import game_named
    from scorecli.tallying import Tally

    hand = Tally(game_named(game), parse_rules(rule))
    if save is not None and Path(save).is_file():
        raise UsageError(f"{save} is there already; nothing was written")
    if ns is None and ew is None:
        if not sys.stdin.isatty():
            raise typer.BadParameter("a pile is needed: --ns or --ew", param_hint="--ns")
        _ask(hand)
    else:
        _fill(hand, {"NS": ns, "EW": ew}, {"NS": ns_cards, "EW": ew_cards}, last, declared)
        _fill_settlement(hand, matto_by, paid, resti, lead)
    outcome = hand.audited()
    if save is not None:
        # What comes behind a pipe may end the program while it prints.
        _save(hand, save)
    _show(hand, outcome, as_json=as_json)
    if save is None and ns is None and ew is None:
        _offer_to_save(hand)
    if outcome.audit.has_errors:
        raise typer.Exit(exit_codes.FINDINGS)


def _fill(
    hand: "Tally",
    piles: dict[str, str | None],
    sizes: dict[str, int | None],
    last: str | None,
    declared: list[str] | None,
) -> None:
    for team, cards in piles.items():
        if cards is not None:
            with _naming(f"--{team.lower()}"):
                hand.pile(team, cards)
    for team, size in sizes.items():
        if size is not None:
            with _naming(f"--{team.lower()}-cards"):
                hand.size(team, str(size))
    if last is not None:
        with _naming("--last"):
            hand.last_trick(last)
    for seat, cards in by_seat(declared, "--declared", "SEAT=CARDS").items():
        with _naming(f"--declared {seat}"):
            hand.declaration(seat, cards)


def _fill_settlement(
    hand: "Tally", matto_by: str | None, paid: str | None, resti: int | None, lead: int | None
) -> None:
    from scorecli.answers import seat_named

    if matto_by is not None:
        with _naming("--matto-by"):
            hand.captured(seat_named(matto_by))
    if paid is not None:
        if matto_by is None:
            message = "only piles as captured owe a card: it needs --matto-by"
            raise typer.BadParameter(message, param_hint="--paid")
        with _naming("--paid"):
            hand.paid(paid)
    if (resti is None) != (lead is None):
        raise typer.BadParameter("--resti and --lead belong together", param_hint="--resti")
    if resti is not None:
        with _naming("--resti"):
            hand.running(str(resti), str(lead))


@contextmanager
def _naming(option: str) -> Iterator[None]:
    """Say of which option it is what cannot be used."""
    from scorecli.errors import UsageError

    try:
        yield
    except UsageError as error:
        raise UsageError(f"{option}: {error}") from None


def _ask(hand: "Tally") -> None:
    from scorecli.interview import steps_of

    ask_all(steps_of(hand))


def _show(hand: "Tally", outcome: "Audited", *, as_json: bool) -> None:
    """Print the score, and what was read otherwise than it was typed."""
    from scorecli.report.plain import printable

    for note in hand.notes:
        typer.echo(f"note: {printable(note)}", err=True)
    if as_json:
        from scorecli.report.json_printing import JsonPrinter

        printer = JsonPrinter()
        printer.print(outcome)
        printer.finish()
    else:
        from scorecli.report.printing import TextPrinter

        TextPrinter().print(outcome)


def _save(hand: "Tally", path: str) -> None:
    from scorecli.files import atomic_writer
    from scorecli.record.writing import readable_text

    with atomic_writer(path) as stream:
        stream.write(readable_text(hand.record()) + "\n")
    typer.echo(f"saved: {path}", err=True)


def _offer_to_save(hand: "Tally") -> None:
    from pathlib import Path

    from scorecli.answers import said_yes
    from scorecli.errors import ScorecliError, UsageError

    while path := ask("Save the record as? (Enter: do not save)").strip():
        if path in (BACK, HINT):
            tell("The name of a file, such as hand.json; to change an answer, begin anew.")
            continue
        path = str(Path(path).expanduser())
        if Path(path).is_dir():
            typer.echo(f"  {path} is a folder; name a file", err=True)
            continue
        try:
            if Path(path).exists():
                answer = ask(f"{path} exists. Replace it? (Enter: no)")
                if not said_yes(answer, otherwise=False):
                    continue
            _save(hand, path)
        except (UsageError, ScorecliError) as error:
            typer.echo(f"  {error}", err=True)
            continue
        return
