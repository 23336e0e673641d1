"""Matches as text: the standing first, then hand by hand, then what does not fit."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from scorecli.games.base import shown_setting
from scorecli.ledger import ERROR
from scorecli.match.hand import MatchHand, Totals
from scorecli.match.totals import Match, wrong_carried
from scorecli.report.breakdown import shown_points
from scorecli.report.console import hanging, text_width
from scorecli.report.findings import print_finding
from scorecli.report.plain import brief
from scorecli.seats import DRAW, SEATS, TEAMS
from scorecli.table.wording import how_many, listed

_NAME_LENGTH: Final = 24
_NARROWEST_NUMBER: Final = 6
_DEALER: Final = "Dealer"
_STATUS_WORDS: Final = {
    "illegal": "provisional",
    "disputed": "disputed",
    "invalid": "invalid",
    "incomplete": "unfinished and in dispute",
}
"""What is said of a hand in which something is wrong, by its status."""


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
    _print_ways_on(console, match)


def _print_ways_on(console: Console, match: Match) -> None:
    codes = [one.finding.code for one in match.findings if one.finding.severity == ERROR]
    codes += [one.finding.code for one in match.findings]
    if codes:
        hanging(console, Text(), Text(f"What it means: scorecli explain {codes[0]}", style="dim"))
    if wrong := next((hand for hand in match.hands if hand.has_errors), None):
        source = brief(wrong.place.source)
        text = f"What is wrong in a hand: scorecli score {source}"
        hanging(console, Text(), Text(text, style="dim"))


def standing(match: Match) -> str:
    """How the match stands, in a sentence or two: "NS wins the match by 24: 240 to 216."."""
    words = [_standing(match)]
    if wrong := [one for one in match.findings if one.finding.severity == ERROR]:
        words.append(f"Hand {wrong[0].hand}: {wrong[0].finding.message.partition(';')[0]}.")
    changed = [one.hand for one in match.findings if one.finding.code == "players-changed"]
    if changed:
        words.append(f"Seats or people changed in hand {changed[0]}: these totals are by seat.")
    for status, word in _STATUS_WORDS.items():
        numbers = [
            str(number)
            for number, hand in enumerate(match.hands, 1)
            if hand.has_errors and hand.status == status
        ]
        if numbers:
            are = "Hand {} is {}." if len(numbers) == 1 else "Hands {} are {}."
            words.append(are.format(listed(numbers, "and"), word))
    return " ".join(words)


def _standing(match: Match) -> str:
    rules, totals = match.game.match, match.totals
    hands = how_many(len(match.hands), "hand")
    if totals is None:
        return f"Not known after {hands}: {_why_unknown(match)}."
    first, second = totals
    claimed = [number for number, hand in enumerate(match.hands, 1) if hand.taken_over]
    rests = f", by the totals claimed in hand {claimed[-1]}" if claimed else ""
    score = f"{max(first, second)} to {min(first, second)}{rests}"
    if match.leader == DRAW:
        if match.over:
            return f"The match is a draw: {score}."
        return f"Even after {hands}: {f'0 {rules.unit}{rests}' if rules.opposed else score}."
    by = f"{match.margin} {rules.unit}{rests}" if rules.opposed else f"{match.margin}: {score}"
    if match.over:
        return f"{match.leader} wins the match by {by}."
    left = ""
    if match.target is not None:
        left = f"; {match.target - max(first, second)} more make {match.target}"
    elif rules.hands is not None:
        left = f"; deal {match.deals} of {rules.hands}"
    return f"After {hands} {match.leader} leads by {by}{left}."


def _why_unknown(match: Match) -> str:
    """Why the totals at the end are not known: where they were lost for good."""
    number = len(match.hands)
    while number > 1 and match.hands[number - 2].after is None:
        number -= 1
    hand = match.hands[number - 1]
    if hand.before is None:
        return f"what was carried into hand {number} is not"
    return f"hand {number} has no score"


def _about(match: Match) -> str:
    """Which match this is: game, event, table, players, house rules."""
    parts = [match.game.title]
    if match.event is not None:
        parts.append(brief(str(match.event), _NAME_LENGTH))
    if match.table is not None:
        parts.append(f"table {brief(str(match.table), _NAME_LENGTH)}")
    players = {seat: name for seat, name in match.hands[0].players.items() if name.strip()}
    for team in TEAMS:
        names = [brief(players[seat], _NAME_LENGTH) for seat in SEATS if seat in players]
        of_team = [name for name, seat in zip(names, players, strict=True) if seat in team]
        if of_team:
            parts.append(f"{team} {' and '.join(of_team)}")
    played = [hand.house_rules for hand in match.hands]
    switches = dict.fromkeys(switch for rules in played for switch in rules)
    for switch in switches:
        values = [rules.get(switch, match.game.defaults[switch]) for rules in played]
        shown = listed([shown_setting(value) for value in dict.fromkeys(values)], "and")
        parts.append(f"{switch}={shown}")
    return ", ".join(parts)


def _print_hands(console: Console, match: Match) -> None:
    numbers = [
        str(points)
        for hand in match.hands
        for totals in (hand.points, hand.before, hand.after)
        for points in totals or ()
    ]
    table = _Table(
        number=max([_NARROWEST_NUMBER, *(len(number) + 2 for number in numbers)]),
        width=text_width(console),
        names=[_name(hand) for hand in match.hands],
    )
    unit = match.game.match.unit.rjust(2 * table.number)
    groups = f"{unit}{'running'.rjust(2 * table.number)}"
    console.print(Text(table.row("", "", groups), style="dim"), soft_wrap=True)
    heads = "".join(team.rjust(table.number) for team in (*TEAMS, *TEAMS))
    console.print(Text(table.row("Hand", _DEALER, heads), style="bold"), soft_wrap=True)
    for row in _rows(match, table):
        console.print(row, soft_wrap=True)


class _Table:
    """The columns of the table of hands.

    Attributes:
        number: the width of a number.
        names: what the hands are called, cut so that a row fits.
    """

    def __init__(self, number: int, width: int, names: Sequence[str]) -> None:
        self.number = number
        self.width = width
        room = width - 2 - len(_DEALER) - 4 * number
        self._name = max(4, min(room, max(map(cell_len, names))))
        self.names = [_cut(name, self._name) for name in names]

    def row(self, name: str, dealer: str, numbers: str) -> str:
        """A row: the name, the dealer, and the columns of numbers."""
        return f"{set_cell_size(name, self._name)}  {dealer:<{len(_DEALER)}}{numbers}".rstrip()

    def cells(self, totals: Totals | None) -> str:
        """Two numbers, a question mark for what is not known."""
        shown = [shown_points(points) for points in totals or (None, None)]
        return "".join(cell.rjust(self.number) for cell in shown)


def _cut(name: str, width: int) -> str:
    """A name that fits; of a long one the end, where names of hands differ."""
    if cell_len(name) <= width:
        return name
    while cell_len(name) >= width:
        name = name[1:]
    return f"…{name}"


def _rows(match: Match, table: _Table) -> Iterator[Text]:
    subtotals = [
        Text(
            table.row(f"{match.game.match.round_name} {number}", "", table.cells(points)),
            style="bold",
        )
        for number, points in enumerate(match.rounds, 1)
    ]
    size = match.game.match.round or 1
    told = 0
    blank = " " * (2 * table.number)
    for hand, name, place in zip(match.hands, table.names, match.places, strict=True):
        # Rounds that are over, also such as lack their last hand.
        yield from subtotals[told : (place - 1) // size]
        told = (place - 1) // size
        if hand.taken_over or hand.before is None:
            yield Text(table.row("carried", "", blank + table.cells(hand.before)))
        row = Text(
            table.row(name, hand.dealer or "?", table.cells(hand.points) + table.cells(hand.after))
        )
        if note := _note(match, hand):
            if row.cell_len + 2 + len(note) > table.width:
                yield row
                row = Text(" ")
            row.append(f"  {note}", style="yellow")
        yield row
    yield from subtotals[told:]


def _note(match: Match, hand: MatchHand) -> str:
    """What is to be noted of a hand: a status that is not plain, a wrong carried total."""
    notes = [] if hand.status in ("agreed", "computed") else [hand.status]
    if wrong_carried(match, hand):
        notes.append(
            "carried: " + " ".join(f"{team} {total}" for team, total in hand.carried.items())
        )
    return ", ".join(notes)


def _name(hand: MatchHand) -> str:
    """What a hand is called in the table: its name, its deal or its place."""
    if hand.id:
        return brief(hand.id, _NAME_LENGTH)
    return f"deal {hand.deal}" if hand.deal is not None else brief(str(hand.place), _NAME_LENGTH)
