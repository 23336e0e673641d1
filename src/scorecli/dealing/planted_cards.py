"""Planted faults in the cards of a record: unreadable, unknown, doubled, missing, too many."""

from typing import Final

from scorecli.cards import SUITS, UNREADABLE_CARD
from scorecli.dealing.chance import choose, happens, shuffled
from scorecli.dealing.draft import Draft
from scorecli.seats import SEATS, TEAMS
from scorecli.table.wording import play_path

Play = tuple[int, int]
"""A trick and the place of a card in it, both counted from 0."""

_CODES: Final = (
    *(suit + rank for suit in SUITS for rank in (*"KQNJA", *map(str, range(2, 11)))),
    *(f"T{number}" for number in range(1, 41)),
    *("ANG", "MON", "SOL", "LUN", "MOR", "BEG"),
)
_MISSPELT: Final = ("discards", "hands", "players")


def unreadable(draft: Draft) -> str:
    """A known key that lacks its last letter."""
    key = choose(draft.rng, _MISSPELT)
    draft.record[key[:-1]] = draft.record.pop(key)
    return f"$.{key[:-1]}"


def format_assumed(draft: Draft) -> str:
    """No format."""
    del draft.record["format"]
    return "$"


def unknown_card(draft: Draft) -> str:
    """A card of another pack in a trick."""
    foreign = [code for code in _CODES if code not in draft.game.pack.number]
    (play,) = _plays(draft, 1)
    _write(draft, play, choose(draft.rng, foreign))
    return play_path(*play)


def unreadable_card(draft: Draft) -> str | None:
    """Two cards of tricks that could not be read; or one, with nothing of what nobody played."""
    plays = _plays(draft, 2)
    if happens(draft.rng, 0.5):
        plays = plays[:1]
        ((trick, place),) = plays
        del draft.record["hands"]
        draft.record.pop("fola", None)
        discards = draft.record.pop("discards").values()
        if set().union(*discards) == {draft.record["tricks"][trick][place]}:
            # All that is left is alike, and so the card is known.
            return None
    for play in plays:
        _write(draft, play, UNREADABLE_CARD)
    return play_path(*min(plays))


def inferred_card(draft: Draft) -> str:
    """One card of a trick that could not be read, while all the others are known."""
    (play,) = _plays(draft, 1)
    _write(draft, play, UNREADABLE_CARD)
    return play_path(*play)


def duplicate_card(draft: Draft) -> str | None:
    """A card that stands twice, in the tricks or in the hands, in the place of another."""
    return _doubled_in_hands(draft) if happens(draft.rng, 0.3) else _doubled_in_tricks(draft)


def missing_card(draft: Draft) -> str | None:
    """A card that stands nowhere, because another stands twice."""
    if not duplicate_card(draft):
        return None
    # Where not all cards are in the record it is not known which one is missing.
    codes = {found.code for found in draft.audited().findings}
    return "$" if "missing-card" in codes else None


def hand_size(draft: Draft) -> str:
    """A hand that lacks a card, or has one too many, in a record of two hands."""
    seat, other = shuffled(draft.rng, SEATS)[:2]
    draft.keep_hands((seat, other))
    hand = draft.record["hands"][seat]
    if happens(draft.rng, 0.5):
        hand.remove(choose(draft.rng, hand))
    else:
        hand.append(choose(draft.rng, _in_no_hand(draft)))
    return f"$.hands.{seat}"


def trick_size(draft: Draft) -> str:
    """A trick of five cards, or of three (not the last, which may be broken off)."""
    ((trick, place),) = _plays(draft, 1)
    row = draft.record["tricks"][trick]
    if trick < draft.game.hand_size - 1 and happens(draft.rng, 0.5):
        del row[place]
    else:
        row.append(row[place])
    return f"$.tricks[{trick}]"


def trick_count(draft: Draft) -> str:
    """A trick that is written down twice, one after the other."""
    tricks = draft.record["tricks"]
    tricks.insert(_plays(draft)[0][0], choose(draft.rng, tricks))
    return f"$.tricks[{draft.game.hand_size}]"


def discard_count(draft: Draft) -> str:
    """One discard too few, or a discard of a seat that does not deal."""
    dealer = draft.record["dealer"]
    seat = choose(draft.rng, SEATS)
    discards = draft.record["discards"]
    if seat == dealer:
        discards[seat] = discards[seat][1:]
    else:
        discards[seat] = [choose(draft.rng, draft.record["hands"][seat])]
        draft.record["discards"] = {other: discards[other] for other in SEATS if other in discards}
    return f"$.discards.{seat}"


def discard_mismatch(draft: Draft) -> str:
    """A recorded discard that was played in truth."""
    dealer = draft.record["dealer"]
    discards = draft.record["discards"][dealer]
    played = [code for trick in draft.record["tricks"] for code in trick if code not in discards]
    discards[0] = choose(draft.rng, played)
    return f"$.discards.{dealer}"


def pile_mismatch(draft: Draft) -> str | None:
    """A pile beside the tricks in which a card stands instead of another."""
    team, other_team = shuffled(draft.rng, TEAMS)
    piles = _settled_piles(draft)
    pile = piles[team]
    strange = [code for code in piles[other_team] if code not in pile]
    if not pile or not strange:
        return None
    pile[pile.index(choose(draft.rng, pile))] = choose(draft.rng, strange)
    draft.record["piles"] = {team: pile}
    return f"$.piles.{team}"


def play_unchecked(draft: Draft) -> str:
    """Piles instead of the tricks, with what the count needs beside them."""
    draft.to_piles(_settled_piles(draft))
    return "$.piles"


def piles_incomplete(draft: Draft) -> str:
    """Piles of which four cards or more are left out."""
    piles = _settled_piles(draft)
    draft.to_piles(piles)
    for pile in piles.values():
        del pile[2:]
    return "$.piles"


def not_held(draft: Draft) -> str:
    """A recorded hand that lacks a card which the seat played."""
    seat, code = _other_card_in_hand(draft)
    hand = draft.audited().hand
    assert hand.replay is not None
    number = SEATS.index(seat)
    trick = hand.replay.columns[number].index(draft.game.pack.number[code])
    return play_path(trick, (number - hand.replay.leaders[trick]) % 4)


def unplayed_card(draft: Draft) -> str:
    """A recorded hand with a card that the seat never played."""
    seat, _code = _other_card_in_hand(draft)
    return f"$.hands.{seat}"


def _plays(draft: Draft, number: int | None = None) -> list[Play]:
    """Some plays of the hand, or all, in any order."""
    tricks = draft.record["tricks"]
    plays = [(trick, place) for trick in range(len(tricks)) for place in range(4)]
    return shuffled(draft.rng, plays)[:number]


def _write(draft: Draft, play: Play, code: str) -> None:
    draft.record["tricks"][play[0]][play[1]] = code


def _settled_piles(draft: Draft) -> dict[str, list[str]]:
    pack = draft.game.pack
    payment = pack.mask([draft.record[key] for key in ("matto_payment",) if key in draft.record])
    piles = draft.special.piles(draft.audited().hand, payment)
    return dict(zip(TEAMS, map(pack.codes_of, piles), strict=True))


def _doubled_in_tricks(draft: Draft) -> str | None:
    first, second = _plays(draft, 2)
    code = draft.record["tricks"][first[0]][first[1]]
    _write(draft, second, code)
    places = [
        play for play in sorted(_plays(draft)) if draft.record["tricks"][play[0]][play[1]] == code
    ]
    too_many = places[draft.game.pack.codes.count(code) :]
    return play_path(*too_many[0]) if too_many else None


def _doubled_in_hands(draft: Draft) -> str | None:
    draft.keep_hands(SEATS)
    hands = draft.record["hands"]
    giver, taker = shuffled(draft.rng, SEATS)[:2]
    code = choose(draft.rng, hands[giver])
    hands[taker][hands[taker].index(choose(draft.rng, hands[taker]))] = code
    places = [
        f"$.hands.{seat}[{place}]"
        for seat in SEATS
        for place, other in enumerate(hands[seat])
        if other == code
    ]
    too_many = places[draft.game.pack.codes.count(code) :]
    return too_many[0] if too_many else None


def _in_no_hand(draft: Draft) -> list[str]:
    """The codes of the cards of which no recorded hand has one."""
    recorded = {code for hand in draft.record["hands"].values() for code in hand}
    return [code for code in draft.game.pack.codes if code not in recorded]


def _other_card_in_hand(draft: Draft) -> tuple[str, str]:
    """Leave one hand in the record, with a wrong card for one that was played (not one of many)."""
    pack = draft.game.pack
    seat = choose(draft.rng, SEATS)
    code = choose(draft.rng, pack.codes_of(draft.kept(seat) & ~pack.alike))
    hand = draft.record["hands"][seat]
    draft.record["hands"] = {seat: hand}
    hand[hand.index(code)] = choose(draft.rng, _in_no_hand(draft))
    return seat, code
