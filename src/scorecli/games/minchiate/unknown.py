"""What robs and turn-ups that are not recorded can have been worth (M2), exactly."""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from scorecli.games.minchiate.events import Event, Standing
from scorecli.games.minchiate.pack import COUNTING, DEAD, PACK, ROBBED, T29
from scorecli.games.minchiate.setup import MOST_ROBBED, Setup
from scorecli.seats import speaking_order, team_of


class BeforeFinal(NamedTuple):
    """One way a hand can stand before the final count: the standing, and the marks of each team."""

    standing: Standing
    marks: tuple[int, int]

    def after(self, seat: int, points: int) -> "BeforeFinal":
        """The same after a seat scored points."""
        team = team_of(seat)
        marks = (self.marks[0] + points * (team == 0), self.marks[1] + points * (team == 1))
        return BeforeFinal(self.standing.after(points if team == 0 else -points), marks)


class _Start(NamedTuple):
    """What a seat can have brought before the play.

    Attributes:
        rob: the points of its rob.
        turned_up: the points of its turned-up card.
        counting: how many counting cards it robbed.
    """

    rob: int
    turned_up: int
    counting: int


def possible_standings(
    setup: Setup,
    dealer: int,
    kept: Sequence[int | None],
    later: Sequence[Event],
    *,
    taken_score: bool,
) -> set[BeforeFinal]:
    """All the ways in which a hand can stand after its events.

    The events of one team that follow each other may be put together (M6.2): the dealer's
    turn-up is the last one, and its rob comes next.

    Args:
        setup: the setup; `robbed`, `turned_up` or both are not known.
        dealer: the seat number of the dealer.
        kept: for each seat the mask of the 21 cards it played with.
        later: the events after the setup.
        taken_score: whether the cards the dealer takes score (house rule).
    """
    assert setup.cutter is not None, "the dealer is known, and so is the cutter"
    hands = [held or 0 for held in kept]
    dealers = set(_starts(setup, dealer, dealer, hands, taken_score=taken_score))
    if setup.cutter == dealer:
        cutters = {_Start(0, 0, 0)}
    else:
        cutters = set(_starts(setup, setup.cutter, dealer, hands, taken_score=False))
    room = DEAD - len(setup.fola or ()) - (setup.taken or 0).bit_count()
    found: set[BeforeFinal] = set()
    for counting, turned in {(one.counting, one.turned_up) for one in cutters}:
        states = {
            BeforeFinal(Standing(), (0, 0)).after(setup.cutter, one.rob)
            for one in cutters
            if (one.counting, one.turned_up) == (counting, turned)
        }
        for seat in speaking_order(dealer)[:3]:
            options: Iterable[int] = _turn_ups(setup, seat, hands)
            if seat == setup.cutter:
                options = (turned,)
            states = {state.after(seat, points) for state in states for points in options}
        brought = {one.rob + one.turned_up for one in dealers if counting + one.counting <= room}
        found |= {state.after(dealer, points) for state in states for points in brought}
    for event in later:
        found = {state.after(event.seat, event.points) for state in found}
    return found


def _turn_ups(setup: Setup, seat: int, hands: Sequence[int], robbed: int = 0) -> set[int]:
    """What the turned-up card of a seat can be worth.

    Args:
        setup: the setup.
        seat: the seat number.
        hands: the masks of the 21 cards of each seat.
        robbed: the mask of cards that were robbed and so not dealt.
    """
    if setup.turned_up is not None:
        return {PACK.points(setup.turned_up.get(seat, 0))}
    dealt = hands[seat] & ~robbed
    worth = {value for value, cards in PACK.worth if dealt & cards}
    # A worthless card: one of the hand, or one that was laid away.
    return worth | {0} if dealt & ~COUNTING or _laid_away(setup, seat) != 0 else worth


def _laid_away(setup: Setup, seat: int) -> int | None:
    """How many cards a seat laid away, None if that is not known."""
    return None if setup.discards is None else setup.discards.get(seat, 0).bit_count()


def _starts(
    setup: Setup, seat: int, dealer: int, hands: Sequence[int], *, taken_score: bool
) -> Iterator[_Start]:
    """What a seat's rob and its turned-up card can have brought together."""
    taken = (setup.taken or 0) if seat == dealer else 0
    more = PACK.points(taken) if taken_score else 0
    if taken_score and setup.taken is None:
        yield from _unknown_taken(setup, seat, hands)
        return
    if setup.robbed is not None:
        robbed = setup.robbed.get(seat, 0)
        for turned in _turn_ups(setup, seat, hands, robbed | taken):
            yield _Start(PACK.points(robbed) + more, turned, robbed.bit_count())
        return
    known_turned = (setup.turned_up or {}).get(seat, 0)
    candidates = hands[seat] & ROBBED & ~taken & ~known_turned
    counts = [(value, (candidates & cards).bit_count()) for value, cards in PACK.worth]
    others = (hands[seat] & ~candidates & ~taken) | hands[seat] & ~COUNTING
    for numbers in product(*(range(count + 1) for _value, count in counts)):
        if not _may_rob(setup, seat, dealer, sum(numbers), hands[seat] & ~known_turned & ~taken):
            continue
        rob = sum(value * number for (value, _count), number in zip(counts, numbers, strict=True))
        if setup.turned_up is not None:
            yield _Start(rob + more, PACK.points(known_turned), sum(numbers))
            continue
        for (value, count), number in zip(counts, numbers, strict=True):
            if number < count:
                yield _Start(rob + more, value, sum(numbers))
        if others or _laid_away(setup, seat) != 0:
            yield _Start(rob + more, 0, sum(numbers))


def _may_rob(setup: Setup, seat: int, dealer: int, counting: int, held: int) -> bool:
    """Whether a seat can have robbed just so many counting cards (M2.1, M2.5).

    A seat lays away as many cards as it robbed and took; trumps above 20 that are worth nothing
    may have been among those it robbed.
    """
    if counting > MOST_ROBBED:
        return False
    laid_away = _laid_away(setup, seat)
    if laid_away is None or (seat == dealer and setup.taken is None):
        return laid_away is None or counting <= laid_away
    robbed = laid_away - (setup.taken or 0).bit_count() * (seat == dealer)
    worthless = ROBBED & ~COUNTING
    turned_up = (setup.turned_up or {}).get(seat, 0)
    gone = (setup.discards or {}).get(seat, 0) & ~turned_up
    most = ((held | gone) & worthless).bit_count()
    return counting <= robbed <= min(counting + most, MOST_ROBBED)


def _unknown_taken(setup: Setup, seat: int, hands: Sequence[int]) -> Iterator[_Start]:
    """Where taken cards score too: any counting cards of the dealer may have been robbed or taken.

    Those known to be robbed are among them.
    """
    robbed = (setup.robbed or {}).get(seat, 0)
    free = hands[seat] & COUNTING & ~robbed
    laid_away = _laid_away(setup, seat)
    counts: Container[int] = range(PACK.everything.bit_count())
    if setup.robbed is not None and laid_away is not None:
        # As many cards are laid away as were robbed and taken (M2.5); T29 can be one of these.
        taken = laid_away - robbed.bit_count()
        counts = (taken, taken - 1) if hands[seat] & T29 & ~robbed else (taken,)
    for turned in _turn_ups(setup, seat, hands, robbed):
        for numbers in product(
            *(range((free & cards).bit_count() + 1) for _value, cards in PACK.worth)
        ):
            rest = [
                (value, (free & cards).bit_count() - number)
                for (value, cards), number in zip(PACK.worth, numbers, strict=True)
            ]
            if sum(numbers) not in counts:
                continue
            if turned and all(value != turned or not left for value, left in rest):
                continue
            sum_of_free = sum(
                value * number for (value, _cards), number in zip(PACK.worth, numbers, strict=True)
            )
            yield _Start(
                PACK.points(robbed) + sum_of_free, turned, robbed.bit_count() + sum(numbers)
            )
