"""The canonical form of records, and output files that are there whole or not at all."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecli.errors import ScorecliError
from scorecli.files import atomic_writer
from scorecli.games import GAMES
from scorecli.record.formatting import format_source
from scorecli.record.parsing import parse_record
from scorecli.record.schema import Record
from scorecli.record.writing import canonical, compact_text, fingerprint, readable_text
from tests.conftest import FIXTURES
from tests.fixture_hands import name_of, record_of
from tests.one_hand import audited, hand

RECORDS: Final = sorted(path for name in GAMES for path in FIXTURES.glob(f"{name}/*.json"))

FULL: dict[str, Any] = hand(
    x={"b": [1, {"z": None, "a": 1.5}], "a": "é"},
    notes="first line\nsecond line",
    claims={"winner": "NS", "EW": {"total": 17, "sets": 0}, "NS": None},
    declarations={
        "W": {"points": 20, "items": "all"},
        "E": [{"points": 20, "cards": "sk sq sn sj mat", "kind": "swords"}],
        "S": "all",
    },
    players={"W": "Ada", "S": "Bo"},
    house_rules={"partial_declarations": True, "grande_complete": "real"},
    hands={"E": "MAT t5 MOR MOR T6 S7 S8 S9 S10 SJ SN SQ BQ BK SK"},
    matto_payment="c10",
    date=None,
)


def read(record: dict[str, Any]) -> Record:
    """The record as it is read."""
    return parse_record(json.dumps(record).encode())


def test_canonical_form() -> None:
    """Keys stand in the order of the format, codes are canonical, lists are arrays."""
    written = canonical(read(FULL))
    assert list(written) == [
        "format",
        "variant",
        "notes",
        "players",
        "house_rules",
        "dealer",
        "hands",
        "declarations",
        "tricks",
        "matto_payment",
        "claims",
        "x",
    ]
    assert written["matto_payment"] == "C10"
    assert written["hands"]["E"][:3] == ["MAT", "T5", "MOR"]
    assert list(written["players"]) == ["S", "W"]
    assert list(written["house_rules"]) == ["grande_complete", "partial_declarations"]
    assert list(written["declarations"]) == ["S", "E", "W"]
    assert written["declarations"]["E"] == [
        {"cards": ["SK", "SQ", "SN", "SJ", "MAT"], "kind": "swords", "points": 20}
    ]
    assert written["claims"] == {"EW": {"sets": 0, "total": 17}, "winner": "NS"}


def test_notes_and_x_survive() -> None:
    """Notes and `x` are written as they were read, `null` in `x` too."""
    written = canonical(read(FULL))
    assert written["x"] == FULL["x"]
    assert written["notes"] == FULL["notes"]


@pytest.mark.parametrize("form", [readable_text, compact_text])
def test_writing_and_reading_again_changes_nothing(form: Any) -> None:
    """A canonical text that is read and written again is the same, to the byte."""
    text = form(read(FULL))
    assert form(parse_record(text.encode())) == text


tricks = st.sampled_from(list(hand()["tricks"]))
any_trick = st.one_of(
    tricks,
    tricks.map(" ".join),
    tricks.map(lambda cards: {"won_by": "S", "cards": " ".join(cards).lower(), "lead": None}),
)
names = st.text(max_size=8)
records = st.fixed_dictionaries(
    {"variant": st.just("bologna"), "dealer": st.just("W"), "tricks": st.lists(any_trick)},
    optional={
        "format": st.sampled_from([None, "scorecli.hand/1"]),
        "id": names,
        "notes": names,
        "players": st.dictionaries(st.sampled_from("SENW"), names | st.none()),
        "discards": st.dictionaries(st.sampled_from("SENW"), st.sampled_from(["C6 C7", ["c6"]])),
        "claims": st.fixed_dictionaries({"margin": st.integers(0, 999) | st.none()}),
        "x": st.dictionaries(names, st.floats(allow_nan=False, allow_infinity=False) | names),
    },
)


@given(records)
def test_canonical_form_of_any_record_is_stable(record: dict[str, Any]) -> None:
    """For any record the canonical form is reached at once, and says the same of the hand."""
    first = read(record)
    text = compact_text(first)
    again = parse_record(text.encode())
    assert compact_text(again) == text
    assert compact_text(parse_record(readable_text(first).encode())) == text
    assert fingerprint(again) == fingerprint(first)
    before, after = audited(record), audited(json.loads(text))
    assert before.status == after.status
    # Naming the format is the one thing that the canonical form adds.
    assert [one for one in before.findings if one.code != "format-assumed"] == after.findings


def loosely(value: Any) -> Any:
    """The same part of a record with its lists of cards in small letters and with blanks."""
    if isinstance(value, dict):
        return {key: loosely(inner) for key, inner in value.items()}
    if not isinstance(value, list):
        return value
    return [f" {one.lower()}\t" if isinstance(one, str) else loosely(one) for one in value]


UNKNOWN_HAND: Final = record_of("bologna/piles") | {
    "declarations": {"E": [{"cards": ["ANG", "MON", "MAT"]}, {"cards": ["SK", "BK", "CK"]}]}
}
"""Piles, and combinations declared of a hand that is not recorded."""


@pytest.mark.parametrize(
    "record",
    [UNKNOWN_HAND, *(record_of(name_of(path)[:-5]) for path in RECORDS)],
    ids=["unknown-hand", *map(name_of, RECORDS)],
)
def test_codes_may_be_written_loosely(record: dict[str, Any]) -> None:
    """Codes in small letters and with blanks around them are the cards that they name (G2)."""
    loose = loosely(record)
    if payment := record.get("matto_payment"):
        loose["matto_payment"] = f" {payment.lower()}"
    before, after = audited(record), audited(loose)
    assert canonical(after.record) == canonical(before.record)
    assert after.status == before.status
    assert [(one.code, one.path, one.expected) for one in after.findings] == [
        (one.code, one.path, one.expected) for one in before.findings
    ]
    for name in ("figures", "winner", "margin", "outcome", "bounds", "deciding", "uncertain"):
        assert getattr(after.score, name, None) == getattr(before.score, name, None), name


def test_readable_form_has_a_line_for_each_hand_and_trick() -> None:
    """The readable form shows each trick and each hand on a line of its own."""
    lines = readable_text(read(FULL)).splitlines()
    assert '    ["ANG", "MAT", "MOR", "D6"],' in lines
    assert len([line for line in lines if line.startswith('    ["')]) == 15
    assert '  "matto_payment": "C10",' in lines


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("one.json", '{"variant": "bologna"}'),
        ("array.json", '[{"variant": "bologna"}, {"variant": "bologna", "id": "b"}]'),
        ("log.jsonl", '{"variant": "bologna"}\n\n{"id": "b", "variant": "bologna"}\n'),
    ],
)
def test_files_keep_their_shape(tmp_path: Path, name: str, content: str) -> None:
    """A record, an array and a log stay what they are, and formatting twice changes nothing."""
    path = tmp_path / name
    path.write_text(content)
    once = format_source(str(path))
    assert once.changed
    assert once.unreadable == []
    path.write_text(once.text)
    assert not format_source(str(path)).changed
    values = [json.loads(line) for line in once.text.splitlines()] if "log" in name else []
    assert values or json.loads(once.text)


def test_array_written_as_a_log(tmp_path: Path) -> None:
    """An array can be written one record a line."""
    path = tmp_path / "array.json"
    path.write_text('[{"variant": "bologna"}, {"variant": "bologna", "id": "b"}]')
    assert len(format_source(str(path), lines=True).text.splitlines()) == 2


def test_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    """While it is written, and after a failure, what stood there before stays."""
    path = tmp_path / "out.txt"
    path.write_text("before")

    def interrupted() -> None:
        with atomic_writer(path) as stream:
            stream.write("half")
            stream.flush()
            assert path.read_text() == "before"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "before"
    with atomic_writer(path) as stream:
        stream.write("whole")
    assert path.read_text() == "whole"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.txt"]


def test_replaced_file_keeps_its_permissions(tmp_path: Path) -> None:
    """A file that is written anew keeps its permissions."""
    path = tmp_path / "out.txt"
    path.write_text("before")
    path.chmod(0o640)
    with atomic_writer(path) as stream:
        stream.write("after")
    assert path.stat().st_mode & 0o777 == 0o640


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    """Writing into a folder that is not there is a clear error."""
    path = tmp_path / "nowhere" / "out.txt"
    with (
        pytest.raises(ScorecliError, match="cannot be written: No such file"),
        atomic_writer(path),
    ):
        pass


def test_device_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the device is full the error says so, and what stood there before stays."""
    path = tmp_path / "out.txt"
    path.write_text("before")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ScorecliError, match="No space left"), atomic_writer(path) as stream:
        stream.write("after")
    assert path.read_text() == "before"
    assert len(list(tmp_path.iterdir())) == 1
