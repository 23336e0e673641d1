"""Findings, and why a record cannot be read, as text: each with its place."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from scorecli.errors import Problem
from scorecli.ledger import ERROR, NOTE, WARNING, Finding
from scorecli.record.pieces import Place
from scorecli.report.console import hanging
from scorecli.report.plain import brief, printable

SEVERITY_STYLES: Final = {ERROR: "bold red", WARNING: "yellow", NOTE: "dim"}
_FEW_NOTES: Final = 3
"""Of more notes of one code than this only the first is printed in full."""

_MOST: Final = 10
"""Of more findings of one code than this the others are only counted, with their places."""

Located = tuple[Finding, int | None]
"""A finding, and the line of the file that it is about, where one is."""


def print_findings(console: Console, findings: Sequence[Located], place: Place) -> None:
    """Print findings, the gravest first and those of one code together, each with its place."""
    gravest = list(SEVERITY_STYLES)
    alike: dict[str, list[Located]] = {}
    for pair in sorted(findings, key=lambda pair: gravest.index(pair[0].severity)):
        alike.setdefault(pair[0].code, []).append(pair)
    for several in alike.values():
        many_notes = several[0][0].severity == NOTE and len(several) > _FEW_NOTES
        shown = 1 if many_notes else _MOST
        for found, line in several[:shown]:
            print_finding(console, found, line, place)
        if others := several[shown:]:
            paths = list(dict.fromkeys(brief(found.path) for found, _line in others))
            where = ", ".join(paths[:_MOST]) + (" ..." if len(paths) > _MOST else "")
            indent = Text(" " * _head(several[0][0]).cell_len)
            hanging(console, indent, Text(f"and {len(others)} more: {where}", style="dim"))
    worst = next(iter(alike.values()))[0][0]
    if worst.severity != NOTE:
        hanging(console, Text(), Text(f"What it means: scorecli explain {worst.code}", style="dim"))


def print_finding(
    console: Console, found: Finding, line: int | None, place: Place, *, about: str = ""
) -> None:
    """Print one finding with its place; `about` says first what it is about, if that is needed."""
    head = _head(found)
    clause = f" ({found.clause})" if found.clause else ""
    hanging(
        console,
        head,
        Text.assemble((found.code, "bold"), f"{clause}: {about}{brief(found.message)}"),
    )
    if found.path != "$":
        where = place.name if line is None else f"{place.name}:{line}"
        where = f"{printable(where)} {brief(found.path)}"
        hanging(console, Text(" " * head.cell_len), Text(where, style="dim"))


def _head(found: Finding) -> Text:
    return Text(f"{found.severity} ", style=SEVERITY_STYLES[found.severity])


def print_problems(console: Console, problems: Iterable[Problem], place: Place) -> None:
    """Print why a record cannot be read, one line a problem."""
    for problem in problems:
        where = str(place)
        if problem.line is not None:
            where = f"{place.name}:{problem.line}"
            if problem.column is not None:
                where += f":{problem.column}"
        path = f" {brief(problem.path)}:" if problem.path != "$" else ""
        text = Text.assemble((f"{printable(where)}:", "bold"), f"{path} {brief(problem.message)}")
        console.print(text, soft_wrap=True)
