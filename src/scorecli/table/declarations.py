"""Declarations as any game reads them: what each seat's declaration scores, and why not more.

What the games agree on is here and in `declaration_reader` (all or items, late, not held, short,
twice, claimed values); each brings its combinations and its clauses as `DeclarationRules` (B3, M3).
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scorecli.cards import canonical_code, split_cards
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.seats import SEAT_NUMBER, SEATS, TEAMS, speaking_order
from scorecli.table.declaration_reader import DeclarationReader
from scorecli.table.declaration_rules import Declaration, DeclarationRules
from scorecli.table.hand import Hand, recorded_cards
from scorecli.table.wording import listed

_NO_SPEAKING_ORDER: Final = (0, 1, 2, 3)


def score_declarations(
    hand: Hand, record: Record, rules: DeclarationRules
) -> tuple[dict[int, Declaration | None], list[Finding]]:
    """What each seat that declared scores, by seat number, in speaking order.

    A value of None means that it cannot be known: "all" was declared of a hand that is not.
    """
    declarations = record.get("declarations")
    if declarations is None:
        message = "the record has no declarations: nobody declared"
        return {}, [finding("no-declarations", message, rules.clauses["no-declarations"])]
    order = _NO_SPEAKING_ORDER if hand.dealer is None else speaking_order(hand.dealer)
    scored: dict[int, Declaration | None] = {}
    findings: list[Finding] = []
    named: dict[int, int] = {}
    for seat in order:
        what = declarations.get(SEATS[seat])
        if not what:
            continue
        kept = hand.kept[seat]
        if what == "all" and kept is not None and (points := rules.whole_points(kept)):
            scored[seat] = Declaration(points, kept)
        else:
            elsewhere = dealt = 0
            if kept is None:
                elsewhere = _not_held(hand, record, seat)
                if rules.held_by_others is not None:
                    elsewhere |= rules.held_by_others(record, seat)
                dealt = recorded_cards(hand, record, seat)
                # Fewer cards are no hand at all, and tell nothing of what it lacked.
                dealt = dealt if dealt.bit_count() > rules.hand_size else 0
            reader = DeclarationReader(hand.kept, seat, rules, findings, dealt, elsewhere)
            scored[seat] = reader.read(what)
            named[seat] = reader.counted if kept is None else 0
    findings += _named_by_several(named, rules)
    return scored, findings


def _not_held(hand: Hand, record: Record, seat: int) -> int:
    """The mask of the cards that a seat cannot have held when it declared, hands apart.

    They were laid away, or played by another seat of which the hand is not known either, or are the
    Matto of another.
    """
    cards = hand.discards or 0
    if hand.replay is not None:
        for other, played in enumerate(hand.replay.played):
            cards |= played if other != seat and hand.kept[other] is None else 0
    return cards if _may_have_held_matto(hand, record, seat) else cards | hand.pack.matto_bit


def _may_have_held_matto(hand: Hand, record: Record, seat: int) -> bool:
    """Whether a seat can have held the Matto, by what is told of who played it, and by the piles.

    It stays with the team that played it, if that has a trick (B4.5, B4.6, M4.4, M7.1).
    """
    owed: Mapping[Any, Any] = record.get("matto") or {}
    if (player := owed.get("played_by")) is not None:
        return bool(SEAT_NUMBER[player] == seat)
    piles: Mapping[Any, Any] = record.get("piles") or {}
    if hand.level != "piles" or record.get("settled") is False:
        return True
    matto = hand.pack.codes[hand.pack.matto]
    mine, other = (
        None if cards is None else [canonical_code(code) for code in split_cards(cards)]
        for cards in (piles.get(TEAMS[seat % 2]), piles.get(TEAMS[1 - seat % 2]))
    )
    # A team that captured nothing has lost it; what is not recorded is in the other pile.
    in_mine = matto in mine if mine is not None else matto not in (other or ())
    in_other = matto in other if other is not None else matto not in (mine or ())
    return in_mine or not in_other or mine == []


def _named_by_several(named: Mapping[int, int], rules: DeclarationRules) -> Iterator[Finding]:
    """Cards that several seats name of which no hand is recorded; one of them at most held them.

    An item that scores nothing is not among them: what is wrong with it is said of itself (B3.5).

    Args:
        named: by seat number the mask of the cards in its items that score, of those alike the
            first ones.
        rules: what the game asks of declarations.
    """
    pack = rules.pack
    clause = rules.clauses["declaration-not-held"]
    first: dict[int, int] = {}
    for seat, mask in named.items():
        path = f"$.declarations.{SEATS[seat]}"
        for card in pack.cards(mask & ~pack.alike):
            other = first.setdefault(card, seat)
            if other != seat:
                code = pack.codes[card]
                message = (
                    f"{SEATS[seat]} names {code}, and so does {SEATS[other]}: only one of them held"
                    " it, and both are counted as named"
                )
                yield finding(
                    "declaration-not-held", message, clause, path=path, seat=SEATS[seat], card=code
                )
    alike = {seat: (mask & pack.alike).bit_count() for seat, mask in named.items()}
    number = sum(alike.values())
    if number > pack.alike.bit_count():
        (code,) = set(pack.codes_of(pack.alike))
        seats = [SEATS[seat] for seat, count in alike.items() if count]
        message = (
            f"{listed(seats, 'and')} name {number} {code}, and the pack has"
            f" {pack.alike.bit_count()}: all are counted as named"
        )
        path = f"$.declarations.{seats[-1]}"
        yield finding("declaration-not-held", message, clause, path=path, seat=seats[-1], card=code)


def read_declaration(
    kept: int, seat: int, what: Any, rules: DeclarationRules
) -> tuple[Declaration | None, list[Finding]]:
    """What one seat scores, and what is to be said of it.

    Args:
        kept: the mask of the cards it holds.
        seat: its number.
        what: what it declared, as a record has it.
        rules: what its game asks of declarations.
    """
    findings: list[Finding] = []
    hands: list[int | None] = [None] * 4
    hands[seat] = kept
    return DeclarationReader(hands, seat, rules, findings).read(what), findings
