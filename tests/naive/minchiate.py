"""A naive scorer of one hand of Minchiate Fiorentine, written from the Minchiate rule sheet alone.

It shares no code with the program, works on plain card codes and tries things out instead of
reckoning them: each function can be read next to the clauses that it names.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

Json = Mapping[str, Any]  # an object of the record
Findings = list[dict[str, Any]]
Trick = list[tuple[str, str]]  # (seat, card), in order of play
Made = tuple[str, list[str]]  # the kind of a combination and the cards that make it
Piles = Mapping[str, list[str]]
Figures = dict[str, dict[str, Any]]

DEFAULT_RULES: Json = {}
SEATS = ["S", "E", "N", "W"]  # M4.1: in order of play
TEAM = {"S": "NS", "N": "NS", "E": "EW", "W": "EW"}  # M2.1
OTHER = {"NS": "EW", "EW": "NS"}

# M1.2: each suit from its highest to its lowest card, and the trumps.
LONG, ROUND = "K Q N J 10 9 8 7 6 5 4 3 2 A".split(), "K Q N J A 2 3 4 5 6 7 8 9 10".split()
SUITS = {"S": LONG, "B": LONG, "C": ROUND, "D": ROUND}
TRUMPS = [f"T{number}" for number in range(40, 0, -1)]
# M1.1 in pack order (G2).
PACK = [suit + rank for suit, ranks in SUITS.items() for rank in ranks] + [*TRUMPS, "MAT"]

# M1.3: what a card is worth; every other card 0.
KINGS = ["SK", "BK", "CK", "DK"]
FIVES = [*KINGS, *"T30 T31 T32 T33 T34 T35 T28 T20 T13 T10 T1 MAT".split()]
VALUES = Counter(dict.fromkeys(FIVES, 5) | dict.fromkeys("T2 T3 T4 T5".split(), 3))
VALUES |= Counter(dict.fromkeys("T36 T37 T38 T39 T40".split(), 10))
COUNTING = [card for card in PACK if VALUES[card] > 0]
ROBBABLE = [*COUNTING, *TRUMPS[:20]]  # M2.1
NEVER_DEAD = [*COUNTING, "T29"]  # M2.4, M2.5

# M5.2, M5.3, M5.4, M5.8: the combinations of fixed cards.
FIXED = {
    "matto": ["T1", "MAT", "T40"],
    "thirteen": ["T1", "T13", "T28"],
    "tens-low": ["T10", "T20", "T30"],
    "tens-high": ["T20", "T30", "T40"],
    "tens": ["T10", "T20", "T30", "T40"],
    "devil-world-gemini": ["T14", "T35", "T39"],
}
CLAIMED = "marks card_points versicole cards_over_42 last_trick final_count".split()
OUTCOME = ["winner", "margin", "settled_resti", "lead_before_final"]
OUTCOME += ["final_difference", "final_resti", "net_resti"]
EVENT = "what seat trick team points resti lead".split()


def _card_points(cards: Sequence[str]) -> int:
    """M1.3: the value of some cards."""
    return sum(VALUES[card] for card in cards)


def _all(cards: Sequence[str], rules: Json) -> list[Made]:
    """Every combination among the cards (M5.1 to M5.5, M5.8)."""
    made: list[Made] = []
    for stretch in (TRUMPS[:13], TRUMPS[35:]):  # M5.1: 40 to 28, 5 to 1
        row = " ".join(card if card in cards else "|" for card in stretch)
        made += [("run", run.split()) for run in row.split("|") if len(run.split()) >= 3]
    merged = rules.get("tens") == "merged" and set(FIXED["tens"]) <= set(cards)
    unwanted = ["tens-low", "tens-high"] if merged else ["tens"]  # M5.4
    unwanted += [] if rules.get("devil_world_gemini") else ["devil-world-gemini"]  # M5.8
    fixed = {kind: group for kind, group in FIXED.items() if kind not in unwanted}
    made += [(kind, list(group)) for kind, group in fixed.items() if set(group) <= set(cards)]
    kings = [king for king in KINGS if king in cards]  # M5.5
    return [*made, ("kings", kings)] if len(kings) >= 3 else made


def _points(made: Made, holding: Sequence[str], rules: Json) -> int:
    """M5.6: what a combination is worth in the hand or pile that holds it."""
    if made[0] == "matto":  # M5.2: the Matto does not add to it again
        return 25 if rules.get("matto_in_own_set") else 20
    inside = [5 if card in ("T14", "T29") else VALUES[card] for card in made[1]]  # M5.8
    return sum(inside) + (5 if "MAT" in holding else 0)


def combinations(cards: Sequence[str], rules: Json = DEFAULT_RULES) -> list[dict[str, Any]]:
    """All combinations of a hand or pile (M5), each with the Matto's 5 where M5.6 gives it."""
    return [
        {"kind": one[0], "cards": one[1], "points": _points(one, cards, rules)}
        for one in _all(cards, rules)
    ]


def declaration_value(cards: Sequence[str], rules: Json = DEFAULT_RULES) -> int:
    """What declaring all the combinations of one hand scores (M3.1, M5.6)."""
    return sum(one["points"] for one in combinations(cards, rules))


def _cards(written: str | Sequence[str] | None) -> list[str]:
    """A list of cards: codes in an array or in one string, in either case."""
    codes = written.split() if isinstance(written, str) else written or []
    return [code.upper() for code in codes]


def _from(seat: str) -> list[str]:
    """All seats in order of play, from one on (M4.1)."""
    return SEATS[SEATS.index(seat) :] + SEATS[: SEATS.index(seat)]


def _deal(record: Json) -> dict[str, Any]:
    """M2: what is recorded of cut, deal and rob; `known` names the keys that are."""
    dealer = record["dealer"]
    deal = {"dealer": dealer, "cutter": record.get("cutter") or _from(dealer)[3]}  # M2.1
    deal["order"] = [*_from(dealer)[1:], dealer]  # M2.2, M3.1
    for name in ("robbed", "turned_up", "discards", "hands"):
        written = (record.get(name) or {}).items()
        deal[name] = {seat: _cards(cards) for seat, cards in written if cards is not None}
    deal |= {name: _cards(record.get(name)) for name in ("taken", "fola")}
    deal["laid"] = [*deal["fola"], *(card for cards in deal["discards"].values() for card in cards)]
    deal["known"] = {name for name in deal if record.get(name) is not None}
    return deal


def _check_rob(deal: Json, out: Findings) -> None:
    """M2.1, M2.3: who robbed, what and how much, and that nobody stopped too early."""
    for seat, cards in deal["robbed"].items():
        wrong = [card for card in cards if card not in ROBBABLE] + cards[13:14]
        if seat in (deal["cutter"], deal["dealer"]):
            out.extend({"code": "rob", "seat": seat, "card": card} for card in wrong)
        elif cards:
            out.append({"code": "rob", "seat": seat})
    if len(deal["robbed"].get(deal["dealer"], [])) < 13:
        left = [card for card in deal["fola"][:1] if card in ROBBABLE]  # M2.4
        out.extend({"code": "rob", "seat": deal["dealer"], "card": card} for card in left)


def _check_undealt(deal: Json, out: Findings) -> None:
    """M1.1: each card comes once and is dead once. M2.2, M2.3: thirteen cards are not dealt."""
    robbed = [card for cards in deal["robbed"].values() for card in cards]
    turned_up = [card for cards in deal["turned_up"].values() for card in cards]
    came = Counter([*robbed, *turned_up, *deal["taken"], *deal["fola"]])
    dead: Counter[str] = Counter(deal["laid"])
    out.extend(
        {"code": "duplicate-card", "card": card}
        for card in PACK
        if came[card] > 1 or dead[card] > 1
    )
    undealt = {*robbed, *deal["taken"], *deal["fola"]}
    all_known = {"robbed", "taken", "fola"} <= deal["known"]
    if len(undealt) > len(PACK) - 4 * 21 or (all_known and len(undealt) < len(PACK) - 4 * 21):
        out.append({"code": "discard-count"})


def _had(seat: str, deal: Json, plays: Trick) -> list[str]:
    """M2.5: the cards that can have come to a seat: it played them or laid them away."""
    had: list[str] = [card for who, card in plays if who == seat] + deal["discards"].get(seat, [])
    if seat in (deal["cutter"], deal["dealer"]) and seat not in deal["discards"]:
        seen = [*deal["laid"], *NEVER_DEAD, *(card for _, card in plays)]
        had += [card for card in PACK if card not in seen]
    return had


def _check_origins(deal: Json, plays: Trick, out: Findings) -> None:
    """M2: what a seat robbed, turned up or took was in its hand, and nothing good is dead."""
    dealer, taken = deal["dealer"], deal["taken"]
    for seat, cards in [*deal["robbed"].items(), *deal["turned_up"].items()]:
        lost = [card for card in cards if card not in _had(seat, deal, plays)]
        out.extend({"code": "turn-up", "seat": seat, "card": card} for card in lost)
    good = [card for card in _had(dealer, deal, plays) if card in NEVER_DEAD]
    wrong = [card for card in taken if card not in good]
    out.extend({"code": "taken", "seat": dealer, "card": card} for card in wrong)  # M2.4
    for seat, cards in deal["discards"].items():  # M2.5
        wrong = [card for card in cards if card in NEVER_DEAD]
        out.extend({"code": "illegal-discard", "seat": seat, "card": card} for card in wrong)
        needed = {deal["cutter"]: {"robbed"}} | {dealer: {"robbed", "taken"}}
        took = deal["robbed"].get(seat, []) + (taken if seat == dealer else [])
        if needed.get(seat, set()) <= deal["known"] and len(cards) != len(took):
            out.append({"code": "discard-count", "seat": seat})
    seen = [card for _, card in plays] + deal["laid"]
    dead = deal["fola"] + [card for card in PACK if card not in seen]
    out.extend({"code": "dead-card", "card": card} for card in dead if card in NEVER_DEAD)


def _item(item: Json, hand: Sequence[str], rules: Json) -> Made | None:
    """M3.2: the one combination that an item makes as it is named, the Matto named or not."""
    named = Counter(_cards(item["cards"]))
    for kind, made in [] if named - Counter(hand) else _all(list(named), rules):
        whole = named in (Counter(made), Counter([*made, "MAT"]))
        if whole and item.get("kind") in (None, kind):
            return kind, made
    return None


def _listed(seat: str, items: list[Json], hand: list[str], rules: Json, out: Findings) -> int:
    """M3.2: what a list of items scores; of two that name the same combination the first."""
    scored: dict[str, int] = {}  # the cards of a full combination: the points scored for it
    for item in items:
        worth, made = 0, _item(item, hand, rules)
        if made is None:
            lacking = list((Counter(_cards(item["cards"])) - Counter(hand)).elements())
            code = "declaration-not-held" if lacking else "declaration-no-combination"
            out.append({"code": code, "seat": seat, "card": next(iter(lacking), None)})
        else:
            # M5.1, M5.4: pieces of a run, or of merged tens, are the same combination.
            full = next(one for one in _all(hand, rules) if set(made[1]) <= set(one[1]))
            most, name = _points(full, hand, rules), " ".join(full[1])
            worth = scored.get(name, _points(made, hand, rules))
            if name in scored:
                out.append({"code": "declaration-repeated", "seat": seat})
            elif worth < most:
                out.append({"code": "declaration-short", "seat": seat, "expected": most})
            scored[name] = worth
        if item.get("points") not in (None, worth):
            out.append({"code": "declaration-value", "seat": seat, "expected": worth})
    return sum(scored.values())


def _declared(seat: str, what: Any, hand: list[str], rules: Json, out: Findings) -> int:
    """M3: what the declaration of one seat scores."""
    whole: Json = what if isinstance(what, Mapping) else {"items": what}
    items, points = whole.get("items"), 0
    if items and (whole.get("after_trick") or 0) >= 1:  # M3.2
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
    """M4.2: the suit that a card belongs to in play; the Matto belongs to none."""
    return "trumps" if card in TRUMPS else "none" if card == "MAT" else card[0]


def trick_winner(trick: Trick) -> str:
    """The seat that wins a trick (M4.2, M4.4)."""
    contest = [(seat, card) for seat, card in trick if card != "MAT"]
    trumps = [play for play in contest if play[1] in TRUMPS]
    followed = [play for play in contest if _suit(play[1]) == _suit(contest[0][1])]
    return min(trumps or followed, key=lambda play: PACK.index(play[1]))[0]


def duty(hand: Sequence[str], before: Sequence[str], led: Sequence[str]) -> tuple[str, set[str]]:
    """The code of a breach and the cards allowed; `led`: suits led earlier (M4.2 to M4.4)."""
    suits = [_suit(card) for card in before if card != "MAT"]
    if not suits:  # leading, or free after the Matto led
        return "revoke", set(hand)
    if suits[0] + "K" in hand and suits[0] not in led and "trumps" in suits:  # M4.3
        return "king-drop", {suits[0] + "K"}
    following = [card for card in hand if _suit(card) == suits[0]]
    trumps = [card for card in hand if card in TRUMPS]
    return "revoke", {*(following or trumps or hand), *(card for card in hand if card == "MAT")}


def _check_pack(record: Json, out: Findings) -> None:
    """M1.1: no card of another pack and none twice in the tricks."""
    seen: list[str] = []
    for number, trick in enumerate(record["tricks"], 1):
        for card in _cards(trick["cards"] if isinstance(trick, Mapping) else trick):
            if card in seen or card not in PACK:
                code = "duplicate-card" if card in PACK else "unknown-card"
                out.append({"code": code, "trick": number, "card": card})
            seen.append(card)
    laid = _deal(record)["laid"]
    if out and len(laid) == 13:  # M2.5: with the dead cards known, the pack tells which is missing
        missing = [card for card in PACK if card not in seen + laid]
        out.extend({"code": "missing-card", "card": card} for card in missing)


def _seated(record: Json, out: Findings) -> list[Trick]:
    """M4.1: the twenty-one tricks, each card with the seat that played it."""
    tricks: list[Trick] = []
    leader = _from(record["dealer"])[1]
    for number, written in enumerate(record["tricks"], 1):
        entry = written if isinstance(written, Mapping) else {"cards": written}
        lead = entry.get("lead") or leader
        if lead != leader:
            out.append({"code": "wrong-leader", "trick": number, "seat": lead})
        tricks.append(list(zip(_from(lead), _cards(entry["cards"]), strict=True)))
        leader = trick_winner(tricks[-1])
        if entry.get("won_by") not in (None, leader):
            out.append({"code": "wrong-winner", "trick": number, "seat": entry["won_by"]})
    return tricks


def _check_play(hands: Piles, tricks: list[Trick], out: Findings) -> None:
    """M4.2, M4.3: each card against the duties, and against the hand that is recorded."""
    led: list[str] = []
    for number, trick in enumerate(tricks, 1):
        for turn, (seat, card) in enumerate(trick):
            here = {"seat": seat, "trick": number, "card": card}
            left = [held for later in tricks[number - 1 :] for who, held in later if who == seat]
            code, legal = duty(left, [earlier for _, earlier in trick[:turn]], led)
            if card not in legal:
                out.append({"code": code, **here, "legal": legal})
            if hands.get(seat) and card not in hands[seat]:
                out.append({"code": "not-held", **here})
        led.append(next(_suit(card) for _, card in trick if card != "MAT"))  # M4.4


def _events(deal: Json, declared: dict[str, int], tricks: list[Trick], rules: Json) -> Findings:
    """M6.1: the scoring events in order, each with the resti and the lead after it."""
    dealer, order, robbed = deal["dealer"], deal["order"], deal["robbed"]
    taken = deal["taken"] if rules.get("taken_cards_score") else []  # M2.4
    robbers = [seat for seat in dict.fromkeys([deal["cutter"], *order]) if seat != dealer]
    told = [("rob", seat, robbed.get(seat, [])) for seat in robbers]  # M2.1
    told += [("turn-up", seat, deal["turned_up"].get(seat, [])) for seat in order]  # M2.2
    told += [("rob", dealer, robbed.get(dealer, []) + taken)]  # M2.3
    marks = [(what, seat, 0, _card_points(cards)) for what, seat, cards in told]
    marks += [("declaration", seat, 0, declared.get(seat, 0)) for seat in order]  # M3.1
    for number, trick in enumerate(tricks, 1):  # M4.5
        winner = trick_winner(trick)
        lost = [card for seat, card in trick if TEAM[seat] != TEAM[winner] and card != "MAT"]
        marks.append(("trick", winner, number, _card_points(lost)))
    marks = [mark for mark in marks if mark[3]]
    after = running([(TEAM[seat], points) for _, seat, _, points in marks])
    return [
        dict(zip(EVENT, [what, seat, trick or None, TEAM[seat], points, *state], strict=True))
        for (what, seat, trick, points), state in zip(marks, after, strict=True)
    ]


def running(marks: Sequence[tuple[str, int]]) -> list[tuple[int, int]]:
    """The settled resti and the lead after each event, NS positive (M6.1)."""
    resti = lead = 0
    after: list[tuple[int, int]] = []
    for team, points in marks:
        lead += points if team == "NS" else -points
        one = 1 if lead > 0 else -1
        while abs(lead) >= 60:
            resti, lead = resti + one, lead - 60 * one
        after.append((resti, lead))
    return after


def final_resti(difference: int) -> int:
    """The final difference in resti, rounded up away from zero (M7.3)."""
    return (abs(difference) + 59) // 60 * (1 if difference > 0 else -1)


def _outcome(events: Findings, teams: Figures) -> dict[str, Any]:
    """M7.3: the result of the hand, NS positive."""
    resti, lead = (events[-1]["resti"], events[-1]["lead"]) if events else (0, 0)
    difference = lead + teams["NS"]["final_count"] - teams["EW"]["final_count"]
    net = resti + final_resti(difference)
    winner = "draw" if net == 0 else "NS" if net > 0 else "EW"
    found = [winner, abs(net), resti, lead, difference, final_resti(difference), net]
    return dict(zip(OUTCOME, found, strict=True))


def _figures(piles: Piles, winners: list[str], events: Findings | None, rules: Json) -> Figures:
    """M7.2: everything that each team counts; `winners` are the teams that won the tricks."""
    teams: Figures = {}
    for team, pile in piles.items():
        count = {"card_points": _card_points(pile), "versicole": declaration_value(pile, rules)}
        count["cards_over_42"] = max(len(pile) - 42, 0)
        count["last_trick"] = 10 if winners[-1] == team else 0
        count["final_count"] = sum(count.values())
        tally = {"tricks_won": winners.count(team), "cards": len(pile)}
        scored = [event["points"] for event in events or [] if event["team"] == team]
        teams[team] = {"marks": None if events is None else sum(scored), **count, **tally}
    return teams


def _choices(pile: list[str], named: str | None, out: Findings) -> list[str]:
    """M7.1: the cards that may have been given for the Matto, in pack order."""
    captured = [card for card in pile if card != "MAT"]  # M4.4: the Matto is never captured
    cheap = [card for card in captured if VALUES[card] == min(VALUES[c] for c in captured)]
    allowed = [card for card in cheap if card != "T29"] or cheap
    if named not in [None, *allowed]:
        code = "dear-payment" if named in captured else "matto-payment"
        out.append({"code": code, "card": named})
    return [named] if named in captured else sorted(allowed, key=PACK.index)


def _settle(piles: Piles, giver: str, named: str | None, rules: Json, out: Findings) -> Piles:
    """M7.1: the piles after the giver has paid for the Matto.

    Every candidate is tried. The giver is best off with the largest final difference (M7.3) in
    its favour; the lead and the last trick are the same for all. Resti never fall when the
    difference grows, so the card that is chosen brings the best net resti too.
    """
    tried: dict[str, Piles] = {}
    leads: dict[str, int] = {}
    for card in _choices(piles[giver], named, out):
        left = [kept for kept in piles[giver] if kept != card]
        tried[card] = {**piles, giver: left, OTHER[giver]: [*piles[OTHER[giver]], card]}
        teams = _figures(tried[card], [""], None, rules)
        leads[card] = teams[giver]["final_count"] - teams[OTHER[giver]]["final_count"]
    best = max(tried, key=lambda card: leads[card])  # among equals the first
    if best != named:
        out.append({"code": "assumed-payment", "card": best})
    return tried[best]


def _shown(record: Json, piles: Piles, giver: str) -> str | None:
    """M7.1: the card that settled piles show to have been given, if they show just one.

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


def _joined(events: Sequence[Json]) -> list[tuple[str, int]]:
    """M6.2: the events without those of 0 points, neighbours of one team entered together."""
    scored = [(event["team"], event["points"]) for event in events if event["points"]]
    joined = groupby(scored, key=lambda event: event[0])
    return [(team, sum(points for _, points in group)) for team, group in joined]


def _check_claims(claims: Json, result: Json, out: Findings) -> None:
    """Each claim against what was recomputed (M6, M7); what is unknown cannot differ."""
    outcome = result["outcome"] | {"lead": result["outcome"]["lead_before_final"]}
    told = [({"figure": figure}, claims.get(figure), outcome[figure]) for figure in outcome]
    for team, right in result["teams"].items():
        claimed = claims.get(team) or {}
        told += [({"team": team, "figure": f}, claimed.get(f), right[f]) for f in CLAIMED]
    for what, claimed, right in told:
        if None not in (claimed, right) and claimed != right:
            out.append({"code": "claim-mismatch", **what})
    if claims.get("events") is not None and result["events"] is not None:
        pairs = enumerate(zip_longest(_joined(claims["events"]), _joined(result["events"])))
        differ = [place for place, (claimed, right) in pairs if claimed != right]
        out.extend({"code": "claim-mismatch", "figure": "events", "place": p} for p in differ[:1])


def score(record: Json) -> dict[str, Any]:
    """The score of one hand with all its tricks, and what is wrong with the record (M2 to M7)."""
    out: Findings = []
    result: dict[str, Any] = {"teams": None, "combinations": None, "events": None}
    result |= {"outcome": dict.fromkeys(OUTCOME), "findings": out}
    _check_pack(record, out)
    if out:
        return result
    rules: Json = record.get("house_rules") or {}
    deal = _deal(record)
    tricks = _seated(record, out)
    plays = [play for trick in tricks for play in trick]
    _check_rob(deal, out)
    _check_undealt(deal, out)
    _check_origins(deal, plays, out)
    _check_play(deal["hands"], tricks, out)

    declared: dict[str, int] = {}
    if record.get("declarations") is None:
        out.append({"code": "no-declarations"})
    for seat, what in (record.get("declarations") or {}).items():
        declared[seat] = _declared(seat, what, [c for who, c in plays if who == seat], rules, out)
    # The events, unless what was robbed, turned up or taken matters and is unknown.
    needed = {"robbed", "turned_up"} | ({"taken"} if rules.get("taken_cards_score") else set())
    if needed <= deal["known"]:
        result["events"] = _events(deal, declared, tricks, rules)
    # Who captured what; the Matto stays with its team if that has a trick (M4.4, M7.1).
    winners = [TEAM[trick_winner(trick)] for trick in tricks]
    captured: dict[str, list[str]] = {"NS": [], "EW": []}
    giver = None
    for trick, winner in zip(tricks, winners, strict=True):
        for seat, card in trick:
            stays = card == "MAT" and TEAM[seat] in winners
            captured[TEAM[seat] if stays else winner].append(card)
            owed = TEAM[seat] != winner or rules.get("matto_always_pays")
            giver = TEAM[seat] if stays and owed else giver
    named = next(iter(_cards(record.get("matto_payment"))), None)
    if giver and not named:
        named = _shown(record, captured, giver)
    piles = _settle(captured, giver, named, rules, out) if giver else captured
    if not giver and named:
        out.append({"code": "matto-payment", "card": named})

    result["teams"] = _figures(piles, winners, result["events"], rules)
    result["combinations"] = {team: combinations(pile, rules) for team, pile in piles.items()}
    if result["events"] is not None:
        result["outcome"] = _outcome(result["events"], result["teams"])
    _check_claims(record.get("claims") or {}, result, out)
    return result
