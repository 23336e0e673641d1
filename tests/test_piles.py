"""Hands of which only the piles were written down: the same figures, and what is not known."""

import json
from collections.abc import Mapping
from itertools import combinations, product
from typing import Any, Final

import pytest

from scorecli.audit import Audit
from scorecli.dealing.chance import chance_of_hand, choose, shuffled
from scorecli.dealing.planting import deal_hands
from scorecli.games import GAMES, game_named
from scorecli.seats import SEATS, TEAMS
from tests.naive.agreement import audit_of
from tests.pile_hands import (
    COMPARED,
    HANDS,
    Record,
    as_piles,
    captured,
    check_bounds,
    hands_of,
    plain_cards,
    score_of,
    settled,
    unsettled,
)

LONG: Final = 42


def check_same(record: Record, usual: Audit, piles: Record) -> None:
    """The piles give the figures and the outcome of the tricks, and say that they are piles."""
    audit = audit_of(piles)
    assert usual.score is not None
    assert audit.score is not None, [one.message for one in audit.findings]
    assert audit.hand.level == "piles"
    assert audit.hand.complete
    assert audit.legal is not True
    assert audit.score.figures == usual.score.figures, (record, piles)
    assert (audit.score.winner, audit.score.margin) == (usual.score.winner, usual.score.margin)
    assert audit.score.outcome == usual.score.outcome
    assert audit.score.bounds is None
    assert "play-unchecked" in {one.code for one in audit.findings}
    for team, figures in zip(TEAMS, audit.score.figures, strict=True):
        for name in audit.game.figures[:-1]:
            lines = audit.score.detail().lines
            summed = sum(one.points for one in lines if (one.team, one.figure) == (team, name))
            assert summed == figures[name]


def check_piles(name: str, hands: int, rules: Mapping[str, object]) -> None:
    """Hold piles in all their forms against the tricks they come from."""
    for number, dealt in enumerate(hands_of(name, hands)):
        record = {**dealt, "house_rules": dict(rules)} if rules else dealt
        usual = audit_of(record)
        if usual.score is None or None in usual.score.figures[0].values():
            continue
        piles = settled(record, usual)
        check_same(record, usual, as_piles(record, usual, piles))
        team = TEAMS[number % 2]
        sizes = {one: len(cards) for one, cards in piles.items()}
        plain = plain_cards(usual)
        if not rules.get("devil_world_gemini"):
            check_same(record, usual, as_piles(record, usual, {team: piles[team]}))
        short = {one: [code for code in piles[one] if code not in plain] for one in piles}
        check_same(record, usual, as_piles(record, usual, short, pile_cards=sizes))
        half = {team: sizes[team]}
        if not rules.get("devil_world_gemini"):
            one = as_piles(record, usual, {team: short[team]}, pile_cards=half)
            check_same(record, usual, one)


@pytest.mark.parametrize("name", GAMES)
def test_piles_count_what_the_tricks_count(name: str) -> None:
    """The same hand as piles has the same figures: both, one, with plain cards left out."""
    check_piles(name, HANDS, {})


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_many_piles_count_what_the_tricks_count(name: str) -> None:
    """Of very many hands the piles count what the tricks count."""
    check_piles(name, LONG * HANDS, {})


RULES: Final = [
    pytest.param(name, switch, value, id=f"{name}-{switch}")
    for name, one in COMPARED.items()
    for switch, value in one.house_rules
]


@pytest.mark.parametrize(("name", "switch", "value"), RULES)
def test_piles_under_house_rules(name: str, switch: str, value: object) -> None:
    """Under every house rule piles count what the tricks count."""
    check_piles(name, HANDS // 4, {switch: value})


@pytest.mark.parametrize("name", GAMES)
def test_captured_piles_are_settled(name: str) -> None:
    """Piles as they were captured count the same once the Matto is settled."""
    for record in hands_of(name, HANDS):
        usual = audit_of(record)
        # What is assumed has bounds.
        if "assumed-payment" not in {one.code for one in usual.findings}:
            check_same(record, usual, unsettled(record, usual))


# What is not known


@pytest.mark.parametrize("name", GAMES)
def test_unknown_last_trick(name: str) -> None:
    """Without the last trick each figure has the bounds that the two teams give it."""
    differing = 0
    for record in hands_of(name, HANDS // 2):
        usual = audit_of(record)
        assert usual.score is not None
        whole = as_piles(record, usual, settled(record, usual))
        piles: Mapping[str, Any] = whole["piles"]
        del whole["last_trick"]
        score = score_of(whole)
        takers = [team for team in TEAMS if piles[team]]
        check_bounds(
            score, [score_of(whole | {"last_trick": team}) for team in takers], usual.score
        )
        if score.bounds is not None:
            differing += 1
            assert score.deciding == ["the last trick"]
        # Whoever took the last trick, what the piles make is the same (B7.2, M7.2).
        assert (
            score.detail().combinations
            == score_of(whole | {"last_trick": takers[0]}).detail().combinations
        )
    assert bool(differing) == (name != "piedicavallo")


@pytest.mark.parametrize("missing", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_cards_in_neither_pile(name: str, missing: int) -> None:
    """One or two cards that stand in neither pile belong to either team, as far as that fits."""
    for number, record in enumerate(hands_of(name, HANDS // 4)):
        usual = audit_of(record)
        assert usual.score is not None
        rng = chance_of_hand(31, number)
        piles = settled(record, usual)
        left = {team: list(cards) for team, cards in piles.items()}
        plain = plain_cards(usual)
        lost: list[str] = []
        for team in shuffled(rng, ("NS", "EW", "NS", "EW")):
            dear = [code for code in left[team] if code not in plain]
            if dear and len(lost) < missing:
                lost.append(choose(rng, dear))
                left[team].remove(lost[-1])
        score = score_of(as_piles(record, usual, left))
        completions = []
        for owners in product(TEAMS, repeat=missing):
            whole = {team: list(cards) for team, cards in left.items()}
            for code, owner in zip(lost, owners, strict=True):
                whole[owner].append(code)
            audit = audit_of(as_piles(record, usual, whole))
            if audit.score is not None and "pile-mismatch" not in {
                one.code for one in audit.findings
            }:
                completions.append(audit.score)
        check_bounds(score, completions, usual.score)


def test_the_deciding_fact_is_named() -> None:
    """Where one fact decides the winner the verdict says so on what condition."""
    hands = deal_hands(game_named("bologna"), 5, 400)
    close = (one for one in hands if one["claims"]["margin"] < 6)
    record = next(close)
    usual = audit_of(record)
    whole = as_piles(record, usual, settled(record, usual))
    del whole["last_trick"], whole["claims"]
    score = score_of(whole)
    assert score.winner is None
    assert score.deciding == ["the last trick"]
    assert "took the last trick, else" in score.uncertain


# What is wrong


def one_hand(name: str = "piedicavallo") -> tuple[Record, Audit, dict[str, list[str]]]:
    """A hand, its audit and its settled piles."""
    record = next(iter(deal_hands(game_named(name), 4, 1)))
    del record["claims"]
    usual = audit_of(record)
    return record, usual, settled(record, usual)


def wrong(record: Record, usual: Audit, piles: Mapping[str, Any], **keys: object) -> list[str]:
    """The errors of piles that cannot be scored, by code and path."""
    audit = audit_of(as_piles(record, usual, piles, **keys))
    assert audit.status == "invalid"
    assert audit.score is None
    return [f"{one.code} {one.path}" for one in audit.findings if one.severity == "error"]


@pytest.mark.parametrize("name", GAMES)
def test_a_card_in_both_piles(name: str) -> None:
    """A card that stands in both piles is named, and nothing is counted."""
    record, usual, piles = one_hand(name)
    code = choose(chance_of_hand(1, 1), [one for one in piles["NS"] if one != "MOR"])
    piles["EW"][0] = code
    assert wrong(record, usual, piles)[0] == "duplicate-card $.piles.EW"


def test_a_fifth_moro() -> None:
    """Of the Mori there are four in both piles together."""
    record, usual, piles = one_hand("bologna")
    piles["NS"] = ["MOR", "MOR", "MOR", *[one for one in piles["NS"] if one != "MOR"]]
    piles["EW"] = ["MOR", "MOR", *[one for one in piles["EW"] if one != "MOR"]]
    assert "duplicate-card $.piles.EW" in wrong(record, usual, piles)


def test_odd_piles() -> None:
    """Settled piles have four cards a trick, and the dealer's team two more (B7.3, M7.4, P2.5)."""
    for name, clause, moved in (
        ("bologna", "B7.3", 1),
        ("bologna", "B7.3", 2),
        ("minchiate", "M7.4", 1),
        ("minchiate", "M7.4", 2),
        ("piedicavallo", "P4.1", 2),
    ):
        record, usual, piles = one_hand(name)
        for _ in range(moved):
            piles["EW"].append(piles["NS"].pop(0))
        audit = audit_of(as_piles(record, usual, piles))
        (error,) = [one for one in audit.findings if one.severity == "error"]
        assert (error.code, error.clause) == ("pile-mismatch", clause)


def test_numbers_of_cards_that_do_not_fit() -> None:
    """Numbers of cards that are less than what is named, or do not make the pack, are errors."""
    record, usual, piles = one_hand()
    sizes = {team: len(cards) for team, cards in piles.items()}
    assert wrong(record, usual, piles, pile_cards={"NS": 3}) == ["pile-mismatch $.pile_cards.NS"]
    more = {**sizes, "NS": sizes["NS"] + 1}
    short = {team: cards[:5] for team, cards in piles.items()}
    assert "pile-mismatch $.pile_cards" in " ".join(wrong(record, usual, short, pile_cards=more))


def test_unknown_codes_in_piles() -> None:
    """A code that is no card of the pack makes piles invalid, with its place."""
    record, usual, piles = one_hand()
    piles["NS"][3] = "T22"
    assert wrong(record, usual, piles) == ["unknown-card $.piles.NS[3]"]


def test_commas_in_a_string_of_cards() -> None:
    """Who writes commas into a record is told that cards are separated by blanks."""
    record, usual, piles = one_hand()
    commas = {team: ", ".join(cards) for team, cards in piles.items()}
    audit = audit_of(as_piles(record, usual, commas))
    (first, *_) = [one for one in audit.findings if one.code == "unknown-card"]
    assert "in a record cards are separated by blanks alone" in first.message
    assert first.expected == piles["NS"][0]


def test_too_many_cards_in_neither_pile() -> None:
    """With three cards or more in neither pile nothing is counted, and that is said."""
    record, usual, piles = one_hand()
    audit = audit_of(as_piles(record, usual, {team: cards[2:] for team, cards in piles.items()}))
    assert audit.score is not None
    assert {figures["total"] for figures in audit.score.figures} == {None}
    assert audit.status == "incomplete"
    assert "piles-incomplete" in {one.code for one in audit.findings}


def test_minchiate_without_scoring_events() -> None:
    """Without events or where they led the final count is known, resti and winner are not."""
    record, usual, piles = one_hand("minchiate")
    whole = as_piles(record, usual, piles)
    del whole["events"]
    score = score_of(whole)
    assert usual.score is not None
    for mine, right in zip(score.figures, usual.score.figures, strict=True):
        assert mine["final_count"] == right["final_count"]
        assert mine["marks"] is None
    assert (score.winner, score.outcome["net_resti"]) == (None, None)
    assert "depend on the scoring events" in score.uncertain


def test_minchiate_with_the_running_score_alone() -> None:
    """Resti and lead before the final count are enough for the outcome (M7.3)."""
    record, usual, piles = one_hand("minchiate")
    assert usual.score is not None
    whole = as_piles(record, usual, piles)
    del whole["events"]
    outcome = usual.score.outcome
    whole["running"] = {
        "settled_resti": outcome["settled_resti"],
        "lead": outcome["lead_before_final"],
    }
    score = score_of(whole)
    assert score.outcome == outcome
    assert (score.winner, score.margin) == (usual.score.winner, usual.score.margin)


def test_claims_are_compared_with_piles() -> None:
    """Claims of a hand given as piles agree or differ as those of its tricks."""
    for name in GAMES:
        record = next(iter(deal_hands(game_named(name), 4, 1)))
        usual = audit_of(record)
        whole = as_piles(record, usual, settled(record, usual))
        assert audit_of(whole).status == "agreed"
        whole["claims"] = json.loads(json.dumps(record["claims"]))
        whole["claims"]["margin"] += 1
        assert audit_of(whole).status == "disputed"


def test_the_last_trick_of_a_team_without_a_trick() -> None:
    """A team that captured nothing cannot have taken the last trick."""
    record, usual, piles = one_hand("piedicavallo")
    everything = {"NS": [], "EW": piles["NS"] + piles["EW"]}
    found = wrong(record | {"hands": None}, usual, everything, last_trick="NS")
    assert found == ["pile-mismatch $.last_trick"]


def test_the_matto_of_another_seat() -> None:
    """The seat that is said to have played the Matto is the one that held it."""
    record, usual, _ = one_hand("bologna")
    holder = next(seat for seat, cards in record["hands"].items() if "MAT" in cards)
    piles = captured(usual)
    won_by = next(team for team in TEAMS if "MAT" in piles[team])
    other = {"played_by": SEATS[(SEATS.index(holder) + 1) % 4], "won_by": won_by}
    assert wrong(record, usual, piles, settled=False, matto=other) == [
        "pile-mismatch $.matto.played_by"
    ]
    lost = {"played_by": holder, "won_by": TEAMS[1 - TEAMS.index(won_by)]}
    assert wrong(record, usual, piles, settled=False, matto=lost) == [
        "pile-mismatch $.matto.won_by"
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_settled_matto_in_the_wrong_pile(name: str) -> None:
    """A settled Matto lies with the team of whoever held it, if that team has a trick (B4.5)."""
    seen = 0
    for record in hands_of(name, 8):
        usual = audit_of(record)
        piles = settled(record, usual)
        holder = [seat for seat, cards in record["hands"].items() if "MAT" in cards]
        if not holder or not all(piles.values()):
            continue
        team = TEAMS[SEATS.index(holder[0]) % 2]
        other = TEAMS[1 - TEAMS.index(team)]
        if "MAT" not in piles[team]:
            continue
        swapped = next(code for code in piles[other] if code not in ("MOR", "MAT"))
        piles[team].remove("MAT")
        piles[other].append("MAT")
        piles[other].remove(swapped)
        piles[team].append(swapped)
        assert "pile-mismatch $.piles" in wrong(record, usual, piles)
        seen += 1
    assert seen


def test_a_matto_won_in_the_last_trick_by_a_house_rule() -> None:
    """In Piedicavallo it may go to the winner of the last trick: no contradiction then (P3.5)."""
    pack = game_named("piedicavallo").pack.codes
    record: Record = {
        "variant": "piedicavallo",
        "house_rules": {"matto_last_trick": "to_winner"},
        "piles": {"NS": list(pack[:30]), "EW": list(pack[30:])},
        "matto": {"played_by": "S"},
    }
    assert audit_of(record).score is not None
    assert audit_of({**record, "house_rules": {}}).score is None


def test_a_discard_in_the_pile_of_the_other_team() -> None:
    """What the dealer laid away is the dealer's team's, but for one card given for the Matto."""
    record, usual, piles = one_hand("bologna")
    dealers = TEAMS[SEATS.index(record["dealer"]) % 2]
    other = TEAMS[1 - TEAMS.index(dealers)]
    for code in record["discards"][record["dealer"]]:
        back = next(one for one in piles[other] if one not in record["discards"].values())
        piles[dealers].remove(code)
        piles[other].append(code)
        piles[other].remove(back)
        piles[dealers].append(back)
    assert set(wrong(record, usual, piles)) == {f"pile-mismatch $.piles.{other}"}


def test_a_card_of_the_fola_in_a_pile() -> None:
    """In Minchiate a card that is recorded as laid away or in the fola is in no pile (M3.3)."""
    record, usual, piles = one_hand("minchiate")
    dead = [
        *record.get("fola", ()),
        *(one for cards in record["discards"].values() for one in cards),
    ]
    piles["NS"][0] = dead[0]
    assert wrong(record, usual, piles)[0].startswith("pile-mismatch $.piles")


def test_two_declarations_without_their_cards_leave_the_rest_counted() -> None:
    """Where two declared "all" with no hand recorded, all but these declarations is counted (B3.1).

    What one of them holds the other cannot hold: nothing is said of either.
    """
    record, usual, piles = one_hand("bologna")
    whole = as_piles(record, usual, piles)
    del whole["hands"]
    sure = score_of(whole | {"declarations": {}})
    score = score_of(whole | {"declarations": {"E": "all", "W": "all"}})
    assert score.figures[0] == sure.figures[0]
    assert score.figures[1] == {**sure.figures[1], "declarations": None, "total": None}
    assert (score.winner, score.margin) == (None, None)
    assert "declarations" in score.deciding
    del whole["last_trick"]
    open_score = score_of(whole | {"declarations": {"E": "all", "W": "all"}})
    assert open_score.bounds is not None
    assert "total" in str(open_score.bounds["NS"])
    assert "total" not in str(open_score.bounds["EW"])


def test_a_running_score_that_the_events_do_not_lead_to() -> None:
    """Where resti and lead are written beside the events they must be what these make (M6.1)."""
    record, usual, piles = one_hand("minchiate")
    assert usual.score is not None
    outcome = usual.score.outcome
    right = {"settled_resti": outcome["settled_resti"], "lead": outcome["lead_before_final"]}
    whole = as_piles(record, usual, piles, running=right)
    assert {one.severity for one in audit_of(whole).findings} <= {"note", "warning"}
    whole["running"] = right | {"lead": (right["lead"] or 0) + 1}
    (error,) = [one for one in audit_of(whole).findings if one.severity == "error"]
    assert (error.code, error.clause, error.path) == ("claim-mismatch", "M6.1", "$.running.lead")
    assert (error.expected, error.found) == (right["lead"], (right["lead"] or 0) + 1)


def test_a_running_lead_of_a_resto() -> None:
    """A lead of 60 or more is a resto that was not set down (M6.1)."""
    record, usual, piles = one_hand("minchiate")
    whole = as_piles(record, usual, piles, running={"settled_resti": 0, "lead": -75})
    del whole["events"]
    wrong_ones = [one for one in audit_of(whole).findings if one.severity == "error"]
    assert [(one.path, one.expected) for one in wrong_ones] == [
        ("$.running.settled_resti", -1),
        ("$.running.lead", -15),
    ]


def without_hand(record: Record, *, seat: str, discards: bool) -> Record:
    """The hand with the cards that the others kept, but not those of a seat."""
    away = record["discards"][record["dealer"]]
    hands = {}
    for one, cards in record["hands"].items():
        kept = list(cards)
        for code in away if one == record["dealer"] else ():
            kept.remove(code)
        if one != seat:
            hands[one] = kept
    return {
        **{key: value for key, value in record.items() if key != "discards" or discards},
        "hands": hands,
    }


def test_a_declared_hand_that_the_others_leave() -> None:
    """With three hands and the discards the hand of a seat that declared follows (B1.1)."""
    for record in hands_of("bologna", HANDS):
        usual = audit_of(record)
        for seat in record["declarations"]:
            whole = without_hand(record, seat=seat, discards=True)
            audit = audit_of(as_piles(whole, usual, settled(record, usual)))
            assert audit.score is not None
            assert usual.score is not None
            assert audit.score.figures == usual.score.figures
            notes = [(one.code, one.seat) for one in audit.findings if one.code == "inferred-card"]
            assert notes == [("inferred-card", seat)]


def test_a_declared_hand_of_which_only_the_discards_are_not_known() -> None:
    """Each lawful pair of discards leaves a hand; the bounds are those of what they declare."""
    differing = 0
    for record in hands_of("bologna", HANDS // 4):
        usual = audit_of(record)
        assert usual.score is not None
        for seat in (one for one, what in record["declarations"].items() if what == "all"):
            whole = as_piles(
                without_hand(record, seat=seat, discards=False), usual, settled(record, usual)
            )
            whole.pop("matto_payment", None)
            left = list(game_named("bologna").pack.codes)
            for code in (one for cards in whole["hands"].values() for one in cards):
                left.remove(code)
            assert len(left) == 17
            never = {"SK", "BK", "CK", "DK", "ANG", "MON", "BEG", "MAT"}
            completions = []
            for away in combinations([code for code in left if code not in never], 2):
                kept = list(left)
                for code in away:
                    kept.remove(code)
                complete = {**whole, "hands": {**whole["hands"], seat: kept}}
                completions.append(score_of(complete))
            score = score_of(whole)
            check_bounds(score, completions, usual.score)
            if score.bounds is not None:
                differing += 1
                assert score.deciding == [f"the declaration of {seat}"]
    assert differing


def test_no_two_seats_can_declare_the_same_cards() -> None:
    """Of cards that two seats name whose hands are not recorded one has them not (B3.5)."""

    def errors(first: str, second: str) -> list[tuple[str, str, str | None]]:
        """The errors if S and N name these cards, by code, path and card."""
        both = {"S": [{"cards": first}], "N": [{"cards": second}]}
        audit = audit_of({"variant": "bologna", "declarations": both})
        found = [one for one in audit.findings if one.severity == "error"]
        return [(one.code, one.path, one.card) for one in found]

    assert errors("SK SQ SN", "BK BQ BN") == []
    assert errors("SK SQ SN", "SK BK CK") == [("declaration-not-held", "$.declarations.N", "SK")]
    assert errors("MOR MOR MAT", "MOR MOR BEG") == []
    assert errors("MOR MOR MOR MAT", "MOR MOR BEG") == [
        ("declaration-not-held", "$.declarations.N", "MOR")
    ]


def test_only_what_scores_is_declared_by_two_seats() -> None:
    """Of an item that scores nothing it is not said that its cards are counted as named (B3.5)."""
    record, usual, piles = one_hand("bologna")
    whole = as_piles(record, usual, piles)
    mine, other = ("S", "E") if "MAT" in piles["NS"] else ("E", "S")
    items = {mine: [{"cards": "ANG MAT BEG"}], other: [{"cards": "ANG MON MAT"}]}
    del whole["hands"], whole["discards"]

    def errors(declared: object) -> list[tuple[str, str, str | None]]:
        """The errors by code, path and card."""
        audit = audit_of({**whole, "declarations": declared})
        return [(one.code, one.path, one.card) for one in audit.findings if one.severity == "error"]

    not_held = ("declaration-not-held", f"$.declarations.{other}[0].cards", "MAT")
    assert errors(items) == [not_held]
    # Of another item that scores it still is.
    twice = {
        mine: [*items[mine], {"cards": "SK BK CK"}],
        other: [*items[other], {"cards": "SK BK DK"}],
    }
    second = max(mine, other, key=SEATS.index)
    several = [("declaration-not-held", f"$.declarations.{second}", code) for code in ("SK", "BK")]
    assert errors(twice) == [not_held, *several]
    no_combination = {"S": [{"cards": "SK SQ SN"}], "E": [{"cards": "SK S8 S9"}]}
    assert errors(no_combination) == [
        ("declaration-no-combination", "$.declarations.E[0].cards", None)
    ]


def test_no_seat_can_declare_more_than_a_hand() -> None:
    """Who names more cards than a hand has, without one, cannot have held them (B2.1)."""
    kings_and_more = [
        *("SK SQ SN SJ MAT", "BK BQ BN", "CK CQ CN", "DK DQ DN"),
        "ANG MON SOL T16 T15 T14",
    ]
    items = [{"cards": cards} for cards in kings_and_more]
    audit = audit_of({"variant": "bologna", "declarations": {"S": items}})
    (error,) = [one for one in audit.findings if one.severity == "error"]
    assert (error.code, error.path) == ("declaration-not-held", "$.declarations.S")
    assert (error.expected, error.found) == (15, 20)
    fewer = audit_of({"variant": "bologna", "declarations": {"S": items[1:]}})
    assert "error" not in {one.severity for one in fewer.findings}


def test_no_seat_can_declare_what_another_holds() -> None:
    """A card named without a hand that stands in the hand of another seat is wrong (B3.5)."""
    record, usual, piles = one_hand("bologna")
    whole = as_piles(record, usual, piles)
    code = "SK"
    holder = next(seat for seat, cards in whole["hands"].items() if code in cards)
    other = SEATS[(SEATS.index(holder) + 2) % 4]
    del whole["hands"][other]
    item = {"cards": [suit + "K" for suit in "SBCD"]}
    audit = audit_of({**whole, "declarations": {other: [item]}})
    assert ("declaration-not-held", code) in {(one.code, one.card) for one in audit.findings}


def test_an_item_that_another_hand_disproves_scores_nothing() -> None:
    """Without its own hand a seat scores what nobody else is recorded to hold (B3.5)."""
    record = {
        "variant": "bologna",
        "hands": {"W": "SK MOR MOR MOR S10 S9 S8 S7 B10 B9 B8 B7 C10 C9 D8"},
        "declarations": {"S": [{"cards": "SK BK CK"}, {"cards": "DQ CQ BQ"}]},
    }
    audit = audit_of(record)
    (error,) = [one for one in audit.findings if one.severity == "error"]
    assert (error.code, error.path) == ("declaration-not-held", "$.declarations.S[0].cards")
    assert "SK (W)" in error.message
    assert audit.score is not None
    # Three queens are worth 14 (B5.1).
    assert audit.score.figures[0]["declarations"] == 14
    # Of the four Mori one is left.
    record["declarations"] = {"S": [{"cards": "MOR MOR MAT"}]}
    assert "S does not hold MOR" in audit_of(record).findings[-1].message


def test_a_winner_of_minchiate_that_the_last_trick_cannot_change() -> None:
    """Where the lead decides, the verdict names the winner and what is not known beside it."""
    record = {
        "variant": "minchiate",
        "piles": {"EW": ["SK"]},
        "pile_cards": {"EW": 40},
        "running": {"settled_resti": 2, "lead": 10},
    }
    audit = audit_of(record)
    assert audit.score is not None
    assert audit.score.winner == "NS"
    said = audit.game.verdict(audit.score)
    assert said.startswith("NS wins")
    assert said.endswith("though the last trick is not known.")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_beside_the_tricks_is_held_against_them(name: str) -> None:
    """A last trick or a player of the Matto that the tricks contradict is an error."""
    for record in hands_of(name, 5):
        right = unsettled(record, audit_of(record))
        keys: Record = {key: right[key] for key in ("last_trick", "matto") if key in right}
        assert "pile-mismatch" not in {one.code for one in audit_of({**record, **keys}).findings}
        keys["last_trick"] = TEAMS[1 - TEAMS.index(keys["last_trick"])]
        paths = ["$.last_trick"]
        if "matto" in keys:
            player = SEATS.index(keys["matto"]["played_by"])
            keys["matto"] = {**keys["matto"], "played_by": SEATS[(player + 1) % 4]}
            paths.append("$.matto.played_by")
        found = audit_of({**record, **keys}).findings
        assert [one.path for one in found if one.code == "pile-mismatch"] == paths
