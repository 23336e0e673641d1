"""`scorecli score`: what goes in (sources, house rules), what cannot be read, and how it exits."""

import gzip
import json
from pathlib import Path

import pytest

from tests.command_line import BOLOGNA, LOG, REVOKE, RIGHT, WRONG, refusal, run, write
from tests.one_hand import hand

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.mark.parametrize(
    ("paths", "code"),
    [
        ([RIGHT], 0),
        ([LOG], 0),
        ([str(BOLOGNA / "no-declarations.json")], 0),
        ([WRONG], 1),
        ([REVOKE], 1),
        ([str(BOLOGNA / "card-twice.json")], 1),
        ([RIGHT, WRONG], 1),
        ([WRONG, RIGHT], 1),
        (["nowhere.json"], 2),
        ([str(BOLOGNA)], 2),
        ([RIGHT, "nowhere.json", WRONG], 2),
        (["nowhere.json", RIGHT], 2),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"], ["--quiet"], ["--explain", "total"]])
def test_exit_codes(paths: list[str], code: int, form: list[str]) -> None:
    """0: no error; 1: an error in a hand; 2: something unreadable; whatever the form."""
    assert run("score", *paths, *form).exit_code == code


def test_missing_file_does_not_stop_the_others() -> None:
    """The files before and after one that is missing are scored; the error goes elsewhere."""
    result = run("score", "--quiet", RIGHT, "nowhere.json", WRONG)
    assert len(result.stdout.splitlines()) == 2
    assert result.stderr == "nowhere.json: no such file\n"


def test_bad_line_does_not_stop_the_log() -> None:
    """The lines before and after one that is no record are scored; its place is told."""
    good = json.dumps(hand())
    bad = '{"variant": "bologna", "dealr": "S"}'
    path = write(f"{good}\n{bad}\n{good}\nno JSON\n{good}\n", "log.jsonl")
    result = run("score", "--quiet", path)
    assert [line.split(": ")[0] for line in result.stdout.splitlines()] == [
        f"{path}:{number}" for number in (1, 3, 5)
    ]
    first, second = result.stderr.splitlines()
    assert first == f"{path}:2:24: $.dealr: unknown key 'dealr'; did you mean 'dealer'?"
    assert second.startswith(f"{path}:4:1: ")
    assert result.exit_code == 2


def test_comma_at_the_end_of_an_array_is_no_json() -> None:
    """What was read before a comma with nothing behind it is scored, and the comma is a problem."""
    result = run("score", write(f"[{json.dumps(hand())},]", "hands.json"), "--quiet")
    assert result.exit_code == 2
    assert "nothing follows the comma" in result.stderr


def test_bad_element_of_an_array_has_its_column() -> None:
    """In an array on one line, line and column of a fault are those of the file."""
    path = write('[{"variant": "bologna"}, {"variant": 5}]')
    assert run("score", path).stderr == f"{path}:1:27: $.variant: expected a string, found 5\n"


@pytest.mark.parametrize("packed", [False, True])
def test_standard_input(packed: bool) -> None:
    """A hyphen is standard input, packed or not, and is called so."""
    data = Path(LOG).read_bytes()
    result = run("score", "--quiet", "-", stdin=gzip.compress(data) if packed else data)
    assert result.exit_code == 0
    assert [line.partition(": ")[0] for line in result.stdout.splitlines()] == [
        f"standard input:{number}" for number in (1, 2, 3, 4)
    ]


def test_packed_log() -> None:
    """A log packed by gzip is scored as it is."""
    path = write(gzip.compress(Path(LOG).read_bytes()), "log.jsonl.gz")
    assert len(run("score", "--quiet", path).stdout.splitlines()) == 4


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty: no record here"),
        (b" \n\t\n", "empty: no record here"),
        (b"\0\0\0\0", "not UTF-8, perhaps UTF-16"),
        ('{"variant": "bologna"}'.encode("utf-16"), "not UTF-8, perhaps UTF-16"),
        ('{"variant": "bologna"}'.encode("utf-16-be"), "not UTF-8, perhaps UTF-16"),
        (b"\x1f\x8b", "gzip data ends too early or is damaged"),
        (gzip.compress(b'{"variant": "bologna"}', mtime=0)[:-4], "gzip data ends too early"),
        (b'{"variant": "\xff"}', ":1:14: not UTF-8: byte 0xff"),
        (b"Clubs and swords", ":1:1: not valid JSON"),
        (b'{"variant": "bologna", "x": ' + b"9" * 5000 + b"}", "too long"),
        (b'{"variant": "bologna", "claims": {"margin": ' + b"9" * 4000 + b"}}", "$.claims.margin"),
        (b'{"variant": "bologna", "hands": ' + b"[" * 70 + b"]" * 70 + b"}", "nested"),
        (b'{"variant": "bologna", "' + b"k" * 5000 + b'": 1}', "..."),
        (b'{"variant": "bologna"} {"variant": "bologna"}', ":1:24: not valid JSON"),
    ],
)
def test_bytes_that_are_no_record(data: bytes, message: str) -> None:
    """What cannot be read is told in one short line with its place, and the exit code is 2."""
    path = write(data, "bytes")
    result = run("score", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"{path}:")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 1000


@pytest.mark.parametrize("name", ["hand.json", "hand.jsonl", "hand"])
def test_a_record_with_braces_on_lines_of_their_own(name: str) -> None:
    """An object within a record that stands on a line of its own makes no log of it."""
    rest = json.dumps(hand())[1:]
    path = write('{\n"players":\n{"S": "Ada"},\n"x":\n{"a": 1},\n' + rest, name)
    assert run("score", path, "--quiet").exit_code == 0


@pytest.mark.parametrize("form", ["{}", "[{}]", "[\n{}\n]"])
def test_a_record_laid_out_over_lines_in_what_is_called_a_log(form: str) -> None:
    """One record, or an array, over several lines is read as such, whatever its file is called."""
    laid_out = json.dumps(hand(id="one"), indent=2)
    path = write(form.replace("{}", laid_out), "hand.jsonl")
    result = run("score", path, "--quiet")
    assert result.exit_code == 0
    assert result.stdout.count("wins by") == 1
    # A log whose first line is broken off stays a log.
    path = write("{\n" + json.dumps(hand()) + "\n", "log.jsonl")
    broken = run("score", path, "--quiet")
    assert broken.exit_code == 2
    assert broken.stdout.count("wins by") == 1


def test_huge_line_does_not_stop_the_log() -> None:
    """A line of two million bytes is refused, and the lines around it are scored."""
    good = json.dumps(hand())
    long = json.dumps(hand(notes="a" * 2_000_000))
    path = write(f"{good}\n{long}\n{good}\n", "log.jsonl")
    result = run("score", "--quiet", path)
    assert len(result.stdout.splitlines()) == 2
    assert result.stderr.startswith(f"{path}:2: the record is too long: ")


def test_thousand_faults_are_told_in_reasonable_time() -> None:
    """Each of a thousand faults of one record has its own line."""
    keys = ",".join(f'"k{number}": 1' for number in range(1000))
    result = run("score", write(f'{{"variant": "bologna", {keys}}}'))
    assert len(result.stderr.splitlines()) == 1000


@pytest.mark.parametrize(("name", "shown"), [("", "''"), ("a\nb", "a\\nb"), ("\x1b[1m", "\\x1b")])
def test_odd_names_of_files(name: str, shown: str) -> None:
    """The name of a file is shown in one line, its control characters escaped."""
    result = run("score", name)
    assert result.exit_code == 2
    assert result.stderr.startswith(shown)
    assert result.stderr.count("\n") == 1


# House rules


def test_house_rule_wins_over_the_record() -> None:
    """A rule set by an option is used, and a note says what it replaces in the record."""
    path = str(BOLOGNA / "house-rule.json")
    result = run("score", "--json", path, "--rule", "grande_complete=filled")
    found = json.loads(result.stdout)
    assert [one["code"] for one in found["findings"]] == ["rule-overridden"]
    assert found["findings"][0]["path"] == "$.house_rules.grande_complete"
    assert found["house_rules"] == {}
    assert result.exit_code == 0


def test_house_rules_in_force_are_shown() -> None:
    """Rules that differ from the default are told with the place where they were set."""
    text = " ".join(run("score", RIGHT, "--rule", "grande_complete=real").stdout.split())
    assert 'grande_complete="real" (set by --rule)' in text
    text = " ".join(run("score", str(BOLOGNA / "house-rule.json")).stdout.split())
    assert 'grande_complete="real" (set by the record)' in text


def test_several_house_rules() -> None:
    """Each --rule sets one switch, and yes and no stand for true and false."""
    rules = ["--rule", "grande_complete=real", "--rule", "partial_declarations=yes"]
    result = json.loads(run("score", "--json", write(hand()), *rules).stdout)
    assert result["house_rules"] == {
        "grande_complete": {"value": "real", "set_by": "option"},
        "partial_declarations": {"value": True, "set_by": "option"},
    }


@pytest.mark.parametrize(
    ("rule", "hint"),
    [
        ("grande=real", "did you mean 'grande_complete'?"),
        ("grande_complete=reel", 'grande_complete is "filled" or "real", not "reel"'),
        ("grande_complete=5", "not 5"),
        ("grande_complete=" + "9" * 5000, 'is "filled" or "real"'),
        ("partial_declarations=2", "partial_declarations"),
    ],
)
def test_wrong_house_rule_is_refused(rule: str, hint: str) -> None:
    """A switch or a value that no game has is refused, and nothing is scored."""
    assert hint in refusal("score", RIGHT, "--rule", rule)


@pytest.mark.parametrize("rule", ["grande_complete", "=real", "grande_complete="])
def test_house_rule_that_is_none_is_refused(rule: str) -> None:
    """What is not SWITCH=VALUE is a wrong option."""
    result = run("score", RIGHT, "--rule", rule)
    assert result.exit_code == 2
    assert "is not SWITCH=VALUE" in result.stderr
