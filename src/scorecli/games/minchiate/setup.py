"""Cut, rob, turn-ups and discards of Minchiate Fiorentine (M2): what a record says, and checks."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from scorecli.cards import canonical_code, split_cards
from scorecli.games.minchiate.pack import DEAD, KEPT_FROM_THE_DEAD, PACK, ROBBED
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.seats import SEAT_NUMBER, SEATS
from scorecli.table.reading import read_mask
from scorecli.table.wording import listed

MOST_ROBBED: Final = 13  # M2.1


@dataclass(slots=True)
class Setup:
    """What happened before the first trick.

    Attributes:
        cutter: the seat number of the cutter; None if neither cutter nor dealer is known.
        robbed: by seat number the mask of the cards it robbed; None if that is not known.
        turned_up: by seat number its turned-up card, as a mask; None if that is not known.
        taken: the mask of the cards the dealer took out of the fola; None if not known.
        fola: the cards that remained of the fola, top card first; None if not known.
        left: the mask of the same cards, 0 if not known.
        discards: by seat number the mask of its discards; None if not known.
        findings: what is wrong.
    """

    cutter: int | None
    robbed: dict[int, int] | None = None
    turned_up: dict[int, int] | None = None
    taken: int | None = None
    fola: list[int] | None = None
    left: int = 0
    discards: dict[int, int] | None = None
    findings: list[Finding] = field(default_factory=list)

    def is_scored(self, *, taken_score: bool) -> bool:
        """Whether all that scored in it is known (M2.1 - M2.4); taken cards by a house rule."""
        known = self.robbed is not None and self.turned_up is not None
        return known and not (taken_score and self.taken is None)

    @property
    def dead(self) -> int | None:
        """The mask of the thirteen dead cards (M2.5), where fola and discards are known."""
        if self.fola is None or self.discards is None:
            return None
        dead = sum(self.discards.values()) | self.left
        return dead if dead.bit_count() == DEAD else None


def dead_cards(record: Record) -> int | None:
    """The mask of the thirteen dead cards of a record, where it tells of all (M2.5)."""
    dealer = record.get("dealer")
    return None if dealer is None else read_setup(record, SEAT_NUMBER[dealer]).dead


def read_setup(record: Record, dealer: int | None) -> Setup:
    """The setup of a record; what cannot be read or comes twice is a finding (M2)."""
    setup = Setup(None if dealer is None else (dealer + 3) % 4)
    if (cutter := record.get("cutter")) is not None:
        setup.cutter = SEAT_NUMBER[cutter]
    fields: Mapping[str, Any] = record
    setup.robbed = _by_seat(fields.get("robbed"), "$.robbed", setup.findings)
    setup.turned_up = _by_seat(fields.get("turned_up"), "$.turned_up", setup.findings)
    setup.discards = _by_seat(fields.get("discards"), "$.discards", setup.findings)
    if fields.get("taken") is not None:
        setup.taken = read_mask(PACK, fields["taken"], "$.taken", setup.findings)
    if fields.get("fola") is not None:
        setup.left = read_mask(PACK, fields["fola"], "$.fola", setup.findings)
        codes = split_cards(fields["fola"])
        try:
            setup.fola = list(map(PACK.number.__getitem__, codes))
        except KeyError:
            readable = [canonical_code(code) for code in codes]
            setup.fola = [PACK.number[code] for code in readable if code in PACK.number]
    return setup


def _by_seat(
    cards: Mapping[str, Any] | None, path: str, findings: list[Finding]
) -> dict[int, int] | None:
    if cards is None:
        return None
    return {
        SEAT_NUMBER[seat]: read_mask(PACK, cards[seat], f"{path}.{seat}", findings)
        for seat in SEATS
        if cards.get(seat)
    }


class Seen(NamedTuple):
    """What the cards of a record tell beside its setup.

    Attributes:
        dealer: the seat number of the dealer, where known.
        kept: for each seat the mask of its 21 cards, where they are known.
        played: the mask of the cards that came into a trick; None if there are no tricks.
        complete: whether there are all tricks.
    """

    dealer: int | None
    kept: Sequence[int | None]
    played: int | None
    complete: bool

    @property
    def dealers_name(self) -> str:
        """The seat of the dealer, or who that is in words."""
        return "the dealer" if self.dealer is None else SEATS[self.dealer]


def check_setup(seen: Seen, setup: Setup) -> list[Finding]:
    """All that M2 asks of what happened before the first trick, as far as it is recorded."""
    findings = [*setup.findings]
    for check in _CHECKS:
        findings += check(seen, setup)
    return findings


def _find(
    code: str, message: str, clause: str, path: str, seat: int | None, card: int = 0
) -> Finding:
    codes = PACK.codes_of(card)
    return finding(
        code,
        message,
        clause,
        path=path,
        seat=None if seat is None else SEATS[seat],
        card=codes[0] if codes else None,
    )


def _check_robbed(seen: Seen, setup: Setup) -> Iterator[Finding]:
    """Cutter and dealer rob counting cards and trumps above 20, thirteen at most (M2.1, M2.3)."""
    for seat, robbed in (setup.robbed or {}).items():
        name, path = SEATS[seat], f"$.robbed.{SEATS[seat]}"
        clause = "M2.3" if seat == seen.dealer else "M2.1"
        if seat not in (setup.cutter, seen.dealer):
            assert setup.cutter is not None, "robs need the dealer, by whom the cutter is known"
            message = (
                f"{name} robbed, which only the cutter {SEATS[setup.cutter]} and the dealer may"
            )
            yield _find("rob", message, "M2.1", path, seat)
        for card in PACK.cards(robbed & ~ROBBED):
            code = PACK.codes[card]
            message = f"{name} robbed {code}, which is no counting card and no trump above 20"
            yield _find("rob", message, clause, path, seat, PACK.bits[card])
        if robbed.bit_count() > MOST_ROBBED:
            message = f"{name} robbed {robbed.bit_count()} cards, at most {MOST_ROBBED} may be"
            yield _find("rob", message, clause, path, seat)


def _check_fola(seen: Seen, setup: Setup) -> Iterator[Finding]:
    """The first card of the fola stopped the dealer's rob; none of it counts (M2.3, M2.4)."""
    if not setup.fola:
        return
    # Thirteen cards are not dealt: while some are left, the limit of M2.1 was not reached.
    first = PACK.bits[setup.fola[0]]
    if first & ROBBED & ~KEPT_FROM_THE_DEAD:
        code = PACK.codes[setup.fola[0]]
        message = f"{code} lies on top of the fola, but {seen.dealers_name} had to rob it"
        yield _find("rob", message, "M2.3", "$.fola[0]", seen.dealer, first)
    if not setup.left & KEPT_FROM_THE_DEAD:
        return
    for place, card in enumerate(setup.fola):
        bit = PACK.bits[card]
        if bit & KEPT_FROM_THE_DEAD:
            message = f"{PACK.codes[card]} is left in the fola, which the dealer takes"
            yield _find("dead-card", message, "M2.4", f"$.fola[{place}]", seen.dealer, bit)


def _check_turned_up(_seen: Seen, setup: Setup) -> Iterator[Finding]:
    """One card of each player is turned up (M2.2)."""
    if not setup.turned_up:
        return
    for seat in range(4):
        card = setup.turned_up.get(seat, 0)
        if card.bit_count() != 1:
            message = f"{SEATS[seat]} has {card.bit_count()} cards turned up, not one"
            yield _find("turn-up", message, "M2.2", "$.turned_up", seat)


def _check_held(seen: Seen, setup: Setup) -> Iterator[Finding]:
    """Robbed and turned-up cards were in that hand, or were laid away being worthless.

    (M2.1, M2.2, M2.3, M2.5)
    """
    for seats, what, clause in (
        (setup.robbed, "robbed", "M2.1"),
        (setup.turned_up, "turned_up", "M2.2"),
    ):
        for seat, cards in (seats or {}).items():
            held = seen.kept[seat]
            if held is None or not cards & ~held:
                continue
            # What the dealer robs is of the fola, what the cutter robs of the cut.
            where = "M2.3" if what == "robbed" and seat == seen.dealer else clause
            for card in PACK.cards(cards & ~held & ~_may_be_laid_away(seen, setup, seat)):
                code = PACK.codes[card]
                words = "robbed" if what == "robbed" else "turned up"
                message = f"{code} was {words} by {SEATS[seat]}, but is not in that hand"
                path = f"$.{what}.{SEATS[seat]}"
                yield _find(
                    "rob" if what == "robbed" else "turn-up",
                    message,
                    where,
                    path,
                    seat,
                    PACK.bits[card],
                )


def _may_be_laid_away(seen: Seen, setup: Setup, seat: int) -> int:
    """The cards that a seat laid away, or may have laid away where that is not recorded."""
    if setup.discards is not None and seat in setup.discards:
        return setup.discards[seat]
    if seen.dealer is not None and seat not in (setup.cutter, seen.dealer):
        return 0
    return PACK.everything & ~KEPT_FROM_THE_DEAD & ~(seen.played or 0) & ~setup.left


def _check_taken(seen: Seen, setup: Setup) -> Iterator[Finding]:
    """The dealer takes counting cards and T29 out of the fola, and no others (M2.4)."""
    if not setup.taken:
        return
    dealt = PACK.everything
    if seen.dealer is not None and (held := seen.kept[seen.dealer]) is not None:
        dealt = held | (setup.discards or {}).get(seen.dealer, 0)
    for card in PACK.cards(setup.taken & ~(KEPT_FROM_THE_DEAD & dealt)):
        bit, code = PACK.bits[card], PACK.codes[card]
        if not bit & KEPT_FROM_THE_DEAD:
            message = f"the dealer took {code}, which is no counting card and not T29"
        else:
            message = f"the dealer took {code}, but it is not in that hand"
        yield _find("taken", message, "M2.4", "$.taken", seen.dealer, bit)


def _check_discards(seen: Seen, setup: Setup) -> Iterator[Finding]:
    """Cutter and dealer lay away worthless cards, as many as they took (M2.5)."""
    for seat, laid_away in (setup.discards or {}).items():
        name, path = SEATS[seat], f"$.discards.{SEATS[seat]}"
        for card in PACK.cards(laid_away & KEPT_FROM_THE_DEAD):
            code = PACK.codes[card]
            message = f"{name} laid away {code}: only cards of value 0 may go, and never T29"
            yield _find("illegal-discard", message, "M2.5", path, seat, PACK.bits[card])
        taken = setup.taken if seat == seen.dealer else 0
        if seat not in (setup.cutter, seen.dealer):
            right = 0
        elif setup.robbed is None or taken is None:
            continue
        else:
            right = setup.robbed.get(seat, 0).bit_count() + taken.bit_count()
        if laid_away.bit_count() != right:
            message = f"{name} lays {right} cards away, not {laid_away.bit_count()}"
            yield finding(
                "discard-count",
                message,
                "M2.5",
                path=path,
                seat=name,
                expected=right,
                found=laid_away.bit_count(),
            )


def _check_dead(seen: Seen, setup: Setup) -> Iterator[Finding]:
    """Neither the fola nor a discard is held when play starts, or played (M2.5, M3.3)."""
    recorded = setup.left
    for cards in (setup.discards or {}).values():
        recorded |= cards
    alive = seen.played or 0
    if not alive or not seen.complete:
        for kept in seen.kept:
            alive |= kept or 0
    if recorded & alive:
        yield from _dead_and_alive(seen, setup)
    if seen.played is not None and seen.complete:
        for card in PACK.cards(KEPT_FROM_THE_DEAD & ~seen.played & ~recorded):
            message = f"{PACK.codes[card]} was not played: the dealer takes it out of the fola"
            yield _find("dead-card", message, "M2.5", "$", seen.dealer, PACK.bits[card])


def _dead_and_alive(seen: Seen, setup: Setup) -> Iterator[Finding]:
    """Cards that are recorded as dead and were played all the same, or are in a hand."""
    places = [(f"$.fola[{place}]", card) for place, card in enumerate(setup.fola or ())]
    for seat, cards in (setup.discards or {}).items():
        places += [(f"$.discards.{SEATS[seat]}", card) for card in PACK.cards(cards)]
    for path, card in places:
        bit, code = PACK.bits[card], PACK.codes[card]
        holders = [SEATS[seat] for seat, kept in enumerate(seen.kept) if (kept or 0) & bit]
        if bit & (seen.played or 0):
            message = f"{code} was played, and cannot be dead; the tricks decide"
            yield finding("discard-mismatch", message, "M3.3", path=path, card=code)
        elif holders:
            message = f"{code} is in the hand of {holders[0]} when play starts, and cannot be dead"
            yield finding("discard-mismatch", message, "M2.5", path=path, card=code)


def _check_twice(_seen: Seen, setup: Setup) -> Iterator[Finding]:
    """A card was robbed, turned up, taken or left in the fola, but once; a dead card is dead once.

    What was robbed or turned up may have been laid away. (M1.1, M2.1 - M2.5)
    """
    came = [setup.taken or 0, setup.left]
    came += (setup.robbed or {}).values()
    came += (setup.turned_up or {}).values()
    twice = _in_several(came) | _in_several([setup.left, *(setup.discards or {}).values()])
    for card in PACK.cards(twice):
        code = PACK.codes[card]
        came_at, dead_at = _places_of(setup, card)
        first, second = (came_at if len(came_at) > 1 else dead_at)[:2]
        message = f"{code} stands twice: at {first} and {second}"
        yield finding(
            "duplicate-card", message, "M1.1", path=second, card=code, found=[first, second]
        )


def _in_several(masks: Iterable[int]) -> int:
    """The cards that are in more than one mask."""
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    return twice


def _places_of(setup: Setup, card: int) -> tuple[list[str], list[str]]:
    """Where a card is said to have come from the pack, and where it is said to be dead."""
    bit = PACK.bits[card]
    came = [f"$.robbed.{SEATS[seat]}" for seat, one in (setup.robbed or {}).items() if one & bit]
    came += [
        f"$.turned_up.{SEATS[seat]}" for seat, one in (setup.turned_up or {}).items() if one & bit
    ]
    came += ["$.taken"] if (setup.taken or 0) & bit else []
    dead = [
        f"$.discards.{SEATS[seat]}" for seat, one in (setup.discards or {}).items() if one & bit
    ]
    left = [f"$.fola[{setup.fola.index(card)}]"] if setup.fola and setup.left & bit else []
    return [*came, *left], [*dead, *left]


def _check_not_dealt(_seen: Seen, setup: Setup) -> Iterator[Finding]:
    """What was robbed, taken and left in the fola are the cards that are not dealt (M2.2, M2.3)."""
    robbed = 0
    for cards in (setup.robbed or {}).values():
        robbed |= cards
    number = (robbed | (setup.taken or 0) | setup.left).bit_count()
    all_known = None not in (setup.robbed, setup.taken, setup.fola)
    # What cannot be read leaves open how many they are.
    if setup.findings or number == DEAD or (number < DEAD and not all_known):
        return
    places = (
        ("$.robbed", "robbed", robbed, setup.robbed is not None),
        ("$.taken", "taken", setup.taken or 0, setup.taken is not None),
        ("$.fola", "left in the fola", setup.left, setup.fola is not None),
    )
    known = [(path, f"{what} ({mask.bit_count()})") for path, what, mask, told in places if told]
    parts = listed([part for _path, part in known], "and")
    message = f"the cards {parts} are {number} in all, but {DEAD} are not dealt"
    path = known[-1][0]
    yield finding("discard-count", message, "M2.3", path=path, expected=DEAD, found=number)


_CHECKS: Final[Sequence[Callable[[Seen, Setup], Iterator[Finding]]]] = (
    _check_robbed,
    _check_fola,
    _check_turned_up,
    _check_held,
    _check_taken,
    _check_discards,
    _check_dead,
    _check_twice,
    _check_not_dealt,
)
"""All that is looked at, in this order."""
