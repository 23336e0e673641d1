"""Places in a record: paths such as `$.tricks[3].cards[1]`, and where they stand in the text."""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

PathPart = str | int

_PLAIN_KEY: Final = re.compile(r"[A-Za-z_]\w*\Z")
_PATH_PART: Final = re.compile(r'\.([A-Za-z_]\w*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]')
_BLANK: Final = re.compile(r"[ \t\n\r]*")
_DECODER: Final = json.JSONDecoder()


class Spot(NamedTuple):
    """A line and a column of a text, both counted from 1."""

    line: int
    column: int


class Member(NamedTuple):
    """A value of a JSON text.

    Attributes:
        path: its path.
        offset: where it begins, or its key where it has one.
        value: where the value itself begins.
    """

    path: tuple[PathPart, ...]
    offset: int
    value: int


def path_text(parts: Sequence[PathPart]) -> str:
    """Write a path: keys with a dot, list places in brackets and counted from 0."""
    written = "$"
    for part in parts:
        if isinstance(part, int):
            written += f"[{part}]"
        elif _PLAIN_KEY.match(part):
            written += f".{part}"
        else:
            written += f"[{json.dumps(part, ensure_ascii=False)}]"
    return written


def path_parts(path: str) -> tuple[PathPart, ...]:
    """Read a path that `path_text` wrote."""
    parts: list[PathPart] = []
    for key, place, quoted in _PATH_PART.findall(path):
        if place:
            parts.append(int(place))
        else:
            parts.append(json.loads(quoted) if quoted else key)
    return tuple(parts)


def spot_of(text: str, offset: int, first_line: int = 1) -> Spot:
    """The line and column of an offset in a text whose first line has the given number."""
    starts = _line_starts(text)
    line = bisect_right(starts, offset) - 1
    return Spot(first_line + line, offset - starts[line] + 1)


def members(text: str) -> Iterator[Member]:
    """Every value of a valid JSON text in order of appearance, doubled keys included."""
    yield from _members(text, skip_blank(text, 0), ())


def locate(text: str, path: str) -> int:
    """The offset in a valid JSON text where the value at `path` begins.

    The path may call the cards of a trick `cards` where the record wrote the short form. If
    something on the path is not there, the place is that of the nearest thing around it.
    """
    offsets = _offsets(text)
    here: tuple[PathPart, ...] = ()
    for part in path_parts(path):
        if (*here, part) in offsets:
            here = (*here, part)
        elif part != "cards":
            break
    return offsets[here]


# A text with one fault may have thousands, and is asked about for each.


@lru_cache(maxsize=1)
def _line_starts(text: str) -> Sequence[int]:
    return [0, *(found.end() for found in re.finditer("\n", text))]


@lru_cache(maxsize=1)
def _offsets(text: str) -> Mapping[tuple[PathPart, ...], int]:
    return {member.path: member.offset for member in members(text)}


def skip_blank(text: str, offset: int) -> int:
    """The offset of what follows the blanks of a JSON text that begin here, if any do."""
    blank = _BLANK.match(text, offset)
    return blank.end() if blank else offset


def _members(
    text: str, value: int, path: tuple[PathPart, ...], offset: int | None = None
) -> Iterator[Member]:
    """Yield the value that begins at `value`, and all within it."""
    yield Member(path, value if offset is None else offset, value)
    inner = skip_blank(text, value + 1)
    if text[value] == "{":
        while text[inner] != "}":
            key, after_key = _DECODER.raw_decode(text, inner)
            inner_value = skip_blank(text, skip_blank(text, after_key) + 1)
            yield from _members(text, inner_value, (*path, key), inner)
            inner = _next(text, _DECODER.raw_decode(text, inner_value)[1])
    elif text[value] == "[":
        place = 0
        while text[inner] != "]":
            yield from _members(text, inner, (*path, place))
            inner = _next(text, _DECODER.raw_decode(text, inner)[1])
            place += 1


def _next(text: str, end: int) -> int:
    """The offset of the next member after one that ended, or of the closing bracket."""
    offset = skip_blank(text, end)
    return skip_blank(text, offset + 1) if text[offset] == "," else offset
