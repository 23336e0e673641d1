"""From a record to a hand: decoded, replayed, held against itself.

Nearly every hand of a log is in order, so that this module looks for faults by comparing masks;
the modules `faults_in_hands` and `faults_in_tricks` say what they are, once there are any.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from scorecli.cards import Pack, canonical_code, split_cards
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.seats import SEAT_NUMBER, SEATS, TEAMS
from scorecli.table import faults_in_hands, faults_in_tricks
from scorecli.table.hand import Hand, Size
from scorecli.table.replay import Replay, matto_in, replay
from scorecli.table.wording import inferred_card, unknown_card


def read_hand(
    pack: Pack,
    size: Size,
    record: Record,
    clauses: Mapping[str, str],
    dead: Callable[[Record], int | None] | None = None,
) -> Hand:
    """Decode, replay and check the cards of a record.

    Args:
        pack: the pack of its game.
        size: how many cards its game gives to each seat.
        record: the record; it names the dealer if it has tricks or discards.
        clauses: the clause that each finding rests on in its game, by finding code.
        dead: the mask of the cards that never come into a trick, where the record tells; None
            where these are just the dealer's discards.
    """
    dealer = _seat_number(record.get("dealer"))
    tricks = tricks_written(record)
    if not tricks and (dealer is None or _has_piles(record)):
        # A form in which nobody filled in the tricks: nothing was played that could be replayed.
        tricks = None
    level = "tricks" if tricks is not None else "piles" if _has_piles(record) else "hands"
    hand = Hand(pack, dealer, level)
    dealt = _dealt(hand, size, record)
    recorded_discards = _recorded_discards(hand, size, record) if size.dealer_extra else None
    # Without tricks the hands are all there is, and nothing decides between them.
    hand.valid = tricks is not None or not hand.findings
    if tricks is not None:
        _read_tricks(hand, size, record, tricks, dealt, recorded_discards, clauses, dead)
    else:
        hand.kept = [
            _kept(hand, size, seat, mask, recorded_discards) for seat, mask in enumerate(dealt)
        ]
        hand.discards = recorded_discards
        faults_in_hands.check_dealt(hand, size, record, dealt)
        if level == "piles":
            hand.findings.append(_unchecked_play(record))
        hand.complete = level == "hands" and any(mask is not None for mask in dealt)
    if level == "hands" or (level == "tricks" and not hand.complete):
        hand.findings += _unreadable_payment(pack, record)
    return hand


def _unreadable_payment(pack: Pack, record: Record) -> Iterator[Finding]:
    """A card given for the Matto that the pack does not have, in a hand that is not counted."""
    code = record.get("matto_payment")
    if code is not None and canonical_code(code) not in pack.bit:
        yield unknown_card(pack, code, "$.matto_payment")


def tricks_written(record: Record) -> Sequence[Any] | None:
    """The tricks of a record without the empty ones at their end, which were not played."""
    tricks = record.get("tricks")
    while tricks and not tricks[-1]:
        tricks = tricks[:-1]
    return tricks


def read_mask(pack: Pack, cards: Sequence[str] | str, path: str, findings: list[Finding]) -> int:
    """The mask of a list of cards; cards that cannot be read or come twice are added findings."""
    if type(cards) is str and cards in pack.bit:
        return pack.bit[cards]
    codes = split_cards(cards)
    mask = pack.exact_mask(codes)
    return faults_in_hands.read_faulty(pack, codes, path, findings) if mask is None else mask


def _dealt(hand: Hand, size: Size, record: Record) -> list[int | None]:
    """The recorded hands as masks, by seat number."""
    dealt: list[int | None] = [None] * 4
    hands: Mapping[Any, Any] | None = record.get("hands")
    if not hands:
        return dealt
    exact_mask = hand.pack.exact_mask
    for number, cards in enumerate(map(hands.get, SEATS)):
        if cards is None:
            continue
        codes = split_cards(cards)
        mask = exact_mask(codes)
        if mask is None:
            path = f"$.hands.{SEATS[number]}"
            mask = faults_in_hands.read_faulty(hand.pack, codes, path, hand.findings)
        dealt[number] = mask
        if len(codes) != size.hand:
            faults_in_hands.check_hand_size(hand, size, number, len(codes))
    return dealt


def _recorded_discards(hand: Hand, size: Size, record: Record) -> int | None:
    """The dealer's recorded discards, or None where none are recorded."""
    discards = None
    recorded: Mapping[Any, Any] = record.get("discards") or {}
    if not recorded:
        return None
    for seat in SEATS:
        cards = recorded.get(seat)
        if not cards:
            continue
        mask = read_mask(hand.pack, cards, f"$.discards.{seat}", hand.findings)
        count = len(split_cards(cards))
        if SEAT_NUMBER[seat] != hand.dealer or count != size.dealer_extra:
            faults_in_hands.wrong_discards(hand, size, seat, count)
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


def _read_tricks(  # noqa: PLR0917 - each is needed once, by this one caller
    hand: Hand,
    size: Size,
    record: Record,
    tricks: Sequence[Any],
    dealt: Sequence[int | None],
    discards: int | None,
    clauses: Mapping[str, str],
    dead: Callable[[Record], int | None] | None,
) -> None:
    """Replay the tricks and hold them against the pack and the recorded hands and discards."""
    pack = hand.pack
    rows: Sequence[Sequence[str]] = tricks
    leads = winners = None
    if set(map(type, tricks)) != {list}:
        rows = [
            split_cards(trick["cards"] if isinstance(trick, dict) else trick) for trick in tricks
        ]
        leads = [_seat_number(_part(trick, "lead")) for trick in tricks]
        winners = [_seat_number(_part(trick, "won_by")) for trick in tricks]
    if not faults_in_tricks.check_trick_sizes(hand, size, rows):
        return

    plays: list[Any] = list(map(pack.number.get, chain.from_iterable(rows)))
    out_of_play = discards
    if dead is not None and (None in plays or len(set(plays)) < len(plays)):
        out_of_play = dead(record)
    resolve = faults_in_tricks.resolve_plays
    if None in plays and not resolve(hand, size, rows, plays, leads, dealt, out_of_play):
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
        faults_in_tricks.doubled_plays(hand, plays, complete=hand.complete, discards=out_of_play)
        return
    hand.replay = played
    if leads is not None and winners is not None:
        faults_in_tricks.check_seats(hand, leads, winners, clauses)
    for revoke in played.revokes:
        hand.findings.append(faults_in_tricks.revoke_finding(pack, revoke, clauses))

    _hold_against_hands(hand, size, dealt, held, discards)
    if hand.complete:
        hand.findings += _told_of_piles(hand, played, record)
    else:
        faults_in_hands.check_dealt(hand, size, record, dealt)


def _told_of_piles(hand: Hand, played: Replay, record: Record) -> Iterator[Finding]:
    """What is told of the last trick and of the Matto, where the tricks tell otherwise."""
    last = TEAMS[played.winners[-1] & 1]
    told = record.get("last_trick")
    if told is not None and told != last:
        message = f"{told} is said to have taken the last trick, but {last} took it"
        yield finding("pile-mismatch", message, path="$.last_trick", expected=last, found=told)
    owed: Mapping[Any, Any] = record.get("matto") or {}
    right = matto_in(hand.pack, played) if owed else {}
    for key, said in owed.items():
        if right and said not in (None, right[key]):
            message = f"the Matto was {key.replace('_', ' ')} {right[key]}, not {said}"
            path = f"$.matto.{key}"
            yield finding("pile-mismatch", message, path=path, expected=right[key], found=said)


def _hold_against_hands(
    hand: Hand,
    size: Size,
    dealt: Sequence[int | None],
    held: Sequence[int | None],
    discards: int | None,
) -> None:
    """Hold the tricks against the recorded hands and discards; of a complete hand they decide."""
    assert hand.replay is not None
    pack, played = hand.pack, hand.replay.played
    hand.kept = [*played] if hand.complete else [*held]
    hand.discards = discards
    if hand.complete and size.dealer_extra:
        hand.discards = unplayed = pack.everything & ~sum(played)
        if discards not in (None, unplayed) and not pack.same_cards(unplayed, discards or 0):
            faults_in_hands.other_discards(hand, discards or 0)
    for seat, mask in enumerate(dealt):
        if mask is not None and mask != played[seat]:
            _compare(hand, size, seat, mask)
    if hand.findings and hand.complete and None not in dealt:
        faults_in_hands.suggest_dealer(hand, [mask or 0 for mask in dealt])


def _has_piles(record: Record) -> bool:
    piles: Mapping[Any, Any] = record.get("piles") or {}
    return any(cards is not None for cards in piles.values())


def _unchecked_play(record: Record) -> Finding:
    """What follows from there being piles and no tricks."""
    as_what = "settled" if record.get("settled") is not False else "captured, with the Matto owed"
    message = f"no tricks are recorded: the play cannot be checked; the piles count as {as_what}"
    return finding("play-unchecked", message, path="$.piles")


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


def _is_worked_out(hand: Hand, seat: int, dealt: int, played: int) -> bool:
    """Whether a hand lacks just the one card of it that could not be read; then that is noted."""
    missing = hand.pack.codes_of(hand.pack.without(played, dealt))
    if len(missing) != 1 or hand.pack.without(dealt, played):
        return False
    path = f"$.hands.{SEATS[seat]}["
    for place, one in enumerate(hand.findings):
        if one.code == "unreadable-card" and one.path.startswith(path):
            hand.findings[place] = inferred_card(missing[0], one.path)
            return True
    return False


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
    if not in_order and not (hand.complete and _is_worked_out(hand, seat, dealt, played)):
        faults_in_hands.other_hand(hand, seat, dealt, played)
