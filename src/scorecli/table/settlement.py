"""From the tricks to two piles: who owns what, the Matto, the card given for it.

The games agree on this but for who owes a card and which cards may be given (B4.5, B7.1, M7.1).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorecli.cards import Pack
from scorecli.ledger import Finding, finding
from scorecli.table.clean_play import CleanPlay
from scorecli.table.replay import Replay
from scorecli.table.seats import TEAMS
from scorecli.table.wording import unknown_card

PAYMENT_PATH = "$.matto_payment"


@dataclass(slots=True)
class Settlement:
    """How the tricks of a complete hand became two piles.

    Attributes:
        captured: for NS and EW the mask of the cards in its tricks.
        piles: for NS and EW the mask of the pile.
        discards: the mask of discards that belong to a team, 0 where they belong to none.
        discards_to: the team that owns them.
        matto_trick: the trick in which the Matto was played, counted from 0, None if it was
            laid away.
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
    """Give every card but the payment for the Matto to a team.

    Args:
        pack: the pack.
        replay: the tricks.
        discards: the mask of discards that count for a team.
        discarder: the team that laid them away; they are the other's if it wins no trick.
        last_keeps_matto: whether the Matto stays with the team that wins it in the last trick.
    """
    bits = pack.bits
    captured = [sum([bits[card] for card in cards]) for cards in replay.captured]
    matto = bits[pack.matto]
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
    matto = 0 if play.matto_of is None else pack.bits[pack.matto]
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
        settled.matto_of = matto_of
        if not tricks_won[matto_of]:
            settled.matto_lost = True
        elif captured[matto_of] & matto:
            pass
        elif kept_by_winner:
            settled.matto_kept_by_last = True
        else:
            settled.matto_back = True
            piles[matto_of] |= matto
            piles[1 - matto_of] &= ~matto
    return settled


class PaymentRule(NamedTuple):
    """What a game asks of the card given for the Matto.

    Attributes:
        pack: the pack.
        clause: the clause.
        dear: the code of the finding for a captured card that is dearer than it had to be.
        alike: the mask of cards that it is all one to give: none of them makes a combination.
    """

    pack: Pack
    clause: str
    dear: str
    alike: int


class Assumption(NamedTuple):
    """What decides which card is assumed where none is recorded.

    Attributes:
        margin: the final margin of the giver, from its pile and that of the other team.
        winner: the winner by that margin, None where it is not known.
    """

    margin: Callable[[int, int], int]
    winner: Callable[[int], str | None]


def pay(
    rule: PaymentRule,
    settled: Settlement,
    owes: int | None,
    recorded: str | None,
    pool: int,
    allowed: int,
    assumption: Assumption,
) -> list[Finding]:
    """Move the card that is given for the Matto, recorded or assumed.

    Args:
        rule: the rule of the game.
        settled: the piles, which are changed.
        owes: the team that owes a card, None if nobody does.
        recorded: the code of the card that the record names, if it names one.
        pool: the mask of the cards that the team captured.
        allowed: the mask of those that may be given.
        assumption: what decides where the record is silent.
    """
    if owes is None or not allowed:
        if recorded is None:
            return []
        return [_fault(rule, f"no card is owed for the Matto: {recorded} is ignored", recorded)]
    findings = []
    if recorded is not None:
        card = _card_in(rule.pack, pool, recorded)
        if card and not card & allowed:
            others = list(dict.fromkeys(rule.pack.codes_of(allowed)))
            message = (
                f"{TEAMS[owes]} gave {recorded} for the Matto, but had"
                f" {', '.join(others)} to give: it is scored as recorded"
            )
            findings.append(_fault(rule, message, recorded, rule.dear, others))
        if card:
            _give(settled, owes, card)
            return findings
        findings.append(_not_captured(rule, owes, recorded))
    findings.append(_assume(rule, settled, owes, allowed, assumption))
    return findings


def pay_as_allowed(
    pack: Pack, settled: Settlement, giver: int, recorded: str | None, allowed: int
) -> bool:
    """Move the card that the record names, if it may be given; whether it did.

    Args:
        pack: the pack.
        settled: the piles, which are changed.
        giver: the team that owes a card.
        recorded: the code of the card that the record names, if it names one.
        allowed: the mask of the cards that may be given.
    """
    card = 0 if recorded is None else _card_in(pack, allowed, recorded)
    if card:
        _give(settled, giver, card)
    return card != 0


def _card_in(pack: Pack, pool: int, code: str) -> int:
    """The mask of a card with this code in the pool, 0 if there is none."""
    bit = pack.bit.get(code) or pack.bit.get(code.strip().upper(), 0)
    if bit & pack.alike:
        bit = pool & pack.alike
        return bit & -bit
    return bit & pool


def _give(settled: Settlement, giver: int, card: int) -> None:
    settled.payment = card
    settled.giver = giver
    settled.piles[giver] &= ~card
    settled.piles[1 - giver] |= card


def _fault(
    rule: PaymentRule,
    message: str,
    recorded: str,
    code: str = "matto-payment",
    legal: Sequence[str] | None = None,
) -> Finding:
    return finding(code, message, rule.clause, path=PAYMENT_PATH, card=recorded, legal=legal)


def _not_captured(rule: PaymentRule, giver: int, recorded: str) -> Finding:
    if recorded.strip().upper() not in rule.pack.bit:
        return unknown_card(rule.pack, recorded, PAYMENT_PATH)
    message = f"{TEAMS[giver]} did not capture {recorded} and can not give it: it is ignored"
    return _fault(rule, message, recorded)


def _assume(
    rule: PaymentRule, settled: Settlement, giver: int, allowed: int, assumption: Assumption
) -> Finding:
    """Assume the card that leaves the giver best off, the first in pack order among equals."""
    mine, other = settled.piles[giver], settled.piles[1 - giver]
    best: tuple[int, int] | None = None
    by_winner: dict[str | None, str] = {}
    alike_seen = False
    for card in rule.pack.cards(allowed):
        bit = rule.pack.bits[card]
        if bit & rule.alike:
            if alike_seen:
                continue
            alike_seen = True
        margin = assumption.margin(mine & ~bit, other | bit)
        by_winner.setdefault(assumption.winner(margin), rule.pack.codes[card])
        if best is None or margin > best[0]:
            best = margin, bit
    assert best is not None, "a team that won a trick captured four cards"
    settled.choices = allowed
    _give(settled, giver, best[1])
    (code,) = rule.pack.codes_of(best[1])
    message = f"{TEAMS[giver]} owes a card for the Matto and none is recorded: {code} is assumed"
    others = [
        f"with {card} {'it would be a draw' if winner == 'draw' else f'{winner} would win'}"
        for winner, card in by_winner.items()
        if card != code
    ]
    if others:
        message += f", the best for {TEAMS[giver]}; {', '.join(others)}"
    elif None not in by_winner:
        message += "; no other card would change the winner"
    return finding("assumed-payment", message, rule.clause, path=PAYMENT_PATH, card=code)
