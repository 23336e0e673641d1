"""The judgement of claims about a declaration: reasons, nearest readings, the one further card."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scorecli import declaring
from scorecli.declaring import NamedCards
from scorecli.judging import Judgement
from tests.naive.bologna import KINDS, PACK, PACK_ORDER, SETS, combinations, declaration_value

NO_COMBINATION = "the cards as named make no combination: the item scores nothing"
COUNTERS = ("BEG", "MAT")


def judgement_of(cards: str, claim: str) -> Judgement:
    """The judgement of one claim about some cards."""
    return declaring.declared("bologna", [cards], [claim], None, {}).judgements[0]


def judgement_of_named(cards: str, named: str, points: int | None = None) -> Judgement:
    """The judgement of cards that are named as one combination."""
    claim = NamedCards(named, points)
    return declaring.declared("bologna", [cards], [], claim, {}).judgements[0]


def without(cards: list[str], card: str) -> list[str]:
    """The cards with one of them taken away."""
    place = cards.index(card)
    return [*cards[:place], *cards[place + 1 :]]


# Nearest readings


@pytest.mark.parametrize(
    ("cards", "claim", "nearest"),
    [
        ("ANG MON LUN T16 MAT", "grande 45", ["grande"]),
        ("ANG BEG MAT T16 T15 SK SQ SN SJ", "grande 20", ["tarocchi"]),
        ("SK SQ BK CK DK DQ DN MAT", "spade 45", ["swords"]),
        ("SK BK CK DQ DN SJ", "swords", ["kings"]),
        ("MOR MOR MOR", "re", ["moors"]),
        ("SK SQ SN SJ", "sets", ["swords"]),
        ("SK SQ SN BK CK", "11", ["kings", "swords"]),
        ("SK SQ", "spade", []),
    ],
)
def test_nearest_reading(cards: str, claim: str, nearest: list[str]) -> None:
    """In place of a claim stands what there is of its kind, else the best that its cards give."""
    assert [one.kind for one in judgement_of(cards, claim).nearest] == nearest


# Cards that are named


@pytest.mark.parametrize(
    ("named", "points", "verdict", "expected"),
    [
        ("ANG MON SOL T16 MAT", 20, "good", []),
        ("ANG MON SOL T16", None, "good", [("B3.3", "MAT counts, though not named")]),
        (
            "ANG MON SOL",
            20,
            "good, but worth 15",
            [
                ("B3.3", "MAT counts, though not named"),
                ("B3.3", "the hand holds 5 cards of it, worth 20: counted as named"),
                ("B6.1", "20 would be 5 cards"),
            ],
        ),
        ("ANG LUN", None, "not good", [("B3.5", "LUN is not held: the item scores nothing")]),
        ("LUN T15", 10, "not good", [("B3.5", "LUN, T15 are not held: the item scores nothing")]),
        (
            "ANG MON SOL T16 SK S8",
            None,
            "not good",
            [
                ("B3.5", "SK, S8 do not belong to the Grande of the others"),
                ("B3.5", NO_COMBINATION),
            ],
        ),
        (
            "SK BK CK MAT",
            34,
            "not good",
            [
                ("B5.2", "MAT stands in no set: counters never do"),
                ("B3.5", "MAT does not belong to the Kings of the others"),
                ("B3.5", NO_COMBINATION),
            ],
        ),
        ("SK BK CK", 17, "good", [("B5.1", "SK, BK, CK real; DK is missing")]),
        (
            "SK BK",
            None,
            "not good",
            [
                (
                    "B5.1",
                    "only SK, BK of SK BK CK DK named: a set is three or four of them",
                )
            ],
        ),
        ("S7 S8", None, "not good", [("B3.5", NO_COMBINATION)]),
    ],
)
def test_named_cards(
    named: str, points: int | None, verdict: str, expected: list[tuple[str, str]]
) -> None:
    """Cards named as one combination count as named, with the counters held, or score nothing."""
    judgement = judgement_of_named("ANG MON SOL T16 MAT SK BK CK S7 S8", named, points)
    assert judgement.verdict == verdict
    reasons = [tuple(reason) for reason in judgement.reasons]
    assert [reason for reason in reasons if reason in expected] == expected


def test_named_cards_that_are_passed_over_are_not_called_missing() -> None:
    """A card that the hand holds but the claim leaves out is "not named"; others are "missing"."""
    texts = [
        reason.text for reason in judgement_of_named("ANG MON SOL LUN T16", "ANG MON SOL").reasons
    ]
    assert texts[0] == "ANG, MON, SOL real; LUN is not named, which costs nothing"
    assert texts[1] == "T16 is not named and no counter is held: the run ends"
    assert (
        judgement_of_named("SK SQ SN", "SK SQ")
        .reasons[0]
        .text.startswith("SQ is the only figure named and no counter is held")
    )


def test_of_several_readings_the_claimed_one_counts() -> None:
    """Named cards that can be a set and a sequence are the one whose points are claimed."""
    cards = "ANG MON BEG MAT"
    assert [judgement_of_named(cards, cards, points).verdict for points in (36, 15, None, 20)] == [
        "good",
        "good",
        "good",
        "good, but worth 36",
    ]


# The one further card

useful = st.sampled_from(
    [card for card in PACK_ORDER if card in {"MON", "SOL", "LUN", "MOR"} or card[1:] in "KQNJA"]
    + [f"T{number}" for number in range(9, 17)]
)
hands = st.lists(useful, max_size=9).map(
    lambda cards: list(dict.fromkeys(["ANG", "MAT", "SK", *cards]))
)


def brought_by_one_card(hand: list[str], is_true: Callable[[list[str]], bool]) -> list[str]:
    """The cards of the pack, in its order, each of which makes a claim about the hand true."""
    left = Counter(PACK) - Counter(hand)
    return [card for card in PACK_ORDER if left[card] and is_true([*hand, card])]


@settings(max_examples=30)
@given(hands, st.sampled_from(KINDS), st.sampled_from([None, 10, 15, 17, 20, 25, 30, 34, 36]))
def test_one_further_card_for_a_kind(hand: list[str], kind: str, points: int | None) -> None:
    """The cards listed are those that make the claim true when tried one by one."""

    def is_true(cards: list[str]) -> bool:
        return any(
            one["kind"] == kind and points in (None, one["points"]) for one in combinations(cards)
        )

    judgement = judgement_of(" ".join(hand), kind if points is None else f"{kind} {points}")
    assert judgement.good == is_true(hand)
    assert judgement.one_more == (None if judgement.good else brought_by_one_card(hand, is_true))


@settings(max_examples=30)
@given(hands, st.integers(0, 12), st.integers(0, 5))
def test_one_further_card_for_the_whole(hand: list[str], place: int, more: int) -> None:
    """For bare points the cards listed are those that make the whole declaration worth them."""
    goal = [*hand, *[card for card in PACK_ORDER if card not in hand][place : place + 1]]
    points = declaration_value(goal) + more * 5

    def is_true(cards: list[str]) -> bool:
        return declaration_value(cards) == points

    judgement = judgement_of(" ".join(hand), str(points))
    assert judgement.good == is_true(hand)
    assert judgement.one_more == (None if judgement.good else brought_by_one_card(hand, is_true))


def named_worths(item: list[str], hand: list[str]) -> list[int]:
    """What an item can be worth: all combinations in which each of its real cards counts."""
    if Counter(item) - Counter(hand):
        return []
    counters = [card for card in hand if card in COUNTERS]
    real = [card for card in item if card not in COUNTERS]
    return [
        one["points"]
        for cards, needed, of_sets in ((item, item, True), ([*real, *counters], real, False))
        for one in combinations(cards)
        if (one["kind"] in SETS) == of_sets
        and all(one not in combinations(without(cards, card)) for card in needed)
    ]


@settings(max_examples=30)
@given(hands, st.data())
def test_named_cards_and_their_one_further_card(hand: list[str], data: st.DataObject) -> None:
    """Named cards are worth what a naive reading of B3.3 says, now and with one card more."""
    found = combinations(hand)
    assume(found)
    kind = data.draw(st.sampled_from(found))["kind"]
    item = [card for card in hand if one_less(hand, card, kind)]
    item = [card for card in item if card not in COUNTERS or kind in SETS]
    change = data.draw(st.sampled_from([*PACK_ORDER, ""]))
    item = without(item, change) if change in item else [*item, *change.split()]
    points = data.draw(st.sampled_from([None, 10, 15, 20, 25, 17, 18]))

    def is_true(cards: list[str]) -> bool:
        return any(points in (None, worth) for worth in named_worths(item, cards))

    judgement = judgement_of_named(" ".join(hand), " ".join(item), points)
    worths = named_worths(item, hand)
    expected = points if points in worths else max(worths, default=None)
    assert judgement.worth == expected
    assert judgement.one_more == (None if judgement.good else brought_by_one_card(hand, is_true))


def one_less(hand: list[str], card: str, kind: str) -> bool:
    """Whether a combination of a hand needs a card: without it there is less or nothing of it."""
    of_kind: list[list[dict[str, Any]]] = [
        [one for one in combinations(cards) if one["kind"] == kind]
        for cards in (hand, without(hand, card))
    ]
    return of_kind[0] != of_kind[1]


@pytest.mark.parametrize(
    ("cards", "claim", "expected"),
    [
        ("SK SQ SA", "spade 15", ["SN", "SJ", "BEG", "MAT"]),
        ("MOR MOR", "mori", ["MOR", "BEG", "MAT"]),
        ("SK SQ SN", "spade 10", None),
        ("S7 S8", "grande", []),
    ],
)
def test_one_further_card_in_pack_order(cards: str, claim: str, expected: list[str] | None) -> None:
    """All cards that would do are listed in pack order; a true claim needs none."""
    assert judgement_of(cards, claim).one_more == expected


def test_with_the_whole_pack_held_there_is_no_further_card() -> None:
    """Whoever holds all 62 cards can be brought no further one."""
    assert judgement_of(" ".join(PACK), "1").one_more == []
