"""`scorecli score`: what it prints, in which order and in which form."""

import json
from pathlib import Path
from typing import Final

import pytest

from tests.command_line import BOLOGNA, LOG, REVOKE, RIGHT, WRONG, refusal, run, write
from tests.conftest import ROOT
from tests.one_hand import hand

GOLDEN: Final = ROOT / "tests" / "golden" / "score.txt"


pytestmark = pytest.mark.usefixtures("own_folder")


# Text


def test_layout_at_80_and_40_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdict, hand, breakdown and findings are laid out as in the golden file, at both widths."""
    monkeypatch.chdir(BOLOGNA)
    texts = []
    for columns in (80, 40):
        monkeypatch.setenv("COLUMNS", str(columns))
        texts += [
            run("score", "wrong-claim.json").stdout,
            run("score", "disputed-declaration.json").stdout,
        ]
    assert "\n".join(texts) == GOLDEN.read_text(encoding="utf-8")


def test_verdict_is_the_first_thing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first line says who won and whether that was claimed, the second which hand it is."""
    monkeypatch.chdir(BOLOGNA)
    assert run("score", "one-counter.json").stdout.splitlines()[:3] == [
        "NS wins by 25: 286 to 261. Agreed: all claims are right.",
        "one-counter.json: Tarocchi Bolognesi, dealer E (Renzo), rules bologna 1",
        "",
    ]


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 250])
def test_lines_fit_and_numbers_are_aligned(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """At any width lines are 40 to 100 columns long, and the points stand below one another."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.chdir(BOLOGNA)
    lines = run("score", "wrong-claim.json").stdout.splitlines()
    width = min(max(columns, 40), 100)
    assert max(map(len, lines)) <= width
    assert all(line == line.rstrip() for line in lines)
    for line in (
        "Clause" + "NS   EW".rjust(width - 6),
        "       Total" + "146  169".rjust(width - 12),
    ):
        assert line in lines


def test_breakdown_adds_up_to_each_figure() -> None:
    """The lines below a figure, team by team, add up to it, and the figures to the total."""
    text = run("score", RIGHT).stdout
    figures: list[tuple[int, int]] = []
    sums: list[tuple[int, int]] = []
    for line in text[text.index("Clause") :].splitlines()[1:]:
        points = int(line[70:75].strip() or 0), int(line[75:80].strip() or 0)
        if line.startswith(" " * 7) and line[7] != " ":
            figures.append(points)
            sums.append((0, 0))
        else:
            sums[-1] = sums[-1][0] + points[0], sums[-1][1] + points[1]
    *parts, total = figures
    assert sums == [*parts, (0, 0)]
    assert (sum(part[0] for part in parts), sum(part[1] for part in parts)) == total


def test_findings_have_code_clause_and_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """A finding names its code, its clause, the line of the file and the path in the record."""
    monkeypatch.chdir(Path(REVOKE).parent)  # where the lines break depends on the path
    text = " ".join(run("score", Path(REVOKE).name).stdout.split())
    assert "error revoke (B4.2): N played BQ to Coppe and had to trump; legal: T13," in text
    assert "revoke.json:26 $.tricks[6].cards[1]" in text
    assert text.endswith("What it means: scorecli explain revoke")


def test_findings_of_a_log_have_the_line_of_the_log() -> None:
    """In a log the place of a finding is the line of its record."""
    record = json.dumps(hand(claims={"margin": 1}))
    text = run("score", write(f"{record}\n{record}\n", "log.jsonl")).stdout
    places = [line.strip() for line in text.splitlines() if line.endswith("$.claims.margin")]
    assert places == ["log.jsonl:1 $.claims.margin", "log.jsonl:2 $.claims.margin"]


def test_gravest_findings_come_first() -> None:
    """Errors stand above warnings and notes, though the record names their causes later."""
    text = run("score", write(hand(claims={"margin": 1}))).stdout
    assert text.index("error claim-mismatch") < text.index("note format-assumed")


def test_many_notes_of_one_code_are_told_together() -> None:
    """Claims of an unfinished hand that cannot be checked are one note that lists their places."""
    figures = {"card_points": 1, "sets": 17, "sequences": 10, "total": 28}
    record = hand(claims={"NS": figures})
    record["tricks"] = record["tricks"][:3]
    text = " ".join(run("score", write(record)).stdout.split())
    assert text.count("claim-unchecked") == 1
    assert "and 3 more: $.claims.NS.sets, $.claims.NS.sequences, $.claims.NS.total" in text
    assert "Not all claims can be checked." in text
    assert "No score was claimed" not in text


def test_many_errors_of_one_code_do_not_fill_the_screen() -> None:
    """Of a record in codes of its own the first wrong cards are told, the others are counted."""
    tricks = [[f"X{trick}{place}" for place in range(4)] for trick in range(15)]
    text = " ".join(
        run("score", write({"variant": "bologna", "dealer": "S", "tricks": tricks})).stdout.split()
    )
    assert text.count("error unknown-card") == 10
    assert "and 50 more: $.tricks[2].cards[2], " in text


def test_several_records_are_parted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of several records begins with its verdict, after an empty line but for the first."""
    monkeypatch.chdir(BOLOGNA)  # a long path would be broken between two lines
    text = run("score", Path(RIGHT).name, Path(WRONG).name).stdout
    first, second = text.split("\n\nEW wins by 23")
    assert first.startswith("NS wins by 25")
    assert "wrong-claim.json" in second


def test_invalid_record_is_not_scored() -> None:
    """A record whose cards are wrong gets no breakdown, and the finding names both places."""
    result = run("score", str(BOLOGNA / "card-twice.json"))
    assert result.exit_code == 1
    assert result.stdout.startswith("This hand cannot be scored: SQ stands twice")
    assert "Clause" not in result.stdout
    assert "trick 7, card 3 and trick 13, card 2" in " ".join(result.stdout.split())


@pytest.mark.parametrize(
    "name", ["\x1b[31mred\x1b]0;x\x07", "a\nb\tc", "[bold]x[/bold]", ":smile:"]
)
def test_names_are_literal(name: str) -> None:
    """Control characters in names are escaped, markup and emoji codes are left as they are."""
    result = run("score", write(hand(players={"W": name}, id=name)))
    assert name.encode("unicode_escape").decode() in result.stdout.replace("\n", " ")
    assert all(character.isprintable() or character == "\n" for character in result.stdout)


def test_long_names_are_cut() -> None:
    """A name of many letters does not fill the screen."""
    about = run("score", write(hand(players={"W": "W" * 9999 + "end"}))).stdout.splitlines()[1:4]
    assert len(" ".join(about)) < 300
    assert "end)" in " ".join(about)


def test_wide_letters_do_not_push_the_points() -> None:
    """A line of letters that are two columns wide is wrapped at the width of the terminal."""
    lines = run("score", write(hand(players={"W": "漢" * 38}))).stdout.splitlines()
    assert max(len(line) + line.count("漢") for line in lines) <= 80


# Other forms


def test_quiet_prints_one_line_a_hand() -> None:
    """With --quiet each hand is one line: its place and its verdict."""
    lines = run("score", "--quiet", LOG, WRONG).stdout.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [
        *(f"{LOG}:{number}" for number in (1, 2, 3, 4)),
        WRONG,
    ]
    assert lines[-1].endswith("Disputed: NS claims sequences 45, recomputed 90: 45 too few.")


def test_quiet_lines_are_not_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of --quiet is a line in the narrowest terminal too."""
    monkeypatch.setenv("COLUMNS", "20")
    assert len(run("score", "--quiet", LOG).stdout.splitlines()) == 4


def test_one_result_as_json_is_laid_out() -> None:
    """A single record gives one JSON object on many lines."""
    text = run("score", "--json", RIGHT).stdout
    assert text.startswith('{\n  "format": "scorecli.result/1",\n')
    result = json.loads(text)
    assert (result["status"], result["outcome"]) == ("agreed", {"winner": "NS", "margin": 25})
    assert result["input"]["source"] == RIGHT


def test_several_results_as_json_are_lines() -> None:
    """Several records, from one source or from more, give one JSON object a line."""
    lines = run("score", "--json", LOG, WRONG).stdout.splitlines()
    results = [json.loads(line) for line in lines]
    assert [result["input"]["line"] for result in results] == [1, 2, 3, 4, None]
    assert results[-1]["status"] == "disputed"


def test_json_of_what_cannot_be_read() -> None:
    """In JSON an unreadable record is a result too, in its turn, and nothing else is printed."""
    result = run("score", "--json", RIGHT, write("{"), "nowhere.json")
    statuses = [json.loads(line)["status"] for line in result.stdout.splitlines()]
    assert statuses == ["agreed", "unreadable", "unreadable"]
    assert (result.exit_code, result.stderr) == (2, "")


def test_json_names_of_bytes_that_are_no_text(tmp_path: Path) -> None:
    """The name of a file that is no UTF-8 does not break the JSON."""
    path = str(tmp_path / "\udcff.json")
    result = json.loads(run("score", "--json", path).stdout)
    assert result["input"]["source"] == path


@pytest.mark.parametrize(
    ("figure", "teams", "names"),
    [
        ("NS.sequences", "NS", ["Sequences"]),
        ("sequences", "NS EW", ["Sequences"]),
        ("EW.last_trick", "EW", ["Last trick"]),
        (
            "total",
            "NS EW",
            ["Card points", "Last trick", "Sets", "Sequences", "Declarations", "Total"],
        ),
    ],
)
def test_explain_prints_the_lines_of_a_figure(
    monkeypatch: pytest.MonkeyPatch, figure: str, teams: str, names: list[str]
) -> None:
    """A verdict comes first, then the wanted figure of the wanted teams, or all that add to it."""
    monkeypatch.chdir(BOLOGNA)
    verdict, head, *lines = run(
        "score", "one-counter.json", "--explain", figure
    ).stdout.splitlines()
    assert verdict.startswith("one-counter.json: NS wins by 25: 286 to 261.")
    assert head.split() == ["Clause", *teams.split()]
    titles = [line[7:40].strip() for line in lines if line[:7].isspace() and line[7] != " "]
    assert titles == names


def test_explained_lines_add_up() -> None:
    """The lines of a figure that --explain prints add up to the figure."""
    lines = run("score", RIGHT, "--explain", "NS.sequences").stdout.splitlines()
    figure, *parts = [int(line[-5:]) for line in lines[1:] if line[-5:].strip().isdecimal()]
    assert (figure, sum(parts)) == (250, 250)


@pytest.mark.parametrize(
    ("figure", "hint"),
    [
        ("NS.sequence", "did you mean 'NS.sequences'?"),
        ("SN.sets", "did you mean 'NS.sets'?"),
        ("totl", "did you mean 'total'?"),
        ("xyz", "it has card_points, last_trick, sets, sequences, declarations, total"),
        ("marks.NS", "bologna has no figure 'marks.NS'"),
        ("\x1b[1m", "bologna has no figure '\\x1b[1m'"),
    ],
)
def test_unknown_figure_is_refused(figure: str, hint: str) -> None:
    """A figure that the game does not have is refused with a suggestion, before any output."""
    assert hint in refusal("score", RIGHT, "--explain", figure)


def test_an_explained_total_has_its_parts_alone() -> None:
    """Marks in play are no part of the final count of Minchiate, and not among its lines (M7.2)."""
    path = str(ROOT / "fixtures" / "minchiate" / "rounding.json")
    text = run("score", path, "--explain", "EW.final_count").stdout
    assert "Marks" not in text
    assert [int(line.split()[-1]) for line in text.splitlines()[-5:]] == [69, 46, 10, 10, 135]


@pytest.mark.parametrize("pair", [["--json", "--quiet"], ["--quiet", "--explain", "total"]])
def test_forms_exclude_each_other(pair: list[str]) -> None:
    """Two forms of output at once are refused."""
    result = run("score", RIGHT, *pair)
    assert result.exit_code == 2
    assert "exclude each other" in result.stderr
