"""What a record says beside its piles, held against them: hands, discards, Matto, last trick."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorecli.cards import TRUMPS, Pack
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.table.hand import Hand, named_in_time
from scorecli.table.payment import PAYMENT_PATH
from scorecli.table.pile_level import PileRules, Way
from scorecli.table.seats import SEAT_NUMBER, SEATS, TEAMS, team_of


def contradictions(rules: PileRules, hand: Hand, record: Record, way: Way) -> Iterator[Finding]:
    """What else the record says, where piles can then not have been in this way."""
    team = record.get("last_trick")
    if team is not None and not way.piles[TEAMS.index(team)].size:
        message = f"{team} is said to have taken the last trick, but captured nothing"
        yield finding("pile-mismatch", message, rules.clause, path="$.last_trick", found=team)
    settled = record.get("settled") is not False
    yield from _check_matto(rules, hand, record, way, settled=settled)
    if settled and rules.pays:
        yield from _check_payment(rules, record, way)
    yield from _check_highest_trump(rules, hand, way, settled=settled)
    yield from _check_hands(rules, hand, way)
    yield from _check_discards(rules, hand, way, settled=settled)


def _check_matto(
    rules: PileRules, hand: Hand, record: Record, way: Way, *, settled: bool
) -> Iterator[Finding]:
    """Who played the Matto against the hands, who won its trick against piles as captured."""
    matto = rules.pack.bits[rules.pack.matto]
    owed: Mapping[Any, Any] = record.get("matto") or {}
    seat, won_by = owed.get("played_by"), owed.get("won_by")
    holder = holder_of_matto(rules, hand, record)
    if seat is not None and holder is not None and SEAT_NUMBER[seat] != holder:
        message = f"{seat} is said to have played the Matto, but {SEATS[holder]} held it"
        yield finding("pile-mismatch", message, path="$.matto.played_by", found=seat)
    if won_by is not None and not settled and not way.piles[TEAMS.index(won_by)].cards & matto:
        message = f"{won_by} is said to have won the Matto, but it lies in the other pile"
        yield finding("pile-mismatch", message, path="$.matto.won_by", found=won_by)
    player = holder if seat is None else SEAT_NUMBER[seat]
    if player is None or not settled or not rules.matto_stays or holder not in (None, player):
        return
    mine, other = (way.piles[team] for team in (team_of(player), 1 - team_of(player)))
    if mine.size and other.cards & matto:
        team = TEAMS[team_of(player)]
        message = (
            f"{SEATS[player]} had the Matto, which stays with {team}, but it lies in the other pile"
        )
        yield finding("pile-mismatch", message, rules.clause, path="$.piles", card="MAT")


def _check_payment(rules: PileRules, record: Record, way: Way) -> Iterator[Finding]:
    """The card given for the Matto, which lies in settled piles where the Matto does not."""
    pack = rules.pack
    recorded = record.get("matto_payment")
    card = pack.bit.get((recorded or "").strip().upper(), 0)
    if not card:
        return
    giver = 0 if way.piles[0].cards & pack.bits[pack.matto] else 1
    # Of cards that are alike the other pile may have another one.
    alike = pack.alike if card & pack.alike else card
    if way.piles[giver].cards & card and not way.piles[1 - giver].cards & alike:
        message = (
            f"{TEAMS[giver]} is said to have given {pack.codes_of(card)[0]} for the Matto, but has"
            " it in its own pile"
        )
        yield finding("pile-mismatch", message, rules.clause, path=PAYMENT_PATH, found=recorded)


def _check_highest_trump(
    rules: PileRules, hand: Hand, way: Way, *, settled: bool
) -> Iterator[Finding]:
    """The highest trump, which wins its trick, in the pile of those who did not hold it."""
    pack = rules.pack
    powers = pack.powers[TRUMPS]
    highest = powers.index(max(powers))
    bit = pack.bits[highest]
    holder = next((seat for seat, kept in enumerate(hand.kept) if (kept or 0) & bit), None)
    if holder is None or not way.piles[1 - team_of(holder)].cards & bit:
        return
    # It may be the card given for the Matto.
    if settled and way.piles[team_of(holder)].cards & pack.bits[pack.matto]:
        return
    message = (
        f"{SEATS[holder]} held {pack.codes[highest]}, which wins its trick, but it lies in the"
        " other pile"
    )
    code = pack.codes[highest]
    yield finding("pile-mismatch", message, rules.clause, path="$.piles", card=code)


def _check_hands(rules: PileRules, hand: Hand, way: Way) -> Iterator[Finding]:
    """Cards that nobody can have captured, because they are in no hand."""
    kept = [mask for mask in hand.kept if mask is not None]
    if len(kept) < len(SEATS) or rules.captured == rules.pack.everything:
        return
    dealt = hand.discards or 0
    for mask in kept:
        dealt |= mask
    for code in _told_apart(rules.pack, (way.piles[0].cards | way.piles[1].cards) & ~dealt):
        message = f"{code} stands in a pile, but in no recorded hand"
        yield finding("pile-mismatch", message, path="$.piles", card=code)


def _check_discards(rules: PileRules, hand: Hand, way: Way, *, settled: bool) -> Iterator[Finding]:
    """Discards in the pile of the other team; one of them may have been given for the Matto."""
    if hand.dealer is None or not hand.discards:
        return
    mine = team_of(hand.dealer)
    if not way.piles[mine].size:
        return
    matto = rules.pack.bits[rules.pack.matto]
    given = 1 if settled and way.piles[mine].cards & matto else 0
    there = way.piles[1 - mine].cards & hand.discards & ~rules.pack.alike
    if there.bit_count() <= given:
        return
    for code in rules.pack.codes_of(there):
        message = f"{SEATS[hand.dealer]} laid {code} away, but it lies in the other pile"
        path = f"$.piles.{TEAMS[1 - mine]}"
        yield finding("pile-mismatch", message, rules.clause, path=path, card=code)


def _told_apart(pack: Pack, cards: int) -> list[str]:
    """The codes of some cards, without those of which there are several that are alike."""
    return pack.codes_of(cards & ~pack.alike)


def holder_of_matto(rules: PileRules, hand: Hand, record: Record) -> int | None:
    """The seat that was dealt the Matto, if its hand is recorded or it named it in time."""
    matto = rules.pack.matto
    for number, kept in enumerate(hand.kept):
        if kept is not None and kept & rules.pack.bits[matto]:
            return number
    for number, kept in enumerate(hand.kept):
        named = named_in_time(record, SEATS[number]) if kept is None else ()
        if any(rules.pack.codes[matto] in codes for codes in named):
            return number
    return None
