"""A declared hand that is not recorded: what it is out of, and all that it can be worth (B3.1).

It is any 15 cards that no other seat is recorded to hold, to have named or to have laid away; the
cards left must hold two that may be laid away, if the discards are not known (B2.2). Whose hand the
Matto was in the piles tell, where both teams have a trick (B4.5, B4.6); in which pile the other
cards of the hand came to lie is not looked at.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorecli.games.base import HouseRules
from scorecli.games.bologna.attainable import attainable_points
from scorecli.games.bologna.combinations import mori_join_filled
from scorecli.games.bologna.discards import NEVER_LAID_AWAY, lawful_discards
from scorecli.games.bologna.pack import DISCARDS, HAND, MATTO, PACK
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.seats import SEAT_NUMBER, SEATS, team_of
from scorecli.table.declaration_rules import DeclarationRules, Declared
from scorecli.table.hand import Hand, named_in_time, recorded_cards
from scorecli.table.possible import Fact


class Left(NamedTuple):
    """What is left to a seat of which the hand is not known.

    Attributes:
        seat: the seat.
        cards: the mask of the cards that can be in its hand.
        room: for each seat how many cards of its hand are not known.
        discards: how many of the cards were laid away and are not known.
    """

    seat: int
    cards: int
    room: tuple[int, ...]
    discards: int


Values = Mapping[int | None, Sequence[tuple[int, Fact]]]
"""What a declaration can be worth, as facts, by the team that played the Matto."""


def infer_hand(hand: Hand, record: Record) -> list[Finding]:
    """Work out the hand of a seat that declared, if the others leave just its cards.

    The hand is noted in `hand`; what was worked out is returned as a note.
    """
    declarations: Mapping[Any, Any] = record.get("declarations") or {}
    for seat, name in enumerate(SEATS):
        if hand.kept[seat] is not None or not declarations.get(name):
            continue
        left = left_to(hand, record, seat)
        if left is not None and left.cards.bit_count() == HAND:
            hand.kept[seat] = left.cards
            message = (
                f"the hand of {name} is not recorded: it is what the others and the discards leave"
            )
            return [finding("inferred-card", message, "B1.1", path="$.hands", seat=name)]
    return []


def left_to(hand: Hand, record: Record, seat: int) -> Left | None:
    """What the other hands, discards and named cards leave to a seat.

    Returns:
        None if they contradict each other or leave less than a hand.
    """
    if not hand.valid:
        return None
    known = [_known(hand, record, one) for one in range(len(SEATS))]
    if known[seat].bit_count() > HAND:
        # A dealer whose cards are known, but not which two of them went.
        return Left(seat, known[seat], (0,) * len(SEATS), DISCARDS)
    others = [cards for one, cards in enumerate(known) if one != seat]
    others.append(hand.discards or 0)
    seventeen = any(cards.bit_count() > HAND for cards in others)
    hidden = 0 if seventeen or hand.discards is not None else DISCARDS
    mori = PACK.alike.bit_count() - sum((cards & PACK.alike).bit_count() for cards in others)
    rest = PACK.everything & ~PACK.alike
    for cards in others:
        rest &= ~cards
    rest |= PACK.first_alike[max(mori, 0)]
    number = len(PACK.codes) - sum(cards.bit_count() for cards in others)
    room = tuple(
        0 if one == seat else max(HAND - cards.bit_count(), 0) for one, cards in enumerate(known)
    )
    # A card that two have, or one hand too many.
    if rest.bit_count() != number or number != HAND + sum(room) + hidden:
        return None
    return Left(seat, rest, room, hidden)


def _known(hand: Hand, record: Record, seat: int) -> int:
    """The mask of the cards that a seat is recorded to have held: its hand, or what it named."""
    if cards := recorded_cards(hand, record, seat):
        return cards
    name = SEATS[seat]
    for named in named_in_time(record, name):
        cards |= PACK.exact_mask(named) or 0
    owed: Mapping[Any, Any] = record.get("matto") or {}
    return cards | MATTO if owed.get("played_by") == name else cards


def possible_declarations(
    hand: Hand, record: Record, declared: Declared, asked: DeclarationRules, rules: HouseRules
) -> Values:
    """All that the one declared hand that is not known can be worth.

    Of several such hands nothing is told: what one holds another cannot hold, so that their values
    cannot be taken apart.

    Returns:
        By the team that played the Matto, None where the piles do not tell, each value as a fact;
        nothing at all if several hands are not known, or the record contradicts itself.
    """
    unknown = [seat for seat, one in declared.items() if one is None]
    left = left_to(hand, record, unknown[0]) if len(unknown) == 1 else None
    if left is None:
        return {}
    owed: Mapping[Any, Any] = record.get("matto") or {}
    player = owed.get("played_by")
    points: dict[bool, set[int]] = {}
    found = {}
    for team in (None, 0, 1):
        values: set[int] = set()
        for matto in _may_hold_matto(left, None if player is None else SEAT_NUMBER[player], team):
            if matto not in points:
                points[matto] = set(_points(left, asked, rules, matto=matto))
            values |= points[matto]
        seat = SEATS[left.seat]
        found[team] = [
            (value, Fact(f"the declaration of {seat}", f"{seat} declared {value} points"))
            for value in sorted(values)
        ]
    return found


def refute_claim(findings: list[Finding], seat: int, values: Values) -> None:
    """Of points claimed for a declaration say that they are wrong, if it cannot be worth them.

    Args:
        findings: what was found, which says that they cannot be compared.
        seat: the seat of which the hand is not known.
        values: all that its declaration can be worth.
    """
    path = f"$.declarations.{SEATS[seat]}.points"
    possible = {value for of_team in values.values() for value, _fact in of_team}
    for place, one in enumerate(findings):
        if one.code == "claim-unchecked" and one.path == path and one.found not in possible:
            least, most = min(possible), max(possible)
            message = (
                f"{SEATS[seat]} claims {one.found} points for its declaration: no hand that it can"
                f" have held scores them, but {least} to {most}"
            )
            findings[place] = finding(
                "declaration-value",
                message,
                "B3.2",
                path=path,
                seat=SEATS[seat],
                expected=[least, most],
                found=one.found,
            )


def _may_hold_matto(left: Left, player: int | None, team: int | None) -> Iterator[bool]:
    """Whether the hand may hold the Matto, and whether it may not, given who played it."""
    if player == left.seat or not left.cards & MATTO:
        yield bool(left.cards & MATTO)
        return
    if team in (None, team_of(left.seat)):
        yield True
    if any(room and team in (None, team_of(seat)) for seat, room in enumerate(left.room)):
        yield False


def _points(
    left: Left, asked: DeclarationRules, rules: HouseRules, *, matto: bool
) -> Sequence[int]:
    """The points that the hand can be worth if it holds the Matto, or if it does not."""
    pool = left.cards if matto else left.cards & ~MATTO
    a_dealers_hand = left.discards == DISCARDS and pool.bit_count() == HAND + DISCARDS
    if matto and a_dealers_hand:
        return [
            asked.whole_points(PACK.first_of_alike(pool & ~pair))
            for pair in lawful_discards(PACK, pool, rules)
        ]
    never = 0
    if left.discards:
        # What is left holds the discards, and all else of it may be what is never laid away.
        others = pool.bit_count() - HAND - left.discards
        never = (pool & NEVER_LAID_AWAY).bit_count() - others
    return attainable_points(
        pool,
        matto=matto,
        never_laid_away=max(never, 0),
        mori_join_filled=mori_join_filled(rules),
    )
