"""The summary of an audit for people: what there is, what is wrong and where, the verdict last."""

from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from scorecli.games import game_named
from scorecli.ledger import ERROR, NOTE, UNREADABLE, WARNING
from scorecli.report.console import hanging, text_width
from scorecli.report.findings import SEVERITY_STYLES
from scorecli.report.plain import brief, printable
from scorecli.summary import CodeCount, MostNamed, Summary
from scorecli.table.wording import how_many

_STATUSES: Final = ("agreed", "computed", "disputed", "illegal", "incomplete", "invalid")
_NAMED: Final = 5
_GAP: Final = 2


def print_summary(console: Console, summary: Summary) -> None:
    """Print hands, findings, what is at stake and who disputes most, and the verdict."""
    _print_hands(console, summary)
    _print_findings(console, summary)
    _print_stakes(console, summary)
    _print_names(
        console, "Tables with most hands in doubt (disputed, illegal, invalid)", summary.tables
    )
    _print_names(console, "Players with most hands in doubt", summary.players)
    hanging(console, Text(), Text(verdict(summary), style="bold"))


def verdict(summary: Summary) -> str:
    """What the audit comes to, in a sentence or two."""
    if not summary.records:
        return "No hands."
    number = summary.records
    hands = how_many(number, "hand")
    by_status: dict[str, int] = {}
    for (_game, status), count in summary.hands.items():
        by_status[status] = by_status.get(status, 0) + count
    wrong = [
        f"{by_status[status]:,} {words}"
        for status, words in (
            ("disputed", "disputed"),
            ("illegal", "illegal"),
            ("invalid", "invalid"),
            ("incomplete", "incomplete"),
            (UNREADABLE, "that cannot be read"),
        )
        if by_status.get(status)
    ]
    in_order = not summary.count(ERROR) and not summary.count(WARNING)
    standing = f": {_listed(wrong)}" if wrong else ", all in order" if in_order else ""
    found = [
        how_many(summary.count(severity), severity)
        for severity in (ERROR, WARNING, NOTE)
        if summary.count(severity)
    ]
    return f"{hands}{standing}. {_listed(found).capitalize() or 'No findings'}."


def _print_hands(console: Console, summary: Summary) -> None:
    """A table of hands by game and status, or where it is too wide for that a line a game."""
    statuses = [one for one in _STATUSES if any(key[1] == one for key in summary.hands)]
    games = sorted({game for game, _status in summary.hands if game})
    if not summary.records:
        return
    rows = [["", *statuses, "hands"]]
    for game in games:
        counts = [summary.hands.get((game, status), 0) for status in statuses]
        rows.append(
            [game_named(game).name, *(f"{one:,}" if one else "-" for one in (*counts, sum(counts)))]
        )
    if summary.unreadable:
        rows.append([UNREADABLE, *("-" for _status in statuses), f"{summary.unreadable:,}"])
    lines = list(_aligned(rows))
    if len(lines[0]) <= text_width(console):
        for number, line in enumerate(lines):
            console.print(Text(line, style="bold" if number == 0 else ""), soft_wrap=True)
    else:
        for name, *cells, all_hands in rows[1:]:
            words = [
                f"{cell} {status}"
                for cell, status in zip(cells, statuses, strict=True)
                if cell != "-"
            ]
            more = f": {_listed(words)}" if words else ""
            text = Text.assemble((f"{name} {all_hands}", "bold"), more)
            hanging(console, Text(), text)
    console.print()


def _aligned(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [cell.rjust(width + _GAP) for cell, width in zip(others, widths[1:], strict=True)]
        yield first.ljust(widths[0]) + "".join(cells)


def _print_findings(console: Console, summary: Summary) -> None:
    """Each code with how often it came and its first place, the gravest first."""
    severities = (ERROR, WARNING, NOTE)
    codes = sorted(
        summary.codes.items(),
        key=lambda one: (severities.index(one[1].severity), -one[1].count),
    )
    for code, one in codes:
        _print_code(console, code, one)
    if codes:
        worst = codes[0][0]
        hint = f"What it means: scorecli explain {worst}; each with its place: --findings FILE"
        hanging(console, Text(), Text(hint, style="dim"))
        console.print()


def _print_code(console: Console, code: str, one: CodeCount) -> None:
    head = Text(f"{one.severity} ", style=SEVERITY_STYLES[one.severity])
    hanging(console, head, Text.assemble((f"{code} ", "bold"), f"{one.count:,}"))
    indent = Text("  ")
    hanging(console, indent, Text(f"{brief(one.place)}: {brief(one.message)}", style="dim"))


def _print_stakes(console: Console, summary: Summary) -> None:
    stakes = [
        f"{how_many(by, one, several)} in {game}"
        for one, several, sums in (
            ("point", "points", summary.points),
            ("resto", "resti", summary.resti),
        )
        for game, by in sums.items()
    ]
    if stakes:
        hanging(console, Text("At stake: ", style="bold"), Text(_listed(stakes)))


def _print_names(console: Console, title: str, names: MostNamed) -> None:
    # A count that says less than the error it may have is not worth naming.
    least = max(1, names.missed)
    first = [(name, number) for name, number in names.first(_NAMED) if number > least]
    if not first:
        return
    words = ", ".join(f"{printable(name)} ({number:,})" for name, number in first)
    if names.missed:
        words += f"; too low by at most {names.missed:,}, for there are very many"
    hanging(console, Text(), Text(title, style="bold"))
    hanging(console, Text("  "), Text(words))


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words)
