"""Planted faults in declarations."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from scorecli.dealing.chance import below, choose, happens, shuffled
from scorecli.dealing.draft import Draft
from scorecli.dealing.special import RecordFields, special_in_declarations
from scorecli.ledger import Combination
from scorecli.seats import SEATS


class _Speaker(NamedTuple):
    """A seat that declares: its seat, its cards, and what it can declare of them."""

    seat: str
    held: int
    combinations: list[Combination]
    points: int


def no_declarations(draft: Draft) -> str:
    """No word of declarations."""
    del draft.record["declarations"]
    return "$"


def declaration_empty(draft: Draft) -> str | None:
    """A seat declares all and holds no combination."""
    for speaker in _speakers(draft, least=0):
        if not speaker.combinations:
            return _say(draft, speaker.seat, "all")
    return None


def declaration_unchecked(draft: Draft) -> str | None:
    """A seat declares whose hand is not known, in a hand that was broken off or never begun."""
    for speaker in _speakers(draft):
        what = choose(draft.rng, ("all", draft.items(speaker.seat)))
        if happens(draft.rng, 0.5):
            draft.break_off()
        else:
            # Without the discards it is not known either what the dealer may declare.
            draft.keep_hands(SEATS)
            draft.record["declarations"].pop(draft.record["dealer"], None)
        path = _say(draft, speaker.seat, what)
        del draft.record["hands"][speaker.seat]
        # An item can claim more than its own cards tell: what other cards of the hand add to it.
        codes = {found.code for found in draft.audited().findings}
        return None if "declaration-value" in codes else path
    return None


def declaration_ambiguous(draft: Draft) -> str | None:
    """An item without a kind whose cards are two combinations of the hand, each in full."""
    for speaker in _speakers(draft):
        items = draft.items(speaker.seat)
        for item, meant in zip(items, speaker.combinations, strict=True):
            meanings = _meanings(draft, speaker, meant.cards | meant.counters)
            in_full = [one.kind for one in meanings if one in speaker.combinations]
            # The dearest meaning is taken, and left to the other items none of them names.
            if len(in_full) > 1 and in_full[0] == meant.kind:
                for other, one in zip(items, speaker.combinations, strict=True):
                    if one.kind in in_full:
                        other.pop("kind", None)
                items.remove(item)
                return _list(draft, speaker.seat, [item, *items]) + "[0]"
    return None


def declaration_short(draft: Draft) -> str | None:
    """An item that names fewer cards of a combination than the seat holds."""
    for speaker in _speakers(draft):
        items = draft.items(speaker.seat)
        for place, whole in enumerate(speaker.combinations):
            for card in shuffled(draft.rng, draft.game.pack.cards(whole.cards)):
                named = (whole.cards | whole.counters) & ~draft.game.pack.bits[card]
                for meant in _meanings(draft, speaker, named):
                    if meant.kind == whole.kind and meant.length < whole.length:
                        items[place] = draft.item(speaker.held, named, meant)
                        return f"{_list(draft, speaker.seat, items)}[{place}]"
    return None


def declaration_repeated(draft: Draft) -> str | None:
    """An item that stands twice in the list."""
    for speaker in _speakers(draft):
        items = draft.items(speaker.seat)
        first = below(draft.rng, len(items))
        again = first + 1 + below(draft.rng, len(items) - first)
        # The kind says that the same combination is meant, and no other of the same cards.
        items[first]["kind"] = speaker.combinations[first].kind
        items.insert(again, _in_order(items[first]))
        items[first] = _in_order(items[first])
        return f"{_list(draft, speaker.seat, items)}[{again}]"
    return None


def declaration_not_held(draft: Draft) -> str | None:
    """An item with a card of another hand, in a list that is complete without it."""
    pack = draft.game.pack
    for speaker in _speakers(draft):
        one = choose(draft.rng, speaker.combinations)
        named = pack.cards(one.cards | one.counters)
        held = pack.codes_of(speaker.held)
        foreign = [code for code in pack.codes if code not in held]
        codes = [pack.codes[card] for card in named[1:]] + [choose(draft.rng, foreign)]
        return _add_item(draft, speaker, sorted(codes, key=pack.number.__getitem__))
    return None


def declaration_no_combination(draft: Draft) -> str | None:
    """An item whose cards the seat holds and that make nothing, in a list that is complete."""
    pack = draft.game.pack
    for speaker in _speakers(draft, least=0):
        named = sum(pack.bits[card] for card in shuffled(draft.rng, pack.cards(speaker.held))[:3])
        if not _meanings(draft, speaker, named):
            return _add_item(draft, speaker, pack.codes_of(named))
    return None


def declaration_value(draft: Draft) -> str | None:
    """Points claimed for a declaration, or for one of its items, that it does not score."""
    wrong = 5 * (1 + below(draft.rng, 4)) * choose(draft.rng, (1, -1))
    for speaker in _speakers(draft):
        items = draft.items(speaker.seat)
        if happens(draft.rng, 0.5):
            what = choose(draft.rng, ("all", items))
            path = _say(draft, speaker.seat, {"items": what, "points": speaker.points + wrong})
            return f"{path}.points"
        place = below(draft.rng, len(items))
        items[place]["points"] = speaker.combinations[place].points + wrong
        return f"{_list(draft, speaker.seat, items)}[{place}].points"
    return None


def partial_declaration(draft: Draft) -> str | None:
    """A list that leaves a combination of the hand out."""
    for speaker in _speakers(draft, least=2):
        items = draft.items(speaker.seat)
        del items[below(draft.rng, len(items))]
        return _list(draft, speaker.seat, items)
    return None


def late_declaration(draft: Draft) -> str | None:
    """A declaration made after a trick, and so after the seat's first card."""
    for speaker in _speakers(draft):
        what = choose(draft.rng, ("all", draft.items(speaker.seat)))
        after_trick = 1 + below(draft.rng, draft.game.hand_size)
        path = _say(draft, speaker.seat, {"items": what, "after_trick": after_trick})
        return f"{path}.after_trick"
    return None


def _speakers(draft: Draft, least: int = 1) -> Iterator[_Speaker]:
    """The seats, in any order, that can declare so many combinations at least."""
    for seat in shuffled(draft.rng, SEATS):
        held = draft.kept(seat)
        whole = special_in_declarations(draft.game).declarable(held, draft.rules)
        if len(whole.combinations) >= least:
            yield _Speaker(seat, held, list(whole.combinations), whole.points)


def _meanings(draft: Draft, speaker: _Speaker, named: int) -> list[Combination]:
    return list(special_in_declarations(draft.game).meanings(named, speaker.held, draft.rules))


def _say(draft: Draft, seat: str, what: Any) -> str:
    """Put down what a seat declares; its path."""
    said = {**draft.record["declarations"], seat: what}
    draft.record["declarations"] = {other: said[other] for other in SEATS if other in said}
    return f"$.declarations.{seat}"


def _list(draft: Draft, seat: str, items: list[RecordFields]) -> str:
    """Put down a list of items, in its short or in its long form; the path of the list."""
    if happens(draft.rng, 0.5):
        return _say(draft, seat, items)
    return _say(draft, seat, {"items": items}) + ".items"


def _add_item(draft: Draft, speaker: _Speaker, codes: list[str]) -> str:
    """Put an item that scores nothing into a complete list; the path of its cards."""
    items = draft.items(speaker.seat)
    place = below(draft.rng, len(items) + 1)
    items.insert(place, {"cards": codes})
    return f"{_list(draft, speaker.seat, items)}[{place}].cards"


def _in_order(item: RecordFields) -> RecordFields:
    return {key: item[key] for key in ("cards", "kind", "points") if key in item}
