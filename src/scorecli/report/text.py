"""The result of an audit as text: the verdict, the breakdown, the findings."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scorecli.audit import Audit
from scorecli.errors import Problem, UsageError
from scorecli.games.base import shown_setting
from scorecli.ledger import CLAIM_CODES, ERROR, NOTE, WARNING, Finding, Line
from scorecli.nearest import did_you_mean
from scorecli.record.sources import Place
from scorecli.report.console import printable
from scorecli.table.seats import SEATS, TEAMS

_SEVERITY_STYLES: Final = {ERROR: "bold red", WARNING: "yellow", NOTE: "dim"}
_UNKNOWN: Final = "?"


def verdict(audit: Audit) -> str:
    """Who won and by how much, and whether that was claimed: one sentence or two."""
    return f"{_outcome(audit)} {_standing(audit)}".strip()


def _outcome(audit: Audit) -> str:
    score, hand = audit.score, audit.hand
    if score is None:
        return "This hand can not be scored: its cards are wrong."
    if score.winner == "draw":
        return f"A draw: {score.figures[0]['total']} each."
    if score.winner is not None:
        winner = TEAMS.index(score.winner)
        won, lost = (score.figures[team][audit.game.figures[-1]] for team in (winner, 1 - winner))
        return f"{score.winner} wins by {score.margin}: {won} to {lost}."
    declared = ", ".join(
        f"{team} {_shown(score.figures[number]['declarations'])}"
        for number, team in enumerate(TEAMS)
    )
    if hand.level == "tricks" and hand.replay is not None:
        played = len(hand.replay.winners)
        return f"Not finished: {played} of {audit.game.hand_size} tricks. Declarations: {declared}."
    return f"Declarations: {declared}. No tricks are recorded."


def _standing(audit: Audit) -> str:
    """How the hand stands: invalid, provisional, disputed, agreed."""
    if not audit.hand.valid:
        return ""
    words = []
    if audit.legal is False:
        words.append("Provisional: a rule was broken.")
    if audit.claims == "differ":
        wrong = next(found for found in audit.findings if found.code in CLAIM_CODES)
        words.append(f"Disputed: {printable(wrong.message).partition(';')[0]}.")
    elif audit.claims == "agree":
        words.append("Agreed: all claims are right.")
    elif audit.legal is not False:
        words.append("No score was claimed.")
    return " ".join(words)


def _shown(points: int | None) -> str:
    return _UNKNOWN if points is None else str(points)


def print_audit(
    console: Console, audit: Audit, place: Place, finding_lines: Sequence[int | None]
) -> None:
    """Print the verdict, the breakdown and the findings of one hand.

    Args:
        console: where to print.
        audit: the hand.
        place: where its record stands.
        finding_lines: for each finding the line of the file, where it has one.
    """
    console.print(Text(verdict(audit), style="bold"))
    console.print(Text(_about(audit, place), style="dim"))
    if audit.score is not None:
        console.print()
        console.print(_breakdown(audit.game.figures, audit))
    if audit.findings:
        console.print()
        print_findings(console, audit.findings, place, finding_lines)


def print_figure(console: Console, audit: Audit, wanted: str) -> None:
    """Print the lines of one figure: `sequences` of both teams, or `NS.sequences` of one.

    Raises:
        UsageError: if the game has no such figure.
    """
    team, dot, figure = wanted.rpartition(".")
    figures = audit.game.figures
    if (dot and team not in TEAMS) or figure not in figures:
        known = [f"{name}.{one}" for name in TEAMS for one in figures]
        suggestion = did_you_mean(wanted, [*known, *figures])
        raise UsageError(
            f"{audit.game.name} has no figure {wanted!r}{suggestion or '; it has '}"
            + ("" if suggestion else ", ".join(figures))
        )
    if audit.score is None:
        console.print(Text(verdict(audit), style="bold"))
        return
    shown = figures if figure == figures[-1] else (figure,)
    table = _breakdown(shown, audit, team if dot else None, with_lines=len(shown) == 1)
    console.print(table)


def print_problems(console: Console, problems: Sequence[Problem], place: Place) -> None:
    """Print why a record can not be read, one line a problem."""
    for problem in problems:
        where = place.name
        if problem.line is not None:
            where += f":{problem.line}"
            if problem.column is not None:
                where += f":{problem.column}"
        elif place.line is not None or place.index is not None:
            where = str(place)
        path = f" {problem.path}:" if problem.path != "$" else ""
        text = Text(f"{where}:", style="bold")
        text.append(f"{path} {printable(problem.message)}", style="not bold")
        console.print(text, soft_wrap=True)


def print_findings(
    console: Console,
    findings: Sequence[Finding],
    place: Place,
    finding_lines: Sequence[int | None],
) -> None:
    """Print findings, the gravest first, each with its place and its clause."""
    by_gravity = sorted(
        zip(findings, finding_lines, strict=True),
        key=lambda pair: list(_SEVERITY_STYLES).index(pair[0].severity),
    )
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(ratio=1, overflow="fold")
    for found, line in by_gravity:
        text = Text(f"{found.code}", style="bold")
        clause = f" ({found.clause})" if found.clause else ""
        text.append(f"{clause}: {printable(found.message)}", style="not bold")
        table.add_row(Text(found.severity, style=_SEVERITY_STYLES[found.severity]), text)
        if found.severity != NOTE or found.path != "$":
            where = place.name if line is None else f"{place.name}:{line}"
            path = f" {found.path}" if found.path != "$" else ""
            table.add_row("", Text(f"{where}{path}", style="dim"))
    console.print(table)
    worst = by_gravity[0][0]
    if worst.severity != NOTE:
        console.print(Text(f"What it means: scorecli explain {worst.code}", style="dim"))


def _about(audit: Audit, place: Place) -> str:
    """Which hand this is, in one line."""
    record, hand = audit.record, audit.hand
    parts = [audit.game.title]
    if record.get("id"):
        parts.append(f"hand {printable(str(record['id']))}")
    if hand.dealer is not None:
        parts.append(f"dealer {_seat_name(audit, SEATS[hand.dealer])}")
    parts.append(f"rules {audit.game.name} {audit.game.revision}")
    for switch, value in audit.rules.items():
        if value != audit.game.defaults[switch]:
            set_by = "--rule" if switch in audit.overrides else "the record"
            parts.append(f"{switch}={shown_setting(value)} (set by {set_by})")
    return f"{place}: {', '.join(parts)}"


def _seat_name(audit: Audit, seat: str) -> str:
    players: Mapping[Any, str | None] = audit.record.get("players") or {}
    name = players.get(seat)
    return f"{seat} ({printable(name)})" if name else seat


def _breakdown(
    figures: Sequence[str], audit: Audit, only: str | None = None, *, with_lines: bool = True
) -> Table:
    """Figures, each with its lines under it; they add up to it."""
    assert audit.score is not None
    teams = TEAMS if only is None else (only,)
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("Clause", style="dim", no_wrap=True)
    table.add_column("", ratio=1, overflow="fold")
    for team in teams:
        table.add_column(team, justify="right", no_wrap=True, min_width=5)
    lines = audit.score.detail().lines if with_lines else []
    for figure in figures:
        if not audit.hand.complete or audit.hand.replay is None:
            # Of an unfinished hand only what is known is shown.
            known = [one[figure] for one in audit.score.figures]
            if known == [None, None]:
                continue
        points = [_shown(audit.score.figures[TEAMS.index(team)][figure]) for team in teams]
        name = audit.game.figure_titles[figure]
        table.add_row("", Text(name, style="bold"), *[Text(one, style="bold") for one in points])
        for line in sorted((line for line in lines if line.figure == figure), key=_tricks_first):
            if line.team in teams:
                shown = [str(line.points) if line.team == team else "" for team in teams]
                table.add_row(line.clause, Padding(_line_text(line), (0, 0, 0, 2)), *shown)
    return table


def _tricks_first(line: Line) -> int:
    """The tricks of both teams in order of play, then what moved afterwards."""
    return line.trick or 0 if line.what == "trick" else 99


def _line_text(line: Line) -> Text:
    """A line of the breakdown without its points: what it is, its cards, its arithmetic."""
    what = line.what
    if what == "trick":
        what = f"trick {line.trick}, {line.seat}"
    elif line.trick is not None:
        what = f"{what} (trick {line.trick})"
    elif line.seat is not None:
        what = f"{line.seat} declares {what}"
    text = Text(f"{what}:" if line.cards else what)
    if line.cards:
        text.append(" " + " ".join(line.cards), style="cyan")
    if line.arithmetic != str(line.points):
        text.append(f" = {line.arithmetic}", style="dim")
    return text
