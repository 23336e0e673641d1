"""Recorded piles made ready for the count: the Matto in its place, the last trick, contradictions.

What the record says beside the piles (who played the Matto, the last trick, discards, hands) is
held against them; what it does not say is tried in every way that is possible.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorecli.cards import Pack
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.table.hand import Hand
from scorecli.table.pile_level import Pile, PileRules, Way, read_piles
from scorecli.table.possible import Fact
from scorecli.table.seats import SEAT_NUMBER, SEATS, TEAMS, team_of
from scorecli.table.settlement import PAYMENT_PATH, Settlement

_PAYMENT: Final = "the payment"
_MATTO_PLAYER: Final = "who played the Matto"


class Counted(NamedTuple):
    """Piles after the Matto is settled, and who took the last trick: what a game counts.

    Attributes:
        piles: the piles of NS and EW.
        last: the team that took the last trick.
        facts: the facts that are not recorded, as they were in this way.
    """

    piles: tuple[Pile, Pile]
    last: int
    facts: tuple[Fact, ...]


Settle = Callable[[Way, int, list[Finding]], Sequence[Way]]
"""Settles captured piles, given the team that played the Matto, in each way it can be done, first
in the one that is assumed; adds what is assumed or wrong."""


def counted_ways(
    rules: PileRules, hand: Hand, record: Record, settle: Settle, findings: list[Finding]
) -> list[Counted]:
    """All the ways in which recorded piles are to be counted; none if they can not be.

    Whether the hand is complete, or contradicts itself, is noted in the hand.
    """
    dealer = None if hand.dealer is None else team_of(hand.dealer)
    ways = read_piles(rules, record, dealer, findings)
    if ways:
        wrong = [list(_contradictions(rules, hand, record, way)) for way in ways]
        ways = [way for way, found in zip(ways, wrong, strict=True) if not found] or None
        findings += wrong[0] if ways is None else []
    hand.valid = ways is not None
    hand.complete = bool(ways)
    if not ways:
        return []
    if record.get("settled") is False:
        ways = _settled(rules, hand, record, ways, settle, findings)
    return [
        Counted(way.piles, last, facts)
        for way in ways
        for last, facts in _takers_of_last_trick(record, way)
    ]


def _settled(
    rules: PileRules,
    hand: Hand,
    record: Record,
    ways: Sequence[Way],
    settle: Settle,
    findings: list[Finding],
) -> list[Way]:
    """Captured piles, settled in each way they can be."""
    said: list[list[Finding]] = []
    settled: list[Way] = []
    for team, way in _players_of_matto(rules, hand, record, ways):
        said.append([])
        settled += settle(way, team, said[-1])
    # What is said in every way is said once; what depends on a fact is told by the bounds.
    findings += [one for one in said[0] if all(one in others for others in said)]
    return _with_payment(settled)


def _with_payment(ways: Sequence[Way]) -> list[Way]:
    """The ways with what was given for the Matto as their last fact, if anything was in one."""
    if not any(fact.name == _PAYMENT for way in ways for fact in way.facts):
        return [*ways]
    nothing = Fact(_PAYMENT, "nothing was given for the Matto")
    completed = []
    for way in ways:
        others = tuple(fact for fact in way.facts if fact.name != _PAYMENT)
        payment = next((fact for fact in way.facts if fact.name == _PAYMENT), nothing)
        completed.append(way._replace(facts=(*others, payment)))
    return completed


def _player_of_matto(rules: PileRules, hand: Hand, record: Record) -> int | None:
    """The seat that played the Matto, as it is said or as the hands show it."""
    owed: Mapping[Any, Any] = record.get("matto") or {}
    seat = owed.get("played_by")
    return _holder_of_matto(rules, hand) if seat is None else SEAT_NUMBER[seat]


def _holder_of_matto(rules: PileRules, hand: Hand) -> int | None:
    """The seat that was dealt the Matto, if that hand is recorded."""
    matto = rules.pack.bits[rules.pack.matto]
    return next((number for number, kept in enumerate(hand.kept) if (kept or 0) & matto), None)


def _players_of_matto(
    rules: PileRules, hand: Hand, record: Record, ways: Sequence[Way]
) -> list[tuple[int, Way]]:
    """For captured piles the team that played the Matto, in each way it can have been."""
    seat = _player_of_matto(rules, hand, record)
    if seat is not None:
        return [(team_of(seat), way) for way in ways]
    matto = rules.pack.bits[rules.pack.matto]
    found = []
    for way in ways:
        for team in (0, 1):
            fact = Fact(_MATTO_PLAYER, f"{TEAMS[team]} played the Matto")
            if way.piles[team].size or way.piles[1 - team].cards & matto:
                found.append((team, way._replace(facts=(*way.facts, fact))))
    return found


def _takers_of_last_trick(record: Record, way: Way) -> list[tuple[int, tuple[Fact, ...]]]:
    """The team that took the last trick, in each way it can have been: with the facts of it."""
    recorded = record.get("last_trick")
    if recorded is not None:
        return [(TEAMS.index(recorded), way.facts)]
    takers = [team for team in (0, 1) if way.piles[team].size]
    return [
        (team, (*way.facts, Fact("the last trick", f"{TEAMS[team]} took the last trick")))
        for team in takers
    ]


# What contradicts the piles


def _contradictions(rules: PileRules, hand: Hand, record: Record, way: Way) -> Iterator[Finding]:
    """What else the record says, where piles can then not have been in this way."""
    team = record.get("last_trick")
    if team is not None and not way.piles[TEAMS.index(team)].size:
        message = f"{team} is said to have taken the last trick, but captured nothing"
        yield finding("pile-mismatch", message, rules.clause, path="$.last_trick", found=team)
    settled = record.get("settled") is not False
    yield from _check_matto(rules, hand, record, way, settled=settled)
    yield from _check_hands(rules, hand, way)
    yield from _check_discards(rules, hand, way, settled=settled)


def _check_matto(
    rules: PileRules, hand: Hand, record: Record, way: Way, *, settled: bool
) -> Iterator[Finding]:
    """Who played the Matto against the hands, who won its trick against piles as captured."""
    matto = rules.pack.bits[rules.pack.matto]
    owed: Mapping[Any, Any] = record.get("matto") or {}
    seat, won_by = owed.get("played_by"), owed.get("won_by")
    holder = _holder_of_matto(rules, hand)
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


# Moving cards


def give_matto_back(rules: PileRules, way: Way, player: int) -> tuple[Way, bool]:
    """Put the Matto where it belongs: with the team that played it, if that has a trick.

    Returns:
        The piles, and whether the Matto came back out of a trick of the other team.
    """
    matto = rules.pack.bits[rules.pack.matto]
    other = way.piles[1 - player]
    if not way.piles[player].size or not other.cards & matto:
        return way, False
    return _moved(way, 1 - player, matto), True


Pay = Callable[[Settlement], list[Finding]]
"""Moves the card that is given for the Matto, and tells what is assumed or wrong."""


def pay_out_of_piles(
    rules: PileRules, way: Way, player: int, settlement: Settlement, recorded: str | None, pay: Pay
) -> tuple[list[Way], list[Finding]]:
    """Let a card be given for the Matto, also out of the plain cards that a pile does not name.

    Args:
        rules: the rules on piles.
        way: the piles with the Matto in its place.
        player: the team that played the Matto, which gives the card.
        settlement: the same piles as `pay` takes them, from `settlement_of`.
        recorded: the code of the card that the record names, if it names one.
        pay: pays, by the rules of the game.

    Returns:
        The piles with the card moved, and what is assumed or wrong. Where the card is assumed, the
        way with it comes first, and one for each other card that may be given follows.
    """
    pack = rules.pack
    named = way.piles[0].cards | way.piles[1].cards
    stand_in = 0
    if way.piles[player].plain:
        # One of the plain cards that are not named stands in for them: the one that is recorded.
        free = rules.plain & ~named
        bit = pack.bit.get((recorded or "").strip().upper(), 0)
        stand_in = bit & free or free & -free
        settlement.piles[player] |= stand_in
    found = pay(settlement)
    paid = settlement.payment
    if not paid:
        return [way], found
    if paid == stand_in:
        code = pack.codes_of(paid)[0]
        found = [
            _assumed_plain(one, player)
            if one.code == "assumed-payment" and one.card == code
            else one
            for one in found
        ]
    ways = []
    for card in (paid, *_other_choices(rules, settlement)):
        what = pack.codes_of(card)[0]
        if settlement.choices and card & rules.plain:
            what = "a plain card"
        gave = f"{TEAMS[player]} gave {what} for the Matto"
        fact = Fact(_PAYMENT, gave, against_assumption=card != paid)
        moved = _moved(way, player, 0 if card == stand_in else card)
        ways.append(moved._replace(facts=(*way.facts, fact)))
    return ways, found


def _other_choices(rules: PileRules, settlement: Settlement) -> Iterator[int]:
    """The cards that may be given in the place of the one assumed, one of those that are alike.

    It is all one which of the plain cards is given.
    """
    same = (rules.plain, rules.pack.alike)
    seen = settlement.payment
    for number in rules.pack.cards(settlement.choices):
        card = rules.pack.bits[number]
        if card & seen or any(card & cards and seen & cards for cards in same):
            continue
        seen |= card
        yield card


def settlement_of(way: Way, player: int, discards: int, *, back: bool) -> Settlement:
    """Piles with the Matto in its place, as the payment for it takes them."""
    piles = [pile.cards for pile in way.piles]
    # In which trick the Matto fell is not known; that it fell in one, is.
    return Settlement(
        list(piles),
        piles,
        discards,
        matto_trick=0,
        matto_of=player,
        matto_back=back,
        matto_lost=not way.piles[player].size,
    )


def _assumed_plain(found: Finding, giver: int) -> Finding:
    """The note on a card given for the Matto that is neither recorded nor named in the piles."""
    owes = f"{TEAMS[giver]} owes a card for the Matto and none is recorded"
    message = f"{owes}: a plain card is assumed; no other card would be better to give"
    return found._replace(message=message, card=None, path=PAYMENT_PATH)


def _moved(way: Way, giver: int, card: int) -> Way:
    """Move a card to the other pile; 0 is a plain card that is not named."""
    piles = list(way.piles)
    mine, other = piles[giver], piles[1 - giver]
    plain = 0 if card else 1
    piles[giver] = Pile(mine.cards & ~card, mine.plain - plain)
    piles[1 - giver] = Pile(other.cards | card, other.plain + plain)
    return way._replace(piles=(piles[0], piles[1]))
