"""What dealing must know of one game alone: the module `dealing` of the game's folder tells it."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol, cast

from scorecli.games.base import Game, HouseRules
from scorecli.games.score import Score
from scorecli.ledger import Combination
from scorecli.table.dealt import Pick
from scorecli.table.hand import Hand

RecordFields = dict[str, Any]
"""A record that may still change, and that may be made faulty on purpose."""


class Declarable(Protocol):
    """What a seat may declare: its combinations, and their points with all doublings."""

    @property
    def combinations(self) -> Sequence[Combination]:
        """The combinations."""

    @property
    def points(self) -> int:
        """Their points, doublings included."""


class Special(Protocol):
    """What the module `dealing` of a game's folder tells: all that is special in one game."""

    @property
    def SPECIAL_CODES(self) -> frozenset[str]:  # noqa: N802 - a constant of the module
        """The codes of the findings of its records that not every game knows."""

    def deal(self, cards: Sequence[int], dealer: int, pick: Pick, /) -> RecordFields:
        """What a record tells of the deal, with the cards in hand before any is laid away."""

    def lay_away(
        self, record: Mapping[str, Any], pick: Pick, /, *, lawful: bool
    ) -> tuple[RecordFields, str] | None:
        """What a record tells once cards were laid away, lawfully or not; None if none can be.

        With it comes the seat whose discards are unlawful, the dealer if none are.
        """

    def must_play(
        self, held: int, trick: Sequence[int], earlier: Sequence[Sequence[int]], /
    ) -> int:
        """The card of a hand that must be played whatever else it holds, as a mask, or 0.

        Told are the cards of the trick so far and those of the tricks before it.
        """

    def payments(self, hand: Hand, rules: HouseRules, /) -> int:
        """The mask of the cards that may be given for the Matto, 0 if none is owed."""

    def dear_payments(self, hand: Hand, rules: HouseRules, /) -> int:
        """The mask of those that are accepted too, though the giver had a better choice."""

    def piles(self, hand: Hand, payment: int, /) -> tuple[int, int]:
        """The masks of the settled piles of NS and EW."""

    def further_claims(self, score: Score, pick: Pick, /) -> RecordFields:
        """The claims that only this game knows, as far as the score tells them."""


class SpecialInDeclarations(Protocol):
    """What it tells besides in a game with declarations."""

    @property
    def MAY_LEAVE_OUT(self) -> bool:  # noqa: N802 - a constant of the module
        """Whether a list may leave combinations out; then each counts for itself."""

    def declarable(self, held: int, rules: HouseRules, /) -> Declarable:
        """All that a seat may declare of the cards it holds."""

    def meanings(self, item: int, held: int, rules: HouseRules, /) -> Sequence[Combination]:
        """The combinations that the cards of a declared item can mean."""


class SpecialInFola(Protocol):
    """What it tells besides in a game with a fola."""

    @property
    def NEVER_LAID_AWAY(self) -> int:  # noqa: N802 - a constant of the module
        """The mask of the cards that nobody may lay away."""

    @property
    def ROBBED_FOR_NOTHING(self) -> int:  # noqa: N802 - the same
        """The mask of the cards that are robbed though they may be dead."""


def special_of(game: Game) -> Special:
    """What is special in the hands of a game."""
    return cast("Special", _module_of(game))


def special_in_declarations(game: Game) -> SpecialInDeclarations:
    """What is special in the declarations of a game that has them."""
    return cast("SpecialInDeclarations", _module_of(game))


def special_in_fola(game: Game) -> SpecialInFola:
    """What is special in the fola of a game that has one."""
    return cast("SpecialInFola", _module_of(game))


def _module_of(game: Game) -> ModuleType:
    return import_module(f"scorecli.games.{game.name}.dealing")
