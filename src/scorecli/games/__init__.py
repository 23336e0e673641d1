"""The games: one folder each. This registry is the only place that lists them."""

from functools import cache
from importlib import import_module
from typing import Final

from scorecli.games.base import Game
from scorecli.names import CardNames
from scorecli.nearest import did_you_mean

GAMES: Final = ("bologna", "minchiate", "piedicavallo")
"""The names of the games that this version scores, as records write them."""


@cache
def game_named(name: str) -> Game:
    """The game of a name in `GAMES`; only this game's folder is imported.

    Raises:
        KeyError: if there is no such game.
    """
    if name not in GAMES:
        raise KeyError(name)
    game: Game = import_module(f"scorecli.games.{name}.game").GAME
    return game


def unknown_game(name: str) -> str:
    """What to say of a name that is no game: the nearest game, or all of them."""
    hint = did_you_mean(name, GAMES) or f"; the games are {', '.join(GAMES)}"
    return f"unknown game {name!r}{hint}"


def names_of(name: str) -> CardNames:
    """What the cards of a game in `GAMES` are called."""
    names: CardNames = import_module(f"scorecli.games.{name}.names").NAMES
    return names
