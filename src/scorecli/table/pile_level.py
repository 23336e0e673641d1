"""Hands of which the piles were written down and not the tricks: what each team captured.

One pile is enough where the other follows from the pack; plain cards may be left out where it is
said how many cards a pile has; up to two cards may be in neither pile, and belong to either team.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from typing import Any, Final, NamedTuple

from scorecli.cards import Pack
from scorecli.ledger import ERROR, Finding, finding
from scorecli.record.schema import Record
from scorecli.seats import TEAMS
from scorecli.table.possible import Fact
from scorecli.table.reading import read_mask
from scorecli.table.wording import how_many, listed, missing_cards, some_of

MOST_UNACCOUNTED: Final = 2
"""If more cards than these are in neither pile, and no number is said, nothing is counted."""


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


class PileClauses(NamedTuple):
    """The clauses that piles rest on.

    Attributes:
        sizes: what piles must be.
        matto: with whom the Matto lies.
        payment: which card is given for it.
        discards: with whom discards lie.
    """

    sizes: str
    matto: str
    payment: str
    discards: str


class PileRules(NamedTuple):
    """What a game says of piles.

    Attributes:
        pack: its pack.
        plain: the mask of the cards that a record may leave out: they make no combination, and
            each is worth the same.
        captured: the mask of the cards of which it is certain that they are in one of the piles.
        doubtful: the mask of the cards that matter, and may be in a pile or in none.
        total: how many cards both piles have together.
        clauses: the clauses that say so.
        sizes_fit: whether captured piles can have these sizes, given the team of the dealer if
            that is known.
        matto_shifts: how many cards more the pile with the Matto has once it is settled, if its own
            team won its trick, and if the other did.
        matto_stays: whether it stays in any case with the team that played it, if that has a trick.
        pays: whether a card may be given for it.
        always_pays: whether one is given also if its own team won its trick.
        dead: the mask of the cards that are recorded to be in no pile.
        surely_captured: the mask of the doubtful cards that are in a pile, as the record shows.
        sizes_in_words: what the sizes of piles must be, in words.
    """

    pack: Pack
    plain: int
    captured: int
    doubtful: int
    total: int
    clauses: PileClauses
    sizes_fit: Callable[[int, int, int | None], bool]
    matto_shifts: tuple[int, int]
    sizes_in_words: str
    matto_stays: bool = True
    pays: bool = True
    always_pays: bool = False
    dead: int = 0
    surely_captured: int = 0


class Way(NamedTuple):
    """One way the piles can have been.

    Attributes:
        piles: those of NS and EW.
        facts: the facts that make it so.
        captured: how many cards NS and EW captured, before anything moved for the Matto.
    """

    piles: tuple[Pile, Pile]
    facts: tuple[Fact, ...] = ()
    captured: tuple[int, int] = (0, 0)


def team_with_matto(pack: Pack, piles: Sequence[Pile]) -> int:
    """The team in whose pile the Matto lies."""
    return 0 if piles[0].cards & pack.matto_bit else 1


def with_discards_of_two(ours: int, theirs: int, dealer: int | None) -> bool:
    """Whether captured piles can have these sizes: four a trick, and two discards (B2.3, P2.5).

    The discards are the dealer's team's, unless it won no trick.
    """
    sizes = (ours, theirs)
    if 0 in sizes:
        # One team has the whole pack.
        return True
    if sorted(size % 4 for size in sizes) != [0, 2]:
        return False
    owner = 0 if ours % 4 else 1
    return sizes[owner] > 2 and dealer in (None, owner)


def read_piles(
    rules: PileRules, record: Record, dealer: int | None, findings: list[Finding]
) -> list[Way] | None:
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
    for mask in known:
        for code in rules.pack.codes_of((mask or 0) & rules.dead):
            message = f"{code} is recorded as laid away or in the fola, and stands in a pile"
            clause = rules.clauses.discards
            found.append(finding("pile-mismatch", message, clause, path="$.piles", card=code))
    counts = _counts(rules, known, [sizes.get(team) for team in TEAMS], found)
    piles = [_pile(rules, team, known[team], counts[team], found) for team in (0, 1)]
    ways: list[Way] = []
    if not found:
        ways = list(_completed(rules, piles, [count is not None for count in counts], found))
        whole = [each for way in ways for each in _with_doubtful(rules, way)]
        if ways and not whole:
            found += missing_cards(rules.pack.codes_of(rules.surely_captured))
        ways = whole
    if ways:
        settled = record.get("settled") is not False
        fitting = [
            way._replace(captured=numbers)
            for way in ways
            if (numbers := _captured(rules, way, dealer, settled=settled))
        ]
        if not fitting:
            found.append(_wrong_sizes(rules, ways[0]))
        ways = fitting
    findings += found
    return None if any(one.severity == ERROR for one in found) else ways


def _captured(
    rules: PileRules, way: Way, dealer: int | None, *, settled: bool
) -> tuple[int, int] | None:
    """How many cards NS and EW captured, given who has the Matto; None if that cannot be."""
    ours, theirs = (pile.size for pile in way.piles)
    if not settled:
        return (ours, theirs) if rules.sizes_fit(ours, theirs, dealer) else None
    holder = team_with_matto(rules.pack, way.piles)
    for shift in dict.fromkeys(rules.matto_shifts):
        gained = shift if holder == 0 else -shift
        sizes = (ours - gained, theirs + gained)
        # The Matto is never with a team that captured nothing (B4.6, M7.1, P3.5).
        if sizes[holder] > 0 and rules.sizes_fit(*sizes, dealer):
            return sizes
    return None


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


def _counts(
    rules: PileRules,
    masks: Sequence[int | None],
    recorded: Sequence[int | None],
    found: list[Finding],
) -> list[int | None]:
    """How many cards each pile has, where that is said; both numbers make the whole."""
    counts = list(recorded)
    for team in (0, 1):
        other = counts[1 - team]
        # A pile that is not recorded tells of the other one by its number alone.
        if counts[team] is None and other is not None and masks[1 - team] is None:
            counts[team] = rules.total - other
    first, second = counts
    if first is not None and second is not None and first + second != rules.total:
        message = (
            f"the piles have {first} and {second} cards: together they must have {rules.total}"
        )
        found.append(
            finding(
                "pile-mismatch",
                message,
                rules.clauses.sizes,
                path="$.pile_cards",
                expected=rules.total,
                found=first + second,
            )
        )
    return counts


def _pile(
    rules: PileRules, team: int, mask: int | None, size: int | None, found: list[Finding]
) -> Pile | None:
    """A pile as recorded, with the plain cards that were left out of it."""
    if mask is None:
        return None
    plain = 0 if size is None else size - mask.bit_count()
    unnamed = ((rules.plain | rules.doubtful) & ~mask).bit_count()
    if 0 <= plain <= unnamed:
        return Pile(mask, plain)
    named = mask.bit_count()
    is_ = "is" if named == 1 else "are"
    message = f"{TEAMS[team]} has {how_many(size or 0, 'card')}, and {named} {is_} named"
    if plain > 0:
        message += f": only plain cards may be left out, and of these there are {unnamed} more"
    path = f"$.pile_cards.{TEAMS[team]}"
    found.append(finding("pile-mismatch", message, rules.clauses.sizes, path=path, found=size))
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
    if rest < left.cards.bit_count() or (rest and all(counted)):
        if rest < 0 or not left.cards:
            message = (
                f"the piles have {first.size} and {second.size} cards, together"
                f" {first.size + second.size}: they must have {rules.total}"
            )
            found.append(
                finding(
                    "pile-mismatch",
                    message,
                    rules.clauses.sizes,
                    path="$.pile_cards" if any(counted) else "$.piles",
                    expected=rules.total,
                    found=first.size + second.size,
                )
            )
        found.extend(missing_cards(rules.pack.codes_of(left.cards)))
        return
    takers = [team for team in (0, 1) if not counted[team]]
    # What is in neither pile belongs to the one of which the number is not said, if that is one.
    if rest > MOST_UNACCOUNTED and len(takers) > 1:
        found.append(_too_many(rules, left, rest))
        return
    left = left._replace(plain=rest - left.cards.bit_count())
    yield from _given_out(rules.pack, (first, second), left, takers)


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
        found.append(
            finding("pile-mismatch", message, rules.clauses.sizes, path=f"$.piles.{TEAMS[team]}")
        )
        return
    yield Way((mine, other) if team == 0 else (other, mine))


def _unaccounted(rules: PileRules, known: int, plain: int) -> Pile:
    """The cards of which it is known that they were captured, and by the piles not by whom.

    Plain cards are among them where all cards are captured and none was left out.
    """
    return Pile(rules.captured & ~known & ~(rules.plain if plain else 0))


def _with_doubtful(rules: PileRules, way: Way) -> list[Way]:
    """A way with each doubtful card in either pile, as one of its plain cards, or in neither."""
    ways = [way]
    for card in rules.pack.cards(rules.doubtful & ~way.piles[0].cards & ~way.piles[1].cards):
        code, bit = rules.pack.codes[card], rules.pack.bits[card]
        name = f"the owner of {code}"
        nobody = [] if bit & rules.surely_captured else [(None, "nobody has")]
        ways = [
            _with_card(one, owner, bit)._replace(facts=(*one.facts, Fact(name, f"{who} {code}")))
            for one in ways
            for owner, who in (*nobody, (0, "NS has"), (1, "EW has"))
            if owner is None or one.piles[owner].plain
        ]
    return ways


def _with_card(way: Way, owner: int | None, card: int) -> Way:
    """A way with a card in the place of a plain one that is not named; of nobody, as it is."""
    if owner is None:
        return way
    piles = list(way.piles)
    piles[owner] = Pile(piles[owner].cards | card, piles[owner].plain - 1)
    return way._replace(piles=(piles[0], piles[1]))


def _too_many(rules: PileRules, left: Pile, rest: int) -> Finding:
    codes = rules.pack.codes_of(left.cards)
    named = f": {some_of(codes)}" if codes else ""
    message = f"{rest} cards are in neither pile{named}; with so many nothing can be counted"
    return finding("piles-incomplete", message, path="$.piles")


def _given_out(
    pack: Pack, piles: tuple[Pile, Pile], left: Pile, takers: Sequence[int]
) -> Iterator[Way]:
    """Each way in which the cards that are left over can belong to the teams."""
    cards = pack.cards(left.cards)
    for owners in product(takers, repeat=len(cards)):
        for plain in combinations_with_replacement(takers, left.plain):
            taken = list(piles)
            facts = []
            for card, owner in zip(cards, owners, strict=True):
                code = pack.codes[card]
                facts.append(Fact(f"the owner of {code}", f"{TEAMS[owner]} has {code}"))
                taken[owner] = taken[owner]._replace(cards=taken[owner].cards | pack.bits[card])
            for owner in plain:
                taken[owner] = taken[owner]._replace(plain=taken[owner].plain + 1)
            if left.plain:
                facts.append(_owner_of_plain(plain))
            yield Way((taken[0], taken[1]), tuple(facts))


def _owner_of_plain(owners: Sequence[int]) -> Fact:
    """Whose the plain cards are that are in neither pile, given the team of each."""
    if len(owners) == 1:
        return Fact("the owner of a plain card", f"{TEAMS[owners[0]]} has a plain card")
    numbers = [f"{TEAMS[team]} has {owners.count(team)}" for team in (0, 1) if team in owners]
    return Fact("the owners of plain cards", f"of the plain cards {listed(numbers, 'and')}")


def _wrong_sizes(rules: PileRules, way: Way) -> Finding:
    sizes = [pile.size for pile in way.piles]
    have = f"the piles have {listed([str(size) for size in sizes], 'and')} cards"
    message = f"{have}: {rules.sizes_in_words}"
    return finding("pile-mismatch", message, rules.clauses.sizes, path="$.piles", found=sizes)
