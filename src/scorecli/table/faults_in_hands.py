"""What is wrong with the recorded hands and discards: called once something is."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorecli.cards import UNREADABLE_CARD, Pack, canonical_code, split_cards
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.seats import SEATS
from scorecli.table.hand import Hand, Size
from scorecli.table.wording import how_many, listed, missing_cards, play_path, unknown_card


def read_faulty(pack: Pack, codes: Sequence[str], path: str, findings: list[Finding]) -> int:
    """The mask of a list of cards in which something is wrong, and findings of what."""
    mask = 0
    first_place: dict[str, int] = {}
    for place, written in enumerate(codes):
        code = canonical_code(written)
        here = f"{path}[{place}]"
        if code == UNREADABLE_CARD:
            message = "a card could not be read, and more than one can be meant"
            findings.append(finding("unreadable-card", message, path=here, found=code))
            continue
        if code not in pack.bit:
            findings.append(unknown_card(pack, written, here))
            continue
        more = pack.mask([*pack.codes_of(mask), code])
        if more == mask:
            first = f"{path}[{first_place[code]}]"
            number = pack.codes.count(code)
            times = "twice" if number == 1 else f"more than {number} times"
            message = f"{code} stands {times}: at {first} and {here}"
            findings.append(
                finding("duplicate-card", message, path=here, card=code, found=[first, here])
            )
        mask = more
        first_place.setdefault(code, place)
    return mask


def check_hand_size(hand: Hand, size: Size, number: int, count: int) -> None:
    """Whether a recorded hand has as many cards as its seat is dealt, or plays with."""
    right = [size.hand]
    if size.dealer_extra and hand.dealer in (number, None):
        right.append(size.hand + size.dealer_extra)
    if count in right:
        return
    seat = SEATS[number]
    message = f"{seat} has {how_many(count, 'card')}, not {listed([str(one) for one in right])}"
    hand.findings.append(
        finding(
            "hand-size",
            message,
            path=f"$.hands.{seat}",
            seat=seat,
            expected=right[0] if len(right) == 1 else right,
            found=count,
        )
    )


def wrong_discards(hand: Hand, size: Size, seat: str, count: int) -> None:
    """Discards of a seat that does not discard, or of the wrong number."""
    dealer = SEATS[hand.dealer] if hand.dealer is not None else None
    if seat != dealer:
        message = f"{seat} is not the dealer and lays nothing away"
        expected = 0
    else:
        message = f"{seat} lays {size.dealer_extra} cards away, not {count}"
        expected = size.dealer_extra
    hand.findings.append(
        finding(
            "discard-count",
            message,
            path=f"$.discards.{seat}",
            seat=seat,
            expected=expected,
            found=count,
        )
    )


def check_dealt(hand: Hand, size: Size, record: Record, dealt: Sequence[int | None]) -> None:
    """Hold the hands, the discards and the first tricks of a hand that is not complete together.

    Args:
        hand: the hand, with its discards.
        size: how many cards its game gives to each seat.
        record: the record.
        dealt: for each seat the mask of its recorded hand.
    """
    _check_twice(hand, size, record, dealt)
    if hand.pack.alike:
        _check_alike(hand, size, dealt)
    if hand.discards:
        _check_laid_away(hand, size, dealt, hand.discards)
    if hand.replay is not None:
        _check_played_by_others(hand, dealt, hand.replay.played)


def _check_twice(hand: Hand, size: Size, record: Record, dealt: Sequence[int | None]) -> None:
    """No card is in two hands; where there are no tricks to decide, nothing can be scored then."""
    pack = hand.pack
    hands: Mapping[Any, Any] = record.get("hands") or {}
    left = {code: pack.codes.count(code) for code in pack.number}
    owner: dict[str, str] = {}
    count = 0
    for seat, mask in zip(SEATS, dealt, strict=True):
        codes = [canonical_code(code) for code in split_cards(hands[seat])] if mask else []
        count += len(codes)
        for code in pack.codes_of(mask or 0):
            left[code] -= 1
            if left[code] < 0:
                place = len(codes) - 1 - codes[::-1].index(code)
                path = f"$.hands.{seat}[{place}]"
                message = f"{code} stands twice: in the hands of {owner[code]} and {seat}"
                hand.findings.append(
                    finding("duplicate-card", message, path=path, seat=seat, card=code)
                )
                hand.valid = hand.valid and hand.level == "tricks"
            owner[code] = seat
    laid_away = 0 if _is_whole(hand, size, dealt) else hand.discards or 0
    if not hand.valid and count + laid_away.bit_count() == len(pack.codes):
        away = pack.codes_of(laid_away)
        hand.findings += missing_cards([code for code in left if left[code] > away.count(code)])


def _check_alike(hand: Hand, size: Size, dealt: Sequence[int | None]) -> None:
    """Of cards that are alike no more were held, laid away and played than the pack has (B1.1)."""
    alike, played = hand.pack.alike, hand.replay.played if hand.replay is not None else [0] * 4
    most = alike.bit_count()
    in_hands = [((mask or 0) & alike).bit_count() for mask in dealt]
    number = 0
    for seat, count in enumerate(in_hands):
        came = (played[seat] & alike).bit_count()
        away = ((hand.discards or 0) & alike).bit_count() if seat == hand.dealer else 0
        # A hand as it was dealt holds what is laid away of it.
        whole = seat == hand.dealer and _is_whole(hand, size, dealt)
        number += max(count, came + away) if whole else max(count, came) + away
    if number > most >= sum(in_hands):
        (code,) = set(hand.pack.codes_of(alike))
        message = f"{code} stands {number} times in hands, tricks and discards: the pack has {most}"
        hand.findings.append(finding("duplicate-card", message, path="$", card=code, found=number))


def _is_whole(hand: Hand, size: Size, dealt: Sequence[int | None]) -> bool:
    """Whether the dealer's hand is recorded as it was dealt (B2.1, P2.1)."""
    dealers = None if hand.dealer is None else dealt[hand.dealer]
    return dealers is not None and dealers.bit_count() > size.hand


def _check_laid_away(hand: Hand, size: Size, dealt: Sequence[int | None], discards: int) -> None:
    """The dealer held what he laid away and did not keep it; nobody else had it, or played it."""
    assert hand.dealer is not None
    pack, seat = hand.pack, SEATS[hand.dealer]
    wrong = []
    for number, mask in enumerate(dealt):
        if number == hand.dealer and _is_whole(hand, size, dealt):
            wrong.append((pack.without(discards, mask or 0), " without holding it"))
        else:
            words = ", but kept it" if number == hand.dealer else f", but {SEATS[number]} held it"
            wrong.append((discards & (mask or 0) & ~pack.alike, words))
    if hand.replay is not None:
        for number, played in enumerate(hand.replay.played):
            words = f", but {SEATS[number]} played it; the tricks decide"
            wrong.append((discards & played & ~pack.alike, words))
    for cards, words in wrong:
        for code in pack.codes_of(cards):
            message = f"{seat} lays {code} away{words}"
            path = f"$.discards.{seat}"
            hand.findings.append(
                finding("discard-mismatch", message, path=path, seat=seat, card=code)
            )


def _check_played_by_others(hand: Hand, dealt: Sequence[int | None], played: Sequence[int]) -> None:
    """What is recorded to be in a hand was not played by another seat."""
    pack = hand.pack
    for seat, mask in zip(SEATS, dealt, strict=True):
        for other, theirs in zip(SEATS, played, strict=True):
            cards = 0 if other == seat else (mask or 0) & theirs & ~pack.alike
            for code in pack.codes_of(cards):
                message = f"{seat} is recorded to hold {code}, but {other} played it"
                hand.findings.append(
                    finding(
                        "unplayed-card",
                        f"{message}; the tricks decide",
                        path=f"$.hands.{seat}",
                        seat=seat,
                        card=code,
                    )
                )


def other_discards(hand: Hand, recorded: int) -> None:
    """The recorded discards are not the cards that nobody played."""
    assert hand.dealer is not None
    seat = SEATS[hand.dealer]
    unplayed = hand.discards or 0
    found, expected = hand.pack.codes_of(recorded), hand.pack.codes_of(unplayed)
    message = (
        f"the recorded discards are {listed(found, 'and')}, but nobody played"
        f" {listed(expected, 'and')}; the tricks decide"
    )
    hand.findings.append(
        finding(
            "discard-mismatch",
            message,
            path=f"$.discards.{seat}",
            seat=seat,
            expected=expected,
            found=found,
        )
    )


def other_hand(hand: Hand, seat: int, dealt: int, played: int) -> None:
    """A recorded hand is not what the seat played; the tricks decide."""
    assert hand.replay is not None
    name = SEATS[seat]
    column = [hand.pack.codes[card] for card in hand.replay.columns[seat]]
    for code in hand.pack.codes_of(hand.pack.without(played, dealt)):
        if code not in column:
            message = f"{name} laid {code} away, which its recorded hand lacks"
            hand.findings.append(
                finding("not-held", message, path=f"$.hands.{name}", seat=name, card=code)
            )
            continue
        trick = len(column) - 1 - column[::-1].index(code)
        place = (seat - hand.replay.leaders[trick]) % 4
        hand.findings.append(
            finding(
                "not-held",
                f"{name} played {code}, which its recorded hand lacks; the tricks decide",
                path=play_path(trick, place),
                seat=name,
                trick=trick + 1,
                card=code,
            )
        )
    if not hand.complete:
        return
    for code in hand.pack.codes_of(hand.pack.without(dealt, played)):
        message = f"{name} is recorded to hold {code} but never played it; the tricks decide"
        hand.findings.append(
            finding("unplayed-card", message, path=f"$.hands.{name}", seat=name, card=code)
        )


def suggest_dealer(hand: Hand, dealt: Sequence[int]) -> None:
    """Where the tricks fit the recorded hands if another seat dealt, say so with the first fault.

    Args:
        hand: a complete hand, in which what does not fit has been found.
        dealt: for each seat the mask of its recorded hand.
    """
    assert hand.replay is not None
    assert hand.dealer is not None
    faults = [place for place, one in enumerate(hand.findings) if one.code == "not-held"]
    if not faults:
        return
    for turn in (1, 2, 3):
        turned = [*dealt[turn:], *dealt[:turn]]
        fits = [
            not hand.pack.without(played, mask)
            for played, mask in zip(hand.replay.played, turned, strict=True)
        ]
        if all(fits):
            dealer = SEATS[(hand.dealer + turn) % len(SEATS)]
            first = hand.findings[faults[0]]
            message = f"{first.message}; all tricks fit the recorded hands if {dealer} dealt"
            hand.findings[faults[0]] = first._replace(message=message)
