"""The dealer's discards in Tarocchi Bolognesi (B2)."""

from itertools import combinations
from typing import Final

from scorecli.cards import Pack
from scorecli.games.base import HouseRules
from scorecli.games.bologna.pack import PACK
from scorecli.ledger import Finding, finding
from scorecli.seats import SEATS
from scorecli.table.hand import Hand

NEVER_LAID_AWAY: Final = PACK.mask(["SK", "BK", "CK", "DK", "ANG", "MON", "BEG", "MAT"])  # B2.2


def lawful_discards(pack: Pack, dealt: int, _rules: HouseRules) -> list[int]:
    """The masks of all pairs that a dealer may lay away of 17 cards (B2.2)."""
    free = pack.cards(dealt & ~NEVER_LAID_AWAY)
    return [pack.bits[one] | pack.bits[other] for one, other in combinations(free, 2)]


def check_discards(hand: Hand) -> list[Finding]:
    """Each card that the dealer laid away against B2.2."""
    if not hand.discards or not hand.discards & NEVER_LAID_AWAY:
        return []
    assert hand.dealer is not None
    seat = SEATS[hand.dealer]
    return [
        finding(
            "illegal-discard",
            f"{seat} laid away {code}: a King, ANG, MON, BEG and MAT must stay in the hand",
            "B2.2",
            path=f"$.discards.{seat}",
            seat=seat,
            card=code,
        )
        for code in PACK.codes_of(hand.discards & NEVER_LAID_AWAY)
    ]
