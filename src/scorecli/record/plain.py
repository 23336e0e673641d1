"""Records in plain form, read quickly: what nearly every line of a log is.

`parse_record` reads any record and says what is wrong with those that are none. What is here
takes the same parser of JSON, and looks at the shape by hand; whatever is unusual it leaves to
`parse_record`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from pydantic_core import from_json

from scorecli.record.parsing import MAX_RECORD_BYTES
from scorecli.record.schema import FORMAT, MAX_NUMBER, Record, TeamClaims
from scorecli.seats import DRAW, SEATS, TEAMS

_SEATS: Final = frozenset(SEATS)
_TEAMS: Final = frozenset(TEAMS)
_WINNERS: Final = _TEAMS | {DRAW}
_FIGURES: Final = frozenset(TeamClaims.__annotations__)
_ONLY_TEXTS: Final = frozenset({str})
_RUNNING: Final = frozenset({"settled_resti", "lead"})

Check = Callable[[Any], int | None]
"""Looks at a value: the number of keys that it holds, or None if it is for `parse_record`."""

_Looks = Sequence[tuple[str, Check]]
"""What is still to be looked at in a record once its keys and their types are known to be good."""

_FORMS: Final[dict[tuple[object, ...], _Looks]] = {}
"""What is still to be looked at, by the keys of a record and the types of their values."""

_MOST_FORMS: Final = 256
"""How many forms are remembered; the lines of a log share very few."""


def read_plain(data: bytes) -> Record | None:
    """Read a record in plain form.

    Args:
        data: the JSON text of the record, UTF-8, without a byte order mark.

    Returns:
        The record, as `parse_record` reads it, or None if that is to read it. One thing is not
        looked at: what stands in the lists of `hands` and `tricks`. Whoever looks it up as codes
        of cards will see it.
    """
    try:
        record = from_json(data) if len(data) <= MAX_RECORD_BYTES else None
    except ValueError:
        return None
    if type(record) is not dict:
        return None
    form = (*record, *map(type, record.values()))
    looks = _FORMS.get(form) or _looks(record, form)
    if looks is None:
        return None
    keys = len(record)
    for key, check in looks:
        inner = check(record[key])
        if inner is None:
            return None
        keys += inner
    # Each key that was written has its colon, so that with just as many colons as keys none stands
    # twice, none is in a list of cards, and no colon in a text but as an escape.
    if data.count(b":") != keys or (b"\\" in data and b"\\u003a" in data.lower()):
        return None
    return cast("Record", record)


def _looks(record: Mapping[str, object], form: tuple[object, ...]) -> _Looks | None:
    """What is still to be looked at in a record; None if its form is for `parse_record`."""
    if "variant" not in record:
        return None
    if any(type(value) not in _KINDS.get(key, ()) for key, value in record.items()):
        return None
    looks = [(key, _LOOKS[key]) for key in record if key in _LOOKS]
    if len(_FORMS) < _MOST_FORMS:
        _FORMS[form] = looks
    return looks


def _texts_by_seat(value: Mapping[str, Any]) -> int | None:
    """The number of keys of an object with a text for each seat."""
    for seat, text in value.items():
        if seat not in _SEATS or type(text) is not str:
            return None
    return len(value)


def _cards(value: list[Any]) -> int | None:
    """No keys, if a list is one of texts."""
    return 0 if _ONLY_TEXTS.issuperset(map(type, value)) else None


def _cards_by_seat(value: Mapping[str, Any]) -> int | None:
    """The number of keys of an object with a list of cards for each seat."""
    for seat, cards in value.items():
        if seat not in _SEATS or type(cards) is not list or _cards(cards) is None:
            return None
    return len(value)


def _lists_by_seat(value: Mapping[str, Any]) -> int | None:
    """The number of keys of an object with a list for each seat."""
    for seat, cards in value.items():
        if seat not in _SEATS or type(cards) is not list:
            return None
    return len(value)


def _declarations(value: Mapping[str, Any]) -> int | None:
    """The number of keys of all that was declared."""
    keys = len(value)
    for seat, what in value.items():
        if seat not in _SEATS:
            return None
        if what != "all":
            inner = _declaration(what)
            if inner is None:
                return None
            keys += inner
    return keys


def _declaration(what: Any) -> int | None:
    """The number of keys of what a seat declared, if that is not just "all"."""
    if type(what) is list:
        return _items(what)
    if type(what) is not dict:
        return None
    keys = len(what)
    for key, value in what.items():
        if key == "points":
            if not _is_number(value):
                return None
        elif key != "items":
            return None
        elif value != "all":
            inner = _items(value) if type(value) is list else None
            if inner is None:
                return None
            keys += inner
    return keys


def _items(items: Sequence[Any]) -> int | None:
    """The number of keys of declared combinations."""
    keys = 0
    for item in items:
        if type(item) is not dict or type(item.get("cards")) is not list:
            return None
        for key, value in item.items():
            if key == "kind":
                if type(value) is not str:
                    return None
            elif key == "cards":
                if _cards(value) is None:
                    return None
            elif key != "points" or not _is_number(value):
                return None
        keys += len(item)
    return keys


def _claims(value: Mapping[str, Any]) -> int | None:
    """The number of keys of all that was claimed."""
    keys = len(value)
    for key, claimed in value.items():
        if key in _TEAMS:
            inner = _numbers(claimed, _FIGURES)
        elif key == "winner":
            inner = 0 if type(claimed) is str and claimed in _WINNERS else None
        elif key == "margin":
            inner = 0 if _is_number(claimed) and claimed >= 0 else None
        elif key == "events":
            inner = _events(claimed)
        elif key == "carried":
            inner = _numbers(claimed, _TEAMS)
        else:
            inner = 0 if key in _RUNNING and _is_number(claimed) else None
        if inner is None:
            return None
        keys += inner
    return keys


def _numbers(value: Any, known: frozenset[str]) -> int | None:
    """The number of keys of an object with numbers."""
    if type(value) is not dict:
        return None
    for key, number in value.items():
        if key not in known or type(number) is not int or not -MAX_NUMBER <= number <= MAX_NUMBER:
            return None
    return len(value)


def _events(value: Any) -> int | None:
    """The number of keys of the scoring events of Minchiate."""
    if type(value) is not list:
        return None
    for event in value:
        if (
            type(event) is not dict
            or len(event) != 2
            or event.get("team") not in TEAMS
            or not _is_number(event.get("points"))
            or event["points"] < 0
        ):
            return None
    return 2 * len(value)


def _count(value: int) -> int | None:
    """No keys, if a number may be how many there are of something."""
    return 0 if 0 <= value <= MAX_NUMBER else None


def _is_number(value: object) -> bool:
    return type(value) is int and -MAX_NUMBER <= value <= MAX_NUMBER


_KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    **dict.fromkeys(("format", "variant", "id", "date", "event", "notes"), (str,)),
    **dict.fromkeys(("table", "round", "deal"), (str, int)),
    **dict.fromkeys(("dealer", "cutter", "matto_payment"), (str,)),
    **dict.fromkeys(("players", "hands", "discards", "robbed", "turned_up"), (dict,)),
    **dict.fromkeys(("declarations", "claims"), (dict,)),
    **dict.fromkeys(("taken", "fola", "tricks"), (list,)),
    "announced_trumps": (int,),
}
"""The types of values that are looked at here, by key of the record."""

_LOOKS: Final[Mapping[str, Check]] = {
    "format": {FORMAT: 0}.get,
    "dealer": dict.fromkeys(SEATS, 0).get,
    "cutter": dict.fromkeys(SEATS, 0).get,
    "players": _texts_by_seat,
    "hands": _lists_by_seat,
    "discards": _cards_by_seat,
    "robbed": _cards_by_seat,
    "turned_up": _texts_by_seat,
    "taken": _cards,
    "fola": _cards,
    "announced_trumps": _count,
    "declarations": _declarations,
    "claims": _claims,
}
"""What is more to be seen than the type of a value, by key of the record."""
