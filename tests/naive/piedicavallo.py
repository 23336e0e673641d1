"""A naive scorer of one hand of Tarocchi of Piedicavallo, written from its rule sheet alone.

It shares no code with the program, works on plain card codes and tries things out instead of
reckoning them: each function can be read next to the clauses that it names.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

Json = Mapping[str, Any]  # an object of the record
Findings = list[dict[str, Any]]
Trick = list[tuple[str, str]]  # (seat, card), in order of play
Piles = dict[str, list[str]]

DEFAULT_RULES: Json = {}
SEATS = ["S", "E", "N", "W"]  # P3.1: in order of play
TEAM = {"S": "NS", "N": "NS", "E": "EW", "W": "EW"}  # P2.1
OTHER = {"NS": "EW", "EW": "NS"}

# P1.2: each suit from its highest to its lowest card, and the trumps.
SUITS = {
    "S": ["SK", "SQ", "SN", "SJ", "S10", "S9", "S8", "S7", "S6", "S5"],
    "B": ["BK", "BQ", "BN", "BJ", "B10", "B9", "B8", "B7", "B6", "B5"],
    "C": ["CK", "CQ", "CN", "CJ", "CA", "C2", "C3", "C4", "C5", "C6"],
    "D": ["DK", "DQ", "DN", "DJ", "DA", "D2", "D3", "D4", "D5", "D6"],
}
KINGS = ["SK", "BK", "CK", "DK"]
TRUMPS = [f"T{number}" for number in range(21, 0, -1)]
PACK_ORDER = [card for suit in SUITS.values() for card in suit] + [*TRUMPS, "MAT"]  # G2
PACK = list(PACK_ORDER)  # P1.1: each card once


def _high_trump(rules: Json) -> str:
    """P1.2: the trump that beats all others."""
    return "T20" if rules.get("high_trump") == 20 else "T21"


def _fives(rules: Json) -> list[str]:
    """P1.3, P2.2: the cards worth 5, which are also those that may never be laid away."""
    return [*KINGS, "T1", _high_trump(rules), "MAT"]


def _value(card: str, rules: Json) -> int:
    """P1.3: what a card is worth."""
    return 5 if card in _fives(rules) else {"Q": 4, "N": 3, "J": 2}.get(card[1:], 1)


def card_points(cards: Sequence[str], rules: Json = DEFAULT_RULES) -> int:
    """The value of some cards: plain addition, nothing is taken off (P1.3)."""
    return sum(_value(card, rules) for card in cards)


def _trumps_may_go(kept: Sequence[str], rules: Json) -> bool:
    """P2.3: whether the 15 cards kept allow an ordinary trump to be laid away."""
    forced = all(card in TRUMPS or card in KINGS or card == "MAT" for card in kept)
    void = not any(card in TRUMPS for card in kept)
    if rules.get("matto_is_trump_in_void_test") and "MAT" in kept:
        void = False
    return forced or (void and rules.get("trump_discard") != "forced_only")


def illegal_in_discards(
    kept15: Sequence[str], laid2: Sequence[str], rules: Json = DEFAULT_RULES
) -> list[str]:
    """The cards that should not have been laid away (P2.2, P2.3)."""
    may_go = _trumps_may_go(kept15, rules)
    return [card for card in laid2 if card in _fives(rules) or (card in TRUMPS and not may_go)]


def legal_discards(dealt17: Sequence[str], rules: Json = DEFAULT_RULES) -> list[tuple[str, str]]:
    """All pairs that the dealer may lay away: each pair is tried (P2.2, P2.3)."""
    return [
        laid
        for laid in combinations(dealt17, 2)
        if not illegal_in_discards([card for card in dealt17 if card not in laid], laid, rules)
    ]


def _cards(written: str | Sequence[str] | None) -> list[str]:
    """A list of cards: codes in an array or in one string, in either case."""
    codes = written.split() if isinstance(written, str) else written or []
    return [code.upper() for code in codes]


def _suit(card: str) -> str:
    """P3.2: the suit that a card belongs to in play; the Matto belongs to none."""
    return "trumps" if card in TRUMPS else "none" if card == "MAT" else card[0]


def trick_winner(trick: Trick, rules: Json = DEFAULT_RULES) -> str:
    """The seat that wins a trick (P3.3, P3.4)."""
    contest = [(seat, card) for seat, card in trick if card != "MAT"]
    led = _suit(contest[0][1])  # of the second card if the Matto led
    order = [_high_trump(rules), *TRUMPS, *SUITS.get(led, [])]  # from the highest down
    able = [(seat, card) for seat, card in contest if card in order]
    return min(able, key=lambda play: order.index(play[1]))[0]


def legal_cards(hand: Sequence[str], before: Sequence[str]) -> set[str]:
    """The cards that may be played after the cards `before` of the trick (P3.2, P3.4)."""
    contest = [card for card in before if card != "MAT"]
    if not contest:  # leading, or free after the Matto led
        return set(hand)
    following = {card for card in hand if _suit(card) == _suit(contest[0])}
    trumps = {card for card in hand if card in TRUMPS}
    return (following or trumps or set(hand)) | {card for card in hand if card == "MAT"}


def _check_pack(record: Json, out: Findings) -> None:
    """P1.1: no card of another pack, no card more than once."""
    seen: Counter[str] = Counter()
    for number, trick in enumerate(record["tricks"], 1):
        for card in _cards(trick["cards"] if isinstance(trick, Mapping) else trick):
            seen[card] += 1
            if seen[card] > PACK.count(card):
                code = "duplicate-card" if card in PACK else "unknown-card"
                out.append({"code": code, "trick": number, "card": card})
    laid = _cards((record.get("discards") or {}).get(record["dealer"]))
    if out and laid:  # with the discards known, the pack tells which card is missing
        missing = Counter(PACK) - seen - Counter(laid)
        out.extend({"code": "missing-card", "card": card} for card in missing.elements())


def _seated(record: Json, rules: Json, out: Findings) -> list[Trick]:
    """P3.1: the fifteen tricks, each card with the seat that played it."""
    tricks: list[Trick] = []
    leader = SEATS[(SEATS.index(record["dealer"]) + 1) % 4]
    for number, written in enumerate(record["tricks"], 1):
        entry = written if isinstance(written, Mapping) else {"cards": written}
        lead = entry.get("lead") or leader
        if lead != leader:
            out.append({"code": "wrong-leader", "trick": number, "seat": lead})
        order = SEATS[SEATS.index(lead) :] + SEATS[: SEATS.index(lead)]
        tricks.append(list(zip(order, _cards(entry["cards"]), strict=True)))
        leader = trick_winner(tricks[-1], rules)
        if entry.get("won_by") not in (None, leader, TEAM[leader]):
            seat = entry["won_by"]
            out.append({"code": "wrong-winner", "trick": number, "seat": seat})
    return tricks


def _check_play(record: Json, tricks: list[Trick], out: Findings) -> None:
    """P3.2: every card against the duty to follow, and against the hand that is recorded."""
    hands = {seat: _cards(cards) for seat, cards in (record.get("hands") or {}).items() if cards}
    for number, trick in enumerate(tricks, 1):
        for turn, (seat, card) in enumerate(trick):
            here = {"seat": seat, "trick": number, "card": card}
            left = [held for later in tricks[number - 1 :] for who, held in later if who == seat]
            legal = legal_cards(left, [before for _, before in trick[:turn]])
            if card not in legal:
                out.append({"code": "revoke", **here, "legal": legal})
            if card in hands.get(seat, []):
                hands[seat].remove(card)
            elif seat in hands:
                out.append({"code": "not-held", **here})


def _check_discards(
    record: Json, kept: list[str], unplayed: list[str], rules: Json, out: Findings
) -> None:
    """P2.2 to P2.4: what the dealer laid away, the two cards that nobody played, and announced."""
    dealer = record["dealer"]
    for card in illegal_in_discards(kept, unplayed, rules):
        out.append({"code": "illegal-discard", "seat": dealer, "card": card})
    for seat, cards in (record.get("discards") or {}).items():
        if not cards:
            continue
        if seat != dealer or len(_cards(cards)) != 2:
            out.append({"code": "discard-count", "seat": seat})
        elif Counter(_cards(cards)) != Counter(unplayed):
            out.append({"code": "discard-mismatch", "seat": seat})
    trumps = sum(card in TRUMPS for card in unplayed)
    announced = record.get("announced_trumps")
    if announced != trumps and (announced is not None or trumps > 0):
        figures = {"expected": trumps, "found": announced}
        out.append({"code": "wrong-announcement", "seat": dealer, **figures})


def _payment(captured: list[str], named: str | None, rules: Json, out: Findings) -> str:
    """P3.5, B7.1: the card that is given for the Matto."""
    worth = {card: _value(card, rules) for card in captured if card != "MAT"}
    allowed = [card for card in PACK_ORDER if worth.get(card) == min(worth.values())]
    if named is not None and named not in allowed:
        out.append({"code": "matto-payment", "card": named})
    if named is not None and named in captured:
        return named
    # All that are allowed are worth the same: none is better than the first in pack order.
    out.append({"code": "assumed-payment", "card": allowed[0], "could_change_winner": False})
    return allowed[0]


def _shown(record: Json, piles: Piles, giver: str) -> str | None:
    """P3.5, B7.1: the card that settled piles show to have been given, if they show just one.

    It is too many in the pile of the other team, or it is missing where only the giver's is told.
    """
    written = (record.get("piles") or {}).items()
    told = {team: Counter(_cards(cards)) for team, cards in written if cards is not None}
    if not told or record.get("settled") is False:
        return None
    missing = Counter(piles[giver]) - told.get(giver, Counter())
    moved = missing
    if OTHER[giver] in told:
        moved = told[OTHER[giver]] - Counter(piles[OTHER[giver]])
    moved &= Counter(card for card in piles[giver] if card != "MAT")
    return next(iter(moved)) if moved.total() == 1 and moved <= missing else None


def _check_claims(claims: Json, result: Json, out: Findings) -> None:
    """Each claimed figure against the recomputed one (P4.1)."""
    for team, figures in result["teams"].items():
        for figure in ("card_points", "total"):
            if (claims.get(team) or {}).get(figure) not in (None, figures[figure]):
                out.append({"code": "claim-mismatch", "team": team, "figure": figure})
    for figure in ("winner", "margin"):
        if claims.get(figure) not in (None, result[figure]):
            out.append({"code": "claim-mismatch", "figure": figure})


def score(record: Json) -> dict[str, Any]:
    """The score of one hand with all its tricks, and what is wrong with the record (P2 to P4)."""
    out: Findings = []
    result: dict[str, Any] = {"teams": None, "winner": None, "margin": None, "findings": out}
    _check_pack(record, out)
    if out:
        return result
    rules: Json = record.get("house_rules") or {}
    tricks = _seated(record, rules, out)
    plays = [play for trick in tricks for play in trick]
    unplayed = list((Counter(PACK) - Counter(card for _, card in plays)).elements())
    _check_play(record, tricks, out)
    kept = [card for seat, card in plays if seat == record["dealer"]]
    _check_discards(record, kept, unplayed, rules, out)

    # Who captured what: the tricks, with the Matto (P3.5), and the discards (P2.5).
    winners = [TEAM[trick_winner(trick, rules)] for trick in tricks]
    piles: Piles = {"NS": [], "EW": []}
    giver = None
    for number, (trick, winner) in enumerate(zip(tricks, winners, strict=True), 1):
        falls = number == len(tricks) and rules.get("matto_last_trick") == "to_winner"
        for seat, card in trick:
            stays = card == "MAT" and TEAM[seat] in winners and not falls
            piles[TEAM[seat] if stays else winner].append(card)
            giver = TEAM[seat] if stays and TEAM[seat] != winner else giver
    dealers = TEAM[record["dealer"]]
    piles[dealers if dealers in winners else OTHER[dealers]] += unplayed

    # The payment for the Matto, under the house rule only (P3.5, B7.1).
    named = next(iter(_cards(record.get("matto_payment"))), None)
    if giver is not None and rules.get("matto_exchange") == "one_point_card":
        named = named or _shown(record, piles, giver)
        card = _payment(piles[giver], named, rules, out)
        piles[giver].remove(card)
        piles[OTHER[giver]].append(card)
    elif named is not None:
        out.append({"code": "matto-payment", "card": named})

    totals = {team: card_points(piles[team], rules) for team in OTHER}  # P4.1
    result["teams"] = {
        team: {
            "card_points": total,
            "total": total,
            "tricks_won": winners.count(team),
            "cards": len(piles[team]),
        }
        for team, total in totals.items()
    }
    result["margin"] = abs(totals["NS"] - totals["EW"])
    result["winner"] = max(OTHER, key=lambda team: totals[team]) if result["margin"] else "draw"
    _check_claims(record.get("claims") or {}, result, out)
    return result
