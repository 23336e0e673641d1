"""Recorded piles made ready for the count: the Matto in its place, the card for it, the last trick.

What the record says beside the piles (who played the Matto, the last trick, discards, hands) is
held against them; what it does not say is tried in every way that is possible.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from scorecli.cards import canonical_code
from scorecli.ledger import Finding
from scorecli.record.schema import Record
from scorecli.seats import SEATS, TEAMS, team_of
from scorecli.table.hand import Hand, named_in_time, recorded_cards
from scorecli.table.payment import PAYMENT, PAYMENT_PATH, not_owed, payments
from scorecli.table.pile_contradictions import (
    contradictions,
    giver_of,
    kept_by_last,
    recorded_player,
    with_discards_named,
)
from scorecli.table.pile_level import Pile, PileRules, Way, read_piles
from scorecli.table.possible import Fact
from scorecli.table.settlement import Settlement
from scorecli.table.wording import unknown_card

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

    @property
    def cards(self) -> tuple[int, int]:
        """For NS and EW the mask of the cards that are known."""
        first, second = self.piles
        return first.cards, second.cards


Settle = Callable[[Way, int, list[Finding]], Sequence[Way]]
"""Settles captured piles, given the team that played the Matto, in each way it can be done, first
in the one that is assumed; adds what is assumed or wrong."""


def counted_ways(
    rules: PileRules, hand: Hand, record: Record, settle: Settle, findings: list[Finding]
) -> list[Counted]:
    """All the ways in which recorded piles are to be counted; none if they cannot be.

    Whether the hand is complete, or contradicts itself, is noted in the hand.
    """
    dealer = None if hand.dealer is None else team_of(hand.dealer)
    ways = read_piles(rules, record, dealer, findings)
    if ways:
        wrong = [list(contradictions(rules, hand, record, way)) for way in ways]
        ways = [way for way, found in zip(ways, wrong, strict=True) if not found] or None
        findings += wrong[0] if ways is None else []
    hand.valid = ways is not None
    hand.complete = bool(ways)
    if not ways:
        return []
    if record.get("settled") is not False:
        findings += _told_payment(rules, record, ways)
    else:
        ways = [with_discards_named(hand, way) for way in ways]
        ways = _settled(rules, hand, record, ways, settle, findings)
    return [
        Counted(way.piles, last, facts)
        for way in ways
        for last, facts in _takers_of_last_trick(rules, hand, record, way)
    ]


def _told_payment(rules: PileRules, record: Record, ways: Sequence[Way]) -> list[Finding]:
    """A payment recorded beside settled piles that is not owed, or no card of the pack."""
    recorded = record.get("matto_payment")
    if recorded is None:
        return []
    if all(giver_of(rules, record, way) is None for way in ways):
        return [not_owed(rules.clauses.payment, recorded)]
    if canonical_code(recorded) not in rules.pack.bit:
        return [unknown_card(rules.pack, recorded, PAYMENT_PATH)]
    return []


def _settled(
    rules: PileRules,
    hand: Hand,
    record: Record,
    ways: Sequence[Way],
    settle: Settle,
    findings: list[Finding],
) -> list[Way]:
    """Captured piles, settled in each way they can be."""
    if (hand.discards or 0) & rules.pack.matto_bit:
        # Laid away, against the rules: nobody played it.
        recorded = record.get("matto_payment")
        findings += [] if recorded is None else [not_owed(rules.clauses.payment, recorded)]
        return [*ways]
    settled: list[tuple[Sequence[Way], list[Finding]]] = []
    for team, way in _players_of_matto(rules, hand, record, ways):
        found: list[Finding] = []
        settled.append((settle(way, team, found), found))
    # Where the recorded card was given is how the piles were, if it can have been given at all.
    settled = [one for one in settled if not _cannot_be_given(one[1])] or settled
    said = [found for _ways, found in settled]
    if all(map(_cannot_be_given, said)):
        findings += said[0]
    else:
        # What is said in every way is said once; what depends on a fact is told by the bounds.
        findings += [one for one in said[0] if all(one in others for others in said)]
    return _with_payment([way for of_one, _found in settled for way in of_one])


def _cannot_be_given(said: Sequence[Finding]) -> bool:
    """Whether a recorded payment is ignored, being not owed or not captured."""
    return any(one.code == "matto-payment" and one.legal is None for one in said)


def _with_payment(ways: Sequence[Way]) -> list[Way]:
    """The ways with what was given for the Matto as their last fact, if anything was in one."""
    if not any(fact.name == PAYMENT for way in ways for fact in way.facts):
        return [*ways]
    nothing = Fact(PAYMENT, "nothing was given for the Matto")
    completed = []
    for way in ways:
        others = tuple(fact for fact in way.facts if fact.name != PAYMENT)
        payment = next((fact for fact in way.facts if fact.name == PAYMENT), nothing)
        completed.append(way._replace(facts=(*others, payment)))
    return completed


def _player_of_matto(rules: PileRules, hand: Hand, record: Record) -> int | None:
    """The seat that played the Matto: as it is said, as the hands show it, or as it was named."""
    if (player := recorded_player(rules, hand, record)) is not None:
        return player
    matto = rules.pack.codes[rules.pack.matto]
    named = [
        seat
        for seat, name in enumerate(SEATS)
        if not recorded_cards(hand, record, seat)
        and any(matto in codes for codes in named_in_time(record, name))
    ]
    # Of several that name it nobody knows who held it.
    return named[0] if len(named) == 1 else None


def _players_of_matto(
    rules: PileRules, hand: Hand, record: Record, ways: Sequence[Way]
) -> list[tuple[int, Way]]:
    """For captured piles the team that played the Matto, in each way it can have been."""
    seat = _player_of_matto(rules, hand, record)
    if seat is not None:
        return [(team_of(seat), way) for way in ways]
    matto = rules.pack.matto_bit
    found = []
    for way in ways:
        for team in (0, 1):
            fact = Fact(_MATTO_PLAYER, f"{TEAMS[team]} played the Matto")
            if way.piles[team].size or way.piles[1 - team].cards & matto:
                found.append((team, way._replace(facts=(*way.facts, fact))))
    return found


def _takers_of_last_trick(
    rules: PileRules, hand: Hand, record: Record, way: Way
) -> list[tuple[int, tuple[Fact, ...]]]:
    """The team that took the last trick, in each way it can have been: with the facts of it."""
    recorded = record.get("last_trick")
    if recorded is not None:
        return [(TEAMS.index(recorded), way.facts)]
    keeper = kept_by_last(rules, hand, record, way)
    takers = [team for team in (0, 1) if way.captured[team] and keeper in (None, team)]
    return [
        (team, (*way.facts, Fact("the last trick", f"{TEAMS[team]} took the last trick")))
        for team in takers
    ]


def give_matto_back(rules: PileRules, way: Way, player: int) -> tuple[Way, bool]:
    """Put the Matto where it belongs: with the team that played it, if that has a trick.

    Returns:
        The piles, and whether the Matto came back out of a trick of the other team.
    """
    matto = rules.pack.matto_bit
    other = way.piles[1 - player]
    if not way.piles[player].size or not other.cards & matto:
        return way, False
    return _moved(way, 1 - player, matto), True


Pay = Callable[[Settlement], list[Finding]]
"""Moves the card that is given for the Matto, and tells what is assumed or wrong."""


def pay_out_of_piles(
    rules: PileRules,
    way: Way,
    player: int,
    settlement: Settlement,
    recorded: str | None,
    pay: Pay,
    findings: list[Finding],
) -> list[Way]:
    """Let a card be given for the Matto, also out of the plain cards that a pile does not name.

    Args:
        rules: the rules on piles.
        way: the piles with the Matto in its place.
        player: the team that played the Matto, which gives the card.
        settlement: the same piles as `pay` takes them, from `settlement_of`.
        recorded: the code of the card that the record names, if it names one.
        pay: pays, by the rules of the game.
        findings: to which what is assumed or wrong is added.

    Returns:
        The piles with the card moved. Where the card is assumed, the way with it comes first, and
        one for each other card that may be given follows.
    """
    pack = rules.pack
    named = way.piles[0].cards | way.piles[1].cards
    stand_in = 0
    if way.piles[player].plain:
        # One of the plain cards that are not named stands in for them: the one that is recorded.
        free = rules.plain & ~named
        bit = pack.bit.get(canonical_code(recorded or ""), 0)
        stand_in = bit & free or free & -free
        settlement.piles[player] |= stand_in
    found = pay(settlement)
    paid = settlement.payment
    if not paid:
        findings += found
        return [way]
    if paid == stand_in:
        code = pack.codes_of(paid)[0]
        found = [
            _assumed_plain(one) if one.code == "assumed-payment" and one.card == code else one
            for one in found
        ]
    ways = []
    for card, fact in payments(pack, rules.plain, settlement):
        moved = _moved(way, player, 0 if card == stand_in else card)
        ways.append(moved._replace(facts=(*way.facts, fact)))
    findings += found
    return ways


def settlement_of(way: Way, player: int, *, back: bool) -> Settlement:
    """Piles with the Matto in its place, as the payment for it takes them."""
    piles = [pile.cards for pile in way.piles]
    return Settlement(
        list(piles),
        piles,
        matto_played=True,
        matto_of=player,
        matto_back=back,
        matto_lost=not way.piles[player].size,
    )


def _assumed_plain(found: Finding) -> Finding:
    """The note on a card given for the Matto that is neither recorded nor named in the piles."""
    owes, _, _which = found.message.partition(":")
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
