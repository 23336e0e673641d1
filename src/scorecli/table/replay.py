"""The replay of a hand: who led, who won, what each seat held, what broke a rule of play.

The rules of play are the same in the three games: follow suit, else trump, else any card; the
Matto at any time (B4, M4, P3). The game's pack says which card beats which.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorecli.cards import Pack
from scorecli.seats import SEATS, TEAMS, TURNS, team_of


class Revoke(NamedTuple):
    """A play against the duty to follow suit or to trump.

    Attributes:
        trick: the trick, counted from 0.
        place: the place of the card in the trick, counted from 0.
        seat: the seat number.
        card: the card number.
        led: the suit number that was led.
        legal: the mask of the cards that were legal.
    """

    trick: int
    place: int
    seat: int
    card: int
    led: int
    legal: int


@dataclass(slots=True)
class Replay:
    """The tricks of a hand as they were played.

    Attributes:
        leaders: the seat that led each trick, a broken-off last one included.
        winners: the seat that won each complete trick.
        captured: for NS and EW the cards of the complete tricks that they won.
        columns: for each seat its cards in order of play.
        played: for each seat the mask of its cards.
        revokes: the plays that broke a rule, in order of play.
    """

    leaders: list[int]
    winners: list[int]
    captured: tuple[list[int], list[int]]
    columns: tuple[list[int], list[int], list[int], list[int]]
    played: list[int]
    revokes: list[Revoke]

    @property
    def tricks_won(self) -> tuple[int, int]:
        """The number of complete tricks that NS and EW won."""
        first, second = self.captured
        return len(first) // 4, len(second) // 4


def matto_in(pack: Pack, played: Replay) -> dict[str, str]:
    """Who played the Matto and which team won its trick, as a record says it; empty if nobody."""
    for seat, cards in enumerate(played.columns):
        if pack.matto in cards:
            winner = played.winners[cards.index(pack.matto)]
            return {"played_by": SEATS[seat], "won_by": TEAMS[team_of(winner)]}
    return {}


def replay(  # noqa: PLR0915 - the hot loop of the program, written out
    pack: Pack,
    plays: Sequence[int],
    first_leader: int,
    leads: Sequence[int | None] | None,
    held: Sequence[int | None],
) -> Replay:
    """Play the cards of a hand again.

    Args:
        pack: the pack.
        plays: the cards in order of play, four a trick; the last trick may be broken off.
        first_leader: the seat that leads the first trick.
        leads: for each trick the seat that is recorded to have led it, or None; a recorded
            leader decides whose cards the trick's cards are.
        held: for each seat the mask of the cards it held before the first trick, where that is
            known from elsewhere; else its cards are those it is seen to play.
    """
    powers, suits, matto = pack.powers, pack.suits, pack.matto
    columns: tuple[list[int], list[int], list[int], list[int]] = ([], [], [], [])
    to_south, to_east, to_north, to_west = [column.append for column in columns]
    leaders: list[int] = []
    winners: list[int] = []
    captured: tuple[list[int], list[int]] = ([], [])
    led_suits: list[int] = []
    leader = first_leader
    whole = len(plays) // 4 * 4
    for trick in zip(plays[:whole:4], plays[1::4], plays[2::4], plays[3::4], strict=False):
        if leads is not None and (recorded := leads[len(leaders)]) is not None:
            leader = recorded
        first, second, third, fourth = trick
        # A led Matto sets no suit: the next card does (B4.4, M4.4, P3.4).
        led = suits[first if first != matto else second]
        power = powers[led]
        best = power[first]
        winner = leader
        # The card played last wins among cards of equal power: only Mori are equal (B4.3).
        if power[second] >= best:
            best = power[second]
            winner = leader + 1
        if power[third] >= best:
            best = power[third]
            winner = leader + 2
        if power[fourth] >= best:
            winner = leader + 3
        # Written out: a loop over the seats would take a third of the time of the whole replay.
        if leader == 0:
            to_south(first)
            to_east(second)
            to_north(third)
            to_west(fourth)
        elif leader == 1:
            to_east(first)
            to_north(second)
            to_west(third)
            to_south(fourth)
        elif leader == 2:
            to_north(first)
            to_west(second)
            to_south(third)
            to_east(fourth)
        else:
            to_west(first)
            to_south(second)
            to_east(third)
            to_north(fourth)
        leaders.append(leader)
        led_suits.append(led)
        leader = winner & 3
        winners.append(leader)
        captured[leader & 1].extend(trick)

    if broken := plays[whole:]:
        if leads is not None and (recorded := leads[-1]) is not None:
            leader = recorded
        leaders.append(leader)
        setter = broken[1] if broken[0] == matto and len(broken) > 1 else broken[0]
        led_suits.append(suits[setter])
        for seat, card in zip(TURNS[leader], broken, strict=False):
            columns[seat].append(card)

    played, revokes = _legality(pack, columns, led_suits, leaders, held)
    return Replay(leaders, winners, captured, columns, played, revokes)


def _legality(
    pack: Pack,
    columns: Sequence[list[int]],
    led_suits: Sequence[int],
    leaders: Sequence[int],
    held: Sequence[int | None],
) -> tuple[list[int], list[Revoke]]:
    """The cards each seat played, and the plays against B4.2, M4.2, P3.2.

    Each seat's cards are gone through from its last to its first: what it has still to play is
    then what it held.
    """
    suits, bits, duties = pack.suits, pack.bits, pack.duties
    played: list[int] = []
    revokes: list[Revoke] = []
    for seat, column in enumerate(columns):
        kept = held[seat]
        rest = 0
        if kept is not None:
            rest = pack.without(kept, sum([bits[card] for card in set(column)]))
        leds = led_suits[: len(column)]
        for card, led in zip(reversed(column), reversed(leds)):  # noqa: B905 - as long, and hot
            if suits[card] != led and rest & duties[card][led]:
                trick = column.index(card)
                place = (seat - leaders[trick]) % 4
                legal = pack.legal(rest | bits[card], led)
                revokes.append(Revoke(trick, place, seat, card, led, legal))
            rest |= bits[card]
        played.append(rest if kept is None else sum([bits[card] for card in set(column)]))
    revokes.sort()
    return played, revokes
