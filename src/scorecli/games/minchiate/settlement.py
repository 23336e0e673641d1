"""The piles of Minchiate Fiorentine: the card given for the Matto (M7.1), the count (M7.2)."""

from typing import Final

from scorecli.games.base import HouseRules
from scorecli.games.minchiate.breakdown import EVEN_PILE, LAST_TRICK
from scorecli.games.minchiate.combinations import Rules, points_in, rules_of
from scorecli.games.minchiate.outcome import outcome_of, winner_of
from scorecli.games.minchiate.pack import COUNTING, MATTO, PACK, T29
from scorecli.games.minchiate.unknown import Possible
from scorecli.ledger import Finding
from scorecli.table.settlement import Assumption, PaymentRule, Settlement, pay

_WORTHLESS: Final = PACK.everything & ~COUNTING
_PAYMENT: Final = PaymentRule(
    PACK,
    "M7.1",
    # A dearer card than need be is the giver's own loss: a warning.
    dear="dear-payment",
    # T29 and (by a house rule) T14 can be in a combination.
    alike=_WORTHLESS & ~PACK.mask(["T14", "T29"]),
)


def pile_figures(pile: int, rules: Rules) -> dict[str, int]:
    """The figures that a pile counts, the last trick apart (M7.2)."""
    return {
        "card_points": PACK.points(pile),
        "versicole": points_in(pile, rules),
        "cards_over_42": max(pile.bit_count() - EVEN_PILE, 0),
    }


def pay_for_matto(
    settled: Settlement,
    recorded: str | None,
    rules: HouseRules,
    last: int,
    possible: set[Possible],
) -> list[Finding]:
    """Move the card that is given for the Matto (M7.1).

    The assumed card is the one with the best final difference for the giver.
    """
    giver = settled.matto_of
    always = bool(rules["matto_always_pays"]) and settled.matto_trick is not None
    owes = giver if settled.matto_back or (always and not settled.matto_lost) else None
    if owes is None and recorded is None:
        return []
    on_combinations = rules_of(rules)
    # The Matto is never captured (M4.4), and so is not given either.
    pool = settled.piles[giver] & ~MATTO
    sign = 1 if giver == 0 else -1
    bonus = LAST_TRICK if last == giver else -LAST_TRICK

    def margin(mine: int, other: int) -> int:
        won, lost = (sum(pile_figures(pile, on_combinations).values()) for pile in (mine, other))
        return bonus + won - lost

    def winner(lead: int) -> str | None:
        winners = {
            winner_of(outcome_of(standing, sign * lead)["net_resti"])
            for standing, _marks in possible
        }
        return winners.pop() if len(winners) == 1 else None

    assumption = Assumption(margin, winner)
    return pay(_PAYMENT, settled, owes, recorded, pool, allowed_payments(pool), assumption)


def allowed_payments(pool: int) -> int:
    """The mask of the cards that may be given for the Matto, out of those captured (M7.1).

    The Matto is not among them.
    """
    if worthless := pool & _WORTHLESS:
        return worthless & ~T29 or worthless
    return PACK.cheapest(pool)
