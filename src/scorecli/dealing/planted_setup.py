"""Planted faults in cut, rob, turn-ups, fola and discards, in a game that has them."""

from collections.abc import Mapping
from typing import Any

from scorecli.cards import TRUMP_SUIT
from scorecli.dealing.chance import below, choose, happens, shuffled
from scorecli.dealing.draft import Draft
from scorecli.dealing.special import special_in_fola
from scorecli.seats import SEATS


def rob(draft: Draft) -> str | None:
    """A rob of what is not robbed, of what another seat holds, or by a seat that may not rob.

    Or one that ended though the next card of the fola had to be robbed.
    """
    record = draft.record
    robbed, fola, dealer = record["robbed"], record["fola"], record["dealer"]
    pack, special = draft.game.pack, special_in_fola(draft.game)
    not_yet = [code for code in fola if pack.bit[code] & special.ROBBED_FOR_NOTHING]
    if not_yet and happens(draft.rng, 0.3):
        fola.remove(not_yet[0])
        fola.insert(0, not_yet[0])
        return "$.fola[0]"
    cutter = record.get("cutter", SEATS[SEATS.index(dealer) - 1])
    may_not = choose(draft.rng, [seat for seat in SEATS if seat not in (cutter, dealer)])
    if not robbed or happens(draft.rng, 0.3):
        wrong = _held(draft, may_not, special.NEVER_LAID_AWAY)
        seat = may_not
    else:
        seat = choose(draft.rng, list(robbed))
        others = [other for other in SEATS if other != seat]
        wrong = choose(
            draft.rng,
            [
                _held(draft, seat, _plain(draft)),
                _held(draft, choose(draft.rng, others), special.NEVER_LAID_AWAY),
            ],
        )
    if not wrong or len(fola) < 2:
        return None
    if seat == may_not:
        # Thirteen cards are not dealt: what is robbed more is not left in the fola.
        fola.pop()
    record["robbed"] = _by_seat(
        {**robbed, seat: [*robbed.get(seat, ())[:-1], choose(draft.rng, wrong)]}
    )
    return f"$.robbed.{seat}"


def turn_up(draft: Draft) -> str | None:
    """A turned-up card that another seat holds, or none at all."""
    turned_up = draft.record["turned_up"]
    seat, other = shuffled(draft.rng, SEATS)[:2]
    if happens(draft.rng, 0.2):
        del turned_up[seat]
        return "$.turned_up"
    turned_up[seat] = choose(draft.rng, _held(draft, other, draft.game.pack.everything))
    return f"$.turned_up.{seat}"


def taken(draft: Draft) -> str | None:
    """A card taken out of the fola that is not worth it, or that another seat holds."""
    dealer, cards = draft.record["dealer"], draft.record["taken"]
    wrong = _held(draft, dealer, _plain(draft))
    if happens(draft.rng, 0.5):
        other = choose(draft.rng, [seat for seat in SEATS if seat != dealer])
        wrong = _held(draft, other, special_in_fola(draft.game).NEVER_LAID_AWAY)
    if not cards or not wrong:
        return None
    cards[below(draft.rng, len(cards))] = choose(draft.rng, wrong)
    return "$.taken"


def dead_card(draft: Draft) -> str | None:
    """A card left in the fola that the dealer had to take; the hand is then played without it."""
    record, pack = draft.record, draft.game.pack
    dealer, fola = record["dealer"], record["fola"]
    # The first card of the fola is the one that ended the rob.
    if not record["taken"] or not fola:
        return None
    left = choose(draft.rng, record["taken"])
    kept = choose(draft.rng, record["discards"][dealer])
    place = 1 + below(draft.rng, len(fola))
    fola.insert(place, left)
    record["taken"].remove(left)
    hand = [*record["hands"][dealer], kept]
    hand.remove(left)
    record["hands"][dealer] = sorted(hand, key=pack.number.__getitem__)
    discards = [code for code in record["discards"][dealer] if code != kept]
    record["discards"] = _by_seat({**record["discards"], dealer: discards})
    draft.declare()
    draft.play()
    draft.pay()
    return f"$.fola[{place}]"


def discard_count(draft: Draft) -> str | None:
    """A discard that is not recorded, or one too many, which lay in the fola in truth."""
    discards, fola = draft.record["discards"], draft.record["fola"]
    if happens(draft.rng, 0.5):
        seat = choose(draft.rng, SEATS)
        if len(fola) < 2:
            return None
        cards = [*discards.get(seat, ()), fola.pop()]
    else:
        # A seat of which no discards are recorded may have laid away any number.
        places = [one for one in _unnamed_discards(draft) if len(discards[one[0]]) > 1]
        if not places:
            return None
        seat, place = choose(draft.rng, places)
        cards = [*discards[seat][:place], *discards[seat][place + 1 :]]
    draft.record["discards"] = _by_seat({**discards, seat: cards})
    return f"$.discards.{seat}"


def discard_mismatch(draft: Draft) -> str | None:
    """A card that was played in truth, among the discards or in the fola."""
    discards, fola = draft.record["discards"], draft.record["fola"]
    played = [code for seat in SEATS for code in _held(draft, seat, _plain(draft))]
    if fola and happens(draft.rng, 0.5):
        place = below(draft.rng, len(fola))
        fola[place] = choose(draft.rng, played)
        return f"$.fola[{place}]"
    places = _unnamed_discards(draft)
    if not places:
        return None
    seat, place = choose(draft.rng, places)
    discards[seat][place] = choose(draft.rng, played)
    return f"$.discards.{seat}"


def _plain(draft: Draft) -> int:
    """The mask of the cards of the suits that are worth nothing: they are neither robbed nor taken.

    Laid away they may be.
    """
    suits = sum(draft.game.pack.masks[:TRUMP_SUIT])
    return suits & ~special_in_fola(draft.game).NEVER_LAID_AWAY


def _named(draft: Draft) -> set[str]:
    """The cards that were robbed, turned up or taken."""
    record = draft.record
    return {*record["taken"], *record["turned_up"].values()}.union(*record["robbed"].values())


def _held(draft: Draft, seat: str, mask: int) -> list[str]:
    """The cards of a mask that a seat plays with, but for those robbed, turned up or taken."""
    named = _named(draft)
    return [code for code in draft.game.pack.codes_of(draft.kept(seat) & mask) if code not in named]


def _unnamed_discards(draft: Draft) -> list[tuple[str, int]]:
    """The seat and the place of each discard that was neither robbed nor turned up."""
    named = _named(draft)
    return [
        (seat, place)
        for seat, cards in draft.record["discards"].items()
        for place, code in enumerate(cards)
        if code not in named
    ]


def _by_seat(cards: Mapping[str, Any]) -> dict[str, Any]:
    """The same by seat, in the order of the seats and without empty ones."""
    return {seat: cards[seat] for seat in SEATS if cards.get(seat)}
