"""The running score as people keep it: an event a line, resti and lead after it."""

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from scorecli.games.score import EventRow, Running
from scorecli.report.console import text_width
from scorecli.seats import TEAMS
from scorecli.table.wording import how_many

_CLAUSE_WIDTH: Final = 7
_COLUMNS: Final = (("NS", 5), ("EW", 5), ("resti", 7), ("lead", 7))


def print_running(console: Console, running: Running) -> None:
    """Print the scoring events; a resto that is gained stands on a line of its own."""
    _print_row(
        console, "Clause", Text("Running score", style="bold"), [name for name, _ in _COLUMNS]
    )
    resti = 0
    for event in running.events:
        points = [str(event.points) if event.team == team else "" for team in TEAMS]
        standing = [_of_team(event.resti), _of_team(event.lead)]
        _print_row(console, event.clause, _text(event), [*points, *standing])
        if event.resti != resti:
            gained = abs(event.resti - resti)
            words = how_many(gained, "resto", "resti")
            gain = Text(f"  {event.team} gains {words}", style="bold")
            _print_row(console, running.clause, gain, [])
        resti = event.resti
    console.print()


def _text(event: EventRow) -> Text:
    what = f"{event.seat} {event.words}"
    if event.trick is not None:
        what = f"trick {event.trick}, {event.seat}"
    cards = "; ".join(" ".join(cards) for cards in event.cards)
    return Text.assemble(f"  {what}: ", (cards, "cyan"))


def _of_team(number: int) -> str:
    """A signed number (NS positive) with its team."""
    return f"{abs(number)} {TEAMS[number < 0]}" if number else "0"


def _print_row(console: Console, clause: str, text: Text, columns: Sequence[str]) -> None:
    widths = [width for _name, width in _COLUMNS]
    room = text_width(console) - _CLAUSE_WIDTH - sum(widths)
    for number, line in enumerate(text.wrap(console, room)):
        line.rstrip()
        head = clause if number == 0 else "  "
        row = Text.assemble((head.ljust(_CLAUSE_WIDTH), "dim"), line)
        if number == 0:
            row.append(" " * (room - line.cell_len))
            cells = zip(columns, widths, strict=False)
            row.append("".join(cell.rjust(width) for cell, width in cells))
        row.rstrip()
        console.print(row, soft_wrap=True)
