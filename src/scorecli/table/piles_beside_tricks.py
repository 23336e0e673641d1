"""Recorded piles, held against those that the tricks make."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorecli.cards import Pack, canonical_code
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.seats import TEAMS, team_of
from scorecli.table.hand import Hand
from scorecli.table.pile_contradictions import recorded_holder
from scorecli.table.reading import read_mask
from scorecli.table.settlement import Settlement
from scorecli.table.wording import listed


def captured_piles(settled: Settlement) -> Sequence[int]:
    """For NS and EW the pile as it was captured, before anything moves for the Matto."""
    captured = list(settled.captured)
    captured[settled.discards_to] |= settled.discards
    return captured


def told_payment(pack: Pack, record: Record, settled: Settlement, pool: int) -> str | None:
    """The code of the card given for the Matto, as recorded or as settled piles show it.

    They show it where just one card that the giver captured stands in the pile of the other team,
    or, where only the giver's pile is recorded, is missing from it. None if nothing tells.

    Args:
        pack: the pack of the game.
        record: the record.
        settled: the piles before a card is given.
        pool: the mask of the cards that the giver captured and can have given, 0 if none is owed.
    """
    recorded = record.get("matto_payment")
    piles: Mapping[Any, Any] = record.get("piles") or {}
    if recorded is not None or not pool or not piles or record.get("settled") is False:
        return recorded
    shown = _payment_shown(pack, record, settled, pool & ~pack.matto_bit)
    return pack.codes_of(shown)[0] if shown.bit_count() == 1 else None


def _payment_shown(pack: Pack, record: Record, settled: Settlement, pool: int) -> int:
    """The mask of the cards that piles show to have left the giver; not one if they disagree."""
    giver = settled.matto_of
    # What cannot be read is said when the piles are compared.
    mine, other = (_recorded_pile(pack, record, TEAMS[team], []) for team in (giver, 1 - giver))
    missing = None if mine is None else pack.without(settled.piles[giver], mine)
    if other is not None:
        come = _in_both(pack, pool, pack.without(other, settled.piles[1 - giver]))
        # A card that the giver's pile still has does not show where it came to lie.
        there = 0 if missing is None else pack.without(come, missing)
        return 0 if there else come
    size = (record.get("pile_cards") or {}).get(TEAMS[giver])
    if mine is None or missing is None or size not in (None, mine.bit_count()):
        # Where plain cards are left out, nobody can tell which of them was given.
        return 0
    return _in_both(pack, pool, missing)


def _recorded_pile(pack: Pack, record: Record, team: str, findings: list[Finding]) -> int | None:
    """The mask of a recorded pile, None if it is not recorded; what cannot be read is added."""
    piles: Mapping[Any, Any] = record.get("piles") or {}
    cards = piles.get(team)
    return None if cards is None else read_mask(pack, cards, f"$.piles.{team}", findings)


def _in_both(pack: Pack, mine: int, other: int) -> int:
    """The cards of both masks, counting cards that are alike by their number."""
    return pack.without(mine, pack.without(mine, other))


def compare_piles(
    pack: Pack, record: Record, settled: Sequence[int], captured: Sequence[int], clause: str
) -> list[Finding]:
    """What differs between the piles of a record with tricks and the piles that the tricks make.

    A pile holds what its team captured, whoever played it (G3). Where `pile_cards` gives its
    size the record may leave out plain cards.

    Args:
        pack: the pack of the game.
        record: the record.
        settled: for NS and EW the pile after the Matto is settled: what `piles` holds.
        captured: the piles as they were captured, which they hold if `settled` is false.
        clause: the clause of the game that says what piles must be.
    """
    sizes: Mapping[Any, Any] = record.get("pile_cards") or {}
    findings: list[Finding] = []
    right = captured if record.get("settled") is False else settled
    for team, pile in zip(TEAMS, right, strict=True):
        mask = _recorded_pile(pack, record, team, findings)
        if mask is not None:
            lacking = 0 if sizes.get(team) is not None else pack.without(pile, mask)
            too_many = pack.without(mask, pile)
            if lacking or too_many:
                differs = _differs(pack, team, lacking, too_many)
                findings.append(differs._replace(path=f"$.piles.{team}", clause=clause))
        size = sizes.get(team)
        if size is not None and size != pile.bit_count():
            message = f"the pile of {team} has {pile.bit_count()} cards by the tricks, not {size}"
            path = f"$.pile_cards.{team}"
            findings.append(
                finding(
                    "pile-mismatch",
                    message,
                    clause,
                    path=path,
                    expected=pile.bit_count(),
                    found=size,
                )
            )
    return findings


def _differs(pack: Pack, team: str, lacking: int, too_many: int) -> Finding:
    parts = []
    if lacking:
        parts.append(f"lacks {', '.join(pack.codes_of(lacking))}")
    if too_many:
        parts.append(f"has {', '.join(pack.codes_of(too_many))} too many")
    message = f"the recorded pile of {team} {' and '.join(parts)}; the tricks decide"
    return finding(
        "pile-mismatch",
        message,
        expected=pack.codes_of(lacking),
        found=pack.codes_of(too_many),
    )


class PaymentSoFar(NamedTuple):
    """What a game says of the card given for the Matto, before all tricks are known.

    Attributes:
        allowed: the mask of the cards that may be given, out of those that the giver captured.
        pays: whether a card may be given at all.
        always_pays: whether one is given also if its own team won its trick.
    """

    allowed: Callable[[int], int]
    pays: bool = True
    always_pays: bool = False


def compare_piles_so_far(
    hand: Hand, record: Record, payment: PaymentSoFar, clause: str
) -> Iterator[Finding]:
    """Cards that a team captured so far and that stand in the recorded pile of the other (G3).

    Where the Matto comes to lie is not known before the end: of settled piles it is left out, and
    so is one card that can be the one given for it.

    Args:
        hand: a hand of which not all tricks are recorded.
        record: its record.
        payment: what its game says of the card given for the Matto.
        clause: the clause of the game that says what piles must be.
    """
    if hand.replay is None:
        return
    pack = hand.pack
    settled = record.get("settled") is not False
    givers = _possible_givers(hand, record, payment) if settled else ()
    for team, cards in enumerate(hand.replay.captured):
        other = TEAMS[1 - team]
        captured = sum(pack.bits[card] for card in cards)
        unread: list[Finding] = []
        pile = _recorded_pile(pack, record, other, unread) or 0
        yield from unread
        # Of cards that are alike those are wrong that the other team cannot have captured.
        wrong = pack.without(pile, pack.everything & ~captured)
        if settled:
            wrong &= ~pack.matto_bit
        if team in givers and (given := _may_be_payment(hand, record, wrong, captured, payment)):
            wrong &= ~given
            givers = ()
        if wrong:
            codes = pack.codes_of(wrong)
            stand = "stands" if len(codes) == 1 else "stand"
            message = (
                f"{listed(codes, 'and')}, which {TEAMS[team]} captured, {stand} in the recorded"
                f" pile of {other}; the tricks decide"
            )
            path = f"$.piles.{other}"
            yield finding("pile-mismatch", message, clause, path=path, found=codes)


def _possible_givers(hand: Hand, record: Record, payment: PaymentSoFar) -> Sequence[int]:
    """The teams that can owe a card for the Matto, by the tricks so far and the recorded hands."""
    assert hand.replay is not None
    if not payment.pays:
        return ()
    for seat, cards in enumerate(hand.replay.columns):
        if hand.pack.matto in cards:
            # The winner of a trick that was broken off is not known.
            winner = hand.replay.winners[cards.index(hand.pack.matto) :][:1]
            won_by_own = winner and team_of(winner[0]) == team_of(seat)
            return () if won_by_own and not payment.always_pays else (team_of(seat),)
    holder = recorded_holder(hand, record, hand.pack.matto_bit)
    return (0, 1) if holder is None else (team_of(holder),)


def _may_be_payment(
    hand: Hand, record: Record, wrong: int, captured: int, payment: PaymentSoFar
) -> int:
    """The mask of one card in the pile of the other team that can be the payment; 0 if none can.

    It is the card that is recorded as given, else the first that may be given in pack order (G2).
    """
    pack = hand.pack
    allowed = payment.allowed(captured & ~pack.matto_bit)
    named = pack.bit.get(canonical_code(record.get("matto_payment") or ""))
    if named is not None:
        allowed = pack.alike if named & pack.alike else named
    cards = pack.cards(_in_both(pack, wrong, allowed))
    return pack.bits[cards[0]] if cards else 0
