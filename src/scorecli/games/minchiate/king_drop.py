"""King-drop of Minchiate Fiorentine (M4.3)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

from scorecli.cards import MATTO_SUIT, TRUMP_SUIT
from scorecli.games.minchiate.pack import PACK
from scorecli.ledger import Finding, finding
from scorecli.seats import SEATS, TURNS
from scorecli.table.replay import Replay
from scorecli.table.wording import play_path

KINGS: Final = tuple(PACK.bit[suit + "K"] for suit in "SBCD")
"""The mask of the King of each suit number."""

Card = TypeVar("Card")


def missed_king_drops(replay: Replay, kept: list[int | None]) -> list[Finding]:
    """Each king that had to drop and was kept back.

    In the first trick in which a suit is led, once a trump has been played to it, a later player
    who holds that suit's King must play it, even if he holds the Matto.

    Args:
        replay: the tricks.
        kept: for each seat the mask of the cards it played with, where they are known; else its
            King shows when it is played later.
    """
    findings = []
    rows = (
        [replay.columns[seat][trick] for seat in TURNS[leader] if len(replay.columns[seat]) > trick]
        for trick, leader in enumerate(replay.leaders)
    )
    for trick, cards, suit, trumped in trumped_first_leads(rows, PACK.suits.__getitem__):
        king = KINGS[suit]
        seats = TURNS[replay.leaders[trick]]
        for place, (seat, card) in enumerate(zip(seats, cards, strict=False)):
            if (
                place > trumped
                and PACK.bits[card] != king
                and _holds(replay, kept, seat, trick, king)
            ):
                (code,) = PACK.codes_of(king)
                findings.append(
                    finding(
                        "king-drop",
                        f"{SEATS[seat]} played {PACK.codes[card]} and had to drop {code}:"
                        " the suit is led for the first time and was trumped",
                        "M4.3",
                        path=play_path(trick, place),
                        seat=SEATS[seat],
                        trick=trick + 1,
                        card=PACK.codes[card],
                        found=PACK.codes[card],
                        expected=code,
                        legal=[code],
                    )
                )
    return findings


def trumped_first_leads(
    tricks: Iterable[Sequence[Card]], suit_of: Callable[[Card], int]
) -> Iterator[tuple[int, Sequence[Card], int, int]]:
    """The tricks in which a suit is led for the first time and trumped.

    Args:
        tricks: the tricks, each with its cards in order of play.
        suit_of: tells the suit number of a card.

    Yields:
        The number of the trick, counted from 0, its cards, the suit number and the place of the
        first trump.
    """
    led_before: set[int] = set()
    for trick, cards in enumerate(tricks):
        suit = suit_of(cards[0])
        if suit == MATTO_SUIT and len(cards) > 1:
            suit = suit_of(cards[1])
        if suit >= TRUMP_SUIT or suit in led_before:
            continue
        led_before.add(suit)
        suits = list(map(suit_of, cards))
        if TRUMP_SUIT in suits:
            yield trick, cards, suit, suits.index(TRUMP_SUIT)
        if len(led_before) == len(KINGS):
            break


def _holds(replay: Replay, kept: list[int | None], seat: int, trick: int, king: int) -> bool:
    """Whether a seat still holds a King at a trick."""
    later = replay.columns[seat][trick + 1 :]
    if any(PACK.bits[card] == king for card in later):
        return True
    held = kept[seat]
    played = any(PACK.bits[card] == king for card in replay.columns[seat][: trick + 1])
    return held is not None and bool(held & king) and not played


_SUIT_OF: Final = {code: PACK.suits[card] for code, card in PACK.number.items()}


def keeps_a_king_back(tricks: Sequence[Sequence[str]], kept: Sequence[int]) -> bool:
    """Whether a King was kept back that had to drop, in a complete hand of canonical codes.

    Args:
        tricks: the tricks.
        kept: for each seat the mask of the cards it played.
    """
    for trick, cards, suit, trumped in trumped_first_leads(tricks, _SUIT_OF.__getitem__):
        king = KINGS[suit]
        held = next((mask for mask in kept if mask & king), 0)
        for card in cards[trumped + 1 :]:
            bit = PACK.bit[card]
            if bit & held and bit != king and not _was_played(king, tricks[:trick]):
                return True
    return False


def _was_played(card: int, tricks: Iterable[Sequence[str]]) -> bool:
    return any(PACK.bit[code] == card for cards in tricks for code in cards)
