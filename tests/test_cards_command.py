"""`scorecli cards`: every card of a game with its names, its rank and its value."""

import json
import re
from typing import Any

import pytest
from typer.testing import CliRunner

from scorecli.cli.app import APP
from scorecli.games import GAMES, game_named
from tests.naive import bologna, minchiate, piedicavallo


def printed(*arguments: str) -> str:
    """What `scorecli cards` prints."""
    result = CliRunner().invoke(APP, ["cards", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def listed(game: str) -> list[dict[str, Any]]:
    """The cards that `scorecli cards GAME --json` lists."""
    document = json.loads(printed(game, "--json"))
    assert document["format"] == "scorecli.cards/1"
    assert document["variant"] == game
    cards: list[dict[str, Any]] = document["cards"]
    return cards


def by_code(game: str) -> dict[str, dict[str, Any]]:
    """The same by code."""
    return {card["code"]: card for card in listed(game)}


def row_of(game: str, code: str) -> str:
    """The line of a card in the table, its columns one blank apart."""
    (line,) = re.findall(rf"^{code} .*$", printed(game), re.MULTILINE)
    return " ".join(line.split())


def test_the_cards_of_minchiate_are_those_of_the_naive_scorer() -> None:
    """All 97 cards are listed in pack order, with the values that the naive scorer has."""
    cards = listed("minchiate")
    assert [card["code"] for card in cards] == minchiate.PACK
    assert {card["code"]: card["value"] for card in cards} == {
        card: minchiate.VALUES[card] for card in minchiate.PACK
    }
    assert sum(card["value"] for card in cards) == 142


def test_the_cards_of_bologna_are_those_of_the_naive_scorer() -> None:
    """All 62 cards are listed in pack order, the four Mori in one line."""
    cards = listed("bologna")
    assert [card["code"] for card in cards] == bologna.PACK_ORDER
    copies = {card["code"]: card["copies"] for card in cards}
    assert copies == {card: bologna.PACK.count(card) for card in bologna.PACK_ORDER}


def test_the_cards_of_piedicavallo_are_those_of_the_naive_scorer() -> None:
    """All 62 cards are listed in pack order, with the values that the naive scorer has."""
    cards = listed("piedicavallo")
    assert [card["code"] for card in cards] == piedicavallo.PACK_ORDER
    assert all(card["value"] == piedicavallo.card_points([card["code"]]) for card in cards)


@pytest.mark.parametrize("name", GAMES)
def test_every_card_has_two_names_of_its_own(name: str) -> None:
    """No two cards of a game have the same Italian or English name."""
    cards = listed(name)
    for language in ("italian", "english"):
        names = [card[language] for card in cards]
        assert all(names)
        assert len(set(names)) == len(names) == len(game_named(name).pack.number)


def test_ranks_count_from_the_highest_card() -> None:
    """Rank 1 is the highest of a suit or of the trumps; the order is that of the sheet (M1.2)."""
    cards = by_code("minchiate")
    for suit, ranks in minchiate.SUITS.items():
        assert [cards[suit + rank]["rank"] for rank in ranks] == list(range(1, 15))
    assert [cards[trump]["rank"] for trump in minchiate.TRUMPS] == list(range(1, 41))
    assert (cards["MAT"]["suit"], cards["MAT"]["rank"]) == (None, None)
    assert {cards[trump]["suit"] for trump in minchiate.TRUMPS} == {"T"}


def test_equal_cards_share_the_best_rank() -> None:
    """The four Mori are equal, below sixteen trumps; the Bégato is below them all."""
    cards = by_code("bologna")
    assert (cards["ANG"]["rank"], cards["MOR"]["rank"], cards["BEG"]["rank"]) == (1, 17, 21)
    assert row_of("bologna", "MOR") == "MOR Moro (4 alike) Moor 17 1"


@pytest.mark.parametrize(
    ("game", "row"),
    [
        ("minchiate", "CK Re di Coppe King of Cups 1 5"),
        ("minchiate", "CJ Fantina di Coppe Maid of Cups 4 0"),
        ("minchiate", "DJ Fantina di Denari Maid of Coins 4 0"),
        ("minchiate", "SJ Fante di Spade Jack of Swords 4 0"),
        ("minchiate", "D10 10 di Denari 10 of Coins 14 0"),
        ("minchiate", "BA Asso di Bastoni Ace of Batons 14 0"),
        ("minchiate", "T40 Trombe Trumpets 1 10"),
        ("minchiate", "T1 Papa uno Pope One 40 5"),
        ("minchiate", "MAT Matto Fool - 5"),
        ("bologna", "CJ Fante di Coppe Jack of Cups 4 2"),
        ("bologna", "ANG Angelo Angel 1 5"),
        ("piedicavallo", "T20 Angelo Angel 2 1"),
        ("piedicavallo", "CA Asso di Coppe Ace of Cups 5 1"),
    ],
    ids=lambda value: value.split()[0],
)
def test_rows_of_the_table(game: str, row: str) -> None:
    """A line has code, Italian and English name, rank and value."""
    assert row_of(game, row.split(maxsplit=1)[0]) == row


def test_the_table_has_a_title_and_a_head() -> None:
    """The table begins with the game and how many cards it has; the suits stand apart."""
    lines = printed("minchiate").splitlines()
    assert lines[0] == "Minchiate Fiorentine: 97 cards"
    assert lines[2].split() == ["Code", "Italian", "English", "Rank", "Value"]
    assert lines.count("") == 1 + 5
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if line.endswith(" ")]


def test_an_unknown_game_is_refused_with_the_nearest() -> None:
    """A game that there is not is a usage error that names the nearest one."""
    result = CliRunner().invoke(APP, ["cards", "minchiat"])
    assert result.exit_code == 2
    assert "did you mean 'minchiate'?" in result.output


def test_cards_help_shows_how_to_ask() -> None:
    """The help of the command has examples."""
    assert "scorecli cards bologna --json" in printed("--help")
