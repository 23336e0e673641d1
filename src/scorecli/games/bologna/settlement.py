"""From the tricks to the piles of Tarocchi Bolognesi: discards, Matto, payment (B2.3, B4, B7.1)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from scorecli.games.base import HouseRules
from scorecli.games.bologna.pack import PACK
from scorecli.ledger import Finding, finding
from scorecli.names import nearest_code
from scorecli.table.replay import Replay
from scorecli.table.seats import TEAMS, team_of

MATTO: Final = PACK.bits[PACK.matto]
_NO_DIFFERENCE: Final = PACK.mask([s + r for s in "SBCD" for r in ("6", "7", "8", "9", "10")])
"""Cards that make no combination: whichever of them is paid, the score is the same."""

PileValue = Callable[[int, int], int]
"""The margin of a team in points, from its pile and that of the other team."""


@dataclass(slots=True)
class Settlement:
    """How the tricks of a complete hand became two piles.

    Attributes:
        tricks_won: for NS and EW the number of tricks.
        captured: for NS and EW the mask of the cards in its tricks.
        discards: the mask of the dealer's discards.
        discards_to: the team that owns the discards (B2.3).
        matto_trick: the trick in which the Matto was played, counted from 0, None if it was
            laid away.
        matto_back: the team that takes its Matto back out of a trick of the other (B4.5).
        matto_lost: the team that loses the Matto because it won no trick (B4.6).
        payment: the mask of the card given for the Matto, 0 if none is.
        piles: for NS and EW the mask of the pile.
    """

    tricks_won: list[int]
    captured: list[int]
    discards: int
    discards_to: int
    matto_trick: int | None
    matto_back: int | None
    matto_lost: int | None
    payment: int
    piles: list[int]


def settle(replay: Replay, dealer: int, discards: int) -> Settlement:
    """Give every card but the payment for the Matto to a team."""
    captured = [sum(map(PACK.bits.__getitem__, cards)) for cards in replay.captured]
    tricks_won = [len(cards) // 4 for cards in replay.captured]
    dealers = team_of(dealer)
    discards_to = dealers if tricks_won[dealers] else 1 - dealers
    piles = list(captured)
    piles[discards_to] |= discards
    settled = Settlement(tricks_won, captured, discards, discards_to, None, None, None, 0, piles)
    for seat, column in enumerate(replay.columns):
        if replay.played[seat] & MATTO:
            team = team_of(seat)
            settled.matto_trick = column.index(PACK.matto)
            if not tricks_won[team]:
                settled.matto_lost = team
            elif not captured[team] & MATTO:
                settled.matto_back = team
                piles[team] |= MATTO
                piles[1 - team] &= ~MATTO
    return settled


def allowed_payments(pool: int) -> int:
    """The mask of the cards that may be given for the Matto, out of what a team captured (B7.1)."""
    pool &= ~MATTO
    for _value, cards in reversed(PACK.worth):
        if pool & cards:
            return pool & cards
    return 0


def pay(
    settled: Settlement, recorded: str | None, rules: HouseRules, margin: PileValue
) -> list[Finding]:
    """Move the card that is given for the Matto, recorded or assumed (B7.1).

    Args:
        settled: the piles, which are changed.
        recorded: the code of the card that the record names, if it names one.
        rules: the house rules.
        margin: the margin of the team that gives, from its pile and the other.
    """
    findings = []
    giver = settled.matto_back
    if giver is None:
        if recorded is not None:
            message = f"no card is owed for the Matto: {recorded} is ignored"
            findings.append(_payment_fault(message, recorded))
        return findings
    pool = settled.piles[giver]
    if rules["matto_payment_from"] == "tricks":
        pool &= ~settled.discards
    allowed = allowed_payments(pool)
    if recorded is not None:
        card = _card_in(pool, recorded)
        if card and not card & allowed:
            others = ", ".join(dict.fromkeys(PACK.codes_of(allowed)))
            message = f"{TEAMS[giver]} may not give {recorded} for the Matto, only one of {others}"
            findings.append(_payment_fault(message, recorded, PACK.codes_of(allowed)))
        if card:
            _give(settled, giver, card)
            return findings
        findings.append(_not_captured(giver, recorded))
    _assume(settled, giver, allowed, margin, findings)
    return findings


def _card_in(pool: int, code: str) -> int:
    """The mask of a card with this code in the pool, 0 if there is none."""
    bit = PACK.bit.get(code.strip().upper(), 0)
    if bit & PACK.alike:
        bit = pool & PACK.alike
        return bit & -bit
    return bit & pool


def _give(settled: Settlement, giver: int, card: int) -> None:
    settled.payment = card
    settled.piles[giver] &= ~card
    settled.piles[1 - giver] |= card


def _payment_fault(message: str, recorded: str, legal: list[str] | None = None) -> Finding:
    return finding(
        "matto-payment", message, "B7.1", path="$.matto_payment", card=recorded, legal=legal
    )


def _not_captured(giver: int, recorded: str) -> Finding:
    if recorded.strip().upper() not in PACK.bit:
        suggestion = nearest_code(recorded, PACK)
        message = f"{recorded!r} is no card of this pack"
        if suggestion:
            message += f"; did you mean {suggestion}?"
        return finding(
            "unknown-card", message, path="$.matto_payment", found=recorded, expected=suggestion
        )
    return _payment_fault(
        f"{TEAMS[giver]} did not capture {recorded} and can not give it: it is ignored", recorded
    )


def _assume(
    settled: Settlement, giver: int, allowed: int, margin: PileValue, findings: list[Finding]
) -> None:
    """Assume the card that leaves the giver best off, the first in pack order among equals."""
    mine, other = settled.piles[giver], settled.piles[1 - giver]
    best: tuple[int, int] | None = None
    by_winner: dict[str, str] = {}
    plain_seen = False
    for card in PACK.cards(allowed):
        bit = PACK.bits[card]
        if bit & _NO_DIFFERENCE:
            if plain_seen:
                continue
            plain_seen = True
        points = margin(mine & ~bit, other | bit)
        winner = "draw" if not points else TEAMS[giver if points > 0 else 1 - giver]
        by_winner.setdefault(winner, PACK.codes[card])
        if best is None or points > best[0]:
            best = points, bit
    assert best is not None, "a team that won a trick captured four cards"
    (code,) = PACK.codes_of(best[1])
    _give(settled, giver, best[1])
    team = TEAMS[giver]
    message = f"{team} owes a card for the Matto and none is recorded: {code} is assumed"
    if len(by_winner) == 1:
        message += "; no other card would change the winner"
    else:
        others = [
            f"with {card} {'it would be a draw' if winner == 'draw' else f'{winner} would win'}"
            for winner, card in by_winner.items()
            if card != code
        ]
        message += f", the best for {team}; {', '.join(others)}"
    findings.append(finding("assumed-payment", message, "B7.1", path="$.matto_payment", card=code))
