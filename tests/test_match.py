"""Matches: which hands belong together, their sums, and what breaks between them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from typer.testing import CliRunner, Result

from scorecli.audit_source import audit_piece, audit_source
from scorecli.cli.app import APP
from scorecli.dealing.match_hands import deal_match
from scorecli.games import GAMES, game_named
from scorecli.match.log import matches_of
from scorecli.match.totals import Match
from scorecli.record.pieces import Place, RawRecord
from scorecli.report.match_text import standing
from tests.conftest import FIXTURES
from tests.naive import bologna, minchiate, piedicavallo

MATCHES = FIXTURES / "matches"


def records_of(name: str) -> list[dict[str, Any]]:
    """The records of a fixture."""
    lines = (MATCHES / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def matches(records: Sequence[dict[str, Any]], target: int | None = None) -> list[Match]:
    """The matches that some records make."""
    pieces = [
        RawRecord(Place("log", number), json.dumps(record).encode())
        for number, record in enumerate(records, 1)
    ]
    found, unreadable = matches_of((audit_piece(piece, {}) for piece in pieces), target)
    assert not unreadable
    return found


def match_of(records: Sequence[dict[str, Any]], target: int | None = None) -> Match:
    """The one match that some records make."""
    (match,) = matches(records, target)
    return match


def codes(match: Match) -> list[tuple[int, str]]:
    """The hand and the code of each finding between the hands."""
    return [(one.hand, one.finding.code) for one in match.findings]


def empty(**keys: object) -> dict[str, Any]:
    """A record of which nothing is known but what stands around the hand."""
    return {"format": "scorecli.hand/1", "variant": "bologna", **keys}


def run(*arguments: str) -> Result:
    """Run `scorecli match`."""
    return CliRunner().invoke(APP, ["match", *arguments])


# Sums


def test_totals_of_bologna_are_the_sum_of_what_the_naive_scorer_counts() -> None:
    """The totals of the hands are added up, and the target ends the match."""
    records = records_of("wrong-carried")
    teams = [bologna.score(record)["teams"] for record in records]
    match = match_of(records)
    assert match.totals == tuple(sum(one[team]["total"] for one in teams) for team in ("NS", "EW"))
    assert (match.leader, match.margin, match.over) == ("EW", 306, True)


def test_totals_of_piedicavallo_are_the_sum_of_four_deals() -> None:
    """Four deals make a match, and their counts make 456 (P4.2)."""
    records = records_of("four-deals")
    teams = [piedicavallo.score(record)["teams"] for record in records]
    match = match_of(records)
    assert match.totals == tuple(sum(one[team]["total"] for one in teams) for team in ("NS", "EW"))
    assert sum(sum(hand.points or ()) for hand in match.hands) == 4 * 114
    assert (match.leader, match.margin, match.over) == ("NS", 4, True)
    assert match.findings == []


def test_net_resti_of_minchiate_are_added_up_with_a_subtotal_each_giro() -> None:
    """Net resti are added up, and each four hands make a giro."""
    records = records_of("giro")
    net = [minchiate.score(record)["outcome"]["net_resti"] for record in records]
    match = match_of(records)
    assert match.totals == (sum(net), -sum(net)) == (8, -8)
    assert match.rounds == [(sum(net[:4]), -sum(net[:4]))]
    assert (match.leader, match.margin, match.over) == ("NS", 8, False)
    assert [hand.before for hand in match.hands] == [
        (sum(net[:number]), -sum(net[:number])) for number in range(5)
    ]


def test_games_of_a_log_are_matches_of_their_own() -> None:
    """In a log of three games each hand goes to its own game and table."""
    found = matches(records_of("three-games"))
    assert [match.game.name for match in found] == ["bologna", "minchiate", "piedicavallo"]
    assert [len(match.hands) for match in found] == [2, 2, 2]
    assert [hand.place.line for hand in found[1].hands] == [2, 5]
    assert not any(match.findings for match in found)


@pytest.mark.parametrize("name", GAMES)
def test_dealt_matches_have_no_fault(name: str) -> None:
    """A dealt match goes on from one to the next, and everything in it is right."""
    found = matches(list(deal_match(game_named(name), 3, 9)))
    assert sum(len(match.hands) for match in found) == 9
    assert [match.over for match in found[:-1]] == [True] * (len(found) - 1)
    for match in found:
        assert match.findings == []
        assert not match.has_errors
        assert match.hands[0].before == (0, 0)
        for hand, following in zip(match.hands, match.hands[1:], strict=False):
            assert following.before == hand.after


# Which hands belong together


def test_target_can_be_chosen() -> None:
    """A lower target ends the match sooner, and the next hand begins another."""
    records = records_of("wrong-carried")
    found = matches(records, 400)
    assert [len(match.hands) for match in found] == [1, 2, 1]
    assert [match.totals for match in found] == [(61, 407), (661, 154), (50, 517)]
    assert all(match.over for match in found)
    # What was carried beyond the end of a match is not carried into the next one.
    assert codes(found[1])[:2] == [(1, "carried-mismatch"), (1, "carried-mismatch")]


def test_standing_of_matches_in_progress() -> None:
    """Even totals, a leader by deals and an unknown standing are each said in a sentence."""
    even = match_of([*records_of("dealt-twice"), empty(variant="x")][:4])
    even.game = game_named("bologna")
    even.target = 800
    assert standing(even).startswith("Even after 4 hands: 228 to 228.")
    deals = match_of(records_of("four-deals")[:3])
    assert standing(deals) == "After 3 hands NS leads by 22: 182 to 160; deal 3 of 4."
    resti = match_of(records_of("giro")[:1])
    resti.last = resti.hands[0]._replace(after=(0, 0))
    assert standing(resti) == "Even after 1 hand: 0 net resti."
    unknown = match_of([empty(dealer="S"), empty(dealer="E")])
    assert standing(unknown) == "Not known after 2 hands: hand 1 has no score."


def test_provisional_and_disputed_hands_are_named() -> None:
    """What may still change is said: hands that broke a rule, or whose claims are wrong."""
    records = records_of("four-deals")
    records[0]["claims"]["margin"] = 3
    assert standing(match_of(records)).endswith("226. Hand 1 is disputed.")
    records[3]["claims"]["margin"] = 3
    records[2]["discards"][records[2]["dealer"]] = ["SK", "BK"]
    records[1]["tricks"][0] = records[1]["tricks"][1]
    assert standing(match_of(records)).endswith(
        "Hand 3 is provisional. Hands 1 and 4 are disputed. Hand 2 is invalid."
    )


def test_errors_of_unfinished_hands_are_named() -> None:
    """Whatever makes the exit code 1 is named in the text and marked in the JSON."""
    record = json.loads((FIXTURES / "piedicavallo" / "impossible-claim.json").read_text("utf-8"))
    match = match_of([record])
    assert standing(match).endswith("Hand 1 is unfinished and in dispute.")
    assert match.hands[0].has_errors
    result = CliRunner().invoke(APP, ["match", "-"], input=json.dumps(record))
    assert result.exit_code == 1
    assert "What is wrong in a hand: scorecli score -" in result.stdout


def test_a_target_that_both_reach_evenly_does_not_end_the_match() -> None:
    """Where both stand at the same total the match goes on."""
    match = match_of(records_of("dealt-twice"))
    assert (match.leader, match.margin, match.totals) == ("draw", 0, (228, 228))
    to_200 = Match(game_named("bologna"), None, None, 200, hands=match.hands)
    assert not to_200.over


def test_a_fifth_deal_begins_a_new_match() -> None:
    """After four deals of Piedicavallo the next one counts anew (P4.2)."""
    records = list(deal_match(game_named("piedicavallo"), 3, 5))
    first, second = matches(records)
    assert (len(first.hands), len(second.hands)) == (4, 1)
    assert second.hands[0].before == (0, 0)


@pytest.mark.parametrize(("key", "value"), [("event", "Another"), ("table", 2), ("table", "A")])
def test_another_table_is_another_match(key: str, value: object) -> None:
    """Hands of another event or table make a match of their own."""
    records = records_of("four-deals")
    records[1][key] = value
    del records[1]["claims"]["carried"]
    assert [len(match.hands) for match in matches(records)] == [3, 1]


def test_four_other_people_begin_a_new_match() -> None:
    """Where nobody stays at the table the next hand belongs to another match."""
    records = records_of("four-deals")
    records[2]["players"] = dict(zip("SENW", ("Ivo", "Lia", "Pio", "Tea"), strict=True))
    records[3]["players"] = records[2]["players"]
    first, second = matches(records)
    assert [len(match.hands) for match in (first, second)] == [2, 2]
    assert codes(first) == []
    assert codes(second) == [(1, "carried-unchecked")]


# What breaks between the hands


def test_wrong_total_is_said_where_it_began() -> None:
    """A wrong carried total is named at the first hand that has it, with what is right."""
    match = match_of(records_of("wrong-carried"))
    assert codes(match) == [(3, "carried-mismatch")]
    (one,) = match.findings
    assert (one.finding.expected, one.finding.found) == (404, 414)
    assert one.finding.path == "$.claims.carried.NS"
    assert one.finding.message == (
        "NS is said to carry 414, but has 404: 10 too many; after this hand it has 722"
    )
    assert match.has_errors


def test_another_mistake_is_said_again() -> None:
    """A second mistake on top of the first is a finding of its own; a correction is none."""
    records = records_of("wrong-carried")
    records[3]["claims"]["carried"]["NS"] += 5
    assert codes(match_of(records)) == [(3, "carried-mismatch"), (4, "carried-mismatch")]
    records[3]["claims"]["carried"]["NS"] = 722
    assert codes(match_of(records)) == [(3, "carried-mismatch")]


def test_a_mistake_is_known_through_hands_that_claim_nothing() -> None:
    """A hand that claims no carried total neither hides a mistake nor repeats it."""
    records = records_of("wrong-carried")
    records[1]["claims"]["carried"]["EW"] += 1
    del records[2]["claims"]["carried"]
    records[3]["claims"]["carried"] = {"NS": 722, "EW": 562}
    assert codes(match_of(records)) == [(2, "carried-mismatch")]


@pytest.mark.parametrize(
    ("carried", "wrong"),
    [
        ({"NS": 4, "EW": -4}, False),
        ({"NS": 4, "EW": 0}, False),
        ({"NS": 4}, False),
        ({"EW": -4}, False),
        ({"NS": 5, "EW": 1}, False),
        ({"NS": 5, "EW": -5}, True),
        ({"NS": 0, "EW": 4}, True),
        ({"EW": 4}, True),
    ],
)
def test_resti_are_claimed_in_several_ways(carried: dict[str, int], wrong: bool) -> None:
    """A net resti total may be written for one team, for both, or as what each has won."""
    records = records_of("giro")[:2]
    records[1]["claims"]["carried"] = carried
    assert codes(match_of(records)) == ([(2, "carried-mismatch")] if wrong else [])


def test_a_log_that_begins_in_the_middle() -> None:
    """Totals carried into the first hand of a log are taken over and not checked."""
    records = records_of("wrong-carried")[1:3]
    match = match_of(records)
    assert match.hands[0].before == (61, 407)
    assert codes(match) == [(1, "carried-unchecked"), (2, "carried-mismatch")]
    del records[0]["claims"]["carried"]["EW"]
    del records[1]["claims"]["carried"]
    match = match_of(records)
    assert codes(match) == [(1, "carried-unchecked")]
    assert match.totals is None


def test_a_hand_without_a_score() -> None:
    """Behind a hand that has no score the totals are not known, until a record claims them."""
    records = records_of("four-deals")
    del records[1]["tricks"][10:]
    del records[1]["claims"]
    match = match_of(records)
    assert match.hands[1].points is None
    assert [hand.before for hand in match.hands] == [(0, 0), (33, 81), (119, 109), (182, 160)]
    assert codes(match) == [(3, "carried-unchecked")]
    for record in records[2:]:
        del record["claims"]["carried"]
    match = match_of(records)
    assert (match.totals, match.leader, match.margin) == (None, None, None)


@pytest.mark.parametrize(
    ("dealers", "expected"),
    [
        ("SENW", []),
        ("SNEW", [2, 3]),
        ("SNWS", [2]),
        ("SWNE", [2, 4]),
        ("SES", [3]),
        ("SS", [2]),
    ],
)
def test_the_deal_goes_to_the_right(dealers: str, expected: list[int]) -> None:
    """Each dealer sits at the right of the one before (P4.2)."""
    match = match_of([empty(dealer=seat) for seat in dealers])
    assert codes(match) == [(hand, "wrong-dealer") for hand in expected]


def test_a_seat_deals_once_in_four_deals() -> None:
    """A seat that deals a second time within the four is named with the deal it had (P4.2)."""
    match = match_of(records_of("dealt-twice"))
    wrong = [one.finding for one in match.findings if one.finding.code == "wrong-dealer"]
    assert [one.seat for one in wrong] == ["W"]
    assert wrong[0].message.endswith("W dealt hand 2 already")
    assert {one.clause for one in wrong} == {"P4.2"}
    assert {one.severity for one in wrong} == {"warning"}


def test_a_hand_that_tells_nothing_hides_nothing() -> None:
    """Dealer, players and number are held against the last hand that tells them."""
    people = {"S": "Ada", "N": "Elena"}
    first = empty(variant="piedicavallo", dealer="N", deal=1, players=people)
    third = empty(variant="piedicavallo", dealer="N", deal=4, players={"S": "Ivo", "N": "Elena"})
    match = match_of([first, empty(variant="piedicavallo"), third])
    assert codes(match) == [(3, "deal-order"), (3, "wrong-dealer"), (3, "players-changed")]


def test_deal_1_begins_a_new_match() -> None:
    """A hand numbered 1 begins anew, be the match before it over or not."""
    records = list(deal_match(game_named("piedicavallo"), 3, 4))
    found = matches([*records[2:], *records])
    assert [len(match.hands) for match in found] == [2, 4]
    assert [codes(match) for match in found] == [[(1, "carried-unchecked")], []]
    assert found[0].over
    assert standing(matches([records[2]])[0]).endswith("; deal 3 of 4.")


def test_a_record_that_cannot_be_read_is_a_gap() -> None:
    """Behind an unreadable record the totals are known only if nothing is missing at the table."""
    lines = (MATCHES / "four-deals.jsonl").read_bytes().splitlines()

    def outcomes(*data: bytes) -> list[Match]:
        pieces = [RawRecord(Place("log", number), one) for number, one in enumerate(data, 1)]
        return matches_of(audit_piece(piece, {}) for piece in pieces)[0]

    (match,) = outcomes(lines[0], b"{", *lines[2:])
    assert codes(match) == [(2, "deal-order"), (2, "carried-unchecked")]
    assert match.totals == (230, 226)
    assert standing(match) == "NS wins the match by 4: 230 to 226, by the totals claimed in hand 2."
    (match,) = outcomes(lines[0], b"{", *lines[1:])
    assert codes(match) == []
    record = json.loads(lines[2])
    del record["claims"]["carried"]
    (match,) = outcomes(lines[0], b"{", json.dumps(record).encode())
    assert standing(match) == "Not known after 2 hands: what was carried into hand 2 is not."


def without_carried(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same hands, with nothing claimed of the totals before them."""
    for record in records:
        record.get("claims", {}).pop("carried", None)
    return [*records]


def test_a_deal_that_is_missing_leaves_the_totals_open() -> None:
    """Where the deal numbers show that a hand is missing, nobody is said to have won."""
    records = without_carried(records_of("four-deals"))
    for kept in ([3], [0, 3], [0, 2, 3]):
        match = match_of([records[place] for place in kept])
        assert (match.totals, match.leader) == (None, None)
        assert standing(match).startswith(f"Not known after {len(kept)} hand")


@pytest.mark.parametrize(
    ("kept", "unnumbered", "carried"),
    [([0, 2, 3], 2, None), ([1, 2, 3], 1, None), ([1, 2, 3], None, {"NS": 0, "EW": 0})],
)
def test_a_missing_deal_that_few_numbers_show(
    kept: list[int], unnumbered: int | None, carried: dict[str, int] | None
) -> None:
    """One number is enough to show that a hand is missing, and nothing carried hides it (P4.2)."""
    records = without_carried(records_of("four-deals"))
    for number, record in enumerate(records, 1):
        record["deal"] = number
    if unnumbered is not None:
        del records[unnumbered]["deal"]
    if carried is not None:
        records[kept[0]].setdefault("claims", {})["carried"] = carried
    match = match_of([records[place] for place in kept])
    errors = [one for one in match.findings if one.finding.severity == "error"]
    assert match.totals is None or errors


def test_claimed_totals_bridge_a_missing_deal() -> None:
    """The totals that the next hand claims are taken over, and the answer says so."""
    records = records_of("four-deals")
    whole = match_of(records)
    match = match_of([*records[:1], *records[2:]])
    assert match.totals == whole.totals
    assert ", by the totals claimed in hand 2" in standing(match)


def test_a_giro_of_which_a_hand_is_missing_has_no_subtotal() -> None:
    """A giro goes by the numbers of the deals, so that no hand of the next one is taken for its."""
    records = records_of("giro")
    for number, record in enumerate(records, 1):
        record["deal"] = number
    whole = match_of(records)
    assert whole.rounds == match_of(records_of("giro")).rounds
    match = match_of([*records[:1], *records[2:]])
    assert (match.places, match.rounds) == ([1, 3, 4, 5], [None])
    assert match_of(records[:3] + records[4:]).rounds == [None]


def test_claimed_totals_of_piedicavallo_make_whole_deals() -> None:
    """Totals that are only claimed must at least make 114 a deal (P4.2, P4.3)."""
    record = records_of("four-deals")[2]
    record["claims"]["carried"]["NS"] += 1
    assert codes(match_of([record])) == [(1, "carried-mismatch")]


def test_resti_that_contradict_each_other() -> None:
    """Of net resti that are no standing each team is told what is wrong, and only once."""
    records = records_of("giro")[:3]
    records[1]["claims"]["carried"] = {"NS": 5, "EW": -4}
    records[2]["claims"]["carried"] = {"NS": 6, "EW": -5}
    (one,) = match_of(records).findings
    assert one.hand == 2
    assert one.finding.message == (
        "NS is said to carry 5, but has 4: 1 too many; after this hand it has 5"
    )
    # Where nothing is known of the hands before, they can only be held against each other.
    del records[0], records[0]["deal"]
    (first, *_) = match_of(records).findings
    assert first.finding.message == (
        "NS 5, EW -4 are carried: net resti of one team are not resti of both"
    )


def test_totals_carried_on_after_the_end_of_a_match() -> None:
    """A fifth deal begins another match: who goes on counting is told that the four are over."""
    records = records_of("four-deals")
    fifth = {**records[0], "claims": {"carried": {"NS": 230, "EW": 226}}}
    first, second = matches([*records, fifth])
    assert not first.findings
    assert [one.finding.message for one in second.findings] == [
        f"{team} is said to carry {total}, but has 0: {total} too many; after this hand it has"
        f" {points}; the match before this hand was over with deal 4"
        for team, total, points in (("NS", 230, 33), ("EW", 226, 81))
    ]


def test_one_carried_total_alone() -> None:
    """Where only one team's total is carried into a log the sum is not known, and it says so."""
    record = records_of("wrong-carried")[1]
    del record["claims"]["carried"]["EW"]
    match = match_of([record])
    assert match.totals is None
    assert standing(match) == "Not known after 1 hand: what was carried into hand 1 is not."


def test_tables_are_compared_as_text() -> None:
    """A table is the same table, be its number a number or a text."""
    records = records_of("four-deals")
    records[1]["table"] = str(records[1]["table"])
    assert codes(match_of(records)) == []


def test_house_rules_of_a_match_are_shown() -> None:
    """House rules are named above the hands, also where not all were played by the same."""
    records = records_of("four-deals")[:2]
    records[1]["house_rules"] = {"high_trump": 20}
    log = "\n".join(map(json.dumps, records))
    result = CliRunner().invoke(APP, ["match", "-"], input=log)
    assert "high_trump=21 and 20" in " ".join(result.stdout.split())
    both = CliRunner().invoke(APP, ["match", "-", "--rule", "high_trump=20"], input=log)
    assert "high_trump=20\n" in both.stdout


@pytest.mark.parametrize("columns", [40, 80])
def test_the_table_fits(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long names are cut and notes begin a line of their own where there is no room."""
    monkeypatch.setenv("COLUMNS", str(columns))
    records = records_of("wrong-carried")
    for record in records:
        record["id"] = "\u6f22\u5b57 a very long name of a hand indeed"
    records[0]["claims"]["carried"] = {"NS": 0, "EW": 1000048}
    log = "\n".join(map(json.dumps, records))
    table = CliRunner().invoke(APP, ["match", "-"], input=log).stdout.split("\n\n")[1]
    assert max(cell_len(line) for line in table.splitlines()) <= columns


def test_players_and_seats_stay() -> None:
    """Another player, or the same ones on other seats, are found; a name left out is not."""
    people = dict(zip("SENW", ("Ada", "Bruno", "Elena", "Ugo"), strict=True))
    swapped = {**people, "S": "Elena", "N": "Ada"}
    match = match_of([empty(players=people), empty(players=swapped), empty(players={"S": "Elena"})])
    assert codes(match) == [(2, "players-changed")]
    message = match.findings[0].finding.message
    assert message.startswith("the same people in other seats than in the hand before: S was Ada")
    assert message.endswith("and is Elena, N was Elena and is Ada")
    assert "Seats or people changed in hand 2: these totals are by seat." in standing(match)


def test_deals_are_numbered_without_a_gap() -> None:
    """Numbers that do not follow each other are found; hands without numbers are not."""
    match = match_of([empty(deal=number) for number in (1, 2, 4, 4, None, 9, "ten")])
    assert codes(match) == [(3, "deal-order"), (4, "deal-order"), (6, "deal-order")]
    assert codes(match_of([empty(deal=number) for number in ("1", 2, "x", 4)])) == []


# The command


def test_the_answer_comes_first() -> None:
    """The first line says who won the match and by how much."""
    result = run(str(MATCHES / "four-deals.jsonl"))
    assert result.exit_code == 0
    assert result.stdout.startswith("NS wins the match by 4: 230 to 226.\n")
    assert "piedicavallo-3  S         63    51   182   160\n" in result.stdout


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("dealt-twice", "The match is a draw: 228 to 228."),
        ("giro", "After 5 hands NS leads by 8 net resti."),
        ("three-games", "After 2 hands NS leads by 30: 565 to 535; 235 more make 800."),
        (
            "wrong-carried",
            "EW wins the match by 306: 1078 to 772. Hand 3: NS is said to carry 414, but has",
        ),
    ],
)
def test_standing(name: str, begin: str) -> None:
    """A match that goes on says who leads and what is missing; a wrong total follows at once."""
    assert run(str(MATCHES / f"{name}.jsonl")).stdout.startswith(begin)


def test_carried_totals_and_bare_hands_in_the_table() -> None:
    """Totals taken over stand above the hands; a hand without a name has its deal or its place."""
    records = records_of("wrong-carried")[1:]
    for record in records:
        record.pop("id")
    del records[0]["deal"], records[0]["claims"]["margin"], records[1]["tricks"][14:]
    log = "\n".join(map(json.dumps, records))
    result = CliRunner().invoke(APP, ["match", "-"], input=log)
    assert f"{'carried':<36}    61   407\n" in result.stdout
    assert "standard input:1  W        343    52   404   459\n" in result.stdout
    assert "deal 3            S          ?     ?     ?     ?\n" in result.stdout
    assert "   incomplete, carried: NS 414 EW 459\n" in result.stdout


def test_wrong_totals_stand_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each hand with a wrong carried total shows it beside the right one."""
    monkeypatch.chdir(MATCHES)  # where the lines break depends on how long a path is
    result = run("wrong-carried.jsonl")
    assert result.exit_code == 1
    assert "722   561  carried: NS 414 EW 459\n" in result.stdout
    assert "error carried-mismatch: hand 3: NS is said to carry 414, but" in result.stdout
    assert "wrong-carried.jsonl:3 $.claims.carried.NS\n" in result.stdout
    assert "What it means: scorecli explain carried-mismatch\n" in result.stdout


def test_a_match_of_several_files(tmp_path: Path) -> None:
    """Hands in files of their own are added up in the order in which they are named."""
    paths = []
    for number, record in enumerate(records_of("four-deals")):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(record), encoding="utf-8")
        paths.append(str(path))
    assert run(*paths).stdout.startswith("NS wins the match by 4")
    assert "deal-order" in run(*reversed(paths)).stdout


def test_json_tells_the_same() -> None:
    """`--json` has every hand with the totals before and after it, and the findings."""
    result = run(str(MATCHES / "wrong-carried.jsonl"), "--json", "--target", "2000")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert document["format"] == "scorecli.match/1"
    (match,) = document["matches"]
    assert (match["variant"], match["target"], match["over"]) == ("bologna", 2000, False)
    assert match["totals"] == {"NS": 772, "EW": 1078}
    assert match["outcome"] == {"leader": "EW", "margin": 306}
    assert [hand["line"] for hand in match["hands"]] == [1, 2, 3, 4]
    assert match["hands"][2]["before"] == {"NS": 404, "EW": 459}
    assert match["hands"][2]["carried"] == {"NS": 414, "EW": 459}
    assert [(one["hand"], one["code"]) for one in match["findings"]] == [(3, "carried-mismatch")]


def test_what_cannot_be_read_stops_nothing(tmp_path: Path) -> None:
    """A broken line is named, the rest is added up, and the exit code is 2."""
    lines = (MATCHES / "four-deals.jsonl").read_text("utf-8").splitlines()
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join([lines[0], "{", *lines[1:]]), encoding="utf-8")
    result = run(str(path))
    assert result.exit_code == 2
    assert "log.jsonl:2:" in result.stderr
    assert result.stdout.startswith("NS wins the match by 4")
    document = json.loads(run(str(path), "--json").stdout)
    assert [one["status"] for one in document["unreadable"]] == ["unreadable"]


def test_nothing_to_add_up(tmp_path: Path) -> None:
    """A file without records is said to be empty."""
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"")
    result = run(str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "empty" in result.stderr


def test_hostile_names_are_shown_escaped() -> None:
    """Escapes and brackets in names, tables and events act on nothing."""
    record = records_of("four-deals")[0]
    record |= {"event": "\x1b[31mred", "table": "[bold]x", "id": "a\nb"}
    record["players"]["S"] = "\u202eAda"
    result = CliRunner().invoke(APP, ["match", "-"], input=json.dumps(record))
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "\\x1b[31mred" in result.stdout
    assert "table [bold]x" in result.stdout
    assert "a\\nb" in result.stdout
    assert "\u202e" not in result.stdout


def test_one_match_of_a_log_can_be_followed_by_the_library() -> None:
    """`matches_of` takes what `audit_source` gives."""
    found, unreadable = matches_of(audit_source(str(MATCHES / "giro.jsonl")))
    assert (len(found), unreadable) == (1, [])


def test_a_target_for_games_without_one_is_refused() -> None:
    """`--target` where no match is played to a total is a usage error."""
    result = run(str(MATCHES / "four-deals.jsonl"), "--target", "300")
    assert result.exit_code == 2
    assert "no total ends a match of piedicavallo" in " ".join(result.output.split())


def test_a_dealt_match_with_a_fault_is_refused() -> None:
    """`deal --match` and `--plant` exclude each other."""
    result = CliRunner().invoke(APP, ["deal", "bologna", "--match", "--plant", "revoke"])
    assert result.exit_code == 2
    assert "exclude each other" in result.output


def test_deal_writes_a_match() -> None:
    """`deal --match` writes records that `match` adds up without a finding."""
    result = CliRunner().invoke(APP, ["deal", "piedicavallo", "--match", "--hands", "4"])
    assert result.exit_code == 0
    assert run("-").exit_code == 2
    added = CliRunner().invoke(APP, ["match", "-", "--json"], input=result.stdout)
    (match,) = json.loads(added.stdout)["matches"]
    assert (match["over"], match["findings"]) == (True, [])
