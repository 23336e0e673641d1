"""The piles of Tarocchi of Piedicavallo: discards, Matto, and a card for it (P2.5, P3.5)."""

from scorecli.cards import Pack
from scorecli.games.base import HouseRules
from scorecli.games.piedicavallo.pack import MATTO
from scorecli.ledger import Finding
from scorecli.table.hand import Hand
from scorecli.table.seats import TEAMS, team_of
from scorecli.table.settlement import Assumption, PaymentRule, Settlement, pay, settle


def settled_piles(hand: Hand, rules: HouseRules) -> Settlement:
    """The piles of a complete hand before a card is given for the Matto."""
    assert hand.replay is not None
    assert hand.dealer is not None
    return settle(
        hand.pack,
        hand.replay,
        hand.discards or 0,
        team_of(hand.dealer),
        last_keeps_matto=rules["matto_last_trick"] == "to_winner",
    )


def owes_a_card(settled: Settlement, rules: HouseRules) -> bool:
    """Whether the team of the Matto gives a card for it: only by a house rule (P3.5)."""
    return settled.matto_back and rules["matto_exchange"] == "one_point_card"


def allowed_payments(pack: Pack, pool: int) -> int:
    """The mask of the cards that may be given for the Matto, out of what a team captured."""
    return pack.cheapest(pool & ~MATTO)


def pay_for_matto(
    pack: Pack, settled: Settlement, recorded: str | None, rules: HouseRules
) -> list[Finding]:
    """Move the card that is given for the Matto, recorded or assumed."""
    owes = owes_a_card(settled, rules)
    if not owes and recorded is None:
        return []
    giver = settled.matto_of

    def margin(mine: int, other: int) -> int:
        return pack.points(mine) - pack.points(other)

    def winner(lead: int) -> str:
        return "draw" if not lead else TEAMS[giver if lead > 0 else 1 - giver]

    rule = PaymentRule(
        pack,
        "P3.5",
        # A card that may not be given is an error.
        dear="matto-payment",
        # There are no combinations: cards of the same value are all one.
        alike=sum(cards for points, cards in pack.worth if points == 1),
    )
    pool = settled.piles[giver]
    return pay(
        rule,
        settled,
        giver if owes else None,
        recorded,
        pool,
        allowed_payments(pack, pool),
        Assumption(margin, winner),
    )
