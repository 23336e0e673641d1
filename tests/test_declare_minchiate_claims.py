"""Claims about Minchiate: cards that are named, house rules, the one further card."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecli import declaring
from scorecli.declaring import NamedCards
from scorecli.judging import Judgement
from scorecli.report.declare_json import declared_json
from tests.naive.minchiate import PACK, combinations, declaration_value
from tests.test_declare_minchiate import comparable
from tests.test_declare_minchiate_reasons import REPLACES_NOTHING, lines, steps

NO_COMBINATION = "M3.2 the cards as named make no combination: the item scores nothing"


def judgement_of(cards: str, claim: str, **rules: bool | str) -> Judgement:
    """The judgement of one claim about some cards."""
    return declaring.declared("minchiate", [cards], [claim], None, rules).judgements[0]


def judgement_of_named(
    cards: str, named: str, points: int | None = None, **rules: bool | str
) -> Judgement:
    """The judgement of cards that are named as one combination."""
    claim = NamedCards(named, points)
    return declaring.declared("minchiate", [cards], [], claim, rules).judgements[0]


# Cards that are named


@pytest.mark.parametrize(
    ("named", "points", "verdict", "expected"),
    [
        (
            "T30 T31 T32",
            20,
            "good",
            """
            M5.1 T32, T31, T30: 3 in a row
            M5.1 T33, T29 are not named: the run ends
            M3.2 MAT adds 5, though not named
            M5.6 5 + 5 + 5 + 5 for the Matto = 20
            M3.2 the hand holds 6 cards of it, worth 35: counted as named
            """,
        ),
        (
            "SK BK CK MAT",
            15,
            "good, but worth 20",
            """
            M5.5 SK, BK, CK; DK is not named: three K are a combination too
            M5.6 MAT adds 5
            M5.6 5 + 5 + 5 + 5 for the Matto = 20
            M3.2 the hand holds 4 cards of it, worth 25: counted as named
            M5.6 15 leaves out the 5 that MAT adds
            """,
        ),
        ("T34 T33 T32", None, "not good", "M3.2 T34 is not held: the item scores nothing"),
        ("T35 T34", 5, "not good", "M3.2 T35, T34 are not held: the item scores nothing"),
        (
            "T28 T30 T31 MAT",
            None,
            "not good",
            f"""
            M5.1 T31, T30 are only two in a row: a run is three or more
            M5.1 T32, T29 are not named: the run ends and T28 is not reached
            {REPLACES_NOTHING}
            {NO_COMBINATION}
            """,
        ),
        (
            "SK BK",
            None,
            "not good",
            f"""
            M5.5 only SK, BK of SK BK CK DK named: three or four K are needed
            {NO_COMBINATION}
            """,
        ),
        (
            "T30 T31 T32 S8 S9",
            None,
            "not good",
            f"""
            M5.1 Run (T32, T31, T30) alone is a combination
            M3.2 S9, S8 do not belong to it
            {NO_COMBINATION}
            """,
        ),
        (
            "T30 T31 T32 SK BK CK",
            None,
            "not good",
            f"""
            M5.1 Run (T32, T31, T30) alone is a combination
            M5.5 Kings (SK BK CK) alone is a combination
            M3.2 each is to be named by itself
            {NO_COMBINATION}
            """,
        ),
        ("S8", None, "not good", NO_COMBINATION),
    ],
)
def test_named_cards(named: str, points: int | None, verdict: str, expected: str) -> None:
    """Cards named as one combination count as named, with the Matto held, or score nothing."""
    hand = "T28 T29 T30 T31 T32 T33 SK BK CK DK S8 S9 MAT"
    judgement = judgement_of_named(hand, named, points)
    assert judgement.verdict == verdict
    assert steps(judgement) == lines(expected)


# House rules


def test_the_matto_in_its_own_set() -> None:
    """By a house rule the Matto adds 5 to its own combination too."""
    judgement = judgement_of("T1 T40 MAT", "matto 20", matto_in_own_set=True)
    assert judgement.verdict == "good, but worth 25"
    assert steps(judgement) == [
        "M5.2 T40, T1, MAT: all three are there",
        "M5.2 MAT adds 5 here too, beside its own 5 (matto_in_own_set=yes)",
        "M5.6 10 + 5 + 5 + 5 for the Matto = 25",
        "M5.6 20 leaves out the 5 that MAT adds",
    ]


def test_merged_tens() -> None:
    """By a house rule four tens are one combination, and neither half of it is there."""
    cards = "T10 T20 T30 T40 MAT"
    assert judgement_of(cards, "tens 30", tens="merged").good
    judgement = judgement_of(cards, "tens 45", tens="merged")
    assert judgement.verdict == "good, but worth 30"
    assert steps(judgement) == [
        "M5.4 T40, T30, T20, T10: one combination of four (tens=merged)",
        "M5.6 MAT adds 5",
        "M5.6 10 + 5 + 5 + 5 + 5 for the Matto = 30",
        "M5.4 45 takes the tens as two combinations: here they are one (tens=merged)",
    ]
    judgement = judgement_of(cards, "tens low", tens="merged")
    assert judgement.verdict == "not good"
    reason = "all four tens are held: they are one combination of four (tens=merged)"
    assert steps(judgement)[0] == f"M5.4 {reason}"
    assert [one.kind for one in judgement.nearest] == ["tens"]


def test_devil_world_and_gemini() -> None:
    """By a house rule T14 T35 T39 are a combination, in which T14 counts 5."""
    judgement = judgement_of("T14 T35 T39", "diavolo 15", devil_world_gemini=True)
    assert judgement.verdict == "good, but worth 20"
    assert steps(judgement) == [
        "M5.8 T39, T35, T14: all three are there (devil_world_gemini=yes)",
        "M5.8 T14 counts 5 inside it",
        "M5.6 10 + 5 + 5 = 20",
        "M5.8 15 leaves out T14, which counts 5 inside",
    ]


# Cards at random

OWN, DEVIL = {"matto_in_own_set": True}, {"devil_world_gemini": True}
RULES: list[Mapping[str, bool | str]] = [{}, OWN, {"tens": "merged"}, DEVIL]
useful = st.sampled_from(
    [card for card in PACK if card[1:] == "K" or card in {"MAT", "T13", "T10", "T20", "T14"}]
    + [f"T{number}" for number in (1, 2, 3, 4, 5, 6, *range(27, 41))]
)
hands = st.lists(useful, min_size=1, max_size=14, unique=True)


@given(hands, st.sampled_from(RULES))
def test_random_hands_make_what_a_naive_scorer_finds(
    hand: list[str], rules: Mapping[str, bool | str]
) -> None:
    """Cards at random make the combinations and points that a naive scorer finds."""
    printed = declared_json(declaring.declared("minchiate", [" ".join(hand)], [], None, rules))
    assert comparable(printed["combinations"]) == comparable(combinations(hand, rules))
    assert printed["points"] == declaration_value(hand, rules)


# The one further card

PAPI = {"T5", "T4", "T3", "T2", "T1"}
ARIE = {"T40", "T39", "T38", "T37", "T36"}
ONE_OF: dict[str, Callable[[dict[str, Any]], bool]] = {
    "run": lambda one: one["kind"] == "run",
    "papi": lambda one: one["kind"] == "run" and not set(one["cards"]) - PAPI,
    "arie": lambda one: one["kind"] == "run" and len(ARIE.intersection(one["cards"])) > 2,
    "matto": lambda one: one["kind"] == "matto",
    "thirteen": lambda one: one["kind"] == "thirteen",
    "tens low": lambda one: one["kind"] == "tens-low",
    "tens high": lambda one: one["kind"] == "tens-high",
    "kings": lambda one: one["kind"] == "kings",
    "devil": lambda one: one["kind"] == "devil-world-gemini",
}


def brought_by_one_card(hand: list[str], is_true: Callable[[list[str]], bool]) -> list[str]:
    """The cards of the pack, in its order, each of which makes a claim about the hand true."""
    return [card for card in PACK if card not in hand and is_true([*hand, card])]


def check_one_more(
    judgement: Judgement, hand: list[str], is_true: Callable[[list[str]], bool]
) -> None:
    """Hold a judgement against the truth about the hand, and about it with each further card."""
    assert judgement.good == is_true(hand)
    assert judgement.one_more == (None if judgement.good else brought_by_one_card(hand, is_true))


claimed = st.sampled_from([None, 11, 15, 16, 20, 25, 30, 35, 40])


@settings(max_examples=60)
@given(hands, st.sampled_from(list(ONE_OF)), claimed, st.sampled_from(RULES))
def test_one_further_card_for_a_kind(
    hand: list[str], kind: str, points: int | None, rules: Mapping[str, bool | str]
) -> None:
    """The cards listed are those that make one combination of the kind worth the points claimed."""

    def is_true(cards: list[str]) -> bool:
        found = [one for one in combinations(cards, rules) if ONE_OF[kind](one)]
        return any(points in (None, one["points"]) for one in found)

    claim = kind if points is None else f"{kind} {points}"
    check_one_more(judgement_of(" ".join(hand), claim, **rules), hand, is_true)


@settings(max_examples=60)
@given(hands, claimed, st.sampled_from(RULES))
def test_one_further_card_for_the_tens(
    hand: list[str], points: int | None, rules: Mapping[str, bool | str]
) -> None:
    """Tens may be claimed one by one or together."""

    def is_true(cards: list[str]) -> bool:
        worths = [
            one["points"] for one in combinations(cards, rules) if one["kind"].startswith("tens")
        ]
        return bool(worths) and points in (None, *worths, sum(worths))

    hand = list(dict.fromkeys([*hand, "T20", "T30"]))
    claim = "tens" if points is None else f"tens {points}"
    check_one_more(judgement_of(" ".join(hand), claim, **rules), hand, is_true)


@settings(max_examples=60)
@given(hands, st.sampled_from(["", "runs "]), useful, st.integers(0, 3), st.sampled_from(RULES))
def test_one_further_card_for_a_sum(
    hand: list[str], of: str, further: str, more: int, rules: Mapping[str, bool | str]
) -> None:
    """For a sum the cards listed are those that make all combinations together worth it."""

    def total(cards: list[str]) -> int:
        found = combinations(cards, rules)
        return sum(one["points"] for one in found if not of or one["kind"] == "run")

    points = total(list(dict.fromkeys([*hand, further]))) + more * 5
    judgement = judgement_of(" ".join(hand), f"{of}{points}", **rules)
    check_one_more(judgement, hand, lambda cards: total(cards) == points)


def named_worths(item: list[str], hand: list[str]) -> list[int]:
    """What an item can be worth: one combination of just its cards, the Matto apart (M3.2)."""
    if set(item) - set(hand):
        return []
    real = sorted(card for card in item if card != "MAT")
    looked_at = [*real, "MAT"] if "MAT" in hand else real
    return [
        one["points"]
        for one in combinations(looked_at)
        if sorted(one["cards"]) in (real, sorted(item))
    ]


@settings(max_examples=60)
@given(hands, st.data(), claimed)
def test_named_cards_and_their_one_further_card(
    hand: list[str], data: st.DataObject, points: int | None
) -> None:
    """Named cards are worth what a naive reading of M3.2 says, now and with one card more."""
    found = [one["cards"] for one in combinations([*hand, "T30", "T31", "T32"])]
    item = data.draw(st.sampled_from(found))
    left_out = data.draw(st.sampled_from([*item, ""]))
    item = [card for card in item if card != left_out] or item

    def is_true(cards: list[str]) -> bool:
        return any(points in (None, worth) for worth in named_worths(item, cards))

    judgement = judgement_of_named(" ".join(hand), " ".join(item), points)
    worths = named_worths(item, hand)
    assert judgement.worth == (worths[0] if worths else None)
    check_one_more(judgement, hand, is_true)
