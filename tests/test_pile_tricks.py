"""Piles beside what tells of the tricks: who has one, who won the Matto, what was laid away."""

from typing import Any, Final

import pytest

from scorecli.games import game_named
from tests.naive.agreement import audit_of
from tests.pile_cards import COUNTING, WORTHLESS, codes, devil, ends, message, others
from tests.pile_hands import Record, score_of

BOLOGNA: Final = game_named("bologna").pack.codes
PIEDICAVALLO: Final = game_named("piedicavallo").pack.codes


def test_a_payment_is_no_trick() -> None:
    """In Minchiate a team can have a card and no trick: it took no last one (M7.1, M7.2)."""
    record: Record = {
        "variant": "minchiate",
        "declarations": {},
        "events": [],
        "house_rules": {"matto_always_pays": True},
        "piles": {"NS": COUNTING, "EW": []},
        "pile_cards": {"NS": 83, "EW": 1},
    }
    score = score_of(record)
    assert [figures["last_trick"] for figures in score.figures] == [10, 0]
    assert score.bounds is None
    assert codes(audit_of({**record, "last_trick": "EW"})) == ["pile-mismatch $.last_trick"]
    # The team of E lost the Matto, and NS owes nothing for it.
    lost = {**record, "matto": {"played_by": "E"}}
    assert codes(audit_of(lost)) == ["pile-mismatch $.piles"]
    captured = {
        **record,
        "pile_cards": {"NS": 84, "EW": 0},
        "settled": False,
        "matto": {"played_by": "S", "won_by": "NS"},
    }
    assert [figures["last_trick"] for figures in score_of(captured).figures] == [10, 0]


OUT_OF_TRICKS: Final[Record] = {
    "variant": "bologna",
    "declarations": {},
    "dealer": "W",
    "house_rules": {"matto_payment_from": "tricks"},
    "piles": {"EW": "BK MON SN DK MOR"},
    "pile_cards": {"EW": 6},
    "settled": False,
    "matto": {"played_by": "E", "won_by": "NS"},
    "discards": {"W": "C9 MOR"},
    "last_trick": "NS",
}


def test_a_discard_among_the_cards_that_are_not_named() -> None:
    """It is in the pile of the dealer's team, and not to be given out of tricks (B2.3, B7.1)."""
    named = {**OUT_OF_TRICKS, "piles": {"EW": "BK MON SN DK MOR C9"}}
    assert score_of(OUT_OF_TRICKS).figures == score_of(named).figures
    assert "SN is assumed" in message(audit_of(OUT_OF_TRICKS), "assumed-payment")
    for payment in ("C8", "C9"):
        assert "matto-payment $.matto_payment" in codes(
            audit_of({**OUT_OF_TRICKS, "matto_payment": payment})
        )


def test_discards_that_a_pile_has_no_room_for() -> None:
    """Of two plain discards the pile of the dealer's team cannot leave out but one (B2.3)."""
    no_room = {**OUT_OF_TRICKS, "discards": {"W": "C9 C8"}}
    assert "pile-mismatch $.piles.NS" in codes(audit_of(no_room))
    room = {**no_room, "piles": {"EW": "BK MON SN MOR"}}
    assert codes(audit_of(room)) == []


def test_a_moro_that_was_laid_away_lies_with_the_dealers_team() -> None:
    """If the other pile has all four Mori none of them was laid away (B2.3)."""
    record = {
        "variant": "bologna",
        "declarations": {},
        "dealer": "W",
        "discards": {"W": "MOR T5"},
        "piles": {"EW": "BK MON SN DK T5 T6"},
        "settled": False,
        "matto": {"played_by": "S", "won_by": "NS"},
        "last_trick": "NS",
    }
    assert codes(audit_of(record)) == ["pile-mismatch $.piles.NS"]
    assert codes(audit_of({**record, "piles": {"EW": "BK MON SN MOR T5 T6"}})) == []
    # It may have been given for the Matto.
    paid = {
        "variant": "bologna",
        "declarations": {},
        "dealer": "W",
        "discards": {"W": "MOR T5"},
        "piles": {"EW": "BK MON SN MAT T5 T6"},
        "matto_payment": "MOR",
        "last_trick": "NS",
    }
    assert codes(audit_of(paid)) == []
    assert codes(audit_of({**paid, "matto_payment": "S6"})) == ["pile-mismatch $.piles.NS"]


@pytest.mark.parametrize(
    ("record", "found"),
    [
        # S played SK.
        (
            {"dealer": "W", "tricks": [["SK", "S6", "S7", "S8"]]},
            ["declaration-not-held $.declarations.E[0].cards"],
        ),
        # E played it.
        ({"dealer": "W", "tricks": [["S6", "SK", "S7", "S8"]]}, []),
        # The dealer laid SQ away, which the King's sequence names.
        (
            {"dealer": "S", "discards": {"S": "SQ S6"}, "tricks": None},
            ["declaration-not-held $.declarations.E[0].cards"],
        ),
    ],
    ids=["played by another", "played by the seat", "laid away"],
)
def test_a_card_that_the_record_shows_elsewhere(record: Record, found: list[str]) -> None:
    """An item with a card that another seat played or laid away scores nothing (B3.5)."""
    whole = {"variant": "bologna", "declarations": {"E": [{"cards": "SK SQ SJ"}]}, **record}
    audit = audit_of(whole)
    wrong = [one for one in codes(audit) if one.startswith("declaration")]
    assert wrong == [one for one in found if one.startswith("declaration")]
    assert audit.score is not None
    assert audit.score.figures[1]["declarations"] == (0 if wrong else 10)


def test_t14_that_is_not_among_the_dead_cards() -> None:
    """Where all thirteen dead cards are known T14 was captured; so it was if a seat held it."""
    dead = WORTHLESS[:13]
    theirs = WORTHLESS[13:53]
    record = devil(
        piles={"NS": ["T35", "T39", *others(tuple(COUNTING), "T35", "T39")], "EW": theirs},
        pile_cards={"NS": 44},
    )
    assert "the owner of T14" in score_of(record).deciding
    for known in ({"fola": dead}, {"hands": {"S": ["T14", *COUNTING[:20]]}}):
        score = score_of({**record, **known})
        assert score.bounds is None
        named = {"NS": [*COUNTING, "T14"], "EW": theirs}
        assert score.figures == score_of({**record, "piles": named}).figures


TO_WINNER: Final[Record] = {
    "variant": "piedicavallo",
    "house_rules": {"matto_last_trick": "to_winner"},
    "dealer": "S",
    "piles": {"NS": ["MAT", *PIEDICAVALLO[:21]]},
    "matto": {"played_by": "E"},
}


def test_a_matto_that_the_other_team_kept() -> None:
    """It was won in the last trick, which that team took, and nothing moved (P3.5)."""
    score = score_of(TO_WINNER)
    assert "the last trick" not in score.deciding
    assert codes(audit_of({**TO_WINNER, "last_trick": "NS"})) == []
    assert codes(audit_of({**TO_WINNER, "last_trick": "EW"})) == ["pile-mismatch $.last_trick"]
    one_more = {"NS": [*TO_WINNER["piles"]["NS"], "T2"]}
    moved = audit_of({**TO_WINNER, "piles": one_more})
    assert codes(moved) == ["pile-mismatch $.piles"]
    # Whoever played it himself may have taken it back.
    assert codes(audit_of({**TO_WINNER, "piles": one_more, "matto": {"played_by": "N"}})) == []


@pytest.mark.parametrize(
    ("cards", "won_by", "right"),
    [
        ("DK T6 SJ MAT C2", "EW", True),
        ("DK T6 SJ MAT C2", "NS", False),
        ("DK T6 SJ MAT", "NS", True),
        ("DK T6 SJ MAT", "EW", False),
    ],
)
def test_who_won_the_matto_by_the_numbers(cards: str, won_by: str, right: bool) -> None:
    """A Matto that came back is one card more than four for each trick (P3.5)."""
    record = {
        "variant": "piedicavallo",
        "dealer": "W",
        "piles": {"NS": cards},
        "matto": {"played_by": "N", "won_by": won_by},
    }
    assert codes(audit_of(record)) == ([] if right else ["pile-mismatch $.matto.won_by"])


def test_who_won_the_matto_tells_whose_a_card_is() -> None:
    """A card in neither pile is with the team that makes the numbers right (P3.5)."""
    theirs = others(PIEDICAVALLO, "DK", "T6", "SJ", "MAT", "C2")
    record = {
        "variant": "piedicavallo",
        "dealer": "W",
        "piles": {"NS": "DK T6 SJ MAT", "EW": theirs},
        "matto": {"played_by": "N", "won_by": "EW"},
    }
    score = score_of(record)
    assert score.bounds is None
    # K and Matto 5, J 2, and 1 each for T6 and C2 (P1.3).
    assert score.figures[0]["total"] == 5 + 1 + 2 + 5 + 1


def test_a_recorded_payment_rules_out_the_last_trick() -> None:
    """A Matto that stays with the winner of the last trick is paid for by no card (P3.5)."""
    record: dict[str, Any] = {
        "variant": "piedicavallo",
        "house_rules": {"matto_last_trick": "to_winner", "matto_exchange": "one_point_card"},
        "piles": {"EW": ["S6", "S7", "S8", "S9"]},
        "settled": False,
        "matto": {"played_by": "E"},
        "last_trick": "NS",
    }
    silent = score_of(record)
    assert ends(silent, "EW", "total") == [4, 8]
    paid = score_of({**record, "matto_payment": "S6"})
    assert paid.bounds is None
    assert paid.figures[1]["total"] == 8


@pytest.mark.parametrize("keys", [{}, {"matto": {"played_by": "S", "won_by": "NS"}}])
def test_a_payment_by_a_team_that_has_it_all(keys: Record) -> None:
    """Nothing is owed to a team without a trick: it is ignored wherever the card lies (B7.1)."""
    record = {
        "variant": "bologna",
        "declarations": {},
        "piles": {"NS": list(BOLOGNA), "EW": []},
        "matto_payment": "S6",
    }
    for settled in (True, False):
        audit = audit_of({**record, "settled": settled, **keys})
        assert codes(audit) == ["matto-payment $.matto_payment"]
        assert audit.score is not None
        # The whole pack counts 939, the last trick included (worked figures).
        assert audit.score.figures[0]["total"] == 939
