"""The declaration of one seat: what each item means, what it scores, and why not more (B3, M3)."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorecli.ledger import Combination, Finding, difference, finding
from scorecli.seats import SEATS
from scorecli.table.declaration_rules import NOTHING, Declaration, DeclarationRules, names_in_full
from scorecli.table.reading import read_mask
from scorecli.table.wording import how_many, listed

_Identity = tuple[str, int]
_Listed = dict[_Identity, Combination]
"""The combinations listed so far: one for each combination of the hand, short ones too."""


class DeclarationReader:
    """Reads the declaration of one seat."""

    def __init__(
        self,
        kept: Sequence[int | None],
        seat: int,
        rules: DeclarationRules,
        findings: list[Finding],
        dealt: int = 0,
        elsewhere: int = 0,
    ) -> None:
        """Take what is known of the hands.

        Args:
            kept: for each seat the mask of its hand, where that is known.
            seat: the seat that declared.
            rules: what its game asks of declarations.
            findings: to which is added what is to be said.
            dealt: the mask of the cards that it was dealt, where it is not known which of them it
                laid away; else 0.
            elsewhere: the mask of cards that it is known not to have held.
        """
        self.seat = SEATS[seat]
        self.kept = kept
        self.dealt = dealt
        self.elsewhere = elsewhere
        # Cards that it held though its hand is not known: the others of those it was dealt may go.
        self.surely = dealt & rules.never_laid_away
        held = kept[seat]
        self.held = None if held is None else rules.pack.first_of_alike(held)
        self.rules = rules
        self.findings = findings
        self.path = f"$.declarations.{self.seat}"
        self.named = 0
        # The cards of the items that score.
        self.counted = 0

    def read(self, what: Any) -> Declaration | None:
        """What the seat scores; None if that cannot be known. What is to be said is added."""
        items, items_path, claimed = what, self.path, None
        if isinstance(what, dict):
            items, items_path, claimed = what.get("items"), f"{self.path}.items", what.get("points")
            if items and what.get("after_trick"):
                self._late(what["after_trick"], items, items_path)
                self._compare(NOTHING, claimed)
                return NOTHING
        declaration = self._all() if items == "all" else self._items(items or [], items_path)
        self._compare(declaration, claimed)
        return declaration

    def _check_number(self, named: int) -> None:
        """More cards named without a hand than a hand has."""
        size = self.rules.hand_size
        if named > size:
            message = f"{self.seat} names {named} cards, but a hand has {size}"
            self._find("declaration-not-held", message, self.path, expected=size, found=named)

    def _free(self, mask: int) -> int:
        """Of some cards those that the seat can have held, as no other is known to have."""
        pack = self.rules.pack
        free = pack.without(self.dealt or pack.everything, self.elsewhere)
        if not self.dealt:
            for kept in self.kept:
                free = pack.without(free, kept or 0)
        return pack.without(mask, pack.without(mask, free))

    def _full(self, combination: Combination, in_full: Sequence[Combination]) -> Combination:
        """The combination of the hand that a named one is, or is a part of."""
        whole = (one for one in in_full if self.rules.part_of(combination, one))
        return next(whole, combination)

    def _identity(self, combination: Combination, in_full: Sequence[Combination]) -> _Identity:
        """What makes two named combinations the same: they are parts of one combination held."""
        full = self._full(combination, in_full)
        return full.kind, full.cards

    def _find(self, code: str, message: str, path: str, **places: Any) -> None:
        clause = self.rules.clauses[code]
        self.findings.append(finding(code, message, clause, path=path, seat=self.seat, **places))

    def _late(self, after_trick: int, items: Any, path: str) -> None:
        """Nothing scores of what was declared too late; its items are read all the same."""
        message = f"{self.seat} declared after trick {after_trick}: too late, it scores nothing"
        self._find("late-declaration", message, f"{self.path}.after_trick", found=after_trick)
        for place, item in enumerate(items if items != "all" else ()):
            self._cards_of(item, f"{path}[{place}].cards")

    def _compare(self, declaration: Declaration | None, claimed: int | None) -> None:
        """Hold the total that the seat claimed against what its declaration scores."""
        if claimed is None:
            return
        # As named it scores this much at least: a hand that is not known can only add to it.
        if declaration is None or (self.named and declaration.points < claimed):
            message = (
                f"{self.seat} claims {how_many(claimed, 'point')} for its declaration: not known"
            )
            self._find("claim-unchecked", message, f"{self.path}.points", found=claimed)
        elif declaration.points != claimed:
            least = " at least" if self.named else ""
            message = (
                f"{self.seat} claims {how_many(claimed, 'point')} for its declaration, it scores"
                f" {declaration.points}{least}: {difference(claimed, declaration.points)}"
            )
            self._find(
                "declaration-value",
                message,
                f"{self.path}.points",
                expected=declaration.points,
                found=claimed,
            )

    def _all(self) -> Declaration | None:
        if self.held is None:
            what = f"{self.seat} declared all, but the hand it kept is not recorded"
            message = f"{what}: the value is unknown"
            self._find("declaration-unchecked", message, self.path)
            return None
        points = self.rules.whole_points(self.held)
        if not points:
            message = f"{self.seat} declared all, but holds no combination: the same as silence"
            self._find("declaration-empty", message, self.path)
        return Declaration(points, self.held)

    def _items(self, items: Sequence[Mapping[str, Any]], path: str) -> Declaration:
        """Score the items one by one, those last that can mean several things."""
        masks = [self._cards_of(item, f"{path}[{place}].cards") for place, item in enumerate(items)]
        held = self.held
        if held is None and items:
            held = self._as_named(masks, path)
        in_full = self.rules.whole(held or 0)
        listed: _Listed = {}
        ambiguous = []
        for place, (item, mask) in enumerate(zip(items, masks, strict=True)):
            if mask is not None and self._listed_in_full(item, mask, in_full, listed):
                self.counted |= mask
                continue
            item_path = f"{path}[{place}]"
            meanings = [] if mask is None else self._meanings(item, mask, item_path)
            self.counted |= mask if mask and meanings else 0
            if len(meanings) > 1:
                ambiguous.append((item, meanings, item_path))
            else:
                self._item(item, meanings, in_full, item_path, listed)
        # What can be read in several ways takes a combination that no other item names.
        for item, meanings, item_path in ambiguous:
            chosen = self._one_of(meanings, listed, item_path)
            self._item(item, chosen, in_full, item_path, listed)
        if all(listed.get(self._identity(one, in_full)) is one for one in in_full):
            return Declaration(self.rules.whole_points(held or 0), held or 0)
        if self.held is not None and items and not self.rules.partial_allowed:
            self._check_whole(listed, in_full, self.held, path)
        order = [self._identity(one, in_full) for one in in_full]
        order += [identity for identity in listed if identity not in order]
        counted = [listed[identity] for identity in order if identity in listed]
        return Declaration(self.rules.listed_points(counted), listed=counted)

    def _as_named(self, masks: Sequence[int | None], path: str) -> int:
        """The hand that items are taken to name, where none is recorded (B3.5, M3.2)."""
        for mask in masks:
            self.named |= mask or 0
        self._check_number(self.named.bit_count())
        hand = f"what {self.seat} kept" if self.dealt else f"the hand of {self.seat}"
        message = f"{hand} is not recorded: its items are taken as named"
        self._find("declaration-unchecked", message, path)
        return self._free(self.named) | self.surely

    def _listed_in_full(
        self,
        item: Mapping[str, Any],
        mask: int,
        in_full: Sequence[Combination],
        listed: _Listed,
    ) -> bool:
        """List an item that names just one combination of the hand in full; whether it does."""
        if not mask & ~self.rules.two_meanings:
            return False
        for one in in_full:
            if names_in_full(mask, one, self.held or 0, self.rules):
                break
        else:
            return False
        identity = self._identity(one, in_full)
        if (
            identity in listed
            or item.get("kind") not in (None, one.kind)
            or item.get("points") not in (None, one.points)
        ):
            return False
        listed[identity] = one
        return True

    def _cards_of(self, item: Mapping[str, Any], path: str) -> int | None:
        """The cards of an item, or None with findings where they cannot be read (B3.5)."""
        faults: list[Finding] = []
        mask = read_mask(self.rules.pack, item["cards"], path, faults)
        clause = self.rules.clauses["declaration-not-held"]
        self.findings += [fault._replace(seat=self.seat, clause=clause) for fault in faults]
        return None if faults else mask

    def _item(
        self,
        item: Mapping[str, Any],
        meaning: Sequence[Combination],
        in_full: Sequence[Combination],
        path: str,
        listed: _Listed,
    ) -> None:
        """Score an item with one meaning, or with none (B3.3, B3.5)."""
        points = 0
        what = "an item that scores nothing"
        for combination in meaning:
            what = combination.kind
            identity = self._identity(combination, in_full)
            if identity in listed:
                message = f"{self.seat} lists its {what} twice: they count once"
                self._find("declaration-repeated", message, path, found=what)
            else:
                listed[identity] = combination
                self._check_length(combination, in_full, path)
            points = listed[identity].points
        self._compare_item(item, points, what, path, at_least=self.held is None and bool(meaning))

    def _compare_item(
        self,
        item: Mapping[str, Any],
        points: int,
        what: str,
        path: str,
        *,
        at_least: bool = False,
    ) -> None:
        """Hold the points that were claimed for an item against what it scores.

        Args:
            item: the item.
            points: what it scores.
            what: what it is, in words.
            path: where it stands.
            at_least: whether it may have scored more with the cards of a hand that is not known.
        """
        claimed = item.get("points")
        if claimed is None or claimed == points:
            return
        message = f"{self.seat} claims {how_many(claimed, 'point')} for {what}"
        path = f"{path}.points"
        if at_least and claimed > points:
            message += ": not known without its hand"
            self._find("claim-unchecked", message, path, found=claimed)
        else:
            least = " at least" if at_least else ""
            message += f", it scores {points}{least}: {difference(claimed, points)}"
            self._find("declaration-value", message, path, expected=points, found=claimed)

    def _meanings(self, item: Mapping[str, Any], mask: int, path: str) -> list[Combination]:
        """The combinations that an item can mean; if there are none a finding says why (B3.5)."""
        held = self.held
        if held is None:
            # What is named in another item is held too: a counter, the Matto (B3.3, M3.2).
            held = self._free(self.named | mask) | self.surely
        if lacking := self.rules.pack.without(mask, held):
            codes = self.rules.pack.codes_of(lacking)
            holders = self._holders(lacking)
            message = f"{self.seat} does not hold {holders}: the item scores nothing"
            self._find("declaration-not-held", message, f"{path}.cards", card=codes[0], found=codes)
            return []
        kind = item.get("kind")
        meanings = [
            meaning for meaning in self.rules.meanings(mask, held) if kind in (None, meaning.kind)
        ]
        if not meanings:
            codes = self.rules.pack.codes_of(mask)
            make = "makes" if len(codes) == 1 else "make"
            wanted = kind or "combination"
            message = f"{' '.join(codes) or 'no cards'} {make} no {wanted}: the item scores nothing"
            steps = self.rules.why_not(mask, held, kind)
            message += "".join(f"; {step.text} ({step.clause})" for step in steps)
            if one_more := self._one_more(mask, held, kind):
                message += f"; with {self._holders(one_more, 'or')} they would make one"
            self._find("declaration-no-combination", message, f"{path}.cards", found=codes)
        return meanings

    def _one_more(self, mask: int, held: int, kind: str | None) -> int:
        """The cards each of which alone would make a combination of some cards."""
        pack = self.rules.pack
        others = [bit for bit in pack.bit.values() if mask and pack.without(bit, mask)]
        return sum(
            bit
            for bit in others
            if any(kind in (None, one.kind) for one in self.rules.meanings(mask | bit, held | bit))
        )

    def _holders(self, cards: int, last: str = "and") -> str:
        """Cards, each with the seat that holds it where that is known: "T31 (N)"."""
        named = []
        for code in self.rules.pack.codes_of(cards):
            bit = self.rules.pack.mask([code])
            holder = [
                SEATS[seat]
                for seat, kept in enumerate(self.kept)
                if kept is not None and not self.rules.pack.without(bit, kept)
            ]
            named.append(f"{code} ({' or '.join(holder)})" if holder else code)
        return listed(named, last)

    def _one_of(
        self, meanings: Sequence[Combination], listed: _Listed, path: str
    ) -> Sequence[Combination]:
        """The dearest meaning that is not yet listed."""
        kinds_listed = {one.kind for one in listed.values()}
        new = [meaning for meaning in meanings if meaning.kind not in kinds_listed]
        if len(new) > 1:
            kinds = " or ".join(meaning.kind for meaning in new)
            message = f"these cards can be {kinds}: taken as {new[0].kind}"
            self._find("declaration-ambiguous", message, path, found=kinds)
        return (new or meanings)[:1]

    def _check_length(
        self, combination: Combination, in_full: Sequence[Combination], path: str
    ) -> None:
        """Say so if the hand holds more of a combination than was named (B3.3)."""
        full = self._full(combination, in_full)
        if combination.length < full.length:
            message = (
                f"{self.seat} names {combination.length} of the {full.length} cards of its"
                f" {combination.kind}: {combination.points} points, in full {full.points}"
            )
            if left_out := self.rules.pack.codes_of(full.cards & ~combination.cards):
                message += f"; it goes on with {', '.join(left_out)}"
            self._find(
                "declaration-short",
                message,
                path,
                expected=full.points,
                found=combination.points,
            )

    def _check_whole(
        self, listed: _Listed, in_full: Sequence[Combination], held: int, path: str
    ) -> None:
        """Without partial declarations every combination of the hand is listed (B3.3)."""
        left_out = [one.kind for one in in_full if self._identity(one, in_full) not in listed]
        if left_out:
            points = self.rules.whole_points(held)
            message = (
                f"{self.seat} leaves out {', '.join(left_out)}: partial declarations are not"
                f" allowed; the whole hand is worth {points}"
            )
            self._find("partial-declaration", message, path, expected=points, found=left_out)
