"""Dealing: random hands are in order, and a planted fault is found where it was planted."""

import json
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorecli.games.bologna.dealing as bologna_dealing
import scorecli.games.minchiate.dealing as minchiate_dealing
import scorecli.games.piedicavallo.dealing as piedicavallo_dealing
from scorecli.audit import audit
from scorecli.dealing.chance import below, chance_of_hand, shuffled
from scorecli.dealing.planting import PLANTERS, deal_hands, deal_planted, planters_of
from scorecli.dealing.random_hand import deal_record
from scorecli.dealing.special import (
    Special,
    SpecialInDeclarations,
    SpecialInFola,
    special_in_declarations,
    special_in_fola,
    special_of,
)
from scorecli.errors import UnreadableRecordError, UsageError
from scorecli.explain.catalogue import catalogue
from scorecli.games import GAMES, game_named
from scorecli.games.bologna.game import GAME as BOLOGNA
from scorecli.games.minchiate.game import GAME as MINCHIATE
from scorecli.games.piedicavallo.game import GAME as PIEDICAVALLO
from scorecli.ledger import SEVERITIES
from scorecli.record.parsing import parse_record
from scorecli.record.schema import Record
from scorecli.record.writing import canonical
from scorecli.sheets import GENERAL

CLEAN_HANDS: Final = 100
PLANTED_HANDS: Final = 10
"""Of each code."""
LONG: Final = 80
"""How many times more of both in the long run."""

CAN_BE_PLANTED: Final = [(game, code) for game in GAMES for code in planters_of(game_named(game))]

NEEDS_MORE_THAN_A_RECORD: Final = {
    *("byte-order-mark", "rule-overridden"),
    *("carried-mismatch", "carried-unchecked", "deal-order", "wrong-dealer", "players-changed"),
    *("duplicate-id", "duplicate-hand"),
}

FOLLOWS: Final[Mapping[str, set[str]]] = {
    # A card that stands twice stands where another is missing.
    "duplicate-card": {"missing-card"},
    "missing-card": {"duplicate-card"},
    "unknown-card": {"missing-card"},
    # A hand of the right size that lacks a card has another one too many.
    "not-held": {"unplayed-card"},
    "unplayed-card": {"not-held"},
    # A payment that was not captured is ignored, and another is assumed.
    "matto-payment": {"assumed-payment"},
    # What an item is worth can rest on cards of the hand that it does not name.
    "declaration-unchecked": {"claim-unchecked"},
    # Piles that tell too little are piles.
    "piles-incomplete": {"play-unchecked"},
    # Claims that nothing is known of can be compared no more than the impossible one.
    "claim-impossible": {"claim-unchecked"},
}
"""The findings that may come with a fault, because it is not to be had without them."""


def read(record: Mapping[str, Any]) -> Record:
    """Read a record from its bytes, as the program does."""
    return parse_record(json.dumps(record).encode())


def findings(record: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Audit a record: the codes and paths of its findings."""
    try:
        audited = audit(read(record))
    except UnreadableRecordError as error:
        return {("unreadable", problem.path) for problem in error.problems}
    return {(found.code, found.path) for found in audited.findings}


def check_clauses(record: Mapping[str, Any]) -> None:
    """Hold the clauses of all findings against what their explanations say of the game."""
    try:
        audited = audit(read(record))
    except UnreadableRecordError:
        return
    for one in audited.findings:
        if one.clause is not None:
            clauses = catalogue()[one.code].clauses
            assert one.clause in (*clauses.get(audited.game.name, ()), *clauses.get(GENERAL, ()))


def check_clean(game: str, hands: int) -> None:
    """Deal hands without a fault and audit them."""
    for record in deal_hands(game_named(game), 1, hands):
        audited = audit(read(record))
        assert audited.findings == [], record["id"]
        assert audited.status == "agreed", record["id"]


def check_planted(game: str, code: str, hands: int) -> None:
    """Deal hands with a fault and look for it."""
    for record in deal_hands(game_named(game), 2, hands, [code]):
        planted = record["x"]["planted"]
        found = findings(record)
        check_clauses(record)
        assert planted["code"] == code
        assert (code, planted["path"]) in found, record
        assert {other for other, _ in found} <= {code} | FOLLOWS.get(code, set()), record


@pytest.mark.parametrize("game", GAMES)
def test_no_finding_in_a_clean_hand(game: str) -> None:
    """A hand dealt without a fault has no finding, and its claims agree."""
    check_clean(game, CLEAN_HANDS)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_finding_in_many_clean_hands(game: str) -> None:
    """However many hands are dealt without a fault, none has a finding."""
    check_clean(game, LONG * CLEAN_HANDS)


@pytest.mark.parametrize(("game", "code"), CAN_BE_PLANTED)
def test_planted_fault_is_found(game: str, code: str) -> None:
    """A planted fault is found at its path, and nothing else is."""
    check_planted(game, code, PLANTED_HANDS)


@pytest.mark.long
@pytest.mark.parametrize(("game", "code"), CAN_BE_PLANTED)
def test_planted_fault_is_found_in_many_hands(game: str, code: str) -> None:
    """In however many hands a fault is planted, it is found at its path."""
    check_planted(game, code, LONG * PLANTED_HANDS)


@pytest.mark.parametrize("played", range(1, 84))
@pytest.mark.parametrize("game", GAMES)
def test_hand_broken_off_anywhere(game: str, played: int) -> None:
    """A hand may be broken off after any card, the first trick not excepted: it is incomplete."""
    record = deal_record(game_named(game), chance_of_hand(12, played), 1)
    plays = [code for trick in record["tricks"] for code in trick]
    played = min(played, len(plays) - 1)
    del record["claims"]
    record.pop("matto_payment", None)
    record["tricks"] = [plays[:played][place : place + 4] for place in range(0, played, 4)]
    audited = audit(read(record))
    assert audited.findings == []
    assert audited.status == "incomplete"


@pytest.mark.parametrize("mori", ["1211", "1121", "2111", "1112", "0122", "0005", "0041"])
def test_fifth_moro_in_the_hands(mori: str) -> None:
    """Of the Mori a fifth stands twice, however they lie in the four hands."""
    others = [code for code in BOLOGNA.pack.codes if code != "MOR"]
    hands: dict[str, list[str]] = {}
    for seat, size, count in zip("SENW", (17, 15, 15, 15), map(int, mori), strict=True):
        hands[seat] = others[: size - count] + ["MOR"] * count
        del others[: size - count]
    record = {"format": "scorecli.hand/1", "variant": "bologna", "dealer": "S", "hands": hands}
    audited = audit(read(record | {"declarations": {}}))
    assert [(found.code, found.card) for found in audited.findings] == [
        ("duplicate-card", "MOR"),
        ("missing-card", others[0]),
    ]


def test_every_code_can_be_planted() -> None:
    """Every finding that a record alone can cause has a planter, in one game or in all."""
    assert set(PLANTERS) == set(SEVERITIES) - NEEDS_MORE_THAN_A_RECORD
    assert set().union(*(planters_of(game_named(name)) for name in GAMES)) == set(PLANTERS)
    bologna, minchiate, piedicavallo = (
        set(planters_of(game)) for game in (BOLOGNA, MINCHIATE, PIEDICAVALLO)
    )
    assert bologna - minchiate == {"declaration-ambiguous", "partial-declaration"}
    assert minchiate - bologna == {
        *("king-drop", "rob", "turn-up", "taken", "dead-card", "dear-payment")
    }
    assert piedicavallo - bologna == {"wrong-announcement", "claim-impossible"}
    declarations = {code for code in bologna if "declaration" in code}
    assert bologna - piedicavallo == declarations | {"assumed-payment"}


@pytest.mark.parametrize(("game", "code"), [("bologna", "rob"), ("minchiate", "nothing")])
def test_code_that_no_record_of_the_game_shows(game: str, code: str) -> None:
    """What a game cannot show is refused, and what it can show is named."""
    with pytest.raises(UsageError, match=f"no record of {game} can show '{code}'.* revoke, "):
        deal_planted(game_named(game), chance_of_hand(1, 1), 1, code)


@pytest.mark.parametrize("game", GAMES)
def test_claims_of_a_faulty_hand_agree(game: str) -> None:
    """The claims of a faulty hand are those of the hand as it was played."""
    for record in deal_hands(
        game_named(game), 3, 20, ["revoke", "wrong-leader", "illegal-discard"]
    ):
        audited = audit(read(record))
        assert audited.claims == "agree"
        assert record["claims"]["winner"] is not None


@given(st.integers(0, 10**6))
def test_all_cards_are_accounted_for(seed: int) -> None:
    """The hands dealt are the pack, and so are the tricks and the discards together."""
    record = deal_record(BOLOGNA, chance_of_hand(seed, 1), 1)
    hands, discards, tricks = record["hands"], record["discards"], record["tricks"]
    pack = Counter(BOLOGNA.pack.codes)
    assert sum(map(Counter, hands.values()), Counter()) == pack
    assert sum(map(Counter, [*tricks, *discards.values()]), Counter()) == pack
    assert {seat: len(hands[seat]) for seat in "SENW"} == {
        seat: 17 if seat == record["dealer"] else 15 for seat in "SENW"
    }
    assert [len(trick) for trick in tricks] == [4] * 15
    assert list(discards) == [record["dealer"]]


def test_clean_hands_are_of_all_sorts() -> None:
    """Declarations of every form, a led Matto, a paid one and every dealer come up."""
    records = list(deal_hands(BOLOGNA, 1, CLEAN_HANDS))
    declared = [what for record in records for what in record["declarations"].values()]
    forms = {type(what) for what in declared}
    items = [item for what in declared if isinstance(what, list) for item in what]
    assert forms == {str, list, dict}
    assert {frozenset(item) for item in items} >= {
        frozenset({"cards"}),
        frozenset({"cards", "kind"}),
        frozenset({"cards", "points"}),
    }
    assert any(not record["declarations"] for record in records)
    assert any(trick[0] == "MAT" for record in records for trick in record["tricks"])
    assert {"matto_payment" in record for record in records} == {True, False}
    assert {record["dealer"] for record in records} == set("SENW")
    assert all(len(set(record["players"].values())) == 4 for record in records)


@pytest.mark.parametrize("game", GAMES)
def test_records_are_canonical(game: str) -> None:
    """A dealt record is in canonical form already, but where the form is the fault."""
    planters = planters_of(game_named(game))
    codes = [code for code in planters if code not in ("unreadable", "format-assumed")]
    for record in deal_hands(game_named(game), 4, 4 * len(codes), codes, every=2):
        assert json.dumps(canonical(read(record))) == json.dumps(record)


@pytest.mark.parametrize("name", GAMES)
def test_same_seed_same_hands(name: str) -> None:
    """The same seed deals the same hands, another seed others."""
    game = game_named(name)
    codes = list(planters_of(game))
    first, again = (list(deal_hands(game, 5, 80, codes, every=2)) for _ in range(2))
    assert json.dumps(first) == json.dumps(again)
    assert first != list(deal_hands(game, 6, 80, codes, every=2))


def test_hand_does_not_depend_on_those_before() -> None:
    """The hands in which nothing is planted are the same as without any planting."""
    clean = list(deal_hands(BOLOGNA, 5, 12))
    planted = list(deal_hands(BOLOGNA, 5, 12, ["revoke"], every=3))
    unlike = [number for number, record in enumerate(planted, 1) if record != clean[number - 1]]
    assert unlike == [3, 6, 9, 12]


def test_same_hands_with_every_version_of_python() -> None:
    """The first hand of seed 7 is known: no version of Python deals another."""
    record = deal_record(BOLOGNA, chance_of_hand(7, 1), 1)
    assert (record["dealer"], record["players"]["S"]) == ("E", "Fosco")
    assert " ".join(record["hands"]["S"]) == "SK SQ SN S10 BJ BA CN C10 D9 SOL T13 T12 T7 T6 MOR"
    assert record["tricks"][0] == ["B7", "BK", "BA", "BQ"]
    assert record["claims"]["margin"] == 125


@pytest.mark.parametrize("name", GAMES)
def test_only_lasting_promises_of_random_are_used(name: str) -> None:
    """Nothing is drawn but by `random()`, the one method that Python promises to keep."""

    class OnlyRandom(random.Random):
        def getrandbits(self, k: int) -> int:
            raise AssertionError(k)

    rng = OnlyRandom(1)
    assert deal_planted(game_named(name), rng, 1, "claim-mismatch")


def test_chance_is_even() -> None:
    """Numbers below a bound and orders of things come up about equally often."""
    rng = chance_of_hand(1, 1)
    numbers = Counter(below(rng, 5) for _ in range(5000))
    orders = Counter(tuple(shuffled(rng, "abc")) for _ in range(6000))
    assert set(numbers) == set(range(5))
    assert all(900 < count < 1100 for count in numbers.values())
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_fault_that_no_hand_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no hand can show a fault, the search for one ends and says so."""
    planters = {**PLANTERS, "revoke": lambda _: None}
    monkeypatch.setattr("scorecli.dealing.planting.PLANTERS", planters)
    monkeypatch.setattr("scorecli.dealing.planting._MOST_DEALS", 3)
    with pytest.raises(UsageError, match="no hand of bologna"):
        deal_planted(BOLOGNA, chance_of_hand(1, 1), 1, "revoke")


def test_games_tell_what_is_special() -> None:
    """The module of each game has all that dealing asks of it."""
    bologna: Special = bologna_dealing
    minchiate: Special = minchiate_dealing
    piedicavallo: Special = piedicavallo_dealing
    assert special_of(BOLOGNA) == bologna
    assert special_of(MINCHIATE) == minchiate
    assert special_of(PIEDICAVALLO) == piedicavallo
    declaring: list[SpecialInDeclarations] = [bologna_dealing, minchiate_dealing]
    assert [special_in_declarations(game) for game in (BOLOGNA, MINCHIATE)] == declaring
    fola: SpecialInFola = minchiate_dealing
    assert special_in_fola(MINCHIATE) == fola
