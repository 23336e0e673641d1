"""`scorecli analyse`: what one more card would add, what a dealer may lay away."""

import json
from itertools import combinations
from typing import Any, Final

import pytest
from typer.testing import CliRunner, Result

from scorecli.analysing import analysed
from scorecli.cli.app import APP
from scorecli.dealing.chance import below, chance_of_hand, shuffled
from scorecli.games import game_named
from tests.naive import bologna, minchiate, piedicavallo

HANDS: Final = 100
LONG: Final = 100
"""How many times more hands in the long run."""


def run(*arguments: str) -> Result:
    """Run `scorecli analyse`."""
    return CliRunner().invoke(APP, ["analyse", *arguments])


def document_of(*arguments: str) -> dict[str, Any]:
    """What `scorecli analyse --json` prints."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def value(game: str, cards: list[str]) -> int:
    """What declaring some cards scores, by the naive scorer of the game."""
    if game == "bologna":
        return bologna.declaration_value(cards)
    return sum(int(one["points"]) for one in minchiate.combinations(cards))


def check_one_more(game: str, hands: int) -> None:
    """Hold the cards that would add something against trying every card of the pack."""
    pack = game_named(game).pack
    for number in range(1, hands + 1):
        rng = chance_of_hand(41, number)
        cards = shuffled(rng, pack.codes)[: 5 + below(rng, game_named(game).hand_size - 5)]
        before = value(game, cards)
        tried = {
            code: added
            for code in pack.number
            if cards.count(code) < pack.codes.count(code)
            and (added := value(game, [*cards, code]) - before)
        }
        found = analysed(game, [" ".join(cards)], {})
        assert found.points == before
        assert {one.code: one.points for one in found.one_more} == tried, cards
        points = [one.points for one in found.one_more]
        assert points == sorted(points, reverse=True)


@pytest.mark.parametrize("game", ["bologna", "minchiate"])
def test_one_more_card(game: str) -> None:
    """The cards that would add points are those that trying the whole pack finds."""
    check_one_more(game, HANDS)


@pytest.mark.long
@pytest.mark.parametrize("game", ["bologna", "minchiate"])
def test_one_more_card_on_many_hands(game: str) -> None:
    """Of ten thousand hands just the cards are listed that add points to them."""
    check_one_more(game, LONG * HANDS)


def test_discards_of_bologna() -> None:
    """All pairs that may go are listed, the dearest kept declaration first (B2.2)."""
    for number in range(1, 11):
        rng = chance_of_hand(42, number)
        cards = shuffled(rng, game_named("bologna").pack.codes)[:17]
        found = document_of("bologna", *cards)["discards"]
        free = [card for card in cards if card not in bologna.NEVER_DISCARDED]
        pairs = [tuple(sorted(pair)) for pair in combinations(free, 2)]
        assert sorted(tuple(sorted(one["cards"])) for one in found) == sorted(pairs)
        for one in found:
            kept = list(cards)
            for card in one["cards"]:
                kept.remove(card)
            assert one["declared"] == bologna.declaration_value(kept)
            assert one["trumps"] == sum(card in bologna.TRUMPS for card in kept)
        declared = [one["declared"] for one in found]
        assert declared == sorted(declared, reverse=True)


def test_discards_of_piedicavallo() -> None:
    """All pairs that may go are listed, those that put the most points away first (P2.2, P2.3)."""
    for number in range(1, 11):
        rng = chance_of_hand(43, number)
        cards = shuffled(rng, game_named("piedicavallo").pack.codes)[:17]
        found = document_of("piedicavallo", *cards)["discards"]
        tried = [set(pair) for pair in piedicavallo.legal_discards(cards)]
        assert len(found) == len(tried)
        assert all(set(one["cards"]) in tried for one in found)
        points = [one["laid_away"] for one in found]
        assert points == [piedicavallo.card_points(one["cards"]) for one in found]
        assert points == sorted(points, reverse=True)


def test_the_answer_comes_first() -> None:
    """The first line has the points and the card that would add most, or the best discard."""
    assert run("bologna", "CKQJ SKQ T16-12 ANG MON MAT").stdout.startswith(
        "138 points; BEG would add 48.\n"
    )
    assert run("minchiate", "T28-31 T33 T34 MAT SK BK CK").stdout.startswith(
        "45 points; T35 would add 20.\n"
    )
    dealt = run("piedicavallo", "SQ SK BK CK MAT T21 T11-1").stdout
    assert dealt.startswith("10 pairs may be laid away; SQ T11 puts the most away: 5 points.\n")
    assert "how they will play is not judged" in dealt


def test_the_lines_add_up() -> None:
    """Combinations and doublings make the points, and each further card says what it makes."""
    lines = run("bologna", "CKQJ SKQ T16-12 ANG MON MAT").stdout.splitlines()
    first = lines.index("") + 1
    rows = lines[first : lines.index("", first)]
    assert [row.split()[1] for row in rows] == ["18", "10", "15", "35", "+60"]
    assert rows[-1].endswith("doubled: 3 different sequences, 10 + 15 + 35 = 60")
    assert "  BEG  +48  Tarocchi 36, Spade 15, Coppe 20, Grande 40; 186 in all" in lines
    assert "1 card:" in run("bologna", "SK").stdout


def test_a_hand_without_declarations() -> None:
    """A hand of Piedicavallo has points in its cards and nothing to declare."""
    result = run("piedicavallo", "SK SQ T5")
    assert result.stdout.startswith("10 points in cards; piedicavallo has no declarations.\n")


def test_the_highest_trump_of_the_house() -> None:
    """Under a house rule T20 and T21 change places, and stay the cards that were typed (P1.2)."""
    found = document_of("piedicavallo", "SQ T21 T20", "--rule", "high_trump=20")
    assert found["cards"] == ["SQ", "T20", "T21"]
    alone = run("piedicavallo", "T21", "--rule", "high_trump=20").stdout
    assert alone.startswith("1 point in cards")
    assert "T21" in alone


def test_nothing_would_help() -> None:
    """Where no card adds anything it is said."""
    assert run("bologna", "S9 S8").stdout.startswith("0 points; no card would add anything.\n")


def test_the_next_moro() -> None:
    """A third and a fourth Moro add to the Mori held (B6.5)."""
    found = document_of("bologna", "2 MOR, BEG")
    assert {one["card"]: one["points"] for one in found["one_more"]}["MOR"] == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bolonga", "SK"], "did you mean 'bologna'?"),
        (["bologna", "SK SK"], "SK stands twice"),
        (["bologna", "kings queens cavalli fanti T5 T6"], "18 cards are given"),
        (["bologna", "SK", "--rule", "nothing=1"], "no house rule"),
    ],
)
def test_what_cannot_be_used(arguments: list[str], message: str) -> None:
    """What cannot be used is said, with exit code 2 at the edge."""
    result = run(*arguments)
    assert message in f"{result.exception} {result.stderr}"


def test_house_rules_are_told_as_in_a_result() -> None:
    """`--json` names the house rules that were set, with who set them."""
    printed = run("minchiate", "T10 T20 T30 T40", "--rule", "tens=merged", "--json").stdout
    told = {"tens": {"value": "merged", "set_by": "option"}}
    assert json.loads(printed)["house_rules"] == told
