"""Hands of which the piles were written down and not the tricks: what each team captured.

One pile is enough where the other follows from the pack; plain cards may be left out where it is
said how many cards a pile has; up to two cards may be in neither pile, and belong to either team.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from scorecli.cards import Pack
from scorecli.ledger import ERROR, Finding, finding
from scorecli.record.schema import Record
from scorecli.table.possible import Fact
from scorecli.table.reading import read_mask
from scorecli.table.seats import TEAMS
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
        clause: the clause that says what piles must be.
        sizes: whether captured piles can have these sizes, given the team of the dealer if that is
            known.
        shifts: how many cards more the pile with the Matto can have once it is settled.
        matto_stays: whether it stays in any case with the team that played it, if that has a trick.
        must: what piles must be, in words.
    """

    pack: Pack
    plain: int
    captured: int
    doubtful: int
    total: int
    clause: str
    sizes: Callable[[int, int, int | None], bool]
    shifts: tuple[int, ...]
    must: str
    matto_stays: bool = True


class Way(NamedTuple):
    """One way the piles can have been: those of NS and EW, and the facts that make it so."""

    piles: tuple[Pile, Pile]
    facts: tuple[Fact, ...] = ()


def with_discards_of_two(ours: int, theirs: int, dealer: int | None) -> bool:
    """Whether captured piles can have these sizes: four a trick, and two discards (B2.3, P2.5).

    The discards are the dealer's team's, unless it won no trick.
    """
    sizes = (ours, theirs)
    if 0 in sizes:
        return ours + theirs == 62
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
    counts = _counts(rules, known, [sizes.get(team) for team in TEAMS], found)
    piles = [_pile(rules, team, known[team], counts[team], found) for team in (0, 1)]
    ways: list[Way] = []
    if not found:
        ways = list(_completed(rules, piles, [count is not None for count in counts], found))
    if ways:
        settled = record.get("settled") is not False
        fitting = [way for way in ways if _fits(rules, way, dealer, settled=settled)]
        if not fitting:
            found.append(_wrong_sizes(rules, ways[0]))
        ways = fitting
    findings += found
    return None if any(one.severity == ERROR for one in found) else ways


def _fits(rules: PileRules, way: Way, dealer: int | None, *, settled: bool) -> bool:
    """Whether piles can have the sizes that they have, given who has the Matto."""
    ours, theirs = (pile.size for pile in way.piles)
    if not settled:
        return rules.sizes(ours, theirs, dealer)
    matto = rules.pack.bits[rules.pack.matto]
    sign = 1 if way.piles[0].cards & matto else -1
    return any(
        rules.sizes(ours - sign * shift, theirs + sign * shift, dealer) for shift in rules.shifts
    )


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
                rules.clause,
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
    unnamed = (rules.plain & ~mask).bit_count()
    if 0 <= plain <= unnamed:
        return Pile(mask, plain)
    message = f"{TEAMS[team]} has {size} cards, and {mask.bit_count()} are named"
    if plain > 0:
        message += f": only plain cards may be left out, and of these there are {unnamed} more"
    path = f"$.pile_cards.{TEAMS[team]}"
    found.append(finding("pile-mismatch", message, rules.clause, path=path, found=size))
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
                    rules.clause,
                    path="$.pile_cards" if any(counted) else "$.piles",
                    expected=rules.total,
                    found=first.size + second.size,
                )
            )
        found.extend(missing_cards(rules.pack.codes_of(left.cards)))
        return
    if rest > MOST_UNACCOUNTED:
        found.append(_too_many(rules, left, rest))
        return
    left = left._replace(plain=rest - left.cards.bit_count())
    takers = [team for team in (0, 1) if not counted[team]]
    doubtful = rules.doubtful & ~first.cards & ~second.cards
    for taken, facts in _with_doubtful(rules, left, doubtful):
        yield from _given_out(rules.pack, (first, second), taken, takers, facts)


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
    for pile, facts in _with_doubtful(rules, other, rules.doubtful & ~mine.cards):
        named = tuple(fact._replace(words=f"{TEAMS[1 - team]} {fact.words}") for fact in facts)
        yield Way((mine, pile) if team == 0 else (pile, mine), named)


def _unaccounted(rules: PileRules, known: int, plain: int) -> Pile:
    """The cards of which it is known that they were captured, and by the piles not by whom.

    Plain cards are among them where all cards are captured and none was left out.
    """
    return Pile(rules.captured & ~known & ~(rules.plain if plain else 0))


def _with_doubtful(
    rules: PileRules, pile: Pile, doubtful: int
) -> Iterator[tuple[Pile, tuple[Fact, ...]]]:
    """A pile in which each doubtful card is one of the plain cards that are not known, or none."""
    cards = list(rules.pack.cards(doubtful)) if pile.plain else []
    for there in product((False, True), repeat=len(cards)):
        chosen = [card for card, is_there in zip(cards, there, strict=True) if is_there]
        if len(chosen) > pile.plain:
            continue
        facts = tuple(
            Fact(
                f"the owner of {rules.pack.codes[card]}",
                f"{'has' if card in chosen else 'has not'} {rules.pack.codes[card]}",
            )
            for card in cards
        )
        mask = sum(rules.pack.bits[card] for card in chosen)
        yield Pile(pile.cards | mask, pile.plain - len(chosen)), facts


def _too_many(rules: PileRules, left: Pile, rest: int) -> Finding:
    codes = rules.pack.codes_of(left.cards)
    named = f": {some_of(codes)}" if codes else ""
    message = f"{rest} cards are in neither pile{named}; with so many nothing can be counted"
    return finding("piles-incomplete", message, path="$.piles")


def _given_out(
    pack: Pack,
    piles: tuple[Pile, Pile],
    left: Pile,
    takers: Sequence[int],
    doubtful: Sequence[Fact],
) -> Iterator[Way]:
    """Each way in which the cards that are left over can belong to the teams."""
    cards: list[int] = [pack.bits[card] for card in pack.cards(left.cards)] + [0] * left.plain
    for owners in product(takers, repeat=len(cards)):
        taken = list(piles)
        facts = {}
        for card, owner in zip(cards, owners, strict=True):
            name = pack.codes_of(card)[0] if card else "a plain card"
            facts[f"the owner of {name}"] = f"{TEAMS[owner]} has {name}"
            pile = taken[owner]
            taken[owner] = Pile(pile.cards | card, pile.plain + (not card))
        for fact in doubtful:
            facts.setdefault(fact.name, fact.words.replace("has not", "nobody has"))
        named = tuple(Fact(*row) for row in sorted(facts.items()))
        yield Way((taken[0], taken[1]), named)


def _wrong_sizes(rules: PileRules, way: Way) -> Finding:
    sizes = [pile.size for pile in way.piles]
    message = f"the piles have {listed([str(size) for size in sizes], 'and')} cards: {rules.must}"
    return finding("pile-mismatch", message, rules.clause, path="$.piles", found=sizes)
