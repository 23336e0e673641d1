"""The rule sheets: taken apart, looked up, printed, and held against the code that cites them."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner

from scorecli.cli.app import APP
from scorecli.errors import ScorecliError, UsageError
from scorecli.games import GAMES, game_named
from scorecli.report.console import make_console
from scorecli.report.markdown import print_markdown
from scorecli.sheets import GENERAL, clause, look_up, parse_sheet, sheet, sheet_names

SOURCE: Final = Path(str(resources.files("scorecli")))
PLAIN: Final[Mapping[str, str | None]] = {
    "NO_COLOR": "1",
    "COLUMNS": "60",
    "GITHUB_ACTIONS": None,
    "FORCE_COLOR": None,
    "PY_COLORS": None,
}
SMALL_SHEET: Final = """\
# A small game

revision: 3

Some words.

## B1 Pack

**B1.1** The pack has cards.
It has no more.

Not a clause.

**B1.2** They rank.

## Worked figures

1. Nothing: 0.
"""


def rules(*arguments: str) -> str:
    """Run `scorecli rules` and return what it prints."""
    result = CliRunner().invoke(APP, ["rules", *arguments], env=PLAIN)
    assert result.exit_code == 0, result.output
    return result.stdout


def code() -> Iterator[tuple[Path, str]]:
    """Each Python file of the package, by its path in it, with lint codes taken out."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        yield path.relative_to(SOURCE), re.sub(r"# noqa: .*", "", text)


def may_apply(path: Path, name: str) -> bool:
    """Whether a file of the code may apply the rules of a sheet, and does not just show them."""
    if path.match("games/*/*.py"):
        return name in (path.parts[1], GENERAL)
    return path.parts[0] not in ("cli", "explain", "report", "sheets.py")


def citations(text: str, letters: str) -> set[str]:
    """The clauses that a text cites.

    A number with a dot is a clause, and so is one that begins with G. Any other is one only in
    a list in brackets, such as (B5, B6): elsewhere B6 may be a card.
    """
    cited = set(re.findall(rf"\b(?:[{letters}]\d+\.\d+|G\d+)\b", text))
    for listed in re.findall(r"\(((?:[A-Z]\d+(?:\.\d+)?(?:, | and | to )?)+)\)", text):
        cited |= set(re.findall(rf"\b[{letters}]\d+(?:\.\d+)?", listed))
    return cited


def sheet_letters() -> str:
    """The letters that begin the clauses of the sheets there are."""
    return "G" + "".join(game_named(name).sheet for name in GAMES)


def test_a_sheet_is_taken_apart() -> None:
    """A sheet has a title, a revision, sections and clauses; other paragraphs are no clauses."""
    small = parse_sheet("small", SMALL_SHEET)
    assert (small.name, small.title, small.revision) == ("small", "A small game", 3)
    assert [(section.number, section.title) for section in small.sections] == [
        ("B1", "Pack"),
        (None, "Worked figures"),
    ]
    assert [one.number for one in small.clauses] == ["B1.1", "B1.2"]
    assert small.clauses[0].text == "The pack has cards.\nIt has no more."
    assert small.sections[0].text.endswith("**B1.2** They rank.")


def test_a_sheet_without_a_revision_is_refused() -> None:
    """A sheet must say which revision it is."""
    with pytest.raises(ScorecliError, match="no revision"):
        parse_sheet("small", SMALL_SHEET.replace("revision: 3", ""))


@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_revision_is_that_of_the_code(name: str) -> None:
    """The code of a game follows the revision of the sheet that is shipped."""
    assert sheet(name).revision == game_named(name).revision


@pytest.mark.parametrize("name", sheet_names())
def test_the_clauses_of_a_sheet_are_numbered_in_order(name: str) -> None:
    """Clauses have the letter of their sheet and the number of their section, and count from 1."""
    letter = "G" if name == GENERAL else game_named(name).sheet
    numbered = [section for section in sheet(name).sections if section.clauses]
    for place, section in enumerate(numbered, start=1):
        begin = letter if name == GENERAL else f"{letter}{place}."
        numbers = [one.number for one in section.clauses]
        assert numbers == [f"{begin}{number}" for number in range(1, len(numbers) + 1)]


def test_a_clause_is_found_in_either_case() -> None:
    """Numbers and names may be written in small or in capital letters."""
    assert clause("b6.6") == clause("B6.6")
    assert look_up("B6.6").clause == clause("B6.6")
    assert look_up("b6").section == look_up("B6.6").section
    assert look_up("BOLOGNA").sheet == sheet("Bologna") == look_up("B6.6").sheet
    assert look_up("g2").sheet.name == "general"


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("B6.10", "no rule 'B6.10': B6 has B6.1 to B6.9; did you mean 'B6.1'?"),
        ("blogna", "no rule 'blogna': there are bologna (B1 to B7) .* did you mean 'bologna'?"),
        ("?", "no rule '?': there are bologna (B1 to B7) .* general (G1 to G4)"),
    ],
    ids=["clause", "game", "nothing-like-it"],
)
def test_what_does_not_exist_is_answered_with_what_does(wanted: str, message: str) -> None:
    """An unknown rule is refused with the nearest one and with what there is."""
    pattern = ".*".join(re.escape(part) for part in message.split(".*"))
    with pytest.raises(UsageError, match=pattern):
        look_up(wanted)


def test_an_unknown_sheet_is_refused() -> None:
    """A sheet that does not exist is refused with those that do."""
    with pytest.raises(UsageError, match=r"no rule sheet 'blogna': there are .*'bologna'"):
        sheet("blogna")


def test_a_section_is_no_clause() -> None:
    """The number of a section where a clause is wanted is refused with the clauses it has."""
    with pytest.raises(UsageError, match=r"B6 has B6\.1 to B6\.9"):
        clause("B6")


def test_every_citation_in_the_code_exists() -> None:
    """A clause that the code cites stands in a sheet."""
    known = {
        number
        for name in sheet_names()
        for section in sheet(name).sections
        for number in (section.number, *[one.number for one in section.clauses])
    }
    wrong = {
        f"{path}: {number}"
        for path, text in code()
        for number in citations(text, sheet_letters()) - known
    }
    assert not wrong


@pytest.mark.parametrize("name", sheet_names())
def test_every_clause_is_cited_by_the_code_that_applies_it(name: str) -> None:
    """Each clause of a sheet is cited where it is applied: by its game, or by what games share."""
    cited = {
        number
        for path, text in code()
        if may_apply(path, name)
        for number in citations(text, sheet_letters())
    }
    assert [one.number for one in sheet(name).clauses if one.number not in cited] == []


def test_an_installed_package_brings_its_own_sheets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The sheets inside the package come before those of a repository around it."""
    (tmp_path / "seeds").mkdir()
    (tmp_path / "seeds" / "bologna.md").write_text(SMALL_SHEET, encoding="utf-8")
    monkeypatch.setattr(resources, "files", lambda _package: tmp_path)
    sheet.cache_clear()
    assert sheet("bologna").title == "A small game"
    sheet.cache_clear()


def test_an_installation_without_sheets_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the sheets are neither in the package nor in a repository, the error says that."""
    monkeypatch.setattr(resources, "files", lambda _package: tmp_path)
    monkeypatch.setattr("scorecli.sheets.__file__", str(tmp_path / "a" / "b" / "sheets.py"))
    sheet.cache_clear()
    with pytest.raises(ScorecliError, match="missing from this installation"):
        sheet("bologna")
    sheet.cache_clear()


def test_rules_without_an_argument_lists_what_there_is() -> None:
    """`scorecli rules` lists the sheets with their sections and how to ask for one."""
    printed = rules()
    assert "bologna, revision 1: Bologna: Tarocchi Bolognesi" in printed
    assert "  B6  Sequences (B6.1 to B6.9)" in printed
    assert "scorecli rules B6.6" in printed


@pytest.mark.parametrize("name", sheet_names())
def test_rules_prints_a_sheet_wrapped(name: str) -> None:
    """A sheet is printed whole, without marks of Markdown and no wider than the terminal."""
    printed = rules(name)
    assert all(one.number in printed for one in sheet(name).clauses)
    assert not re.search(r"\*\*|^#|^\||\x1b| $", printed, re.MULTILINE)
    assert max(map(len, printed.splitlines())) <= 60 or name == GENERAL


def test_rules_prints_a_section_and_a_clause() -> None:
    """A section has its heading and its clauses, a clause stands alone; several may be asked."""
    assert rules("B2.3", "G3").startswith("B2.3  The discards belong to the team of the dealer.")
    assert "\n\nG3    A card is captured by a team" in rules("B2.3", "G3")
    assert rules("b2").startswith("B2 Deal and discard\n\nB2.1  Four people play")
    assert "B3.1" not in rules("B2")


def test_rules_prints_tables_in_columns() -> None:
    """A table of a sheet is printed as aligned columns."""
    assert "\nsuit  name     in English\nS     Spade    swords\n" in rules("general")


def test_rules_prints_json() -> None:
    """As JSON a sheet, a section and a clause say what they are; without an argument all sheets."""
    document = json.loads(rules("bologna", "B6", "B6.6", "--json"))
    assert document["format"] == "scorecli.rules/1"
    whole, section, one = document["rules"]
    assert [part["kind"] for part in document["rules"]] == ["sheet", "section", "clause"]
    assert whole["sections"][5] == {
        key: section[key] for key in ("number", "title", "text", "clauses")
    }
    assert one == {
        "kind": "clause",
        "sheet": "bologna",
        "revision": 1,
        "number": "B6.6",
        "text": clause("B6.6").text,
    }
    everything = json.loads(rules("--json"))["rules"]
    assert [part["sheet"] for part in everything] == list(sheet_names())


def test_an_unknown_rule_on_the_command_line_is_a_usage_error() -> None:
    """`scorecli rules` hands an unknown rule to the one place that reports what is unusable."""
    result = CliRunner().invoke(APP, ["rules", "B6.10"], env=PLAIN)
    assert isinstance(result.exception, UsageError)


def test_rules_help_shows_how_to_ask() -> None:
    """The help of the command has examples."""
    assert "scorecli rules B6.6 B7.1" in rules("--help")


@pytest.mark.parametrize("no_color", ["", "1"], ids=["colour", "no-colour"])
def test_bold_is_for_terminals_without_no_color(
    monkeypatch: pytest.MonkeyPatch, no_color: str
) -> None:
    """On a terminal the number of a clause is bold, unless NO_COLOR is set to something."""
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", no_color)
    print_markdown(make_console(), "**B2.1** Four people play.")
    bold = "" if no_color else "\x1b[1m"
    assert terminal.getvalue().startswith(f"{bold}B2.1")
    assert ("\x1b" in terminal.getvalue()) == (not no_color)
