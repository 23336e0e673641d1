"""The breakdown of a score as text: each figure, and under it the lines that add up to it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from scorecli.audit import Audit
from scorecli.errors import UsageError
from scorecli.games import GAMES, game_named
from scorecli.games.score import in_words
from scorecli.ledger import Line
from scorecli.nearest import did_you_mean
from scorecli.report.console import hanging, text_width
from scorecli.report.running import print_running
from scorecli.seats import TEAMS
from scorecli.table.wording import listed

_CLAUSE_WIDTH: Final = 7
_INDENT: Final = 2
_POINTS_WIDTH: Final = 5
_UNKNOWN: Final = "?"


def shown_points(points: int | None) -> str:
    """A figure for people, also where it is not known."""
    return _UNKNOWN if points is None else str(points)


def print_breakdown(console: Console, audit: Audit) -> None:
    """Print all figures with their lines; of an unfinished hand only what is known."""
    assert audit.score is not None
    figures: Sequence[str] = audit.game.figures
    if not audit.hand.complete or audit.hand.replay is None:
        known = audit.score.figures
        figures = [name for name in figures if any(of[name] is not None for of in known)]
    detail = audit.score.detail()
    lines = detail.lines
    if detail.running is not None and detail.running.events:
        print_running(console, detail.running)
        lines = [line for line in lines if line.figure != detail.running.figure]
    _print_figures(console, audit, figures, TEAMS, lines)
    if audit.score.bounds is not None:
        _print_bounds(console, audit, audit.score.bounds)


def _print_bounds(console: Console, audit: Audit, bounds: Mapping[str, Any]) -> None:
    """Print between what ends the figures lie that are not certain, and what decides them."""
    assert audit.score is not None
    console.print()
    depends = in_words(audit.score.deciding)
    heading = f"Not certain, for it depends on {depends}"
    if not any(None in figures.values() for figures in audit.score.figures):
        heading = f"Assumed above; depending on {depends} it can be:"
    hanging(console, Text(), Text(heading, style="bold"))
    for title, ends in _ends(audit, bounds):
        hanging(console, Text(f"  {title}: "), Text(ends))


def _ends(audit: Audit, bounds: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is not certain and between what ends it lies, both in words."""
    assert audit.score is not None
    for figure, title in audit.game.figure_titles.items():
        ends = [
            f"{team} {low} to {high}"
            for team in TEAMS
            for low, high in [bounds.get(team, {}).get(figure, (0, 0))]
            if low != high
        ]
        if ends:
            yield title, ", ".join(ends)
    for key in audit.game.outcome:
        low, high = bounds.get(key, (0, 0))
        if low != high:
            yield key.replace("_", " ").capitalize(), f"{low} to {high} (NS positive)"
    winners = bounds.get("winner", ())
    if audit.score.winner is not None and len(winners) > 1:
        yield "Winner", listed(winners)


def print_figure(console: Console, audit: Audit, wanted: str, heading: str) -> None:
    """Print the lines of one figure; those of the total are the other figures.

    Args:
        console: where to print.
        audit: the hand.
        wanted: `sequences` of both teams, or `NS.sequences` of one.
        heading: what to print above.

    Raises:
        UsageError: if the game has no such figure.
    """
    team, dot, figure = wanted.rpartition(".")
    figures = audit.game.figures
    if (dot and team not in TEAMS) or not any(figure in game_named(name).figures for name in GAMES):
        known = [f"{name}.{one}" for name in TEAMS for one in figures]
        has = did_you_mean(wanted, [*known, *figures]) or f"; it has {', '.join(figures)}"
        raise UsageError(f"{audit.game.name} has no figure {wanted!r}{has}")
    hanging(console, Text(), Text(heading, style="bold"))
    if audit.score is None:
        return
    if figure not in figures:
        # In a log of several games some have a figure that others have not.
        console.print(Text(f"{audit.game.title} has no {figure}"))
        return
    teams = [team] if dot else TEAMS
    if figure == figures[-1]:
        _print_figures(console, audit, [*audit.game.addends, figure], teams, ())
    else:
        _print_figures(console, audit, [figure], teams, audit.score.detail().lines)


def _print_figures(
    console: Console,
    audit: Audit,
    figures: Sequence[str],
    teams: Sequence[str],
    lines: Sequence[Line],
) -> None:
    assert audit.score is not None
    width = text_width(console) - _CLAUSE_WIDTH - _POINTS_WIDTH * len(teams)
    rows = list(_rows(width, "Clause", [Text()], teams, "bold"))
    for figure in figures:
        points = [shown_points(audit.score.figures[TEAMS.index(team)][figure]) for team in teams]
        name = Text(audit.game.figure_titles[figure], style="bold")
        rows += _rows(width, "", [name], points, "bold")
        for line in sorted((line for line in lines if line.figure == figure), key=_tricks_first):
            if line.team in teams:
                points = [str(line.points) if line.team == team else "" for team in teams]
                text = _line_text(console, line, width - _INDENT)
                indented = [Text(" " * _INDENT) + part for part in text]
                rows += _rows(width, line.clause, indented, points)
    # All at once: a print for each row would take a tenth of the time of the whole command.
    console.print(Text("\n").join(rows), soft_wrap=True)


def _tricks_first(line: Line) -> int:
    """The tricks of both teams in order of play, then what moved afterwards."""
    return line.trick or 0 if line.what == "trick" else 99


def _line_text(console: Console, line: Line, width: int) -> Sequence[Text]:
    """A line of the breakdown without its points: what it is, its cards, its arithmetic."""
    what = line.what
    if what == "trick":
        what = f"trick {line.trick}, {line.seat}"
    elif line.trick is not None:
        what = f"{what} (trick {line.trick})"
    elif line.seat is not None:
        what = f"{line.seat} {what}"
    text = Text(f"{what}:" if line.cards else what)
    if line.cards:
        text.append(" " + " ".join(line.cards), style="cyan")
    wrapped = list(text.wrap(console, width))
    if line.arithmetic != str(line.points):
        # On the same line if it fits there as a whole.
        arithmetic = Text(f"= {line.arithmetic}", style="dim")
        wrapped[-1].rstrip()
        if wrapped[-1].cell_len + 1 + arithmetic.cell_len <= width:
            wrapped[-1] += Text(" ") + arithmetic
        else:
            wrapped += arithmetic.wrap(console, width)
    return wrapped


def _rows(
    width: int, clause: str, lines: Sequence[Text], points: Sequence[str], style: str = ""
) -> Iterator[Text]:
    """A clause, the lines of a text beside it, and points at the end of the first line."""
    for number, line in enumerate(lines):
        head = clause if number == 0 else ""
        row = Text.assemble((head.ljust(_CLAUSE_WIDTH), "dim"), line)
        if number == 0:
            row.append(" " * (width - line.cell_len))
            row.append("".join(one.rjust(_POINTS_WIDTH) for one in points), style)
        row.rstrip()
        yield row
