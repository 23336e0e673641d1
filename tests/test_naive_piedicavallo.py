"""The naive Piedicavallo scorer against the worked figures of the sheet and against given cases."""

import json
from itertools import combinations, product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.piedicavallo import (
    KINGS,
    PACK,
    PACK_ORDER,
    SEATS,
    TRUMPS,
    card_points,
    illegal_in_discards,
    legal_cards,
    legal_discards,
    score,
    trick_winner,
)

CASES = Path(__file__).resolve().parents[1] / "fixtures" / "cases"

# W deals and lays away C6 D6. S leads fourteen trumps and wins with them; E wins the last trick
# with SK. E plays the Matto to the fifth trick.
PLAYS = {
    "S": "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9 T8 S5",
    "E": "T5 T4 T3 T2 MAT S6 S7 S8 S9 S10 SJ SN SQ BK SK",
    "N": "T7 T6 T1 B5 B6 B7 B8 B9 B10 BJ BN BQ CK DK CQ",
    "W": "C2 C3 C4 C5 CJ CN D2 D3 D4 D5 DA DJ DN DQ CA",
}

ALL_TRICKS = {"S5": "T2", "T2": "S5"}  # S keeps T2 to the last trick, and NS wins all fifteen
MATTO_LAST = {"S5": "MAT", "MAT": "S5"}  # S leads the Matto to the last trick, and E wins it
ONE_POINT_CARD = {"matto_exchange": "one_point_card"}

SWITCHES: dict[str, list[object]] = {
    "high_trump": [21, 20],
    "trump_discard": ["forced_or_void", "forced_only"],
    "matto_is_trump_in_void_test": [False, True],
    "matto_last_trick": ["kept", "to_winner"],
    "matto_exchange": ["none", "one_point_card"],
}
HOUSE_RULES = [dict(zip(SWITCHES, values, strict=True)) for values in product(*SWITCHES.values())]

FIRST = "SQ S9 S6 BN B8 B5 CK CJ CA C4 DQ DJ DA D6 D3 T9 T4"
TWO_TO_ELEVEN = "T2 T3 T4 T5 T6 T7 T8 T9 T10 T11"
SECOND = "SQ SK BK CK MAT T21 T1 " + TWO_TO_ELEVEN
THIRD = "SK BK CK DK MAT T21 T1 " + TWO_TO_ELEVEN


def hand(changes: dict[str, str] | None = None, **keys: object) -> dict[str, Any]:
    """Record the hand above, some cards replaced by others, with more keys."""
    swap = changes or {}
    seats = [[swap.get(card, card) for card in plays.split()] for plays in PLAYS.values()]
    tricks = [list(cards) for cards in zip(*seats, strict=True)]
    return {"variant": "piedicavallo", "dealer": "W", "tricks": tricks} | keys


def found(result: dict[str, Any], code: str) -> list[dict[str, Any]]:
    """Pick the findings of one code, without the code."""
    return [
        {key: value for key, value in finding.items() if key != "code"}
        for finding in result["findings"]
        if finding["code"] == code
    ]


def codes(result: dict[str, Any]) -> list[str]:
    """List the codes of all findings."""
    return sorted(item["code"] for item in result["findings"])


def points(result: dict[str, Any]) -> tuple[int, int]:
    """Give the totals of NS and of EW."""
    return result["teams"]["NS"]["total"], result["teams"]["EW"]["total"]


def illegal(dealt: str, laid: str, rules: dict[str, object] | None = None) -> list[str]:
    """List what is illegal in laying two of the dealt cards away."""
    kept = [card for card in dealt.split() if card not in laid.split()]
    return illegal_in_discards(kept, laid.split(), rules or {})


def test_whole_pack() -> None:
    """The pack has 62 different cards, the aces of Coppe and Denari the best pips, worth 114."""
    assert len(set(PACK)) == len(PACK) == 62
    assert sorted(PACK) == sorted(PACK_ORDER)
    assert PACK_ORDER[20:30] == "CK CQ CN CJ CA C2 C3 C4 C5 C6".split()
    assert PACK_ORDER[9] == "S5"
    assert PACK_ORDER[40:] == [*(f"T{number}" for number in range(21, 0, -1)), "MAT"]
    assert card_points(PACK) == card_points(PACK, {"high_trump": 20}) == 114


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("SK BK CK DK T1 T21 MAT", 35),
        ("SQ BN CJ", 9),
        ("T20 T2 CA DA S10 C6", 6),
        ("SK SQ SN SJ", 14),
        ("", 0),
    ],
)
def test_card_points(cards: str, value: int) -> None:
    """A pile is worth the plain sum of its cards, whatever their number."""
    assert card_points(cards.split()) == value


@pytest.mark.parametrize(
    ("dealt", "laid", "expected"),
    [
        (FIRST, "T9 D6", ["T9"]),
        (FIRST, "T9 T4", []),
        (FIRST, "SQ D6", []),
        (FIRST, "CK D6", ["CK"]),
        (FIRST.replace("T4", "T1"), "T9 D6", ["T9"]),
        (FIRST.replace("T4", "T1"), "T9 T1", ["T1"]),
        (FIRST.replace("T4", "MAT"), "T9 D6", []),
        (SECOND, "SQ T5", []),
        (SECOND, "T5 T6", ["T5", "T6"]),
        (SECOND, "SQ SK", ["SK"]),
        (SECOND, "SQ T1", ["T1"]),
        (THIRD, "T2 T11", []),
        (THIRD, "MAT T21", ["MAT", "T21"]),
    ],
)
def test_worked_discards(dealt: str, laid: str, expected: list[str]) -> None:
    """The discards of the sheet's examples are legal or not, card by card."""
    assert illegal(dealt, laid) == expected
    pairs = [set(pair) for pair in legal_discards(dealt.split())]
    assert (set(laid.split()) in pairs) == (expected == [])


def test_no_trump_may_go() -> None:
    """With T1 for T4 in the first example no trump may go, with another card or with T1."""
    pairs = legal_discards(FIRST.replace("T4", "T1").split())
    assert pairs
    assert not [pair for pair in pairs if set(pair) & set(TRUMPS)]


def test_only_trumps_may_go() -> None:
    """From kings, the Matto and trumps just the 45 pairs of the ordinary trumps are legal."""
    pairs = legal_discards(THIRD.split())
    assert len(pairs) == 45
    assert pairs == list(combinations(TWO_TO_ELEVEN.split(), 2))


@pytest.mark.parametrize(
    ("switch", "dealt", "laid", "expected"),
    [
        ({"trump_discard": "forced_only"}, FIRST, "T9 T4", ["T9", "T4"]),
        ({"trump_discard": "forced_only"}, SECOND, "SQ T5", []),
        ({"matto_is_trump_in_void_test": True}, FIRST, "T9 T4", []),
        ({"matto_is_trump_in_void_test": True}, FIRST.replace("T4", "MAT"), "T9 D6", ["T9"]),
        ({"matto_is_trump_in_void_test": True}, SECOND, "SQ T5", []),
        ({"high_trump": 20}, THIRD, "T21 T2", []),
        ({"high_trump": 20}, THIRD.replace("T11", "T20"), "T20 T2", ["T20"]),
        ({"high_trump": 20}, FIRST.replace("T4", "T21"), "T9 T21", []),
    ],
)
def test_discards_under_a_house_rule(
    switch: dict[str, object], dealt: str, laid: str, expected: list[str]
) -> None:
    """A house rule changes what may be laid away, and only what it is about."""
    assert illegal(dealt, laid, switch) == expected


FREE = [card for card in PACK if card not in (*TRUMPS, *KINGS, "MAT")]
BOUND = [*TRUMPS, *KINGS, "MAT"]


@given(
    st.permutations(FREE),
    st.permutations(BOUND),
    st.integers(0, 17),
    st.sampled_from(HOUSE_RULES),
)
def test_every_hand_has_a_legal_discard(
    free: list[str], bound: list[str], number: int, rules: dict[str, object]
) -> None:
    """Trying every pair finds as many as counting does, and at least one from any 17 cards."""
    dealt = free[:number] + bound[: 17 - number]
    pairs = legal_discards(dealt, rules)
    assert pairs
    never = {"T1", f"T{rules['high_trump']}"}
    ordinary = len([card for card in dealt if card in TRUMPS and card not in never])
    trumps = len([card for card in dealt if card in TRUMPS])
    if rules["matto_is_trump_in_void_test"]:
        trumps += dealt.count("MAT")
    if rules["trump_discard"] == "forced_only":
        trumps = 99  # never few enough to be all laid away
    expected = comb(number, 2)
    expected += number * ordinary if number == 1 or trumps == 1 else 0
    expected += comb(ordinary, 2) if number == 0 or trumps == 2 else 0
    assert len(pairs) == expected


@pytest.mark.parametrize(
    ("cards", "legal"),
    [
        ("BK C3 T4 T2 MAT", "T4 T2 MAT"),
        ("S5 BK T21 MAT", "S5 MAT"),
        ("BK C3 MAT", "BK C3 MAT"),
    ],
)
def test_worked_play(cards: str, legal: str) -> None:
    """After SK and T15 the suit is followed, else trumped, else anything goes."""
    assert legal_cards(cards.split(), ["SK", "T15"]) == set(legal.split())


def test_play_with_the_matto_led() -> None:
    """The Matto led frees the second player, whose card sets the suit for the others."""
    cards = ["SK", "B5", "T3"]
    assert legal_cards(cards, []) == set(cards)
    assert legal_cards(cards, ["MAT"]) == set(cards)
    assert legal_cards(cards, ["MAT", "B6"]) == {"B5"}
    assert legal_cards(cards, ["MAT", "T9", "SQ"]) == {"T3"}
    assert legal_cards(cards, ["MAT", "C2"]) == {"T3"}
    assert legal_cards(["SK", "MAT"], ["T9"]) == {"SK", "MAT"}


@pytest.mark.parametrize(
    ("cards", "winner", "value"),
    [
        ("C2 CA C6 CJ", "W", 5),
        ("D6 D2 DA D3", "N", 4),
        ("T20 T21 T19 MAT", "E", 12),
        ("S5 S10 DK BK", "E", 12),
        ("SK T2 SQ T15", "W", 11),
        ("MAT S5 S6 BK", "N", 12),
        ("MAT T2 SK T1", "E", 16),
    ],
)
def test_trick_winner(cards: str, winner: str, value: int) -> None:
    """The highest trump wins, else the highest card of the led suit, never the Matto."""
    assert trick_winner(list(zip("SENW", cards.split(), strict=True))) == winner
    assert card_points(cards.split()) == value


def test_high_trump() -> None:
    """Under the house rule T20 beats T21 and takes its value; T21 still beats the others."""
    rules = {"high_trump": 20}
    assert trick_winner(list(zip("SENW", "T20 T21 T19 MAT".split(), strict=True)), rules) == "S"
    assert trick_winner(list(zip("SENW", "T18 T21 T19 SK".split(), strict=True)), rules) == "E"
    assert (card_points(["T20"], rules), card_points(["T21"], rules)) == (5, 1)
    record = hand({"T7": "T20", "T20": "T7"})
    record["tricks"] = [{"lead": "S", "cards": cards} for cards in record["tricks"][:-1]] + [
        record["tricks"][-1]
    ]
    assert codes(score(record)) == []
    result = score(record | {"house_rules": rules})
    assert codes(result) == ["wrong-leader"]
    assert found(result, "wrong-leader") == [{"trick": 2, "seat": "S"}]


def test_plain_hand() -> None:
    """Each team counts its tricks, its Matto and the discards that it owns."""
    assert score(hand()) == {
        "teams": {
            "NS": {"card_points": 96, "total": 96, "tricks_won": 14, "cards": 55},
            "EW": {"card_points": 18, "total": 18, "tricks_won": 1, "cards": 7},
        },
        "winner": "NS",
        "margin": 78,
        "findings": [],
    }


def test_sweep() -> None:
    """A team that wins every trick has all 62 cards, the lost Matto and the discards too."""
    result = score(hand(ALL_TRICKS))
    assert result["findings"] == []
    assert result["teams"]["NS"] == {
        "card_points": 114,
        "total": 114,
        "tricks_won": 15,
        "cards": 62,
    }
    assert result["teams"]["EW"] == {"card_points": 0, "total": 0, "tricks_won": 0, "cards": 0}
    assert (result["winner"], result["margin"]) == ("NS", 114)


def test_matto_in_the_last_trick() -> None:
    """The Matto stays with its team in the last trick too, unless the house rule is played."""
    assert points(score(hand(MATTO_LAST))) == (102, 12)
    result = score(hand(MATTO_LAST, house_rules={"matto_last_trick": "to_winner"}))
    assert codes(result) == []
    assert points(result) == (97, 17)
    assert points(score(hand(house_rules={"matto_last_trick": "to_winner"}))) == (96, 18)


def test_silent_payment() -> None:
    """Under the house rule a silent record gives the first 1-point card in pack order."""
    result = score(hand(house_rules=ONE_POINT_CARD))
    assert codes(result) == ["assumed-payment"]
    assert found(result, "assumed-payment") == [{"card": "S5", "could_change_winner": False}]
    assert points(result) == (97, 17)
    assert (result["teams"]["NS"]["cards"], result["teams"]["EW"]["cards"]) == (56, 6)


def test_payment_without_a_card_of_one_point() -> None:
    """A team that has no 1-point card gives one of the lowest value that it has."""
    changes = {"S5": "SJ", "SJ": "S5", "CA": "CN", "CN": "CA"}
    changes |= {"DQ": "C6", "DN": "D6"}
    result = score(hand(changes, house_rules=ONE_POINT_CARD))
    assert [note["card"] for note in found(result, "assumed-payment")] == ["SJ"]
    assert points(result) == (90, 24)


@pytest.mark.parametrize(
    ("payment", "expected", "theirs"),
    [
        ("c6", [], 17),
        ("CA", [], 17),
        ("CQ", ["matto-payment"], 14),
        ("MAT", ["matto-payment"], 13),
        ("DK", ["assumed-payment", "matto-payment"], 17),
    ],
    ids=["discard", "from a trick", "not allowed", "the Matto", "not captured"],
)
def test_recorded_payment(payment: str, expected: list[str], theirs: int) -> None:
    """A payment not allowed counts as recorded, one that was not captured is ignored."""
    result = score(hand(matto_payment=payment, house_rules=ONE_POINT_CARD))
    assert codes(result) == expected
    assert points(result) == (114 - theirs, theirs)


@pytest.mark.parametrize(
    ("changes", "rules", "theirs"),
    [
        ({}, {}, 18),
        (ALL_TRICKS, ONE_POINT_CARD, 0),
        (MATTO_LAST, ONE_POINT_CARD | {"matto_last_trick": "to_winner"}, 17),
        ({"T21": "MAT", "MAT": "B5", "B5": "T21"}, ONE_POINT_CARD, 13),
    ],
    ids=["no exchange", "team without a trick", "last trick", "trick won by its own team"],
)
def test_payment_that_is_not_owed(
    changes: dict[str, str], rules: dict[str, str], theirs: int
) -> None:
    """A payment that is not owed is an error and is ignored, and none is assumed."""
    record = hand(changes)
    record["tricks"] = [{"lead": "S", "cards": cards} for cards in record["tricks"]]
    usual = score(record | {"house_rules": rules})
    assert found(usual, "matto-payment") == found(usual, "assumed-payment") == []
    result = score(record | {"house_rules": rules, "matto_payment": "S5"})
    assert found(result, "matto-payment") == [{"card": "S5"}]
    assert found(result, "assumed-payment") == []
    assert points(usual) == points(result) == (114 - theirs, theirs)


def test_payment_in_the_last_trick() -> None:
    """A Matto that stays is paid for in the last trick as in any other."""
    result = score(hand(MATTO_LAST, house_rules=ONE_POINT_CARD))
    assert [note["card"] for note in found(result, "assumed-payment")] == ["S10"]
    assert points(result) == (101, 13)


def test_revoke() -> None:
    """A card that neither follows nor is the Matto is a revoke, and the legal cards are named."""
    result = score(hand({"T5": "S6", "S6": "T5"}))
    assert codes(result) == ["revoke"]
    legal = {"T5", "T4", "T3", "T2", "MAT"}
    assert found(result, "revoke") == [{"seat": "E", "trick": 1, "card": "S6", "legal": legal}]


def test_leader_and_winner() -> None:
    """A recorded leader or winner is held against the rules."""
    record = hand()
    first, second = record["tricks"][:2]
    record["tricks"][0] = {"lead": "S", "cards": first, "won_by": "NS"}
    assert codes(score(record)) == []
    record["tricks"][0] = {"cards": " ".join(first).lower(), "won_by": "E"}
    assert found(score(record), "wrong-winner") == [{"trick": 1, "seat": "E"}]
    record["tricks"][1] = {"lead": "N", "cards": second}
    assert found(score(record), "wrong-leader")[0] == {"trick": 2, "seat": "N"}


def test_card_not_held() -> None:
    """A card that the recorded hand lacks is found where it is played."""
    recorded = PLAYS["E"].removesuffix(" SK")
    result = score(hand(hands={"E": recorded, "W": PLAYS["W"] + " C6 D6", "N": None}))
    assert codes(result) == ["not-held"]
    assert found(result, "not-held") == [{"seat": "E", "trick": 15, "card": "SK"}]


@pytest.mark.parametrize(
    ("discards", "expected"),
    [
        ({"W": "D6 C6"}, []),
        ({"W": ["C6", "D6"], "E": None}, []),
        ({"W": "C6 C5"}, ["discard-mismatch"]),
        ({"W": "C6"}, ["discard-count"]),
        ({"E": "C6 D6"}, ["discard-count"]),
    ],
)
def test_recorded_discards(discards: dict[str, object], expected: list[str]) -> None:
    """The two unplayed cards are the discards, whatever the record says."""
    result = score(hand(discards=discards))
    assert codes(result) == expected
    assert points(result) == (96, 18)


KEEPS_A_TRUMP = {"T2": "C6", "T3": "C2", "C2": "T3"}
KEEPS_THE_MATTO = {"T2": "C6", "MAT": "C2", "C2": "MAT"}


@pytest.mark.parametrize(
    ("changes", "rules", "announced", "expected"),
    [
        ({"BK": "C6"}, {}, 0, ["BK"]),
        ({"BK": "C6", "CK": "D6"}, {}, 0, ["BK", "CK"]),
        ({"T1": "C6"}, {}, 1, ["T1"]),
        ({"T2": "C6"}, {}, 1, []),
        ({"T2": "C6"}, {"trump_discard": "forced_only"}, 1, ["T2"]),
        (KEEPS_A_TRUMP, {}, 1, ["T2"]),
        (KEEPS_THE_MATTO, {}, 1, []),
        (KEEPS_THE_MATTO, {"matto_is_trump_in_void_test": True}, 1, ["T2"]),
        ({"MAT": "C6"}, {}, 0, ["MAT"]),
    ],
)
def test_illegal_discards(
    changes: dict[str, str], rules: dict[str, object], announced: int, expected: list[str]
) -> None:
    """Each of the unplayed cards is judged by the cards that the dealer played."""
    result = score(hand(changes, house_rules=rules, announced_trumps=announced))
    assert codes(result) == ["illegal-discard"] * len(expected)
    laid = [item["card"] for item in found(result, "illegal-discard")]
    assert laid == expected
    assert {item["seat"] for item in found(result, "illegal-discard")} <= {"W"}
    assert sum(points(result)) == 114


@pytest.mark.parametrize(
    ("changes", "announced", "expected"),
    [
        ({}, None, []),
        ({}, 0, []),
        ({}, 1, [{"seat": "W", "expected": 0, "found": 1}]),
        ({"T2": "C6"}, 1, []),
        ({"T2": "C6"}, 0, [{"seat": "W", "expected": 1, "found": 0}]),
        ({"T2": "C6"}, None, [{"seat": "W", "expected": 1, "found": None}]),
        ({"MAT": "C6"}, None, []),
    ],
)
def test_announcement(
    changes: dict[str, str], announced: int | None, expected: list[dict[str, object]]
) -> None:
    """A wrong number of trumps announced is found, and a missing one if trumps were laid away."""
    result = score(hand(changes, announced_trumps=announced))
    assert found(result, "wrong-announcement") == expected


def test_card_twice() -> None:
    """With a card twice nothing is scored, and the discards tell which card is missing."""
    result = score(hand({"T6": "SK"}, discards={"W": "C6 D6"}))
    assert (result["teams"], result["winner"], result["margin"]) == (None, None, None)
    assert codes(result) == ["duplicate-card", "missing-card"]
    assert found(result, "duplicate-card") == [{"trick": 15, "card": "SK"}]
    assert found(result, "missing-card") == [{"card": "T6"}]


def test_card_of_another_pack() -> None:
    """With a card of another pack nothing is scored."""
    result = score(hand({"T6": "SA"}))
    assert result["teams"] is None
    assert found(result, "unknown-card") == [{"trick": 2, "card": "SA"}]


def test_claims() -> None:
    """Each claimed figure that differs is found, and only those."""
    right = {"NS": {"card_points": 96, "total": 96}, "EW": None, "winner": "NS"}
    assert codes(score(hand(claims=right | {"margin": 78}))) == []
    wrong = {"EW": {"card_points": 19, "total": 20}, "winner": "draw", "margin": 0}
    assert found(score(hand(claims=right | wrong)), "claim-mismatch") == [
        {"team": "EW", "figure": "card_points"},
        {"team": "EW", "figure": "total"},
        {"figure": "winner"},
        {"figure": "margin"},
    ]


def played_out(random: Random, rules: dict[str, object]) -> dict[str, Any]:
    """Deal a hand, lay two legal cards away and play legal cards, all at random."""
    cards = random.sample(PACK, 62)
    dealer = random.choice(SEATS)
    laid = random.choice(legal_discards(cards[:17], rules))
    hands = {seat: [cards.pop() for _ in range(15)] for seat in SEATS if seat != dealer}
    hands[dealer] = [card for card in cards if card not in laid]
    held = {seat: list(kept) for seat, kept in hands.items()}
    leader = SEATS[(SEATS.index(dealer) + 1) % 4]
    tricks = []
    for _ in range(15):
        trick: list[tuple[str, str]] = []
        for turn in range(4):
            seat = SEATS[(SEATS.index(leader) + turn) % 4]
            legal = legal_cards(hands[seat], [card for _, card in trick])
            card = random.choice(sorted(legal))
            hands[seat].remove(card)
            trick.append((seat, card))
        tricks.append([card for _, card in trick])
        leader = trick_winner(trick, rules)
    record = {"dealer": dealer, "house_rules": rules, "hands": held, "tricks": tricks}
    trumps = len([card for card in laid if card in TRUMPS])
    return record | {"announced_trumps": trumps, "discards": {dealer: list(laid)}}


@pytest.mark.parametrize("number", range(len(HOUSE_RULES)))
def test_random_hands(number: int) -> None:
    """A hand played by the rules has no flaw, and its counts hold what they must."""
    rules = HOUSE_RULES[number]
    random = Random(number)
    for _ in range(4):
        record = played_out(random, rules)
        result = score(record)
        assert set(codes(result)) <= {"assumed-payment"}
        assert sum(points(result)) == 114
        [matto] = [seat for seat, kept in record["hands"].items() if "MAT" in kept]
        stays = rules["matto_last_trick"] == "kept" and rules["matto_exchange"] == "none"
        for team, total in zip(("NS", "EW"), points(result), strict=True):
            least = 3 + (2 if record["dealer"] in team else 0)
            least += 5 if matto in team and stays else 0
            won = result["teams"][team]["tricks_won"]
            assert total >= least if won else total == 0


@pytest.mark.parametrize(
    "path", sorted(CASES.glob("piedicavallo-*.json")), ids=lambda path: path.stem
)
def test_given_hand(path: Path) -> None:
    """A hand with a known result comes out at that result."""
    case = json.loads(path.read_text(encoding="utf-8"))
    expected, result = case["expected"], score(case["record"])
    assert result["teams"] == expected["teams"]
    outcome = {"winner": result["winner"], "margin": result["margin"]}
    assert outcome == expected["outcome"]
    violations = [item | {"legal": sorted(item["legal"])} for item in found(result, "revoke")]
    assert violations == expected.get("violations", [])
    assert bool(violations) != expected["legal"]
    assert bool(found(result, "claim-mismatch")) == (expected.get("claims") == "differ")
    assert set(codes(result)) <= {"revoke", "claim-mismatch"}
