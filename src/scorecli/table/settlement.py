"""From the tricks to two piles: who owns what, and where the Matto belongs.

The games agree on this; `payment` is about the card given for the Matto (B4.5, B7.1, M7.1).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorecli.cards import Pack
from scorecli.table.clean_play import CleanPlay
from scorecli.table.replay import Replay


@dataclass(slots=True)
class Settlement:
    """How the tricks of a complete hand became two piles.

    Attributes:
        captured: for NS and EW the mask of the cards in its tricks.
        piles: for NS and EW the mask of the pile.
        discards: the mask of discards that belong to a team, 0 where they belong to none.
        discards_to: the team that owns them.
        matto_played: whether the Matto was played, and not laid away.
        matto_trick: the trick in which it was played, counted from 0; None if that is not told.
        matto_of: the team that played it.
        matto_back: whether that team takes it back out of a trick of the other.
        matto_lost: whether that team loses it because it won no trick.
        matto_kept_by_last: whether it loses it in the last trick, by a house rule.
        payment: the mask of the card given for the Matto, 0 if none is.
        giver: the team that gives it.
        choices: the mask of the cards of which that one is assumed, 0 if it is recorded.
    """

    captured: Sequence[int]
    piles: list[int]
    discards: int = 0
    discards_to: int = 0
    matto_played: bool = False
    matto_trick: int | None = None
    matto_of: int = 0
    matto_back: bool = False
    matto_lost: bool = False
    matto_kept_by_last: bool = False
    payment: int = 0
    giver: int = 0
    choices: int = 0


def settle(
    pack: Pack,
    replay: Replay,
    discards: int = 0,
    discarder: int = 0,
    *,
    last_keeps_matto: bool = False,
) -> Settlement:
    """Give every card but the payment for the Matto to a team (B2.3, B4.5, B4.6, M7.1, P2.5, P3.5).

    Args:
        pack: the pack.
        replay: the tricks.
        discards: the mask of discards that count for a team.
        discarder: the team that laid them away; they are the other's if it wins no trick.
        last_keeps_matto: whether the Matto stays with the team that wins it in the last trick.
    """
    bits = pack.bits
    captured = [sum([bits[card] for card in cards]) for cards in replay.captured]
    matto = pack.matto_bit
    for seat, mask in enumerate(replay.played):
        if mask & matto:
            trick = replay.columns[seat].index(pack.matto)
            in_last = trick == len(replay.winners) - 1
            settled = share_out(
                captured,
                replay.tricks_won,
                discards,
                discarder,
                matto,
                seat & 1,
                kept_by_winner=last_keeps_matto and in_last,
            )
            settled.matto_trick = trick
            return settled
    return share_out(captured, replay.tricks_won, discards, discarder)


def settle_clean(pack: Pack, play: CleanPlay, discards: int = 0) -> Settlement:
    """The same for a hand of which the play was in order: `matto_trick` is not told."""
    matto = 0 if play.matto_of is None else pack.matto_bit
    return share_out(
        play.captured,
        play.tricks_won,
        discards,
        play.dealer & 1,
        matto,
        play.matto_of or 0,
    )


def share_out(
    captured: Sequence[int],
    tricks_won: Sequence[int],
    discards: int,
    discarder: int,
    matto: int = 0,
    matto_of: int = 0,
    *,
    kept_by_winner: bool = False,
) -> Settlement:
    """Give discards and Matto to a team, once the tricks are shared out.

    Discards are those of the dealer's team, unless it wins no trick (B2.3, P2.5). The Matto stays
    with the team that played it (B4.5, M4.4, P3.5); if that wins no trick it loses it (B4.6, M7.1).

    Args:
        captured: for NS and EW the mask of the cards in its tricks.
        tricks_won: the number of their tricks.
        discards: the mask of discards that count for a team.
        discarder: the team that laid them away; they are the other's if it wins no trick.
        matto: the mask of the Matto; 0 if nobody played it.
        matto_of: the team that played it.
        kept_by_winner: whether it stays where it was captured, by a house rule.
    """
    piles = list(captured)
    settled = Settlement(captured, piles)
    if discards:
        settled.discards = discards
        settled.discards_to = discarder if tricks_won[discarder] else 1 - discarder
        piles[settled.discards_to] |= discards
    if matto:
        settled.matto_played = True
        settled.matto_of = matto_of
        if not tricks_won[matto_of]:
            settled.matto_lost = True
        elif not captured[matto_of] & matto:
            if kept_by_winner:
                settled.matto_kept_by_last = True
            else:
                settled.matto_back = True
                piles[matto_of] |= matto
                piles[1 - matto_of] &= ~matto
    return settled
