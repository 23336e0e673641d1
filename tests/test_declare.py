"""`scorecli declare bologna`: what cards make, and the judgement of what is claimed of them."""

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from scorecli import declaring
from scorecli.cli.app import APP
from scorecli.errors import UsageError
from scorecli.games import game_named
from scorecli.judging import JudgedCards
from scorecli.report.declare_json import declared_json
from tests.conftest import FIXTURES
from tests.naive.bologna import PACK, SETS, combinations, declaration_value

CASES = [
    row
    for row in json.loads((FIXTURES / "cases" / "combinations.json").read_text())
    if row["variant"] == "bologna"
]


def run(*arguments: str) -> tuple[int, str]:
    """The exit code and the standard output of `scorecli declare bologna`."""
    result = CliRunner().invoke(APP, ["declare", "bologna", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout


def printed_json(*arguments: str) -> dict[str, Any]:
    """What `scorecli declare bologna --json` prints."""
    printed: dict[str, Any] = json.loads(run(*arguments, "--json")[1])
    return printed


def judged(cards: str, *claims: str) -> JudgedCards:
    """Cards and claims, judged."""
    return declaring.declared("bologna", [cards], claims, None, {})


# What the cards make


@pytest.mark.parametrize(
    ("cards", "points", "expected"),
    [
        ("SK SQ SA", 0, {}),
        ("SK SQ SA MAT", 15, {"swords": 15}),
        ("SK SA BEG MAT", 0, {}),
        ("CK CN CJ", 10, {"cups": 10}),
        ("CK CN CJ CA MAT", 20, {"cups": 20}),
        ("SK SQ SA DK DJ DA MAT", 80, {"swords": 15, "coins": 15, "aces": 10}),
        ("ANG MON LUN T16 T15 T13 T11 MAT", 48, {"tarocchi": 18, "grande": 30}),
        ("ANG MON SOL LUN T16 T13 T12 BEG MAT", 66, {"tarocchi": 36, "grande": 30}),
        ("ANG SOL T16 T14 T12 T11 BEG MAT", 43, {"tarocchi": 18, "grande": 25}),
        ("ANG MON T15 T14 BEG MAT", 61, {"tarocchi": 36, "grande": 25}),
    ],
)
def test_worked_figures_of_the_sheet(cards: str, points: int, expected: dict[str, int]) -> None:
    """The lists of cards that the rule sheet values come out at its figures."""
    printed = printed_json(cards)
    assert {one["kind"]: one["points"] for one in printed["combinations"]} == expected
    assert printed["points"] == points


def test_best_declaration_and_whole_pack_of_the_sheet() -> None:
    """The dearest 15 cards are worth 416, all 62 cards 296 and 550."""
    printed = printed_json("ANG MON BEG MAT SK BK CK DK SQ BQ CQ DQ SA BA CA")
    assert printed["points"] == 416
    printed = printed_json(*PACK)
    assert (printed["sets"], printed["sequences"], printed["points"]) == (296, 550, 846)


@pytest.mark.parametrize("row", CASES, ids=[row["id"] for row in CASES])
def test_known_lists_of_cards(row: dict[str, Any]) -> None:
    """Lists of cards with known combinations are valued as they say."""
    printed = printed_json(row["cards"])
    found = {one["kind"]: one for one in printed["combinations"]}
    assert found.keys() == {one["kind"] for one in row["combinations"]}
    for one in row["combinations"]:
        assert one.items() <= found[one["kind"]].items()
    for figure in ("sets", "sequences", "points"):
        assert printed[figure] == row[figure]


@given(st.permutations(PACK).map(lambda cards: cards[:15]))
def test_random_hands_make_what_a_naive_scorer_finds(cards: list[str]) -> None:
    """Fifteen cards at random make the combinations and points that a naive scorer finds."""
    printed = declared_json(judged(" ".join(cards)))
    found = [
        {key: one[key] for key in ("kind", "points", "length") if key != "length" or _is_long(one)}
        for one in printed["combinations"]
    ]
    assert found == combinations(cards)
    assert printed["points"] == declaration_value(cards)


def _is_long(combination: dict[str, Any]) -> bool:
    """Whether the naive scorer tells the length of such a combination."""
    return combination["kind"] not in SETS


def test_json_of_cards_without_claims() -> None:
    """The JSON holds every combination before doubling, the doubled sums and the whole."""
    assert printed_json("sk,sq sa", "DK DJ DA mat") == {
        "format": "scorecli.declare/1",
        "variant": "bologna",
        "cards": ["SK", "SQ", "SA", "DK", "DJ", "DA", "MAT"],
        "combinations": [
            {
                "kind": kind,
                "cards": cards.split(),
                "counters": [{"card": "MAT", "stands_for": stands_for}],
                "length": len(cards.split()) + 1,
                "points": points,
                "clause": clause,
            }
            for kind, cards, stands_for, points, clause in (
                ("swords", "SK SQ SA", "SN", 15, "B6.4"),
                ("coins", "DK DJ DA", "DQ", 15, "B6.4"),
                ("aces", "SA DA", "BA", 10, "B6.5"),
            )
        ],
        "points": 80,
        "sets": 0,
        "sequences": 80,
        "house_rules": {},
        "notes": [],
        "claims": [],
    }


def test_json_of_a_claim() -> None:
    """A claim in the JSON has its verdict, reasons, nearest reading and the one further card."""
    [claim] = printed_json("SK BK CK", "--claim", "re 34")["claims"]
    assert claim == {
        "claim": "re 34",
        "kind": "kings",
        "cards": None,
        "points": 34,
        "verdict": "good, but worth 17",
        "worth": 17,
        "reasons": [
            {"clause": "B5.1", "text": "SK, BK, CK real; DK is missing"},
            {"clause": "B5.1", "text": "three Kings: 17"},
            {"clause": "B5.1", "text": "34 is for all four"},
        ],
        "nearest": [
            {
                "kind": "kings",
                "cards": ["SK", "BK", "CK"],
                "counters": [],
                "length": 3,
                "points": 17,
                "clause": "B5.1",
            }
        ],
        "one_more": ["DK"],
    }


def test_json_of_named_cards() -> None:
    """Named cards stand in the JSON as canonical codes; a good claim needs no further card."""
    cards = ("SK SQ SN", "--claim-cards", "sn, sk sq", "--points", "10")
    [claim] = printed_json(*cards)["claims"]
    assert claim["cards"] == ["SK", "SQ", "SN"]
    assert (claim["claim"], claim["kind"]) == ("SK SQ SN for 10", None)
    assert (claim["verdict"], claim["nearest"], claim["one_more"]) == ("good", [], None)


# Verdicts


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("grande 45", "good, but worth 30"),
        ("grande 30", "good"),
        ("GRANDE", "good"),
        ("Tarocchi 18", "good"),
        ("30 grande", "good"),
        ("re", "not good"),
        ("mori 0", "not good"),
        ("sets 18", "good"),
        ("sequenze", "good"),
        ("sequences 60", "good, but worth 30"),
        ("48", "good"),
        ("50", "good, but worth 48"),
        ("total", "good"),
    ],
)
def test_verdicts_and_exit_codes(claim: str, verdict: str) -> None:
    """A claim is good, worth another number, or not good; only the first ends with 0."""
    exit_code, printed = run("ANG MON LUN T16 T15 T13 T11 MAT", "--claim", claim, "--json")
    [judgement] = json.loads(printed)["claims"]
    assert judgement["verdict"] == verdict
    assert exit_code == (0 if verdict == "good" else 1)


def test_one_wrong_claim_of_several_decides_the_exit_code() -> None:
    """The exit code is 0 without claims or if all are good, 1 if one is not."""
    assert run("SK SQ SN")[0] == 0
    assert run("SK SQ SN", "--claim", "10", "--claim", "spade")[0] == 0
    assert run("SK SQ SN", "--claim", "10", "--claim", "coppe")[0] == 1
    assert run("SK SQ SN", "--claim", "10", "--claim-cards", "SK SQ")[0] == 1


def test_nothing_claimed_of_nothing_is_good() -> None:
    """Cards without a combination bear out a claim of 0 points, and no other of the whole."""
    judgements = judged("SK SQ", "0", "sets 0", "total").judgements
    assert [judgement.verdict for judgement in judgements] == ["good", "good", "not good"]


# House rules


def test_a_house_rule_changes_the_value_and_is_named() -> None:
    """`--rule` values the cards by a house rule, and text and JSON say that it was set."""
    run_of_numbers = " ".join(f"T{number}" for number in range(6, 17))
    cards = f"ANG MON LUN {run_of_numbers} MOR MOR BEG"
    rule = ("--rule", "grande_complete=real")
    assert run(cards, "--claim", "grande 80")[0] == 0
    exit_code, text = run(cards, "--claim", "grande 80", *rule)
    assert exit_code == 1
    assert 'grande_complete="real" (set by --rule)' in " ".join(text.split())
    assert "grande 80: good, but worth 70" in text
    printed = printed_json(cards, "--claim", "mori", "--claim", "grande", *rule)
    assert printed["house_rules"] == {"grande_complete": {"value": "real", "set_by": "option"}}
    reason = "MOR, MOR stay out: only twelve real numbers let the Mori join (grande_complete=real)"
    assert {"clause": "B6.7", "text": reason} in printed["claims"][1]["reasons"]


# What cannot be used


def test_an_option_given_twice() -> None:
    """Where only one value can be taken a second one is refused, not silently preferred."""
    result = CliRunner().invoke(
        APP, ["declare", "bologna", "SK", "--claim-cards", "SK", "--claim-cards", "SQ"]
    )
    assert result.exit_code == 2
    assert "--claim-cards: is given twice" in result.stderr


def test_a_house_rule_given_twice() -> None:
    """Of two values for one house rule none is silently preferred."""
    rules = ["--rule", "grande_complete=real", "--rule", "grande_complete=filled"]
    result = CliRunner().invoke(APP, ["declare", "bologna", "SK", *rules])
    assert result.exit_code == 2
    assert "--rule: grande_complete is given twice" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["SK SZ"], "card 2: 'SZ' is no card of bologna (did you mean SQ?)"),
        (["SK", "xx"], "card 2: 'xx' is no card of bologna"),
        (["T17"], "card 1: 'T17' is no card of bologna (did you mean T7?)"),
        (["SK DA SK"], "card 1 and card 3: SK stands twice (did you mean SQ?)"),
        (["MOR " * 5], "card 4 and card 5: MOR stands 5 times"),
        (["SK SK", "SZ"], "SK stands twice (did you mean SQ?); card 3: 'SZ' is no card"),
        ([","], "no cards are given"),
        (["SK", "--claim-cards", " "], "no cards are given"),
        (["SK", "--claim-cards", "SK SK"], "card 1 and card 2: SK stands twice"),
        (["SK", "--claim", "grnade 45"], "no combination 'grnade'; did you mean 'grande'?"),
        (["SK", "--claim", "xyz"], "no combination 'xyz'; it has tarocchi, kings, queens,"),
        (["SK", "--claim", ""], "the claim '' is not KIND POINTS, KIND or POINTS"),
        (["SK", "--claim", "re 17 34"], "the claim 're 17 34' is not KIND POINTS"),
        (["SK", "--claim", "re di coppe"], "the claim 're di coppe' is not KIND POINTS"),
        (["SK", "--claim", "9" * 5000], "has no combination '999"),
        (["SK", "--points", "10"], "--points needs --claim-cards; for bare points write --claim"),
        (["SK", "--rule", "grande=real"], "'grande'; did you mean 'grande_complete'?"),
        (["SK", "--rule", "grande_complete=yes"], 'is "filled" or "real", not true'),
    ],
)
def test_what_cannot_be_used(arguments: list[str], message: str) -> None:
    """A card, claim or option that cannot be used is named, with its place and a suggestion."""
    result = CliRunner().invoke(APP, ["declare", "bologna", *arguments])
    assert isinstance(result.exception, UsageError)
    assert message in str(result.exception)


def test_an_unknown_game_is_refused_with_a_suggestion() -> None:
    """A game that does not exist is refused, with the nearest one that does."""
    result = CliRunner().invoke(APP, ["declare", "Bolonia", "SK"])
    assert result.exit_code == 2
    assert "unknown game 'Bolonia'; did you mean 'bologna'?" in result.stderr


def test_a_game_is_named_in_either_case() -> None:
    """The name of a game is understood however its letters are written."""
    usual = CliRunner().invoke(APP, ["declare", "bologna", "SK"]).stdout
    assert CliRunner().invoke(APP, ["declare", "Bologna", "SK"]).stdout == usual


def test_a_game_without_declarations_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which nothing is declared says so."""
    bologna = game_named("bologna")
    monkeypatch.setattr(declaring, "GAMES", ("briscola",))
    monkeypatch.setattr(declaring, "game_named", {"briscola": bologna}.__getitem__)
    with pytest.raises(UsageError, match="briscola has no declarations to value"):
        declaring.declared("briscola", ["SK"], [], None, {})


def test_what_cannot_be_used_ends_with_2() -> None:
    """The program itself says what is wrong on the standard error and exits with 2."""
    command = [sys.executable, "-m", "scorecli", "declare", "bologna", "SK SZ"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("scorecli: card 2: 'SZ' is no card of bologna")
