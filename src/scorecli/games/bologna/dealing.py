"""What dealing a random hand must know of Tarocchi Bolognesi; `scorecli.dealing` asks for it."""

from typing import Final

from scorecli.games.base import HouseRules
from scorecli.games.bologna.declarations import readings, whole_declaration
from scorecli.games.bologna.discards import NEVER_LAID_AWAY
from scorecli.games.bologna.settlement import Settlement, allowed_payments, settle
from scorecli.table.hand import Hand

declarable: Final = whole_declaration
"""All that a seat may declare of the cards it holds (B3.1)."""

meanings: Final = readings
"""The combinations that the cards of an item can mean, the dearest first (B3.3)."""


def may_lay_away(discards: int) -> bool:
    """Whether the dealer may lay these cards away (B2.2)."""
    return not discards & NEVER_LAID_AWAY


def payments(hand: Hand, rules: HouseRules) -> int:
    """The mask of the cards that may be given for the Matto, 0 if none is owed (B4.5, B7.1)."""
    settled = _settled(hand)
    if settled.matto_back is None:
        return 0
    pool = settled.piles[settled.matto_back]
    if rules["matto_payment_from"] == "tricks":
        pool &= ~settled.discards
    return allowed_payments(pool)


def piles(hand: Hand, payment: int) -> tuple[int, int]:
    """The masks of the settled piles of NS and EW; `payment` is the card given for the Matto."""
    first, second = _settled(hand).piles
    return first ^ payment, second ^ payment


def _settled(hand: Hand) -> Settlement:
    assert hand.replay is not None
    assert hand.dealer is not None
    return settle(hand.replay, hand.dealer, hand.discards or 0)
