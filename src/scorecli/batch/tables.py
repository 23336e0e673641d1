"""The hands of each table held against each other, with memory for so many tables at a time."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from scorecli.games import game_named
from scorecli.ledger import Finding
from scorecli.match.hand import MatchHand
from scorecli.match.log import add_hand, next_match
from scorecli.match.totals import Match
from scorecli.record.pieces import Place

MOST_TABLES: Final = 10_000
"""The table at which nobody played for longest is forgotten if there are more."""

_Table = tuple[str, str | None, str | None]
_PAIRS: Final = ("numbered", "first_dealer", "last_dealer")


class Tables:
    """The match that is open at each table."""

    def __init__(self) -> None:
        """Begin without a table."""
        self._open: dict[_Table, Match] = {}
        self._gaps = 0
        self._gaps_before: dict[_Table, int] = {}

    def add(self, hand: MatchHand) -> list[Finding]:
        """Add the next hand of a table, and tell what is wrong between it and those before."""
        table = hand.at
        before = self._open.pop(table, None)
        if before is not None:
            before.gap = before.gap or self._gaps_before[table] < self._gaps
        match = self._open[table] = next_match(before, hand, None)
        self._gaps_before[table] = self._gaps
        if len(self._open) > MOST_TABLES:
            forgotten = next(iter(self._open))
            del self._open[forgotten], self._gaps_before[forgotten]
        return add_hand(match, hand)

    def skip(self) -> None:
        """Note a record that cannot be read: at any table a hand may be missing from here on."""
        self._gaps += 1

    def state(self) -> list[dict[str, Any]]:
        """All that later hands need, for JSON."""
        return [
            _match_state(match) | {"gap": match.gap or self._gaps_before[table] < self._gaps}
            for table, match in self._open.items()
        ]

    def go_back(self, states: Iterable[Mapping[str, Any]]) -> None:
        """Take up a state."""
        for state in states:
            match = _match_from(state)
            assert match.last is not None
            table = match.last.at
            self._open[table] = match
            self._gaps_before[table] = self._gaps


def _match_state(match: Match) -> dict[str, Any]:
    assert match.last is not None
    last = match.last._asdict()
    # What follows needs no more of the last hand than this.
    del last["place"], last["house_rules"], last["status"], last["has_errors"], last["id"]
    return {
        "game": match.game.name,
        "event": match.event,
        "table": match.table,
        "target": match.target,
        "follows": match.follows,
        "gap": match.gap,
        "count": match.count,
        "people": match.people,
        "dealt": match.dealt,
        "wrong": match.wrong,
        **{name: getattr(match, name) for name in _PAIRS},
        "last": last,
    }


def _match_from(state: Mapping[str, Any]) -> Match:
    fields = {**state, "game": game_named(state["game"])}
    fields |= {name: _pair(fields[name]) for name in _PAIRS}
    last: dict[str, Any] = {**fields.pop("last")}
    last |= {name: _pair(last[name]) for name in ("points", "before", "after")}
    hand = MatchHand(**last, place=Place(""), id=None, house_rules={}, status="", has_errors=False)
    return Match(**fields, last=hand)


def _pair(values: Any) -> Any:
    return None if values is None else tuple(values)
