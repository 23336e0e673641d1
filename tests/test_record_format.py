"""What the record format promises of any result: keys, null for unknown, what is needed, bounds."""

from random import Random
from typing import Any

import pytest

from scorecli.audit import Audit
from scorecli.dealing.random_hand import deal_record
from scorecli.errors import UnreadableRecordError
from scorecli.games import game_named
from scorecli.record.pieces import Place
from scorecli.report.result import result_json
from tests.fixture_hands import record_of
from tests.one_hand import audited, hand


def dealt(game: str, **changes: Any) -> dict[str, Any]:
    """A random hand of a game, some keys of it changed or, with None, left out."""
    record: dict[str, Any] = {**deal_record(game_named(game), Random(5), 1), **changes}
    return {key: value for key, value in record.items() if value is not None}


def result_of(record: dict[str, Any]) -> dict[str, Any]:
    """What `score --json` prints of a record."""
    return result_json(audited(record), Place("hand.json"))


@pytest.mark.parametrize(
    "keys",
    [
        {"robbed": {"S": ["SK"]}},
        {"discards": {"S": ["S2"]}},
        {"tricks": [["S2", "S3", "S4", "S5"]]},
        {"robbed": {"S": "SK"}, "piles": {"NS": "SK"}},
    ],
)
def test_what_a_dealer_is_needed_for(keys: dict[str, Any]) -> None:
    """Tricks, discards and robs mean nothing without the dealer; empty ones need none."""
    with pytest.raises(UnreadableRecordError, match="the key 'dealer' is missing"):
        audited({"variant": "minchiate", **keys})
    empty: dict[str, Any] = {
        key: {} if isinstance(value, dict) else [] for key, value in keys.items()
    }
    assert audited({"variant": "minchiate", **empty}).hand.dealer is None


OUTCOME = ["settled_resti", "lead_before_final", "final_difference", "final_resti", "net_resti"]


@pytest.mark.parametrize(
    ("record", "known"),
    [
        (dealt("minchiate"), True),
        (dealt("minchiate", robbed=None), False),
        (dealt("minchiate", tricks=None, claims=None, matto_payment=None), False),
        (dealt("minchiate", tricks=[["SK", "SK", "SQ", "SJ"]], claims=None), False),
        (record_of("minchiate/piles"), False),
    ],
    ids=["tricks", "robs-unknown", "hands", "invalid", "piles"],
)
def test_the_keys_of_minchiate_are_always_there(record: dict[str, Any], known: bool) -> None:
    """Outcome and events have the same keys at every level; what is not known is null."""
    result = result_of(record)
    assert list(result["outcome"]) == ["winner", "margin", *OUTCOME]
    assert (result["events"] is not None) == known


def test_other_games_have_no_events() -> None:
    """Scoring events are of Minchiate alone."""
    assert "events" not in result_of(dealt("bologna"))


def bounds_of(audit: Audit) -> Any:
    """The bounds of a score."""
    assert audit.score is not None
    return audit.score.bounds


@pytest.mark.parametrize("last", ["NS", None])
def test_bounds_where_the_scoring_events_are_not_known(last: str | None) -> None:
    """Piles of Minchiate without events tell their figures, and that anybody can have won."""
    record = record_of("minchiate/piles") | {"last_trick": last}
    for key in ("events", "running", "claims"):
        record.pop(key, None)
    result = audited(record)
    assert result.score is not None
    assert result.score.winner is None
    assert result.score.deciding[-1] == "events"
    assert bounds_of(result)["winner"] == ["NS", "EW", "draw"]
    for team, figures in zip(("NS", "EW"), result.score.figures, strict=True):
        known = {name: [value, value] for name, value in figures.items() if value is not None}
        assert known.items() <= bounds_of(result)[team].items()


def test_bounds_where_two_declared_hands_are_not_known() -> None:
    """Where two hands that were declared whole are not recorded anybody can have won."""
    record = record_of("bologna/piles") | {"declarations": {"S": "all", "E": "all"}}
    record.pop("claims", None)
    result = audited(record)
    assert result.score is not None
    assert bounds_of(result)["winner"] == ["NS", "EW", "draw"]
    assert result.score.deciding[-1] == "declarations"
    sets = result.score.figures[0]["sets"]
    assert bounds_of(result)["NS"]["sets"] == [sets, sets]
    assert "total" not in bounds_of(result)["NS"]


@pytest.mark.parametrize("keys", [("events",), ("claims", "events")])
def test_points_of_an_event_are_never_negative(keys: tuple[str, ...]) -> None:
    """An event scores for the team that it names (M6.1)."""
    event = {"team": "NS", "points": -5}
    record: dict[str, Any] = {"variant": "minchiate", "piles": {"NS": "SK"}}
    record |= {"events": [event]} if len(keys) == 1 else {"claims": {"events": [event]}}
    with pytest.raises(UnreadableRecordError, match="expected 0 or more, found -5"):
        audited(record)


def test_a_dealers_hand_before_the_discards_is_not_the_hand_it_kept() -> None:
    """Of a dealer's 17 cards without the discards it is said that the hand it kept is missing."""
    cards = "ANG MON SOL LUN T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 SK BK"
    record = {
        "variant": "bologna",
        "dealer": "S",
        "hands": {"S": cards},
        "declarations": {"S": "all"},
    }
    (found,) = [one for one in audited(record).findings if one.code == "declaration-unchecked"]
    assert "the hand it kept is not recorded" in found.message


def test_findings_name_their_clause() -> None:
    """A fault of the cards rests on the clause that its game has for it."""
    record = hand(hands={"S": "SK SQ"})
    clauses = {one.code: one.clause for one in audited(record).findings}
    assert clauses["hand-size"] == "B2.1"
    assert clauses["not-held"] == "G1"
