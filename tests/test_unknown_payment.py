"""Captured piles without a word of the payment for the Matto: assumed, and its exact bounds."""

import dataclasses
import json
from collections.abc import Mapping
from itertools import combinations
from typing import Any, Final

import pytest

from scorecli.audit import Audit
from scorecli.dealing.planting import deal_hands
from scorecli.games import game_named
from scorecli.games.score import Score
from scorecli.seats import SEATS, TEAMS
from tests.command_line import run
from tests.naive.agreement import audit_of
from tests.pile_hands import HANDS, Record, check_bounds, hands_of, score_of, unsettled


def may_be_given(record: Record, audit: Audit, player: str) -> list[str]:
    """The cards of captured piles that a team may give for the Matto; none if it owes none."""
    rules, pack = audit.rules, audit.hand.pack
    pile, other = record["piles"][player], record["piles"][TEAMS[1 - TEAMS.index(player)]]
    back = "MAT" in other and bool(pile)
    owes = back or (bool(rules.get("matto_always_pays")) and "MAT" in pile)
    if audit.game.name == "piedicavallo" and rules["matto_exchange"] == "none":
        owes = False
    pool = [code for code in pile if code != "MAT"]
    if rules.get("matto_payment_from") == "tricks":
        laid_away = record.get("discards") or {}
        pool = [code for code in pool if code not in laid_away.get(record["dealer"], ())]
    if not owes or not pool:
        return []

    def value(code: str) -> int:
        return pack.values[pack.number[code]]

    allowed = {code for code in pool if value(code) == min(map(value, pool))}
    # Of the cards of value 0 T29 is the last to go (M7.1).
    in_minchiate = audit.game.name == "minchiate"
    return sorted(allowed - {"T29"} if in_minchiate and allowed != {"T29"} else allowed)


def with_each_payment(whole: Record, audit: Audit, player: str) -> list[Score]:
    """The scores of captured piles with each card named that may be given for the Matto."""
    codes = may_be_given(whole, audit, player)
    audits = [audit_of(whole | {"matto_payment": code}) for code in codes] or [audit_of(whole)]
    wrong_ones = {"matto-payment", "dear-payment", "assumed-payment"}
    assert not wrong_ones & {one.code for audit in audits for one in audit.findings}
    return [audit.score for audit in audits if audit.score is not None]


def check_assumed(
    score: Score, assumed: list[Score], completions: list[Score], true: Score
) -> None:
    """Figures are what all assumed ways agree on; bounds are the ends of all completions."""
    check_bounds(dataclasses.replace(score, bounds=None), assumed, assumed[0])
    differing = False
    for number, team in enumerate(TEAMS):
        for figure, value in true.figures[number].items():
            values = [one.figures[number][figure] or 0 for one in completions]
            ends = [min(values), max(values)]
            differing = differing or ends[0] < ends[1]
            assert ends[0] <= (value or 0) <= ends[1]
            if score.bounds is not None:
                of_team = score.bounds[team]
                assert isinstance(of_team, dict)
                assert of_team[figure] == ends
    winners = {one.winner for one in completions}
    assert true.winner in winners
    assert (score.bounds is not None) == differing
    if score.bounds is not None:
        margins = [one.margin or 0 for one in completions]
        assert score.bounds["winner"] == [one for one in (*TEAMS, "draw") if one in winners]
        assert score.bounds["margin"] == [min(margins), max(margins)]


@pytest.mark.parametrize("name", ["bologna", "piedicavallo"])
def test_unknown_player_of_the_matto(name: str) -> None:
    """Of captured piles without a word of who played the Matto both teams are tried."""
    for record in hands_of(name, HANDS // 4):
        usual = audit_of(record)
        assert usual.score is not None
        whole = unsettled(record, usual)
        if "matto" not in whole:
            continue
        # The hands would tell who held it.
        for key in ("hands", "declarations", "matto_payment"):
            whole.pop(key, None)
        true = score_of(whole)
        by_seat = []
        completions = []
        for seat, team in (("S", "NS"), ("E", "EW")):
            if whole["piles"][team] or "MAT" in whole["piles"][TEAMS[1 - TEAMS.index(team)]]:
                said = whole | {"matto": {"played_by": seat}}
                by_seat.append(score_of(said))
                completions += with_each_payment(said, usual, team)
        del whole["matto"]
        score = score_of(whole)
        check_assumed(score, by_seat, completions, true)
        if score.bounds is not None:
            assert "who played the Matto" in score.deciding


def check_same_bounds(piles: Score, tricks: Score) -> None:
    """Piles and tricks leave the same open; piles also tell the ends of what is certain."""
    assert (piles.bounds is None) == (tricks.bounds is None)
    assert piles.deciding == tricks.deciding
    if piles.bounds is None or tricks.bounds is None:
        return
    assert piles.bounds.keys() == tricks.bounds.keys()
    for key, ends in tricks.bounds.items():
        known: Any = piles.bounds[key]
        assert ends == known or (isinstance(ends, dict) and ends.items() <= known.items())


PAYMENTS: Final = [
    pytest.param("bologna", {}, True, id="bologna"),
    pytest.param("bologna", {"matto_payment_from": "tricks"}, True, id="bologna-tricks"),
    pytest.param("minchiate", {}, False, id="minchiate"),
    pytest.param(
        "minchiate",
        {"devil_world_gemini": True, "matto_always_pays": True},
        True,
        id="minchiate-devil",
    ),
    pytest.param("piedicavallo", {"matto_exchange": "one_point_card"}, False, id="piedicavallo"),
]


@pytest.mark.parametrize("last_known", [True, False])
@pytest.mark.parametrize(("name", "rules", "differs"), PAYMENTS)
def test_unknown_payment(
    name: str,
    rules: Mapping[str, object],
    differs: bool,
    last_known: bool,
) -> None:
    """Without the payment figures are as tricks assume, and bounds those of each lawful card."""
    differing = 0
    for dealt in hands_of(name, HANDS // 4):
        record = {key: value for key, value in dealt.items() if key != "matto_payment"}
        record["house_rules"] = dict(rules)
        usual = audit_of(record)
        given = audit_of({**dealt, "house_rules": dict(rules)})
        assert usual.score is not None
        assert given.score is not None
        unlawful = {"matto-payment", "dear-payment"} & {one.code for one in given.findings}
        true = usual.score if unlawful else given.score
        whole = unsettled(record, usual)
        player = whole["matto"]["played_by"] if "matto" in whole else "S"
        takers = [whole["last_trick"]]
        if not last_known:
            takers = [team for team in TEAMS if whole["piles"][team]]
        assumed = [score_of(whole | {"last_trick": team}) for team in takers]
        completions = []
        for team in takers:
            known = whole | {"last_trick": team}
            completions += with_each_payment(known, usual, TEAMS[SEATS.index(player) % 2])
        if not last_known:
            del whole["last_trick"]
        piles = audit_of(whole)
        assert piles.score is not None
        if last_known:
            assert piles.score.figures == usual.score.figures
            check_same_bounds(piles.score, usual.score)
            assert piles.score.outcome == usual.score.outcome
            assert (piles.score.winner, piles.score.margin) == (
                usual.score.winner,
                usual.score.margin,
            )
        notes = [
            [one.card for one in audit.findings if one.code == "assumed-payment"]
            for audit in (usual, piles)
        ]
        assert notes[0] == notes[1]
        check_assumed(piles.score, assumed, completions, true)
        if piles.score.bounds is not None and last_known:
            differing += 1
            assert piles.score.deciding == ["the payment"]
    assert bool(differing) == (differs and last_known)


def test_unknown_payment_of_a_team_without_a_worthless_card() -> None:
    """In Minchiate the cheapest card is given then, and it may break a run (M7.1)."""
    record: Record = {
        "variant": "minchiate",
        "piles": {"NS": ["T2", "T3", "T4", "T5"]},
        "settled": False,
        "matto": {"played_by": "S", "won_by": "EW"},
        "last_trick": "EW",
        "events": [],
    }
    score = score_of(record)
    each = [score_of(record | {"matto_payment": code}) for code in ("T2", "T3", "T4", "T5")]
    assumed = score_of(record | {"matto_payment": "T2"})
    assert len({one.figures[0]["versicole"] for one in each}) == 2
    assert (score.figures, score.outcome) == (assumed.figures, assumed.outcome)
    check_assumed(score, [assumed], each, assumed)
    assert score.deciding == ["the payment"]


def test_a_payment_that_the_other_team_captured_leaves_bounds() -> None:
    """A recorded payment that the giver did not capture is an error, and the bounds stay (B7.1)."""
    seen = 0
    for record in hands_of("bologna", HANDS):
        usual = audit_of(record)
        whole = unsettled(record, usual)
        whole.pop("matto_payment", None)
        silent = score_of(whole)
        if silent.bounds is None or silent.deciding != ["the payment"]:
            continue
        seen += 1
        player = SEATS.index(whole["matto"]["played_by"]) % 2
        theirs = [code for code in whole["piles"][TEAMS[1 - player]] if code not in ("MAT", "MOR")]
        audit = audit_of(whole | {"matto_payment": theirs[0]})
        assert "matto-payment" in {one.code for one in audit.findings}
        assert audit.score is not None
        assert (audit.score.figures, audit.score.bounds) == (silent.figures, silent.bounds)
    assert seen


def test_a_claim_beside_an_assumed_payment() -> None:
    """A claim is held against what is assumed, though another payment would make it right."""
    seen = 0
    for record in hands_of("bologna", HANDS):
        usual = audit_of(record)
        whole = unsettled(record, usual)
        whole.pop("matto_payment", None)
        score = score_of(whole)
        if score.bounds is None:
            continue
        seen += 1
        bounds: Any = score.bounds
        totals = [figures["total"] for figures in score.figures]
        team, other = next(
            (team, value)
            for number, team in enumerate(TEAMS)
            for value in bounds[team]["total"]
            if value != totals[number]
        )
        audit = audit_of(whole | {"claims": {team: {"total": other}}})
        (error,) = [one for one in audit.findings if one.code == "claim-mismatch"]
        assert (error.code, error.found) == ("claim-mismatch", other)
        assert error.expected == totals[TEAMS.index(team)]
    assert seen


def test_a_payment_out_of_tricks_where_the_discards_are_not_known() -> None:
    """Where discards may not be given, each lawful pair of them leaves other cards to give (B7.1).

    The two cheapest cards of a small pile may have been laid away; then the next one may be given.
    """
    mine = ["SK", "SQ", "SN", "SJ", "S7", "S8"]
    record: Record = {
        "variant": "bologna",
        "house_rules": {"matto_payment_from": "tricks"},
        "dealer": "N",
        "piles": {
            "NS": mine,
            "EW": [code for code in game_named("bologna").pack.codes if code not in mine],
        },
        "settled": False,
        "matto": {"played_by": "S", "won_by": "EW"},
        "last_trick": "EW",
        "declarations": {},
    }
    completions = []
    for away in combinations(["SQ", "SN", "SJ", "S7", "S8"], 2):
        known = {**record, "discards": {"N": list(away)}}
        completions += with_each_payment(known, audit_of(known), "NS")
    score = score_of(record)
    assumed = score_of({**record, "matto_payment": "S7"})
    check_assumed(score, [assumed], completions, assumed)
    assert score.deciding == ["the payment"]
    # The same where the two cards are not named.
    short = {**record, "piles": {"NS": mine[:4]}, "pile_cards": {"NS": 6}}
    assert (score_of(short).figures, score_of(short).bounds) == (score.figures, score.bounds)


def test_an_assumed_payment_in_words() -> None:
    """The text gives the assumed score, and below it what other payments would make of it."""
    record: Record = {
        "variant": "bologna",
        "dealer": "N",
        "piles": {"NS": ["SK", "SQ", "SN", "SA", "ANG", "MON", "SOL", "LUN", "T16", "S7"]},
        "settled": False,
        "matto": {"played_by": "S", "won_by": "EW"},
        "last_trick": "EW",
        "declarations": {},
    }
    whole = shown(record)
    assert "Assumed above; depending on the payment it can be:" in whole
    assert "Not certain" not in whole
    assert max(map(len, whole.splitlines())) <= 80
    del record["last_trick"]
    assert "Not certain, for it depends on" in shown(record)


def shown(record: Record) -> str:
    """The text that `score` prints of a record, without colours."""
    return run("score", "-", stdin=json.dumps(record)).stdout


def test_a_winner_that_the_payment_decides() -> None:
    """Where another card would change the winner the verdict stands, and the text names both."""
    hands = deal_hands(game_named("bologna"), 5, 110)
    close = [one for one in hands if one["claims"]["margin"] <= 14]
    for dealt in close:
        record = {key: dealt[key] for key in dealt if key not in ("claims", "matto_payment")}
        whole = unsettled(record, audit_of(record))
        score = score_of(whole)
        winners: Any = (score.bounds or {}).get("winner", ())
        text = shown(whole)
        assert ("  Winner: " in text) == (len(winners) > 1)
        if len(winners) == 3:
            assert "  Winner: NS, EW or draw" in text
            assert text.startswith(f"{score.winner} wins by {score.margin}: ")
            return
    pytest.fail("no hand in which the payment decides")
