"""From the tricks to the piles of Tarocchi Bolognesi: discards, Matto, payment (B2.3, B4, B7.1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorecli.games.base import HouseRules
from scorecli.games.bologna.combinations import sequence_points_in, set_points
from scorecli.games.bologna.pack import PACK
from scorecli.ledger import Finding, finding
from scorecli.table.replay import Replay
from scorecli.table.seats import TEAMS, team_of
from scorecli.table.wording import unknown_card

MATTO: Final = PACK.bits[PACK.matto]
_NO_DIFFERENCE: Final = PACK.mask([s + r for s in "SBCD" for r in ("6", "7", "8", "9", "10")])
"""Cards that make no combination: whichever of them is paid, the score is the same."""

_CHEAPEST_FIRST: Final = tuple(cards for _value, cards in reversed(PACK.worth))


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
    bits = PACK.bits
    captured = [sum([bits[card] for card in cards]) for cards in replay.captured]
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
    for cards in _CHEAPEST_FIRST:
        if pool & cards:
            return pool & cards
    return 0


def card_points(pile: int) -> int:
    """The points of a settled pile: its values less half a point a card (B1.4).

    A settled pile has an even number of cards (B7.3), so that no half point is left over.
    """
    return PACK.points(pile) - pile.bit_count() // 2


def pay(
    settled: Settlement, recorded: str | None, rules: HouseRules, uncontested: Sequence[int]
) -> list[Finding]:
    """Move the card that is given for the Matto, recorded or assumed (B7.1).

    Args:
        settled: the piles, which are changed.
        recorded: the code of the card that the record names, if it names one.
        rules: the house rules.
        uncontested: what NS and EW score whatever is given: declarations and the last trick.
    """
    giver = settled.matto_back
    if giver is None:
        if recorded is None:
            return []
        message = f"no card is owed for the Matto: {recorded} is ignored"
        return [_payment_fault(message, recorded)]
    pool = settled.piles[giver]
    if rules["matto_payment_from"] == "tricks":
        pool &= ~settled.discards
    allowed = allowed_payments(pool)
    findings = []
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
    findings.append(_assume(settled, giver, allowed, rules, uncontested))
    return findings


def _card_in(pool: int, code: str) -> int:
    """The mask of a card with this code in the pool, 0 if there is none."""
    bit = PACK.bit.get(code) or PACK.bit.get(code.strip().upper(), 0)
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
        return unknown_card(PACK, recorded, "$.matto_payment")
    return _payment_fault(
        f"{TEAMS[giver]} did not capture {recorded} and can not give it: it is ignored", recorded
    )


def _assume(
    settled: Settlement, giver: int, allowed: int, rules: HouseRules, uncontested: Sequence[int]
) -> Finding:
    """Assume the card that leaves the giver best off, the first in pack order among equals."""
    filled = rules["grande_complete"] == "filled"
    mine, other = settled.piles[giver], settled.piles[1 - giver]
    lead = uncontested[giver] - uncontested[1 - giver]
    best: tuple[int, int] | None = None
    by_winner: dict[str, str] = {}
    plain_seen = False
    for card in PACK.cards(allowed):
        bit = PACK.bits[card]
        if bit & _NO_DIFFERENCE:
            if plain_seen:
                continue
            plain_seen = True
        points = lead + _pile_points(mine & ~bit, filled) - _pile_points(other | bit, filled)
        winner = "draw" if not points else TEAMS[giver if points > 0 else 1 - giver]
        by_winner.setdefault(winner, PACK.codes[card])
        if best is None or points > best[0]:
            best = points, bit
    assert best is not None, "a team that won a trick captured four cards"
    _give(settled, giver, best[1])
    (code,) = PACK.codes_of(best[1])
    message = f"{TEAMS[giver]} owes a card for the Matto and none is recorded: {code} is assumed"
    if len(by_winner) == 1:
        message += "; no other card would change the winner"
    else:
        others = [
            f"with {card} {'it would be a draw' if winner == 'draw' else f'{winner} would win'}"
            for winner, card in by_winner.items()
            if card != code
        ]
        message += f", the best for {TEAMS[giver]}; {', '.join(others)}"
    return finding("assumed-payment", message, "B7.1", path="$.matto_payment", card=code)


def _pile_points(pile: int, mori_join_filled: bool) -> int:  # noqa: FBT001 - the house rule
    """What a pile counts: its cards, its sets and its sequences."""
    sequences = sequence_points_in(pile, mori_join_filled=mori_join_filled)
    return card_points(pile) + set_points(pile) + sequences
