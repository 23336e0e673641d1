"""A random hand, dealt and played by the rules, as a complete record without a fault."""

from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Final

from scorecli.dealing.chance import below, choose, shuffled
from scorecli.dealing.draft import Draft
from scorecli.dealing.special import RecordFields
from scorecli.games.base import Game
from scorecli.record.schema import FORMAT
from scorecli.seats import SEAT_NUMBER, SEATS

_NAMES: Final = (
    *("Ada", "Bruno", "Caterina", "Dario", "Elena", "Fosco", "Gemma", "Ivo", "Livia", "Marco"),
    *("Nella", "Ottavia", "Piero", "Rita", "Saverio", "Tullia", "Ugo", "Vera", "Nicolò", "Zoe"),
)
_FIRST_DAY: Final = date(2025, 1, 1).toordinal()
_TABLES: Final = 6


def deal_record(game: Game, rng: Random, number: int) -> RecordFields:
    """A complete record of a random hand, in canonical form, in which nothing is wrong.

    The same chance makes the same record with every version of Python.

    Args:
        game: its game.
        rng: the chance that decides everything but the number of the hand.
        number: the number of the hand, counted from 1.
    """
    return deal_draft(game, rng, number).finished()


def deal_draft(game: Game, rng: Random, number: int, dealer: str | None = None) -> Draft:
    """A random hand without a fault, complete, that can still be changed."""
    return play_out(game, rng, number, shuffled(rng, range(len(game.pack.codes))), dealer)


def play_out(
    game: Game, rng: Random, number: int, cards: Sequence[int], dealer: str | None = None
) -> Draft:
    """A hand without a fault, complete, of cards that lie in a given order.

    Args:
        game: its game.
        rng: the chance that decides who deals and how the hand goes.
        number: the number of the hand, counted from 1.
        cards: the cards of the pack, in the order in which the game deals them.
        dealer: the seat that deals, if chance is not to decide.
    """
    dealer = dealer or choose(rng, SEATS)
    draft = Draft(game, rng, {**_heading(game, rng, number), "dealer": dealer})
    draft.record |= draft.special.deal(cards, SEAT_NUMBER[dealer], draft.pick)
    draft.lay_away()
    draft.declare()
    draft.play()
    draft.pay()
    draft.claim()
    return draft


def _heading(game: Game, rng: Random, number: int) -> RecordFields:
    """What people want to know of a hand; none of it matters to the score."""
    rounds, table = divmod(number - 1, _TABLES)
    return {
        "format": FORMAT,
        "variant": game.name,
        "id": f"{game.name}-{number}",
        "date": date.fromordinal(_FIRST_DAY + below(rng, 365)).isoformat(),
        "event": "random hands",
        "table": table + 1,
        "round": rounds + 1,
        # Other people play each hand, so that it is no later hand of a match.
        "deal": 1,
        "players": dict(zip(SEATS, shuffled(rng, _NAMES), strict=False)),
    }
