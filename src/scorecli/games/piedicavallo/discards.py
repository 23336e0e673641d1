"""What the dealer lays away and announces in Tarocchi of Piedicavallo (P2)."""

from collections.abc import Iterator
from itertools import combinations

from scorecli.cards import TRUMP_SUIT, Pack
from scorecli.games.base import HouseRules
from scorecli.games.piedicavallo.pack import DISCARDS, KINGS, MATTO
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.seats import SEATS
from scorecli.table.hand import Hand
from scorecli.table.wording import how_many, listed, some_of

_ONLY_FORCED = "nothing but trumps, Kings and the Matto stays"


def never_laid_away(pack: Pack) -> int:
    """The mask of the cards that always stay in the hand (P2.2)."""
    return KINGS | MATTO | pack.bit["T1"] | pack.highest_trump


def trumps_may_go(pack: Pack, kept: int, rules: HouseRules) -> bool:
    """Whether trumps may be laid away when these 15 cards are kept (P2.3)."""
    trumps = pack.masks[TRUMP_SUIT]
    if not kept & ~(trumps | KINGS | MATTO):
        return True
    if rules["trump_discard"] == "forced_only":
        return False
    return not kept & (trumps | MATTO if rules["matto_is_trump_in_void_test"] else trumps)


def unlawful(pack: Pack, kept: int | None, away: int, rules: HouseRules) -> int:
    """The mask of the cards laid away that may not go.

    Args:
        pack: the pack.
        kept: the mask of the 15 cards kept; None where they are not known, and trumps that may
            go at all are then taken as lawful.
        away: the mask of the cards laid away.
        rules: the house rules.
    """
    wrong = away & never_laid_away(pack)
    if kept is not None and not trumps_may_go(pack, kept, rules):
        wrong |= away & pack.masks[TRUMP_SUIT]
    return wrong


def trumps_in(pack: Pack, away: int) -> int:
    """The number of trumps among the cards laid away, which the dealer announces (P2.4)."""
    return (away & pack.masks[TRUMP_SUIT]).bit_count()


def lawful_discards(pack: Pack, dealt: int, rules: HouseRules) -> list[int]:
    """The masks of all pairs that a dealer may lay away of 17 cards (P2.2, P2.3)."""
    pairs = (pack.bits[one] | pack.bits[other] for one, other in combinations(pack.cards(dealt), 2))
    return [pair for pair in pairs if not unlawful(pack, dealt & ~pair, pair, rules)]


def check_discards(hand: Hand, record: Record, rules: HouseRules) -> Iterator[Finding]:
    """Each card that the dealer laid away (P2.2, P2.3), and what was announced (P2.4)."""
    announced = record.get("announced_trumps")
    if hand.discards is None or hand.dealer is None:
        if announced is not None and announced > DISCARDS:
            message = f"{announced} trumps are announced, but only {DISCARDS} cards go"
            path = "$.announced_trumps"
            yield finding("wrong-announcement", message, "P2.4", path=path, found=announced)
        return
    pack, seat, away = hand.pack, SEATS[hand.dealer], hand.discards
    kept = hand.kept[hand.dealer]
    wrong = unlawful(pack, kept, away, rules)
    if wrong:
        legal = [] if kept is None else lawful_discards(pack, kept | away, rules)
        may_go = 0
        for pair in legal:
            may_go |= pair
        for card in pack.cards(wrong):
            clause, why = _why_not(pack, card, kept or 0, rules)
            yield finding(
                "illegal-discard",
                f"{seat} laid away {pack.codes[card]}, but {why}{_legal_words(pack, legal)}",
                clause,
                path=f"$.discards.{seat}",
                seat=seat,
                card=pack.codes[card],
                legal=pack.codes_of(may_go) if legal else None,
            )
    yield from _check_announcement(announced, pack, away, seat)


def _why_not(pack: Pack, card: int, kept: int, rules: HouseRules) -> tuple[str, str]:
    """The clause by which a card may not be laid away, and why not."""
    highest = pack.codes_of(pack.highest_trump)[0]
    if pack.bits[card] & never_laid_away(pack):
        return "P2.2", f"a King, {highest}, T1 and the Matto always stay in the hand"
    trumps = pack.masks[TRUMP_SUIT]
    counted = trumps | MATTO if rules["matto_is_trump_in_void_test"] else trumps
    stays, condition = kept & ~(trumps | KINGS | MATTO), _ONLY_FORCED
    if rules["trump_discard"] != "forced_only":
        # Either forbids it; the fewer cards say it best.
        stays = min(kept & counted, stays, key=int.bit_count)
        condition = f"no trump stays, or {_ONLY_FORCED}"
    codes = pack.codes_of(stays)
    verb = "stays" if len(codes) == 1 else "stay"
    return "P2.3", f"{some_of(codes)} {verb} in the hand: trumps may go only if {condition}"


def _legal_words(pack: Pack, legal: list[int]) -> str:
    """The pairs that would have been legal: "; legal: any two of SQ, S9, C4"."""
    trumps = pack.masks[TRUMP_SUIT]
    no_trump = one_trump = two_trumps = 0
    for pair in legal:
        if not pair & trumps:
            no_trump |= pair
        elif pair & ~trumps:
            one_trump |= pair
        else:
            two_trumps |= pair
    parts = [_two_of(pack.codes_of(cards)) for cards in (no_trump, two_trumps) if cards]
    if one_trump:
        one, other = pack.codes_of(one_trump & trumps), pack.codes_of(one_trump & ~trumps)
        parts.append(f"{listed(one)} with {listed(other)}")
    return f"; legal: {', or '.join(parts)}" if parts else ""


def _two_of(codes: list[str]) -> str:
    return " and ".join(codes) if len(codes) == 2 else f"any two of {', '.join(codes)}"


def _check_announcement(
    announced: int | None, pack: Pack, away: int, seat: str
) -> Iterator[Finding]:
    """The number of trumps that the dealer announces, which may be left out if it is 0 (P2.4)."""
    right = trumps_in(pack, away)
    if announced == right or (announced is None and not right):
        return
    said = "nothing" if announced is None else str(announced)
    laid_away = how_many(right, "trump") if right else "no trump"
    yield finding(
        "wrong-announcement",
        f"{seat} announced {said}, but laid {laid_away} away",
        "P2.4",
        path="$.announced_trumps",
        seat=seat,
        expected=right,
        found=announced,
    )
