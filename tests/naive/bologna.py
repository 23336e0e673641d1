"""A naive scorer of one hand of Tarocchi Bolognesi, written from the Bologna rule sheet alone.

It shares no code with the program, works on plain card codes and tries things out instead of
reckoning them: each function can be read next to the clauses that it names.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

Json = Mapping[str, Any]  # an object of the record
Findings = list[dict[str, Any]]
Trick = list[tuple[str, str]]  # (seat, card), in order of play
Found = dict[str, list[str]]  # the kind of a combination: the cards that make it
Piles = Mapping[str, list[str]]
Figures = dict[str, dict[str, int]]

DEFAULT_RULES: Json = {}
SEATS = ["S", "E", "N", "W"]  # B4.1: in order of play
TEAM = {"S": "NS", "N": "NS", "E": "EW", "W": "EW"}  # B2.1
OTHER = {"NS": "EW", "EW": "NS"}

# B1.2: each suit from its highest to its lowest card; B1.3: the trumps.
SUITS = {
    "S": ["SK", "SQ", "SN", "SJ", "S10", "S9", "S8", "S7", "S6", "SA"],
    "B": ["BK", "BQ", "BN", "BJ", "B10", "B9", "B8", "B7", "B6", "BA"],
    "C": ["CK", "CQ", "CN", "CJ", "CA", "C6", "C7", "C8", "C9", "C10"],
    "D": ["DK", "DQ", "DN", "DJ", "DA", "D6", "D7", "D8", "D9", "D10"],
}
HEADS = ["MON", "SOL", "LUN"]
NUMBERS = ["T16", "T15", "T14", "T13", "T12", "T11", "T10", "T9", "T8", "T7", "T6", "T5"]
TRUMPS = ["ANG", *HEADS, *NUMBERS, "MOR", "BEG"]
PACK_ORDER = [card for suit in SUITS.values() for card in suit] + [*TRUMPS, "MAT"]  # G2
PACK = [*PACK_ORDER, "MOR", "MOR", "MOR"]  # B1.1

# B1.4: what a card is worth before half a point is taken off; every other card 1.
VALUES = dict.fromkeys(["ANG", "MON", "BEG", "MAT"], 5)
VALUES |= {suit + rank: 5 - lower for suit in "SBCD" for lower, rank in enumerate("KQNJ")}
NEVER_DISCARDED = ["SK", "BK", "CK", "DK", "ANG", "MON", "BEG", "MAT"]  # B2.2

# B5.1: the cards of a set, the points of three and the points of four.
SETS = {
    "tarocchi": (["ANG", "MON", "BEG", "MAT"], 18, 36),
    "kings": (["SK", "BK", "CK", "DK"], 17, 34),
    "queens": (["SQ", "BQ", "CQ", "DQ"], 14, 28),
    "knights": (["SN", "BN", "CN", "DN"], 13, 26),
    "jacks": (["SJ", "BJ", "CJ", "DJ"], 12, 24),
}
SUIT_KINDS = {"swords": "S", "batons": "B", "cups": "C", "coins": "D"}
ALIKE = {"aces": ["SA", "BA", "CA", "DA"], "moors": ["MOR"]}
KINDS = [*SETS, *SUIT_KINDS, *ALIKE, "grande"]


def _counters(cards: Sequence[str]) -> list[str]:
    """B6.3: the counters held."""
    return [card for card in ("BEG", "MAT") if card in cards]


def _placements(cards: Sequence[str], gaps: Sequence[str]) -> Iterator[list[str]]:
    """B6.3: all ways to use the counters held; each fills one of the gaps or only lengthens."""
    for places in product([*gaps, "longer"], repeat=len(_counters(cards))):
        filled = [place for place in places if place != "longer"]
        if len(set(filled)) == len(filled):  # one counter a position
            yield filled


def _suit_sequence(cards: Sequence[str], suit: str) -> list[str]:
    """B6.4: King, figures and ace of one suit."""
    figures = [suit + "Q", suit + "N", suit + "J"]
    real = [card for card in figures if card in cards]
    best: list[str] = []
    for filled in _placements(cards, [card for card in figures if card not in cards]):
        if suit + "K" in cards and len(real) >= 1 and len(real) + len(filled) >= 2:
            ace = [card for card in cards if card == suit + "A"]
            best = max(best, [suit + "K", *real, *ace, *_counters(cards)], key=len)
    return best


def _run(cards: Sequence[str], filled: Sequence[str]) -> list[str]:
    """B6.6: the positions T16, T15, … that the run reaches, real or filled."""
    reached: list[str] = []
    for number in NUMBERS:
        after_a_filled_one = bool(reached) and reached[-1] in filled
        if number not in cards and (number not in filled or after_a_filled_one):
            break
        reached.append(number)
    return reached


def _grande(cards: Sequence[str], rules: Json) -> list[str]:
    """B6.6 to B6.8: the longest Grande."""
    heads = [card for card in HEADS if card in cards]
    best: list[str] = []
    for filled in _placements(cards, [card for card in HEADS + NUMBERS if card not in cards]):
        filled_heads = [card for card in HEADS if card in filled]
        if "ANG" not in cards or len(heads) < 1 or len(heads + filled_heads) < 2:
            continue
        reached = _run(cards, filled)
        real = [card for card in reached if card in cards]
        found = ["ANG", *heads, *real, *_counters(cards)]
        if (real if rules.get("grande_complete") == "real" else reached) == NUMBERS:  # B6.7
            found += [card for card in cards if card == "MOR"]
        best = max(best, found, key=len)
    return best


def _made(kind: str, cards: Sequence[str], rules: Json) -> list[str]:
    """The cards of the combination of one kind, counters included; empty if there is none."""
    if kind in SETS:  # B5.1, B5.2
        found = [card for card in SETS[kind][0] if card in cards]
        return found if len(found) >= 3 else []
    if kind in SUIT_KINDS:
        return _suit_sequence(cards, SUIT_KINDS[kind])
    if kind in ("aces", "moors"):  # B6.5
        real = [card for card in cards if card in ALIKE[kind]]
        longer = real + _counters(cards)
        return longer if len(real) >= 2 and len(longer) >= 3 else []
    return _grande(cards, rules) if kind == "grande" else []


def _all(cards: Sequence[str], rules: Json) -> Found:
    """Every combination among the cards (B5, B6)."""
    made = {kind: _made(kind, cards, rules) for kind in KINDS}
    return {kind: found for kind, found in made.items() if found}


def _points(kind: str, cards: Sequence[str]) -> int:
    """B5.1, B6.1: the points of one combination before doubling."""
    if kind in SETS:
        return SETS[kind][1] if len(cards) == 3 else SETS[kind][2]
    return 10 + 5 * (len(cards) - 3)


def _sets_and_sequences(found: Found) -> tuple[int, int]:
    """B5.3, B6.2: the two sums, each doubled from three different combinations on."""
    sets = [_points(kind, cards) for kind, cards in found.items() if kind in SETS]
    sequences = [_points(kind, cards) for kind, cards in found.items() if kind not in SETS]
    times = [2 if len(different) >= 3 else 1 for different in (sets, sequences)]
    return sum(sets) * times[0], sum(sequences) * times[1]


def combinations(cards: Sequence[str], rules: Json = DEFAULT_RULES) -> list[dict[str, Any]]:
    """All combinations of the cards (B5, B6), points before doubling; sequences with a length."""
    listed: list[dict[str, Any]] = []
    for kind, found in _all(cards, rules).items():
        length = {} if kind in SETS else {"length": len(found)}
        listed.append({"kind": kind, "points": _points(kind, found), **length})
    return listed


def declaration_value(cards: Sequence[str], rules: Json = DEFAULT_RULES) -> int:
    """What declaring all the combinations of one hand scores, doublings included (B3.2)."""
    return sum(_sets_and_sequences(_all(cards, rules)))


def _cards(written: str | Sequence[str] | None) -> list[str]:
    """A list of cards: codes in an array or in one string, in either case."""
    codes = written.split() if isinstance(written, str) else written or []
    return [code.upper() for code in codes]


def _readings(item: Json, hand: Sequence[str], rules: Json) -> Found:
    """B3.3, B3.5: the kinds that an item can score as, each with the cards that then count."""
    named = _cards(item["cards"])
    if Counter(named) - Counter(hand):
        return {}
    readings: Found = {}
    for kind in KINDS if item.get("kind") is None else [item["kind"]]:
        real = [card for card in named if card not in _counters(named)]
        # The counters held count in every listed sequence, named or not.
        made = _made(kind, named if kind in SETS else real + _counters(hand), rules)
        if made and all(card in made for card in named):
            readings[kind] = made
    return readings


def _choose(readings: Sequence[Found]) -> list[str | None]:
    """The kind that each item scores as: of several, the one worth most that is still free."""
    taken = {kind for reading in readings if len(reading) == 1 for kind in reading}
    chosen: list[str | None] = []
    for reading in readings:
        free = [kind for kind in reading if len(reading) == 1 or kind not in taken]
        by_worth = sorted(free or reading, key=lambda kind: _points(kind, reading[kind]))
        chosen.append(by_worth[-1] if by_worth else None)
        taken.update(by_worth[-1:])
    return chosen


def _listed(seat: str, items: list[Json], hand: list[str], rules: Json, out: Findings) -> int:
    """B3.3, B3.5: what a list of items scores, doublings counted on what is listed."""
    readings = [_readings(item, hand, rules) for item in items]
    full = _all(hand, rules)
    scored: Found = {}
    for item, reading, kind in zip(items, readings, _choose(readings), strict=True):
        worth = 0
        if kind is None:
            lacking = list((Counter(_cards(item["cards"])) - Counter(hand)).elements())
            code = "declaration-not-held" if lacking else "declaration-no-combination"
            out.append({"code": code, "seat": seat, "card": next(iter(lacking), None)})
        elif kind in scored:
            out.append({"code": "declaration-repeated", "seat": seat})
            worth = _points(kind, scored[kind])
        else:
            scored[kind] = reading[kind]
            worth = _points(kind, scored[kind])
            if worth < _points(kind, full[kind]):
                out.append({"code": "declaration-short", "seat": seat})
        if item.get("points") not in (None, worth):
            out.append({"code": "declaration-value", "seat": seat, "expected": worth})
    if not rules.get("partial_declarations") and set(scored) != set(full):
        out.append({"code": "partial-declaration", "seat": seat})
    return sum(_sets_and_sequences(scored))


def _declared(seat: str, whole: Json, hand: list[str], rules: Json, out: Findings) -> int:
    """B3: what the declaration of one seat scores."""
    items = whole.get("items")
    points = 0
    if items and (whole.get("after_trick") or 0) >= 1:  # B3.5
        out.append({"code": "late-declaration", "seat": seat})
    elif items == "all":
        points = declaration_value(hand, rules)
        if points == 0:
            out.append({"code": "declaration-empty", "seat": seat})
    elif items:
        points = _listed(seat, items, hand, rules, out)
    if whole.get("points") not in (None, points):
        out.append({"code": "declaration-value", "seat": seat, "expected": points})
    return points


def _suit(card: str) -> str:
    """B4.2: the suit that a card belongs to in play; the Matto belongs to none."""
    return "trumps" if card in TRUMPS else "none" if card == "MAT" else card[0]


def _beats(card: str, best: str) -> bool:
    """B4.3: whether a later card beats the best so far; of several Mori the last is highest."""
    if _suit(card) != _suit(best):
        return _suit(card) == "trumps"
    order = TRUMPS if card in TRUMPS else SUITS[card[0]]
    return card == best == "MOR" or order.index(card) < order.index(best)


def trick_winner(trick: Trick) -> str:
    """The seat that wins a trick (B4.3, B4.4)."""
    contest = [(seat, card) for seat, card in trick if card != "MAT"]
    winner, best = contest[0]
    for seat, card in contest[1:]:
        if _beats(card, best):
            winner, best = seat, card
    return winner


def legal_cards(hand: Sequence[str], before: Sequence[str]) -> set[str]:
    """The cards that may be played after the cards `before` of the trick (B4.2, B4.4)."""
    contest = [card for card in before if card != "MAT"]
    if not contest:  # leading, or free after the Matto led
        return set(hand)
    following = {card for card in hand if _suit(card) == _suit(contest[0])}
    trumps = {card for card in hand if card in TRUMPS}
    return (following or trumps or set(hand)) | {card for card in hand if card == "MAT"}


def _check_pack(record: Json, out: Findings) -> None:
    """B1.1: no card of another pack, no card more often than the pack has it."""
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


def _seated(record: Json, out: Findings) -> list[Trick]:
    """B4.1: the fifteen tricks, each card with the seat that played it."""
    tricks: list[Trick] = []
    leader = SEATS[(SEATS.index(record["dealer"]) + 1) % 4]
    for number, written in enumerate(record["tricks"], 1):
        entry = written if isinstance(written, Mapping) else {"cards": written}
        lead = entry.get("lead") or leader
        if lead != leader:
            out.append({"code": "wrong-leader", "trick": number, "seat": lead})
        order = SEATS[SEATS.index(lead) :] + SEATS[: SEATS.index(lead)]
        tricks.append(list(zip(order, _cards(entry["cards"]), strict=True)))
        leader = trick_winner(tricks[-1])
        if entry.get("won_by") not in (None, leader, TEAM[leader]):
            seat = entry["won_by"]
            out.append({"code": "wrong-winner", "trick": number, "seat": seat})
    return tricks


def _check_play(record: Json, tricks: list[Trick], out: Findings) -> None:
    """B4.2: every card against the duty to follow, and against the hand that is recorded."""
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


def _check_discards(record: Json, unplayed: list[str], out: Findings) -> None:
    """B2.2: what the dealer laid away; the two cards that nobody played are the discards."""
    dealer = record["dealer"]
    for card in unplayed:
        if card in NEVER_DISCARDED:
            out.append({"code": "illegal-discard", "seat": dealer, "card": card})
    for seat, cards in (record.get("discards") or {}).items():
        if not cards:
            continue
        if seat != dealer or len(_cards(cards)) != 2:
            out.append({"code": "discard-count", "seat": seat})
        elif Counter(_cards(cards)) != Counter(unplayed):
            out.append({"code": "discard-mismatch", "seat": seat})


def card_points(pile: Sequence[str]) -> int:
    """The card points of a pile: its sum less half a point a card (B1.4)."""
    return (2 * sum(VALUES.get(card, 1) for card in pile) - len(pile)) // 2


def _figures(piles: Piles, winners: list[str], declared: dict[str, int], rules: Json) -> Figures:
    """B7.2: everything that each team counts; `winners` are the teams that won the tricks."""
    teams: Figures = {}
    for team in OTHER:
        figures = {"card_points": card_points(piles[team])}
        figures["last_trick"] = 6 if winners[-1] == team else 0
        figures["sets"], figures["sequences"] = _sets_and_sequences(_all(piles[team], rules))
        figures["declarations"] = declared[team]
        figures["total"] = sum(figures.values())
        teams[team] = figures | {"tricks_won": winners.count(team), "cards": len(piles[team])}
    return teams


def _lead(teams: Figures, team: str) -> int:
    """B7.2: by how much the team leads; less than nothing when it is behind."""
    return teams[team]["total"] - teams[OTHER[team]]["total"]


def _winner(teams: Figures) -> str:
    """B7.2: the team with the higher total."""
    return max(OTHER, key=lambda team: _lead(teams, team)) if _lead(teams, "NS") else "draw"


def _choices(captured: list[str], named: str | None, out: Findings) -> list[str]:
    """B7.1: the cards that may have been given for the Matto, in pack order."""
    lowest = min(VALUES.get(card, 1) for card in captured if card != "MAT")
    allowed = [card for card in captured if card != "MAT" and VALUES.get(card, 1) == lowest]
    if named is not None and named not in allowed:
        out.append({"code": "matto-payment", "card": named})
    if named is not None and named in captured:
        return [named]
    return sorted(set(allowed), key=PACK_ORDER.index)


def _pay(piles: Piles, giver: str, card: str) -> Piles:
    """B7.1: the piles after the giver has handed over one card."""
    left = list(piles[giver])
    left.remove(card)
    return {giver: left, OTHER[giver]: [*piles[OTHER[giver]], card]}


def _shown(record: Json, piles: Piles, giver: str, source: Sequence[str]) -> str | None:
    """B7.1: the card that settled piles show to have been given, if they show just one.

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
    moved &= Counter(card for card in source if card != "MAT")
    return next(iter(moved)) if moved.total() == 1 and moved <= missing else None


def _check_claims(claims: Json, result: Json, out: Findings) -> None:
    """Each claimed figure against the recomputed one (B7.2)."""
    for team, figures in result["teams"].items():
        for figure, right in figures.items():
            if (claims.get(team) or {}).get(figure) not in (None, right):
                out.append({"code": "claim-mismatch", "team": team, "figure": figure})
    for figure in ("winner", "margin"):
        if claims.get(figure) not in (None, result[figure]):
            out.append({"code": "claim-mismatch", "figure": figure})


def score(record: Json) -> dict[str, Any]:
    """The score of one hand with all its tricks, and what is wrong with the record (B2 to B7)."""
    out: Findings = []
    result: dict[str, Any] = {"teams": None, "combinations": None, "winner": None, "margin": None}
    result["findings"] = out
    _check_pack(record, out)
    if out:
        return result
    rules: Json = record.get("house_rules") or {}
    tricks = _seated(record, out)
    plays = [play for trick in tricks for play in trick]
    unplayed = list((Counter(PACK) - Counter(card for _, card in plays)).elements())
    _check_play(record, tricks, out)
    _check_discards(record, unplayed, out)

    declared = {"NS": 0, "EW": 0}
    if record.get("declarations") is None:
        out.append({"code": "no-declarations"})
    for seat, what in (record.get("declarations") or {}).items():
        whole = what if isinstance(what, Mapping) else {"items": what}
        hand = [card for who, card in plays if who == seat]
        declared[TEAM[seat]] += _declared(seat, whole, hand, rules, out)

    # Who captured what: the tricks, with the Matto (B4.5, B4.6), and the discards (B2.3).
    winners = [TEAM[trick_winner(trick)] for trick in tricks]
    from_tricks: dict[str, list[str]] = {"NS": [], "EW": []}
    giver = None
    for trick, winner in zip(tricks, winners, strict=True):
        for seat, card in trick:
            stays = card == "MAT" and TEAM[seat] in winners
            from_tricks[TEAM[seat] if stays else winner].append(card)
            giver = TEAM[seat] if stays and TEAM[seat] != winner else giver
    dealers = TEAM[record["dealer"]]
    owner = dealers if dealers in winners else OTHER[dealers]
    piles: Piles = from_tricks | {owner: from_tricks[owner] + unplayed}

    # The payment for the Matto: every candidate is tried, the whole result recomputed (B7.1).
    named = next(iter(_cards(record.get("matto_payment"))), None)
    if giver is not None:
        source = from_tricks if rules.get("matto_payment_from") == "tricks" else piles
        named = named or _shown(record, piles, giver, source[giver])
        paid = {card: _pay(piles, giver, card) for card in _choices(source[giver], named, out)}
        tried = {card: _figures(paid[card], winners, declared, rules) for card in paid}
        leads = {card: _lead(tried[card], giver) for card in paid}
        best = max(paid, key=lambda card: leads[card])  # among equals the first
        piles = paid[best]
        if best != named:
            decides = len({_winner(teams) for teams in tried.values()}) > 1
            out.append({"code": "assumed-payment", "card": best, "could_change_winner": decides})
    elif named is not None:
        out.append({"code": "matto-payment", "card": named})

    result["teams"] = _figures(piles, winners, declared, rules)
    result["combinations"] = {team: combinations(pile, rules) for team, pile in piles.items()}
    result["winner"] = _winner(result["teams"])
    result["margin"] = abs(_lead(result["teams"], "NS"))
    _check_claims(record.get("claims") or {}, result, out)
    return result
