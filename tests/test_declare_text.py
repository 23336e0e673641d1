"""`scorecli declare bologna` as text: the answer first, on any terminal and in a pipe."""

import io
import sys

import pytest
from typer.testing import CliRunner

from scorecli import declaring
from scorecli.cli.app import APP
from scorecli.report.console import make_console
from scorecli.report.declare_text import print_declared


def text_of(*arguments: str) -> str:
    """What `scorecli declare bologna` prints."""
    return CliRunner().invoke(APP, ["declare", "bologna", *arguments]).stdout


def test_text_says_the_answer_first() -> None:
    """The text begins with the points, then the verdicts; sums, reasons and advice follow."""
    assert text_of("SK SQ SA DK DJ DA MAT", "--claim", "spade 30").splitlines() == [
        "80 points",
        "Tarocchi Bolognesi, 7 cards; sets 0, sequences 80",
        "Spade K Q A; Denari K J A; MAT",
        "spade 30: good, but worth 15",
        "",
        "  B6.4    15  Spade   SK SQ SA MAT; MAT stands for SN",
        "  B6.4    15  Denari  DK DJ DA MAT; MAT stands for DQ",
        "  B6.5    10  Aces    SA DA MAT; MAT stands for BA",
        "  B6.2   +40  doubled: 3 different sequences, 15 + 15 + 10 = 40",
        "",
        "Why spade 30 is good, but worth 15:",
        "  B6.4  SK, SQ real",
        "  B6.3  MAT stands for SN",
        "  B6.4  SJ is missing: simply skipped",
        "  B6.4  SA lengthens it",
        "  B6.1  4 cards: 10 + 1 × 5 = 15",
        "  B6.2  30 is doubled, but it is the sum of all sequences that is doubled",
        "  Nearest: Spade 15 (SK SQ SA MAT)",
        "  No one further card would make it true.",
    ]


def test_text_without_a_combination() -> None:
    """Cards that make nothing are 0 points, and the text says what one further card would do."""
    text = text_of("SK", "SQ", "--claim", "spade")
    assert text.startswith("0 points\n")
    assert "No combination." in text
    assert "Nearest: nothing, there is no combination" in text
    assert "One further card would make it true: SN or SJ or BEG or MAT" in text


def test_text_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 40 columns no line is longer, none ends in blanks and no word is lost."""
    arguments = ("ANG MON SOL LUN T16 T13 T12 BEG MAT SK BK CK", "--claim", "grande 45")
    wide = text_of(*arguments)
    monkeypatch.setenv("COLUMNS", "40")
    narrow = text_of(*arguments)
    assert narrow.split() == wide.split()
    assert max(map(len, narrow.splitlines())) <= 40
    assert all(line == line.rstrip() for line in narrow.splitlines())


class _Terminal(io.StringIO):
    """Text that is written to a terminal."""

    def isatty(self) -> bool:
        """Claim to be one."""
        return True


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_colour_is_for_terminals_only(
    monkeypatch: pytest.MonkeyPatch, no_color: str, coloured: bool
) -> None:
    """A terminal shows the verdict in colour, unless NO_COLOR forbids every escape code."""
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", "xterm-256color")
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    claims = ["spade 10", "re", "11"]
    print_declared(make_console(), declaring.declared("bologna", ["SK SQ SN"], claims, None, {}))
    assert ("\x1b[" in terminal.getvalue()) == coloured


def test_a_pipe_gets_no_escape_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not printed to a terminal is plain text, whether NO_COLOR is set or not."""
    monkeypatch.setenv("NO_COLOR", "")
    assert "\x1b" not in text_of("SK SQ SN", "--claim", "10")
