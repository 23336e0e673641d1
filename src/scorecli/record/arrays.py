"""A JSON array of records, split into its elements without taking anything out of them."""

import json
import re
from collections.abc import Iterator
from typing import Final

from scorecli.errors import Problem
from scorecli.record.parsing import syntax_problem
from scorecli.record.pieces import BrokenPiece, Piece, Place, RawRecord
from scorecli.record.places import skip_blank, spot_of

_JSON_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|[^"\[\]{}\s,:]+', re.DOTALL)


def split_array(source: str, text: str, *, marked: bool) -> Iterator[Piece]:
    """The elements of an array, up to where it is no JSON any more.

    Args:
        source: the file as it was named.
        text: the array.
        marked: whether a byte order mark came before it.
    """
    decoder = json.JSONDecoder()
    offset = skip_blank(text, skip_blank(text, 0) + 1)
    index = 0
    while not text.startswith("]", offset):
        spot = spot_of(text, offset)
        place = Place(source, index=index, first_line=spot.line, first_column=spot.column)
        try:
            end, following = _end_of_element(decoder, text, offset)
        except json.JSONDecodeError as error:
            problem = syntax_problem(error, text, 1)
            message = f"{problem.message}; what follows in the array is not read"
            yield BrokenPiece(place, problem._replace(message=message))
            return
        yield RawRecord(place, text[offset:end].encode(), byte_order_mark=marked and not index)
        offset = following
        if text.startswith(",", following):
            offset = skip_blank(text, following + 1)
            if text.startswith("]", offset):
                message = "not valid JSON: nothing follows the comma"
                spot = spot_of(text, following)
                yield BrokenPiece(Place(source), Problem(message, "$", *spot))
                return
        index += 1
    if rest := text[offset + 1 :].strip(" \t\r\n"):
        spot = spot_of(text, text.index(rest, offset))
        yield BrokenPiece(Place(source), Problem("something follows the array", "$", *spot))
    elif not index:
        yield BrokenPiece(Place(source), Problem("an empty array: no record here"))


def _end_of_element(decoder: json.JSONDecoder, text: str, offset: int) -> tuple[int, int]:
    """Where an element of an array ends, and where the comma or bracket behind it stands.

    Raises:
        json.JSONDecodeError: if they are no valid JSON.
    """
    try:
        _value, end = decoder.raw_decode(text, offset)
    except json.JSONDecodeError:
        raise
    except (ValueError, RecursionError):
        # A number too long, or brackets too deep to be read: the record will say so.
        end = _end_by_brackets(text, offset)
    following = skip_blank(text, end)
    if text[following : following + 1] not in (",", "]"):
        raise json.JSONDecodeError("expecting ',' or ']'", text, following)
    return end, following


def _end_by_brackets(text: str, offset: int) -> int:
    """Where a JSON value ends that is valid but cannot be read."""
    depth = 0
    for token in _JSON_TOKEN.finditer(text, offset):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if not depth:
            return token.end()
    return offset
