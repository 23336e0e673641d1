"""Piles beside what else a record tells or leaves out: what follows, and what cannot have been."""

from itertools import product
from typing import Final

import pytest

from scorecli.games import game_named
from scorecli.report.text import verdict
from tests.fixture_hands import record_of
from tests.naive.agreement import audit_of
from tests.pile_cards import (
    BOLOGNA,
    COUNTING,
    PIEDICAVALLO,
    WORTHLESS,
    codes,
    devil,
    ends,
    message,
    others,
)
from tests.pile_hands import Record, score_of

# T14 by the house rule of the Devil, the World and the Gemini


def test_t14_can_be_among_the_cards_that_a_pile_leaves_out() -> None:
    """T14 is of value 0: left out of both piles it is with either team, or with nobody (M5.8)."""
    named = others(tuple(COUNTING), "T1", "T2")
    record = devil(piles={"NS": named, "EW": ["T1", "T2"]}, pile_cards={"NS": 44, "EW": 40})
    score = score_of(record)
    completions = [
        score_of({**record, "piles": {"NS": [*named, *ours], "EW": ["T1", "T2", *theirs]}})
        for ours, theirs in (([], ["T14"]), (["T14"], []))
    ]
    assert score.figures[0]["versicole"] is None
    values = sorted(one.figures[0]["versicole"] or 0 for one in completions)
    assert values[0] < values[1]
    assert ends(score, "NS", "versicole") == values
    assert score.deciding == ["the owner of T14"]


def test_t14_beside_cards_in_neither_pile() -> None:
    """Every way to complete the piles is tried, also where plain cards and T14 are left over."""
    ours = [*COUNTING, *WORTHLESS[: 79 - len(COUNTING)]]
    theirs = WORTHLESS[-3:]
    record = devil(piles={"NS": ours, "EW": theirs}, settled=True)
    del record["last_trick"]
    score = score_of(record)
    completions = []
    free = WORTHLESS[-5:-3]
    for extra, last in product((["T14", free[0]], free), ("NS", "EW")):
        for first, second in product((0, 1), repeat=2):
            piles = {"NS": [*ours], "EW": [*theirs]}
            for owner, card in zip((first, second), extra, strict=True):
                piles[("NS", "EW")[owner]].append(card)
            audit = audit_of({**record, "piles": piles, "last_trick": last})
            if audit.score is not None:
                completions.append(audit.score)
    for number, team in enumerate(("NS", "EW")):
        for figure in ("versicole", "cards_over_42", "last_trick"):
            values = [one.figures[number][figure] or 0 for one in completions]
            assert ends(score, team, figure) == [min(values), max(values)]


# Sizes


def test_a_matto_alone() -> None:
    """The Matto goes back to no team without a trick: it cannot be all that a team has (P3.5)."""
    for record in (
        {"variant": "piedicavallo", "piles": {"EW": ["MAT"]}},
        {"variant": "piedicavallo", "piles": {"NS": others(PIEDICAVALLO, "MAT"), "EW": ["MAT"]}},
    ):
        assert codes(audit_of(record)) == ["pile-mismatch $.piles"]


def test_a_sweep_without_the_matto() -> None:
    """A Matto in neither pile belongs to the team that has the tricks: 114 to 0 (P4.1)."""
    record = {"variant": "piedicavallo", "piles": {"NS": others(PIEDICAVALLO, "MAT"), "EW": []}}
    score = score_of(record)
    assert [figures["total"] for figures in score.figures] == [114, 0]
    assert score.bounds is None


@pytest.mark.parametrize("team", ["NS", "EW"])
def test_the_number_of_one_pile_gives_that_of_the_other(team: str) -> None:
    """Both piles make the pack, so that all that is in neither belongs to the one not counted."""
    plain = [suit + rank for suit in "SBCD" for rank in ("6", "7", "8", "9", "10")]
    mine = [code for code in BOLOGNA[:30] if code not in plain]
    theirs = [code for code in BOLOGNA[30:] if code not in plain]
    piles = {"NS": mine, "EW": theirs}
    both: Record = {"variant": "bologna", "last_trick": "NS", "declarations": {}, "piles": piles}
    sizes = {"NS": 30, "EW": 32}
    whole = score_of({**both, "pile_cards": sizes})
    one = score_of({**both, "pile_cards": {team: sizes[team]}})
    assert (one.figures, one.bounds) == (whole.figures, None)


# The card given for the Matto

CHEAP: Final[Record] = {
    "variant": "bologna",
    "declarations": {},
    "piles": {"EW": ["SA", "C6", "DQ", "T5"]},
    "settled": False,
    "matto": {"played_by": "E"},
    "last_trick": "NS",
}


@pytest.mark.parametrize("hidden", [(), ("last_trick",)])
def test_a_payment_that_changes_no_winner(hidden: tuple[str, ...]) -> None:
    """Of an assumed card the note says that no other would change the winner (B7.1)."""
    record = {key: value for key, value in CHEAP.items() if key not in hidden}
    said = message(audit_of(record), "assumed-payment")
    assert said.endswith("C6 is assumed; no other card would change the winner")


def test_a_payment_that_changes_the_winner() -> None:
    """The note names each other winner with a card that would make it so; so does the verdict.

    With S9 for the Matto EW has 261 to 216. T16 lengthens the Grande of NS to the Mori, by seven
    cards and doubled: NS has 286 (B6.1, B6.2, B6.7, B7.1).
    """
    record = record_of("bologna/payment-decides")
    audit = audit_of(record)
    assert audit.score is not None
    assert audit.score.bounds is not None
    assert message(audit, "assumed-payment").endswith(
        "S9 is assumed, the best for EW; with T16 NS would win"
    )
    assert (audit.score.winner, audit.score.margin) == ("EW", 45)
    assert audit.score.bounds["winner"] == ["NS", "EW"]
    assert ends(audit.score, "NS", "total") == [216, 286]
    with_t16 = score_of({**record, "matto_payment": "T16"})
    assert [figures["total"] for figures in with_t16.figures] == [286, 261]
    assert verdict(audit).startswith(
        "EW wins by 45: 261 to 216. The card given for the Matto is assumed: with another NS can"
        " have won."
    )


def test_a_moro_that_was_laid_away_may_not_be_given_out_of_tricks() -> None:
    """Of the Mori as many may be given as were captured in tricks, whichever they are (B7.1)."""
    mine = ["BK", "ANG", "DK", "CK", "SK", "SQ", "T12", "MOR", "D10", "T14", "S10", "LUN"]
    record: Record = {
        "variant": "bologna",
        "house_rules": {"matto_payment_from": "tricks"},
        "declarations": {},
        "piles": {"NS": mine},
        "settled": False,
        "dealer": "W",
        "last_trick": "NS",
        "matto": {"played_by": "N"},
        "discards": {"W": ["C8", "MOR"]},
        "matto_payment": "D10",
    }
    # The Moro that W laid away is with EW; NS has its own.
    assert codes(audit_of(record)) == []
    assert codes(audit_of({**record, "matto_payment": "MOR"})) == []

    theirs = ["B8", "LUN", "S8", "C6", "C9", "MOR"]
    for piles in ({"EW": theirs}, {"EW": theirs, "NS": others(BOLOGNA, *theirs)}):
        laid_away = {
            **record,
            "piles": piles,
            "discards": {"W": ["LUN", "MOR"]},
            "matto": {"played_by": "E"},
            "matto_payment": "MOR",
        }
        ignored = audit_of(laid_away)
        assert "EW did not capture MOR" in message(ignored, "matto-payment")


@pytest.mark.parametrize(
    ("payment", "found"),
    [
        ("XX", ["unknown-card $.matto_payment"]),
        ("S6", ["pile-mismatch $.matto_payment"]),
        ("MAT", ["pile-mismatch $.matto_payment"]),
        ("S9", []),
    ],
)
def test_a_payment_beside_settled_piles(payment: str, found: list[str]) -> None:
    """A card given for the Matto lies in the other pile once the Matto is settled (B7.1)."""
    record = {
        "variant": "bologna",
        "declarations": {},
        "piles": {"EW": ["S6", "S7", "S8", "MAT"]},
        "last_trick": "NS",
        "matto_payment": payment,
    }
    assert codes(audit_of(record)) == found


NOT_OWED: Final = [
    # Its own team won the Matto (B4.5, M7.1).
    ("bologna", {"matto": {"played_by": "E", "won_by": "EW"}}, ["S6", "S7", "S8", "MAT"]),
    ("minchiate", {"matto": {"played_by": "E", "won_by": "EW"}}, ["S6", "S7", "S8", "MAT"]),
    # A team without a trick has lost it (B4.6).
    ("bologna", {"matto": {"played_by": "E"}}, []),
    # In Piedicavallo a card is given by a house rule only (P3.5).
    ("piedicavallo", {}, ["S6", "S7", "S8", "MAT", "S9"]),
]


@pytest.mark.parametrize("payment", ["S6", "S10", "XX"])
@pytest.mark.parametrize(("game", "keys", "theirs"), NOT_OWED)
def test_a_payment_that_is_not_owed_beside_settled_piles(
    game: str, keys: Record, theirs: list[str], payment: str
) -> None:
    """It is an error and ignored, wherever the card lies (B7.1, M7.1, P3.5)."""
    record: Record = {"variant": game, "piles": {"EW": theirs}, **keys, "last_trick": "NS"}
    without = audit_of(record)
    audit = audit_of({**record, "matto_payment": payment})
    assert codes(audit) == ["matto-payment $.matto_payment"]
    assert audit.score is not None
    assert without.score is not None
    assert audit.score.figures == without.score.figures


def test_a_payment_under_the_house_rule_of_piedicavallo() -> None:
    """Where a card of 1 point is exchanged it lies in the other pile (P3.5)."""
    record = {
        "variant": "piedicavallo",
        "house_rules": {"matto_exchange": "one_point_card"},
        "piles": {"EW": ["S6", "S7", "S8", "MAT"]},
    }
    assert codes(audit_of({**record, "matto_payment": "S10"})) == []
    mine = audit_of({**record, "matto_payment": "S6"})
    assert codes(mine) == ["pile-mismatch $.matto_payment"]


def test_a_payment_that_cannot_be_read_tells_nothing() -> None:
    """A word that is no card leaves open who played the Matto, as no word does (B7.1)."""
    record: Record = {
        "variant": "bologna",
        "declarations": {},
        "piles": {"EW": ["S6", "S7", "S8", "S9"]},
        "settled": False,
        "last_trick": "NS",
    }
    silent = score_of(record)
    audit = audit_of({**record, "matto_payment": "XX"})
    assert codes(audit) == ["unknown-card $.matto_payment"]
    assert audit.score is not None
    assert (audit.score.bounds, audit.score.margin) == (silent.bounds, silent.margin)


def test_a_payment_tells_who_captured_it() -> None:
    """A card in neither pile that was given for the Matto was captured by the giver (B7.1)."""
    record: Record = {
        "variant": "bologna",
        "declarations": {},
        "piles": {"NS": others(BOLOGNA, "S6", "S7", "S8", "S9"), "EW": ["S7", "S8", "S9"]},
        "settled": False,
        "matto": {"played_by": "E"},
        "last_trick": "NS",
        "matto_payment": "S6",
    }
    audit = audit_of(record)
    assert codes(audit) == []
    assert audit.score is not None
    assert audit.score.bounds is None
    assert (
        audit.score.figures
        == score_of({**record, "piles": {"EW": ["S6", "S7", "S8", "S9"]}}).figures
    )


def test_a_payment_that_nobody_can_have_made() -> None:
    """Where it is not known who played the Matto, a payment must fit one team at least."""
    piles = {"EW": ["S6", "S7", "S8", "S9"]}
    record = {
        "variant": "piedicavallo",
        "house_rules": {"matto_exchange": "one_point_card"},
        "piles": piles,
        "settled": False,
        "last_trick": "NS",
    }
    given = audit_of({**record, "matto_payment": "S6"})
    assert given.score is not None
    assert codes(given) == []
    # Only EW captured S6, so that it played the Matto.
    assert given.score.figures[1]["total"] == 8
    assert codes(audit_of({**record, "matto_payment": "SK"})) == ["matto-payment $.matto_payment"]


# Hands and declarations


@pytest.mark.parametrize("whole", [True, False])
def test_a_matto_that_was_declared(whole: bool) -> None:
    """A Matto named in time by a seat that cannot have held it is not held (B3.5, B4.5)."""
    theirs = ["S6", "S7", "S8", "MAT"]
    piles = {"EW": theirs, "NS": others(BOLOGNA, *theirs)} if whole else {"EW": theirs}
    record: Record = {"variant": "bologna", "piles": piles, "last_trick": "NS"}
    # The kings and the Matto make nothing; two kings of a suit and the Matto would not either.
    named = [{"cards": "sk sq mat"}]
    held = audit_of({**record, "declarations": {"E": named}})
    assert codes(held) == []
    assert held.score is not None
    # Three cards of a suit with its king are worth 10 (B6.1, B6.4).
    assert held.score.figures[1]["declarations"] == 10
    wrong = audit_of({**record, "declarations": {"S": named}})
    assert codes(wrong) == ["declaration-not-held $.declarations.S[0].cards"]
    assert wrong.score is not None
    assert wrong.score.figures[0]["declarations"] == 0
    late = {"items": named, "after_trick": 3}
    assert codes(audit_of({**record, "declarations": {"S": late}})) == [
        "late-declaration $.declarations.S.after_trick"
    ]
    owed = {**record, "settled": False, "matto": {"played_by": "E"}, "declarations": {"S": named}}
    owed["piles"] = {"EW": ["S6", "S7", "S8", "S9"]}
    assert codes(audit_of(owed)) == ["declaration-not-held $.declarations.S[0].cards"]


def test_a_matto_that_two_seats_declared() -> None:
    """Of two that name it one did not hold it: nobody knows which, and the piles still count."""
    record = {
        "variant": "bologna",
        "piles": {"EW": ["S6", "S7", "S8", "S9"]},
        "settled": False,
        "last_trick": "NS",
        "declarations": {"S": [{"cards": "SK SQ MAT"}], "E": [{"cards": "CK CQ MAT"}]},
    }
    audit = audit_of(record)
    assert codes(audit) == ["declaration-not-held $.declarations.E"]
    assert audit.score is not None
    assert "who played the Matto" in audit.score.deciding
    # If but one names it, it is taken to have been that one's.
    one = score_of({**record, "declarations": {"E": [{"cards": "CK CQ MAT"}]}})
    assert "who played the Matto" not in one.deciding


def test_the_seventeen_cards_of_a_dealer() -> None:
    """Of a dealer whose discards are not known all cards tell where the Matto lies (B4.5)."""
    hand = ["MAT", *[code for code in BOLOGNA if code[0] in "CD"][:16]]
    record = {
        "variant": "bologna",
        "dealer": "N",
        "hands": {"N": hand},
        "declarations": {},
        "last_trick": "NS",
        "piles": {"EW": ["S6", "S7", "S8", "MAT"]},
    }
    assert codes(audit_of(record)) == ["pile-mismatch $.piles"]
    assert "who played the Matto" not in score_of({**record, "settled": False}).deciding


def test_a_matto_that_was_laid_away() -> None:
    """Nobody played a Matto that the dealer laid away: it goes back to nobody (B2.2, B4.5)."""
    record = {
        "variant": "bologna",
        "dealer": "W",
        "discards": {"W": ["MAT", "C8"]},
        "declarations": {},
        "last_trick": "NS",
        "settled": False,
        "piles": {"EW": ["MAT", "C8", "S6", "S7", "S8", "S9"]},
    }
    audit = audit_of(record)
    assert set(codes(audit)) == {"illegal-discard $.discards.W"}
    assert audit.score is not None
    assert audit.score.bounds is None
    # The Matto is worth 5, the others 1, less half a point a card (B1.4).
    assert audit.score.figures[1]["card_points"] == 5 + 5 - 3
    assert "matto-payment $.matto_payment" in codes(audit_of({**record, "matto_payment": "S6"}))


DECLARED: Final[Record] = {
    "variant": "bologna",
    "piles": {"NS": list(BOLOGNA[:30]), "EW": list(BOLOGNA[30:])},
    "last_trick": "EW",
}


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ({"items": "all", "points": 417}, "declaration-value"),
        ({"items": "all", "points": 3}, "declaration-value"),
        ({"items": "all", "points": 416}, "claim-unchecked"),
        ({"items": [], "points": 10}, "declaration-value"),
        ({"items": [{"cards": "SK SQ SN"}], "points": 11}, "claim-unchecked"),
    ],
)
def test_points_claimed_for_a_hand_that_is_not_recorded(what: object, found: str) -> None:
    """Points that no hand makes are wrong; others cannot be compared (B3.2; 416 is the most)."""
    audit = audit_of({**DECLARED, "declarations": {"S": what}})
    assert found in {one.code for one in audit.findings}
    assert (found == "declaration-value") == (audit.claims == "differ")


# What is left out


def test_null_in_objects_is_a_key_left_out() -> None:
    """A null house rule or list of discards says nothing; an unknown switch is still refused."""
    record = {
        "variant": "piedicavallo",
        "piles": {"EW": ["S6", "S7", "S8", "S9"]},
        "house_rules": {"high_trump": None},
        "discards": {"E": None},
    }
    audit = audit_of(record)
    assert audit.rules == game_named("piedicavallo").defaults
    assert codes(audit) == []
