"""What dealing a random hand must know of Tarocchi Bolognesi; `scorecli.dealing` asks for it."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from scorecli.games.base import HouseRules, Score
from scorecli.games.bologna import discards
from scorecli.games.bologna.declarations import readings, whole_declaration
from scorecli.games.bologna.pack import PACK
from scorecli.games.bologna.settlement import allowed_payments
from scorecli.table.hand import Hand
from scorecli.table.seats import SEATS, team_of
from scorecli.table.settlement import Settlement, settle

NEVER_FOUND: Final = frozenset(
    {"king-drop", "rob", "turn-up", "taken", "dead-card", "dear-payment"}
)
"""The codes of the findings that no record of the game can show."""

MAY_LEAVE_OUT: Final = False
"""Whether a declaration may leave combinations out (B3.3)."""

NEVER_LAID_AWAY: Final = discards.NEVER_LAID_AWAY
"""The mask of the cards that the dealer may not lay away (B2.2)."""

_Pick = Callable[[Sequence[int]], int]

declarable: Final = whole_declaration
"""All that a seat may declare of the cards it holds (B3.1)."""

meanings: Final = readings
"""The combinations that the cards of an item can mean, the dearest first (B3.3)."""


def deal(cards: Sequence[int], dealer: int, _pick: _Pick) -> dict[str, Any]:
    """The hands: the cards of S first, then those of E, N and W; the dealer has two more (B2.1)."""
    left = list(cards)
    hands = {}
    for number, seat in enumerate(SEATS):
        size = 17 if number == dealer else 15
        # In pack order, as hands are sorted for reading.
        hands[seat] = [PACK.codes[card] for card in sorted(left[:size])]
        del left[:size]
    return {"hands": hands}


def lay_away(record: Mapping[str, Any], pick: _Pick, *, lawful: bool) -> dict[str, Any] | None:
    """The two discards of the dealer, lawful or not (B2.2)."""
    dealer = record["dealer"]
    dealt = PACK.cards(PACK.mask(record["hands"][dealer]))
    choices = [
        mask
        for first, second in combinations(dealt, 2)
        if (not (mask := PACK.bits[first] | PACK.bits[second]) & NEVER_LAID_AWAY) == lawful
    ]
    return {"discards": {dealer: PACK.codes_of(pick(choices))}} if choices else None


def must_play(_held: int, _trick: Sequence[int], _earlier: Sequence[Sequence[int]]) -> int:
    """No card: beyond following suit and trumping there is no duty (B4.2)."""
    return 0


def payments(hand: Hand, rules: HouseRules) -> int:
    """The mask of the cards that may be given for the Matto, 0 if none is owed (B4.5, B7.1)."""
    settled = _settled(hand)
    if not settled.matto_back:
        return 0
    pool = settled.piles[settled.matto_of]
    if rules["matto_payment_from"] == "tricks":
        pool &= ~settled.discards
    return allowed_payments(pool)


def dear_payments(_hand: Hand, _rules: HouseRules) -> int:
    """No card: one that may not be given is a fault (B7.1)."""
    return 0


def piles(hand: Hand, payment: int) -> tuple[int, int]:
    """The masks of the settled piles of NS and EW; `payment` is the card given for the Matto."""
    first, second = _settled(hand).piles
    return first ^ payment, second ^ payment


def further_claims(_score: Score, _pick: _Pick) -> dict[str, Any]:
    """No claims: all are about figures, winner and margin."""
    return {}


def _settled(hand: Hand) -> Settlement:
    assert hand.replay is not None
    assert hand.dealer is not None
    return settle(PACK, hand.replay, hand.discards or 0, team_of(hand.dealer))
