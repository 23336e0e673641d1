"""What dealing a random hand must know of Minchiate Fiorentine; `scorecli.dealing` asks for it."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any, Final, NamedTuple

from scorecli.games.base import HouseRules
from scorecli.games.minchiate.combinations import combinations_in, named, rules_of
from scorecli.games.minchiate.king_drop import KINGS, trumped_first_leads
from scorecli.games.minchiate.pack import HAND, KEPT_FROM_THE_DEAD, MATTO, PACK, ROBBED
from scorecli.games.minchiate.settlement import allowed_payments, payment_pool
from scorecli.games.minchiate.setup import MOST_ROBBED
from scorecli.games.score import Score
from scorecli.ledger import Combination
from scorecli.seats import SEAT_NUMBER, SEATS, speaking_order
from scorecli.table.dealt import Pick
from scorecli.table.hand import Hand
from scorecli.table.settlement import Settlement, settle

SPECIAL_CODES: Final = frozenset(
    {
        *("king-drop", "rob", "turn-up", "taken", "dead-card"),
        *("no-declarations", "declaration-empty", "declaration-unchecked"),
        *("declaration-short", "declaration-repeated", "declaration-not-held"),
        *("declaration-no-combination", "declaration-value", "late-declaration"),
        *("dear-payment", "assumed-payment"),
    }
)
"""The codes of the findings that not every game knows."""

MAY_LEAVE_OUT: Final = True
"""Whether a declaration may leave combinations out (M3.2)."""

NEVER_LAID_AWAY: Final = KEPT_FROM_THE_DEAD
ROBBED_FOR_NOTHING: Final = ROBBED & ~KEPT_FROM_THE_DEAD
"""The mask of the cards that nobody may lay away (M2.5)."""


class Declarable(NamedTuple):
    """What a seat may declare: its combinations and their points."""

    combinations: Sequence[Combination]
    points: int


def deal(cards: Sequence[int], dealer: int, pick: Pick) -> dict[str, Any]:
    """Cut, deal and rob (M2.1 - M2.4); dealer and cutter then hold cards they have to lay away.

    Args:
        cards: the pack from its top to its bottom; the cutter robs from the bottom of what is
            lifted, which comes to lie undermost.
        dealer: the seat number of the dealer.
        pick: chance.
    """
    first, partner, left, _dealer = order = speaking_order(dealer)
    # Now and then another seat cuts.
    cutter = pick((left,) * 8 + (first, partner))
    robbed = {cutter: _robbed(reversed(cards))}
    rest = list(cards[: len(cards) - len(robbed[cutter])])
    hands: dict[int, list[int]] = {seat: [] for seat in order}
    for batch in (10, 11):
        for seat in order:
            hands[seat] += rest[:batch]
            del rest[:batch]
    turned_up = {seat: hands[seat][-1] for seat in order}
    robbed[dealer] = _robbed(rest)
    del rest[: len(robbed[dealer])]
    taken = [card for card in rest if PACK.bits[card] & KEPT_FROM_THE_DEAD]
    for seat, more in robbed.items():
        hands[seat] += more
    hands[dealer] += taken
    fields = {
        "robbed": {
            seat: _codes(robbed[number]) for number, seat in enumerate(SEATS) if robbed.get(number)
        },
        "turned_up": {seat: PACK.codes[turned_up[number]] for number, seat in enumerate(SEATS)},
        "taken": _codes(sorted(taken)),
        "fola": _codes([card for card in rest if card not in taken]),
        "hands": {seat: _codes(sorted(hands[number])) for number, seat in enumerate(SEATS)},
    }
    return fields if cutter == left else {"cutter": SEATS[cutter], **fields}


def lay_away(
    record: Mapping[str, Any], pick: Pick, *, lawful: bool
) -> tuple[dict[str, Any], str] | None:
    """The 21 cards of each seat, and what dealer and cutter laid away to keep no more (M2.5).

    With it comes the seat whose discards are unlawful, the dealer if none are.

    Args:
        record: the record so far; what was laid away before is taken back.
        pick: chance.
        lawful: whether all is lawful; else one card is not, that was neither robbed, turned up
            nor taken.
    """
    before = record.get("discards", {})
    masks = {seat: PACK.mask([*record["hands"][seat], *before.get(seat, ())]) for seat in SEATS}
    unlawful = {}
    culprit = SEAT_NUMBER[record["dealer"]]
    if not lawful:
        seen = {*record["taken"], *record["turned_up"].values()}
        seen = seen.union(*record["robbed"].values())
        unlawful = {
            SEAT_NUMBER[seat]: wrong
            for seat, mask in masks.items()
            if mask.bit_count() > HAND and (wrong := mask & NEVER_LAID_AWAY & ~PACK.mask(seen))
        }
        if not unlawful:
            return None
        culprit = pick(list(unlawful))
        unlawful = {culprit: PACK.bits[pick(PACK.cards(unlawful[culprit]))]}
    discards = {}
    for number, seat in enumerate(SEATS):
        away = unlawful.get(number, 0)
        while (masks[seat] & ~away).bit_count() > HAND:
            away |= PACK.bits[pick(PACK.cards(masks[seat] & ~away & ~NEVER_LAID_AWAY))]
        masks[seat] &= ~away
        if away:
            discards[seat] = PACK.codes_of(away)
    hands = {seat: PACK.codes_of(mask) for seat, mask in masks.items()}
    return {"hands": hands, "discards": discards}, SEATS[culprit]


def declarable(held: int, rules: HouseRules) -> Declarable:
    """All that a seat may declare of the cards it holds (M3.1)."""
    found = combinations_in(held, rules_of(rules))
    return Declarable(found, sum(one.points for one in found))


def meanings(item: int, held: int, rules: HouseRules) -> list[Combination]:
    """The combinations that the cards of an item can mean (M3.2)."""
    return named(item, with_matto=bool(held & MATTO), rules=rules_of(rules))


def must_play(held: int, trick: Sequence[int], earlier: Sequence[Sequence[int]]) -> int:
    """The King that has to drop: its suit is led for the first time, and was trumped (M4.3)."""
    if not trick:
        return 0
    for number, _cards, suit, _place in trumped_first_leads(
        [*earlier, trick], PACK.suits.__getitem__
    ):
        if number == len(earlier):
            return held & KINGS[suit]
    return 0


def payments(hand: Hand, rules: HouseRules) -> int:
    """The mask of the cards that may be given for the Matto, 0 if none is owed (M7.1)."""
    return allowed_payments(payment_pool(_settled(hand), rules))


def dear_payments(hand: Hand, rules: HouseRules) -> int:
    """The mask of the captured cards that are dearer, or T29 while another was at hand (M7.1)."""
    return payment_pool(_settled(hand), rules) & ~payments(hand, rules)


def piles(hand: Hand, payment: int) -> tuple[int, int]:
    """The masks of the settled piles of NS and EW; `payment` is the card given for the Matto."""
    first, second = _settled(hand).piles
    return first ^ payment, second ^ payment


def further_claims(score: Score, pick: Pick) -> dict[str, Any]:
    """Claims about the running score: sometimes the events, resti and lead where known (M6)."""
    claims: dict[str, Any] = {}
    wanted = pick(range(3))
    if wanted and score.figures[0]["marks"] is not None:
        events: list[dict[str, Any]] = []
        for team, points in score.event_points or ():
            if wanted == 2 and events and events[-1]["team"] == team:
                # Events of one team that follow each other may be entered together (M6.2).
                events[-1]["points"] += points
            else:
                events.append({"team": team, "points": points})
        claims["events"] = events
    for key, figure in (("settled_resti", "settled_resti"), ("lead", "lead_before_final")):
        if (known := score.outcome.get(figure)) is not None:
            claims[key] = known
    return claims


def _robbed(cards: Iterable[int]) -> list[int]:
    """What is robbed of some cards that lie in a row (M2.1)."""
    return list(islice(takewhile(lambda card: PACK.bits[card] & ROBBED, cards), MOST_ROBBED))


def _codes(cards: Iterable[int]) -> list[str]:
    return [PACK.codes[card] for card in cards]


def _settled(hand: Hand) -> Settlement:
    assert hand.replay is not None
    return settle(PACK, hand.replay)
