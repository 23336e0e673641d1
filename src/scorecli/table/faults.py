"""What is wrong with the cards of a record: called once something is, and never in a hurry."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorecli.cards import SUIT_NAMES, TRUMPS, Pack
from scorecli.ledger import Finding, finding
from scorecli.names import nearest_code
from scorecli.table.hand import Hand, Size, split_cards
from scorecli.table.replay import Revoke, replay
from scorecli.table.seats import SEATS

UNREADABLE: Final = "?"
"""How a record writes a card of a trick that could not be read."""

Clauses = Mapping[str, str]


def play_path(trick: int, place: int) -> str:
    """The path of a card of a trick, both counted from 0."""
    return f"$.tricks[{trick}].cards[{place}]"


def _card_named(trick: int, place: int) -> str:
    return f"trick {trick + 1}, card {place + 1}"


def _listed(codes: Sequence[str], last: str = "or") -> str:
    if len(codes) < 2:
        return "".join(codes)
    return f"{', '.join(codes[:-1])} {last} {codes[-1]}"


# Cards of lists


def read_faulty(pack: Pack, codes: Sequence[str], path: str, findings: list[Finding]) -> int:
    """The mask of a list of cards in which something is wrong, and findings of what."""
    mask = 0
    first_place: dict[str, int] = {}
    for place, written in enumerate(codes):
        code = written.strip().upper()
        here = f"{path}[{place}]"
        if code not in pack.bit:
            findings.append(_unknown_card(pack, written, here))
            continue
        more = pack.mask([*pack.codes_of(mask), code])
        if more == mask:
            first = f"{path}[{first_place[code]}]"
            message = f"{code} stands twice: at {first} and {here}"
            findings.append(
                finding("duplicate-card", message, path=here, card=code, found=[first, here])
            )
        mask = more
        first_place.setdefault(code, place)
    return mask


def _unknown_card(pack: Pack, written: str, path: str, **places: Any) -> Finding:
    suggestion = nearest_code(written, pack)
    message = f"{written!r} is no card of this pack"
    if suggestion:
        message += f"; did you mean {suggestion}?"
    return finding("unknown-card", message, path=path, found=written, expected=suggestion, **places)


def wrong_hand_size(hand: Hand, seat: str, count: int, right: Sequence[int]) -> None:
    """A recorded hand has too many or too few cards."""
    wanted = _listed([str(number) for number in right])
    message = f"{seat} has {count} cards, not {wanted}"
    hand.findings.append(
        finding(
            "hand-size",
            message,
            path=f"$.hands.{seat}",
            seat=seat,
            expected=right[0] if len(right) == 1 else list(right),
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


def check_dealt(
    hand: Hand, size: Size, record: Mapping[str, Any], dealt: Sequence[int | None]
) -> None:
    """Without tricks: no card is in two hands, and the dealer held what he laid away."""
    pack = hand.pack
    left = {code: pack.codes.count(code) for code in pack.number}
    owner: dict[str, str] = {}
    count = 0
    for seat, mask in zip(SEATS, dealt, strict=True):
        listed = (
            [code.strip().upper() for code in split_cards(record["hands"][seat])] if mask else []
        )
        count += len(listed)
        for code in pack.codes_of(mask or 0):
            left[code] -= 1
            if left[code] < 0:
                place = len(listed) - 1 - listed[::-1].index(code)
                path = f"$.hands.{seat}[{place}]"
                message = f"{code} stands twice: in the hands of {owner[code]} and {seat}"
                hand.findings.append(
                    finding("duplicate-card", message, path=path, seat=seat, card=code)
                )
                hand.valid = False
            owner[code] = seat
    laid_away = hand.discards or 0
    dealers = None if hand.dealer is None else dealt[hand.dealer]
    if dealers is not None and laid_away and dealers.bit_count() > size.hand:
        assert hand.dealer is not None
        seat = SEATS[hand.dealer]
        for code in pack.codes_of(pack.without(laid_away, dealers)):
            message = f"{seat} lays {code} away without holding it"
            path = f"$.discards.{seat}"
            hand.findings.append(
                finding("discard-mismatch", message, path=path, seat=seat, card=code)
            )
        laid_away = 0
    if not hand.valid and count + laid_away.bit_count() == len(pack.codes):
        away = pack.codes_of(laid_away)
        _missing_cards(hand, [code for code in left if left[code] > away.count(code)])


def _missing_cards(hand: Hand, codes: Sequence[str]) -> None:
    for code in codes:
        message = f"{code} is nowhere in the record"
        hand.findings.append(finding("missing-card", message, card=code))


# Cards of tricks


def check_trick_sizes(hand: Hand, size: Size, rows: Sequence[Sequence[str]]) -> bool:
    """Whether the tricks have four cards each (the last may be broken off) and are not too many."""
    if len(rows) == size.hand and set(map(len, rows)) == {4}:
        return True
    for trick, row in enumerate(rows):
        if len(row) == 4 or (len(row) < 4 and trick == len(rows) - 1):
            continue
        message = f"trick {trick + 1} has {len(row)} cards, not 4"
        if len(row) < 4:
            message += "; only the last trick may be broken off"
        hand.findings.append(
            finding(
                "trick-size",
                message,
                path=f"$.tricks[{trick}]",
                trick=trick + 1,
                expected=4,
                found=len(row),
            )
        )
        hand.valid = False
    if len(rows) > size.hand:
        message = f"{len(rows)} tricks, but a hand has {size.hand}"
        path = f"$.tricks[{size.hand}]"
        hand.findings.append(
            finding("trick-count", message, path=path, expected=size.hand, found=len(rows))
        )
        hand.valid = False
    return hand.valid


def resolve_plays(
    hand: Hand,
    size: Size,
    rows: Sequence[Sequence[str]],
    plays: list[Any],
    leads: Sequence[int | None] | None,
    dealt: Sequence[int | None],
    discards: int | None,
) -> bool:
    """Read the cards of tricks that are no canonical codes; whether all could be read."""
    unreadable = []
    for index, card in enumerate(plays):
        if card is not None:
            continue
        trick, place = divmod(index, 4)
        written = rows[trick][place]
        code = written.strip().upper()
        plays[index] = hand.pack.number.get(code)
        if code == UNREADABLE:
            unreadable.append(index)
        elif plays[index] is None:
            path = play_path(trick, place)
            hand.findings.append(_unknown_card(hand.pack, written, path, trick=trick + 1))
    choices: list[str] = []
    if len(unreadable) == 1 and len(plays) == 4 * size.hand:
        (index,) = unreadable
        choices = _choices(hand, plays, index, leads, dealt, discards)
        if len(choices) == 1:
            plays[index] = hand.pack.number[choices[0]]
            hand.findings.append(_inferred(index, choices[0]))
            unreadable = []
    for index in unreadable:
        hand.findings.append(_unreadable(index, choices))
    unknown = plays.count(None) - len(unreadable)
    if unknown and len(plays) == 4 * size.hand:
        missing = hand.pack.codes_of(_unseen(hand, plays, discards))
        if len(missing) == unknown:
            _missing_cards(hand, missing)
    hand.valid &= None not in plays
    return hand.valid


def _unseen(hand: Hand, plays: Sequence[int | None], discards: int | None) -> int:
    """The cards that are neither in the tricks nor among the known discards."""
    pack = hand.pack
    seen = pack.mask([pack.codes[card] for card in plays if card is not None])
    return pack.without(pack.without(pack.everything, seen), discards or 0)


def _choices(
    hand: Hand,
    plays: Sequence[int | None],
    index: int,
    leads: Sequence[int | None] | None,
    dealt: Sequence[int | None],
    discards: int | None,
) -> list[str]:
    """The cards that the one unreadable card of a hand can be, by the pack and the hands."""
    pack = hand.pack
    choices = pack.codes_of(_unseen(hand, plays, discards))
    assert hand.dealer is not None
    trick, place = divmod(index, 4)
    before = [card for card in plays[: 4 * trick] if card is not None]
    if len(before) == 4 * trick:
        played = replay(pack, before, (hand.dealer + 1) % 4, leads, [None] * 4)
        leader = played.winners[-1] if played.winners else (hand.dealer + 1) % 4
        if leads is not None and (recorded := leads[trick]) is not None:
            leader = recorded
        held = dealt[(leader + place) % 4]
        if held is not None:
            held_codes = pack.codes_of(held)
            choices = [code for code in choices if code in held_codes]
    return list(dict.fromkeys(choices))


def _inferred(index: int, code: str) -> Finding:
    trick, place = divmod(index, 4)
    return finding(
        "inferred-card",
        f"{_card_named(trick, place)} could not be read: it is {code}, the only card left",
        path=play_path(trick, place),
        trick=trick + 1,
        card=code,
        found=UNREADABLE,
        expected=code,
    )


def _unreadable(index: int, choices: Sequence[str]) -> Finding:
    trick, place = divmod(index, 4)
    message = f"{_card_named(trick, place)} could not be read"
    if choices:
        message += f"; it is {_listed(choices)}"
    return finding(
        "unreadable-card",
        message,
        path=play_path(trick, place),
        trick=trick + 1,
        found=UNREADABLE,
        expected=list(choices) or None,
    )


def doubled_plays(
    hand: Hand, plays: Sequence[int], *, complete: bool, discards: int | None
) -> None:
    """A card stands twice in the tricks: both places, and which card is missing instead."""
    hand.valid = False
    codes = [hand.pack.codes[card] for card in plays]
    missing = hand.pack.codes_of(_unseen(hand, plays, discards)) if complete else []
    doubled = 0
    for code in dict.fromkeys(codes):
        places = [index for index, other in enumerate(codes) if other == code]
        for index in places[hand.pack.codes.count(code) :]:
            doubled += 1
            first, again = (divmod(place, 4) for place in (places[0], index))
            message = f"{code} stands twice: {_card_named(*first)} and {_card_named(*again)}"
            if missing:
                message += f"; {_missing_words(missing, len(missing) - doubled)}"
            hand.findings.append(
                finding(
                    "duplicate-card",
                    message,
                    path=play_path(*again),
                    trick=again[0] + 1,
                    card=code,
                    found=[play_path(*first), play_path(*again)],
                    expected=missing or None,
                )
            )
    if len(missing) == doubled:
        _missing_cards(hand, missing)


def _missing_words(missing: Sequence[str], discards: int) -> str:
    if len(missing) == 1:
        return f"one of the two is probably {missing[0]}, which is missing"
    return (
        f"of {_listed(missing, 'and')}, which nobody played, all but {max(discards, 0)} are missing"
    )


def check_seats(
    hand: Hand,
    leads: Sequence[int | None],
    winners: Sequence[int | None],
    clauses: Clauses,
) -> None:
    """Hold the recorded leader and winner of each trick against the rules."""
    assert hand.replay is not None
    assert hand.dealer is not None
    leader = (hand.dealer + 1) % 4
    for trick, (lead, won_by) in enumerate(zip(leads, winners, strict=True)):
        if lead is not None and lead != leader:
            why = f"{SEATS[leader]} won the trick before" if trick else "the dealer's right leads"
            hand.findings.append(
                finding(
                    "wrong-leader",
                    f"trick {trick + 1} was led by {SEATS[lead]}, but {why}",
                    clauses["wrong-leader"],
                    path=f"$.tricks[{trick}].lead",
                    trick=trick + 1,
                    seat=SEATS[lead],
                    expected=SEATS[leader],
                    found=SEATS[lead],
                )
            )
        if trick >= len(hand.replay.winners):
            break
        leader = hand.replay.winners[trick]
        if won_by is not None and won_by != leader:
            winning = (leader - hand.replay.leaders[trick]) % 4
            card = hand.replay.columns[leader][trick]
            message = (
                f"trick {trick + 1} is recorded as won by {SEATS[won_by]}, but {SEATS[leader]} won"
                f" it with {hand.pack.codes[card]} ({_card_named(trick, winning)})"
            )
            hand.findings.append(
                finding(
                    "wrong-winner",
                    message,
                    clauses["wrong-winner"],
                    path=f"$.tricks[{trick}].won_by",
                    trick=trick + 1,
                    seat=SEATS[won_by],
                    card=hand.pack.codes[card],
                    expected=SEATS[leader],
                    found=SEATS[won_by],
                )
            )


def revoke_finding(pack: Pack, revoke: Revoke, clauses: Clauses) -> Finding:
    """A play that broke the duty to follow suit or to trump, and what was legal."""
    seat, card = SEATS[revoke.seat], pack.codes[revoke.card]
    legal = list(dict.fromkeys(pack.codes_of(revoke.legal)))
    if revoke.legal & pack.masks[revoke.led]:
        led = "a trump" if revoke.led == TRUMPS else SUIT_NAMES[revoke.led]
        message = f"{seat} played {card} to {led} and could follow suit"
    else:
        message = f"{seat} played {card} to {SUIT_NAMES[revoke.led]} and had to trump"
    return finding(
        "revoke",
        f"{message}; legal: {', '.join(legal)}",
        clauses["revoke"],
        path=play_path(revoke.trick, revoke.place),
        seat=seat,
        trick=revoke.trick + 1,
        card=card,
        found=card,
        legal=legal,
    )


# Hands and discards against the tricks


def other_discards(hand: Hand, recorded: int) -> None:
    """The recorded discards are not the cards that nobody played."""
    assert hand.dealer is not None
    seat = SEATS[hand.dealer]
    unplayed = hand.discards or 0
    found, expected = hand.pack.codes_of(recorded), hand.pack.codes_of(unplayed)
    message = (
        f"the recorded discards are {_listed(found, 'and')}, but nobody played"
        f" {_listed(expected, 'and')}; the tricks decide"
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
