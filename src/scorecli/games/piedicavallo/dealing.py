"""What dealing a random hand must know of this game; `scorecli.dealing` asks for it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorecli.games.base import HouseRules
from scorecli.games.piedicavallo.discards import lawful_discards, trumps_in
from scorecli.games.piedicavallo.game import GAME
from scorecli.games.piedicavallo.pack import PACK
from scorecli.games.piedicavallo.settlement import allowed_payments, payment_pool, settled_piles
from scorecli.games.score import Score
from scorecli.table.dealt import Pick, deal_evenly, other_pairs
from scorecli.table.hand import Hand

SPECIAL_CODES: Final = frozenset({"wrong-announcement", "claim-impossible"})
"""The codes of the findings that not every game knows; under the default rules nothing is given
for the Matto (P3.5), so that none can be assumed."""


def deal(cards: Sequence[int], dealer: int, _pick: Pick) -> dict[str, Any]:
    """The hands: the cards of S first, then those of E, N and W; the dealer has two more (P2.1)."""
    return {"hands": deal_evenly(PACK, GAME.size, cards, dealer)}


def lay_away(
    record: Mapping[str, Any], pick: Pick, *, lawful: bool
) -> tuple[dict[str, Any], str] | None:
    """The two discards of the dealer, lawful or not, and the trumps announced (P2.2 - P2.4)."""
    dealer = record["dealer"]
    dealt = PACK.mask(record["hands"][dealer])
    may_go = lawful_discards(PACK, dealt, GAME.defaults)
    choices = may_go if lawful else other_pairs(PACK, dealt, may_go)
    if not choices:
        return None
    away = pick(choices)
    announced = trumps_in(PACK, away)
    return {"discards": {dealer: PACK.codes_of(away)}, "announced_trumps": announced}, dealer


def must_play(_held: int, _trick: Sequence[int], _earlier: Sequence[Sequence[int]]) -> int:
    """No card: beyond following suit and trumping there is no duty (P3.2)."""
    return 0


def payments(hand: Hand, rules: HouseRules) -> int:
    """The mask of the cards that may be given for the Matto, 0 if none is owed (P3.5)."""
    return allowed_payments(hand.pack, payment_pool(settled_piles(hand, rules), rules))


def dear_payments(_hand: Hand, _rules: HouseRules) -> int:
    """No card: one that may not be given is a fault (P3.5)."""
    return 0


def piles(hand: Hand, payment: int) -> tuple[int, int]:
    """The masks of the settled piles of NS and EW; `payment` is the card given for the Matto."""
    first, second = settled_piles(hand, GAME.defaults).piles
    return first ^ payment, second ^ payment


def further_claims(_score: Score, _pick: Pick) -> dict[str, Any]:
    """No claims: all are about figures, winner and margin."""
    return {}
