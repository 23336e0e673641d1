"""The naive Bologna scorer against the worked figures of the sheet and against given cases."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.bologna import (
    PACK,
    card_points,
    combinations,
    declaration_value,
    legal_cards,
    score,
    trick_winner,
)
from tests.one_hand import ALL_TRICKS, PLAYS, hand

CASES = Path(__file__).resolve().parents[1] / "fixtures" / "cases"


def found(result: dict[str, Any], code: str) -> list[dict[str, Any]]:
    """Pick the findings of one code, without the code."""
    return [
        {key: value for key, value in finding.items() if key != "code"}
        for finding in result["findings"]
        if finding["code"] == code
    ]


def codes(result: dict[str, Any]) -> list[str]:
    """List the codes of all findings but those that a bare record always has."""
    usual = ("no-declarations", "assumed-payment")
    return sorted(item["code"] for item in result["findings"] if item["code"] not in usual)


def declare(what: object, seat: str = "W", **keys: object) -> dict[str, Any]:
    """Score the hand with one declaration."""
    return score(hand(declarations={seat: what}) | keys)


COINS = {"cards": "DK DQ DN DJ DA"}


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("SK SQ SA", {}),
        ("SK SQ SA MAT", {"swords": (4, 15)}),
        ("SK SA BEG MAT", {}),
        ("CK CN CJ", {"cups": (3, 10)}),
        ("CK CN CJ CA MAT", {"cups": (5, 20)}),
        ("SK SQ SA DK DJ DA MAT", {"swords": (4, 15), "coins": (4, 15), "aces": (3, 10)}),
        ("SA BEG MAT", {}),
        ("MOR MOR", {}),
        ("MOR MOR BEG", {"moors": (3, 10)}),
        ("ANG MON LUN T16 T15 T13 T11 MAT", {"grande": (7, 30)}),
        ("ANG MON SOL LUN T16 T13 T12 BEG MAT", {"grande": (7, 30)}),
        ("ANG SOL T16 T14 T12 T11 BEG MAT", {"grande": (6, 25)}),
        ("ANG MON T15 T14 BEG MAT", {"grande": (6, 25)}),
        ("ANG BEG MAT T16 T15", {}),
        ("MON SOL LUN BEG MAT T16", {}),
    ],
)
def test_worked_sequences(cards: str, expected: dict[str, tuple[int, int]]) -> None:
    """The cards of the sheet's examples make just the sequences that the sheet gives."""
    listed = combinations(cards.split())
    sequences = {c["kind"]: (c["length"], c["points"]) for c in listed if "length" in c}
    assert sequences == expected


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("SK SQ SA DK DJ DA MAT", 80),
        ("SK BK CK", 17),
        ("SK BK CK DK", 34),
        ("SQ BQ CQ SN BN CN SJ BJ CJ DJ", (14 + 13 + 24) * 2),
        ("ANG MON MAT", 18 + 10),
        ("ANG MON BEG MAT", 36 + 15),
        ("SN BN DN MAT", 13),
        ("ANG MON BEG MAT SK BK CK DK SQ BQ CQ DQ SA BA CA", 416),
    ],
)
def test_worked_declarations(cards: str, value: int) -> None:
    """A declared hand scores its sets and its sequences, each sum doubled from three on."""
    assert declaration_value(cards.split()) == value


def test_whole_pack() -> None:
    """The whole pack is worth 87, its sets 296 and its sequences 550."""
    assert len(PACK) == 62
    assert card_points(PACK) == 87
    assert declaration_value(PACK) == 296 + 550


def test_complete_grande_under_the_house_rule() -> None:
    """A run completed by a counter lets the Mori join unless `grande_complete` is `real`."""
    run = [f"T{number}" for number in range(6, 17)]
    cards = ["ANG", "MON", "LUN", *run, "MOR", "MOR", "MOR", "BEG"]
    filled = {"kind": "grande", "length": 18, "points": 85}
    real = {"kind": "grande", "length": 15, "points": 70}
    assert filled in combinations(cards, {"grande_complete": "filled"})
    assert real in combinations(cards, {"grande_complete": "real"})
    real["length"], real["points"] = 19, 90
    assert real in combinations([*cards, "T5"], {"grande_complete": "real"})


def by_subtraction(cards: set[str], moors: int) -> int | None:
    """Work out the Grande as the sheet does: 105 − 5 × (n + h + k); None if there is none."""
    left = len(cards & {"BEG", "MAT"})
    missing = 2 - left
    heads = 3 - len(cards & {"MON", "SOL", "LUN"})
    left -= 1 if heads == 2 else 0
    if "ANG" not in cards or heads == 3 or left < 0:
        return None
    above, before_is_filled = heads, False
    for number in range(16, 4, -1):
        held = f"T{number}" in cards
        if not held and (left == 0 or before_is_filled):
            return 105 - 5 * (number + above + missing)
        left -= 0 if held else 1
        above += 0 if held else 1
        before_is_filled = not held
    return 105 - 5 * (4 - moors + above + missing)


GRANDE_CARDS = [card for card in PACK if card[0] == "T" or card in ("ANG", "MON", "SOL", "LUN")]


@given(st.sets(st.sampled_from([*GRANDE_CARDS, "BEG", "MAT"]), max_size=8), st.integers(0, 4))
def test_grande_by_subtraction(missing: set[str], moors: int) -> None:
    """Building the Grande and subtracting what it lacks come to the same number."""
    cards = {*GRANDE_CARDS, "BEG", "MAT"} - missing
    built = [c for c in combinations([*cards, *["MOR"] * moors]) if c["kind"] == "grande"]
    expected = by_subtraction(cards, moors)
    assert [c["points"] for c in built] == ([] if expected is None else [expected])


def test_legal_cards() -> None:
    """A led suit is followed, else trumped; the Matto is free and frees the player after it."""
    cards = ["SK", "S6", "MOR", "MAT"]
    assert legal_cards(cards, ["S7"]) == {"SK", "S6", "MAT"}
    assert legal_cards(cards, ["B7"]) == {"MOR", "MAT"}
    assert legal_cards(cards, ["BEG"]) == {"MOR", "MAT"}
    assert legal_cards(["SK", "S6"], ["B7"]) == {"SK", "S6"}
    assert legal_cards(cards, ["MAT"]) == set(cards)
    assert legal_cards(["SK", "MOR"], ["MAT", "S7"]) == {"SK"}


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("S7 SK S6 SQ", "E"),
        ("C10 C6 CA C7", "N"),
        ("S6 SA D10 BK", "S"),
        ("SK BEG S7 MOR", "W"),
        ("MOR SK MOR BEG", "N"),
        ("MOR T5 MOR MOR", "E"),
        ("MAT S6 S7 DK", "N"),
    ],
)
def test_trick_winner(cards: str, winner: str) -> None:
    """The highest trump wins, the last of several Mori, else the highest card of the led suit."""
    assert trick_winner(list(zip("SENW", cards.split(), strict=True))) == winner


def test_team_that_wins_every_trick() -> None:
    """All 62 cards and the last trick make 939; the Matto is lost and nothing is paid."""
    result = score(hand(ALL_TRICKS, declarations={"E": "all"}))
    assert result["findings"] == []
    assert result["teams"]["NS"] == {
        "card_points": 87,
        "last_trick": 6,
        "sets": 296,
        "sequences": 550,
        "declarations": 0,
        "total": 939,
        "tricks_won": 15,
        "cards": 62,
    }
    assert result["teams"]["EW"]["total"] == 80
    assert (result["winner"], result["margin"]) == ("NS", 859)


def test_silent_payment() -> None:
    """A silent record gives the card that costs the giver least, the first in pack order."""
    result = score(hand())
    assert found(result, "assumed-payment") == [{"card": "S6", "could_change_winner": False}]
    assert result["teams"]["NS"] == {
        "card_points": 76,
        "last_trick": 0,
        "sets": (18 + 17 + 28 + 26 + 24) * 2,
        "sequences": (25 + 25 + 25 + 15 + 20 + 100) * 2,
        "declarations": 0,
        "total": 722,
        "tricks_won": 14,
        "cards": 56,
    }
    assert result["teams"]["EW"] == {
        "card_points": 11,
        "last_trick": 6,
        "sets": 0,
        "sequences": 0,
        "declarations": 0,
        "total": 17,
        "tricks_won": 1,
        "cards": 6,
    }
    assert found(result, "no-declarations") == [{}]


def test_recorded_payment() -> None:
    """An ace that is given lengthens the Aces of the receiver."""
    result = score(hand(matto_payment="sa", declarations={}))
    assert result["findings"] == []
    assert result["teams"]["NS"]["total"] == 732


@pytest.mark.parametrize(
    ("payment", "rules", "assumed", "card_points"),
    [
        ("DK", {}, ["S6"], 11),
        ("SK", {}, [], 7),
        ("C6", {"matto_payment_from": "tricks"}, ["S6"], 11),
    ],
    ids=["not captured", "not allowed", "from the discards"],
)
def test_wrong_payment(
    payment: str, rules: dict[str, str], assumed: list[str], card_points: int
) -> None:
    """A payment not allowed counts as recorded, one that was not captured is ignored."""
    result = score(hand(matto_payment=payment, house_rules=rules))
    assert codes(result) == ["matto-payment"]
    assert [note["card"] for note in found(result, "assumed-payment")] == assumed
    assert result["teams"]["EW"]["card_points"] == card_points


def test_payment_from_the_discards() -> None:
    """The discards that the team owns may be given."""
    assert codes(score(hand(matto_payment="C6"))) == []


def test_payment_that_is_not_owed() -> None:
    """A payment of a team that lost the Matto is an error and is ignored."""
    result = score(hand(ALL_TRICKS, matto_payment="S6"))
    assert codes(result) == ["matto-payment"]
    assert result["teams"]["NS"]["total"] == 939


def test_revoke() -> None:
    """A card that neither follows nor is the Matto is a revoke, and the legal cards are named."""
    result = score(hand({"MAT": "S7", "S7": "MAT"}))
    assert codes(result) == ["revoke"]
    legal = {"MAT", "T6", "T5", "MOR"}
    assert found(result, "revoke") == [{"seat": "E", "trick": 1, "card": "S7", "legal": legal}]


def test_leader_and_winner() -> None:
    """A recorded leader or winner is held against the rules."""
    record = hand()
    first, second = record["tricks"][:2]
    record["tricks"][0] = {"lead": "S", "cards": first, "won_by": "S"}
    assert codes(score(record)) == []
    record["tricks"][0] = {"cards": " ".join(first), "won_by": "E"}
    assert found(score(record), "wrong-winner") == [{"trick": 1, "seat": "E"}]
    record["tricks"][1] = {"lead": "N", "cards": second}
    assert found(score(record), "wrong-leader")[0] == {"trick": 2, "seat": "N"}


def test_card_not_held() -> None:
    """A card that the recorded hand lacks is found where it is played."""
    recorded = PLAYS["E"].removesuffix(" SK")
    result = score(hand(hands={"E": recorded, "W": PLAYS["W"] + " C6 C7"}))
    assert codes(result) == ["not-held"]
    assert found(result, "not-held") == [{"seat": "E", "trick": 15, "card": "SK"}]


def test_discards() -> None:
    """The two unplayed cards are the discards, whatever the record says."""
    assert codes(score(hand(discards={"W": "C7 C6"}))) == []
    assert codes(score(hand(discards={"W": "C6 C8"}))) == ["discard-mismatch"]
    result = score(hand({"DK": "C6"}, discards={"W": "DK C7"}))
    assert codes(result) == ["illegal-discard"]
    assert found(result, "illegal-discard") == [{"seat": "W", "card": "DK"}]


def test_card_twice() -> None:
    """With a card twice nothing is scored, and the discards tell which card is missing."""
    result = score(hand({"T6": "SK"}, discards={"W": "C6 C7"}))
    assert result["teams"] is None
    assert codes(result) == ["duplicate-card", "missing-card"]
    assert found(result, "missing-card") == [{"card": "T6"}]


def test_card_of_another_pack() -> None:
    """With a card of another pack nothing is scored."""
    result = score(hand({"T6": "T17"}))
    assert result["teams"] is None
    assert found(result, "unknown-card") == [{"trick": 5, "card": "T17"}]


@pytest.mark.parametrize(
    ("seat", "value"), [("S", 65), ("E", (20 + 10 + 10) * 2), ("N", (10 + 15 + 10) * 2), ("W", 20)]
)
def test_declaring_all(seat: str, value: int) -> None:
    """Declaring all scores what the fifteen cards give, for the team."""
    result = declare({"items": "all", "points": value, "after_trick": 0}, seat)
    assert codes(result) == []
    assert result["teams"]["NS" if seat in "NS" else "EW"]["declarations"] == value


@pytest.mark.parametrize(
    ("what", "points", "expected"),
    [
        ([COINS], 20, []),
        ([COINS | {"kind": "coins", "points": 20}], 20, []),
        ([COINS | {"kind": "cups"}], 0, ["declaration-no-combination", "partial-declaration"]),
        ([COINS | {"points": 25}], 20, ["declaration-value"]),
        ({"items": [COINS], "points": 40}, 20, ["declaration-value"]),
        ([COINS, COINS], 20, ["declaration-repeated"]),
        ([{"cards": "DK DQ DN"}], 10, ["declaration-short"]),
        ([COINS, {"cards": "SA CA DA"}], 20, ["declaration-not-held"]),
        ([COINS, {"cards": "CA DA"}], 20, ["declaration-no-combination"]),
        ([{"cards": "DK DQ DN D6"}], 0, ["declaration-no-combination", "partial-declaration"]),
        ({"items": "all", "after_trick": 1}, 0, ["late-declaration"]),
        ([], 0, []),
        (None, 0, []),
    ],
)
def test_listed_declaration(what: object, points: int, expected: list[str]) -> None:
    """Of a list each item that stands is scored as named, and each flaw is found."""
    result = declare(what)
    assert codes(result) == expected
    assert result["teams"]["EW"]["declarations"] == points


def test_partial_declaration() -> None:
    """A list that leaves a combination out is an error unless the house rule allows it."""
    items = [{"cards": "MOR MOR"}]  # BEG counts although it is not named
    result = declare(items, "N")
    assert codes(result) == ["partial-declaration"]
    assert result["teams"]["NS"]["declarations"] == 10
    result = declare(items, "N", house_rules={"partial_declarations": True})
    assert codes(result) == []
    assert result["teams"]["NS"]["declarations"] == 10


def test_declaring_nothing() -> None:
    """Declaring all from a hand without a combination is a note and scores nothing."""
    result = score(hand({"DK": "C6"}, declarations={"W": "all"}))
    assert found(result, "declaration-empty") == [{"seat": "W"}]
    assert result["teams"]["EW"]["declarations"] == 0


@pytest.mark.parametrize(
    ("items", "points"),
    [
        ([{}], 36),
        ([{}, {}], 36 + 15),
        ([{}, {"kind": "tarocchi"}], 15 + 36),
        ([{"kind": "grande"}, {}], 15 + 36),
    ],
)
def test_item_that_fits_a_set_and_a_sequence(items: list[dict[str, str]], points: int) -> None:
    """An item without a kind takes the reading worth most that no other item has taken."""
    record = hand({"T8": "MAT", "MAT": "T8", "T7": "BEG", "BEG": "T7"})
    record["tricks"] = [{"lead": "S", "cards": cards} for cards in record["tricks"]]
    named = [{"cards": "ANG MON BEG MAT"} | item for item in items]
    result = score(record | {"declarations": {"S": named}})
    assert "declaration-no-combination" not in codes(result)
    assert "declaration-repeated" not in codes(result)
    assert result["teams"]["NS"]["declarations"] == points


def test_claims() -> None:
    """Each claimed figure that differs is found, and only those."""
    right = {"NS": {"card_points": 76, "total": 722}, "EW": {"sets": 0}, "winner": "NS"}
    assert codes(score(hand(claims=right | {"margin": 705}))) == []
    result = score(hand(claims=right | {"EW": {"total": 18, "sets": 0}, "margin": 704}))
    assert found(result, "claim-mismatch") == [
        {"team": "EW", "figure": "total"},
        {"figure": "margin"},
    ]


def in_order(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort combinations, whose order says nothing."""
    return sorted(listed, key=lambda combination: str(combination["kind"]))


@pytest.mark.parametrize("path", sorted(CASES.glob("bologna-*.json")), ids=lambda path: path.stem)
def test_given_hand(path: Path) -> None:
    """A hand with a known result comes out at that result."""
    case = json.loads(path.read_text(encoding="utf-8"))
    expected, result = case["expected"], score(case["record"])
    for team in ("NS", "EW"):
        figures = expected["teams"][team]
        assert {figure: result["teams"][team][figure] for figure in figures} == figures
        assert in_order(result["combinations"][team]) == in_order(expected["combinations"][team])
    outcome = {"winner": result["winner"], "margin": result["margin"]}
    assert outcome == expected["outcome"]
    violations = [item | {"legal": sorted(item["legal"])} for item in found(result, "revoke")]
    assert violations == expected.get("violations", [])
    assert bool(violations) != expected["legal"]
    assert bool(found(result, "claim-mismatch")) == (expected.get("claims") == "differ")


def given_lists() -> list[dict[str, Any]]:
    """Read the given lists of cards."""
    path = CASES / "combinations.json"
    rows = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return [row for row in rows if row["variant"] == "bologna"]


@pytest.mark.parametrize("row", given_lists(), ids=lambda row: row["id"])
def test_given_list(row: dict[str, Any]) -> None:
    """A list of cards with known combinations makes just those."""
    cards = row["cards"].split()
    assert in_order(combinations(cards)) == in_order(row["combinations"])
    assert declaration_value(cards) == row["points"]
