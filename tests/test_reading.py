"""Bytes that are records, and bytes that are not: what is wrong, where, and what was expected."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecli.errors import Problem, ScorecliError, UnreadableRecordError
from scorecli.record.parsing import MAX_RECORD_BYTES, parse_record
from scorecli.record.pieces import BrokenPiece, RawRecord
from scorecli.record.places import locate, members, path_parts, path_text, spot_of
from scorecli.record.sources import read_source
from tests.one_hand import hand


def problems_of(data: bytes | str) -> list[Problem]:
    """What is wrong with a record."""
    with pytest.raises(UnreadableRecordError) as caught:
        parse_record(data.encode() if isinstance(data, str) else data)
    return list(caught.value.problems)


def problem_of(data: bytes | str) -> Problem:
    """The one thing that is wrong with a record."""
    (problem,) = problems_of(data)
    return problem


@pytest.mark.parametrize(
    ("data", "path", "message"),
    [
        ("", "$", "empty"),
        (" \n ", "$", "empty"),
        ("{", "$", "not valid JSON: expecting property name"),
        ('{"variant": "bologna"', "$", "not valid JSON: expecting ',' delimiter"),
        ("[1]", "$", "expected an object, found [1]"),
        ("null", "$", "expected an object, found null"),
        ('{"variant":"bologna","variant":"bologna"}', "$.variant", "the key stands twice"),
        ('{"variant":"bologna","x":{"a":1,"a":2}}', "$.x.a", "the key stands twice"),
        (r'{"variant":"bologna","variant":"bologna","notes":"\u003A"}', "$.variant", "twice"),
        (r'{"variant":"bologna","notes":"","n\u006ftes":""}', "$.notes", "the key stands twice"),
        ('{"variant":"bologna","dealr":"S"}', "$.dealr", "did you mean 'dealer'?"),
        ('{"variant":"bologna","claims":{"NS":{"totle":1}}}', "$.claims.NS.totle", "'total'?"),
        ('{"variant":"bologna","claims":{"winer":"NS"}}', "$.claims.winer", "'winner'?"),
        ('{"variant":"bologna","tricks":[{"cards":"","led":"S"}]}', "$.tricks[0].led", "'lead'?"),
        ('{"variant":"bologna","tricks":[{"lead":"S"}]}', "$.tricks[0].cards", "is missing"),
        ("{}", "$.variant", "the key 'variant' is missing"),
        ('{"variant":5}', "$.variant", "expected a string, found 5"),
        ('{"variant":"bologna","dealer":"s"}', "$.dealer", 'expected "S", "E", "N" or "W"'),
        ('{"variant":"bologna","hands":{"X":"SK"}}', "$.hands.X", "found the key 'X'"),
        ('{"variant":"bologna","hands":{"S":7}}', "$.hands.S", "expected a list or a string"),
        ('{"variant":"bologna","hands":{"S":["SK",7]}}', "$.hands.S[1]", "expected a string"),
        ('{"variant":"bologna","tricks":"SK S6"}', "$.tricks", "expected a list"),
        ('{"variant":"bologna","tricks":[["SK",null]]}', "$.tricks[0].cards[1]", "found null"),
        ('{"variant":"bologna","claims":{"margin":-1}}', "$.claims.margin", "0 or more, found -1"),
        ('{"variant":"bologna","claims":{"margin":1.5}}', "$.claims.margin", "a whole number"),
        ('{"variant":"bologna","claims":{"margin":true}}', "$.claims.margin", "a whole number"),
        ('{"variant":"bologna","x":[NaN]}', "$.x[0]", "NaN is no finite number"),
        ('{"variant":"bologna","x":-Infinity}', "$.x", "-Infinity is no finite number"),
        ('{"variant":"bologna","x":1e999}', "$.x", "1e999 is no finite number"),
        ('{"variant":"bologna","claims":{"margin":NaN}}', "$.claims.margin", "no finite number"),
        ('{"variant":"bologna","declarations":{"S":"al"}}', "$.declarations.S", '"all" or'),
        ('{"variant":"bologna","format":"scorecli.hand/2"}', "$.format", "scorecli.hand/1"),
        ('{"variant":"bologna","format":"hand"}', "$.format", "scorecli.hand/1"),
        (b'{"variant":"bologna","notes":"\xff"}', "$", "not UTF-8: byte 0xff"),
        (b'{"variant":"bologna","x":' + b"9" * 5000 + b"}x", "$", "too long"),
    ],
)
def test_what_is_wrong_and_where(data: bytes | str, path: str, message: str) -> None:
    """Each fault of form is named with its path and what was expected."""
    problem = problem_of(data)
    assert problem.path == path
    assert message in problem.message


def test_all_faults_of_form_are_found_in_one_pass() -> None:
    """A record with several faults of form names each of them."""
    data = '{"variant":"bologna","dealr":"S","hands":{"S":5},"tricks":[["SK",6]]}'
    assert [problem.path for problem in problems_of(data)] == [
        "$.hands.S",
        "$.tricks[0].cards[1]",
        "$.dealr",
    ]


def test_line_and_column() -> None:
    """The place of a fault is a line and a column of the file."""
    data = '{"variant": "bologna",\n  "dealer": "S",\n  "dealr": "S"}'
    assert problem_of(data)[2:] == (3, 3)
    assert problem_of('{"variant": "bologna",\n "x": }')[2:] == (2, 7)
    assert problem_of(b'{"variant": "bologna",\n "notes": "\xe8"}')[2:] == (2, 12)


@pytest.mark.parametrize(
    ("notes", "half", "column"),
    [
        (r"a \ud83c b", r"\ud83c", 14),
        (r"\uDF71", r"\uDF71", 12),
        (r"\ud83c\udf71 \\ud83c \n\ud83c\u0041", r"\ud83c", 35),
    ],
)
def test_half_of_a_character_is_refused(notes: str, half: str, column: int) -> None:
    """An escape without the other half of its character is refused at its place."""
    problem = problem_of(f'{{"variant": "bologna",\n "notes": "{notes}"}}')
    assert problem.message.startswith(f"not valid JSON: {half} is half of a character")
    assert problem[2:] == (2, column)


def test_whole_characters_are_read_from_escapes() -> None:
    """Two halves together, and an escaped backslash before what looks like a half, are text."""
    data = rb'{"variant":"bologna","notes":"\ud83c\udf71 \\ud83c"}'
    assert parse_record(data).get("notes") == "\U0001f371 \\ud83c"


def test_long_record_is_refused() -> None:
    """A record of more than 1 MiB is refused, one of just that is read."""
    start, end = b'{"variant":"bologna","notes":"', b'"}'
    fits = start + b"a" * (MAX_RECORD_BYTES - len(start) - len(end)) + end
    assert len(fits) == MAX_RECORD_BYTES
    parse_record(fits)
    assert "too long" in problem_of(fits + b" ").message


@pytest.mark.parametrize("depth", [64, 100, 1000, 100_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    """Nesting deeper than 64 levels is refused, however deep it is; just 64 are read."""
    parse_record(b'{"variant":"bologna","x":' + b"[" * 63 + b"]" * 63 + b"}")
    data = '{"variant":"bologna","x":' + "[" * depth + "]" * depth + "}"
    assert "nested more than 64 levels deep" in problem_of(data).message


@pytest.mark.parametrize(
    "extra",
    [
        {"notes": 'colons: "a": 1, "a": 2'},
        {"notes": "12:30"},
        {"x": {"a": [{"b": 1}, {"b": 2}], "c": "::", "NaN": "NaN"}},
        {"x": {"deep": [[{"a": {"a": 1}}]]}},
        {"tricks": [{"cards": "SK", "lead": "S"}], "dealer": "W"},
        {"notes": "back\\slash"},
        {"date": None, "claims": None, "hands": {"S": None}},
    ],
)
def test_sound_records_are_read(extra: dict[str, object]) -> None:
    """Whatever is in its strings and in `x`, a sound record is read as it is."""
    record = {"variant": "bologna", **extra}
    assert parse_record(json.dumps(record).encode()) == record


@given(st.data())
def test_key_written_twice_is_always_found(data: st.DataObject) -> None:
    """Wherever in a record a key is doubled, it is found."""
    text = json.dumps(
        hand(
            claims={"NS": {"total": 1}, "EW": {"total": 2}, "winner": "NS"},
            hands={"S": "SK"},
            notes="a: b",
            x={"a": {"b": "c:d"}, "e": [{"f": 1}]},
        )
    )
    keys = [member for member in members(text) if member.path and isinstance(member.path[-1], str)]
    member = data.draw(st.sampled_from(keys))
    value = text[member.offset : _end_of_member(text, member.value)]
    doubled = f"{text[: member.offset]}{value}, {text[member.offset :]}"
    assert path_text(member.path) in [problem.path for problem in problems_of(doubled)]


def _end_of_member(text: str, value: int) -> int:
    return json.JSONDecoder().raw_decode(text, value)[1]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(json_values, st.sampled_from([None, 1, 2]))
def test_every_value_is_found_at_its_path(value: object, indent: int | None) -> None:
    """Each value of a text is located by its path, and a path is read as it was written."""
    text = json.dumps(value, indent=indent)
    for member in members(text):
        assert path_parts(path_text(member.path)) == member.path
        assert locate(text, path_text(member.path)) == member.offset
        found = json.JSONDecoder().raw_decode(text, member.value)[0]
        here: Any = value
        for part in member.path:
            here = here[part]
        assert found == here


def test_short_tricks_are_located_as_if_they_were_long() -> None:
    """The path of a card in a trick holds for the short form of a trick too."""
    text = '{"tricks": [["SK", "S6"],\n ["SQ", "S7"]]}'
    assert spot_of(text, locate(text, "$.tricks[1].cards[1]")) == (2, 9)
    assert text[locate(text, "$.tricks[1].lead") :].startswith('["SQ"')
    assert locate(text, "$.claims.NS") == 0


RECORD = b'{"variant": "bologna"}'
PRETTY = b'{\n  "variant": "bologna"\n}\n'


def pieces(tmp_path: Path, data: bytes, name: str = "file") -> list[RawRecord | BrokenPiece]:
    """The pieces of a file with this content."""
    path = tmp_path / name
    path.write_bytes(data)
    return list(read_source(str(path)))


def places(found: list[RawRecord | BrokenPiece]) -> list[tuple[int | None, int | None]]:
    """Line and index of each piece."""
    return [(piece.place.line, piece.place.index) for piece in found]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (RECORD, [(None, None)]),
        (PRETTY, [(None, None)]),
        (RECORD + b"\n" + RECORD + b"\n", [(1, None), (2, None)]),
        (b"\n" + RECORD + b"\n\n" + RECORD, [(2, None), (4, None)]),
        (b"[" + RECORD + b"]", [(None, 0)]),
        (b"[\n" + PRETTY + b",\n" + PRETTY + b"]\n", [(None, 0), (None, 1)]),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_records_arrays_and_logs(
    tmp_path: Path, data: bytes, expected: list[tuple[int | None, int | None]], *, packed: bool
) -> None:
    """One record, an array and a log are told apart by how they begin, packed or not."""
    found = pieces(tmp_path, gzip.compress(data) if packed else data)
    assert all(isinstance(piece, RawRecord) for piece in found)
    assert places(found) == expected


def test_log_of_one_line_is_known_by_its_name(tmp_path: Path) -> None:
    """A file that is named a log is one, though it has one line only."""
    assert places(pieces(tmp_path, RECORD, "evening.jsonl")) == [(1, None)]


def test_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    """A byte order mark is accepted, and noted with the first record."""
    (piece,) = pieces(tmp_path, b"\xef\xbb\xbf" + RECORD)
    assert isinstance(piece, RawRecord)
    assert piece.byte_order_mark
    assert parse_record(piece.data)["variant"] == "bologna"
    first, second = pieces(tmp_path, b"\xef\xbb\xbf" + RECORD + b"\n" + RECORD)
    assert isinstance(first, RawRecord)
    assert isinstance(second, RawRecord)
    assert (first.byte_order_mark, second.byte_order_mark) == (True, False)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"\n \n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"[]", "an empty array"),
        (b"[" + RECORD, "not valid JSON: expecting ',' or ']'"),
        (b"[" + RECORD + b"] x", "something follows the array"),
        (RECORD.decode().encode("utf-16"), "UTF-16"),
        (b"[\xff]", "not UTF-8"),
        (gzip.compress(RECORD * 99, mtime=0)[:-12], "gzip"),
    ],
)
def test_pieces_that_hold_no_record(tmp_path: Path, data: bytes, message: str) -> None:
    """Where no record can be found the reason is given."""
    last = pieces(tmp_path, data)[-1]
    assert isinstance(last, BrokenPiece)
    assert message in last.problem.message


def test_broken_element_does_not_hide_those_before_it(tmp_path: Path) -> None:
    """The records of an array before a fault are read; the fault has its line."""
    *before, last = pieces(tmp_path, b"[" + RECORD + b",\n" + RECORD + b",\n{]")
    assert len(before) == 2
    assert isinstance(last, BrokenPiece)
    assert last.problem.line == 3


def test_truncated_log_gives_what_it_has(tmp_path: Path) -> None:
    """The lines of a damaged gzip log that can be unpacked are read before the fault is told."""
    lines = b"".join(b'{"variant": "bologna", "id": "%d"}\n' % number for number in range(20_000))
    found = pieces(tmp_path, gzip.compress(lines)[:-2000], "log.jsonl.gz")
    assert len(found) > 1000
    assert isinstance(found[-1], BrokenPiece)


@pytest.mark.parametrize(("name", "message"), [("nowhere.json", "no such file"), (".", "a folder")])
def test_source_that_cannot_be_opened(tmp_path: Path, name: str, message: str) -> None:
    """A file that is not there, or is a folder, is said to be so."""
    with pytest.raises(ScorecliError, match=message):
        list(read_source(str(tmp_path / name)))


def test_place_in_words(tmp_path: Path) -> None:
    """A place reads as people write it: file and line, file and index, file."""
    first, second = pieces(tmp_path, RECORD + b"\n" + RECORD, "log")
    assert str(second.place) == f"{tmp_path / 'log'}:2"
    (only,) = pieces(tmp_path, RECORD, "one")
    assert str(only.place) == str(tmp_path / "one")
    (indexed,) = pieces(tmp_path, b"[" + RECORD + b"]", "array")
    assert str(indexed.place) == f"{tmp_path / 'array'}[0]"
    assert first.place.first_line == 1
