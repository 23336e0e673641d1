"""From a record to a hand: decoded, replayed, held against itself.

Nearly every hand of a log is in order, so that this module looks for faults by comparing masks;
`scorecli.table.faults` says what they are, once there are any.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from scorecli.cards import Pack
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.table import faults
from scorecli.table.hand import Hand, Size, split_cards
from scorecli.table.replay import replay
from scorecli.table.seats import SEAT_NUMBER, SEATS


def read_hand(pack: Pack, size: Size, record: Record, clauses: Mapping[str, str]) -> Hand:
    """Decode, replay and check the cards of a record.

    Args:
        pack: the pack of its game.
        size: how many cards its game gives to each seat.
        record: the record; it names the dealer if it has tricks or discards.
        clauses: the clause that each finding rests on in its game, by finding code.
    """
    dealer = _seat_number(record.get("dealer"))
    tricks = record.get("tricks")
    level = "tricks" if tricks is not None else "piles" if record.get("piles") else "hands"
    hand = Hand(pack, dealer, level)
    dealt = _dealt(hand, size, record)
    recorded_discards = _recorded_discards(hand, size, record)
    # Without tricks the hands are all there is, and nothing decides between them.
    hand.valid = tricks is not None or not hand.findings
    if tricks is not None:
        _read_tricks(hand, size, tricks, dealt, recorded_discards, clauses)
    else:
        hand.kept = [
            _kept(hand, size, seat, mask, recorded_discards) for seat, mask in enumerate(dealt)
        ]
        hand.discards = recorded_discards
        faults.check_dealt(hand, size, {**record}, dealt)
        if level == "piles":
            message = "piles without tricks are not scored yet; hands and declarations are"
            hand.findings.append(finding("piles-not-scored", message, path="$.piles"))
        hand.complete = level == "hands" and any(mask is not None for mask in dealt)
    return hand


def read_mask(pack: Pack, cards: Sequence[str] | str, path: str, findings: list[Finding]) -> int:
    """The mask of a list of cards; cards that can not be read or come twice are added findings."""
    codes = split_cards(cards)
    try:
        mask = pack.mask(codes)
    except KeyError:
        return faults.read_faulty(pack, codes, path, findings)
    if mask.bit_count() != len(codes):
        return faults.read_faulty(pack, codes, path, findings)
    return mask


def _dealt(hand: Hand, size: Size, record: Record) -> list[int | None]:
    """The recorded hands as masks, by seat number."""
    dealt: list[int | None] = [None] * 4
    hands: Mapping[Any, Any] = record.get("hands") or {}
    for number, seat in enumerate(SEATS):
        cards = hands.get(seat)
        if cards is None:
            continue
        dealt[number] = read_mask(hand.pack, cards, f"$.hands.{seat}", hand.findings)
        count = len(split_cards(cards))
        if count != size.hand:
            right = [size.hand]
            if size.dealer_extra and hand.dealer in (number, None):
                right.append(size.hand + size.dealer_extra)
            if count not in right:
                faults.wrong_hand_size(hand, seat, count, right)
    return dealt


def _recorded_discards(hand: Hand, size: Size, record: Record) -> int | None:
    """The dealer's recorded discards, or None where none are recorded."""
    discards = None
    recorded: Mapping[Any, Any] = record.get("discards") or {}
    for number, seat in enumerate(SEATS):
        cards = recorded.get(seat)
        if not cards:
            continue
        mask = read_mask(hand.pack, cards, f"$.discards.{seat}", hand.findings)
        count = len(split_cards(cards))
        if number != hand.dealer or count != size.dealer_extra:
            faults.wrong_discards(hand, size, seat, count)
        elif mask.bit_count() == count:
            discards = mask
    return discards


def _kept(hand: Hand, size: Size, seat: int, dealt: int | None, discards: int | None) -> int | None:
    """The cards a seat plays with, from its recorded hand, where they are certain."""
    if dealt is None or dealt.bit_count() == size.hand:
        return dealt
    if seat == hand.dealer and discards is not None:
        kept = hand.pack.without(dealt, discards)
        return kept if kept.bit_count() == size.hand else None
    return None


def _read_tricks(
    hand: Hand,
    size: Size,
    tricks: Sequence[Any],
    dealt: Sequence[int | None],
    discards: int | None,
    clauses: Mapping[str, str],
) -> None:
    """Replay the tricks and hold them against the pack and the recorded hands and discards."""
    pack = hand.pack
    rows: Sequence[Sequence[str]] = tricks
    leads = winners = None
    if set(map(type, tricks)) - {list}:
        rows = [
            split_cards(trick["cards"] if isinstance(trick, dict) else trick) for trick in tricks
        ]
        leads = [_seat_number(_part(trick, "lead")) for trick in tricks]
        winners = [_seat_number(_part(trick, "won_by")) for trick in tricks]
    if not faults.check_trick_sizes(hand, size, rows):
        return

    plays: list[Any] = list(map(pack.number.get, chain.from_iterable(rows)))
    if None in plays and not faults.resolve_plays(hand, size, rows, plays, leads, dealt, discards):
        return
    _tell_alike_apart(pack, plays)
    hand.complete = len(plays) == 4 * size.hand

    assert hand.dealer is not None
    held: Sequence[int | None] = [None] * 4
    if not hand.complete:
        held = [_kept(hand, size, seat, mask, discards) for seat, mask in enumerate(dealt)]
    played = replay(pack, plays, (hand.dealer + 1) % 4, leads, held)
    first, second, third, fourth = played.played
    seen = first | second | third | fourth
    if seen.bit_count() != len(plays):
        faults.doubled_plays(hand, plays, complete=hand.complete, discards=discards)
        return
    hand.replay = played
    if leads is not None and winners is not None:
        faults.check_seats(hand, leads, winners, clauses)
    for revoke in played.revokes:
        hand.findings.append(faults.revoke_finding(pack, revoke, clauses))

    if hand.complete:
        hand.kept = list(played.played)
        hand.discards = pack.everything & ~seen if size.dealer_extra else discards
        if discards is not None and not pack.same_cards(hand.discards or 0, discards):
            faults.other_discards(hand, discards)
    else:
        hand.kept = list(held)
        hand.discards = discards
    for seat, mask in enumerate(dealt):
        if mask is not None:
            _compare(hand, size, seat, mask)


def _part(trick: Any, key: str) -> Any:
    return trick.get(key) if isinstance(trick, dict) else None


def _seat_number(seat: str | None) -> int | None:
    return None if seat is None else SEAT_NUMBER[seat]


def _tell_alike_apart(pack: Pack, plays: list[int]) -> None:
    """Give the cards that share one code different numbers, in order of play."""
    if pack.alike:
        lowest = (pack.alike & -pack.alike).bit_length() - 1
        place = -1
        for number in range(lowest, lowest + pack.alike.bit_count()):
            try:
                place = plays.index(lowest, place + 1)
            except ValueError:
                return
            plays[place] = number


def _compare(hand: Hand, size: Size, seat: int, dealt: int) -> None:
    """Hold a recorded hand against the cards that the seat played."""
    assert hand.replay is not None
    played = hand.replay.played[seat]
    if hand.complete:
        if seat == hand.dealer and hand.discards and dealt.bit_count() > size.hand:
            played |= hand.discards
        in_order = hand.pack.same_cards(dealt, played)
    else:
        in_order = not hand.pack.without(played, dealt)
    if not in_order:
        faults.other_hand(hand, seat, dealt, played)
