"""What a record says beside its piles, held against them: hands, discards, Matto, last trick."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorecli.cards import canonical_code
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.seats import SEAT_NUMBER, SEATS, TEAMS, team_of
from scorecli.table.hand import Hand, recorded_cards
from scorecli.table.payment import PAYMENT_PATH
from scorecli.table.pile_level import Pile, PileRules, Way, team_with_matto


def contradictions(rules: PileRules, hand: Hand, record: Record, way: Way) -> Iterator[Finding]:
    """What else the record says, where piles can then not have been in this way."""
    team = record.get("last_trick")
    if team is not None and not way.captured[TEAMS.index(team)]:
        message = f"{team} is said to have taken the last trick, but captured nothing"
        yield finding(
            "pile-mismatch", message, rules.clauses.sizes, path="$.last_trick", found=team
        )
    yield from _check_matto(rules, hand, record, way)
    yield from _check_winner_of_matto(rules, hand, record, way)
    yield from _check_payment(rules, record, way)
    yield from _check_hands(rules, hand, way)
    yield from _check_discards(rules, hand, record, way)


def recorded_holder(hand: Hand, record: Record, card: int) -> int | None:
    """The seat that is recorded to have held a card, given as a mask; None if none is."""
    for seat in range(len(SEATS)):
        if recorded_cards(hand, record, seat) & card:
            return seat
    return None


def giver_of(rules: PileRules, record: Record, way: Way) -> int | None:
    """The team that gave a card for the Matto before the piles were settled, if it can have.

    It has the Matto now. A team without a trick loses it, and nothing is paid (B4.6, M7.1); nor is
    it for a Matto that its own team won, but by a house rule (B4.5, M7.1).
    """
    if not rules.pays or _is_captured(record):
        return None
    team = team_with_matto(rules.pack, way.piles)
    owed: Mapping[Any, Any] = record.get("matto") or {}
    if rules.always_pays:
        return team
    return team if all(way.captured) and owed.get("won_by") != TEAMS[team] else None


def kept_by_last(rules: PileRules, hand: Hand, record: Record, way: Way) -> int | None:
    """The team that kept the Matto of the other one, having won it in the last trick (P3.5).

    None if the Matto of settled piles lies with the team that played it, or nobody knows.
    """
    player = recorded_player(rules, hand, record)
    holder = team_with_matto(rules.pack, way.piles)
    if rules.matto_stays or _is_captured(record) or player is None or team_of(player) == holder:
        return None
    return holder if way.captured[team_of(player)] else None


def recorded_player(rules: PileRules, hand: Hand, record: Record) -> int | None:
    """The seat that played the Matto, as it is said or as the hands show."""
    owed: Mapping[Any, Any] = record.get("matto") or {}
    if (seat := owed.get("played_by")) is not None:
        return SEAT_NUMBER[seat]
    return recorded_holder(hand, record, rules.pack.matto_bit)


def _is_captured(record: Record) -> bool:
    """Whether the piles are as they were captured, before the Matto was settled."""
    return record.get("settled") is False


def _check_matto(rules: PileRules, hand: Hand, record: Record, way: Way) -> Iterator[Finding]:
    """Who played the Matto against the hands, who won its trick against piles as captured."""
    matto = rules.pack.matto_bit
    clause = rules.clauses.matto
    owed: Mapping[Any, Any] = record.get("matto") or {}
    seat, won_by = owed.get("played_by"), owed.get("won_by")
    holder = recorded_holder(hand, record, matto)
    if seat is not None and holder is not None and SEAT_NUMBER[seat] != holder:
        message = f"{seat} is said to have played the Matto, but {SEATS[holder]} held it"
        yield finding("pile-mismatch", message, clause, path="$.matto.played_by", found=seat)
        return
    captured = _is_captured(record)
    if won_by is not None and captured and not way.piles[TEAMS.index(won_by)].cards & matto:
        message = f"{won_by} is said to have won the Matto, but it lies in the other pile"
        yield finding("pile-mismatch", message, clause, path="$.matto.won_by", found=won_by)
    player = recorded_player(rules, hand, record)
    if player is None or captured or not rules.matto_stays:
        return
    mine = team_of(player)
    # A team without a trick loses it, and then nothing moves.
    if way.piles[mine].size and team_with_matto(rules.pack, way.piles) != mine:
        team = TEAMS[mine]
        message = (
            f"{SEATS[player]} had the Matto, which stays with {team}, but it lies in the other pile"
        )
        yield finding("pile-mismatch", message, clause, path="$.piles", card="MAT")


def _check_winner_of_matto(
    rules: PileRules, hand: Hand, record: Record, way: Way
) -> Iterator[Finding]:
    """Who won the Matto, or the last trick, where settled piles can then not have their sizes."""
    if _is_captured(record) or not all(way.captured):
        return
    clause = rules.clauses.matto
    owed: Mapping[Any, Any] = record.get("matto") or {}
    won_by, last = owed.get("won_by"), record.get("last_trick")
    holder = team_with_matto(rules.pack, way.piles)
    gained = way.piles[holder].size - way.captured[holder]
    keeper = kept_by_last(rules, hand, record, way)
    if keeper is not None:
        # It did not move (P3.5).
        if last not in (None, TEAMS[keeper]):
            message = f"{TEAMS[keeper]} keeps a Matto won in the last trick, which {last} took"
            yield finding("pile-mismatch", message, clause, path="$.last_trick", found=last)
        if gained or won_by not in (None, TEAMS[keeper]):
            message = f"{TEAMS[keeper]} keeps a Matto that it cannot have won"
            yield finding("pile-mismatch", message, clause, path="$.piles", card="MAT")
    elif won_by is not None and gained != rules.matto_shifts[won_by != TEAMS[holder]]:
        message = f"{won_by} is said to have won the Matto, but the piles have other numbers then"
        yield finding("pile-mismatch", message, clause, path="$.matto.won_by", found=won_by)


def _check_payment(rules: PileRules, record: Record, way: Way) -> Iterator[Finding]:
    """The card given for the Matto, which lies in settled piles where the Matto does not."""
    giver = giver_of(rules, record, way)
    card = _recorded_payment(rules, record)
    if giver is None or not card:
        return
    # Of cards that are alike the other pile may have another one.
    alike = rules.pack.alike if card & rules.pack.alike else card
    if way.piles[giver].cards & card and not way.piles[1 - giver].cards & alike:
        code = rules.pack.codes_of(card)[0]
        message = (
            f"{TEAMS[giver]} is said to have given {code} for the Matto, but has it in its own pile"
        )
        clause = rules.clauses.payment
        yield finding("pile-mismatch", message, clause, path=PAYMENT_PATH, found=code)


def _recorded_payment(rules: PileRules, record: Record) -> int:
    """The mask of the card that is recorded as given for the Matto; 0 if none is."""
    return rules.pack.bit.get(canonical_code(record.get("matto_payment") or ""), 0)


def _may_have_given(rules: PileRules, record: Record, way: Way, team: int) -> int:
    """The mask of the cards in the other pile that a team may have given for the Matto."""
    if giver_of(rules, record, way) != team:
        return 0
    return _recorded_payment(rules, record) or way.piles[1 - team].cards


def _check_hands(rules: PileRules, hand: Hand, way: Way) -> Iterator[Finding]:
    """Cards that nobody can have captured, because they are in no hand."""
    kept = [mask for mask in hand.kept if mask is not None]
    if len(kept) < len(SEATS) or rules.captured == rules.pack.everything:
        return
    held = 0
    for mask in kept:
        held |= mask
    for code in rules.pack.codes_of((way.piles[0].cards | way.piles[1].cards) & ~held):
        message = f"{code} stands in a pile, but in no recorded hand"
        clause = rules.clauses.sizes
        yield finding("pile-mismatch", message, clause, path="$.piles", card=code)


def _check_discards(rules: PileRules, hand: Hand, record: Record, way: Way) -> Iterator[Finding]:
    """Discards in the pile of the other team; one of them may have been given for the Matto."""
    if hand.dealer is None or not hand.discards:
        return
    mine = team_of(hand.dealer)
    if not way.captured[mine]:
        return
    pack, other = rules.pack, way.piles[1 - mine].cards
    given = _may_have_given(rules, record, way, mine)
    there = pack.without(other, pack.without(pack.everything, hand.discards))
    hidden = _unnamed_discards(hand, way)
    too_many = hidden.bit_count() - way.piles[mine].plain
    unexcused = pack.without(there, given)
    if too_many > (1 if given else 0) or unexcused or there.bit_count() > 1:
        for code in pack.codes_of(there or hidden):
            message = f"{SEATS[hand.dealer]} laid {code} away, but it lies in the other pile"
            clause, path = rules.clauses.discards, f"$.piles.{TEAMS[1 - mine]}"
            yield finding("pile-mismatch", message, clause, path=path, card=code)


def _unnamed_discards(hand: Hand, way: Way) -> int:
    """The mask of the dealer's discards that neither pile names, the Mori left out."""
    named = way.piles[0].cards | way.piles[1].cards
    return (hand.discards or 0) & ~hand.pack.alike & ~named


def with_discards_named(hand: Hand, way: Way) -> Way:
    """Captured piles in which the dealer's discards are named, where plain cards are not."""
    if hand.dealer is None or not hand.discards or not way.captured[team_of(hand.dealer)]:
        return way
    mine = team_of(hand.dealer)
    hidden = _unnamed_discards(hand, way)
    piles = list(way.piles)
    piles[mine] = Pile(piles[mine].cards | hidden, piles[mine].plain - hidden.bit_count())
    return way._replace(piles=(piles[0], piles[1]))
