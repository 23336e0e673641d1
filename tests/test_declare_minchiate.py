"""`scorecli declare minchiate`: what cards make, verdicts, text and JSON, what cannot be used."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from scorecli import declaring
from scorecli.cli.app import APP
from scorecli.declaring import NamedCards
from scorecli.errors import UsageError
from scorecli.judging import Judgement
from tests.conftest import FIXTURES
from tests.naive.minchiate import PACK

CASES = [
    row
    for row in json.loads((FIXTURES / "cases" / "combinations.json").read_text())
    if row["variant"] == "minchiate"
]


def run(*arguments: str) -> tuple[int, str]:
    """The exit code and the standard output of `scorecli declare minchiate`."""
    result = CliRunner().invoke(APP, ["declare", "minchiate", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout


def printed_json(*arguments: str) -> dict[str, Any]:
    """What `scorecli declare minchiate --json` prints."""
    printed: dict[str, Any] = json.loads(run(*arguments, "--json")[1])
    return printed


def judgement_of(cards: str, claim: str) -> Judgement:
    """The judgement of one claim about some cards."""
    return declaring.declared("minchiate", [cards], [claim], None, {}).judgements[0]


# What the cards make


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("T28 T29 T30 T31 T32 T33 MAT", [35]),
        ("T30 T31 T32 T34 T35 T36 MAT", [25, 20]),
        ("T30 T31 T32 T33 T34 T35 T36 MAT", [45]),
        ("T27 T28 T29", []),
        ("T28 T29 T30", [15]),
        ("T28 T30 T31", []),
        ("T32 T33 MAT", []),
        ("T10 T20 T30 T40", [15, 20]),
        ("T10 T20 T30 T40 MAT", [20, 25]),
        ("T1 T40 MAT", [20]),
        ("T1 T2 T3 T40 MAT", [16, 20]),
        ("T1 T2 T3 T13 T28 T29 T30", [15, 11, 15]),
        ("CK DK SK BK MAT", [25]),
    ],
)
def test_worked_figures_of_the_sheet(cards: str, points: list[int]) -> None:
    """The lists of cards that the rule sheet values come out at its figures."""
    printed = printed_json(cards)
    assert [one["points"] for one in printed["combinations"]] == points
    assert printed["points"] == sum(points)


@pytest.mark.parametrize(("left_out", "points"), [([], 227), (["MAT"], 177)])
def test_the_whole_pack(left_out: list[str], points: int) -> None:
    """Any number of cards can be valued: all 97 are worth 227, without the Matto 177."""
    assert printed_json(*[card for card in PACK if card not in left_out])["points"] == points


@pytest.mark.parametrize("row", CASES, ids=[row["id"] for row in CASES])
def test_known_lists_of_cards(row: dict[str, Any]) -> None:
    """Lists of cards with known combinations are valued as they say."""
    printed = printed_json(row["cards"])
    assert comparable(printed["combinations"]) == comparable(row["combinations"])
    assert printed["points"] == row["points"]


def comparable(found: list[dict[str, Any]]) -> list[tuple[str, list[str], int]]:
    """Combinations in one order, with their cards in one order."""
    return sorted((one["kind"], sorted(one["cards"]), one["points"]) for one in found)


def test_json_of_cards_with_a_claim() -> None:
    """The JSON holds combinations and points, no parts of them, and the judged claims."""
    arguments = ("t1,t40", "mat", "--claim", "Matto 25", "--rule", "tens=merged")
    matto = {
        "kind": "matto",
        "cards": ["T40", "T1", "MAT"],
        "counters": [],
        "length": 3,
        "points": 20,
        "clause": "M5.2",
    }
    assert printed_json(*arguments) == {
        "format": "scorecli.declare/1",
        "variant": "minchiate",
        "cards": ["T40", "T1", "MAT"],
        "combinations": [matto],
        "points": 20,
        "house_rules": {"tens": {"value": "merged", "set_by": "option"}},
        "notes": [],
        "claims": [
            {
                "claim": "Matto 25",
                "kind": "matto",
                "cards": None,
                "points": 25,
                "verdict": "good, but worth 20",
                "worth": 20,
                "reasons": [
                    {"clause": "M5.2", "text": "T40, T1, MAT: all three are there"},
                    {
                        "clause": "M5.2",
                        "text": "MAT counts its own 5 and does not add to it again",
                    },
                    {"clause": "M5.6", "text": "10 + 5 + 5 = 20"},
                    {"clause": "M5.2", "text": "25 lets MAT add 5 to its own combination"},
                ],
                "nearest": [matto],
                "one_more": [],
            }
        ],
    }


def test_text_says_the_answer_first() -> None:
    """The text begins with the points, then the verdicts; sums, reasons and advice follow."""
    assert run("T28 T30 T31 T1 T40 MAT", "--claim", "run 25")[1].splitlines() == [
        "20 points",
        "Minchiate Fiorentine, 6 cards",
        "trumps T40 T31 T30 T28 T1; MAT",
        "run 25: not good",
        "",
        "  M5.2    20  Matto, T1 and T40  T40 T1 MAT",
        "",
        "Why run 25 is not good:",
        "  M5.1  T31, T30 are only two in a row: a run is three or more",
        "  M5.1  T32, T29 are missing: the run ends and T28 is not reached",
        "  M5.6  MAT replaces nothing: it only adds 5 to what is there without it",
        "  Nearest: Matto, T1 and T40 20 (T40 T1 MAT)",
        "  One further card would make it true: T29",
    ]


def test_text_on_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 40 columns the cards go below a long name, and no line is longer than that."""
    arguments = ("T14 T35 T39 T1 T40 MAT", "--rule", "devil_world_gemini=yes")
    wide = run(*arguments)[1]
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run(*arguments)[1]
    assert narrow.split() == wide.split()
    assert max(map(len, narrow.splitlines())) <= 40
    assert "  M5.8    25  Devil, World and Gemini\n              T39 T35 T14\n" in narrow


# Verdicts


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("run 25", "good"),
        ("run 20", "good"),
        ("run", "good"),
        ("run 45", "good, but worth 25"),
        ("verzicola 21", "good, but worth 20"),
        ("runs 45", "good"),
        ("runs 25", "good, but worth 45"),
        ("arie", "not good"),
        ("papi 0", "not good"),
        ("tens low 20", "good"),
        ("Low tens", "good"),
        ("decine alte", "not good"),
        ("dieci 20", "good"),
        ("re", "not good"),
        ("diavolo", "not good"),
        ("65", "good"),
        ("versicole 45", "good, but worth 65"),
        ("total", "good"),
    ],
)
def test_verdicts_and_exit_codes(claim: str, verdict: str) -> None:
    """A claim is good, worth another number, or not good; only the first ends with 0."""
    cards = "T30 T31 T32 T34 T35 T36 T10 T20 MAT"
    exit_code, printed = run(cards, "--claim", claim, "--json")
    [judgement] = json.loads(printed)["claims"]
    assert judgement["verdict"] == verdict
    assert exit_code == (0 if verdict == "good" else 1)


def test_nothing_claimed_of_nothing_is_good() -> None:
    """Cards without a combination bear out a claim of 0 points of a sum, and no other."""
    verdicts = [judgement_of("T32 T33", claim).verdict for claim in ("0", "runs 0", "total", "5")]
    assert verdicts == ["good", "good", "not good", "not good"]
    named = NamedCards("T32 T33", 0)
    [judgement] = declaring.declared("minchiate", ["T32 T33"], [], named, {}).judgements
    assert judgement.verdict == "not good"


@pytest.mark.parametrize(
    ("cards", "claim", "nearest"),
    [
        ("T30 T31 T32 T34 T35 T36", "run 14", [15]),
        ("T30 T31 T32 T34 T35 T36", "run 21", [20]),
        ("T30 T31 T32 SK BK CK DK", "papi", [20]),
        ("T30 T31 T32 SK BK CK DK", "tens", [15]),
        ("T10 T20 T30 T40", "tens 50", [15, 20]),
        ("T30 T31 T32 T10 T20", "99", [15, 15]),
        ("T32 T33", "run", []),
    ],
)
def test_nearest_reading(cards: str, claim: str, nearest: list[int]) -> None:
    """In place of a claim stands the nearest of its kind, else what shares a card, else any."""
    assert [one.points for one in judgement_of(cards, claim).nearest] == nearest


# What cannot be used


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["SK SZ"], "card 2: 'SZ' is no card of minchiate"),
        (["T41"], "card 1: 'T41' is no card of minchiate (did you mean T4"),
        (["SK S8 SK"], "card 1 and card 3: SK stands twice"),
        (["SK", "--claim", "tredcii 15"], "no combination 'tredcii'; did you mean 'tredici'?"),
        (["SK", "--claim", "xyz"], "no combination 'xyz'; it has run, runs, papi, arie, matto,"),
        (["SK", "--claim", "re di coppe"], "the claim 're di coppe' is not KIND POINTS"),
        (["SK", "--claim", "run 15 20"], "the claim 'run 15 20' is not KIND POINTS"),
        (["SK", "--points", "10"], "--points needs --claim-cards"),
        (["SK", "--rule", "tens=both"], 'house rule tens is "separate" or "merged", not "both"'),
        (["SK", "--rule", "ten=merged"], "'ten'; did you mean 'tens'?"),
    ],
)
def test_what_cannot_be_used(arguments: list[str], message: str) -> None:
    """A card, claim or option that cannot be used is named, with its place and a suggestion."""
    result = CliRunner().invoke(APP, ["declare", "minchiate", *arguments])
    assert isinstance(result.exception, UsageError)
    assert message in str(result.exception)
