"""The bytes of one record, read strictly: every fault of the form, each with its place.

Well-formed bytes are parsed once, by pydantic. What pydantic lets pass (doubled keys, NaN) is
found by counting; only a record that is wrong, or whose count cannot tell, is read again.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn

from pydantic import ValidationError

from scorecli.errors import Problem, UnreadableRecordError
from scorecli.nearest import did_you_mean
from scorecli.record.places import PathPart, Spot, locate, members, path_text, spot_of
from scorecli.record.schema import (
    FORMAT,
    RECORD,
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

MAX_RECORD_BYTES: Final = 1 << 20
"""A record longer than this is refused: a hand takes one or two kilobytes."""

MAX_DEPTH: Final = 64
"""How deeply lists and objects of a record may be nested."""

_EXPECTED: Final = {
    "bool_type": "true or false",
    "dict_type": "an object",
    "float_type": "a number",
    "int_from_float": "a whole number",
    "int_type": "a whole number",
    "list_type": "a list",
    "string_type": "a string",
}
_BOUNDS: Final = (("ge", "or more"), ("le", "at most"))
_SHOWN_LENGTH: Final = 40
_NOT_FINITE: Final = "is no finite number"
_ESCAPE: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|\\."
)
"""An escape in a JSON text, two that make one character together as one."""


def parse_record(data: bytes, first_line: int = 1) -> Record:
    """Read one record.

    Args:
        data: the JSON text of the record, UTF-8, without a byte order mark.
        first_line: the line of the file on which it begins, for the places of faults.

    Raises:
        UnreadableRecordError: if it is no record, with everything that is wrong in its form.
    """
    if len(data) > MAX_RECORD_BYTES:
        size = f"{len(data):,} bytes"
        message = f"the record is too long: {size}, at most {MAX_RECORD_BYTES:,} are read"
        raise UnreadableRecordError([Problem(message, line=first_line)])
    try:
        record = RECORD.validate_json(data)
    except ValidationError as error:
        _refuse(data, first_line, error)
    # Only `x` may hold numbers other than integers, NaN among them.
    if record.get("x") is not None or not _surely_single(data, record):
        _check_strictly(data.decode(), first_line)
    if record.get("format") not in (None, FORMAT):
        _check_format(str(record["format"]), data.decode(), first_line)
    return record


def located(problems: Iterable[Problem], data: bytes, first_line: int) -> list[Problem]:
    """The same problems with their lines and columns, where they have a path in the record."""
    text = data.decode()
    return [
        problem._replace(**spot_of(text, locate(text, problem.path), first_line)._asdict())
        if problem.line is None and problem.path.startswith("$")
        else problem
        for problem in problems
    ]


def _check_strictly(text: str, first_line: int) -> None:
    if _depth(text) > MAX_DEPTH:
        raise UnreadableRecordError([_too_deep(text, first_line)])
    try:
        json.loads(text, object_pairs_hook=_single, parse_float=_finite, parse_constant=_finite)
    except _LooseJsonError:
        raise UnreadableRecordError(_loose_json(text, first_line)) from None


class _LooseJsonError(Exception):
    """A text is no strict JSON; where, is found by reading it once more, slowly."""


def _single(pairs: list[tuple[str, object]]) -> None:
    if len(dict(pairs)) < len(pairs):
        raise _LooseJsonError


def _finite(number: str) -> None:
    if not math.isfinite(float(number)):
        raise _LooseJsonError


def _surely_single(data: bytes, record: Record) -> bool:
    """Whether no key surely stands twice: each key that is written has a colon of its own."""
    colons = data.count(b":")
    # With just as many colons as keys there is none in a text either; the usual case.
    if colons == _keys(record):
        return True
    # A colon that is written as an escape would be counted in the record and not in the text.
    escaped = b"\\" in data and b"\\u003a" in data.lower()
    return not escaped and colons == _colons(record)


def _keys(record: Record) -> int:
    """Count the keys of a record that has nothing in a longer form than need be, else too few."""
    count = len(record)
    for value in record.values():
        if type(value) is dict:
            count += len(value)
            for inner in value.values():
                kind = type(inner)
                if kind is dict:
                    count += len(inner)
                elif kind is list and type(inner[0] if inner else None) is dict:
                    count += sum(map(len, inner))
    return count


def _colons(value: Mapping[str, Any]) -> int:
    """Count the keys of a parsed object, and the colons in its strings.

    A text without escaped colons has at least one colon for each key that it writes, so that in a
    text with just this many colons no key stands twice. What is not looked into (lists of
    lists) can only make the count too low, and costs a second reading.
    """
    count = len(value)
    for item in value.values():
        kind = type(item)
        if kind is str:
            if ":" in item:
                count += item.count(":")
        elif kind is dict:
            count += _colons(item)
        elif kind is list and item and type(item[0]) is dict:
            count += sum([_colons(inner) for inner in item if type(inner) is dict])
    return count


def _check_format(name: str, text: str, first_line: int) -> None:
    if not name.startswith(FORMAT + "."):
        message = f"the format is {name!r}, this program reads {FORMAT!r}"
        spot = spot_of(text, locate(text, "$.format"), first_line)
        raise UnreadableRecordError([Problem(message, "$.format", *spot)])


def decode_text(data: bytes, first_line: int) -> str:
    """Decode UTF-8.

    Raises:
        UnreadableRecordError: if the bytes are not UTF-8, with the line and the column (in bytes).
    """
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        before = data[: fault.start]
        line = first_line + before.count(b"\n")
        column = len(before) - (before.rfind(b"\n") + 1) + 1
        message = f"not UTF-8: byte 0x{data[fault.start]:02x}; save the file as UTF-8"
        raise UnreadableRecordError([Problem(message, "$", line, column)]) from None


def syntax_problem(error: ValueError | RecursionError, text: str, first_line: int) -> Problem:
    """What the JSON decoder found wrong, in words for people and with its place."""
    if isinstance(error, RecursionError):
        return _too_deep(text, first_line)
    if not isinstance(error, json.JSONDecodeError):
        return Problem("a number is too long to be read", "$", line=first_line)
    spot = spot_of(text, error.pos, first_line)
    message = _lower_first(error.msg).removesuffix(" at").removesuffix(" starting")
    if message == "extra data":
        message = "something follows the record; a log has one record a line"
    return Problem(f"not valid JSON: {message}", "$", *spot)


def _refuse(data: bytes, first_line: int, error: ValidationError) -> NoReturn:
    """Say what is wrong with the bytes of a record, the coarsest fault first."""
    text = decode_text(data, first_line)
    if not text.strip():
        raise UnreadableRecordError([Problem("empty: no record here", line=first_line)])
    try:
        json.loads(text, parse_constant=str)
    except (ValueError, RecursionError) as fault:
        raise UnreadableRecordError([syntax_problem(fault, text, first_line)]) from None
    if _depth(text) > MAX_DEPTH:
        raise UnreadableRecordError([_too_deep(text, first_line)])
    if half := _half_character(text, first_line):
        raise UnreadableRecordError([half])
    problems = _loose_json(text, first_line)
    # What is no finite number is no number of the right kind either: once is enough.
    told = {problem.path for problem in problems if problem.message.endswith(_NOT_FINITE)}
    shape = _shape_problems(error, text, first_line)
    raise UnreadableRecordError(problems + [one for one in shape if one.path not in told])


def _half_character(text: str, first_line: int) -> Problem | None:
    """An escape for half of a character whose other half is missing, which is no text."""
    for escape in _ESCAPE.finditer(text):
        if half := escape["half"]:
            message = f"not valid JSON: {half} is half of a character, the other half is missing"
            return Problem(message, "$", *spot_of(text, escape.start(), first_line))
    return None


def _too_deep(text: str, first_line: int) -> Problem:
    return Problem(f"nested more than {MAX_DEPTH} levels deep", "$", *spot_of(text, 0, first_line))


def _depth(text: str) -> int:
    """An upper bound of the nesting of a JSON text (brackets in strings count too)."""
    depth = deepest = 0
    for character in text:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


def _lower_first(words: str) -> str:
    return words[:1].lower() + words[1:]


def _loose_json(text: str, first_line: int) -> list[Problem]:
    """What Python and pydantic read although it is no JSON, or says two things at once."""
    problems = []
    first_seen: dict[tuple[PathPart, ...], Spot] = {}
    decoder = json.JSONDecoder()
    for path, offset, value in members(text):
        spot = spot_of(text, offset, first_line)
        if path in first_seen:
            message = f"the key stands twice, first on line {first_seen[path].line}"
            problems.append(Problem(message, _path_text(path), *spot))
        first_seen[path] = spot
        if text[value] not in '"[{':
            number, end = decoder.raw_decode(text, value)
            if isinstance(number, float) and not math.isfinite(number):
                message = f"{text[value:end]} {_NOT_FINITE}"
                problems.append(Problem(message, _path_text(path), *spot))
    return problems


def _shape_problems(error: ValidationError, text: str, first_line: int) -> list[Problem]:
    """What pydantic found, with real paths and in words for people."""
    found: dict[tuple[PathPart, ...], list[str]] = {}
    root = json.loads(text, parse_constant=str)
    for fault in error.errors(include_url=False):
        path, value = _walk(root, fault["loc"], missing=fault["type"] == "missing")
        found.setdefault(path, []).append(_wording(fault, path, value))
    problems = []
    around = {path[:length] for path in found for length in range(len(path))}
    for path, wordings in found.items():
        # Of the alternatives that a value may take, the one that it nearly took says most.
        if path in around:
            continue
        spot = spot_of(text, locate(text, path_text(path)), first_line)
        problems.append(Problem(_merged(wordings), _path_text(path), *spot))
    return problems


def _path_text(path: tuple[PathPart, ...]) -> str:
    """A path as it is written: the cards of a trick are called `cards` in the short form too."""
    match path:
        case ("tricks", int(), int(), *_):
            return path_text((*path[:2], "cards", *path[2:]))
    return path_text(path)


def _walk(
    root: Any, location: tuple[int | str, ...], *, missing: bool
) -> tuple[tuple[PathPart, ...], Any]:
    """The real path of a fault, without pydantic's names for the alternatives, and its value."""
    value = root
    path: list[PathPart] = []
    for part in location:
        try:
            value = value[part]
        except (LookupError, TypeError):
            if not missing or part != location[-1]:
                continue
            value = None
        path.append(part)
    return tuple(path), value


def _wording(fault: Any, path: tuple[PathPart, ...], value: object) -> str:
    kind: str = fault["type"]
    if kind == "missing":
        return f"the key {path[-1]!r} is missing"
    if kind == "extra_forbidden":
        return f"unknown key {path[-1]!r}{did_you_mean(str(path[-1]), _keys_beside(path))}"
    if kind == "literal_error":
        expected = fault["ctx"]["expected"].replace("'", '"')
        found = f"the key {path[-1]!r}" if fault["loc"][-1] == "[key]" else _shown(value)
        return f"expected {expected}, found {found}"
    for bound, words in _BOUNDS:
        if bound in fault.get("ctx", ()):
            return f"expected {fault['ctx'][bound]} {words}, found {_shown(value)}"
    if kind in _EXPECTED:
        return f"expected {_EXPECTED[kind]}, found {_shown(value)}"
    return f"{_lower_first(fault['msg'])}, found {_shown(value)}"


def _keys_beside(path: tuple[PathPart, ...]) -> Iterable[str]:
    """The keys that the record knows where an unknown one was found."""
    shape: Any
    match path[:-1]:
        case ("claims",):
            shape = Claims
        case ("claims", "NS" | "EW"):
            shape = TeamClaims
        case ("tricks", _):
            shape = Trick
        case ("declarations", _):
            shape = SeatDeclaration
        case ("declarations", *_, int()):
            shape = Item
        case (*_, "events", int()):
            shape = Event
        case ("running",):
            shape = Running
        case ("matto",):
            shape = OwedMatto
        case _:
            shape = Record
    keys: Iterable[str] = shape.__annotations__
    return keys


def _shown(value: object) -> str:
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= _SHOWN_LENGTH else f"{shown[: _SHOWN_LENGTH - 3]}..."


def _merged(wordings: list[str]) -> str:
    """One sentence for all the alternatives that a value missed."""
    keys = [wording for wording in wordings if ", found the key " in wording]
    if len(wordings) == 1 or keys:
        # A key that should not be there says more than what its value should be.
        return (keys or wordings)[0]
    expected = []
    found = ""
    for wording in wordings:
        wanted, _, found = wording.rpartition(", found ")
        expected.append(wanted.removeprefix("expected "))
    return f"expected {' or '.join(dict.fromkeys(expected))}, found {found}"
