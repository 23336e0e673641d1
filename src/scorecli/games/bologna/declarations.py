"""Declarations of Tarocchi Bolognesi (B3): what each seat's declaration is worth, and why."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorecli.games.base import HouseRules
from scorecli.games.bologna.combinations import (
    COUNTERS,
    SEQUENCE_KINDS,
    SET_KINDS,
    sequence_points_in,
    sequences_in,
    set_points,
    sets_in,
    worth,
)
from scorecli.games.bologna.pack import PACK
from scorecli.ledger import Combination, Finding, difference, finding
from scorecli.record.schema import Record
from scorecli.table.hand import Hand
from scorecli.table.reading import read_mask
from scorecli.table.seats import SEATS, speaking_order

TWO_MEANINGS: Final = PACK.mask(["ANG", "MON", "BEG", "MAT"])
"""Only these cards can make a set (the Tarocchi) and a sequence (a short Grande) alike."""

_NO_SPEAKING_ORDER: Final = (0, 1, 2, 3)


class Declaration(NamedTuple):
    """What a seat scores for its declaration.

    Attributes:
        points: its points, with its own doublings (B3.2).
        held: the mask of the cards that were declared whole; 0 if a list was declared.
        mori_join_filled: the house rule on the complete Grande (B6.7).
        listed: the combinations that count of a list, in the order of the sheet.
    """

    points: int
    held: int = 0
    mori_join_filled: bool = True
    listed: Sequence[Combination] = ()

    @property
    def sets(self) -> list[Combination]:
        """The sets that count."""
        return sets_in(self.held) + [one for one in self.listed if one.kind in SET_KINDS]

    @property
    def sequences(self) -> list[Combination]:
        """The sequences that count."""
        of_hand = sequences_in(self.held, mori_join_filled=self.mori_join_filled)
        return of_hand + [one for one in self.listed if one.kind not in SET_KINDS]

    @property
    def combinations(self) -> list[Combination]:
        """All that counts, the sets first."""
        return self.sets + self.sequences


NOTHING: Final = Declaration(0)


def whole_declaration(held: int, rules: HouseRules) -> Declaration:
    """All the combinations of the cards a seat holds (B3.1)."""
    filled = rules["grande_complete"] == "filled"
    points = set_points(held) + sequence_points_in(held, mori_join_filled=filled)
    return Declaration(points, held, filled)


def listed_declaration(listed: Mapping[str, Combination]) -> Declaration:
    """Some combinations, by kind, with the doublings of what is listed (B3.3)."""
    sets = [listed[kind] for kind in SET_KINDS if kind in listed]
    sequences = [listed[kind] for kind in SEQUENCE_KINDS if kind in listed]
    return Declaration(worth(sets) + worth(sequences), listed=sets + sequences)


def readings(item: int, held: int, rules: HouseRules) -> list[Combination]:
    """The combinations that the cards of an item can mean, the dearest first.

    The real cards of an item are those of the combination, no more and no less; the counters
    held count in a sequence, named or not (B3.3).
    """
    named = whole_declaration(item, rules)
    found = [combination for combination in named.sets if combination.cards == item]
    real = item & ~COUNTERS
    with_counters = whole_declaration(real | held & COUNTERS, rules)
    found += [sequence for sequence in with_counters.sequences if sequence.cards == real]
    return sorted(found, key=lambda combination: -combination.points)


def score_declarations(
    hand: Hand, record: Record, rules: HouseRules
) -> tuple[dict[int, Declaration | None], list[Finding]]:
    """What each seat that declared scores, by seat number, in speaking order.

    A value of None means that it can not be known: "all" was declared of a hand that is not.
    """
    declarations = record.get("declarations")
    if declarations is None:
        message = "the record has no declarations: nobody declared"
        return {}, [finding("no-declarations", message, "B3.1")]
    order = _NO_SPEAKING_ORDER if hand.dealer is None else speaking_order(hand.dealer)
    scored: dict[int, Declaration | None] = {}
    findings: list[Finding] = []
    for seat in order:
        what = declarations.get(SEATS[seat])
        if not what:
            continue
        kept = hand.kept[seat]
        if what == "all" and kept is not None:
            declaration = scored[seat] = whole_declaration(kept, rules)
            if not declaration.points:
                findings.append(_nothing_to_declare(seat))
        else:
            scored[seat] = _Reader(hand, seat, rules, findings).read(what)
    return scored, findings


def _nothing_to_declare(seat: int) -> Finding:
    message = f"{SEATS[seat]} declared all, but holds no combination: the same as silence"
    path = f"$.declarations.{SEATS[seat]}"
    return finding("declaration-empty", message, "B3.5", path=path, seat=SEATS[seat])


class _Reader:
    """Reads the declaration of one seat that is not simply "all"."""

    def __init__(self, hand: Hand, seat: int, rules: HouseRules, findings: list[Finding]) -> None:
        self.hand = hand
        self.seat = SEATS[seat]
        kept = hand.kept[seat]
        self.held = None if kept is None else PACK.first_of_alike(kept)
        self.rules = rules
        self.findings = findings
        self.path = f"$.declarations.{self.seat}"

    def read(self, what: Any) -> Declaration | None:
        items, items_path, claimed = what, self.path, None
        if isinstance(what, dict):
            items, items_path, claimed = what.get("items"), f"{self.path}.items", what.get("points")
            if items and what.get("after_trick"):
                self._late(what["after_trick"])
                self._compare(NOTHING, claimed)
                return NOTHING
        declaration = self._all() if items == "all" else self._items(items or [], items_path)
        self._compare(declaration, claimed)
        return declaration

    def _find(self, code: str, message: str, clause: str, path: str, **places: Any) -> None:
        self.findings.append(finding(code, message, clause, path=path, seat=self.seat, **places))

    def _late(self, after_trick: int) -> None:
        message = (
            f"{self.seat} declared after trick {after_trick}, not at its own first card:"
            " it scores nothing"
        )
        self._find(
            "late-declaration", message, "B3.5", f"{self.path}.after_trick", found=after_trick
        )

    def _compare(self, declaration: Declaration | None, claimed: int | None) -> None:
        """Hold the total that the seat claimed against what its declaration scores."""
        if claimed is None:
            return
        if declaration is None:
            message = f"{self.seat} claims {claimed} points for its declaration: not known"
            self._find("claim-unchecked", message, "B3.2", f"{self.path}.points", found=claimed)
        elif declaration.points != claimed:
            message = (
                f"{self.seat} claims {claimed} points for its declaration, it scores"
                f" {declaration.points}: {difference(claimed, declaration.points)}"
            )
            self._find(
                "declaration-value",
                message,
                "B3.2",
                f"{self.path}.points",
                expected=declaration.points,
                found=claimed,
            )

    def _all(self) -> Declaration | None:
        if self.held is None:
            message = (
                f"{self.seat} declared all, but its hand is not recorded: the value is unknown"
            )
            self._find("declaration-unchecked", message, "B3.1", self.path)
            return None
        declaration = whole_declaration(self.held, self.rules)
        if not declaration.points:
            self.findings.append(_nothing_to_declare(SEATS.index(self.seat)))
        return declaration

    def _items(self, items: Sequence[Mapping[str, Any]], path: str) -> Declaration:
        masks = [self._cards_of(item, f"{path}[{place}].cards") for place, item in enumerate(items)]
        held = self.held
        if held is None and items:
            held = 0
            for mask in masks:
                held |= mask or 0
            message = f"the hand of {self.seat} is not recorded: its items are taken as named"
            self._find("declaration-unchecked", message, "B3.5", path)
        whole = whole_declaration(held or 0, self.rules)
        in_full = whole.combinations
        listed: dict[str, Combination] = {}
        ambiguous = []
        for place, (item, mask) in enumerate(zip(items, masks, strict=True)):
            if mask is not None and self._listed_in_full(item, mask, in_full, listed):
                continue
            item_path = f"{path}[{place}]"
            meanings = [] if mask is None else self._meanings(item, mask, item_path)
            if len(meanings) > 1:
                ambiguous.append((item, meanings, item_path))
            else:
                self._item(item, meanings, in_full, item_path, listed)
        # What can be read in several ways takes a combination that no other item names.
        for item, meanings, item_path in ambiguous:
            chosen = self._one_of(meanings, listed, item_path)
            self._item(item, chosen, in_full, item_path, listed)
        if self.held is not None and items:
            self._check_whole(listed, in_full, whole.points, path)
        if all(listed.get(one.kind) is one for one in in_full):
            return whole
        return listed_declaration(listed)

    def _listed_in_full(
        self,
        item: Mapping[str, Any],
        mask: int,
        in_full: Sequence[Combination],
        listed: dict[str, Combination],
    ) -> bool:
        """List an item that names just one combination of the hand in full; whether it does."""
        if not mask & ~TWO_MEANINGS:
            return False
        real = mask & ~COUNTERS
        for one in in_full:
            if real == one.cards & ~COUNTERS and not mask & ~(one.cards | one.counters):
                break
        else:
            return False
        if (
            one.kind in listed
            or item.get("kind") not in (None, one.kind)
            or item.get("points") not in (None, one.points)
        ):
            return False
        listed[one.kind] = one
        return True

    def _cards_of(self, item: Mapping[str, Any], path: str) -> int | None:
        """The cards of an item, or None with findings where they can not be read (B3.5)."""
        faults: list[Finding] = []
        mask = read_mask(self.hand.pack, item["cards"], path, faults)
        self.findings += [fault._replace(seat=self.seat, clause="B3.5") for fault in faults]
        return None if faults else mask

    def _item(
        self,
        item: Mapping[str, Any],
        meaning: Sequence[Combination],
        in_full: Sequence[Combination],
        path: str,
        listed: dict[str, Combination],
    ) -> None:
        """Score an item with one meaning, or with none (B3.3, B3.5)."""
        points = 0
        what = "an item that scores nothing"
        for combination in meaning:
            what = combination.kind
            if what in listed:
                message = f"{self.seat} lists its {what} twice: they count once"
                self._find("declaration-repeated", message, "B3.3", path, found=what)
            else:
                listed[what] = combination
                self._check_length(combination, in_full, path)
            points = listed[what].points
        claimed = item.get("points")
        if claimed is not None and claimed != points:
            message = (
                f"{self.seat} claims {claimed} points for {what}, it scores {points}:"
                f" {difference(claimed, points)}"
            )
            path = f"{path}.points"
            self._find("declaration-value", message, "B3.2", path, expected=points, found=claimed)

    def _meanings(self, item: Mapping[str, Any], mask: int, path: str) -> list[Combination]:
        """The combinations that an item can mean; if there are none a finding says why (B3.5)."""
        held = mask if self.held is None else self.held
        if lacking := PACK.without(mask, held):
            codes = PACK.codes_of(lacking)
            message = f"{self.seat} does not hold {', '.join(codes)}: the item scores nothing"
            self._find(
                "declaration-not-held", message, "B3.5", f"{path}.cards", card=codes[0], found=codes
            )
            return []
        kind = item.get("kind")
        meanings = [
            meaning for meaning in readings(mask, held, self.rules) if kind in (None, meaning.kind)
        ]
        if not meanings:
            codes = PACK.codes_of(mask)
            wanted = f"make no {kind}" if kind else "make no combination"
            message = f"{' '.join(codes) or 'no cards'} {wanted}: the item scores nothing"
            self._find(
                "declaration-no-combination",
                message + self._without(mask, held),
                "B3.5",
                f"{path}.cards",
                found=codes,
            )
        return meanings

    def _one_of(
        self, meanings: Sequence[Combination], listed: Mapping[str, Combination], path: str
    ) -> Sequence[Combination]:
        """The dearest meaning that is not yet listed."""
        new = [meaning for meaning in meanings if meaning.kind not in listed]
        if len(new) > 1:
            kinds = " or ".join(meaning.kind for meaning in new)
            message = f"these cards can be {kinds}: taken as {new[0].kind}"
            self._find("declaration-ambiguous", message, "B3.3", path, found=kinds)
        return (new or meanings)[:1]

    def _without(self, mask: int, held: int) -> str:
        """What an item would have made without the cards that do not belong to it."""
        inside = whole_declaration(mask | held & COUNTERS, self.rules).combinations
        if not inside:
            return ""
        best = max(inside, key=lambda combination: combination.points)
        extra = PACK.codes_of(mask & ~best.cards & ~COUNTERS)
        return f"; without {', '.join(extra)} they make {best.kind}, {best.points} points"

    def _check_length(
        self, combination: Combination, in_full: Sequence[Combination], path: str
    ) -> None:
        """Say so if the hand holds more of a combination than was named (B3.3)."""
        full = next(one for one in in_full if one.kind == combination.kind)
        if combination.length < full.length:
            message = (
                f"{self.seat} names {combination.length} of the {full.length} cards of its"
                f" {combination.kind}: {combination.points} points, in full {full.points}"
            )
            self._find(
                "declaration-short",
                message,
                "B3.3",
                path,
                expected=full.points,
                found=combination.points,
            )

    def _check_whole(
        self,
        listed: Mapping[str, Combination],
        in_full: Sequence[Combination],
        points: int,
        path: str,
    ) -> None:
        """Without partial declarations every combination of the hand is listed (B3.3)."""
        left_out = [one.kind for one in in_full if one.kind not in listed]
        if left_out and not self.rules["partial_declarations"]:
            message = (
                f"{self.seat} leaves out {', '.join(left_out)}: partial declarations are not"
                f" allowed; the whole hand is worth {points}"
            )
            self._find(
                "partial-declaration", message, "B3.3", path, expected=points, found=left_out
            )
