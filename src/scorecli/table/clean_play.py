"""A short proof that a complete hand was played by the rules, and what came of it.

`replay` says what happened in any hand, and what was wrong with it. Nearly every hand of a log is
in order; this module shows it faster, and gives up as soon as it is not sure. Both follow the
same tables of the pack.

Each play is looked up once, as one long number: all that it depends on is who played the card and
which suit was led. A trick is the sum of its four plays, a pile the sum of its tricks. From low to
high such a number has these fields, each wide enough for the sum of a whole hand:

    seat, suits played by each seat, suits it does not hold, cards, cards of S, of E, of N, power

The power lies on top, so that the greatest of four plays is the one that wins, and tells its seat.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from scorecli.cards import MATTO_SUIT, TRUMP_SUIT, Pack
from scorecli.record.schema import Record
from scorecli.seats import SEAT_NUMBER, SEATS, TURNS
from scorecli.table.hand import Size

_SEAT: Final = 3
"""The bits of a play that tell its seat; summed up they take a byte at most."""

_SUITS: Final = TRUMP_SUIT + 1
"""The suits that a seat can be seen not to hold, the trumps among them."""

_PLAYED: Final = 8
_NOT_HELD: Final = _PLAYED + 4 * _SUITS + 5
_CARDS: Final = _NOT_HELD + 4 * _SUITS + 5
"""Where the fields begin. Where single bits are summed up, 5 bits more hold what is carried."""

_FLAGS: Final = (1 << 4 * _SUITS) - 1
_ALL_PLAYED: Final = _FLAGS << _PLAYED
_ALL_NOT_HELD: Final = _FLAGS << _NOT_HELD
_BACK: Final = _NOT_HELD - _PLAYED
"""How far down the field of suits not held must go to lie upon that of suits played."""

_ROOM: Final = 5
"""The bits that a sum of cards can be longer than a card: a seat plays 21 cards at most."""

_NO_CODES: Final = (KeyError, TypeError, ValueError)
"""What comes of looking up what is no list of canonical codes."""

_Plays = Mapping[str, int]
"""By code what a card adds if it is played by a certain seat where a certain suit was led."""


class _Tables(NamedTuple):
    """What each play adds, by codes of cards; small, so that it stays near at hand.

    Attributes:
        leads: for each seat that leads by its card what that adds, and the plays of the three
            that follow. If it leads the Matto the first of these are empty.
        after_matto: for each seat that leads the Matto by the next card what that adds, and the
            plays of the two that follow.
        several: where the sum of a trick has a bit if cards that are alike are in it.
        width: the bits that the cards of a seat take.
        power: where the power begins.
        everything: the bits of the whole pack, summed up.
    """

    leads: Sequence[Mapping[str, tuple[int, _Plays, _Plays, _Plays]]]
    after_matto: Sequence[Mapping[str, tuple[int, _Plays, _Plays]]]
    several: int
    width: int
    power: int
    everything: int


class CleanPlay(NamedTuple):
    """A complete hand that was played by the rules, by the cards of the record.

    Attributes:
        dealer: the seat number of the dealer.
        kept: for each seat the bits of the cards it played, summed up (`Pack.spread_out`).
        captured: for NS and EW the mask of the cards in their tricks.
        tricks_won: the number of their tricks.
        winners: the seat that won each trick.
        matto_of: the team that played the Matto; None if nobody did.
        unplayed: the mask of the cards that nobody played.
    """

    dealer: int
    kept: Sequence[int]
    captured: Sequence[int]
    tricks_won: Sequence[int]
    winners: Sequence[int]
    matto_of: int | None
    unplayed: int


def clean_play(pack: Pack, size: Size, record: Record) -> CleanPlay | None:
    """The play of a complete hand in which nothing is wrong.

    Hands and dealer's discards may be missing; what is recorded of them agrees with the tricks.

    Args:
        pack: the pack of its game.
        size: how many cards its game gives to each seat.
        record: the record.

    Returns:
        None if anything is wrong, or unusual, or not looked at here.
    """
    fields: Mapping[str, Any] = record
    tables = _tables(pack)
    try:
        tricks = fields["tricks"]
        dealer = SEAT_NUMBER[fields["dealer"]]
        if len(tricks) != size.hand:
            return None
        summed = _summed(tables, tricks, (dealer + 1) & 3)
    except _NO_CODES:
        return None
    return summed and _looked_at(pack, size, tables, fields, dealer, summed)


def _summed(
    tables: _Tables, tricks: Sequence[Sequence[str]], leader: int
) -> tuple[int, int, list[int]] | None:
    """The sums of the tricks that NS and EW won and who won each; None after a revoke."""
    leads = tables.leads
    north = east = 0
    winners: list[int] = []
    has_won = winners.append
    # Suits that a seat was seen not to hold, and cards that are alike, are watched for at once.
    watched = tables.several
    for first, second, third, fourth in tricks:
        best, after_first, after_second, after_third = leads[leader][first]
        try:
            play = after_first[second]
        except KeyError:
            # A led Matto sets no suit: the next card does (B4.4, M4.4, P3.4).
            play, after_second, after_third = tables.after_matto[leader][second]
        third_play = after_second[third]
        last_play = after_third[fourth]
        trick = best + play + third_play + last_play
        if not watched & trick:
            if play > best:  # noqa: PLR1730 - a call of `max` takes longer
                best = play
            if third_play > best:  # noqa: PLR1730 - the same
                best = third_play
            if last_play > best:  # noqa: PLR1730 - the same
                best = last_play
        elif watched & trick & _ALL_PLAYED:
            # Who plays a suit that he was seen not to hold revoked before (B4.2, M4.2, P3.2).
            return None
        else:
            best = _last_of_best(tables.power, (best, play, third_play, last_play))
        watched |= (trick & _ALL_NOT_HELD) >> _BACK
        leader = best & _SEAT
        has_won(leader)
        if leader & 1:
            east += trick
        else:
            north += trick
    return north, east, winners


def _last_of_best(power: int, plays: Iterable[int]) -> int:
    """Of the plays of the highest power the last one, which wins (B4.3).

    Args:
        power: where the power begins.
        plays: the plays in their order.
    """
    best = 0
    for play in plays:
        if play >> power >= best >> power:
            best = play
    return best


def _looked_at(
    pack: Pack,
    size: Size,
    tables: _Tables,
    fields: Mapping[str, Any],
    dealer: int,
    summed: tuple[int, int, list[int]],
) -> CleanPlay | None:
    """The cards of each seat and each pile, once they agree with the pack and with the record."""
    north, east, winners = summed
    width = tables.width
    whole = (1 << width) - 1
    both = (north + east) >> _CARDS
    all_played = both & whole
    played = pack.spread_out(all_played)
    if played.bit_count() != 4 * size.hand:
        return None
    south = both >> width & whole
    easts = both >> 2 * width & whole
    norths = both >> 3 * width & whole
    seats = [south, easts, norths, all_played - south - easts - norths]
    try:
        if not _agree(pack, size, fields, dealer, seats, tables.everything - all_played):
            return None
    except _NO_CODES:
        return None
    first = pack.spread_out(north >> _CARDS & whole)
    tricks = first.bit_count() // 4
    matto = pack.matto_bit
    matto_of = None
    if played & matto:
        matto_of = 0 if (seats[0] | seats[2]) & matto else 1
    return CleanPlay(
        dealer,
        seats,
        (first, played ^ first),
        (tricks, size.hand - tricks),
        winners,
        matto_of,
        pack.everything ^ played,
    )


def _agree(
    pack: Pack,
    size: Size,
    fields: Mapping[str, Any],
    dealer: int,
    seats: Sequence[int],
    away: int,
) -> bool:
    """Whether the recorded hands and dealer's discards are those of the tricks.

    All are sums of bits. As many cards with the same sum are the same cards: two that are equal
    add up to one that is higher, and there would be fewer.

    Args:
        pack: the pack.
        size: how many cards its game gives to each seat.
        fields: the record.
        dealer: the seat number of the dealer.
        seats: the cards of each seat.
        away: the cards that nobody played.
    """
    bit = pack.bit.__getitem__
    extra = size.dealer_extra
    if extra and (discards := fields.get("discards")):
        cards = discards[SEATS[dealer]]
        if len(discards) != 1 or len(cards) != extra or sum(map(bit, cards)) != away:
            return False
    if hands := fields.get("hands"):
        for seat, cards in hands.items():
            number = SEAT_NUMBER[seat]
            held = seats[number]
            if len(cards) != size.hand:
                # The dealer's hand may be recorded as it was dealt (B2.1, P2.1).
                if number != dealer or len(cards) != size.hand + extra:
                    return False
                held += away
            if sum(map(bit, cards)) != held:
                return False
    return True


@cache
def _tables(pack: Pack) -> _Tables:
    """The tables of a pack, made when they are first needed."""
    width = len(pack.codes) + _ROOM
    power = _CARDS + 4 * width

    def play(seat: int, led: int, card: int) -> int:
        suit = pack.suits[card]
        flags = 1 << _PLAYED + _SUITS * seat + suit if suit != MATTO_SUIT else 0
        for other in range(_SUITS):
            if pack.duties[card][led] & pack.masks[other]:
                flags |= 1 << _NOT_HELD + _SUITS * seat + other
        cards = pack.bit[pack.codes[card]] << _CARDS
        # The cards of W are those of all less those of the others.
        cards |= cards << width * (seat + 1) if seat < 3 else 0
        return pack.powers[led][card] + 1 << power | cards | flags | seat

    plays = [
        [{code: play(seat, led, card) for code, card in pack.number.items()} for led in range(6)]
        for seat in range(4)
    ]
    leads = []
    after_matto = []
    for leader, second, third, fourth in TURNS:
        of_seat: dict[str, tuple[int, _Plays, _Plays, _Plays]] = {}
        after: dict[str, tuple[int, _Plays, _Plays]] = {}
        for code, card in pack.number.items():
            led = pack.suits[card]
            lead = plays[leader][led][code]
            if led == MATTO_SUIT:
                of_seat[code] = lead, {}, {}, {}
            else:
                of_seat[code] = lead, plays[second][led], plays[third][led], plays[fourth][led]
                after[code] = plays[second][led][code], plays[third][led], plays[fourth][led]
        leads.append(of_seat)
        after_matto.append(after)
    # Two or three of the same card carry into the next bit, four into the one after it.
    alike = pack.alike & -pack.alike
    several = (alike << 1 | alike << 2) << _CARDS
    everything = sum(pack.bit[code] for code in pack.codes)
    return _Tables(leads, after_matto, several, width, power, everything)
