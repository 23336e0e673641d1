"""Recorded piles, held against those that the tricks make."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorecli.cards import Pack
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.table.reading import read_mask
from scorecli.table.seats import TEAMS
from scorecli.table.settlement import Settlement


def with_discards(settled: Settlement) -> Sequence[int]:
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
    mine, other = (_recorded_pile(pack, record, TEAMS[team]) for team in (giver, 1 - giver))
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


def _recorded_pile(pack: Pack, record: Record, team: str) -> int | None:
    """The mask of a recorded pile, as far as it can be read; None if it is not recorded."""
    piles: Mapping[Any, Any] = record.get("piles") or {}
    cards = piles.get(team)
    return None if cards is None else read_mask(pack, cards, f"$.piles.{team}", [])


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
    piles: Mapping[Any, Any] = record.get("piles") or {}
    sizes: Mapping[Any, Any] = record.get("pile_cards") or {}
    findings: list[Finding] = []
    right = captured if record.get("settled") is False else settled
    for team, pile in zip(TEAMS, right, strict=True):
        if piles.get(team) is not None:
            path = f"$.piles.{team}"
            mask = read_mask(pack, piles[team], path, findings)
            lacking = 0 if sizes.get(team) is not None else pack.without(pile, mask)
            too_many = pack.without(mask, pile)
            if lacking or too_many:
                differs = _differs(pack, team, lacking, too_many)
                findings.append(differs._replace(path=path, clause=clause))
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
