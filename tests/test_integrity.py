"""Records that contradict the pack or themselves: what is found, where, and what decides."""

from typing import Any

import pytest

from scorecli.audit import Audit
from scorecli.ledger import Finding
from tests.one_hand import PLAYS, audited, codes, figure, hand


def finding(result: Audit, code: str) -> Finding:
    """The one finding of a code."""
    (one,) = [one for one in result.findings if one.code == code]
    return one


def tricks_with(changes: dict[tuple[int, int], Any]) -> list[list[Any]]:
    """The tricks of the hand with the cards at some places (trick, place, from 0) replaced."""
    tricks = hand()["tricks"]
    for (trick, place), card in changes.items():
        tricks[trick][place] = card
    return list(tricks)


def test_card_twice_names_both_places_and_the_missing_card() -> None:
    """A card that stands twice makes the record invalid; both places and the missing card show."""
    result = audited(hand(tricks=tricks_with({(14, 1): "BK"}), discards={"W": "C6 C7"}))
    one = finding(result, "duplicate-card")
    assert one.found == ["$.tricks[13].cards[1]", "$.tricks[14].cards[1]"]
    assert one.card == "BK"
    assert one.message.endswith("one of the two is probably SK, which is missing")
    assert finding(result, "missing-card").card == "SK"
    assert result.status == "invalid"
    assert result.score is None


def test_card_twice_without_known_discards_leaves_three_candidates() -> None:
    """Where the discards are not known, the cards that may be missing are named together."""
    result = audited(hand(tricks=tricks_with({(14, 1): "BK"})))
    assert "SK, C6 and C7: 2 of these were laid away" in finding(result, "duplicate-card").message
    assert not [one for one in result.findings if one.code == "missing-card"]


def test_a_card_three_times() -> None:
    """Of several cards too many all are counted at once, and of those missing the discards."""
    tricks = tricks_with({(14, 1): "BK", (14, 2): "BK"})
    found = [
        one.message
        for one in audited(hand(tricks=tricks, discards=None, hands=None)).findings
        if one.code == "duplicate-card"
    ]
    assert [message.partition(": trick")[0] for message in found] == ["BK stands 3 times"] * 2
    assert all("2 of these were laid away, the rest is missing" in message for message in found)


def test_cards_with_commas_and_no_blanks() -> None:
    """A trick written with commas is one word: what was read is shown, and how it is written."""
    tricks = [",".join(trick) for trick in hand()["tricks"]]
    found = audited(hand(tricks=tricks)).findings
    first = next(one for one in found if one.code == "trick-size")
    assert first.message == (
        f"trick 1 has 1 card, not 4: {tricks[0]!r}; in a record cards are separated by blanks alone"
    )


def test_fifth_moro() -> None:
    """Four Mori are four cards; a fifth is one too many."""
    result = audited(hand(tricks=tricks_with({(14, 0): "MOR"}), discards={"W": "C6 C7"}))
    assert finding(result, "duplicate-card").card == "MOR"
    assert finding(result, "missing-card").card == "S6"


@pytest.mark.parametrize(
    ("written", "suggestion"),
    [("T17", "T7"), ("KS", "SK"), ("CC", "CN"), ("DF", "DJ"), ("S1", "SA"), ("MATTO", "MAT")],
)
def test_unknown_card(written: str, suggestion: str) -> None:
    """A card that the pack does not have is found at its place, and the nearest is suggested."""
    result = audited(hand(tricks=tricks_with({(4, 1): written})))
    one = finding(result, "unknown-card")
    assert (one.path, one.trick, one.expected) == ("$.tricks[4].cards[1]", 5, suggestion)
    assert result.status == "invalid"


def test_codes_may_be_written_small_and_as_strings() -> None:
    """Codes in either case, and tricks as strings, are the same record."""
    tricks = [" ".join(trick).lower() for trick in hand()["tricks"]]
    assert codes(audited(hand(tricks=tricks))) == []
    assert figure(audited(hand(tricks=tricks)), "total") == figure(audited(hand()), "total")


def test_one_unreadable_card_is_inferred() -> None:
    """One `?` is the card that the rest of the pack leaves, and a note says so."""
    record = hand(tricks=tricks_with({(14, 1): "?"}), discards={"W": "C6 C7"})
    one = finding(audited(record), "inferred-card")
    assert (one.severity, one.card, one.path) == ("note", "SK", "$.tricks[14].cards[1]")
    assert figure(audited(record), "total") == figure(audited(hand()), "total")


@pytest.mark.parametrize("changes", [{(14, 1): "?"}, {(14, 1): "?", (13, 1): "?"}])
def test_unreadable_card_that_could_be_several(changes: dict[tuple[int, int], str]) -> None:
    """A `?` that could be several cards stays unread, and nothing is scored."""
    result = audited(hand(tricks=tricks_with(changes)))
    assert [one.code for one in result.findings].count("unreadable-card") == len(changes)
    assert result.status == "invalid"


@pytest.mark.parametrize(
    ("cut", "code", "path"),
    [
        ({3: ["LUN", "MOR", "B6"]}, "trick-size", "$.tricks[3]"),
        ({3: ["LUN", "MOR", "B6", "D9", "C6"]}, "trick-size", "$.tricks[3]"),
        ({14: ["S6", "SK", "SA", "C10", "C6"]}, "trick-size", "$.tricks[14]"),
    ],
)
def test_trick_of_the_wrong_size(cut: dict[int, list[str]], code: str, path: str) -> None:
    """A trick of three or five cards cannot be replayed; only the last may be broken off."""
    tricks = [cut.get(number, trick) for number, trick in enumerate(hand()["tricks"])]
    result = audited(hand(tricks=tricks))
    assert finding(result, code).path == path
    assert result.status == "invalid"


def test_too_many_tricks() -> None:
    """A sixteenth trick is one too many."""
    result = audited(hand(tricks=[*hand()["tricks"], ["C6", "C7", "C6", "C7"]]))
    assert finding(result, "trick-count").path == "$.tricks[15]"
    assert result.status == "invalid"


@pytest.mark.parametrize(("whole", "broken"), [(14, 0), (9, 0), (9, 2), (0, 3), (0, 0)])
def test_incomplete_hand(whole: int, broken: int) -> None:
    """Of an unfinished hand only tricks, cards and declarations so far are known."""
    tricks = hand()["tricks"]
    shown = tricks[:whole] + ([tricks[whole][:broken]] if broken else [])
    result = audited(hand(tricks=shown, declarations={}))
    assert (result.hand.complete, result.legal, result.status) == (False, None, "incomplete")
    assert figure(result, "tricks_won") == (whole, 0)
    assert figure(result, "cards") == (4 * whole, 0)
    assert figure(result, "total") == (None, None)
    assert figure(result, "declarations") == (0, 0)
    assert result.score is not None
    assert result.score.winner is None


def test_incomplete_hand_is_checked_against_recorded_hands() -> None:
    """What was played of an unfinished hand is checked, with recorded hands in full."""
    hands = {**PLAYS, "W": PLAYS["W"] + " C6 C7"}
    keys = {"hands": hands, "discards": {"W": "C6 C7"}, "declarations": {"E": "all"}}
    swapped = tricks_with({(0, 1): "S7"})
    result = audited(hand(tricks=swapped[:1], **keys))
    assert finding(result, "revoke").legal == ["T6", "T5", "MOR", "MAT"]
    assert result.legal is False
    assert figure(result, "declarations") == (0, 80)
    assert audited(hand(tricks=hand()["tricks"][:5], **keys)).legal is True


def test_a_wrong_dealer_is_told_by_the_hands() -> None:
    """Where the tricks fit the hands if another seat dealt, the first fault says so."""
    for wrong in "SEN":
        result = audited(hand(dealer=wrong, hands=PLAYS))
        messages = [one.message for one in result.findings if one.code == "not-held"]
        assert messages[0].endswith("; all tricks fit the recorded hands if W dealt")
        assert not any("dealt" in message for message in messages[1:])


def test_recorded_hand_that_was_not_played() -> None:
    """Where hands and tricks disagree each card is a finding, and the tricks decide."""
    hands = {"E": PLAYS["E"].replace("SK", "C6")}
    result = audited(hand(hands=hands))
    one = finding(result, "not-held")
    assert (one.seat, one.card, one.trick, one.path) == ("E", "SK", 15, "$.tricks[14].cards[1]")
    assert finding(result, "unplayed-card").card == "C6"
    assert figure(result, "total") == figure(audited(hand()), "total")


@pytest.mark.parametrize("dealt", [PLAYS["W"], PLAYS["W"] + " C7 C6"])
def test_dealers_hand_with_or_without_the_discards(dealt: str) -> None:
    """The dealer's recorded hand is the fifteen cards kept or the seventeen dealt."""
    assert codes(audited(hand(hands={"W": dealt}))) == []


def test_recorded_discards_that_were_played() -> None:
    """The two cards that nobody played are the discards, whatever the record says."""
    one = finding(audited(hand(discards={"W": "C6 C8"})), "discard-mismatch")
    assert (one.expected, one.found) == (["C6", "C7"], ["C6", "C8"])


@pytest.mark.parametrize("discards", [{"S": "C6 C7"}, {"W": "C6"}, {"W": "C6 C7 C8"}])
def test_discards_of_the_wrong_seat_or_number(discards: dict[str, str]) -> None:
    """Only the dealer lays away, and just two cards (B2.2)."""
    assert "discard-count" in codes(audited(hand(discards=discards)))


def test_hand_of_sixteen_cards() -> None:
    """A recorded hand of the wrong size is an error; without tricks nothing can be valued."""
    too_many = {"E": PLAYS["E"] + " C6"}
    assert finding(audited(hand(hands=too_many)), "hand-size").found == 16
    assert audited(hand(hands=too_many)).score is not None
    without_tricks = {"variant": "bologna", "hands": too_many, "declarations": {"E": "all"}}
    assert audited(without_tricks).status == "invalid"


def test_card_in_two_hands_without_tricks() -> None:
    """Without tricks a card in two hands makes the record invalid; both hands are named."""
    hands = {"S": PLAYS["S"], "E": PLAYS["E"].replace("SK", "ANG")}
    result = audited({"variant": "bologna", "hands": hands})
    one = finding(result, "duplicate-card")
    assert "hands of S and E" in one.message
    assert result.status == "invalid"


def test_wrong_leader_and_wrong_winner() -> None:
    """A leader who did not win, and a recorded winner who lost, are found at their places."""
    tricks: list[Any] = hand()["tricks"]
    tricks[0] = {"cards": tricks[0], "won_by": "N"}
    tricks[1] = {"lead": "E", "cards": tricks[1]}
    result = audited(hand(tricks=tricks))
    leader, winner = finding(result, "wrong-leader"), finding(result, "wrong-winner")
    assert (leader.path, leader.expected, leader.found) == ("$.tricks[1].lead", "S", "E")
    assert (winner.path, winner.expected, winner.found) == ("$.tricks[0].won_by", "S", "N")
    assert winner.card == "ANG"


def test_wrong_winner_alone_is_a_claim_not_a_broken_rule() -> None:
    """Who won a trick is a claim: if it is wrong the hand is disputed, not illegal."""
    tricks: list[Any] = hand()["tricks"]
    tricks[0] = {"cards": tricks[0], "won_by": "N"}
    result = audited(hand(tricks=tricks))
    assert (result.legal, result.status) == (True, "disputed")


def test_first_trick_is_led_by_the_dealers_right() -> None:
    """The dealer's right leads the first trick (B4.1)."""
    tricks: list[Any] = hand()["tricks"]
    tricks[0] = {"lead": "W", "cards": tricks[0]}
    one = finding(audited(hand(tricks=tricks)), "wrong-leader")
    assert (one.trick, one.expected, one.clause) == (1, "S", "B4.1")


# Hands of which not all tricks are recorded

N_HAND = "SN SQ SJ SK T8 T7 T9 C6 C7 C8 C9 C10 D6 D7 D8"
"""Fifteen cards with one sequence: Spade 4, which is worth 15 (B6.1)."""


def unfinished(**keys: Any) -> Audit:
    """The audit of a hand of Bologna that S dealt."""
    return audited({"variant": "bologna", "dealer": "S", "declarations": {}} | keys)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"tricks": ["SN S6 S7 S8"]}, "S lays S6 away, but N played it; the tricks decide"),
        ({"hands": {"N": N_HAND.replace("SN", "S6")}}, "S lays S6 away, but N held it"),
        ({"hands": {"S": N_HAND.replace("SN", "S6")}}, "S lays S6 away, but kept it"),
        (
            {"hands": {"S": f"{N_HAND} S7 T5"}, "tricks": ["CK"]},
            "S lays S6 away without holding it",
        ),
    ],
)
def test_a_discard_that_was_held_or_played(keys: dict[str, Any], words: str) -> None:
    """Discards are held against hands and first tricks, where no complete hand decides (B2.2)."""
    result = unfinished(discards={"S": "S6 S7"}, **keys)
    messages = [one.message for one in result.findings if one.code == "discard-mismatch"]
    assert words in messages
    assert result.status == "illegal"


def test_a_card_in_two_hands_beside_a_trick() -> None:
    """Beside the first tricks a card in two hands is found; both are scored as recorded (B1.1)."""
    hands = {"N": N_HAND, "W": N_HAND.replace("SN", "SA")}
    result = unfinished(hands=hands, declarations={"N": "all"}, tricks=["DK"])
    doubled = [one.card for one in result.findings if one.code == "duplicate-card"]
    assert set(doubled) == set(N_HAND.split()) - {"SN"}
    assert figure(result, "declarations") == (15, 0)


def test_a_card_of_one_hand_that_another_seat_played() -> None:
    """What a seat is recorded to hold no other seat can have played, in the first tricks either."""
    result = unfinished(hands={"N": N_HAND}, tricks=["SK"])
    one = finding(result, "unplayed-card")
    assert (one.seat, one.card, one.path) == ("N", "SK", "$.hands.N")
    assert one.message == "N is recorded to hold SK, but E played it; the tricks decide"
    assert codes(unfinished(hands={"N": N_HAND}, tricks=["SA SK"])) == []


def test_a_winner_of_a_trick_that_is_not_over() -> None:
    """Who is said to have won a broken-off trick cannot be compared with anything."""
    result = unfinished(tricks=[{"cards": "SK S6", "won_by": "N"}])
    one = finding(result, "claim-unchecked")
    assert (one.path, one.found, one.trick) == ("$.tricks[0].won_by", "N", 1)


@pytest.mark.parametrize("keys", [{"tricks": ["SK"]}, {"hands": {"N": N_HAND}}, {}])
def test_an_unreadable_payment_of_a_hand_that_is_not_counted(keys: dict[str, Any]) -> None:
    """A card given for the Matto that is no card is told, also where no pile is counted."""
    one = finding(unfinished(matto_payment="S66", **keys), "unknown-card")
    assert (one.path, one.found, one.expected) == ("$.matto_payment", "S66", "S6")


def test_a_fifth_moro_in_a_list() -> None:
    """Of cards that are alike a list may have as many as the pack; the message says how many."""
    hands = {"N": "MOR MOR MOR MOR MOR C6 C7 C8 C9 C10 D6 D7 D8 D9 D10"}
    one = finding(unfinished(hands=hands), "duplicate-card")
    assert one.message.startswith("MOR stands more than 4 times: at $.hands.N[0] and $.hands.N[4]")


@pytest.mark.parametrize(
    "keys",
    [
        {"hands": {"E": f"{N_HAND} MOR MOR", "N": "SA MOR MOR"}, "discards": {"S": "MOR D6"}},
        {"discards": {"S": "MOR MOR"}, "tricks": [["MOR", "MOR", "MOR", "T5"]]},
    ],
)
def test_five_mori(keys: dict[str, Any]) -> None:
    """Hands, discards and first tricks together have no more than the four Mori (B1.1)."""
    one = finding(unfinished(**keys), "duplicate-card")
    assert one.message == "MOR stands 5 times in hands, tricks and discards: the pack has 4"


def test_a_moro_of_a_hand_that_was_played_counts_once() -> None:
    """N holds two Mori and played one of them: with those of E and S there are four."""
    keys = {"hands": {"N": "MOR MOR"}, "tricks": [["MOR", "MOR", "T6", "MOR"]]}
    assert "duplicate-card" not in codes(unfinished(**keys))
