"""The card given for the Matto, recorded or assumed.

The games agree on this but for who owes a card and which cards may be given (B7.1, M7.1, P3.5).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorecli.cards import Pack, canonical_code
from scorecli.ledger import Finding, finding
from scorecli.seats import DRAW, TEAMS
from scorecli.table.possible import Fact
from scorecli.table.settlement import Settlement
from scorecli.table.wording import unknown_card

PAYMENT_PATH = "$.matto_payment"
PAYMENT = "the payment"
"""What the card given for the Matto is called as a fact that may not be known."""


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
        winners: the winner by that margin for each way in which all else can have been; empty if
            that is not known.
    """

    margin: Callable[[int, int], int]
    winners: Callable[[int], Sequence[str]]


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
    findings = []
    silent = "none is recorded" if recorded is None else f"it cannot be {recorded}"
    if recorded is not None and canonical_code(recorded) not in rule.pack.bit:
        # As if nothing were recorded: what nobody can read tells nothing of who gave it.
        findings.append(unknown_card(rule.pack, recorded, PAYMENT_PATH))
        recorded = None
    if owes is None or not allowed:
        return findings if recorded is None else [not_owed(rule.clause, recorded)]
    if recorded is not None:
        card = _card_in(rule.pack, pool, recorded)
        if card and not card & allowed:
            others = list(dict.fromkeys(rule.pack.codes_of(allowed)))
            message = (
                f"{TEAMS[owes]} gave {recorded} for the Matto, but had"
                f" {', '.join(others)} to give: it is scored as recorded"
            )
            findings.append(_fault(rule.clause, message, recorded, rule.dear, others))
        if card:
            _give(settled, owes, card)
            return findings
        message = f"{TEAMS[owes]} did not capture {recorded} and cannot give it: it is ignored"
        findings.append(_fault(rule.clause, message, recorded))
    findings.append(_assume(rule, settled, owes, allowed, assumption, silent))
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


def payments(pack: Pack, plain: int, settled: Settlement) -> Iterator[tuple[int, Fact]]:
    """The card that is given for the Matto, and if it is assumed each other one that may be given.

    Of cards that are alike, and of plain ones, it is all one which it is.

    Args:
        pack: the pack.
        plain: the mask of the plain cards.
        settled: the piles with the card moved.
    """
    seen = 0
    for card in (settled.payment, *_bits(pack, settled.choices & ~settled.payment)):
        if any(card & cards and seen & cards for cards in (plain, pack.alike)):
            continue
        seen |= card
        what = "a plain card" if settled.choices and card & plain else pack.codes_of(card)[0]
        words = f"{TEAMS[settled.giver]} gave {what} for the Matto"
        yield card, Fact(PAYMENT, words, against_assumption=card != settled.payment)


def piles_with(settled: Settlement, card: int) -> tuple[int, int]:
    """The piles if another card had been given for the Matto."""
    piles = list(settled.piles)
    piles[settled.giver] = (piles[settled.giver] | settled.payment) & ~card
    piles[1 - settled.giver] = piles[1 - settled.giver] & ~settled.payment | card
    return piles[0], piles[1]


def _bits(pack: Pack, mask: int) -> list[int]:
    return [pack.bits[card] for card in pack.cards(mask)]


def not_owed(clause: str, recorded: str) -> Finding:
    """A recorded payment where none is owed."""
    return _fault(clause, f"no card is owed for the Matto: {recorded} is ignored", recorded)


def _card_in(pack: Pack, pool: int, code: str) -> int:
    """The mask of a card with this code in the pool, 0 if there is none."""
    bit = pack.bit.get(code) or pack.bit.get(canonical_code(code), 0)
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
    clause: str,
    message: str,
    recorded: str,
    code: str = "matto-payment",
    legal: Sequence[str] | None = None,
) -> Finding:
    return finding(code, message, clause, path=PAYMENT_PATH, card=recorded, legal=legal)


def _assume(
    rule: PaymentRule,
    settled: Settlement,
    giver: int,
    allowed: int,
    assumption: Assumption,
    silent: str,
) -> Finding:
    """Assume the card that leaves the giver best off, the first in pack order among equals.

    `silent` says in words that the record does not tell which it was.
    """
    mine, other = settled.piles[giver], settled.piles[1 - giver]
    best: tuple[int, int] | None = None
    winners: dict[int, Sequence[str]] = {}
    alike_seen = False
    for card in rule.pack.cards(allowed):
        bit = rule.pack.bits[card]
        if bit & rule.alike:
            if alike_seen:
                continue
            alike_seen = True
        margin = assumption.margin(mine & ~bit, other | bit)
        winners[bit] = assumption.winners(margin)
        if best is None or margin > best[0]:
            best = margin, bit
    assert best is not None, "a team that won a trick captured four cards"
    settled.choices = allowed
    _give(settled, giver, best[1])
    (code,) = rule.pack.codes_of(best[1])
    message = (
        f"{TEAMS[giver]} owes a card for the Matto and {silent}: {code} is assumed"
        f"{_what_else(rule.pack, giver, best[1], winners)}"
    )
    return finding("assumed-payment", message, rule.clause, path=PAYMENT_PATH, card=code)


def _what_else(pack: Pack, giver: int, assumed: int, winners: Mapping[int, Sequence[str]]) -> str:
    """Whether another card than the one assumed would change the winner, in words (B7.1)."""
    as_assumed = winners[assumed]
    if not as_assumed:
        return "; whether another card would change the winner is not known"
    others: dict[Sequence[str], str] = {}
    for bit, found in winners.items():
        if found != as_assumed:
            others.setdefault(found, *pack.codes_of(bit))
    if not others:
        return "; no other card would change the winner"
    told = [
        f"with {code} {_who_would_win(found[0])}"
        if len(found) == 1
        else f"with {code} the winner can be another"
        for found, code in others.items()
    ]
    return f", the best for {TEAMS[giver]}; {', '.join(told)}"


def _who_would_win(winner: str) -> str:
    return "it would be a draw" if winner == DRAW else f"{winner} would win"
