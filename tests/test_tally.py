"""`scorecli tally`: a finished hand from what people say, by options and on a terminal."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pexpect
import pytest
from typer.testing import CliRunner, Result

from scorecli.answers import said_yes, seat_named, team_named
from scorecli.cli.app import APP
from scorecli.errors import UsageError
from scorecli.games import GAMES, game_named
from scorecli.interview import steps_of
from scorecli.tallying import Tally
from scorecli.typed_cards import grouped
from tests.conftest import FIXTURES
from tests.naive.agreement import audit_of

EW: Final = "SKQJ SA CKN CA DKQNJ DA MAT BQ T16 T7"
"""The pile of EW in `fixtures/bologna/piles.json` without its plain cards."""


def run(*arguments: str) -> Result:
    """Run `scorecli tally`."""
    return CliRunner().invoke(APP, ["tally", *arguments])


def result_of(*arguments: str) -> dict[str, Any]:
    """The result that `scorecli tally --json` prints."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


# Options


def test_the_score_is_that_of_the_record() -> None:
    """What is said by options scores like the record that says it."""
    said = result_of("bologna", "--ew", EW, "--ew-cards", "30", "--declared", "E=SJ BJ DJ")
    record = json.loads((FIXTURES / "bologna" / "piles.json").read_text("utf-8"))
    usual = audit_of(record)
    assert usual.score is not None
    assert said["teams"] == dict(zip(("NS", "EW"), usual.score.figures, strict=True))
    assert said["bounds"] == usual.score.bounds


def test_all_options() -> None:
    """Last trick, payment, who played the Matto and house rules are taken as options."""
    said = result_of(
        *("bologna", "--ew", EW, "--ew-cards", "30", "--last", "n", "--matto-by", "s"),
        *("--paid", "SOL", "--rule", "grande_complete=real"),
    )
    assert said["level"] == "piles"
    assert said["house_rules"] == {"grande_complete": {"value": "real", "set_by": "record"}}
    assert said["outcome"]["winner"] is not None
    # The Matto went to NS, and SOL, which is worth 1, to EW for it.
    assert said["teams"]["EW"]["card_points"] == 46 - 5 + 1


def test_minchiate_with_resti_and_lead() -> None:
    """The running score of Minchiate is given as resti and lead."""
    record = json.loads((FIXTURES / "minchiate" / "piles.json").read_text("utf-8"))
    cards = " ".join(record["piles"]["NS"])
    said = result_of(
        *("minchiate", "--ns", cards, "--ns-cards", str(record["pile_cards"]["NS"])),
        *("--last", record["last_trick"], "--resti", str(record["running"]["settled_resti"])),
        *("--lead", str(record["running"]["lead"])),
    )
    assert said["outcome"]["winner"] == "draw"


def test_each_answer_is_held_against_those_before() -> None:
    """A pile of a settled hand that no tricks can make is refused when it is said to be captured.

    With the Matto 33 cards can be NS's in Piedicavallo: eight tricks and the Matto of the others
    (P3.5); as captured the number is that of whole tricks, and two discards.
    """
    tally = Tally(game_named("piedicavallo"), {})
    steps = {step.question.split(",")[0].split("?")[0]: step for step in steps_of(tally)}
    steps["Whose pile do you name"].answer("NS")
    steps["Its cards"].answer("T21-15, kings, Matto")
    steps["How many cards has it in all"].answer("33")
    with pytest.raises(UsageError, match="each trick has four cards"):
        steps["Is the Matto settled"].answer("n")
    assert "settled" not in tally.fields
    steps["Is the Matto settled"].answer("y")
    assert tally.audited().audit.score is not None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
def test_the_record_is_saved_though_the_score_cannot_be_printed(tmp_path: Path) -> None:
    """Whoever reads the score may go away: what was to be saved is saved before."""
    path = tmp_path / "hand.json"
    program = [sys.executable, "-m", "scorecli"]
    command = [*program, "tally", "piedicavallo", "--ns", "T21-15 kings MAT", "--ns-cards", "33"]
    with Path("/dev/full").open("w") as full:
        process = subprocess.run([*command, "--save", str(path)], stdout=full, check=False)
    assert process.returncode == 2
    assert json.loads(path.read_text("utf-8"))["variant"] == "piedicavallo"


def test_the_record_can_be_saved(tmp_path: Path) -> None:
    """`--save` writes the record, which `score` reads."""
    path = tmp_path / "hand.json"
    result = run(
        "piedicavallo", "--ns", "T21-15 kings MAT", "--ns-cards", "33", "--save", str(path)
    )
    assert result.exit_code == 0
    assert f"saved: {path}" in result.stderr
    scored = CliRunner().invoke(APP, ["score", str(path)])
    assert scored.stdout.splitlines()[0] == result.stdout.splitlines()[0]
    again = run("bologna", "--ns", "SK", "--save", str(path))
    assert "is there already; nothing was written" in str(again.exception)
    assert again.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bologna"], "a pile is needed"),
        (["bolonga", "--ns", "SK"], "did you mean 'bologna'?"),
        (["bologna", "--ns", "SK CD"], "'CD' can be CQ or DN"),
        (["bologna", "--ns", "SK", "--ew", "SK"], "--ew: SK stands in the other pile already"),
        (["bologna", "--ns", "SK SQ", "--ns-cards", "1"], "it cannot have 1"),
        (["bologna", "--ns", "SK", "--last", "X"], "'X' is no team"),
        (["bologna", "--ns", "SK", "--declared", "SK"], "is not SEAT=CARDS"),
        (["bologna", "--ns", "SK", "--declared", "X=SK"], "'X' is no seat"),
        (
            ["bologna", "--ns", "SK", "--matto-by", "S", "--paid", "SK SQ"],
            "one card is given for the Matto, not 2",
        ),
        (["bologna", "--ns", "SK", "--paid", "SK"], "it needs --matto-by"),
        (["bologna", "--ns", "B6", "--declared", "S=SK", "--declared", "s=BK"], "S is given twice"),
        (["minchiate", "--ns", "SK", "--resti", "1"], "--resti and --lead belong together"),
        (
            ["piedicavallo", "--ns", "SK", "--declared", "S=SK"],
            "--declared S: Tarocchi of Piedicavallo has no declarations",
        ),
        (["bologna", "--ns", "SK", "--resti", "1", "--lead", "0"], "has neither resti nor a lead"),
        (["bologna", "--ns", "SK", "--ns", "SQ"], "--ns: is given twice"),
        (
            ["bologna", "--ns", "B6", "--ns-cards", "4", "--matto-by", "Q"],
            "--matto-by: 'Q' is no seat",
        ),
        (["bologna", "--ns", "SK", "--rule", "nothing=1"], "no house rule 'nothing'"),
    ],
)
def test_what_cannot_be_used(arguments: list[str], message: str) -> None:
    """What cannot be used is said in one line, and the exit code is 2."""
    result = run(*arguments)
    said = " ".join(result.output.split()) + str(result.exception)
    assert message in said
    assert isinstance(result.exception, UsageError) or result.exit_code == 2


def test_wrong_piles_have_a_result() -> None:
    """Piles that cannot be are an error of the hand, with exit code 1."""
    result = run("bologna", "--ns", "SK", "--ns-cards", "3")
    assert result.exit_code == 1
    assert "each trick has four cards" in " ".join(result.stdout.split())


# Words


def test_teams_and_seats() -> None:
    """A team is named by its letters in any order or by a seat, a seat by its letter."""
    assert [team_named(word) for word in ("ns", "SN", "e", " W ", "EW")] == [
        *("NS", "NS", "EW", "EW", "EW")
    ]
    assert seat_named(" w") == "W"
    for word in ("", "x", "nse"):
        with pytest.raises(UsageError):
            team_named(word)
        with pytest.raises(UsageError):
            seat_named(word)


@pytest.mark.parametrize(
    ("word", "yes"), [("y", True), ("Sì", True), ("да", True), ("no", False), ("không", False)]
)
def test_yes_and_no(word: str, yes: bool) -> None:
    """Yes and no are understood in the languages, whatever nothing at all stands for."""
    assert said_yes(word, otherwise=not yes) is yes
    assert said_yes(" ", otherwise=yes) is yes
    with pytest.raises(UsageError):
        said_yes("perhaps", otherwise=yes)


def test_cards_are_shown_by_suit() -> None:
    """Cards are shown back grouped by suit, each suit without its letter."""
    pack = game_named("bologna").pack
    assert grouped(pack, ["SK", "S10", "CA", "T16", "MOR", "MAT"]) == (
        "Spade K 10; Coppe A; trumps T16 MOR; MAT"
    )
    assert grouped(pack, []) == "no cards"


def test_resti_and_lead_as_they_are_typed() -> None:
    """A number has one sign at most and six digits at most; else the question is asked again."""
    tally = Tally(game_named("minchiate"), {})
    (step,) = [step for step in steps_of(tally) if "resti" in step.question.lower()]
    for typed in ("-+5 3", "+-5 3", "1 +", "1 ٣", "1 1234567", "one 2"):
        with pytest.raises(UsageError, match="is no whole number"):
            step.answer(typed)
    step.answer("+1 −12")
    assert tally.fields["running"] == {"settled_resti": 1, "lead": -12}


@pytest.mark.parametrize("name", GAMES)
def test_every_question_can_be_left_open(name: str) -> None:
    """With one pile and nothing else the questions lead to a record that can be audited."""
    tally = Tally(game_named(name), {})
    answers = iter(["ns", " ".join(tally.pack.codes[:40])])
    for step in steps_of(tally):
        if step.needed():
            assert step.hint
            step.answer(next(answers, ""))
    assert tally.audited().audit.hand.complete


# On a terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator["pexpect.spawn[str]"]:
    """`scorecli tally bologna` on a real terminal, in an empty folder."""
    environment = {**os.environ, "TERM": "dumb", "COLUMNS": "80"}
    spawned: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "scorecli", "tally", "bologna"],
        cwd=str(tmp_path),
        env=environment,
        encoding="utf-8",
        timeout=20,
    )
    yield spawned
    spawned.close(force=True)


def test_a_hand_is_asked_for_step_by_step(terminal: "pexpect.spawn[str]", tmp_path: Path) -> None:
    """A typo is told and asked again, an answer corrected, the score shown, the record saved."""
    terminal.expect("NS or EW\\?")
    terminal.sendline("ns")
    terminal.expect("Its cards\\?")
    terminal.sendline("<")
    terminal.expect("NS or EW\\?")
    terminal.sendline("ew")
    terminal.expect("Its cards\\?")
    terminal.sendline("?")
    terminal.expect("Re di Coppe")
    terminal.expect("Its cards\\?")
    terminal.sendline("SKQJ traditroe")
    terminal.expect("did you mean traditore")
    terminal.expect("Its cards\\?")
    terminal.sendline(EW)
    terminal.expect("EW, 16 cards: Spade K Q J A")
    terminal.expect("in all\\?")
    terminal.sendline("31")
    terminal.expect("each trick has four cards")
    terminal.expect("in all\\?")
    terminal.sendline("30")
    terminal.expect("NS has the others, of Spade N")
    terminal.expect("Is the Matto settled")
    terminal.sendline("")
    terminal.expect("last trick")
    terminal.sendline("ns")
    terminal.expect("What did S declare\\?")
    terminal.sendline("")
    terminal.expect("What did E declare\\?")
    terminal.sendline("SJ BJ")
    terminal.expect("make no combination")
    terminal.expect("What did E declare\\?")
    terminal.sendline("SJ BJ DJ")
    terminal.expect("E declares")
    for seat in "NW":
        terminal.expect(f"What did {seat} declare\\?")
        terminal.sendline("")
    terminal.expect("NS wins by 26")
    terminal.expect("Save the record as\\?")
    terminal.sendline("hand.json")
    terminal.expect("saved: hand.json")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    scored = CliRunner().invoke(APP, ["score", str(tmp_path / "hand.json"), "--quiet"])
    assert "NS wins by 26: 265 to 239." in scored.stdout


def test_an_interrupt_leaves_nothing_behind(terminal: "pexpect.spawn[str]", tmp_path: Path) -> None:
    """An interrupt in the middle ends with 130, and no file is there."""
    terminal.expect("NS or EW\\?")
    terminal.sendline("ew")
    terminal.expect("Its cards\\?")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130
    assert list(tmp_path.iterdir()) == []


def test_questions_are_not_printed_among_the_score(tmp_path: Path) -> None:
    """What goes into a file is the JSON alone; questions and answers stay on the terminal."""
    (tmp_path / "kept.json").write_text("kept", "utf-8")
    command = f"{sys.executable} -m scorecli tally piedicavallo --json > out.json"
    child = pexpect.spawn(
        "/bin/sh", ["-c", command], cwd=str(tmp_path), encoding="utf-8", timeout=20
    )
    child.expect("NS or EW\\?")
    child.sendline("ew")
    child.expect("Its cards\\?")
    child.sendline("S6 S7 S8 S9")
    child.expect("in all\\?")
    child.sendline("")
    child.expect("settled")
    child.sendline("")
    child.expect("Save the record as\\?")
    child.sendline("?")
    child.expect("such as hand.json")
    child.expect("Save the record as\\?")
    child.sendline(".")
    child.expect("is a folder; name a file")
    child.expect("Save the record as\\?")
    child.sendline("kept.json")
    child.expect("exists. Replace it\\?")
    child.sendline("")
    child.expect("Save the record as\\?")
    child.sendline("")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    written = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert written["teams"]["EW"]["total"] == 4
    assert (tmp_path / "kept.json").read_text("utf-8") == "kept"
    assert {path.name for path in tmp_path.iterdir()} == {"out.json", "kept.json"}


def test_a_final_count_that_is_not_certain_comes_first() -> None:
    """Of Minchiate without events the answer is the final count, within its bounds if need be."""
    cards = "T40 T39 T38 T37 T30 T20 T10 SK BK CK T1 T2 T3 MAT"
    result = run("minchiate", "--ns", cards, "--ns-cards", "48")
    known = run("minchiate", "--ns", cards, "--ns-cards", "48", "--last", "NS")
    words = " ".join(result.stdout.split())
    # The last trick is worth 10 (M7.2).
    assert "the final count is 248 to 91" in " ".join(known.stdout.split())
    assert words.startswith("Not certain: the final count of NS 238 to 248 and of EW 91 to 101,")


def test_the_end_of_input_is_an_interrupt(terminal: "pexpect.spawn[str]") -> None:
    """Where nobody answers any more the questions end."""
    terminal.expect("NS or EW\\?")
    terminal.sendeof()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130


@pytest.mark.parametrize(
    ("game", "rules", "player", "owed"),
    [
        ("piedicavallo", {}, None, False),
        ("piedicavallo", {"matto_exchange": "one_point_card"}, None, True),
        ("piedicavallo", {"matto_exchange": "one_point_card"}, "N", False),
        ("piedicavallo", {"matto_exchange": "one_point_card"}, "W", True),
        ("bologna", {}, None, True),
        ("bologna", {}, "S", False),
        ("bologna", {}, "E", True),
    ],
)
def test_a_card_is_asked_for_only_if_one_can_be_owed(
    game: str, rules: dict[str, str], player: str | None, owed: bool
) -> None:
    """A card for the Matto is owed by who played it, if the other team won it and by the rules."""
    tally = Tally(game_named(game), rules)
    tally.pile("NS", "kings MAT T16 MOR MOR" if game == "bologna" else "T21-15 kings MAT")
    if game == "bologna":
        tally.fields["piles"]["NS"] += tally.cards("S10-6 B10-6 C6-10 D6-10 SQ SN BQ BN CQ CN")
    else:
        tally.size("NS", "34")
    assert not tally.may_owe_a_card()
    tally.captured(player)
    assert tally.may_owe_a_card() == owed
