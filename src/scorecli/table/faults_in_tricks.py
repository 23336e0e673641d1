"""What is wrong with the tricks of a record: called once something is, and never in a hurry."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorecli.cards import SUIT_NAMES, TRUMP_SUIT, UNREADABLE_CARD, Pack, canonical_code
from scorecli.ledger import Finding, finding
from scorecli.seats import SEATS
from scorecli.table.hand import Hand, Size
from scorecli.table.replay import Revoke, replay
from scorecli.table.wording import (
    SEPARATED_BY_BLANKS,
    card_named,
    how_many,
    listed,
    missing_cards,
    play_path,
    unknown_card,
)

Clauses = Mapping[str, str]


def check_trick_sizes(hand: Hand, size: Size, rows: Sequence[Sequence[str]]) -> bool:
    """Whether the tricks have four cards each (the last may be broken off) and are not too many."""
    if len(rows) == size.hand and set(map(len, rows)) == {4}:
        return True
    for trick, row in enumerate(rows):
        if len(row) == 4 or (len(row) < 4 and trick == len(rows) - 1):
            continue
        message = f"trick {trick + 1} has {how_many(len(row), 'card')}, not 4"
        if any("," in code or ";" in code for code in row):
            message += f": {' '.join(row)!r}; {SEPARATED_BY_BLANKS}"
        elif len(row) < 4:
            message += "; only the last trick may be broken off"
        hand.findings.append(
            finding(
                "trick-size",
                message,
                path=f"$.tricks[{trick}]",
                trick=trick + 1,
                expected=4,
                found=len(row),
            )
        )
        hand.valid = False
    if len(rows) > size.hand:
        message = f"{len(rows)} tricks, but a hand has {size.hand}"
        path = f"$.tricks[{size.hand}]"
        hand.findings.append(
            finding("trick-count", message, path=path, expected=size.hand, found=len(rows))
        )
        hand.valid = False
    return hand.valid


def resolve_plays(
    hand: Hand,
    size: Size,
    rows: Sequence[Sequence[str]],
    plays: list[Any],
    leads: Sequence[int | None] | None,
    dealt: Sequence[int | None],
    discards: int | None,
) -> bool:
    """Read the cards of tricks that are no canonical codes; whether all could be read."""
    unreadable = []
    for index, card in enumerate(plays):
        if card is not None:
            continue
        trick, place = divmod(index, 4)
        written = rows[trick][place]
        code = canonical_code(written)
        plays[index] = hand.pack.number.get(code)
        if code == UNREADABLE_CARD:
            unreadable.append(index)
        elif plays[index] is None:
            path = play_path(trick, place)
            hand.findings.append(unknown_card(hand.pack, written, path, trick=trick + 1))
    choices: list[str] = []
    if len(unreadable) == 1 and len(plays) == 4 * size.hand:
        (index,) = unreadable
        choices = _choices(hand, plays, index, leads, dealt, discards)
        if len(choices) == 1:
            plays[index] = hand.pack.number[choices[0]]
            hand.findings.append(_inferred(index, choices[0]))
            unreadable = []
    for index in unreadable:
        hand.findings.append(_unreadable(index, choices))
    unknown = plays.count(None) - len(unreadable)
    if unknown and len(plays) == 4 * size.hand:
        missing = hand.pack.codes_of(_unseen(hand, plays, discards))
        if len(missing) == unknown:
            hand.findings += missing_cards(missing)
    hand.valid &= None not in plays
    return hand.valid


def _unseen(hand: Hand, plays: Sequence[int | None], discards: int | None) -> int:
    """The cards that are neither in the tricks nor among the known discards."""
    pack = hand.pack
    seen = pack.mask([pack.codes[card] for card in plays if card is not None])
    return pack.without(pack.without(pack.everything, seen), discards or 0)


def _choices(
    hand: Hand,
    plays: Sequence[int | None],
    index: int,
    leads: Sequence[int | None] | None,
    dealt: Sequence[int | None],
    discards: int | None,
) -> list[str]:
    """The cards that the one unreadable card of a hand can be, by the pack and the hands."""
    pack = hand.pack
    choices = pack.codes_of(_unseen(hand, plays, discards))
    assert hand.dealer is not None
    trick, place = divmod(index, 4)
    before = [card for card in plays[: 4 * trick] if card is not None]
    if len(before) == 4 * trick:
        played = replay(pack, before, (hand.dealer + 1) % 4, leads, [None] * 4)
        leader = played.winners[-1] if played.winners else (hand.dealer + 1) % 4
        if leads is not None and (recorded := leads[trick]) is not None:
            leader = recorded
        held = dealt[(leader + place) % 4]
        if held is not None:
            held_codes = pack.codes_of(held)
            choices = [code for code in choices if code in held_codes]
    return list(dict.fromkeys(choices))


def _inferred(index: int, code: str) -> Finding:
    trick, place = divmod(index, 4)
    return finding(
        "inferred-card",
        f"{card_named(trick, place)} could not be read: it is {code}, the only card left",
        path=play_path(trick, place),
        trick=trick + 1,
        card=code,
        found=UNREADABLE_CARD,
        expected=code,
    )


def _unreadable(index: int, choices: Sequence[str]) -> Finding:
    trick, place = divmod(index, 4)
    message = f"{card_named(trick, place)} could not be read"
    if choices:
        message += f"; it is {listed(choices)}"
    return finding(
        "unreadable-card",
        message,
        path=play_path(trick, place),
        trick=trick + 1,
        found=UNREADABLE_CARD,
        expected=list(choices) or None,
    )


def doubled_plays(
    hand: Hand, plays: Sequence[int], *, complete: bool, discards: int | None
) -> None:
    """A card stands twice in the tricks: both places, and which card is missing instead."""
    hand.valid = False
    codes = [hand.pack.codes[card] for card in plays]
    missing = hand.pack.codes_of(_unseen(hand, plays, discards)) if complete else []
    several = {
        code: [index for index, other in enumerate(codes) if other == code]
        for code in dict.fromkeys(codes)
        if codes.count(code) > hand.pack.codes.count(code)
    }
    doubled = sum(len(places) - hand.pack.codes.count(code) for code, places in several.items())
    for code, places in several.items():
        copies = hand.pack.codes.count(code)
        for index in places[copies:]:
            first, again = (divmod(place, 4) for place in (places[0], index))
            times = "twice" if len(places) == 2 else f"{len(places)} times"
            more = f", and the pack has {copies}" if copies > 1 else ""
            message = f"{code} stands {times}{more}: {card_named(*first)} and {card_named(*again)}"
            if missing:
                message += f"; {_missing_words(missing, len(missing) - doubled)}"
            hand.findings.append(
                finding(
                    "duplicate-card",
                    message,
                    path=play_path(*again),
                    trick=again[0] + 1,
                    card=code,
                    found=[play_path(*first), play_path(*again)],
                    expected=missing or None,
                )
            )
    if len(missing) == doubled:
        hand.findings += missing_cards(missing)


def _missing_words(missing: Sequence[str], discards: int) -> str:
    if len(missing) == 1:
        return f"one of the two is probably {missing[0]}, which is missing"
    nobody = f"nobody played {listed(missing, 'and')}"
    if discards <= 0:
        return f"{nobody}, which are missing"
    return f"{nobody}: {discards} of these were laid away, the rest is missing"


def check_seats(
    hand: Hand,
    leads: Sequence[int | None],
    winners: Sequence[int | None],
    clauses: Clauses,
) -> None:
    """Hold the recorded leader and winner of each trick against the rules."""
    assert hand.replay is not None
    assert hand.dealer is not None
    leader = (hand.dealer + 1) % 4
    for trick, (lead, won_by) in enumerate(zip(leads, winners, strict=True)):
        if lead is not None and lead != leader:
            why = f"{SEATS[leader]} won the trick before" if trick else "the dealer's right leads"
            hand.findings.append(
                finding(
                    "wrong-leader",
                    f"trick {trick + 1} was led by {SEATS[lead]}, but {why}",
                    clauses["wrong-leader"],
                    path=f"$.tricks[{trick}].lead",
                    trick=trick + 1,
                    seat=SEATS[lead],
                    expected=SEATS[leader],
                    found=SEATS[lead],
                )
            )
        if trick >= len(hand.replay.winners):
            if won_by is not None:
                message = f"trick {trick + 1} is not over, and nobody can have won it"
                path = f"$.tricks[{trick}].won_by"
                hand.findings.append(
                    finding(
                        "claim-unchecked", message, path=path, trick=trick + 1, found=SEATS[won_by]
                    )
                )
            break
        leader = hand.replay.winners[trick]
        if won_by is not None and won_by != leader:
            winning = (leader - hand.replay.leaders[trick]) % 4
            card = hand.replay.columns[leader][trick]
            message = (
                f"trick {trick + 1} is recorded as won by {SEATS[won_by]}, but {SEATS[leader]} won"
                f" it with {hand.pack.codes[card]} ({card_named(trick, winning)})"
            )
            hand.findings.append(
                finding(
                    "wrong-winner",
                    message,
                    clauses["wrong-winner"],
                    path=f"$.tricks[{trick}].won_by",
                    trick=trick + 1,
                    seat=SEATS[won_by],
                    card=hand.pack.codes[card],
                    expected=SEATS[leader],
                    found=SEATS[won_by],
                )
            )


def revoke_finding(pack: Pack, revoke: Revoke, clauses: Clauses) -> Finding:
    """A play that broke the duty to follow suit or to trump, and what was legal."""
    seat, card = SEATS[revoke.seat], pack.codes[revoke.card]
    legal = list(dict.fromkeys(pack.codes_of(revoke.legal)))
    if revoke.legal & pack.masks[revoke.led]:
        led = "a trump" if revoke.led == TRUMP_SUIT else SUIT_NAMES[revoke.led]
        message = f"{seat} played {card} to {led} and could follow suit"
    else:
        message = f"{seat} played {card} to {SUIT_NAMES[revoke.led]} and had to trump"
    return finding(
        "revoke",
        f"{message}; legal: {', '.join(legal)}",
        clauses["revoke"],
        path=play_path(revoke.trick, revoke.place),
        seat=seat,
        trick=revoke.trick + 1,
        card=card,
        found=card,
        legal=legal,
    )
