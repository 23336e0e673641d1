"""The piles of Minchiate Fiorentine: the card given for the Matto (M7.1), the count (M7.2)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorecli.cards import canonical_code, split_cards
from scorecli.games.base import HouseRules
from scorecli.games.minchiate.combinations import Rules, points_in, rules_of
from scorecli.games.minchiate.events import Standing
from scorecli.games.minchiate.outcome import Counts, outcome_of
from scorecli.games.minchiate.pack import (
    CAPTURED,
    COUNTING,
    DEAD,
    EVEN_PILE,
    KEPT_FROM_THE_DEAD,
    LAST_TRICK,
    MATTO,
    PACK,
    T29,
)
from scorecli.games.minchiate.unknown import BeforeFinal
from scorecli.ledger import Finding
from scorecli.record.schema import Record
from scorecli.seats import SEATS, TEAMS, leader
from scorecli.table.hand import Hand, named_in_time, recorded_cards
from scorecli.table.payment import (
    Assumption,
    PaymentRule,
    pay,
    pay_as_allowed,
    payments,
    piles_with,
)
from scorecli.table.pile_level import PileClauses, PileRules, Way
from scorecli.table.pile_settlement import (
    Counted,
    counted_ways,
    give_matto_back,
    pay_out_of_piles,
    settlement_of,
)
from scorecli.table.settlement import Settlement

_WORTHLESS: Final = PACK.everything & ~COUNTING
_PAYMENT: Final = PaymentRule(
    PACK,
    "M7.1",
    # A dearer card than need be is the giver's own loss: a warning.
    dear="dear-payment",
    # T29 and (by a house rule) T14 can be in a combination.
    alike=_WORTHLESS & ~PACK.mask(["T14", "T29"]),
)


def pile_figures(pile: int, rules: Rules, plain: int = 0) -> dict[str, int]:
    """The figures that a pile counts, the last trick apart (M7.2).

    Args:
        pile: the mask of its cards.
        rules: the house rules on combinations.
        plain: how many cards it has beside, of which no more is known than that they are plain.
    """
    return {
        "card_points": PACK.points(pile),
        "versicole": points_in(pile, rules),
        "cards_over_42": max(pile.bit_count() + plain - EVEN_PILE, 0),
    }


def final_counts(piles: Sequence[int], last: int, rules: Rules) -> Counts:
    """What NS and EW count in the end, and the number of their cards (M7.2).

    Args:
        piles: the masks of their settled piles.
        last: the team that won the last trick.
        rules: the house rules on combinations.
    """
    counts = []
    for team, pile in enumerate(piles):
        counted = pile_figures(pile, rules)
        counted["last_trick"] = LAST_TRICK if team == last else 0
        counted["final_count"] = sum(counted.values())
        counted["cards"] = pile.bit_count()
        counts.append(counted)
    return counts


def counted_piles(
    hand: Hand,
    record: Record,
    rules: HouseRules,
    standing: Standing | None,
    findings: list[Finding],
) -> list[Counted]:
    """The ways in which recorded piles are to be counted, the Matto settled (M7.1).

    `standing` is how the hand stands before the final count, None if that is not known.
    """
    always = bool(rules["matto_always_pays"])
    # T14 makes a combination by a house rule only, and may then not be left out (M5.8).
    devil = PACK.bit["T14"] if rules["devil_world_gemini"] else 0
    plain = _WORTHLESS & ~T29 & ~devil
    dead = _dead(record)
    pile_rules = PileRules(
        pack=PACK,
        plain=plain,
        captured=KEPT_FROM_THE_DEAD,
        doubtful=devil & ~dead,
        total=CAPTURED,
        clauses=PileClauses(sizes="M7.4", matto="M4.4", payment="M7.1", discards="M3.3"),
        sizes_fit=lambda ours, theirs, _dealer: ours % 4 == theirs % 4 == 0,
        # A Matto that stays in a trick of its own team is paid for by a house rule only (M7.1).
        matto_shifts=(-1, 0) if always else (0, 0),
        sizes_in_words="each team has four cards for each trick it won",
        always_pays=always,
        dead=dead,
        surely_captured=devil if _is_captured(hand, record, devil, dead) else 0,
    )
    recorded, last = record.get("matto_payment"), record.get("last_trick")
    takers = (0, 1) if last is None else (TEAMS.index(last),)
    possible = set() if standing is None else {BeforeFinal(standing, (0, 0))}

    def settle(way: Way, player: int, found: list[Finding]) -> list[Way]:
        way, back = give_matto_back(pile_rules, way, player)
        settlement = settlement_of(way, player, back=back)

        def pay_it(settled: Settlement) -> list[Finding]:
            return pay_for_matto(settled, recorded, rules, takers, possible)

        return pay_out_of_piles(pile_rules, way, player, settlement, recorded, pay_it, found)

    return counted_ways(pile_rules, hand, record, settle, findings)


def _is_captured(hand: Hand, record: Record, card: int, dead: int) -> bool:
    """Whether a card is in some hand, or all dead cards are known and it is none (M2.5)."""
    for seat, name in enumerate(SEATS):
        named = 0
        for codes in named_in_time(record, name):
            named |= PACK.mask(code for code in codes if code in PACK.bit)
        if (recorded_cards(hand, record, seat) | named) & card:
            return True
    return dead.bit_count() == DEAD and not dead & card


def _dead(record: Record) -> int:
    """The mask of the cards that are recorded as laid away or left in the fola."""
    discards: Mapping[Any, Any] = record.get("discards") or {}
    mask = 0
    for cards in (record.get("fola"), *discards.values()):
        for code in split_cards(cards or ()):
            mask |= PACK.bit.get(canonical_code(code), 0)
    return mask


def owes_a_card(settled: Settlement, rules: HouseRules) -> bool:
    """Whether the team of the Matto gives a card for it (M7.1)."""
    always = bool(rules["matto_always_pays"]) and settled.matto_played
    return settled.matto_back or (always and not settled.matto_lost)


def payment_pool(settled: Settlement, rules: HouseRules) -> int:
    """The mask of the cards out of which one is owed for the Matto, 0 if none is (M7.1)."""
    # The Matto is never captured (M4.4), and so is not given either.
    return settled.piles[settled.matto_of] & ~MATTO if owes_a_card(settled, rules) else 0


def pay_for_matto(
    settled: Settlement,
    recorded: str | None,
    rules: HouseRules,
    last: Sequence[int],
    possible: set[BeforeFinal],
) -> list[Finding]:
    """Move the card that is given for the Matto (M7.1).

    The assumed card is the one with the best final difference for the giver.

    Args:
        settled: the piles, which are changed.
        recorded: the code of the card that the record names, if it names one.
        rules: the house rules.
        last: the team that won the last trick, both where that is not known.
        possible: the ways in which the hand can stand before; nothing if that is not known.
    """
    giver = settled.matto_of
    owes = giver if owes_a_card(settled, rules) else None
    if owes is None and recorded is None:
        return []
    pool = payment_pool(settled, rules)
    allowed = allowed_payments(pool)
    # The usual case, which needs no more than this.
    if owes is not None and pay_as_allowed(PACK, settled, owes, recorded, allowed):
        return []
    on_combinations = rules_of(rules)
    sign = 1 if giver == 0 else -1
    bonuses = [LAST_TRICK if team == giver else -LAST_TRICK for team in last]

    def margin(mine: int, other: int) -> int:
        won, lost = (sum(pile_figures(pile, on_combinations).values()) for pile in (mine, other))
        return won - lost

    # In an order, so that the winners of two cards can be held against each other.
    standings = sorted({standing for standing, _marks in possible})

    def winners(lead: int) -> Sequence[str]:
        return tuple(
            leader(outcome_of(standing, sign * (lead + bonus))["net_resti"])
            for standing in standings
            for bonus in bonuses
        )

    assumption = Assumption(margin, winners)
    return pay(_PAYMENT, settled, owes, recorded, pool, allowed, assumption)


def piles_with_each_payment(settled: Settlement) -> list[Sequence[int]]:
    """The settled piles with each card that can have been given for the Matto.

    The one that is recorded or assumed comes first.
    """
    if not settled.choices:
        return [settled.piles]
    return [piles_with(settled, card) for card, _fact in payments(PACK, _PAYMENT.alike, settled)]


def allowed_payments(pool: int) -> int:
    """The mask of the cards that may be given for the Matto, out of those captured (M7.1).

    The Matto is not among them.
    """
    if worthless := pool & _WORTHLESS:
        return worthless & ~T29 or worthless
    return PACK.cheapest(pool)
