"""Minchiate Fiorentine: pack, versicole, resti and the final count, by the figures of the sheet."""

import json
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorecli.audit import Audit
from scorecli.dealing.random_hand import deal_record
from scorecli.games import game_named
from scorecli.games.minchiate.combinations import Rules, combinations_in, points_in
from scorecli.games.minchiate.events import Standing
from scorecli.games.minchiate.outcome import final_resti, outcome_of
from scorecli.games.minchiate.pack import KEPT_FROM_THE_DEAD, PACK, ROBBED
from tests.conftest import FIXTURES
from tests.naive.minchiate import combinations as naive_combinations
from tests.one_hand import audited

CASES = sorted(path.stem for path in (FIXTURES / "cases").glob("minchiate-*.json"))
# All the cards that can be in a combination.
USEFUL = [
    *(f"T{number}" for number in (*range(1, 6), 10, 13, 20, *range(28, 41))),
    *("SK", "BK", "CK", "DK", "MAT"),
]


def case(name: str) -> dict[str, Any]:
    """The record of a case."""
    record: dict[str, Any] = json.loads((FIXTURES / "cases" / f"{name}.json").read_text())["record"]
    return record


def points(cards: str, **rules: bool) -> int:
    """The combinations of some cards in points."""
    return points_in(PACK.mask(cards.split()), Rules(**rules))


def test_pack() -> None:
    """97 cards, worth 142: four suits of fourteen, forty trumps, the Matto (M1.1, M1.3)."""
    assert len(PACK.codes) == 97
    assert [PACK.suits.count(suit) for suit in range(6)] == [14, 14, 14, 14, 40, 1]
    assert PACK.points(PACK.everything) == 142
    assert PACK.codes[:2] == ("SK", "SQ")
    assert PACK.codes[13] == "SA"
    assert PACK.codes[28:33] == ("CK", "CQ", "CN", "CJ", "CA")
    assert (PACK.codes[56], PACK.codes[95], PACK.codes[96]) == ("T40", "T1", "MAT")


@pytest.mark.parametrize(
    ("cards", "value"),
    [
        ("T36 T40", 10),
        ("T30 T35 T28 T20 T13 T10 T1 MAT SK DK", 5),
        ("T2 T5", 3),
        ("T29 T14 T21 T27 SQ DJ C10", 0),
    ],
)
def test_values(cards: str, value: int) -> None:
    """Each card has the value of the sheet (M1.3)."""
    assert {PACK.points(PACK.mask([code])) for code in cards.split()} == {value}


def test_what_may_be_robbed_and_what_may_not_be_dead() -> None:
    """Counting cards and trumps above 20 may be robbed; T29 is kept, T21 - T27 need not (M2)."""
    assert set(PACK.codes_of(ROBBED & ~KEPT_FROM_THE_DEAD)) == {f"T{n}" for n in range(21, 28)}
    assert PACK.bit["T29"] & KEPT_FROM_THE_DEAD


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("T28 T29 T30 T31 T32 T33 MAT", 35),
        ("T30 T31 T32 T34 T35 T36 MAT", 45),
        ("T30 T31 T32 T33 T34 T35 T36 MAT", 45),
        ("T27 T28 T29", 0),
        ("T28 T29 T30", 15),
        ("T28 T30 T31", 0),
        ("T32 T33 MAT", 0),
        ("T10 T20 T30 T40", 35),
        ("T10 T20 T30 T40 MAT", 45),
        ("T1 T40 MAT", 20),
        ("T1 T40", 0),
        ("T1 T2 T3 T40 MAT", 36),
        ("T1 T2 T3 T13 T28 T29 T30", 41),
        ("CK DK SK BK MAT", 25),
        ("CK DK", 0),
    ],
)
def test_worked_combinations(cards: str, expected: int) -> None:
    """The worked figures of the sheet (M5)."""
    assert points(cards) == expected


@pytest.mark.parametrize(
    ("cards", "rules", "expected"),
    [
        ("T10 T20 T30 T40", {"tens_merged": True}, 25),
        ("T10 T20 T30 T40 MAT", {"tens_merged": True}, 30),
        ("T10 T20 T30", {"tens_merged": True}, 15),
        ("T1 T40 MAT", {"matto_in_own_set": True}, 25),
        ("T14 T35 T39", {}, 0),
        ("T14 T35 T39", {"devil_world_gemini": True}, 20),
        ("T14 T35 T39 MAT", {"devil_world_gemini": True}, 25),
    ],
)
def test_house_rules_on_combinations(cards: str, rules: dict[str, bool], expected: int) -> None:
    """The house rules on combinations (M5.2, M5.4, M5.8)."""
    assert points(cards, **rules) == expected


def test_everything_makes_227_and_177_without_the_matto() -> None:
    """All combinations together are 227, without the Matto 177 (worked figures)."""
    assert points_in(PACK.everything) == 227
    assert points_in(PACK.everything & ~PACK.bit["MAT"]) == 177


def test_best_declaration_is_216() -> None:
    """Of all 21 cards that can matter none make more than 216 (worked figures).

    A further card never makes less, so that hands of just 21 of the 26 useful cards are enough.
    """
    assert len(USEFUL) == 26
    useful = [PACK.bit[code] for code in USEFUL]
    everything = sum(useful)
    assert max(points_in(everything - sum(left_out)) for left_out in combinations(useful, 5)) == 216


def test_largest_final_count_is_421_and_8_resti() -> None:
    """142 + 227 + 42 + 10 = 421, which is 8 resti (worked figures)."""
    assert PACK.points(PACK.everything) + points_in(PACK.everything) + 42 + 10 == 421
    assert final_resti(421) == 8


def test_taken_cards_that_score_are_as_many_as_were_laid_away() -> None:
    """Where taken cards score and are not recorded, their number follows from the discards (M2.5).

    The dealer E laid four cards away and robbed one: it took three, CK T20 T2, which bring 13.
    """
    record = case("minchiate-both-rob") | {"house_rules": {"taken_cards_score": True}}
    known = audited(record).score
    assert known is not None
    without = audited({key: value for key, value in record.items() if key != "taken"}).score
    assert without is not None
    bounds: Any = without.bounds
    held = record["hands"]["E"]
    assert "T29" not in held
    counting = [value for code in held if (value := PACK.points(PACK.bit[code]))]
    brought = [sum(three) for three in combinations(counting, 3)]
    marks = (known.figures[1]["marks"] or 0) - 13
    assert bounds["EW"]["marks"] == [marks + min(brought), marks + max(brought)]


some_cards = st.sets(st.sampled_from(PACK.codes)).map(sorted)


@given(some_cards, st.booleans(), st.booleans(), st.booleans())
def test_naive_scorer_finds_the_same(
    cards: list[str], own: bool, merged: bool, devil: bool
) -> None:
    """The naive scorer finds the same combinations under every house rule (M5)."""
    house_rules = {
        "matto_in_own_set": own,
        "tens": "merged" if merged else "separate",
        "devil_world_gemini": devil,
    }
    found = combinations_in(PACK.mask(cards), Rules(own, merged, devil))
    assert sorted(
        (one.kind, one.points, sorted(PACK.codes_of(one.cards))) for one in found
    ) == sorted(
        (one["kind"], one["points"], sorted(one["cards"]))
        for one in naive_combinations(cards, house_rules)
    )


@pytest.mark.parametrize(
    ("difference", "resti"),
    [(0, 0), (1, 1), (60, 1), (61, 2), (120, 2), (121, 3), (-1, -1), (-60, -1), (-61, -2)],
)
def test_final_difference_is_rounded_up_away_from_zero(difference: int, resti: int) -> None:
    """1 - 60 is one resto, 61 - 120 two, for either team (M7.3)."""
    assert final_resti(difference) == resti


def after(*events: int) -> Standing:
    """The standing after events, NS positive."""
    standing = Standing()
    for event in events:
        standing = standing.after(event)
    return standing


@pytest.mark.parametrize(
    ("events", "net"),
    [
        ((60, -10), 0),  # 1 resto, then 10 behind: a draw
        ((-10, 60), 1),  # no resto in play, 50 ahead: NS 1 resto
        ((59,), 1),  # lead 59, then equal counts
        ((125,), 3),  # two resti and 5 ahead
    ],
)
def test_order_of_events_matters(events: tuple[int, ...], net: int) -> None:
    """Resti are gained in the order of events (M6.1, worked figures)."""
    assert outcome_of(after(*events), 0)["net_resti"] == net


scores = st.lists(st.integers(1, 90).map(lambda points: points) | st.integers(-90, -1), max_size=20)


@given(scores, st.data())
def test_events_of_one_team_may_be_split_or_joined(events: list[int], data: st.DataObject) -> None:
    """Splitting an event of a team, or joining neighbours, never changes the standing (M6.2)."""
    split: list[int] = []
    for event in events:
        sign = 1 if event > 0 else -1
        first = data.draw(st.integers(0, abs(event)))
        split += [sign * first, sign * (abs(event) - first)]
    assert after(*split) == after(*events)


@given(scores, st.integers(-421, 421))
def test_result_is_the_plain_difference_rounded_down_or_up(events: list[int], count: int) -> None:
    """Net resti are the floor or the ceiling of the plain difference / 60 (M6, M7.3)."""
    plain = sum(events) + count
    net = outcome_of(after(*events), count)["net_resti"]
    assert net in (plain // 60, -(-plain // 60))


def differing(result: Audit, path: str) -> str:
    """The message of the finding at a path."""
    return next(one.message for one in result.findings if one.path == path)


def test_wrong_event_names_its_trick_and_cards() -> None:
    """A wrong event in a claim names the trick and the cards of the right one (M6.1)."""
    record = case("minchiate-both-rob")
    events = [
        {"team": "NS", "points": 15},
        {"team": "NS", "points": 5},
        {"team": "EW", "points": 5},
    ]
    result = audited(record | {"claims": {"events": events}})
    message = differing(result, "$.claims.events[0]")
    assert "claimed 20 points for NS, recomputed 28 points for NS" in message
    assert result.score is not None
    running = result.score.detail().running
    assert running is not None
    right: list[dict[str, Any]] = [
        {"team": one.team, "points": one.points} for one in running.events
    ]
    assert audited(record | {"claims": {"events": right}}).claims == "agree"
    right[4]["points"] += 5
    wrong = audited(record | {"claims": {"events": right}})
    assert "from trick 11, E: T33" in differing(wrong, "$.claims.events[4]")


def test_right_points_in_a_wrong_order_are_shown_as_that() -> None:
    """If only the order of the events is wrong, the resti that it would give are told (M6.2)."""
    record = case("minchiate-resto-in-play")
    events = [{"team": "EW", "points": 18}, {"team": "NS", "points": 64}]
    message = differing(audited(record | {"claims": {"events": events}}), "$.claims.events[0]")
    assert "the points of both teams are right" in message
    assert "0 resti and a lead of 46 instead of 1 and -14" in message


def test_claims_of_resti_and_lead() -> None:
    """Settled resti and lead are compared, NS positive (M6.1)."""
    record = case("minchiate-resto-in-play")
    assert audited(record | {"claims": {"settled_resti": 1, "lead": -14}}).claims == "agree"
    result = audited(record | {"claims": {"settled_resti": -1, "lead": 14}})
    assert len([one for one in result.findings if one.code == "claim-mismatch"]) == 2


def unknown(name: str, *keys: str) -> tuple[dict[str, Any], Any]:
    """A case without some keys, and the bounds of its score."""
    record = {key: value for key, value in case(name).items() if key not in (*keys, "claims")}
    result = audited(record)
    assert result.score is not None
    # Where what is known leaves but one way, nothing decides.
    certain = result.score.bounds is None
    assert list(result.score.deciding) == ([] if certain else list(keys))
    return record, result.score


def test_claims_outside_the_bounds() -> None:
    """A claimed lead or event that no robs can lead to is wrong; within the bounds it is open."""
    record, score = unknown("minchiate-both-rob", "robbed")
    (low, high), most = score.bounds["lead_before_final"], score.bounds["NS"]["marks"][1]
    assert low < high
    for claims, wrong in (
        ({"lead": low - 1}, True),
        ({"lead": high}, False),
        ({"events": [{"team": "NS", "points": most + 1}]}, True),
    ):
        result = audited(record | {"claims": claims})
        assert result.claims == ("differ" if wrong else "none")
        found = {one.code for one in result.findings if one.path.startswith("$.claims")}
        assert found == {"claim-mismatch" if wrong else "claim-unchecked"}


@pytest.mark.parametrize(
    ("claims", "claimed"),
    [
        # S took T1 and T2 from E and W: 5 + 3 for NS so far.
        ({"NS": {"marks": 30}}, "none"),
        ({"NS": {"marks": 8}}, "agree"),
        ({"NS": {"marks": 7}}, "differ"),
        ({"events": [{"team": "NS", "points": 8}, {"team": "EW", "points": 10}]}, "none"),
        ({"events": [{"team": "NS", "points": 8}]}, "agree"),
        ({"events": [{"team": "NS", "points": 5}]}, "differ"),
    ],
)
def test_marks_of_a_hand_that_is_not_over(claims: dict[str, Any], claimed: str) -> None:
    """Marks can still grow: more than there are so far may be right, fewer are wrong (M6.1)."""
    record = {
        "variant": "minchiate",
        "dealer": "S",
        "robbed": {},
        "declarations": {},
        "turned_up": {"S": "D2", "E": "D3", "N": "D4", "W": "D5"},
        "tricks": [["T1", "T6", "T2", "T9"]],
        "claims": claims,
    }
    assert audited(record).claims == claimed


def check_ends(score: Any, outcomes: list[Any]) -> None:
    """The bounds are the ends of all outcomes; there are none if these are all alike."""
    assert (score.bounds is None) == (len({str(one.outcome) for one in outcomes}) == 1)
    for key in ("settled_resti", "lead_before_final", "net_resti"):
        values: list[Any] = [one.outcome[key] for one in outcomes]
        ends = [score.outcome[key]] * 2 if score.bounds is None else score.bounds[key]
        assert ends == [min(values), max(values)]
    winners = [score.winner] if score.bounds is None else score.bounds["winner"]
    assert set(winners) == {one.winner for one in outcomes}


@pytest.mark.parametrize("name", CASES)
def test_unknown_turn_ups_give_exact_bounds(name: str) -> None:
    """Without turn-ups the bounds are those of all cards that can have been turned up (M2.2)."""
    record, score = unknown(name, "turned_up")
    robbed = {code for cards in record["robbed"].values() for code in cards}
    taken = set(record.get("taken") or ())
    choices = []
    for seat in "SENW":
        dealt = set(record["hands"][seat]) | set(record.get("discards", {}).get(seat, ()))
        by_value = {PACK.points(PACK.mask([code])): code for code in sorted(dealt - robbed - taken)}
        choices.append([(seat, code) for code in by_value.values()])
    outcomes = []
    for turned in product(*choices):
        full = audited(record | {"turned_up": dict(turned)})
        assert full.score is not None
        outcomes.append(full.score)
    check_ends(score, outcomes)


@pytest.mark.parametrize("name", CASES)
def test_unknown_robs_give_exact_bounds(name: str) -> None:
    """Without robs the bounds are those of all that cutter and dealer can have robbed (M2.1)."""
    record, score = unknown(name, "robbed")
    dealer = record["dealer"]
    cutter = record.get("cutter") or "SENW"["SENW".index(dealer) - 1]
    taken = record.get("taken") or []
    choices = []
    for seat in (cutter, dealer):
        laid_away = record.get("discards", {}).get(seat, [])
        number = len(laid_away) - (len(taken) if seat == dealer else 0)
        may = set(record["hands"][seat]) | set(laid_away)
        may -= {record["turned_up"][seat], *taken}
        robbable = [code for code in sorted(may) if PACK.bit[code] & ROBBED]
        by_points = {
            PACK.points(PACK.mask(cards)): (seat, list(cards))
            for cards in combinations(robbable, number)
        }
        choices.append(list(by_points.values()))
    outcomes = []
    for robbed in product(*choices):
        full = audited(record | {"robbed": {seat: cards for seat, cards in robbed if cards}})
        assert full.score is not None
        outcomes.append(full.score)
    check_ends(score, outcomes)


def test_unknown_robs_leave_the_final_count() -> None:
    """Without robs and turn-ups the final count is given, marks and winner as far as certain."""
    _record, score = unknown("minchiate-draw", "robbed", "turned_up")
    assert score.figures[0]["final_count"] is not None
    assert score.figures[0]["marks"] is None
    assert score.winner is None
    assert score.outcome["net_resti"] is None
    assert score.bounds["winner"] == ["EW", "draw"]


@pytest.mark.parametrize(
    ("cards", "code", "words"),
    [
        ("T37 T36 T35 T34", "declaration-not-held", "S does not hold T34 (E)"),
        ("T37 T35", "declaration-no-combination", "with T36 (S) they would make one"),
        (
            "T37 T36",
            "declaration-no-combination",
            "T37, T36 are only two in a row: a run is three or more (M5.1)",
        ),
    ],
)
def test_reason_why_an_item_is_not_good(cards: str, code: str, words: str) -> None:
    """A faulty item says which card is missing and who holds it (M3.2, M5.1)."""
    record = json.loads((FIXTURES / "minchiate" / "full-log.json").read_text())
    del record["claims"]
    record["declarations"] = {"S": [{"cards": cards}]}
    (found,) = [one for one in audited(record).findings if one.code == code]
    assert words in found.message


def test_run_named_short_says_how_it_goes_on() -> None:
    """A run named shorter than it is held is told to go on, with the cards (M3.2, M5.1)."""
    record = {
        "variant": "minchiate",
        "hands": {
            "E": "T28 T29 T30 T31 T32 MAT "
            + " ".join(f"S{n}" for n in range(2, 11))
            + " "
            + " ".join(f"C{n}" for n in range(2, 8))
        },
        "declarations": {"E": [{"cards": "T30 T31 T32"}, {"cards": "T29"}, {"cards": "T28 MAT"}]},
    }
    messages = " ".join(one.message for one in audited(record).findings)
    assert "it goes on with T29, T28" in messages
    assert "T29 alone is worth nothing: it counts 5 only inside a combination (M5.6)" in messages
    assert "MAT replaces nothing: it only adds 5 to what is there without it (M5.6)" in messages


@given(st.integers(0, 10_000))
@settings(max_examples=25)
def test_what_must_hold_of_every_hand(seed: int) -> None:
    """Card points make 142, cards 84, four a trick; versicole are 227 and 232 at most (M7.4)."""
    record = deal_record(game_named("minchiate"), Random(seed), 1)
    result = audited(record)
    assert result.score is not None
    ours, theirs = result.score.figures
    for team in (ours, theirs):
        assert team["cards"] == 4 * (team["tricks_won"] or 0)
        assert (team["versicole"] or 0) <= 227
    assert (ours["card_points"] or 0) + (theirs["card_points"] or 0) == 142
    assert (ours["cards"] or 0) + (theirs["cards"] or 0) == 84
    assert (ours["versicole"] or 0) + (theirs["versicole"] or 0) <= 232


@given(st.integers(0, PACK.everything), st.booleans(), st.booleans(), st.booleans())
def test_points_are_those_of_the_combinations(
    held: int, own_set: bool, merged: bool, devil: bool
) -> None:
    """What is summed up from groups of cards is what the combinations make."""
    rules = Rules(own_set, merged, devil)
    # Enough trumps for runs, in half of the hands.
    for cards in (held, held | PACK.masks[4]):
        assert points_in(cards, rules) == sum(one.points for one in combinations_in(cards, rules))


def test_a_running_score_beside_tricks() -> None:
    """Events and running score that are recorded beside tricks are held against them (M6)."""
    record = case("minchiate-resto-in-play")
    right = audited(record)
    assert right.score is not None
    events = [{"team": team, "points": points} for team, points in right.score.event_points or ()]
    same = audited(record | {"events": events, "running": {"settled_resti": 1, "lead": -14}})
    assert [one.code for one in same.findings] == [one.code for one in right.findings]
    for more, path in (
        ({"events": [{"team": "EW", "points": 1}]}, "$.events[0]"),
        ({"running": {"settled_resti": 5, "lead": -14}}, "$.running.settled_resti"),
        ({"running": {"lead": 14}}, "$.running.lead"),
    ):
        wrong = audited(record | more)
        assert [one.path for one in wrong.findings if one.code == "claim-mismatch"] == [path]
        assert wrong.claims == "differ"


def test_half_a_running_score() -> None:
    """A lead without the settled resti, or these without a lead, tells nothing (M6.1)."""
    piles = {"variant": "minchiate", "piles": {"EW": list(PACK.codes[:4])}, "declarations": {}}
    (note,) = [
        one
        for one in audited({**piles, "running": {"lead": 10}}).findings
        if one.code == "claim-unchecked"
    ]
    assert (note.path, note.message) == (
        "$.running.lead",
        "the running lead tells nothing without settled_resti",
    )
