"""The cards of a game shown: names, rank and value, as a table and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.text import Text

from scorecli.cards import SUITS, TRUMP_SUIT
from scorecli.games import names_of
from scorecli.games.base import Game
from scorecli.names import LANGUAGES, Name

CARDS_FORMAT: Final = "scorecli.cards/1"
_NO_RANK: Final = "-"


class Card(NamedTuple):
    """A card of a pack, or several that share one code.

    Attributes:
        code: its code.
        names: the name that is printed in each language.
        suit: the letter of its suit, T for a trump; None for the Matto.
        rank: 1 for the highest of its suit or of the trumps; None for the Matto.
        value: its points.
        copies: how many of it are in the pack.
    """

    code: str
    names: Name
    suit: str | None
    rank: int | None
    value: int
    copies: int


def cards_of(game: Game) -> list[Card]:
    """The cards of a game in pack order (G2), those that share one code once."""
    pack = game.pack
    names = names_of(game.name)
    cards = []
    for code, number in pack.number.items():
        suit = pack.suits[number]
        letter = SUITS[suit] if suit < TRUMP_SUIT else "T"
        matto = number == pack.matto
        cards.append(
            Card(
                code,
                Name(*(names.of(code, language) for language in LANGUAGES)),
                None if matto else letter,
                None if matto else number - pack.suits.index(suit) + 1,
                pack.values[number],
                pack.codes.count(code),
            )
        )
    return sorted(cards, key=lambda card: pack.number[card.code])


def print_cards(console: Console, game: Game, language: str) -> None:
    """Print a table of the cards of a game, each suit by itself, with Italian and other names."""
    cards = cards_of(game)
    count = sum(card.copies for card in cards)
    console.print(Text(f"{game.title}: {count} cards", style="bold"), soft_wrap=True)
    console.print()
    rows = [_cells(card, language) for card in cards]
    head = ("Code", LANGUAGES["it"], LANGUAGES[language], "Rank", "Value")
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    console.print(Text(_row(head, widths)), soft_wrap=True)
    for place, (card, row) in enumerate(zip(cards, rows, strict=True)):
        if place and card.suit != cards[place - 1].suit:
            console.print()
        line = Text(_row(row, widths))
        line.stylize("bold", 0, len(card.code))
        console.print(line, soft_wrap=True)


def cards_json(game: Game) -> dict[str, Any]:
    """The cards of a game for JSON."""
    cards = []
    for card in cards_of(game):
        fields = card._asdict()
        names: Name = fields.pop("names")
        cards.append({"code": fields.pop("code"), **names._asdict(), **fields})
    return {"format": CARDS_FORMAT, "variant": game.name, "cards": cards}


def _cells(card: Card, language: str) -> Sequence[str]:
    alike = f" ({card.copies} alike)" if card.copies > 1 else ""
    rank = _NO_RANK if card.rank is None else str(card.rank)
    second = card.names.in_(language)
    return (card.code, card.names.italian + alike, second, rank, str(card.value))


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(_aligned(cells, widths))


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Names to the left, numbers to the right."""
    for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        yield cell.ljust(width) if place < 3 else cell.rjust(width)
