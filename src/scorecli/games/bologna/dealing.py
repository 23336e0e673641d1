"""What dealing a random hand must know of Tarocchi Bolognesi; `scorecli.dealing` asks for it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorecli.games.base import HouseRules
from scorecli.games.bologna.combinations import whole_declaration
from scorecli.games.bologna.declarations import readings
from scorecli.games.bologna.discards import lawful_discards
from scorecli.games.bologna.game import GAME
from scorecli.games.bologna.pack import PACK
from scorecli.games.bologna.settlement import allowed_payments, payment_pool
from scorecli.games.score import Score
from scorecli.seats import team_of
from scorecli.table.dealt import Pick, deal_evenly, other_pairs
from scorecli.table.hand import Hand
from scorecli.table.settlement import Settlement, settle

SPECIAL_CODES: Final = frozenset(
    {
        *("no-declarations", "declaration-empty", "declaration-unchecked"),
        *("declaration-ambiguous", "declaration-short", "declaration-repeated"),
        *("declaration-not-held", "declaration-no-combination", "declaration-value"),
        *("partial-declaration", "late-declaration", "assumed-payment"),
    }
)
"""The codes of the findings that not every game knows."""

MAY_LEAVE_OUT: Final = False
"""Whether a declaration may leave combinations out (B3.3)."""

declarable: Final = whole_declaration
"""All that a seat may declare of the cards it holds (B3.1)."""

meanings: Final = readings
"""The combinations that the cards of an item can mean, the dearest first (B3.3)."""


def deal(cards: Sequence[int], dealer: int, _pick: Pick) -> dict[str, Any]:
    """The hands: the cards of S first, then those of E, N and W; the dealer has two more (B2.1)."""
    return {"hands": deal_evenly(PACK, GAME.size, cards, dealer)}


def lay_away(
    record: Mapping[str, Any], pick: Pick, *, lawful: bool
) -> tuple[dict[str, Any], str] | None:
    """The two discards of the dealer, lawful or not (B2.2)."""
    dealer = record["dealer"]
    dealt = PACK.mask(record["hands"][dealer])
    may_go = lawful_discards(PACK, dealt, GAME.defaults)
    choices = may_go if lawful else other_pairs(PACK, dealt, may_go)
    return ({"discards": {dealer: PACK.codes_of(pick(choices))}}, dealer) if choices else None


def must_play(_held: int, _trick: Sequence[int], _earlier: Sequence[Sequence[int]]) -> int:
    """No card: beyond following suit and trumping there is no duty (B4.2)."""
    return 0


def payments(hand: Hand, rules: HouseRules) -> int:
    """The mask of the cards that may be given for the Matto, 0 if none is owed (B4.5, B7.1)."""
    return allowed_payments(payment_pool(_settled(hand), rules))


def dear_payments(_hand: Hand, _rules: HouseRules) -> int:
    """No card: one that may not be given is a fault (B7.1)."""
    return 0


def piles(hand: Hand, payment: int) -> tuple[int, int]:
    """The masks of the settled piles of NS and EW; `payment` is the card given for the Matto."""
    settled = _settled(hand)
    first, second = settled.piles
    if payment & PACK.alike:
        # The Moro is one that the giver captured.
        mori = settled.piles[settled.matto_of] & PACK.alike
        payment = mori & -mori
    return first ^ payment, second ^ payment


def further_claims(_score: Score, _pick: Pick) -> dict[str, Any]:
    """No claims: all are about figures, winner and margin."""
    return {}


def _settled(hand: Hand) -> Settlement:
    assert hand.replay is not None
    assert hand.dealer is not None
    return settle(PACK, hand.replay, hand.discards or 0, team_of(hand.dealer))
