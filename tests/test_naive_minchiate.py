"""The naive Minchiate scorer against the worked figures of the sheet and against given cases."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive.minchiate import (
    NEVER_DEAD,
    PACK,
    VALUES,
    combinations,
    declaration_value,
    duty,
    final_resti,
    running,
    score,
    trick_winner,
)

CASES = Path(__file__).resolve().parents[1] / "fixtures" / "cases"

# W deals and N cuts. S leads twenty trumps and wins with them; E wins the last trick with SK.
# N plays the Matto to the seventh trick, which his partner wins.
PLAYS = {
    "S": "T40 T39 T38 T37 T36 T35 T34 T33 T32 T31 T30 T29 T28 T27 T26 T25 T24 T23 T22 T21 SA",
    "E": "T20 T19 T18 T17 T16 T15 T14 SQ SN SJ S10 S9 S8 S7 S6 S5 S4 S3 S2 BQ SK",
    "N": "T13 T12 T11 T10 T9 T8 MAT CQ CN CJ CA C2 C3 C4 C5 C6 C7 C8 C9 C10 CK",
    "W": "T7 T6 T5 T4 T3 T2 T1 DK BK DQ DN DJ DA D2 D3 D4 D5 D6 D7 D8 D9",
}
DEAL: dict[str, dict[str, str]] = {
    "robbed": {"N": "CK", "W": "T1"},
    "turned_up": {"S": "T36", "E": "S2", "N": "MAT", "W": "T4"},
    "discards": {"N": "B2", "W": "D10 B3"},
}
FOLA = "BN BJ B10 B9 B8 B7 B6 B5 B4 BA"

# With these changes NS wins all tricks, E plays the Matto, S could declare a lot.
ALL_TRICKS = {"SA": "SK", "SK": "SA"}
MATTO_OF_E = {"MAT": "T14", "T14": "MAT"}
RICH = {"T27": "T20", "T26": "T10", "T25": "T1", "T24": "T13", "SA": "MAT"}
RICH |= {new: old for old, new in RICH.items()}
FOUR_KINGS = {"SQ": "CK", "SJ": "DK", "SN": "BK"}
FOUR_KINGS |= {new: old for old, new in FOUR_KINGS.items()}


def hand(changes: dict[str, str] | None = None, **keys: object) -> dict[str, Any]:
    """Record the hand above, some cards replaced by others, with more keys."""

    def changed(cards: str) -> str:
        return " ".join((changes or {}).get(card, card) for card in cards.split())

    played = [changed(cards).split() for cards in PLAYS.values()]
    record: dict[str, Any] = {"variant": "minchiate", "dealer": "W", "declarations": {}}
    for name, by_seat in DEAL.items():
        record[name] = {seat: changed(cards) for seat, cards in by_seat.items()}
    record |= {"taken": changed("DK"), "fola": changed(FOLA)}
    record["tricks"] = [list(cards) for cards in zip(*played, strict=True)]
    return record | keys


def found(result: dict[str, Any], code: str) -> list[dict[str, Any]]:
    """Pick the findings of one code, without the code."""
    return [
        {key: value for key, value in finding.items() if key != "code"}
        for finding in result["findings"]
        if finding["code"] == code
    ]


def codes(result: dict[str, Any]) -> list[str]:
    """List the codes of all findings."""
    return sorted(finding["code"] for finding in result["findings"])


def run(high: int, low: int) -> str:
    """Write out the trumps from one to another."""
    return " ".join(f"T{number}" for number in range(high, low - 1, -1))


def short_events(result: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Give the events without the team and the trick."""
    keys = ("what", "seat", "points", "resti", "lead")
    return [tuple(event[key] for key in keys) for event in result["events"]]


# Combinations


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        (run(33, 28) + " MAT", [35]),
        ("T30 T31 T32 T34 T35 T36 MAT", [20, 25]),
        ("T30 T31 T32 T33 T34 T35 T36 MAT", [45]),
        ("T27 T28 T29", []),
        ("T28 T29 T30", [15]),
        ("T28 T30 T31", []),
        ("T10 T20 T30 T40", [15, 20]),
        ("T10 T20 T30 T40 MAT", [20, 25]),
        ("T1 T40 MAT", [20]),
        ("T1 T2 T3 T40 MAT", [16, 20]),
        ("T1 T2 T3 T13 T28 T29 T30", [11, 15, 15]),
        ("CK DK SK BK MAT", [25]),
        ("T32 T33 MAT", []),
        ("T14 T35 T39 MAT", []),
        ("T4 T5 T6", []),
    ],
)
def test_worked_combinations(cards: str, points: list[int]) -> None:
    """The cards of the sheet's examples make combinations of just the points that it gives."""
    assert sorted(one["points"] for one in combinations(cards.split())) == points
    assert declaration_value(cards.split()) == sum(points)


@pytest.mark.parametrize(
    ("rules", "cards", "expected"),
    [
        ({"tens": "merged"}, "T10 T20 T30 T40", [("tens", 25)]),
        ({"tens": "merged"}, "T10 T20 T30 T40 MAT", [("tens", 30)]),
        ({"tens": "merged"}, "T10 T20 T30", [("tens-low", 15)]),
        ({"tens": "separate"}, "T20 T30 T40", [("tens-high", 20)]),
        ({"matto_in_own_set": True}, "T1 MAT T40", [("matto", 25)]),
        ({"devil_world_gemini": True}, "T14 T35 T39", [("devil-world-gemini", 20)]),
        ({"devil_world_gemini": True}, "T14 T35 T39 MAT", [("devil-world-gemini", 25)]),
    ],
)
def test_house_rules_of_combinations(
    rules: dict[str, object], cards: str, expected: list[tuple[str, int]]
) -> None:
    """A house rule changes the combinations that it speaks of."""
    made = combinations(cards.split(), rules)
    assert [(one["kind"], one["points"]) for one in made] == expected


def test_whole_pack() -> None:
    """The 97 cards are worth 142, their combinations 227, and 177 without the Matto."""
    assert len(PACK) == len(set(PACK)) == 97
    assert sum(VALUES.values()) == 142
    assert declaration_value(PACK) == 227
    assert declaration_value(PACK[:-1]) == 177


BEST_HAND = "T28 T29 T30 T32 T33 T34 T36 T37 T38 T39 T40 T1 T2 T3 T10 T13 T20 MAT SK BK CK"


def test_best_declaration() -> None:
    """The best declaration is 216: gaps in a run bring the Matto's 5 again."""
    assert len(BEST_HAND.split()) == 21
    assert declaration_value(BEST_HAND.split()) == 216


@given(st.sets(st.sampled_from(NEVER_DEAD), max_size=21))
def test_no_hand_declares_more(cards: set[str]) -> None:
    """No 21 cards declare more than 216."""
    assert declaration_value(sorted(cards)) <= 216


@given(st.sets(st.sampled_from(NEVER_DEAD)))
def test_limits_of_two_piles(cards: set[str]) -> None:
    """One pile makes at most 227, both together at most 232."""
    other = [card for card in PACK if card not in cards]
    assert declaration_value(sorted(cards)) <= 227
    assert declaration_value(sorted(cards)) + declaration_value(other) <= 232


def test_most_of_two_piles() -> None:
    """The most of two piles is reached by T31 T32 T33 in one of them: 15 and 217."""
    three = ["T31", "T32", "T33"]
    assert declaration_value(three) == 15
    assert declaration_value([card for card in PACK if card not in three]) == 217


# Resti


def test_worked_resti() -> None:
    """The order of the events of the two teams decides who gains 1 resto."""
    assert running([("NS", 60), ("EW", 10)])[-1] == (1, -10)
    assert 1 + final_resti(-10) == 0
    assert running([("EW", 10), ("NS", 60)])[-1] == (0, 50)
    assert 0 + final_resti(50) == 1
    assert running([("NS", 59)])[-1] == (0, 59)
    assert running([("EW", 130), ("NS", 71)]) == [(-2, -10), (-1, 1)]


@pytest.mark.parametrize(
    ("difference", "resti"), [(0, 0), (1, 1), (59, 1), (60, 1), (61, 2), (120, 2), (121, 3)]
)
def test_worked_final_differences(difference: int, resti: int) -> None:
    """A final difference is rounded up, away from zero."""
    assert final_resti(difference) == resti
    assert final_resti(-difference) == -resti


# The hand worked out by hand


def test_hand_worked_out() -> None:
    """Events, figures and result of the hand are those reckoned with pencil and paper."""
    result = score(hand())
    assert result["findings"] == []
    assert short_events(result) == [
        ("rob", "N", 5, 0, 5),
        ("turn-up", "S", 10, 0, 15),
        ("turn-up", "N", 5, 0, 20),
        ("turn-up", "W", 3, 0, 17),
        ("rob", "W", 5, 0, 12),
        ("trick", "S", 5, 0, 17),
        ("trick", "S", 3, 0, 20),
        ("trick", "S", 3, 0, 23),
        ("trick", "S", 3, 0, 26),
        ("trick", "S", 3, 0, 29),
        ("trick", "S", 5, 0, 34),
        ("trick", "S", 5, 0, 39),
        ("trick", "S", 5, 0, 44),
        ("trick", "E", 5, 0, 39),
    ]
    assert [event["trick"] for event in result["events"]][4:] == [None, 1, 3, 4, 5, 6, 7, 8, 9, 21]
    # Runs of 13 and of 5, T1 MAT T40, T1 T13 T28, both tens; the Matto adds 5 to all but its own.
    assert result["teams"]["NS"] == {
        "marks": 52,
        "card_points": 132,
        "versicole": (90 + 5) + (17 + 5) + 20 + (15 + 5) + (15 + 5) + (20 + 5),
        "cards_over_42": 38,
        "last_trick": 0,
        "final_count": 132 + 202 + 38,
        "tricks_won": 20,
        "cards": 80,
    }
    assert result["teams"]["EW"] == {
        "marks": 13,
        "card_points": 10,
        "versicole": 0,
        "cards_over_42": 0,
        "last_trick": 10,
        "final_count": 20,
        "tricks_won": 1,
        "cards": 4,
    }
    assert result["outcome"] == {
        "winner": "NS",
        "margin": 7,
        "settled_resti": 0,
        "lead_before_final": 39,
        "final_difference": 39 + 372 - 20,
        "final_resti": 7,
        "net_resti": 7,
    }


def test_declarations_come_between_deal_and_play() -> None:
    """Declarations score after the robs, in the order of the seats, and may bring a resto."""
    result = score(hand(declarations={"W": "all", "S": {"items": "all", "points": 90}}))
    assert result["findings"] == []
    assert short_events(result)[4:7] == [
        ("rob", "W", 5, 0, 12),
        ("declaration", "S", 90, 1, 42),
        ("declaration", "W", 17, 1, 25),
    ]
    assert result["outcome"]["lead_before_final"] == 52
    assert result["outcome"]["final_difference"] == 52 + 352
    assert (result["outcome"]["final_resti"], result["outcome"]["net_resti"]) == (7, 8)


@pytest.mark.parametrize("changes", [ALL_TRICKS, ALL_TRICKS | MATTO_OF_E], ids=["NS", "EW"])
def test_team_that_wins_every_trick(changes: dict[str, str]) -> None:
    """All tricks make 421, and the Matto is lost by a team without one; nothing is paid."""
    result = score(hand(changes))
    assert result["findings"] == []
    assert result["teams"]["NS"]["final_count"] == 142 + 227 + 42 + 10 == 421
    assert final_resti(421) == 8
    assert result["teams"]["NS"]["cards"] == 84
    assert result["teams"]["EW"]["final_count"] == 0


def test_taken_cards_may_score() -> None:
    """Under the house rule the cards taken score with the dealer's rob."""
    result = score(hand(house_rules={"taken_cards_score": True}))
    assert short_events(result)[4] == ("rob", "W", 10, 0, 7)


@pytest.mark.parametrize(
    "keys",
    [
        {"robbed": None},
        {"turned_up": None},
        {"taken": None, "house_rules": {"taken_cards_score": True}},
    ],
    ids=["robbed", "turned-up", "taken"],
)
def test_unknown_events(keys: dict[str, Any]) -> None:
    """Where an event is unknown the counts are known, but neither marks nor result."""
    claims = {"winner": "EW", "lead": 9, "events": [], "NS": {"marks": 1, "card_points": 132}}
    result = score(hand(claims=claims, **keys))
    assert result["findings"] == []
    assert result["events"] is None
    assert set(result["outcome"].values()) == {None}
    assert (result["teams"]["NS"]["marks"], result["teams"]["NS"]["final_count"]) == (None, 372)


def test_nothing_robbed_is_not_unknown() -> None:
    """An empty entry says that nobody robbed and nothing was turned up."""
    result = score(hand(robbed={}, turned_up={}, taken="", discards=None))
    assert short_events(result)[0] == ("trick", "S", 5, 0, 5)
    assert result["outcome"]["lead_before_final"] == 27


def test_recorded_cutter() -> None:
    """A recorded cutter takes the place of the dealer's left-hand neighbour."""
    robbed = {"E": "SK", "W": "T1"}
    discards = {"E": "B2", "W": "D10 B3"}
    result = score(hand(robbed=robbed, discards=discards, cutter="E"))
    assert result["findings"] == []
    assert short_events(result)[0] == ("rob", "E", 5, 0, -5)


# Play


@pytest.mark.parametrize(
    ("hand_left", "before", "led", "legal"),
    [
        ("SK S6 T3 MAT", "S7", "", "SK S6 MAT"),
        ("SK S6 T3 MAT", "B7", "", "T3 MAT"),
        ("SK S6 T3 MAT", "T5", "", "T3 MAT"),
        ("SK S6", "B7", "", "SK S6"),
        ("SK S6 T3", "MAT", "", "SK S6 T3"),
        ("SK S6 T3 MAT", "S7 T8", "", "SK"),
        ("SK S6 T3 MAT", "S7 T8", "B S", "SK S6 MAT"),
        ("SK S6 T3 MAT", "MAT S7 T8", "B", "SK"),
        ("BK S6 T3 MAT", "S7 T8", "", "S6 MAT"),
    ],
)
def test_duty(hand_left: str, before: str, led: str, legal: str) -> None:
    """A led suit is followed, else trumped; a king drops to the first trumped trick of its suit."""
    code, cards = duty(hand_left.split(), before.split(), led.split())
    assert cards == set(legal.split())
    assert code == ("king-drop" if legal == "SK" else "revoke")


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("S7 SK S6 SQ", "E"),
        ("SA S2 D10 BK", "E"),
        ("C10 C6 CA C7", "N"),
        ("S7 T1 SK T2", "W"),
        ("T40 SK T39 MAT", "S"),
        ("MAT S6 S7 DK", "N"),
    ],
)
def test_trick_winner(cards: str, winner: str) -> None:
    """The highest trump wins, else the highest card of the led suit, never the Matto."""
    assert trick_winner(list(zip("SENW", cards.split(), strict=True))) == winner


def test_king_kept_back() -> None:
    """Keeping a king back is found even where the Matto is played in its place."""
    path = CASES / "minchiate-king-drop-missed.json"
    record = json.loads(path.read_text(encoding="utf-8"))["record"]
    swap = {"D8": "MAT", "MAT": "D8"}
    record["tricks"] = [[swap.get(card, card) for card in trick] for trick in record["tricks"]]
    here = {"seat": "E", "trick": 4, "card": "MAT", "legal": {"DK"}}
    assert found(score(record), "king-drop") == [here]


def test_revoke() -> None:
    """A card that neither follows nor is the Matto is a revoke, and the legal cards are named."""
    result = score(hand({"T20": "S2", "S2": "T20"}))
    here = {"seat": "E", "trick": 1, "card": "S2"}
    legal = {"T14", "T15", "T16", "T17", "T18", "T19", "T20"}
    assert found(result, "revoke")[0] == here | {"legal": legal}


def test_leader_and_winner() -> None:
    """A recorded leader or winner is held against the rules."""
    record = hand()
    first, second = record["tricks"][:2]
    record["tricks"][0] = {"lead": "S", "cards": first, "won_by": "S"}
    assert codes(score(record)) == []
    record["tricks"][0] = {"cards": " ".join(first).lower(), "won_by": "E"}
    assert found(score(record), "wrong-winner") == [{"trick": 1, "seat": "E"}]
    record["tricks"][1] = {"lead": "N", "cards": second}
    assert found(score(record), "wrong-leader")[0] == {"trick": 2, "seat": "N"}


def test_card_not_held() -> None:
    """A card that the recorded hand lacks is found where it is played."""
    recorded = PLAYS["E"].removesuffix(" SK")
    result = score(hand(hands={"E": recorded, "W": PLAYS["W"]}))
    assert result["findings"] == [{"code": "not-held", "seat": "E", "trick": 21, "card": "SK"}]


def test_card_twice() -> None:
    """With a card twice nothing is scored, and the dead cards tell which card is missing."""
    result = score(hand({"T6": "SK"}))
    assert result["teams"] is None
    assert result["outcome"]["winner"] is None
    assert codes(result) == ["duplicate-card", "missing-card"]
    assert found(result, "missing-card") == [{"card": "T6"}]
    assert codes(score(hand({"T6": "SK"}, fola=None))) == ["duplicate-card"]


def test_card_of_another_pack() -> None:
    """With a card of another pack nothing is scored."""
    result = score(hand({"T6": "T41"}))
    assert result["teams"] is None
    assert found(result, "unknown-card") == [{"trick": 2, "card": "T41"}]


# Cut, deal and rob


@pytest.mark.parametrize(
    ("robbed", "expected"),
    [
        ({"N": "CK", "W": "T1"}, []),
        ({"N": "CK C2", "W": "T1"}, [{"seat": "N", "card": "C2"}]),
        ({"N": "CK", "W": "T1 T7"}, [{"seat": "W", "card": "T7"}]),
        ({"N": "CK", "E": "SK", "W": "T1"}, [{"seat": "E"}]),
        ({"N": "MAT T29 " + run(38, 27)}, [{"seat": "N", "card": "T27"}]),
    ],
    ids=["right", "cutter", "dealer", "no right to rob", "too many"],
)
def test_wrong_rob(robbed: dict[str, str], expected: list[dict[str, str]]) -> None:
    """Only cutter and dealer rob, counting cards and trumps above 20, at most 13."""
    assert found(score(hand(robbed=robbed)), "rob") == expected


def test_rob_that_stopped_too_early() -> None:
    """The first card of the fola must be one that stops the dealer's rob."""
    result = score(hand({"T22": "BN", "BN": "T22"}))
    assert found(result, "rob") == [{"seat": "W", "card": "T22"}]
    assert found(result, "dead-card") == []
    result = score(hand({"T20": "BN", "BN": "T20"}))
    assert found(result, "rob") == [{"seat": "W", "card": "T20"}]
    assert found(result, "dead-card") == [{"card": "T20"}]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"turned_up": {"S": "T20"}}, [("S", "T20")]),
        ({"turned_up": {"N": "B2"}}, []),
        ({"turned_up": {"N": "B3"}}, [("N", "B3")]),
        ({"turned_up": {"N": "B3"}, "discards": None}, []),
        ({"turned_up": {"E": "B3"}, "discards": None}, [("E", "B3")]),
        ({"turned_up": {"N": "BA"}, "discards": None}, [("N", "BA")]),
        ({"robbed": {"W": "T1 T36"}}, [("W", "T36")]),
    ],
)
def test_card_that_was_not_in_the_hand(
    keys: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    """A card robbed or turned up was played or, if it is worthless, laid away by its owner."""
    lost = [(item["seat"], item["card"]) for item in found(score(hand(**keys)), "turn-up")]
    assert lost == expected


@pytest.mark.parametrize(
    ("taken", "expected"), [("DK", []), ("DK D2", ["D2"]), ("DK CK", ["CK"]), ("B3", ["B3"])]
)
def test_taken(taken: str, expected: list[str]) -> None:
    """The dealer takes only counting cards and T29, and has them then."""
    result = score(hand(taken=taken))
    assert found(result, "taken") == [{"seat": "W", "card": card} for card in expected]


def test_illegal_discard() -> None:
    """A counting card or T29 must not be laid away."""
    result = score(hand({"DK": "B3", "B3": "DK"}, taken="DK"))
    assert result["findings"] == [{"code": "illegal-discard", "seat": "W", "card": "DK"}]
    result = score(hand({"T29": "B2", "B2": "T29"}))
    assert found(result, "illegal-discard") == [{"seat": "N", "card": "T29"}]
    assert found(result, "dead-card") == []


@pytest.mark.parametrize(
    "keys", [{}, {"fola": None, "discards": None}, {"discards": None}], ids=["fola", "none", "half"]
)
def test_dead_card(keys: dict[str, Any]) -> None:
    """A counting card or T29 must not be dead, wherever it lies."""
    result = score(hand({"DK": "BA", "BA": "DK", "T29": "B4", "B4": "T29"}, **keys))
    assert sorted(item["card"] for item in found(result, "dead-card")) == ["DK", "T29"]


@pytest.mark.parametrize(
    ("keys", "seats"),
    [
        ({"discards": {"N": "", "W": "D10 B3"}}, ["N"]),
        ({"discards": {"N": "B2", "W": "D10"}}, ["W"]),
        ({"discards": {"W": "D10 B3 B2"}}, ["W"]),
        ({"discards": {"S": "B2"}}, ["S"]),
        ({"discards": {"W": "D10"}, "taken": None}, []),
        ({"discards": {"N": "", "E": "B2"}, "robbed": None}, ["E"]),
        ({"discards": None}, []),
    ],
)
def test_number_of_discards(keys: dict[str, Any], seats: list[str]) -> None:
    """Cutter and dealer lay away as many cards as they took, the others none."""
    assert [item["seat"] for item in found(score(hand(**keys)), "discard-count")] == seats


# Declarations


@pytest.mark.parametrize(
    ("what", "points", "expected"),
    [
        ("all", 180, []),
        ({"items": "all", "points": 180, "after_trick": 0}, 180, []),
        ({"items": "all", "points": 175}, 180, ["declaration-value"]),
        ({"items": "all", "after_trick": 1}, 0, ["late-declaration"]),
        ([{"cards": run(40, 28), "points": 95}], 95, []),
        ([{"cards": run(40, 28), "kind": "run", "points": 90}], 95, ["declaration-value"]),
        ([{"cards": "T30 T29 T28"}], 20, ["declaration-short"]),
        (
            [{"cards": "T30 T29 T28"}, {"cards": "T33 T32 T31", "points": 20}],
            20,
            ["declaration-repeated", "declaration-short"],
        ),
        ([{"cards": "T1 T13 T28"}, {"cards": "T13 T28 T1"}], 20, ["declaration-repeated"]),
        ([{"cards": "T1 MAT T40", "kind": "matto"}], 20, []),
        ([{"cards": "T1 T40"}], 0, ["declaration-no-combination"]),
        ([{"cards": "T10 T20 T30 MAT"}, {"cards": "T20 T30 T40"}], 45, []),
        ([{"cards": "T10 T20 T30 T40"}], 0, ["declaration-no-combination"]),
        ([{"cards": "T10 T20 T30", "kind": "run"}], 0, ["declaration-no-combination"]),
        (
            [{"cards": "T1 T2 T3", "points": 0}, {"cards": "T1 T13 T28"}],
            20,
            ["declaration-not-held"],
        ),
        ([{"cards": "T30 T30 T29 T28"}], 0, ["declaration-not-held"]),
        ([], 0, []),
        (None, 0, []),
    ],
)
def test_declaration(what: object, points: int, expected: list[str]) -> None:
    """What is declared scores as it is named, and each flaw is found."""
    result = score(hand(RICH, declarations={"S": what}, matto_payment="SQ"))
    assert codes(result) == expected
    events = [event["points"] for event in result["events"] if event["what"] == "declaration"]
    assert events == ([points] if points else [])


@pytest.mark.parametrize(
    ("items", "points", "expected"),
    [
        (["T10 T20 T30 T40"], 30, []),
        (["T10 T20 T30"], 20, ["declaration-short"]),
        (["T20 T30 T40", "T10 T20 T30"], 25, ["declaration-repeated", "declaration-short"]),
    ],
)
def test_declaring_merged_tens(items: list[str], points: int, expected: list[str]) -> None:
    """Where the tens are merged, three of four held are a part of one combination."""
    what = [{"cards": cards} for cards in items]
    keys = {"matto_payment": "SQ", "house_rules": {"tens": "merged"}}
    result = score(hand(RICH, declarations={"S": what}, **keys))
    assert codes(result) == expected
    assert [event["points"] for event in result["events"]].count(points) == 1


def test_three_kings_of_four() -> None:
    """Three of four kings score as they are named, with the full value in a warning."""
    result = score(hand(FOUR_KINGS, taken=None, declarations={"E": [{"cards": "SK CK DK"}]}))
    assert found(result, "declaration-short") == [{"seat": "E", "expected": 20}]
    assert ("declaration", "E", 15) in [event[:3] for event in short_events(result)]


def test_declaring_nothing() -> None:
    """Declaring all without a combination is a note, and so is a record without declarations."""
    result = score(hand(declarations={"E": "all"}))
    assert result["findings"] == [{"code": "declaration-empty", "seat": "E"}]
    assert codes(score(hand(declarations=None))) == ["no-declarations"]


# The payment for the Matto


@pytest.mark.parametrize(
    ("payment", "expected", "card_points"),
    [
        (None, [("assumed-payment", "SA")], 15),
        ("SA", [], 15),
        ("d9", [], 15),
        ("SK", [("dear-payment", "SK")], 10),
        ("DK", [("matto-payment", "DK"), ("assumed-payment", "SA")], 15),
        ("MAT", [("matto-payment", "MAT"), ("assumed-payment", "SA")], 15),
    ],
)
def test_payment(payment: str | None, expected: list[tuple[str, str]], card_points: int) -> None:
    """A dear payment counts as recorded, one that was not captured is ignored."""
    result = score(hand(MATTO_OF_E, matto_payment=payment))
    assert [(item["code"], item["card"]) for item in result["findings"]] == expected
    assert result["teams"]["EW"]["card_points"] == card_points
    assert result["teams"]["NS"]["card_points"] == 142 - card_points
    assert (result["teams"]["NS"]["cards"], result["teams"]["EW"]["cards"]) == (80, 4)


def test_payment_that_is_not_owed() -> None:
    """A payment for a Matto that fell to a trick of its own team is an error and is ignored."""
    result = score(hand(matto_payment="SQ"))
    assert result["findings"] == [{"code": "matto-payment", "card": "SQ"}]
    assert result["teams"]["NS"]["cards"] == 80


def test_matto_that_always_pays() -> None:
    """Under the house rule the Matto is paid for in a trick of its own team too."""
    result = score(hand(house_rules={"matto_always_pays": True}))
    assert result["findings"] == [{"code": "assumed-payment", "card": "SQ"}]
    assert (result["teams"]["NS"]["cards"], result["teams"]["EW"]["cards"]) == (79, 5)


def last_trick(card: str) -> dict[str, str]:
    """Let E win the last trick with a trump, and SK, CK, DK in it; S leads T20 in its place."""
    changes = {card: "T20", "T20": "SA", "SA": "SK", "SK": card, "D9": "DK", "DK": "D9"}
    return changes | MATTO_OF_E


def test_payment_that_costs_least() -> None:
    """Of several cards the one is assumed that leaves the giver the best final difference."""
    result = score(hand(last_trick("T33")))
    assert found(result, "assumed-payment") == [{"card": "T33"}]
    assert (result["teams"]["EW"]["card_points"], result["teams"]["EW"]["versicole"]) == (20, 20)
    assert result["teams"]["NS"]["versicole"] == 157


def test_payment_of_t29() -> None:
    """T29 is given only where no other card of value 0 is at hand."""
    result = score(hand(last_trick("T29"), matto_payment="T29"))
    assert found(result, "dear-payment") == found(result, "assumed-payment") == []
    result = score(hand(last_trick("T29")))
    assert found(result, "assumed-payment") == [{"card": "T29"}]
    result = score(hand(MATTO_OF_E | {"T29": "T20", "T20": "D9", "D9": "T29"}, matto_payment="T29"))
    assert found(result, "dear-payment") == [{"card": "T29"}]


# What must hold


@given(st.randoms(use_true_random=False), st.sampled_from("SENW"))
def test_what_must_hold(chance: random.Random, dealer: str) -> None:
    """Whatever is played, the piles make 142 and 84, four cards for each trick won (M7.4)."""
    worthless = [card for card in PACK if card not in NEVER_DEAD]
    dead = chance.sample(worthless, 13)
    played = [card for card in PACK if card not in dead]
    chance.shuffle(played)
    tricks = [played[first : first + 4] for first in range(0, 84, 4)]
    teams = score({"dealer": dealer, "tricks": tricks})["teams"].values()
    assert sum(team["card_points"] for team in teams) == 142
    assert [team["cards"] for team in teams] == [4 * team["tricks_won"] for team in teams]
    assert sum(team["tricks_won"] for team in teams) == 21
    assert sum(team["versicole"] for team in teams) <= 232


# Claims


def test_claims() -> None:
    """Each claimed figure that differs is found, and only those."""
    ns = {"marks": 52, "card_points": 132, "versicole": 202, "final_count": 372}
    right = {"NS": ns, "EW": {"last_trick": 10, "cards_over_42": 0}, "winner": "NS", "margin": 7}
    right |= {"settled_resti": 0, "lead": 39}
    assert codes(score(hand(claims=right))) == []
    wrong = right | {"EW": {"last_trick": 0}, "margin": 6, "lead": -39}
    assert found(score(hand(claims=wrong)), "claim-mismatch") == [
        {"figure": "margin"},
        {"figure": "lead"},
        {"team": "EW", "figure": "last_trick"},
    ]


@pytest.mark.parametrize(
    ("events", "place"),
    [
        ([20, -3, -5, 5, 12, 15, -5], None),
        ([5, 10, 5, -8, 0, 32, 0, -5], None),
        ([20, 0, -8, 30, -7], 2),
        ([20, -8, 32], 3),
        ([20, -8, 32, -5, 5], 4),
        ([], 0),
    ],
)
def test_claimed_events(events: list[int], place: int | None) -> None:
    """Events are compared with neighbours joined; only the first difference is found."""
    told = [{"team": "NS" if points >= 0 else "EW", "points": abs(points)} for points in events]
    mismatches = found(score(hand(claims={"events": told})), "claim-mismatch")
    assert mismatches == ([] if place is None else [{"figure": "events", "place": place}])


# Given cases


def in_order(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Sort combinations, whose order says nothing."""
    return sorted(listed, key=lambda combination: str(combination["cards"]))


@pytest.mark.parametrize("path", sorted(CASES.glob("minchiate-*.json")), ids=lambda path: path.stem)
def test_given_hand(path: Path) -> None:
    """A hand with a known result comes out at that result."""
    case = json.loads(path.read_text(encoding="utf-8"))
    expected, result = case["expected"], score(case["record"])
    for name in ("teams", "outcome", "events"):
        assert result[name] == expected[name]
    for team in ("NS", "EW"):
        assert in_order(result["combinations"][team]) == in_order(expected["combinations"][team])
    violations = [
        item | {"legal": sorted(item["legal"])}
        for item in found(result, "revoke") + found(result, "king-drop")
    ]
    assert violations == expected.get("violations", [])
    assert bool(violations) != expected["legal"]
    assert bool(found(result, "claim-mismatch")) == (expected.get("claims") == "differ")


def given_lists() -> list[dict[str, Any]]:
    """Read the given lists of cards."""
    rows = json.loads((CASES / "combinations.json").read_text(encoding="utf-8"))
    return [row for row in rows if row["variant"] == "minchiate"]


@pytest.mark.parametrize("row", given_lists(), ids=lambda row: row["id"])
def test_given_list(row: dict[str, Any]) -> None:
    """A list of cards with known combinations makes just those."""
    cards = row["cards"].split()
    assert in_order(combinations(cards)) == in_order(row["combinations"])
    assert declaration_value(cards) == row["points"]
