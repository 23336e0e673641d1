"""Cards of Minchiate that stand in two places of the setup, and how many are not dealt (M2)."""

from typing import Any

import pytest

from scorecli.audit import Audit
from scorecli.clean import audit_clean
from scorecli.converting import to_piles
from scorecli.record.parsing import parse_record
from tests.naive.agreement import audit_of
from tests.naive.minchiate_comparison import check_agreement
from tests.test_clean import compact
from tests.test_minchiate import case

Record = dict[str, Any]

# E deals and S cuts: S robs BK and lays D9 away, E robs T25 and takes CK T20 T2.
ROBBED = {"S": ["BK"], "E": ["T25"]}
TURNED_UP = {"N": "T37", "W": "C2", "S": "S7", "E": "SJ"}
TAKEN = ["CK", "T20", "T2"]
DISCARDS = {"S": ["D9"], "E": ["D2", "C5", "B4", "S9"]}
FOLA = ["DQ", "T11", "D6", "S2", "T26", "S8", "T16", "T23"]


def hand(**keys: object) -> Record:
    """A hand with its setup, some of it told otherwise."""
    setup = {"robbed": ROBBED, "turned_up": TURNED_UP, "taken": TAKEN}
    setup |= {"discards": DISCARDS, "fola": FOLA}
    record = case("minchiate-both-rob") | {"format": "scorecli.hand/1", "declarations": {}}
    return {key: value for key, value in record.items() if key != "claims"} | setup | keys


def errors(audit: Audit) -> list[tuple[str, str, str | None, str | None]]:
    """The errors by code, path, card and clause."""
    return [
        (one.code, one.path, one.card, one.clause)
        for one in audit.findings
        if one.severity == "error"
    ]


def test_the_hand_is_clean() -> None:
    """As it was played there is nothing to be said of the hand."""
    assert audit_of(hand()).findings == []
    assert audit_clean(parse_record(compact(hand()))) is not None


@pytest.mark.parametrize(
    ("keys", "card", "first", "second"),
    [
        ({"turned_up": TURNED_UP | {"S": "BK"}}, "BK", "$.robbed.S", "$.turned_up.S"),
        ({"turned_up": TURNED_UP | {"E": "T2"}}, "T2", "$.turned_up.E", "$.taken"),
        ({"turned_up": TURNED_UP | {"E": "S7"}}, "S7", "$.turned_up.S", "$.turned_up.E"),
        (
            {"robbed": ROBBED | {"E": ["T20"]}, "fola": [*FOLA, "D10"]},
            "T20",
            "$.robbed.E",
            "$.taken",
        ),
        (
            {"robbed": {"S": ["BK"], "E": ["BK"]}, "fola": [*FOLA, "D10"]},
            "BK",
            "$.robbed.S",
            "$.robbed.E",
        ),
        ({"fola": [*FOLA[:-1], "D9"]}, "D9", "$.discards.S", "$.fola[7]"),
        ({"discards": DISCARDS | {"S": ["S9"]}}, "S9", "$.discards.S", "$.discards.E"),
        ({"turned_up": TURNED_UP | {"S": "D6"}}, "D6", "$.turned_up.S", "$.fola[2]"),
        ({"fola": ["CK", *FOLA]}, "CK", "$.taken", "$.fola[0]"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_card_in_two_places_of_the_setup(
    keys: Record, card: str, first: str, second: str
) -> None:
    """A card is robbed, turned up, taken or left only once, and is dead only once (M1.1, M2)."""
    record = hand(**keys)
    (one,) = [one for one in audit_of(record).findings if one.code == "duplicate-card"]
    assert (one.card, one.path, one.clause, one.found) == (card, second, "M1.1", [first, second])
    assert f"{first} and {second}" in one.message
    assert audit_clean(parse_record(compact(record))) is None
    check_agreement(record)


def test_points_of_a_card_in_two_places_stay_as_recorded() -> None:
    """What is robbed and turned up scores both times, as it is recorded (G1)."""
    usual, twice = audit_of(hand()), audit_of(hand(turned_up=TURNED_UP | {"S": "BK"}))
    assert usual.score is not None
    assert twice.score is not None
    assert twice.score.figures[0]["marks"] == (usual.score.figures[0]["marks"] or 0) + 5
    assert errors(twice) == [("duplicate-card", "$.turned_up.S", "BK", "M1.1")]


def test_a_robbed_or_turned_up_card_may_have_been_laid_away() -> None:
    """It can be among the discards, but not if it is left in the fola as well (M2.5)."""
    robbed = {"S": ["BK", "T23"], "E": ["T25"]}
    discards = DISCARDS | {"S": ["D9", "T23"]}
    assert audit_of(hand(robbed=robbed, discards=discards, fola=FOLA[:-1])).findings == []
    turned_up = TURNED_UP | {"S": "D9"}
    assert audit_of(hand(turned_up=turned_up)).findings == []
    # In three places it is named once.
    both = audit_of(hand(robbed=robbed, discards=discards))
    assert errors(both) == [("duplicate-card", "$.fola[7]", "T23", "M1.1")]


@pytest.mark.parametrize(
    ("keys", "path", "number"),
    [
        ({"fola": FOLA[:3]}, "$.fola", 8),
        ({"fola": [*FOLA, "C9"]}, "$.fola", 14),
        ({"fola": []}, "$.fola", 5),
        ({"robbed": {}}, "$.fola", 11),
        ({"robbed": None, "fola": [*FOLA, *"D10 C9 C10".split()]}, "$.fola", 14),
        ({"taken": None, "fola": [*FOLA, *"D10 C9 C10 S4".split()]}, "$.fola", 14),
    ],
    ids=str,
)
def test_thirteen_cards_are_not_dealt(keys: Record, path: str, number: int) -> None:
    """Robbed, taken and left in the fola are 97 - 84 cards, and never more (M2.2, M2.3)."""
    record = hand(**{**keys, "discards": None})
    (one,) = [one for one in audit_of(record).findings if one.code == "discard-count"]
    assert (one.path, one.clause, one.expected, one.found) == (path, "M2.3", 13, number)
    assert f"are {number} in all, but 13 are not dealt" in one.message
    assert audit_clean(parse_record(compact(record))) is None


@pytest.mark.parametrize("key", ["robbed", "taken", "fola"])
def test_fewer_than_thirteen_where_some_are_not_known(key: str) -> None:
    """Where one of the three is not recorded the others are fewer, which is no fault (M2.3)."""
    found = {one.code for one in audit_of(hand(**{key: None})).findings}
    assert not found & {"discard-count", "duplicate-card"}


def test_cards_that_cannot_be_read_are_not_counted() -> None:
    """A word that is no card leaves open how many cards were not dealt (M2.3)."""
    found = errors(audit_of(hand(fola=[*FOLA[:-1], "XX"], discards=None)))
    assert [code for code, *_rest in found] == ["unknown-card"]


# Without tricks


def before_play(**keys: object) -> Record:
    """What is recorded of a hand that was not played."""
    record = {key: value for key, value in hand().items() if key not in ("tricks", "matto_payment")}
    return record | keys


def test_a_card_in_a_hand_is_not_dead() -> None:
    """What a seat holds when play starts was not laid away or left in the fola (M2.5)."""
    assert audit_of(before_play()).findings == []
    held = audit_of(before_play(discards=DISCARDS | {"E": ["T22", "C5", "B4", "S9"]}))
    assert errors(held) == [("discard-mismatch", "$.discards.E", "T22", "M2.5")]
    # Nor did another seat.
    other = audit_of(before_play(discards=DISCARDS | {"E": ["B2", "C5", "B4", "S9"]}))
    assert errors(other) == [("discard-mismatch", "$.discards.E", "B2", "M2.5")]
    left = audit_of(before_play(fola=[*FOLA[:-1], "B2"]))
    assert errors(left) == [("discard-mismatch", "$.fola[7]", "B2", "M2.5")]


def test_a_card_that_is_still_in_a_hand_is_not_dead() -> None:
    """Beside the first tricks the recorded hands tell what is not dead (M2.5, M3.3)."""
    tricks = hand()["tricks"][:1]
    held = audit_of(hand(tricks=tricks, fola=[*FOLA[:-1], "B2"]))
    assert errors(held) == [("discard-mismatch", "$.fola[7]", "B2", "M2.5")]
    played = audit_of(hand(tricks=tricks, fola=[*FOLA[:-1], "T12"]))
    assert errors(played) == [("discard-mismatch", "$.fola[7]", "T12", "M3.3")]


def test_a_setup_without_its_dealer_is_checked() -> None:
    """What does not depend on the dealer is looked at without one (M1.1, M2)."""
    unknown = before_play(dealer=None, robbed=None, discards=None, hands=None)
    assert audit_of(unknown).findings == []
    twice = audit_of(unknown | {"turned_up": TURNED_UP | {"E": "T2"}})
    assert errors(twice) == [("duplicate-card", "$.taken", "T2", "M1.1")]
    fewer = audit_of(
        unknown | {"fola": ["T21", "T29", "C3"], "taken": ["T22"], "turned_up": {"S": "C4"}}
    )
    assert [(code, path) for code, path, *_rest in errors(fewer)] == [
        ("rob", "$.fola[0]"),
        ("dead-card", "$.fola[1]"),
        ("turn-up", "$.turned_up"),
        ("turn-up", "$.turned_up"),
        ("turn-up", "$.turned_up"),
        ("taken", "$.taken"),
    ]
    assert audit_of(unknown | {"cutter": "S"}).findings == []


# BK brings NS 5 and T37 another 10, the others of the setup nothing (M2.1, M2.2).
NS_15 = {"team": "NS", "points": 15}
EW_9 = {"team": "EW", "points": 9}


@pytest.mark.parametrize(
    ("events", "right"),
    [
        ([NS_15], True),
        ([{"team": "NS", "points": 5}, {"team": "EW", "points": 0}, NS_15 | {"points": 10}], True),
        ([NS_15 | {"points": 40}, EW_9], True),
        ([NS_15, EW_9], True),
        ([EW_9, NS_15], False),
        ([NS_15 | {"points": 14}, EW_9], False),
        ([NS_15 | {"team": "EW"}], False),
        ([], False),
    ],
)
def test_the_events_of_piles_begin_with_robs_and_turn_ups(
    events: list[dict[str, Any]], right: bool
) -> None:
    """What robs and turn-ups bring comes first, put together with what follows or not (M6.2)."""
    record = case_of_piles(events)
    found = [(one.path, one.clause) for one in audit_of(record).findings if one.code == CLAIMED]
    assert found == ([] if right else [("$.events", "M6.1")])
    for key in ("robbed", "turned_up"):
        unknown = {name: value for name, value in record.items() if name != key}
        assert CLAIMED not in [one.code for one in audit_of(unknown).findings]


CLAIMED = "claim-mismatch"


def case_of_piles(events: list[dict[str, Any]]) -> Record:
    """The hand as piles, with scoring events; the cards of the setup are in no pile."""
    keys = ("tricks", "hands", "declarations", "matto_payment", "taken", "fola", "discards")
    piles: Any = to_piles(hand())  # type: ignore[arg-type]  # the hand is a record
    record = {key: value for key, value in piles.items() if key not in keys}
    return record | {
        "robbed": {"S": ["BK"], "E": ["T25"]},
        "turned_up": TURNED_UP,
        "events": events,
    }
