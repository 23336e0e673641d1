"""The cards of a game shown: names, rank and value, as a table and as JSON."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.text import Text

from scorecli.cards import SUITS, TRUMPS
from scorecli.games.base import Game
from scorecli.names import CardNames

CARDS_FORMAT: Final = "scorecli.cards/1"
_NO_RANK: Final = "-"
_HEAD: Final = ("Code", "Italian", "English", "Rank", "Value")


class Card(NamedTuple):
    """A card of a pack, or several that share one code.

    Attributes:
        code: its code.
        italian: its Italian name.
        english: its English name.
        suit: the letter of its suit, T for a trump; None for the Matto.
        rank: 1 for the highest of its suit or of the trumps; None for the Matto.
        value: its points.
        copies: how many of it are in the pack.
    """

    code: str
    italian: str
    english: str
    suit: str | None
    rank: int | None
    value: int
    copies: int


def names_of(game: Game) -> CardNames:
    """What the cards of a game are called."""
    names: CardNames = import_module(f"scorecli.games.{game.name}.names").NAMES
    return names


def cards_of(game: Game) -> list[Card]:
    """The cards of a game in pack order (G2), those that share one code once."""
    pack = game.pack
    names = names_of(game)
    cards = []
    for code, number in pack.number.items():
        suit = pack.suits[number]
        letter = SUITS[suit] if suit < TRUMPS else "T"
        matto = number == pack.matto
        cards.append(
            Card(
                code,
                *names.of(code),
                None if matto else letter,
                None if matto else number - pack.suits.index(suit) + 1,
                pack.values[number],
                pack.codes.count(code),
            )
        )
    return sorted(cards, key=lambda card: pack.number[card.code])


def print_cards(console: Console, game: Game) -> None:
    """Print a table of the cards of a game, each suit by itself."""
    cards = cards_of(game)
    count = sum(card.copies for card in cards)
    console.print(Text(f"{game.title}: {count} cards", style="bold"), soft_wrap=True)
    console.print()
    rows = [_cells(card) for card in cards]
    widths = [max(map(len, column)) for column in zip(_HEAD, *rows, strict=True)]
    console.print(Text(_row(_HEAD, widths)), soft_wrap=True)
    for place, (card, row) in enumerate(zip(cards, rows, strict=True)):
        if place and card.suit != cards[place - 1].suit:
            console.print()
        line = Text(_row(row, widths))
        line.stylize("bold", 0, len(card.code))
        console.print(line, soft_wrap=True)


def cards_json(game: Game) -> dict[str, Any]:
    """The cards of a game for JSON."""
    cards = [card._asdict() for card in cards_of(game)]
    return {"format": CARDS_FORMAT, "variant": game.name, "cards": cards}


def _cells(card: Card) -> Sequence[str]:
    alike = f" ({card.copies} alike)" if card.copies > 1 else ""
    rank = _NO_RANK if card.rank is None else str(card.rank)
    return (card.code, card.italian + alike, card.english, rank, str(card.value))


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(_aligned(cells, widths))


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Names to the left, numbers to the right."""
    for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        yield cell.ljust(width) if place < 3 else cell.rjust(width)
