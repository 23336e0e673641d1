"""King-drop of Minchiate Fiorentine (M4.3)."""

from scorecli.cards import MATTO, TRUMPS
from scorecli.games.minchiate.pack import PACK
from scorecli.ledger import Finding, finding
from scorecli.table.replay import Replay
from scorecli.table.seats import SEATS, TURNS
from scorecli.table.wording import play_path

_KINGS = tuple(PACK.bit[suit + "K"] for suit in "SBCD")


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
    led_before: set[int] = set()
    for trick, leader in enumerate(replay.leaders):
        if len(led_before) == len(_KINGS):
            break
        seats = TURNS[leader]
        suit = PACK.suits[replay.columns[leader][trick]]
        if suit == MATTO and len(replay.columns[seats[1]]) > trick:
            suit = PACK.suits[replay.columns[seats[1]][trick]]
        if suit >= TRUMPS or suit in led_before:
            continue
        cards = [replay.columns[seat][trick] for seat in seats if len(replay.columns[seat]) > trick]
        led_before.add(suit)
        king = _KINGS[suit]
        trumped = False
        for place, (seat, card) in enumerate(zip(seats, cards, strict=False)):
            if trumped and PACK.bits[card] != king and _holds(replay, kept, seat, trick, king):
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
            trumped = trumped or PACK.suits[card] == TRUMPS
    return findings


def _holds(replay: Replay, kept: list[int | None], seat: int, trick: int, king: int) -> bool:
    """Whether a seat still holds a King at a trick."""
    later = replay.columns[seat][trick + 1 :]
    if any(PACK.bits[card] == king for card in later):
        return True
    held = kept[seat]
    played = any(PACK.bits[card] == king for card in replay.columns[seat][: trick + 1])
    return held is not None and bool(held & king) and not played
