"""The piles of Tarocchi Bolognesi: discards, Matto, payment (B2.3, B4.5, B4.6, B7.1)."""

from collections.abc import Sequence
from typing import Final

from scorecli.games.base import HouseRules
from scorecli.games.bologna.combinations import sequence_points_in, set_points
from scorecli.games.bologna.pack import PACK
from scorecli.ledger import Finding
from scorecli.table.seats import TEAMS
from scorecli.table.settlement import Assumption, PaymentRule, Settlement, pay

MATTO: Final = PACK.bits[PACK.matto]
_PAYMENT: Final = PaymentRule(
    PACK,
    "B7.1",
    # A card that may not be given is an error.
    dear="matto-payment",
    alike=PACK.mask([suit + rank for suit in "SBCD" for rank in ("6", "7", "8", "9", "10")]),
)


def allowed_payments(pool: int) -> int:
    """The mask of the cards that may be given for the Matto, out of what a team captured (B7.1)."""
    return PACK.cheapest(pool & ~MATTO)


def card_points(pile: int) -> int:
    """The points of a settled pile: its values less half a point a card (B1.4).

    A settled pile has an even number of cards (B7.3), so that no half point is left over.
    """
    return PACK.points(pile) - pile.bit_count() // 2


def pay_for_matto(
    settled: Settlement, recorded: str | None, rules: HouseRules, uncontested: Sequence[int]
) -> list[Finding]:
    """Move the card that is given for the Matto, recorded or assumed (B7.1).

    Args:
        settled: the piles, which are changed.
        recorded: the code of the card that the record names, if it names one.
        rules: the house rules.
        uncontested: what NS and EW score whatever is given: declarations and the last trick.
    """
    if not settled.matto_back and recorded is None:
        return []
    giver = settled.matto_of
    filled = rules["grande_complete"] == "filled"
    pool = settled.piles[giver]
    if rules["matto_payment_from"] == "tricks":
        pool &= ~settled.discards

    def points(pile: int) -> int:
        sequences = sequence_points_in(pile, mori_join_filled=filled)
        return card_points(pile) + set_points(pile) + sequences

    def margin(mine: int, other: int) -> int:
        return uncontested[giver] - uncontested[1 - giver] + points(mine) - points(other)

    def winner(lead: int) -> str:
        return "draw" if not lead else TEAMS[giver if lead > 0 else 1 - giver]

    owes = giver if settled.matto_back else None
    assumption = Assumption(margin, winner)
    return pay(_PAYMENT, settled, owes, recorded, pool, allowed_payments(pool), assumption)
