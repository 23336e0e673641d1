"""The recorded hands: each is listed, and shows what its line in the list says.

Where a figure is expected it comes from the rule sheet or from the naive scorer, never from the
program.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from scorecli.audit import Audit
from scorecli.audit_source import Audited, audit_source
from scorecli.ledger import ERROR
from scorecli.record.formatting import format_source
from scorecli.record.sources import Place
from scorecli.report.result import result_json
from scorecli.table.seats import TEAMS
from tests.conftest import FIXTURES
from tests.naive import bologna as naive
from tests.one_hand import audited

LIST: Final = FIXTURES / "README.md"
FILES: Final = sorted(path for path in FIXTURES.rglob("*") if path.is_file() and path != LIST)
HANDS: Final = sorted(FIXTURES.glob("bologna/*.json*"))
CASES: Final = sorted(FIXTURES.glob("cases/bologna-*.json"))


def name_of(path: Path) -> str:
    """The name of a fixture as the list writes it."""
    return path.relative_to(FIXTURES).as_posix()


def record_of(name: str) -> dict[str, Any]:
    """A hand of `bologna/` as JSON."""
    record: dict[str, Any] = json.loads((FIXTURES / "bologna" / f"{name}.json").read_text("utf-8"))
    return record


def audit_of(name: str) -> Audit:
    """The audit of a hand of `bologna/`."""
    return audited(record_of(name))


def codes(audit: Audit) -> list[str]:
    """The codes of all that is found."""
    return [found.code for found in audit.findings]


def figures(audit: Audit, team: str) -> Mapping[str, int | None]:
    """The figures of a team."""
    assert audit.score is not None
    return audit.score.figures[TEAMS.index(team)]


def outcome(audit: Audit) -> tuple[str | None, int | None]:
    """The winner and the margin."""
    assert audit.score is not None
    return audit.score.winner, audit.score.margin


def tricks_of(record: dict[str, Any]) -> list[naive.Trick]:
    """The tricks with the seat of each card (B4.1), in a record that does not name the leaders."""
    leader = naive.SEATS[(naive.SEATS.index(record["dealer"]) + 1) % 4]
    tricks = []
    for cards in record["tricks"]:
        first = naive.SEATS.index(leader)
        seats = naive.SEATS[first:] + naive.SEATS[:first]
        codes_played = cards.split() if isinstance(cards, str) else cards
        tricks.append(list(zip(seats, codes_played, strict=False)))
        leader = naive.trick_winner(tricks[-1])
    return tricks


def sequences_of(cards: Sequence[str]) -> list[int]:
    """The points of each sequence that some cards make, by the naive scorer."""
    made = naive.combinations(cards)
    return [int(one["points"]) for one in made if one["kind"] not in naive.SETS]


def sequence_points(cards: Sequence[str]) -> int:
    """What the sequences of some cards score, doubled from three on (B6.2)."""
    points = sequences_of(cards)
    return sum(points) * (2 if len(points) >= 3 else 1)


# The list


def test_every_file_is_listed_and_every_listed_file_is_there() -> None:
    """The list has one line for each fixture."""
    listed = re.findall(r"^\| `([^`]+)` \| .+ \|$", LIST.read_text("utf-8"), re.MULTILINE)
    assert Counter(listed) == Counter(name_of(path) for path in FILES)


@pytest.mark.parametrize("path", HANDS, ids=name_of)
def test_the_hands_are_in_canonical_form(path: Path) -> None:
    """`scorecli format` would change nothing in a hand or a log."""
    formatted = format_source(str(path))
    assert not formatted.unreadable
    assert not formatted.changed


@pytest.mark.parametrize("path", HANDS, ids=name_of)
def test_the_naive_scorer_agrees_on_the_hands(path: Path) -> None:
    """The figures of every hand with all its tricks are those of the naive scorer too."""
    for one in audit_source(str(path), {}):
        assert isinstance(one, Audited)
        if one.audit.hand.replay is None or not one.audit.hand.complete:
            assert path.stem in ("card-twice", "disputed-declaration", "unfinished")
            continue
        expected = naive.score(json.loads(one.data))
        assert {team: figures(one.audit, team) for team in TEAMS} == expected["teams"]
        assert outcome(one.audit) == (expected["winner"], expected["margin"])


# What each hand shows


def test_one_counter() -> None:
    """NS wins by 25 with the Bégato as a counter, and would lose without a counter."""
    record = record_of("one-counter")
    audit = audit_of("one-counter")
    assert audit.status == "agreed"
    assert outcome(audit) == ("NS", 25)
    pile = [record["matto_payment"]]
    for trick in tricks_of(record):
        if naive.TEAM[naive.trick_winner(trick)] == "NS":
            pile += [card for _seat, card in trick if card != "MAT"]
    with_it = sequence_points(pile)
    without_it = sequence_points([card for card in pile if card != "BEG"])
    assert (figures(audit, "NS")["sequences"], without_it) == (with_it, 25)
    lost = naive.score(record)["teams"]["NS"]["total"] - with_it + without_it
    assert lost < naive.score(record)["teams"]["EW"]["total"]


def test_full_log() -> None:
    """Every trick says who led and who won it, every figure is claimed, and all is right."""
    record = record_of("full-log")
    audit = audit_of("full-log")
    assert all(trick["lead"] and trick["won_by"] for trick in record["tricks"])
    for team in TEAMS:
        assert record["claims"][team].keys() == set(audit.game.figures)
    assert (audit.status, codes(audit)) == ("agreed", [])


def test_evening() -> None:
    """The log has four hands, all of them agreed."""
    outcomes = list(audit_source(str(FIXTURES / "bologna" / "evening.jsonl"), {}))
    assert [one.place.line for one in outcomes] == [1, 2, 3, 4]
    assert [isinstance(one, Audited) and one.audit.status for one in outcomes] == ["agreed"] * 4


def test_wrong_claim() -> None:
    """NS claims half of what its three sequences score when doubled; all that follows is wrong."""
    audit = audit_of("wrong-claim")
    assert audit.status == "disputed"
    assert [(found.code, found.path, found.found) for found in audit.findings] == [
        ("claim-mismatch", "$.claims.NS.sequences", 45),
        ("claim-mismatch", "$.claims.NS.total", 101),
        ("claim-mismatch", "$.claims.margin", 68),
    ]
    # Of the margin only the difference of 45 between the two totals is missing.
    assert [found.expected for found in audit.findings] == [2 * 45, 101 + 45, 68 - 45]


def test_disputed_declaration() -> None:
    """A worked figure of the sheet: the Grande has seven cards, and scores 30."""
    audit = audit_of("disputed-declaration")
    assert (audit.status, audit.hand.level, audit.legal) == ("disputed", "hands", None)
    assert {(found.code, found.expected, found.found) for found in audit.findings} == {
        ("declaration-value", 30, 45),
        ("declaration-value", 30 + 18, 63),
    }


def test_revoke() -> None:
    """N throws BQ off while it holds trumps; the claims are those of the hand as it was played."""
    audit = audit_of("revoke")
    assert (audit.status, audit.legal, audit.claims) == ("illegal", False, "agree")
    (found,) = audit.findings
    assert (found.code, found.trick, found.seat, found.card) == ("revoke", 7, "N", "BQ")
    later = [dict(trick)["N"] for trick in tricks_of(record_of("revoke"))[7:]]
    assert set(found.legal or ()) == set(later) & {*naive.TRUMPS}


def test_illegal_discard() -> None:
    """The dealer lays the Matto away (B2.2)."""
    audit = audit_of("illegal-discard")
    assert (audit.status, audit.claims) == ("illegal", "agree")
    (found,) = audit.findings
    assert (found.code, found.seat, found.card, found.clause) == (
        "illegal-discard",
        record_of("illegal-discard")["dealer"],
        "MAT",
        "B2.2",
    )


def test_payment_decides() -> None:
    """The card that is assumed lets EW win; the note names one that would not."""
    audit = audit_of("payment-decides")
    assert codes(audit) == ["assumed-payment"]
    assert outcome(audit)[0] == "EW"
    other = re.search(r"with (\w+) NS would win", audit.findings[0].message)
    assert other
    paid = {**record_of("payment-decides"), "matto_payment": other[1]}
    assert naive.score(paid)["winner"] == "NS"
    assert outcome(audited(paid))[0] == "NS"


def test_payment_decides_in_the_hand_of_one_counter() -> None:
    """But for the payment and the claims the two files hold the same hand."""
    one, other = record_of("one-counter"), record_of("payment-decides")
    for key in ("dealer", "hands", "discards", "declarations", "tricks"):
        assert one[key] == other[key]
    assert "matto_payment" not in other


def test_house_rule() -> None:
    """By default three Mori would lengthen the Grande: 15 points, doubled (B6.2, B6.7)."""
    record = record_of("house-rule")
    audit = audit_of("house-rule")
    assert audit.rules["grande_complete"] == "real"
    del record["house_rules"]
    by_default = naive.score(record)["teams"]["NS"]["sequences"]
    assert by_default - (figures(audit, "NS")["sequences"] or 0) == 2 * 3 * 5
    assert figures(audited(record), "NS")["sequences"] == by_default


def test_no_trick() -> None:
    """NS has the whole pack, 939 points by the sheet, and EW nothing but its declarations."""
    record = record_of("no-trick")
    audit = audit_of("no-trick")
    kept = {
        seat: [card for card in cards if card not in record["discards"].get(seat, ())]
        for seat, cards in record["hands"].items()
    }
    declared = {seat: naive.declaration_value(kept[seat]) for seat in record["declarations"]}
    assert declared.keys() == {"S", "E"}
    assert figures(audit, "EW")["tricks_won"] == 0
    assert figures(audit, "NS")["total"] == 939 + declared["S"]
    assert figures(audit, "EW")["total"] == declared["E"] > 0
    assert codes(audit) == []


def test_no_declarations() -> None:
    """Nobody declared, and a note says so."""
    audit = audit_of("no-declarations")
    assert codes(audit) == ["no-declarations"]
    assert [figures(audit, team)["declarations"] for team in TEAMS] == [0, 0]


def test_unfinished() -> None:
    """Of a hand that is broken off only declarations and tricks are known."""
    audit = audit_of("unfinished")
    tricks = tricks_of(record_of("unfinished"))
    assert [len(trick) for trick in tricks] == [4] * 9 + [2]
    assert (audit.status, codes(audit)) == ("incomplete", [])
    won = Counter(naive.TEAM[naive.trick_winner(trick)] for trick in tricks[:9])
    for team in TEAMS:
        known = {figure: points for figure, points in figures(audit, team).items() if points}
        assert known.keys() == {"declarations", "tricks_won", "cards"}
        assert (known["tricks_won"], known["cards"]) == (won[team], 4 * won[team])
    assert outcome(audit) == (None, None)


def test_card_twice() -> None:
    """SQ stands in two tricks and D8 in none: both are named, and nothing is scored."""
    tricks = record_of("card-twice")["tricks"]
    assert [number for number, cards in enumerate(tricks, 1) if "SQ" in cards] == [7, 13]
    assert not any("D8" in cards for cards in tricks)
    audit = audit_of("card-twice")
    assert (audit.status, audit.score) == ("invalid", None)
    assert [(found.code, found.card) for found in audit.findings] == [
        ("duplicate-card", "SQ"),
        ("missing-card", "D8"),
    ]


# The cases


def load_case(path: Path) -> dict[str, Any]:
    """A case as JSON: why it is there, its record, and what is expected."""
    case: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return case


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_cases(path: Path) -> None:
    """Everything that a case expects is in the result of the program."""
    case = load_case(path)
    audit, expected = audited(case["record"]), case["expected"]
    result = result_json(audit, Place("case"))
    assert expected.keys() <= {*result, "violations"}
    for key in expected.keys() - {"combinations", "violations"}:
        assert result[key] == expected[key], key
    revokes = [
        {"trick": one.trick, "seat": one.seat, "card": one.card, "legal": set(one.legal or ())}
        for one in audit.findings
        if one.code == "revoke"
    ]
    assert revokes == [
        {**one, "legal": set(one["legal"])} for one in expected.get("violations", [])
    ]
    errors = {found.code for found in audit.findings if found.severity == ERROR}
    assert errors <= {"revoke", "claim-mismatch"}


@pytest.mark.parametrize("path", CASES, ids=name_of)
def test_combinations_of_cases(path: Path) -> None:
    """The piles hold the combinations that a case expects, and no others."""
    case = load_case(path)
    result = result_json(audited(case["record"]), Place("case"))
    for team in TEAMS:
        found = {one["kind"]: one for one in result["combinations"][team]}
        wanted = {one["kind"]: one for one in case["expected"]["combinations"][team]}
        assert len(found) == len(result["combinations"][team])
        assert found.keys() == wanted.keys()
        for kind, combination in wanted.items():
            assert {key: found[kind][key] for key in combination} == combination


def test_doubled_declaration() -> None:
    """E declares three sequences, so that they are doubled (B6.2)."""
    record = load_case(FIXTURES / "cases" / "bologna-doubled-declaration.json")["record"]
    assert record["declarations"]["E"] == "all"
    assert len(sequences_of(record["hands"]["E"])) == 3


def test_two_moors() -> None:
    """Of two Mori in one trick the one played last wins it (B4.3)."""
    record = load_case(FIXTURES / "cases" / "bologna-two-moors.json")["record"]
    moors = [[seat for seat, card in trick if card == "MOR"] for trick in tricks_of(record)]
    winners = [naive.trick_winner(trick) for trick in tricks_of(record)]
    (two,) = [trick for trick, seats in enumerate(moors) if len(seats) > 1]
    assert winners[two] == moors[two][-1]


def test_one_sided() -> None:
    """One team wins all tricks but two."""
    record = load_case(FIXTURES / "cases" / "bologna-one-sided.json")["record"]
    won = Counter(naive.TEAM[naive.trick_winner(trick)] for trick in tricks_of(record))
    assert sorted(won.values()) == [2, 13]
