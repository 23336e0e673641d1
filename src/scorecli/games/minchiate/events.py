"""Scoring events and resti of Minchiate Fiorentine (M6)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scorecli.games.minchiate.pack import PACK
from scorecli.games.minchiate.setup import Setup
from scorecli.seats import TEAMS, speaking_order, team_of
from scorecli.table.declaration_rules import Declared
from scorecli.table.replay import Replay

RESTO: Final = 60
"""The points of a resto (M6.1)."""


class Event(NamedTuple):
    """Something that scored at once.

    Attributes:
        what: `rob`, `turn-up`, `declaration` or `trick`.
        clause: the clause it rests on.
        seat: the seat number that scored: of a trick the one that won it.
        trick: the trick, counted from 0, of an event of the play.
        points: its points, above 0.
        cards: the mask of the cards that scored; 0 for a declaration.
    """

    what: str
    clause: str
    seat: int
    trick: int | None
    points: int
    cards: int


class Standing(NamedTuple):
    """Where the events led: net resti and the lead in points, NS positive (M6.1)."""

    resti: int = 0
    lead: int = 0

    def after(self, points: int) -> "Standing":
        """The standing after NS (positive) or EW (negative) scored points.

        While one team leads by 60 or more it gains a resto and the lead falls by 60; a resto of
        one team is set off against one of the other.
        """
        return led_to((points,), self)


_START: Final = Standing()


def led_to(points: Iterable[int], standing: Standing = _START) -> Standing:
    """The standing after several events, of NS (positive) or EW (negative), one after the other."""
    resti, lead = standing
    for more in points:
        lead += more
        while lead >= RESTO:
            resti += 1
            lead -= RESTO
        while lead <= -RESTO:
            resti -= 1
            lead += RESTO
    return Standing(resti, lead)


def standing_after(events: Iterable[tuple[str, int]]) -> Standing:
    """The standing after several events, each the team and its points."""
    return led_to(points if team == TEAMS[0] else -points for team, points in events)


def team_points(events: Iterable[Event]) -> list[tuple[str, int]]:
    """The team and the points of each event."""
    return [(TEAMS[team_of(one.seat)], one.points) for one in events]


def marks_of(events: Iterable[tuple[str, int]]) -> tuple[int, int]:
    """What NS and EW scored in events, each the team and its points (M6.1)."""
    marks = dict.fromkeys(TEAMS, 0)
    for team, points in events:
        marks[team] += points
    first, second = marks.values()
    return first, second


def signed(event: Event) -> int:
    """The points of an event, NS positive."""
    return event.points if team_of(event.seat) == 0 else -event.points


def standings(events: Sequence[Event]) -> Iterator[Standing]:
    """The standing after each event."""
    standing = Standing()
    for event in events:
        standing = standing.after(signed(event))
        yield standing


def setup_events(setup: Setup, dealer: int, *, taken_score: bool) -> Iterator[Event]:
    """What scored before the declarations: cutter's rob, turn-ups, dealer's rob (M2.1 - M2.4).

    Only what is known is in it. Under the house rule `taken_cards_score` the cards that the
    dealer took score with its rob.
    """
    robbed, turned_up = setup.robbed or {}, setup.turned_up or {}
    order = speaking_order(dealer)
    # A rob by a seat that may not is scored as recorded (G1), after that of the cutter.
    assert setup.cutter is not None, "the dealer is known, and so is the cutter"
    robbers = [seat for seat in dict.fromkeys((setup.cutter, *order)) if seat in robbed]
    scored = [("rob", "M2.1", seat, robbed[seat]) for seat in robbers if seat != dealer]
    scored += [("turn-up", "M2.2", seat, turned_up.get(seat, 0)) for seat in order]
    taken = (setup.taken or 0) if taken_score else 0
    scored.append(("rob", "M2.3", dealer, robbed.get(dealer, 0) | taken))
    for what, clause, seat, cards in scored:
        # What brings nothing is no event (M6.1).
        if cards and (points := PACK.points(cards)):
            yield Event(what, clause, seat, None, points, cards)


def declaration_events(declared: Declared) -> Iterator[Event]:
    """One event for each seat that declared something (M3.1)."""
    for seat, declaration in declared.items():
        if declaration is not None and declaration.points:
            yield Event("declaration", "M3.1", seat, None, declaration.points, 0)


TAKEN: Final = tuple(0 if card == PACK.matto else value for card, value in enumerate(PACK.values))
"""What each card brings to the team that takes it from the other: the Matto is never captured."""


def trick_events(replay: Replay) -> Iterator[Event]:
    """The counting cards that a team took from the other in each trick (M4.5)."""
    columns = replay.columns
    for trick, winner in enumerate(replay.winners):
        taken = columns[(winner + 1) % 4][trick], columns[(winner + 3) % 4][trick]
        if points := TAKEN[taken[0]] + TAKEN[taken[1]]:
            cards = sum(PACK.bits[card] for card in taken if TAKEN[card])
            yield Event("trick", "M4.5", winner, trick, points, cards)


_TAKEN_BY_CODE: Final = {code: TAKEN[card] for code, card in PACK.number.items()}


def trick_points(tricks: Sequence[Sequence[str]], winners: Sequence[int], leader: int) -> list[int]:
    """The points of each trick of which `trick_events` makes an event, NS positive (M4.5).

    Args:
        tricks: the tricks, of canonical codes.
        winners: the seat that won each.
        leader: the seat that led the first.
    """
    taken = _TAKEN_BY_CODE
    events = []
    for (first, second, third, fourth), winner in zip(tricks, winners, strict=True):
        if (winner ^ leader) & 1:
            points = taken[first] + taken[third]
        else:
            points = taken[second] + taken[fourth]
        if points:
            events.append(-points if winner & 1 else points)
        leader = winner
    return events
