"""Discards, Matto, payment and count (B2, B4.5, B4.6, B7)."""

import json
from typing import Any

import pytest

from scorecli.games.bologna.pack import PACK
from scorecli.games.bologna.settlement import allowed_payments
from scorecli.ledger import Finding
from tests.conftest import FIXTURES
from tests.one_hand import ALL_TRICKS, audited, codes, figure, hand


def found(record: dict[str, Any], code: str) -> Finding:
    """The one finding of a code."""
    (one,) = [one for one in audited(record).findings if one.code == code]
    return one


def test_count_of_a_hand() -> None:
    """Card points, last trick, sets and sequences of both piles make the totals (B7.2).

    EW wins S6 SK SA C10, owns C6 C7, takes the Matto back and gives C10: 14 by value, 6 cards.
    NS has all else: five sets, 18 + 17 + 28 + 26 + 24 doubled, and six sequences with the Bégato,
    25 + 25 + 25 + 15 + 20 + 100 doubled.
    """
    result = audited(hand(matto_payment="C10"))
    assert figure(result, "tricks_won") == (14, 1)
    assert figure(result, "cards") == (56, 6)
    assert figure(result, "card_points") == (104 - 28, 14 - 3)
    assert figure(result, "last_trick") == (0, 6)
    assert figure(result, "sets") == (226, 0)
    assert figure(result, "sequences") == (420, 0)
    assert figure(result, "total") == (722, 17)
    assert result.score is not None
    assert (result.score.winner, result.score.margin) == ("NS", 705)


def test_winning_everything_counts_939() -> None:
    """All 62 cards and the last trick: 296 + 550 + 87 + 6 = 939 (worked figures)."""
    result = audited(hand(ALL_TRICKS))
    assert figure(result, "total") == (939, 0)
    assert figure(result, "cards") == (62, 0)


def test_team_without_a_trick_loses_matto_and_discards() -> None:
    """A team that wins no trick loses Matto and discards, and nothing is paid (B2.3, B4.6)."""
    result = audited(hand(ALL_TRICKS, discards={"W": "C6 C7"}))
    assert figure(result, "card_points") == (87, 0)
    assert codes(result) == []
    assert [one.code for one in result.findings if one.code == "assumed-payment"] == []


def test_declarations_stand_for_a_team_without_a_trick() -> None:
    """Declared points stay with a team that wins no trick (B3.4)."""
    assert figure(audited(hand(ALL_TRICKS, declarations={"W": "all"})), "total") == (939, 20)


def test_matto_in_a_trick_of_its_own_team_is_not_paid_for() -> None:
    """If its own team won its trick, nothing is owed for the Matto (B4.5)."""
    result = audited(hand({"MAT": "B6", "B6": "MAT"}))
    assert result.score is not None
    assert not [line for line in result.score.detail().lines if line.clause in ("B4.5", "B7.1")]
    assert figure(result, "cards") == (56, 6)


@pytest.mark.parametrize(
    ("captured", "allowed"),
    [
        ("SK SQ S6 SA MAT", "S6 SA"),
        ("SK SQ SN SJ MAT", "SJ"),
        ("SK BK ANG SQ", "SQ"),
        ("SK ANG MAT", "SK ANG"),
        ("SOL T16 MOR CK", "SOL T16 MOR"),
    ],
)
def test_what_may_be_given_for_the_matto(captured: str, allowed: str) -> None:
    """A captured 1-point card, else one of the lowest value, never the Matto (B7.1)."""
    pool = PACK.mask(captured.split())
    assert PACK.codes_of(allowed_payments(pool)) == allowed.split()


def test_discards_may_pay_for_the_matto() -> None:
    """Discards that the team owns count as captured (B7.1)."""
    result = audited(hand(matto_payment="C6"))
    assert codes(result) == []
    assert figure(result, "card_points") == (76, 11)


def test_house_rule_on_paying_with_discards() -> None:
    """Under `matto_payment_from: tricks` a discard was not captured: it is ignored (B7.1)."""
    record = hand(matto_payment="C6", house_rules={"matto_payment_from": "tricks"})
    result = audited(record)
    assert codes(result) == ["matto-payment"]
    assert "did not capture C6" in found(record, "matto-payment").message
    assert found(record, "assumed-payment").card == "S6"


def test_dear_payment_is_scored_as_recorded() -> None:
    """A captured card that may not be given is an error, and scored as recorded (B7.1)."""
    record = hand(matto_payment="SK")
    one = found(record, "matto-payment")
    assert (one.severity, one.clause) == ("error", "B7.1")
    assert one.legal == ["S6", "SA", "C6", "C7", "C10"]
    assert figure(audited(record), "card_points") == (80, 7)
    assert audited(record).status == "illegal"


@pytest.mark.parametrize("code", ["ANG", "D6"])
def test_payment_that_was_not_captured_is_ignored(code: str) -> None:
    """A card that the giver did not capture is an error and is ignored (B7.1)."""
    record = hand(matto_payment=code)
    assert codes(audited(record)) == ["matto-payment"]
    assert figure(audited(record), "total") == figure(audited(hand()), "total")


def test_payment_that_is_not_owed_is_ignored() -> None:
    """A payment where none is owed is an error and is ignored (B7.1)."""
    record = hand(ALL_TRICKS, matto_payment="S6")
    assert codes(audited(record)) == ["matto-payment"]
    assert figure(audited(record), "total") == (939, 0)


def test_silent_payment_takes_the_first_of_equal_cards() -> None:
    """Where the record is silent the best card for the giver is assumed, in pack order (B7.1).

    S6, C6, C7 and C10 are worth the same to both; SA would give NS a fourth ace.
    """
    one = found(hand(), "assumed-payment")
    assert (one.severity, one.card) == ("note", "S6")
    assert "no other card would change the winner" in one.message


def test_silent_payment_keeps_a_card_that_the_other_team_needs() -> None:
    """The assumed card is not one that lengthens a sequence of the other team (B7.1).

    Here EW has captured only aces as cards of one point, apart from its discards.
    """
    record = hand(house_rules={"matto_payment_from": "tricks"})
    swap = {"S6": "S7", "S7": "S6", "C10": "CA", "CA": "C10"}
    record["tricks"] = [[swap.get(card, card) for card in trick] for trick in record["tricks"]]
    assert found(record, "assumed-payment").card == "S7"


def test_assumption_says_if_another_card_would_change_the_winner() -> None:
    """The note names the winner that another payment would make (B7.1)."""
    text = (FIXTURES / "cases" / "bologna-payment-silent.json").read_text()
    record = json.loads(text)["record"]
    assert "with SOL EW would win" in found(record, "assumed-payment").message


def test_payment_that_is_no_card() -> None:
    """A payment that the pack does not have is an unknown card, with the nearest suggested."""
    one = found(hand(matto_payment="S1"), "unknown-card")
    assert (one.path, one.expected) == ("$.matto_payment", "SA")


@pytest.mark.parametrize("code", ["SK", "BK", "CK", "DK", "ANG", "MON", "BEG", "MAT"])
def test_cards_that_may_not_be_laid_away(code: str) -> None:
    """A King, ANG, MON, BEG or MAT among the discards is an error; the hand is scored (B2.2)."""
    result = audited(hand({code: "C6"}))
    (one,) = [one for one in result.findings if one.code == "illegal-discard"]
    assert (one.clause, one.seat, one.card) == ("B2.2", "W", code)
    assert result.status == "illegal"
    assert result.score is not None
    assert result.score.winner is not None


@pytest.mark.parametrize("code", ["SQ", "DN", "DJ", "CA", "SOL", "LUN", "T16", "MOR", "S10"])
def test_cards_that_may_be_laid_away(code: str) -> None:
    """All other cards may go (B2.2)."""
    result = audited(hand({code: "C6"}))
    assert not [one for one in result.findings if one.code == "illegal-discard"]


def test_matto_among_the_discards_is_nobody_s_to_pay_for() -> None:
    """A Matto that was laid away stays among the discards; no card is owed for it."""
    result = audited(hand({"MAT": "C6"}))
    assert figure(result, "cards") == (56, 6)
    assert result.score is not None
    assert not [line for line in result.score.detail().lines if line.clause in ("B4.5", "B7.1")]
