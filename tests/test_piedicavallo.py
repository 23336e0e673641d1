"""Tarocchi of Piedicavallo: the worked figures of the sheet, house rules, what must always hold."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecli.audit import Audit
from scorecli.dealing.chance import chance_of_hand, shuffled
from scorecli.dealing.random_hand import deal_record
from scorecli.errors import UnreadableRecordError
from scorecli.games.piedicavallo.discards import lawful_discards
from scorecli.games.piedicavallo.game import GAME
from scorecli.games.piedicavallo.pack import PACK, pack_under
from scorecli.ledger import Finding
from scorecli.table.replay import replay
from tests.one_hand import audited

UNKNOWN = (None, None, None, None)
FREE = "SQ S9 S6 BN B8 B5 CK CJ CA C4 DQ DJ DA D6 D3 T9 T4"
TRUMPS = " ".join(f"T{number}" for number in range(2, 12))
ONE_FREE = f"SQ SK BK CK MAT T21 T1 {TRUMPS}"
NONE_FREE = f"SK BK CK DK MAT T21 T1 {TRUMPS}"


def dealer_of(dealt: str, away: str, **keys: object) -> Audit:
    """The audit of a record of a dealer's 17 cards and discards alone."""
    record = {"format": "scorecli.hand/1", "variant": "piedicavallo", "dealer": "W"}
    return audited({**record, "hands": {"W": dealt}, "discards": {"W": away}, **keys})


def found(audit: Audit, code: str) -> list[Finding]:
    """The findings of a code."""
    return [one for one in audit.findings if one.code == code]


# P1


def test_pack() -> None:
    """The pack has 62 cards and is worth 114 under either house rule (P1.1, P1.3)."""
    for highest in (21, 20):
        pack = pack_under({"high_trump": highest})
        assert len(pack.codes) == len(set(pack.codes)) == 62
        assert pack.points(pack.everything) == 114
        assert pack.points(pack.mask([f"T{highest}", f"T{41 - highest}"])) == 6


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("SK BK CK DK T1 T21 MAT", 35),
        ("SQ BN CJ", 9),
        ("T20 T2 CA DA S10", 5),
        ("D6 D2 DA D3", 4),
    ],
)
def test_values(cards: str, points: int) -> None:
    """Kings, T1, T21 and MAT are worth 5, figures 4, 3, 2, all others 1 (P1.3)."""
    assert PACK.points(PACK.mask(cards.split())) == points


# P2


@pytest.mark.parametrize(
    ("dealt", "away", "announced", "wrong"),
    [
        (FREE, "T9 D6", 1, ["T9"]),
        (FREE, "T9 T4", 2, []),
        (FREE, "SQ D6", 0, []),
        (FREE.replace("T4", "T1"), "T9 D6", 1, ["T9"]),
        (FREE.replace("T4", "MAT"), "T9 D6", 1, []),
        (ONE_FREE, "SQ T5", 1, []),
        (ONE_FREE, "T5 T6", 2, ["T6", "T5"]),
        (ONE_FREE, "SQ SK", 0, ["SK"]),
        (ONE_FREE, "SQ T1", 1, ["T1"]),
        (NONE_FREE, "T2 T11", 2, []),
    ],
)
def test_worked_discards(dealt: str, away: str, announced: int, wrong: list[str]) -> None:
    """The discards of the sheet's examples are legal or not, card by card (P2.2, P2.3)."""
    audit = dealer_of(dealt, away, announced_trumps=announced)
    assert [one.card for one in audit.findings] == wrong
    assert {one.code for one in audit.findings} <= {"illegal-discard"}
    assert audit.status == ("illegal" if wrong else "computed")


def test_only_pairs_of_trumps_are_legal() -> None:
    """From Kings, the Matto and trumps just the 45 pairs of T2 to T11 may go (P2.3)."""
    pairs = [
        set(PACK.codes_of(pair)) for pair in lawful_discards(PACK, mask(NONE_FREE), defaults())
    ]
    assert len(pairs) == 45
    assert all(pair in pairs for pair in map(set, combinations(TRUMPS.split(), 2)))


def mask(cards: str) -> int:
    """The mask of some cards."""
    return PACK.mask(cards.split())


def defaults() -> Any:
    """The default house rules."""
    return GAME.defaults


@pytest.mark.parametrize(
    ("dealt", "away", "clause", "words"),
    [
        (FREE, "T9 D6", "P2.3", "but T4 stays in the hand: trumps may go only if no trump stays"),
        (FREE, "T9 D6", "P2.3", "legal: any two of SQ, S9, S6, BN"),
        (FREE, "T9 D6", "P2.3", "D6, or T9 and T4"),
        (ONE_FREE, "T5 T6", "P2.3", "but SQ stays in the hand: trumps may go only if"),
        (ONE_FREE, "T5 T6", "P2.3", "T3 or T2 with SQ"),
        (FREE, "CK D6", "P2.2", "a King, T21, T1 and the Matto always stay in the hand"),
        (NONE_FREE, "SK T2", "P2.2", "legal: any two of T11, T10"),
    ],
)
def test_what_may_go_is_said(dealt: str, away: str, clause: str, words: str) -> None:
    """An illegal discard says which card forbids it, and what would have been legal."""
    first = found(dealer_of(dealt, away), "illegal-discard")[0]
    assert first.clause == clause
    assert words in first.message


def test_legal_discards_are_listed() -> None:
    """Of an illegal discard `legal` names each card that could have gone with another one."""
    (one,) = found(dealer_of(FREE, "T9 D6", announced_trumps=1), "illegal-discard")
    assert set(one.legal or ()) == set(FREE.split()) - {"CK"}


def test_discards_of_an_unknown_hand() -> None:
    """Without the hand a trump may have been laid away lawfully, a King never."""
    record = {"format": "scorecli.hand/1", "variant": "piedicavallo", "dealer": "W"}
    audit = audited({**record, "discards": {"W": "SK T9"}, "announced_trumps": 1})
    assert [(one.code, one.card) for one in audit.findings] == [("illegal-discard", "SK")]


@pytest.mark.parametrize(
    ("rules", "dealt", "away", "wrong"),
    [
        ({"trump_discard": "forced_only"}, FREE, "T9 T4", ["T9", "T4"]),
        ({"trump_discard": "forced_only"}, ONE_FREE, "SQ T5", []),
        ({"matto_is_trump_in_void_test": True}, FREE, "T9 T4", []),
        ({"matto_is_trump_in_void_test": True}, FREE.replace("T4", "MAT"), "T9 D6", ["T9"]),
        ({"matto_is_trump_in_void_test": True}, ONE_FREE, "SQ T5", []),
        ({"high_trump": 20}, NONE_FREE, "T21 T2", []),
        ({"high_trump": 20}, NONE_FREE.replace("T11", "T20"), "T20 T2", ["T20"]),
    ],
)
def test_discards_under_house_rules(
    rules: dict[str, object], dealt: str, away: str, wrong: list[str]
) -> None:
    """Each house rule changes what may be laid away, and only what it is about (P1.2, P2.3)."""
    audit = dealer_of(dealt, away, house_rules=rules)
    assert [one.card for one in found(audit, "illegal-discard")] == wrong


def test_a_forced_only_discard_says_what_else_stays() -> None:
    """Under `forced_only` the cards that could have gone instead are named."""
    audit = dealer_of(FREE, "T9 T4", house_rules={"trump_discard": "forced_only"})
    first = found(audit, "illegal-discard")[0]
    assert "but SQ, S9, S6 and 11 more stay in the hand: trumps may go only if nothing but" in (
        first.message
    )


@pytest.mark.parametrize(
    ("away", "announced", "expected"),
    [
        ("T9 T4", 2, None),
        ("T9 T4", 1, "W announced 1, but laid 2 trumps away"),
        ("T9 T4", None, "W announced nothing, but laid 2 trumps away"),
        ("SQ D6", 0, None),
        ("SQ D6", None, None),
        ("SQ D6", 1, "W announced 1, but laid no trump away"),
    ],
)
def test_announcement(away: str, announced: int | None, expected: str | None) -> None:
    """A wrong number of trumps is a warning, and so is none where one was laid away (P2.4)."""
    audit = dealer_of(FREE, away, announced_trumps=announced)
    warnings = found(audit, "wrong-announcement")
    assert [one.message for one in warnings] == ([expected] if expected else [])
    assert {one.severity for one in audit.findings} <= {"warning"}
    assert audit.legal is None


# P3


@pytest.mark.parametrize(
    ("held", "legal"),
    [
        ("BK C3 T4 T2 MAT", "T4 T2 MAT"),
        ("S5 BK T21 MAT", "S5 MAT"),
        ("BK C3 MAT", "BK C3 MAT"),
    ],
)
def test_worked_play(held: str, legal: str) -> None:
    """After SK and T15 a player follows suit, else trumps, else plays any card (P3.2)."""
    assert PACK.legal(mask(held), PACK.suits[PACK.number["SK"]]) == mask(legal)


@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ("C2 CA C6 CJ", 3),
        ("D6 D2 DA D3", 2),
        ("T20 T21 T19 MAT", 1),
        ("S5 S10 DK BK", 1),
        ("MAT S5 S6 BK", 2),
        ("MAT T2 SK T1", 1),
    ],
)
def test_worked_tricks(cards: str, place: int) -> None:
    """The highest trump wins, else the highest card of the suit led, never the Matto (P3.3)."""
    numbers = [PACK.number[code] for code in cards.split()]
    assert replay(PACK, numbers, 0, None, UNKNOWN).winners == [place]


def test_high_trump_in_play() -> None:
    """Under the house rule T20 beats T21 (P1.2)."""
    pack = pack_under({"high_trump": 20})
    numbers = [pack.number[code] for code in "T20 T21 T19 MAT".split()]
    assert replay(pack, numbers, 0, None, UNKNOWN).winners == [0]


def test_payment_by_default() -> None:
    """By default no card is given for the Matto, and one that is named is ignored (P3.5)."""
    record = deal_record(GAME, chance_of_hand(3, 1), 1)
    audit = audited({**record, "matto_payment": "S5"})
    assert [one.code for one in audit.findings] == ["matto-payment"]
    assert audit.claims == "agree"


# P4


@given(st.integers(0, 10**6))
def test_what_must_always_hold(seed: int) -> None:
    """Whatever is played, the counts obey P4.3."""
    rng = chance_of_hand(seed, 1)
    cards = shuffled(rng, PACK.codes)
    tricks = [cards[start : start + 4] for start in range(0, 60, 4)]
    audit = audited({"variant": "piedicavallo", "dealer": "W", "tricks": tricks})
    assert audit.score is not None
    assert audit.hand.replay is not None
    counts = [figures["total"] or 0 for figures in audit.score.figures]
    assert sum(counts) == 114
    matto = next((s & 1 for s in range(4) if audit.hand.replay.played[s] & mask("MAT")), None)
    for team, count in enumerate(counts):
        least = 3 + 2 * (team == 1) + 5 * (team == matto)
        assert count == 0 or count >= least
    lines = audit.score.detail().lines
    for name, count in zip(("NS", "EW"), counts, strict=True):
        assert sum(line.points for line in lines if line.team == name) == count


def claims(**claimed: object) -> Audit:
    """The audit of a record of nothing but claims, with W as dealer."""
    record = {"format": "scorecli.hand/1", "variant": "piedicavallo", "dealer": "W"}
    return audited({**record, "claims": claimed})


@pytest.mark.parametrize(
    ("claimed", "words"),
    [
        ({"NS": {"card_points": 50, "total": 60}}, "50 card points and 60 in all: impossible"),
        ({"NS": {"total": 60, "card_points": 50}}, "50 card points and 60 in all: impossible"),
        ({"NS": {"card_points": 60}, "EW": {"card_points": 60}}, "they must make 114"),
        ({"NS": {"total": 60}, "winner": "EW"}, "but the claimed counts are 60 to 54"),
        ({"EW": {"total": 60}, "margin": 8}, "54 to 60 are 6 apart, the claimed margin is 8"),
        ({"NS": {"total": 113}}, "EW would have 1, and has 0 or at least 5"),
        ({"NS": {"total": 2}}, "NS has 0 or at least 3"),
        ({"EW": {"card_points": 4}}, "EW has 0 or at least 5"),
        ({"NS": {"total": 115}}, "the pack is worth 114"),
        ({"NS": {"total": -1}}, "the pack is worth 114"),
        ({"NS": {"total": 60}, "EW": {"total": 53}}, "60 and 53: impossible, they must make 114"),
        ({"margin": 7}, "the counts make 114, so that it is even and at most 114"),
        ({"margin": 116}, "even and at most 114"),
        ({"margin": 112}, "it makes 113 to 1"),
        ({"winner": "EW", "margin": 110}, "it makes 112 to 2: NS would have 2"),
        ({"winner": "draw", "margin": 2}, "the claimed winner is draw"),
        ({"winner": "NS", "margin": 0}, "the claimed winner is NS"),
        (
            {"NS": {"total": 60}, "EW": {"total": 54}, "margin": 8},
            "are 6 apart, the claimed margin",
        ),
        ({"NS": {"total": 60}, "EW": {"total": 54}, "winner": "EW"}, "the claimed winner is EW"),
    ],
)
def test_impossible_claims(claimed: dict[str, object], words: str) -> None:
    """Claims alone show that a count is wrong, and it is said why (P4.3)."""
    audit = claims(**claimed)
    wrong = found(audit, "claim-impossible")
    assert wrong
    assert any(words in one.message for one in wrong)
    assert {one.clause for one in wrong} == {"P4.3"}
    assert audit.claims == "differ"


@pytest.mark.parametrize(
    "claimed",
    [
        {"NS": {"total": 114}, "EW": {"total": 0}, "winner": "NS", "margin": 114},
        {"NS": {"total": 109}, "EW": {"total": 5}, "winner": "NS", "margin": 104},
        {"NS": {"total": 3}, "EW": {"total": 111}, "winner": "EW", "margin": 108},
        {"NS": {"total": 57}, "EW": {"total": 57}, "winner": "draw", "margin": 0},
        {"winner": "NS", "margin": 104},
    ],
)
def test_possible_claims(claimed: dict[str, object]) -> None:
    """Claims that some hand can lead to are not found fault with, but cannot be compared."""
    audit = claims(**claimed)
    assert {one.code for one in audit.findings} == {"claim-unchecked"}
    assert audit.claims == "none"


def test_what_is_known_of_the_matto_counts() -> None:
    """The team of the Matto has 0 or at least 8, that of the dealer with it at least 10 (P4.3)."""
    hands = {"N": "MAT SK SQ SN SJ S10 S9 S8 S7 S6 S5 BK BQ BN BJ"}
    record = {"variant": "piedicavallo", "hands": hands, "claims": {"NS": {"total": 7}}}
    told = {**record, "hands": None, "matto": {"played_by": "N"}}
    for dealer, least in (("W", 8), ("S", 10)):
        for known in (record, told):
            (one,) = found(audited({**known, "dealer": dealer}), "claim-impossible")
            assert f"NS has 0 or at least {least}" in one.message
    assert found(audited({**record, "claims": {"NS": {"total": 8}}}), "claim-impossible") == []


def test_other_rules_of_the_matto_allow_less() -> None:
    """What a team has at least rests on the default rules of the Matto (P4.3)."""
    rules = {"matto_exchange": "one_point_card"}
    record = {"variant": "piedicavallo", "claims": {"NS": {"total": 2}}}
    assert found(audited(record), "claim-impossible")
    assert not found(audited({**record, "house_rules": rules}), "claim-impossible")


def test_claims_of_a_hand_that_is_known_are_compared() -> None:
    """Where the hand is known a wrong claim differs from it, and that is said once."""
    record = deal_record(GAME, chance_of_hand(3, 1), 1)
    record["claims"] = {"NS": {"total": 113}}
    assert [one.code for one in audited(record).findings] == ["claim-mismatch"]


# The record


@pytest.mark.parametrize("key", ["declarations", "robbed", "turned_up", "running"])
def test_keys_of_other_games(key: str) -> None:
    """There are no declarations, robs or resti: a record that has some is unreadable."""
    values = {"declarations": {"S": "all"}, "robbed": {"S": "SK"}, "turned_up": {"S": "SK"}}
    record = {"variant": "piedicavallo", key: values.get(key, {"lead": 3})}
    with pytest.raises(UnreadableRecordError, match=f"'{key}' is a key of another game"):
        audited(record)


def test_an_unfinished_hand() -> None:
    """Of an unfinished hand only the tricks and their cards are known."""
    record = deal_record(GAME, chance_of_hand(3, 2), 2)
    del record["claims"]
    record["tricks"] = record["tricks"][:6]
    audit = audited(record)
    assert audit.status == "incomplete"
    assert audit.score is not None
    assert [figures["total"] for figures in audit.score.figures] == [None, None]
    assert sum(figures["tricks_won"] or 0 for figures in audit.score.figures) == 6
    assert sum(figures["cards"] or 0 for figures in audit.score.figures) == 24
    assert audit.score.detail().lines == ()
