"""Matches as text: the standing first, then hand by hand, then what does not fit."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.text import Text

from scorecli.ledger import ERROR
from scorecli.match import Match, MatchHand, Totals, wrong_carried
from scorecli.report.breakdown import shown_points
from scorecli.report.console import hanging
from scorecli.report.findings import print_finding
from scorecli.report.plain import brief, printable
from scorecli.table.seats import SEATS, TEAMS

_NAME_LENGTH: Final = 24
_NUMBER_WIDTH: Final = 6
_HEADS: Final = ("Hand", "Dealer")
_COLUMNS: Final = ("NS", "EW", "NS", "EW")


def print_matches(console: Console, matches: Sequence[Match]) -> None:
    """Print matches, a blank line between them."""
    for number, match in enumerate(matches):
        if number:
            console.print()
        print_match(console, match)


def print_match(console: Console, match: Match) -> None:
    """Print one match."""
    hanging(console, Text(), Text(standing(match), style="bold"))
    hanging(console, Text(), Text(_about(match), style="dim"))
    console.print()
    _print_hands(console, match)
    if match.findings:
        console.print()
    for one in match.findings:
        place = match.hands[one.hand - 1].place
        print_finding(console, one.finding, place.line, place, about=f"hand {one.hand}: ")
    codes = [one.finding.code for one in match.findings if one.finding.severity == ERROR]
    codes += [one.finding.code for one in match.findings]
    if codes:
        hanging(console, Text(), Text(f"What it means: scorecli explain {codes[0]}", style="dim"))


def standing(match: Match) -> str:
    """How the match stands, in a sentence or two: "NS wins the match by 24: 240 to 216."."""
    wrong = [one for one in match.findings if one.finding.severity == ERROR]
    words = [_standing(match)]
    if wrong:
        words.append(f"Hand {wrong[0].hand}: {wrong[0].finding.message.partition(';')[0]}.")
    if open_hands := [str(n) for n, hand in enumerate(match.hands, 1) if _is_open(hand)]:
        verb = "is" if len(open_hands) == 1 else "are"
        number = "Hand" if len(open_hands) == 1 else "Hands"
        words.append(f"{number} {', '.join(open_hands)} {verb} provisional or disputed.")
    return " ".join(words)


def _standing(match: Match) -> str:
    rules, totals = match.game.match, match.totals
    hands = f"{len(match.hands)} hand{'' if len(match.hands) == 1 else 's'}"
    if totals is None or match.leader is None:
        unknown = next(n for n, hand in enumerate(match.hands, 1) if hand.points is None)
        return f"Not known after {hands}: hand {unknown} has no score."
    first, second = totals
    score = f"{max(first, second)} to {min(first, second)}"
    if match.leader == "draw":
        if match.over:
            return f"The match is a draw: {score}."
        return f"Even after {hands}: {'0 resti' if rules.opposed else score}."
    by = f"{match.margin} {rules.unit}" if rules.opposed else f"{match.margin}: {score}"
    if match.over:
        return f"{match.leader} wins the match by {by}."
    left = ""
    if match.target is not None:
        left = f"; {match.target - max(first, second)} more make {match.target}"
    elif rules.hands is not None:
        left = f"; deal {len(match.hands)} of {rules.hands}"
    return f"After {hands} {match.leader} leads by {by}{left}."


def _is_open(hand: MatchHand) -> bool:
    return hand.status in ("illegal", "disputed")


def _about(match: Match) -> str:
    """Which match this is: game, event, table, players."""
    parts = [match.game.title]
    if match.event is not None:
        parts.append(brief(str(match.event), _NAME_LENGTH))
    if match.table is not None:
        parts.append(f"table {brief(str(match.table), _NAME_LENGTH)}")
    players = match.hands[0].players
    teams = [
        " and ".join(
            brief(players[seat], _NAME_LENGTH) for seat in SEATS if seat in players and seat in team
        )
        for team in TEAMS
    ]
    parts += [f"{team} {names}" for team, names in zip(TEAMS, teams, strict=True) if names]
    return ", ".join(parts)


def _print_hands(console: Console, match: Match) -> None:
    names = [_name(hand) for hand in match.hands]
    width = max(len(_HEADS[0]), *map(len, names))
    heads = "".join(column.rjust(_NUMBER_WIDTH) for column in _COLUMNS)
    unit = match.game.match.unit
    groups = f"{unit.rjust(2 * _NUMBER_WIDTH)}{'running'.rjust(2 * _NUMBER_WIDTH)}"
    blank = " " * (width + 2 + len(_HEADS[1]))
    console.print(Text(blank + groups, style="dim"), soft_wrap=True)
    console.print(
        Text(f"{_HEADS[0].ljust(width)}  {_HEADS[1]}{heads}", style="bold"), soft_wrap=True
    )
    for row in _rows(match, names, width):
        console.print(row, soft_wrap=True)


def _rows(match: Match, names: Sequence[str], width: int) -> Iterator[Text]:
    size = match.game.match.round
    if match.hands[0].before not in (None, (0, 0)):
        yield Text(
            f"{'carried'.ljust(width)}  {'':6}{_cells(None, blank=True)}"
            f"{_cells(match.hands[0].before)}"
        )
    for number, (hand, name) in enumerate(zip(match.hands, names, strict=True), 1):
        row = Text(f"{name.ljust(width)}  {hand.dealer or '?':<{len(_HEADS[1])}}")
        row.append(_cells(hand.points) + _cells(hand.after))
        if hand.status not in ("agreed", "computed"):
            row.append(f"  {hand.status}", style="yellow")
        if hand.carried and wrong_carried(match, hand):
            claimed = " ".join(f"{team} {total}" for team, total in hand.carried.items())
            row.append(f"  carried: {claimed}", style="yellow")
        yield row
        if size is not None and number % size == 0:
            subtotal = f"giro {number // size}".ljust(width)
            points = match.rounds[number // size - 1]
            yield Text(f"{subtotal}  {'':6}{_cells(points)}", style="bold")


def _cells(totals: Totals | None, *, blank: bool = False) -> str:
    shown = ("", "") if blank else [shown_points(points) for points in totals or (None, None)]
    return "".join(cell.rjust(_NUMBER_WIDTH) for cell in shown)


def _name(hand: MatchHand) -> str:
    """What a hand is called in the table: its name, its deal or its place."""
    if hand.id:
        return brief(hand.id, _NAME_LENGTH)
    if hand.deal is not None:
        return f"deal {brief(str(hand.deal), _NAME_LENGTH)}"
    return brief(printable(str(hand.place)), _NAME_LENGTH)
