"""Hands of which the piles were written down and not the tricks: what each team captured.

One pile is enough where the other follows from the pack; plain cards may be left out where it is
said how many cards a pile has; up to two cards may be in neither pile, and belong to either team.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from scorecli.cards import Pack
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.table.hand import Hand
from scorecli.table.possible import Fact
from scorecli.table.reading import read_mask
from scorecli.table.seats import SEAT_NUMBER, TEAMS, team_of
from scorecli.table.settlement import PAYMENT_PATH, Settlement
from scorecli.table.wording import listed, missing_cards, some_of

MOST_UNACCOUNTED: Final = 2
"""If more cards than these are in neither pile nothing is counted."""


class Pile(NamedTuple):
    """What a team captured: the mask of the cards that are known, and how many plain ones beside.

    The plain ones that are not known are of those that a record may leave out.
    """

    cards: int
    plain: int = 0

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.cards.bit_count() + self.plain


class PileRules(NamedTuple):
    """What a game says of piles.

    Attributes:
        pack: its pack.
        plain: the mask of the cards that a record may leave out: they make no combination, and
            each is worth the same.
        captured: the mask of the cards of which it is certain that they are in one of the piles.
        doubtful: the mask of the cards that matter, and may be in a pile or in none.
        total: how many cards both piles have together.
        clause: the clause that says what settled piles must be.
        fits: whether settled piles can have these sizes.
        must: what `fits` asks for, in words.
    """

    pack: Pack
    plain: int
    captured: int
    doubtful: int
    total: int
    clause: str
    fits: Callable[[int, int], bool]
    must: str


class Way(NamedTuple):
    """One way the piles can have been: those of NS and EW, and the facts that make it so."""

    piles: tuple[Pile, Pile]
    facts: tuple[Fact, ...] = ()


def read_piles(rules: PileRules, record: Record, findings: list[Finding]) -> list[Way] | None:
    """The ways in which the recorded piles can be completed; what is wrong is added to findings.

    Returns:
        None if the piles contradict themselves or the pack; no way at all if too little is known.
    """
    recorded: Mapping[Any, Any] = record.get("piles") or {}
    sizes: Mapping[Any, int | None] = record.get("pile_cards") or {}
    found: list[Finding] = []
    masks: list[int | None] = []
    for team in TEAMS:
        cards = recorded.get(team)
        path = f"$.piles.{team}"
        masks.append(None if cards is None else read_mask(rules.pack, cards, path, found))
    known = _apart(rules.pack, masks, found)
    piles = [_pile(rules, team, known[team], sizes.get(TEAMS[team]), found) for team in (0, 1)]
    if found:
        findings += found
        return None
    ways = list(_completed(rules, piles, [sizes.get(team) is not None for team in TEAMS], found))
    if record.get("settled") is not False and not found:
        fitting = [way for way in ways if rules.fits(*(pile.size for pile in way.piles))]
        if ways and not fitting:
            found.append(_wrong_sizes(rules, ways[0]))
        ways = fitting
    findings += found
    return None if any(one.severity == "error" for one in found) else ways


def _apart(pack: Pack, masks: Sequence[int | None], found: list[Finding]) -> list[int | None]:
    """The masks with the cards that are alike told apart; a card in both piles is a finding."""
    first, second = masks
    if first is None or second is None:
        return [first, second]
    ours, theirs = ((mask & pack.alike).bit_count() for mask in (first, second))
    twice = pack.codes_of(first & second & ~pack.alike)
    if ours + theirs > pack.alike.bit_count():
        twice += pack.codes_of(pack.alike)[:1]
    for code in twice:
        message = f"{code} stands in both piles"
        path = "$.piles.EW"
        found.append(finding("duplicate-card", message, path=path, card=code, found=TEAMS))
    moved = pack.first_alike[ours + theirs] ^ pack.first_alike[ours]
    return [first, second & ~pack.alike | moved]


def _pile(
    rules: PileRules, team: int, mask: int | None, size: int | None, found: list[Finding]
) -> Pile | None:
    """A pile as recorded, with the plain cards that were left out of it."""
    if mask is None:
        return None
    plain = 0 if size is None else size - mask.bit_count()
    if 0 <= plain <= (rules.plain & ~mask).bit_count():
        return Pile(mask, plain)
    message = (
        f"{TEAMS[team]} has {size} cards, of which {mask.bit_count()} are named:"
        f" {abs(plain)} too {'many' if plain < 0 else 'few'}"
    )
    path = f"$.pile_cards.{TEAMS[team]}"
    found.append(
        finding("pile-mismatch", message, rules.clause, path=path, found=size, expected=None)
    )
    return None


def _completed(
    rules: PileRules, piles: Sequence[Pile | None], counted: Sequence[bool], found: list[Finding]
) -> Iterator[Way]:
    """The ways in which what is recorded can be completed out of the pack."""
    if None in piles:
        yield from _by_the_pack(rules, piles, found)
        return
    first, second = (pile or Pile(0) for pile in piles)
    rest = rules.total - first.size - second.size
    left = _unaccounted(rules, first.cards | second.cards, first.plain + second.plain)
    if rest < 0 or rest < left.cards.bit_count() or (rest and all(counted)):
        if rest < 0 or not left.cards:
            message = (
                f"the piles have {first.size} and {second.size} cards, together"
                f" {first.size + second.size}: they must make {rules.total}"
            )
            found.append(
                finding(
                    "pile-mismatch",
                    message,
                    rules.clause,
                    path="$.pile_cards" if any(counted) else "$.piles",
                    expected=rules.total,
                    found=first.size + second.size,
                )
            )
        found.extend(missing_cards(rules.pack.codes_of(left.cards)))
        return
    if rest > MOST_UNACCOUNTED:
        yield from _too_many(rules, left, rest, found)
        return
    left = left._replace(plain=rest - left.cards.bit_count())
    yield from _given_out(rules, (first, second), left, counted)


def _by_the_pack(
    rules: PileRules, piles: Sequence[Pile | None], found: list[Finding]
) -> Iterator[Way]:
    """The pile that is not recorded is what is left of the pack."""
    team = 0 if piles[0] is not None else 1
    mine = piles[team]
    if mine is None:
        return
    left = _unaccounted(rules, mine.cards, mine.plain)
    other = left._replace(plain=rules.total - mine.size - left.cards.bit_count())
    if other.plain < 0:
        message = (
            f"{TEAMS[team]} has {mine.size} cards, and {left.cards.bit_count()} more are captured"
            f" in any case: together more than {rules.total}"
        )
        found.append(finding("pile-mismatch", message, rules.clause, path=f"$.piles.{TEAMS[team]}"))
        return
    doubtful = list(rules.pack.cards(rules.doubtful & ~mine.cards)) if other.plain else []
    for taken in product((False, True), repeat=len(doubtful)):
        pile, facts = other, []
        for card, is_there in zip(doubtful, taken, strict=True):
            code = rules.pack.codes[card]
            owner = TEAMS[1 - team] if is_there else "nobody"
            facts.append(Fact(f"the owner of {code}", f"{owner} has {code}"))
            if is_there:
                pile = Pile(pile.cards | rules.pack.bits[card], pile.plain - 1)
        yield Way((mine, pile) if team == 0 else (pile, mine), tuple(facts))


def _unaccounted(rules: PileRules, known: int, plain: int) -> Pile:
    """The cards of which it is known that they were captured, and by the piles not by whom.

    Plain cards are among them where all cards are captured and none was left out.
    """
    return Pile(rules.captured & ~known & ~(rules.plain if plain else 0))


def _too_many(rules: PileRules, left: Pile, rest: int, found: list[Finding]) -> Iterator[Way]:
    codes = rules.pack.codes_of(left.cards)
    named = f": {some_of(codes)}" if codes else ""
    message = f"{rest} cards are in neither pile{named}; with so many nothing can be counted"
    found.append(finding("piles-incomplete", message, path="$.piles"))
    yield from ()


def _given_out(
    rules: PileRules, piles: tuple[Pile, Pile], left: Pile, counted: Sequence[bool]
) -> Iterator[Way]:
    """Each way in which the cards that are left over can belong to the teams."""
    pack = rules.pack
    cards: list[int] = [pack.bits[card] for card in pack.cards(left.cards)] + [0] * left.plain
    takers = [team for team in (0, 1) if not counted[team]]
    for owners in product(takers, repeat=len(cards)):
        taken = list(piles)
        facts = []
        for card, owner in zip(cards, owners, strict=True):
            name = pack.codes_of(card)[0] if card else "a plain card"
            facts.append(Fact(f"the owner of {name}", f"{TEAMS[owner]} has {name}"))
            pile = taken[owner]
            taken[owner] = Pile(pile.cards | card, pile.plain + (not card))
        yield Way((taken[0], taken[1]), tuple(facts) if len(takers) > 1 else ())


def _wrong_sizes(rules: PileRules, way: Way) -> Finding:
    sizes = [pile.size for pile in way.piles]
    message = f"the piles have {listed([str(size) for size in sizes], 'and')} cards: {rules.must}"
    return finding("pile-mismatch", message, rules.clause, path="$.piles", found=sizes)


def players_of_matto(record: Record, ways: Sequence[Way], matto: int) -> list[tuple[int, Way]]:
    """For piles that are not settled the team that played the Matto, in each way it can have been.

    Args:
        record: the record.
        ways: the piles as they were captured.
        matto: the mask of the Matto.
    """
    owed: Mapping[Any, Any] = record.get("matto") or {}
    seat = owed.get("played_by")
    if seat is not None:
        return [(team_of(SEAT_NUMBER[seat]), way) for way in ways]
    found = []
    for way in ways:
        for team in (0, 1):
            fact = Fact("who played the Matto", f"{TEAMS[team]} played the Matto")
            if way.piles[team].size or way.piles[1 - team].cards & matto:
                found.append((team, way._replace(facts=(*way.facts, fact))))
    return found


def takers_of_last_trick(record: Record, way: Way) -> list[tuple[int, tuple[Fact, ...]]]:
    """The team that took the last trick, in each way it can have been: with the facts of it."""
    recorded = record.get("last_trick")
    if recorded is not None:
        return [(TEAMS.index(recorded), way.facts)]
    takers = [team for team in (0, 1) if way.piles[team].size]
    return [
        (team, (*way.facts, Fact("the last trick", f"{TEAMS[team]} took the last trick")))
        for team in takers
    ]


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
"""Settles captured piles, given the team that played the Matto, in each way it can be done; adds
what is assumed or wrong."""


def counted_ways(
    rules: PileRules, hand: Hand, record: Record, settle: Settle, findings: list[Finding]
) -> list[Counted]:
    """All the ways in which recorded piles are to be counted; none if they can not be.

    Whether the hand is complete, or contradicts itself, is noted in the hand.
    """
    ways = read_piles(rules, record, findings)
    hand.valid = ways is not None
    hand.complete = bool(ways)
    if not ways:
        return []
    if record.get("settled") is False:
        matto = rules.pack.bits[rules.pack.matto]
        said: list[list[Finding]] = []
        settled: list[Way] = []
        for team, way in players_of_matto(record, ways, matto):
            said.append([])
            settled += settle(way, team, said[-1])
        ways = settled
        # What is said in every way is said once; what depends on a fact is told by the bounds.
        findings += [one for one in said[0] if all(one in others for others in said)]
    return [
        Counted(way.piles, last, facts)
        for way in ways
        for last, facts in takers_of_last_trick(record, way)
    ]


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


def give_card(way: Way, giver: int, card: int) -> Way:
    """Move a card from one pile to the other; 0 is a plain card that is not named."""
    return _moved(way, giver, card)


def _moved(way: Way, giver: int, card: int) -> Way:
    piles = list(way.piles)
    mine, other = piles[giver], piles[1 - giver]
    plain = 0 if card else 1
    piles[giver] = Pile(mine.cards & ~card, mine.plain - plain)
    piles[1 - giver] = Pile(other.cards | card, other.plain + plain)
    return way._replace(piles=(piles[0], piles[1]))


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


def assumed_plain(clause: str, giver: int) -> Finding:
    """The note on a card given for the Matto that is neither recorded nor named in the piles."""
    owes = f"{TEAMS[giver]} owes a card for the Matto and none is recorded"
    message = f"{owes}: a plain card is assumed; no other card would be better to give"
    return finding("assumed-payment", message, clause, path=PAYMENT_PATH)
