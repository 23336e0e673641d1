"""Declarations (B3): what scores, what does not, and why."""

from typing import Any

import pytest

from scorecli.audit import Audit
from scorecli.ledger import Finding
from tests.one_hand import ALL_TRICKS, audited, codes, figure, hand

# What the hands of `tests.one_hand` are worth when they declare all.
# S: Grande of ANG MON SOL LUN and T16 ... T7, 14 cards.
# E: Spade 5, Bastoni 3 and Mori 3 with the Matto: 40, doubled.
# N: Coppe 4, Aces 3 and Mori 3 with the Bégato: 35, doubled.
# W: Denari 5.
WHOLE = {"S": 65, "E": 80, "N": 70, "W": 20}


def declared(seat: str, what: object, **keys: Any) -> Audit:
    """The audit of the hand with one declaration."""
    return audited(hand(declarations={seat: what}, **keys))


def scored(seat: str, what: object, **keys: Any) -> int | None:
    """What one seat scores for its declaration."""
    return figure(declared(seat, what, **keys), "declarations")["SN".find(seat) < 0]


def finding(result: Audit, code: str) -> Finding:
    """The one finding of a code."""
    (one,) = [one for one in result.findings if one.code == code]
    return one


@pytest.mark.parametrize(("seat", "points"), WHOLE.items())
def test_declaring_all(seat: str, points: int) -> None:
    """A seat that declares all scores its whole hand with its own doublings (B3.1, B3.2)."""
    assert scored(seat, "all") == points
    assert codes(declared(seat, "all")) == []


def test_hands_of_partners_are_not_put_together() -> None:
    """What partners declare is added up, not counted as one hand (B3.2)."""
    result = audited(hand(declarations=dict.fromkeys("SENW", "all")))
    assert figure(result, "declarations") == (65 + 70, 80 + 20)


def test_declared_points_stand_for_a_team_without_a_trick() -> None:
    """A declaration counts whatever happens later (B3.4)."""
    result = audited(hand(ALL_TRICKS, declarations={"W": "all"}))
    assert figure(result, "total") == (939, 20)


def test_record_without_declarations() -> None:
    """Without the key nobody declared, and a note says so; an empty object is no doubt (B3.1)."""
    assert finding(audited(hand()), "no-declarations").severity == "note"
    assert figure(audited(hand()), "declarations") == (0, 0)
    silent = audited(hand(declarations={}))
    assert not [one for one in silent.findings if one.code == "no-declarations"]


@pytest.mark.parametrize("nothing", [None, []])
def test_silent_seat(nothing: object) -> None:
    """A seat with an empty declaration declared nothing."""
    assert scored("E", nothing) == 0
    assert codes(declared("E", nothing)) == []


SPADE = {"cards": "SK SQ SN SJ MAT"}
BASTONI = {"cards": "BK BQ MAT"}
MORI = {"cards": "MOR MOR MAT"}


def test_complete_list_is_the_same_as_all() -> None:
    """A list of all the combinations scores as `all` does."""
    assert scored("E", [SPADE, BASTONI, MORI]) == 80
    assert codes(declared("E", [SPADE, BASTONI, MORI])) == []


def test_counters_count_though_they_are_not_named() -> None:
    """Counters held count in every listed sequence, named or not (B3.3)."""
    items = [{"cards": "SK SQ SN SJ"}, {"cards": "BK BQ"}, {"cards": "MOR MOR"}]
    assert scored("E", items) == 80
    assert codes(declared("E", items)) == []


def test_partial_declaration_is_an_error_unless_the_house_allows_it() -> None:
    """A list that leaves something out is an error; what is listed is scored (B3.3)."""
    result = declared("E", [SPADE, BASTONI])
    one = finding(result, "partial-declaration")
    assert (one.severity, one.clause, one.expected) == ("error", "B3.3", 80)
    assert "moors" in one.message
    # Two sequences are not doubled.
    assert scored("E", [SPADE, BASTONI]) == 20 + 10
    allowed = {"house_rules": {"partial_declarations": True}}
    assert scored("E", [SPADE, BASTONI], **allowed) == 30
    assert codes(declared("E", [SPADE, BASTONI], **allowed)) == []


def test_item_shorter_than_the_hand_holds_it() -> None:
    """An item named short counts as named, with a warning that gives the full value (B3.3)."""
    items = [{"cards": "SK SQ SN"}, BASTONI, MORI]
    assert scored("E", items) == 2 * (15 + 10 + 10)
    one = finding(declared("E", items), "declaration-short")
    assert (one.severity, one.expected, one.found) == ("warning", 20, 15)


def test_three_kings_named_where_four_are_held() -> None:
    """Three named Kings of four score as three, with a warning (B3.3)."""
    four_kings = {"S7": "CK", "CK": "S7", "S8": "DK", "DK": "S8"}
    items = [{"cards": "SK BK CK"}, SPADE, BASTONI, MORI]
    result = audited(hand(four_kings, declarations={"E": items}))
    assert figure(result, "declarations") == (0, 17 + 80)
    one = finding(result, "declaration-short")
    assert (one.expected, one.found) == (34, 17)


def test_same_combination_twice_counts_once() -> None:
    """A combination that is listed twice counts once, with a warning (B3.3)."""
    items = [SPADE, BASTONI, MORI, {"cards": "SK SQ SJ"}]
    assert scored("E", items) == 80
    assert finding(declared("E", items), "declaration-repeated").severity == "warning"


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ({"cards": "SK SQ CN"}, "declaration-not-held"),
        ({"cards": "BK BQ BN"}, "declaration-not-held"),
        ({"cards": "MOR MOR MOR"}, "declaration-not-held"),
        ({"cards": "SK SQ S7"}, "declaration-no-combination"),
        ({"cards": "SQ SN SJ"}, "declaration-no-combination"),
        ({"cards": "SK BK"}, "declaration-no-combination"),
        ({"cards": "MAT"}, "declaration-no-combination"),
        ({"cards": []}, "declaration-no-combination"),
        ({"cards": "SK SQ", "kind": "batons"}, "declaration-no-combination"),
    ],
)
def test_item_that_scores_nothing(item: dict[str, Any], code: str) -> None:
    """An item that is not held or makes nothing scores nothing; the others stand (B3.5)."""
    items = [BASTONI, MORI, item]
    result = declared("E", items)
    assert (finding(result, code).severity, finding(result, code).clause) == ("error", "B3.5")
    assert finding(result, code).path == "$.declarations.E[2].cards"
    assert figure(result, "declarations") == (0, 20)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ({"cards": "SK BK"}, "only SK, BK of SK BK CK DK: a set is three or four of them (B5.1)"),
        ({"cards": "SK SQ S7"}, "S7 does not belong to the Spade of the others (B3.5)"),
        (
            {"cards": "SK SQ", "kind": "batons"},
            "BK is not named: a sequence of Bastoni needs its real K (B6.4)",
        ),
        ({"cards": "SQ SN SJ"}, "with SK"),
    ],
)
def test_why_an_item_scores_nothing(item: dict[str, Any], words: str) -> None:
    """The finding gives the reasons that `declare` gives, and the one card that is missing."""
    assert words in finding(declared("E", [item]), "declaration-no-combination").message


def test_declaring_all_with_nothing_is_a_note() -> None:
    """`all` from a hand without a combination is the same as silence (B3.5)."""
    result = audited(hand({"DK": "C6"}, declarations={"W": "all"}))
    assert finding(result, "declaration-empty").severity == "note"
    assert figure(result, "declarations") == (0, 0)


@pytest.mark.parametrize(("after_trick", "points"), [(0, 80), (1, 0), (7, 0)])
def test_late_declaration(after_trick: int, points: int) -> None:
    """A declaration made after the seat's own first card scores nothing (B3.5)."""
    what = {"items": "all", "after_trick": after_trick}
    assert scored("E", what) == points
    assert codes(declared("E", what)) == (["late-declaration"] if after_trick else [])


def test_claimed_value_of_an_item() -> None:
    """The claimed points of an item are compared with its points before doubling."""
    right = [SPADE | {"points": 20}, BASTONI | {"points": 10}, MORI | {"points": 10}]
    assert codes(declared("E", right)) == []
    assert declared("E", right).claims == "agree"
    wrong = [SPADE | {"points": 25}, BASTONI, MORI]
    one = finding(declared("E", wrong), "declaration-value")
    assert (one.expected, one.found, one.path) == (20, 25, "$.declarations.E[0].points")
    assert declared("E", wrong).status == "disputed"


def test_claimed_total_of_a_declaration() -> None:
    """The claimed total of a seat is compared with its points, doublings included."""
    assert declared("E", {"items": "all", "points": 80}).status == "agreed"
    one = finding(declared("E", {"items": "all", "points": 40}), "declaration-value")
    assert (one.expected, one.found) == (80, 40)


def test_item_that_can_mean_two_combinations() -> None:
    """ANG MON MAT are three Tarocchi or a Grande; the dearer one not yet listed is taken (B3.5)."""
    swap = {"MAT": "T8", "T8": "MAT"}
    both = [{"cards": "ANG MON MAT"}, {"cards": "ANG MON MAT"}]
    result = audited(hand(swap, declarations={"S": both}))
    assert result.score is not None
    assert [one.kind for one in result.score.detail().declared[0]] == ["tarocchi", "grande"]


def test_hand_level_values_declarations_only() -> None:
    """Without tricks only the declarations are valued; nothing else is known."""
    record = {
        "variant": "bologna",
        "hands": {"E": "SK SQ SA DK DJ DA MAT S6 S7 S8 S9 S10 B6 B7 B8"},
        "declarations": {"E": {"items": "all", "points": 80}},
    }
    result = audited(record)
    assert figure(result, "declarations") == (0, 80)
    assert figure(result, "total") == (None, None)
    assert (result.hand.level, result.legal, result.status) == ("hands", None, "agreed")
    assert result.score is not None
    assert result.score.winner is None


def test_declaration_of_an_unknown_hand() -> None:
    """`all` of a hand that is not recorded is unknown, not nothing."""
    record = {"variant": "bologna", "declarations": {"E": "all", "S": "all"}, "hands": {}}
    result = audited(record)
    assert figure(result, "declarations") == (None, None)
    assert [one.code for one in result.findings][-2:] == ["declaration-unchecked"] * 2


def test_items_of_an_unknown_hand_are_taken_as_named() -> None:
    """Items of a hand that is not recorded count as named, and a note says so."""
    record = {"variant": "bologna", "declarations": {"E": [{"cards": "SK SQ MAT"}]}}
    result = audited(record)
    assert figure(result, "declarations") == (0, 10)
    assert finding(result, "declaration-unchecked").severity == "note"


def test_equal_cards_that_others_held_and_played_are_counted_once() -> None:
    """Two Mori that others held and played leave two for a hand that is not recorded (B3.5)."""
    record = {
        "variant": "bologna",
        "dealer": "W",
        "hands": {
            "E": "SQ SN B10 B7 CQ CA D6 D7 D9 LUN T12 T10 T5 MOR BEG",
            "N": "S10 S7 BN BJ B9 B8 B6 CK C8 DQ DA SOL T8 T6 MOR",
        },
        "declarations": {"S": [{"cards": "MOR MOR MAT"}]},
        "tricks": ["S8 SQ S10 S6", "MOR MOR T14 T16"],
    }
    found = [one.code for one in audited(record).findings]
    assert "declaration-unchecked" in found
    assert "declaration-not-held" not in found


def test_dealer_declares_the_cards_he_kept() -> None:
    """The dealer's fifteen cards are those he kept (B3.1)."""
    cards = "SK SQ SN BK BQ BN DA D6 D7 D8 D9 D10 C6 C7 C8 CK CJ"
    record = {
        "variant": "bologna",
        "dealer": "E",
        "hands": {"E": cards},
        "declarations": {"E": "all"},
    }
    assert figure(audited(record), "declarations") == (0, None)
    record["discards"] = {"E": "SN CJ"}
    # The three Kings and Bastoni; without SN there is no Spade.
    assert figure(audited(record), "declarations") == (0, 17 + 10)


# What is known of a hand that is not recorded as it was kept

SEVENTEEN = "SK SQ SA MAT C6 C7 C8 C9 C10 D6 D7 D8 D9 D10 T5 T6 T7"


def declared_by_dealer(what: object) -> Audit:
    """The audit of a declaration by S, of whom the 17 cards that were dealt are recorded."""
    record = {"variant": "bologna", "dealer": "S", "hands": {"S": SEVENTEEN}}
    return audited({**record, "declarations": {"S": what}})


def test_a_dealer_names_no_card_that_was_not_dealt() -> None:
    """Which two of 17 cards went is not known, but what was not among them was not held (B3.5)."""
    result = declared_by_dealer([{"cards": "ANG MON SOL"}])
    assert figure(result, "declarations") == (0, 0)
    assert finding(result, "declaration-not-held").found == ["ANG", "MON", "SOL"]


def test_a_counter_among_the_cards_dealt_was_kept() -> None:
    """The Matto is never laid away (B2.2), and counts in each sequence, named or not (B3.3)."""
    result = declared_by_dealer([{"cards": "SK SQ SA"}])
    # SK SQ, the Matto for SN, no SJ, the ace: four cards are worth 15 (B6.1).
    assert figure(result, "declarations") == (15, 0)
    assert finding(result, "declaration-unchecked").message.startswith("what S kept is not")


@pytest.mark.parametrize(("points", "claims"), [(5, "differ"), (10, "agree"), (15, "none")])
def test_points_claimed_without_a_hand(points: int, claims: str) -> None:
    """Of a hand that is not recorded the cards named alone score: it can only be more (B3.3)."""
    for what in (
        [{"cards": "SK SQ SN", "points": points}],
        {"items": [{"cards": "SK SQ SN"}], "points": points},
    ):
        result = audited({"variant": "bologna", "declarations": {"S": what}})
        assert result.claims == claims
        unchecked = [one for one in result.findings if one.code == "claim-unchecked"]
        assert bool(unchecked) == (claims == "none")


def test_items_of_a_late_declaration_are_read_and_claim_nothing() -> None:
    """What was declared too late scores nothing, and its items agree with nothing (B3.5)."""
    items = [{"cards": "SK SQ ZZ", "points": 10}]
    result = declared("E", {"items": items, "after_trick": 2})
    assert codes(result) == ["late-declaration", "unknown-card"]
    assert result.claims == "none"


@pytest.mark.parametrize(
    ("variant", "items", "points"),
    [
        # The Matto of another item counts in the run, in full or not: 5 + 5 + 5 + 5 (M3.2).
        ("minchiate", ["T32 T33 T34", "T1 T40 MAT"], {"run": 20, "matto": 20}),
        ("minchiate", ["T33 T34 T35", "T32 T33", "T1 T40 MAT"], {"run": 20, "matto": 20}),
        # So does a counter: SK SQ SN and the Matto are four cards (B3.3, B6.1).
        ("bologna", ["SK SQ SN", "ANG MON MAT"], {"swords": 15, "tarocchi": 18}),
    ],
)
@pytest.mark.parametrize("claimed", [None, 10, 15])
def test_what_another_item_names_is_held_too(
    variant: str, items: list[str], points: dict[str, int], claimed: int | None
) -> None:
    """Without a hand all that is named in the items is held, whatever is claimed for them."""
    what = [{"cards": cards} | ({"points": claimed} if claimed else {}) for cards in items]
    result = audited({"variant": variant, "declarations": {"E": what}})
    assert result.score is not None
    (combinations,) = result.score.detail().declared.values()
    assert {one.kind: one.points for one in combinations} == points


def test_mori_of_a_dealer_beside_another_hand() -> None:
    """Of four Mori two are among the dealer's 17 and two in another hand: both hold theirs."""
    hands = {
        "S": "SK SQ S9 S8 S7 BK BQ B9 CK C9 C8 DK D6 D7 BEG MOR MOR",
        "E": "SN SJ S10 S6 SA BN BJ B10 B8 CQ CN CJ C10 MOR MOR",
    }
    declarations = {"S": [{"cards": "MOR MOR BEG", "points": 10}]}
    record = {"variant": "bologna", "dealer": "S", "hands": hands, "declarations": declarations}
    result = audited(record)
    assert (figure(result, "declarations"), result.claims) == ((10, 0), "agree")


@pytest.mark.parametrize(
    ("keys", "points"),
    [
        ({"robbed": {"W": "T40"}}, 0),
        ({"taken": "T40"}, 0),
        ({"turned_up": {"S": "D2", "E": "T40", "N": "D4", "W": "D5"}}, 0),
        ({"turned_up": {"S": "D2", "E": "D3", "N": "T40", "W": "D5"}}, 30),
    ],
)
def test_what_another_seat_robbed_was_not_held(keys: dict[str, Any], points: int) -> None:
    """A counting card that another robbed, took or turned up stayed in that hand (M2.5, M3.2)."""
    declarations = {"N": [{"cards": "T38 T39 T40"}]}
    record = {"variant": "minchiate", "dealer": "S", "declarations": declarations}
    result = audited({**record, **keys})
    assert result.score is not None
    (combinations,) = result.score.detail().declared.values()
    assert sum(one.points for one in combinations) == points
    unheld = [one for one in result.findings if one.code == "declaration-not-held"]
    assert bool(unheld) == (points == 0)
