"""The piles of Tarocchi Bolognesi: discards, Matto, payment (B2.3, B4.5, B4.6, B7.1)."""

from collections.abc import Sequence
from typing import Final

from scorecli.games.base import HouseRules
from scorecli.games.bologna.combinations import mori_join_filled, sequence_points_in, set_points
from scorecli.games.bologna.discards import lawful_discards
from scorecli.games.bologna.pack import MATTO, PACK
from scorecli.ledger import Finding
from scorecli.record.schema import Record
from scorecli.seats import TEAMS, leader, team_of
from scorecli.table.hand import Hand
from scorecli.table.payment import Assumption, PaymentRule, pay, pay_as_allowed
from scorecli.table.pile_level import (
    Pile,
    PileClauses,
    PileRules,
    Way,
    team_with_matto,
    with_discards_of_two,
)
from scorecli.table.pile_settlement import (
    Counted,
    counted_ways,
    give_matto_back,
    pay_out_of_piles,
    settlement_of,
)
from scorecli.table.settlement import Settlement

LAST_TRICK: Final = 6
"""The points of the last trick (B7.2)."""

PLAIN: Final = PACK.mask([suit + rank for suit in "SBCD" for rank in ("6", "7", "8", "9", "10")])
"""The cards that make no combination and are worth 1: all one to give, and to leave out."""

PILES: Final = PileRules(
    pack=PACK,
    plain=PLAIN,
    captured=PACK.everything,
    doubtful=0,
    total=len(PACK.codes),
    clauses=PileClauses(sizes="B7.3", matto="B4.5", payment="B7.1", discards="B2.3"),
    sizes_fit=with_discards_of_two,
    matto_shifts=(0, 0),
    sizes_in_words="each trick has four cards, and the dealer's team has two discards more",
)
_PAYMENT: Final = PaymentRule(
    PACK,
    "B7.1",
    # A card that may not be given is an error.
    dear="matto-payment",
    alike=PLAIN,
)


def allowed_payments(pool: int) -> int:
    """The mask of the cards that may be given for the Matto, out of what a team captured (B7.1)."""
    return PACK.cheapest(pool & ~MATTO)


def allowed_beside_discards(piles: Sequence[Pile], giver: int) -> int:
    """The mask of the cards that may be given if two of the pile, not known which, may not (B7.1).

    The two discards can be the cheapest cards of a small pile, and a dearer one is given then.

    Args:
        piles: the piles with the Matto in its place.
        giver: the team that gives a card, and owns the discards.
    """
    pile = piles[giver]
    pool = pile.cards
    unnamed = PLAIN & ~piles[0].cards & ~piles[1].cards
    for card in PACK.cards(unnamed)[: pile.plain]:
        pool |= PACK.bits[card]
    allowed = 0
    for pair in lawful_discards(PACK, pool, {}):
        allowed |= allowed_payments(pool & ~pair)
    # Any card can be the plain one that is not named.
    return allowed | unnamed if allowed & unnamed else allowed


def card_points(pile: int, plain: int = 0) -> int:
    """The points of a settled pile: its values less half a point a card (B1.4).

    A settled pile has an even number of cards (B7.3), so that no half point is left over.

    Args:
        pile: the mask of its cards.
        plain: how many cards it has beside, of which no more is known than that they are plain.
    """
    return PACK.points(pile) + plain - (pile.bit_count() + plain) // 2


ALL_CARD_POINTS: Final = card_points(PACK.everything)
"""The card points of both settled piles together: 87 (B7.3)."""


def player_of_matto(piles: Sequence[Pile]) -> int | None:
    """The team that played the Matto, by settled piles (B4.5); None where one is empty (B4.6)."""
    if not all(pile.size for pile in piles):
        return None
    return team_with_matto(PACK, piles)


def payment_pool(settled: Settlement, rules: HouseRules) -> int:
    """The mask of the cards out of which one is owed for the Matto, 0 if none is (B4.5, B7.1)."""
    if not settled.matto_back:
        return 0
    pool = settled.piles[settled.matto_of]
    if rules["matto_payment_from"] == "tricks" and settled.discards_to == settled.matto_of:
        pool = PACK.without(pool, settled.discards)
    return pool


def pay_for_matto(
    settled: Settlement,
    recorded: str | None,
    rules: HouseRules,
    uncontested: Sequence[Sequence[int]],
    allowed: int = 0,
) -> list[Finding]:
    """Move the card that is given for the Matto, recorded or assumed (B7.1).

    Args:
        settled: the piles, which are changed.
        recorded: the code of the card that the record names, if it names one.
        rules: the house rules.
        uncontested: what NS and EW score whatever is given, declarations and the last trick, in
            each way that can be; nothing if that is not known.
        allowed: the mask of the cards that may be given, 0 if the pile tells.
    """
    if not settled.matto_back and recorded is None:
        return []
    giver = settled.matto_of
    pool = payment_pool(settled, rules)
    allowed = allowed & pool or allowed_payments(pool)
    # The usual case, which needs no more than this.
    if settled.matto_back and pay_as_allowed(PACK, settled, giver, recorded, allowed):
        return []
    filled = mori_join_filled(rules)

    def points(pile: int) -> int:
        sequences = sequence_points_in(pile, mori_join_filled=filled)
        return card_points(pile) + set_points(pile) + sequences

    def lead(scored: Sequence[int]) -> int:
        return scored[giver] - scored[1 - giver]

    # Whatever else it scores, the same card leaves the giver best off.
    certain = lead(uncontested[0]) if uncontested else 0

    def margin(mine: int, other: int) -> int:
        return certain + points(mine) - points(other)

    def winners(margin: int) -> Sequence[str]:
        leads = [margin - certain + lead(scored) for scored in uncontested]
        return tuple(leader(one if giver == 0 else -one) for one in leads)

    owes = giver if settled.matto_back else None
    assumption = Assumption(margin, winners)
    return pay(_PAYMENT, settled, owes, recorded, pool, allowed, assumption)


def counted_piles(
    hand: Hand,
    record: Record,
    rules: HouseRules,
    declarations: Sequence[int] | None,
    findings: list[Finding],
) -> list[Counted]:
    """The ways in which recorded piles are to be counted, the Matto settled (B4.5, B7.1).

    `declarations` are the points that NS and EW declared, None if they are not known.
    """
    recorded, last = record.get("matto_payment"), record.get("last_trick")
    uncontested = []
    if declarations is not None:
        uncontested = [
            [
                points + LAST_TRICK * (team == taker)
                for points, team in zip(declarations, TEAMS, strict=True)
            ]
            for taker in (TEAMS if last is None else (last,))
        ]

    hidden = rules["matto_payment_from"] == "tricks" and hand.discards is None

    def settle(way: Way, player: int, found: list[Finding]) -> list[Way]:
        # Two discards more than four cards a trick.
        owns_discards = way.piles[player].size % 4 != 0
        way, back = give_matto_back(PILES, way, player)
        allowed = allowed_beside_discards(way.piles, player) if hidden and owns_discards else 0
        settlement = settlement_of(way, player, back=back)
        if hand.dealer is not None and hand.discards:
            mine = team_of(hand.dealer)
            settlement.discards = hand.discards
            settlement.discards_to = mine if way.piles[mine].size else 1 - mine

        def pay_it(settled: Settlement) -> list[Finding]:
            return pay_for_matto(settled, recorded, rules, uncontested, allowed)

        return pay_out_of_piles(PILES, way, player, settlement, recorded, pay_it, found)

    return counted_ways(PILES, hand, record, settle, findings)
