"""A card written `?` beside the tricks: worked out where the pack leaves one, else told."""

from typing import Any

import pytest

from scorecli.audit import Audit
from scorecli.dealing.chance import chance_of_hand
from scorecli.dealing.random_hand import deal_record
from scorecli.games import GAMES, game_named
from scorecli.ledger import Finding
from tests.naive.agreement import audit_of


def dealt(name: str) -> dict[str, Any]:
    """A hand without a fault."""
    return {**deal_record(game_named(name), chance_of_hand(11, 3), 3)}


def found(audit: Audit, code: str) -> list[Finding]:
    """The findings of a code."""
    return [one for one in audit.findings if one.code == code]


def hidden(cards: list[str], place: int) -> list[str]:
    """The same cards, one of them unreadable."""
    return [*cards[:place], "?", *cards[place + 1 :]]


@pytest.mark.parametrize("name", GAMES)
def test_a_card_of_a_hand_is_what_the_others_leave(name: str) -> None:
    """One `?` among all hands is the card that is nowhere else, with tricks or without."""
    record = dealt(name)
    seat = "SENW"["ENWS".index(record["dealer"])]
    code = record["hands"][seat][4]
    record["hands"] = {**record["hands"], seat: hidden(record["hands"][seat], 4)}
    for keys in ({}, {"tricks": None, "matto_payment": None}):
        audit = audit_of({**record, **keys})
        (one,) = found(audit, "inferred-card")
        assert (one.card, one.path, one.severity) == (code, f"$.hands.{seat}[4]", "note")
        assert not audit.has_errors


@pytest.mark.parametrize("name", GAMES)
def test_a_card_of_one_hand_is_what_the_seat_played(name: str) -> None:
    """With all tricks one recorded hand is enough to work out its `?`."""
    record = dealt(name)
    seat = "SENW"["ENWS".index(record["dealer"])]
    code = record["hands"][seat][2]
    audit = audit_of({**record, "hands": {seat: hidden(record["hands"][seat], 2)}})
    (one,) = found(audit, "inferred-card")
    assert (one.card, one.path) == (code, f"$.hands.{seat}[2]")
    assert not audit.has_errors


@pytest.mark.parametrize("name", ["bologna", "piedicavallo"])
def test_a_discard_is_what_nobody_played(name: str) -> None:
    """One `?` among the discards is the other card that is in no trick."""
    record = dealt(name)
    ((dealer, cards),) = record["discards"].items()
    record |= {"discards": {dealer: hidden(cards, 0)}, "hands": None}
    audit = audit_of(record)
    (one,) = found(audit, "inferred-card")
    assert (one.card, one.path) == (cards[0], f"$.discards.{dealer}[0]")
    assert not audit.has_errors


@pytest.mark.parametrize("name", ["bologna", "piedicavallo"])
def test_a_card_of_a_pile_is_what_both_piles_leave(name: str) -> None:
    """One `?` in two whole piles is the card that neither has, and the score is the same."""
    pack = game_named(name).pack
    cards = list(pack.codes)
    piles = {"NS": cards[:32], "EW": cards[32:]}
    record: dict[str, Any] = {"variant": name, "piles": piles, "last_trick": "NS"}
    usual = audit_of(record)
    audit = audit_of({**record, "piles": {**piles, "EW": " ".join(hidden(piles["EW"], 7))}})
    (one,) = found(audit, "inferred-card")
    assert (one.card, one.path) == (cards[39], "$.piles.EW[7]")
    assert audit.score is not None
    assert usual.score is not None
    assert audit.score.figures == usual.score.figures


def test_a_moro_that_cannot_be_read() -> None:
    """Of cards that are alike the fourth is worked out like any other."""
    cards = list(game_named("bologna").pack.codes)
    piles = {"NS": cards[:32], "EW": hidden(cards[32:], cards.index("MOR") - 32)}
    (one,) = found(audit_of({"variant": "bologna", "piles": piles}), "inferred-card")
    assert one.card == "MOR"


@pytest.mark.parametrize("places", [(4, 5), (4,)])
def test_what_can_be_several_cards_is_told(places: tuple[int, ...]) -> None:
    """With two `?`, or without all other cards, nothing is worked out."""
    record = dealt("bologna")
    seat = "SENW"["ENWS".index(record["dealer"])]
    cards = record["hands"][seat]
    for place in places:
        cards = hidden(cards, place)
    hands = {**record["hands"], seat: cards} if len(places) > 1 else {seat: cards}
    audit = audit_of({**record, "hands": hands, "tricks": None, "matto_payment": None})
    assert found(audit, "inferred-card") == []
    assert [one.path for one in found(audit, "unreadable-card")] == [
        f"$.hands.{seat}[{place}]" for place in places
    ]
    assert audit.status == "invalid"
