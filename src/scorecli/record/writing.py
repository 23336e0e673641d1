"""The canonical form of a record: keys in the order of the format, canonical codes, arrays.

Writing a record that was read, and reading it again, changes nothing. `x` and notes are kept as
they are; `null`, which means the same as a key left out, is left out.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from scorecli.cards import canonical_code, split_cards
from scorecli.record.schema import (
    FORMAT,
    Claims,
    Event,
    Item,
    OwedMatto,
    Record,
    Running,
    SeatDeclaration,
    TeamClaims,
    Trick,
)
from scorecli.seats import SEATS, TEAMS

_INDENT: Final = "  "
_LINE_LENGTH: Final = 100


def canonical(record: Record) -> dict[str, Any]:
    """The record in canonical form, as a dictionary for JSON."""
    fields: Mapping[str, Any] = {**record, "format": record.get("format") or FORMAT}
    return {
        key: _FORMS[key](fields[key]) if key in _FORMS else fields[key]
        for key in Record.__annotations__
        if fields.get(key) is not None
    }


def compact_text(record: Record) -> str:
    """The record in canonical form on one line, without the line feed: a line of a log."""
    return json.dumps(canonical(record), ensure_ascii=False, separators=(",", ":"))


def readable_text(record: Record, indent: str = "") -> str:
    """The record in canonical form for reading, without the last line feed.

    Every hand and every trick has a line of its own; all lines begin with the indent.
    """
    return indent + _laid_out(canonical(record), indent, whole=True)


def fingerprint(record: Record) -> str:
    """The SHA-256 of the record in canonical form on one line, in hexadecimal digits."""
    return hashlib.sha256(compact_text(record).encode("utf-8", "surrogatepass")).hexdigest()


def _laid_out(value: Any, indent: str, *, whole: bool = False) -> str:
    """JSON on one line where it is short or cannot be divided; a whole record is divided."""
    line = json.dumps(value, ensure_ascii=False)
    members = value.values() if isinstance(value, dict) else value
    divisible = isinstance(value, dict | list) and any(
        isinstance(member, dict | list) for member in members
    )
    if not divisible or (not whole and len(indent) + len(line) <= _LINE_LENGTH):
        return line
    inner = indent + _INDENT
    if isinstance(value, dict):
        parts = [
            f"{inner}{json.dumps(key, ensure_ascii=False)}: {_laid_out(member, inner)}"
            for key, member in value.items()
        ]
        opening, closing = "{}"
    else:
        parts = [inner + _laid_out(member, inner) for member in value]
        opening, closing = "[]"
    return ",\n".join([f"{opening}\n{parts[0]}", *parts[1:]]) + f"\n{indent}{closing}"


def _cards(cards: Any) -> list[str]:
    return [canonical_code(code) for code in split_cards(cards)]


def _by(keys: tuple[str, ...], form: Callable[[Any], Any]) -> Callable[[Any], dict[str, Any]]:
    """The form of an object whose keys are seats or teams."""

    def by_key(value: Any) -> dict[str, Any]:
        return {key: form(value[key]) for key in keys if value.get(key) is not None}

    return by_key


def _shaped(shape: Any, **forms: Callable[[Any], Any]) -> Callable[[Any], dict[str, Any]]:
    """The form of an object whose keys are those of a shape, each with its own form."""

    def in_order(value: Any) -> dict[str, Any]:
        return {
            key: forms.get(key, _as_it_is)(value[key])
            for key in shape.__annotations__
            if value.get(key) is not None
        }

    return in_order


def _as_it_is(value: Any) -> Any:
    return value


def _each(form: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    return lambda value: [form(member) for member in value]


def _trick(trick: Any) -> Any:
    return _long_trick(trick) if isinstance(trick, dict) else _cards(trick)


def _declared(what: Any) -> Any:
    if isinstance(what, dict):
        return _declaration(what)
    return what if isinstance(what, str) else _items(what)


_long_trick: Final = _shaped(Trick, cards=_cards)
_items: Final = _each(_shaped(Item, cards=_cards))
_declaration: Final = _shaped(SeatDeclaration, items=_declared)
_events: Final = _each(_shaped(Event))
_figures: Final = _shaped(TeamClaims)

_FORMS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "players": _by(SEATS, _as_it_is),
    "house_rules": lambda rules: _by(tuple(sorted(rules)), _as_it_is)(rules),
    "hands": _by(SEATS, _cards),
    "discards": _by(SEATS, _cards),
    "robbed": _by(SEATS, _cards),
    "turned_up": _by(SEATS, canonical_code),
    "taken": _cards,
    "fola": _cards,
    "declarations": _by(SEATS, _declared),
    "tricks": _each(_trick),
    "matto_payment": canonical_code,
    "piles": _by(TEAMS, _cards),
    "pile_cards": _by(TEAMS, _as_it_is),
    "matto": _shaped(OwedMatto),
    "events": _events,
    "running": _shaped(Running),
    "claims": _shaped(
        Claims, NS=_figures, EW=_figures, events=_events, carried=_by(TEAMS, _as_it_is)
    ),
}
