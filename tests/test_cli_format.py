"""`scorecli format`: what it writes and where, and that nothing is written half."""

import gzip
import json
import stat
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from scorecli.cli.app import APP
from scorecli.record import formatting
from scorecli.record.parsing import parse_record
from scorecli.record.pieces import RawRecord
from scorecli.record.sources import read_source
from scorecli.record.writing import fingerprint
from tests.command_line import refusal, run
from tests.conftest import FIXTURES
from tests.one_hand import hand

SOURCES: Final = sorted(FIXTURES.glob("bologna/*.json*"))
LOOSE: Final = json.dumps(hand(id="a", matto_payment="c10", format="scorecli.hand/1"))
CANONICAL: Final = run("format", "-", stdin=LOOSE).stdout
BAD: Final = '{"variant": "bologna", "dealr": "S"}'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a record, a log and a record that cannot be read, as the current one."""
    monkeypatch.chdir(tmp_path)
    Path("hand.json").write_text(LOOSE, encoding="utf-8")
    Path("log.jsonl").write_text(f"{LOOSE}\n{LOOSE}\n", encoding="utf-8")
    Path("bad.json").write_text(BAD, encoding="utf-8")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder with their bytes."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# What is written


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
@pytest.mark.parametrize("options", [[], ["--lines"]])
def test_formatting_twice_changes_nothing(source: Path, options: list[str]) -> None:
    """What was formatted is canonical, says the same, and comes out the same once more."""
    first = run("format", str(source), *options).stdout
    name = f"again{source.suffix}"
    Path(name).write_text(first, encoding="utf-8")
    assert run("format", name, *options).stdout == first
    assert run("format", name, *options, "--check").exit_code == 0
    assert fingerprints(name) == fingerprints(str(source))


def fingerprints(source: str) -> list[str]:
    """The fingerprints of the records of a source."""
    pieces = [piece for piece in read_source(source) if isinstance(piece, RawRecord)]
    return [fingerprint(parse_record(piece.data)) for piece in pieces]


def test_record_log_and_array_stay_what_they_are() -> None:
    """A record becomes an object on several lines, a log lines, an array an array."""
    assert CANONICAL.startswith('{\n  "format": "scorecli.hand/1",\n')
    assert json.loads(CANONICAL)["matto_payment"] == "C10"
    lines = run("format", "log.jsonl").stdout.splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["a", "a"]
    array = run("format", "-", stdin=f"[{LOOSE}, {LOOSE}]").stdout
    assert [record["id"] for record in json.loads(array)] == ["a", "a"]


@pytest.mark.parametrize("source", ["hand.json", "log.jsonl"])
def test_lines_makes_a_log_of_anything(source: str) -> None:
    """With --lines each record is a line."""
    lines = run("format", source, "--lines").stdout.splitlines()
    assert {json.loads(line)["id"] for line in lines} == {"a"}
    assert len(lines) == (2 if source == "log.jsonl" else 1)


def test_several_files_together_make_a_log() -> None:
    """Records of several files are written one a line, in the order of the files."""
    lines = run("format", "hand.json", "log.jsonl").stdout.splitlines()
    assert len(lines) == 3


def test_packed_source_is_read() -> None:
    """A source packed by gzip is formatted like any other."""
    Path("hand.json.gz").write_bytes(gzip.compress(LOOSE.encode()))
    assert run("format", "hand.json.gz").stdout == CANONICAL
    assert run("format", "-", stdin=gzip.compress(LOOSE.encode())).stdout == CANONICAL


# Where it is written


def test_output(folder: Path) -> None:
    """With --output the file has what standard output would have had, which stays empty."""
    result = run("format", "hand.json", "--output", "new.json")
    assert (result.exit_code, result.stdout) == (0, "")
    assert (folder / "new.json").read_text(encoding="utf-8") == CANONICAL


def test_output_onto_the_source(folder: Path) -> None:
    """The output may replace its own source."""
    run("format", "hand.json", "--output", "hand.json")
    assert (folder / "hand.json").read_text(encoding="utf-8") == CANONICAL


def test_in_place_writes_what_changes(folder: Path) -> None:
    """In place only a file that was not canonical is written anew, and told."""
    (folder / "fine.json").write_text(CANONICAL, encoding="utf-8")
    before = (folder / "fine.json").stat()
    result = run("format", "--in-place", "hand.json", "fine.json", "log.jsonl")
    assert result.stderr.splitlines() == ["hand.json: written anew", "log.jsonl: written anew"]
    assert (result.exit_code, result.stdout) == (0, "")
    assert (folder / "hand.json").read_text(encoding="utf-8") == CANONICAL
    assert len((folder / "log.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    after = (folder / "fine.json").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert run("format", "--in-place", "hand.json", "log.jsonl").stderr == ""


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_in_place_keeps_permissions(folder: Path, mode: int) -> None:
    """A file that is written anew keeps its permissions."""
    (folder / "hand.json").chmod(mode)
    run("format", "--in-place", "hand.json")
    assert stat.S_IMODE((folder / "hand.json").stat().st_mode) == mode


def test_in_place_through_a_link(folder: Path) -> None:
    """A link stays a link, and the file that it points to is written anew."""
    (folder / "link.json").symlink_to("hand.json")
    run("format", "--in-place", "link.json")
    assert (folder / "link.json").is_symlink()
    assert (folder / "hand.json").read_text(encoding="utf-8") == CANONICAL


ZSTD = "backports.zstd" if sys.version_info < (3, 14) else "compression.zstd"
SKIPPED_FRAME = b"\x50\x2a\x4d\x18\x04\0\0\0abcd"
"""A frame that zstandard may begin with, and that holds no data."""


@pytest.mark.parametrize(("packer", "before"), [("gzip", b""), (ZSTD, b""), (ZSTD, SKIPPED_FRAME)])
def test_in_place_refuses_packed_files(folder: Path, packer: str, before: bytes) -> None:
    """A packed file, whatever its name, is not written in place, nor any other of the same run."""
    packed = import_module(packer).compress(LOOSE.encode())
    (folder / "packed.json").write_bytes(before + packed)
    held = contents(folder)
    message = refusal("format", "--in-place", "hand.json", "packed.json")
    assert message.startswith("packed.json: is packed and cannot be written in place")
    assert contents(folder) == held


@pytest.mark.parametrize("options", [["--in-place"], ["--output", "new.json"], ["--check"], []])
def test_unreadable_input_writes_nothing(folder: Path, options: list[str]) -> None:
    """If one record cannot be read no file is written, and all that is wrong is told."""
    before = contents(folder)
    result = run("format", "hand.json", "bad.json", "nowhere.json", *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        "bad.json:1:24: $.dealr: unknown key 'dealr'; did you mean 'dealer'?",
        "nowhere.json: no such file",
        "scorecli: nothing was written",
    ]
    assert contents(folder) == before


def test_failure_while_writing_leaves_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text that cannot be written leaves the file as it was, and no other one behind."""
    before = contents(folder)
    formatted = formatting.Formatted("hand.json", text="\ud800", changed=True)
    monkeypatch.setattr(formatting, "format_source", lambda _path, **_options: formatted)
    result = CliRunner().invoke(APP, ["format", "--in-place", "hand.json"])
    assert isinstance(result.exception, UnicodeEncodeError)
    assert contents(folder) == before


# Checking


@pytest.mark.parametrize(
    ("source", "code"), [("hand.json", 1), ("log.jsonl", 1), ("fine.json", 0), ("fine.json.gz", 0)]
)
def test_check(folder: Path, source: str, code: int) -> None:
    """A check tells the files that are not canonical, packed or not, and writes nothing."""
    (folder / "fine.json").write_text(CANONICAL, encoding="utf-8")
    (folder / "fine.json.gz").write_bytes(gzip.compress(CANONICAL.encode()))
    before = contents(folder)
    result = run("format", "--check", source, "fine.json")
    assert result.exit_code == code
    assert result.stdout == (f"{source}: not in canonical form\n" if code else "")
    assert contents(folder) == before


@pytest.mark.parametrize(("text", "code"), [(LOOSE, 1), (CANONICAL, 0), (CANONICAL[:-1], 1)])
def test_check_of_standard_input(text: str, code: int) -> None:
    """Standard input is checked like a file, to the last line feed."""
    assert run("format", "--check", "-", stdin=text).exit_code == code


def test_check_for_a_log() -> None:
    """With --lines a record on several lines is not canonical."""
    Path("hand.json").write_text(CANONICAL, encoding="utf-8")
    assert run("format", "--check", "hand.json").exit_code == 0
    assert run("format", "--check", "--lines", "hand.json").exit_code == 1


def test_byte_order_mark_is_not_canonical() -> None:
    """A file that begins with a byte order mark is not canonical, and is rid of it."""
    data = b"\xef\xbb\xbf" + CANONICAL.encode()
    assert run("format", "--check", "-", stdin=data).exit_code == 1
    assert run("format", "-", stdin=data).stdout == CANONICAL


# Options


@pytest.mark.parametrize(
    "options",
    [["--check", "--in-place"], ["--check", "-o", "new.json"], ["--in-place", "-o", "new.json"]],
)
def test_options_exclude_each_other(folder: Path, options: list[str]) -> None:
    """Of --output, --in-place and --check only one can be given."""
    result = run("format", "hand.json", *options)
    assert (result.exit_code, (folder / "new.json").exists()) == (2, False)
    assert "exclude each other" in result.stderr


def test_standard_input_cannot_be_written_in_place() -> None:
    """A hyphen and --in-place are refused together."""
    result = run("format", "--in-place", "-", stdin=LOOSE)
    assert result.exit_code == 2
    assert "standard input cannot be written in place" in result.stderr


@pytest.mark.parametrize("output", ["nowhere/new.json", "."])
def test_output_that_cannot_be_written(output: str) -> None:
    """An output that cannot be written is named as it was given."""
    message = refusal("format", "hand.json", "--output", output)
    assert message.startswith(f"{output}: cannot be written: ")


def test_source_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A source that does not fit into memory is refused and not read to its end."""
    monkeypatch.setattr(formatting, "MAX_DOCUMENT_BYTES", 100)
    result = run("format", "hand.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("hand.json: longer than 100 bytes")
