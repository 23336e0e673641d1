"""The piles of Tarocchi of Piedicavallo: discards, Matto, and a card for it (P2.5, P3.5)."""

from collections.abc import Sequence
from typing import Final

from scorecli.cards import Pack
from scorecli.games.base import HouseRules
from scorecli.games.piedicavallo.pack import MATTO, PACK
from scorecli.ledger import Finding
from scorecli.record.schema import Record
from scorecli.seats import TEAMS, leader, team_of
from scorecli.table.hand import Hand
from scorecli.table.payment import Assumption, PaymentRule, pay
from scorecli.table.pile_level import PileClauses, PileRules, Way, with_discards_of_two
from scorecli.table.pile_settlement import (
    Counted,
    counted_ways,
    give_matto_back,
    pay_out_of_piles,
    settlement_of,
)
from scorecli.table.possible import Fact
from scorecli.table.settlement import Settlement, settle

_IN_LAST: Final = "whether the Matto fell in the last trick"


def plain_cards(pack: Pack) -> int:
    """The mask of the cards of 1 point: there are no combinations, so that one is as another."""
    return sum(cards for points, cards in pack.worth if points == 1)


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


def payment_pool(settled: Settlement, rules: HouseRules) -> int:
    """The mask of the cards out of which one is owed for the Matto, 0 if none is (P3.5)."""
    return settled.piles[settled.matto_of] if owes_a_card(settled, rules) else 0


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

    def winners(lead: int) -> Sequence[str]:
        return (leader(lead if giver == 0 else -lead),)

    pool = payment_pool(settled, rules)
    return pay(
        # A card that may not be given is an error.
        PaymentRule(pack, "P3.5", dear="matto-payment", alike=plain_cards(pack)),
        settled,
        giver if owes else None,
        recorded,
        pool,
        allowed_payments(pack, pool),
        Assumption(margin, winners),
    )


def counted_piles(
    hand: Hand, record: Record, rules: HouseRules, findings: list[Finding]
) -> list[Counted]:
    """The ways in which recorded piles are to be counted, the Matto settled (P3.5)."""
    pack = hand.pack
    exchange = rules["matto_exchange"] == "one_point_card"
    pile_rules = PileRules(
        pack=pack,
        plain=plain_cards(pack),
        captured=pack.everything,
        doubtful=0,
        total=len(PACK.codes),
        clauses=PileClauses(sizes="P4.1", matto="P3.5", payment="P3.5", discards="P2.5"),
        sizes_fit=with_discards_of_two,
        # Nothing is given for a Matto that goes back, but by a house rule (P3.5).
        matto_shifts=(0, 0) if exchange else (0, 1),
        sizes_in_words="each trick has four cards, and the dealer's team has two discards more",
        matto_stays=rules["matto_last_trick"] == "kept",
        pays=exchange,
    )
    recorded = record.get("matto_payment")

    def settle(way: Way, player: int, found: list[Finding]) -> list[Way]:
        taken_back, back = give_matto_back(pile_rules, way, player)
        settlement = settlement_of(taken_back, player, back=back)

        def pay_it(settled: Settlement) -> list[Finding]:
            return pay_for_matto(pack, settled, recorded, rules)

        ways = pay_out_of_piles(pile_rules, taken_back, player, settlement, recorded, pay_it, found)
        if rules["matto_last_trick"] == "kept":
            return ways
        # Piles do not tell in which trick the Matto fell.
        before = Fact(_IN_LAST, "the Matto did not fall in it")
        ways = [one._replace(facts=(*one.facts, before)) for one in ways]
        # A card that is recorded was given, and nothing is for a Matto that stays there.
        given = recorded is not None and settlement.payment and not settlement.choices
        if back and not given and record.get("last_trick") in (None, TEAMS[1 - player]):
            in_it = Fact(_IN_LAST, f"{TEAMS[1 - player]} took the Matto in it")
            ways.append(way._replace(facts=(*way.facts, in_it)))
        return ways

    return counted_ways(pile_rules, hand, record, settle, findings)
