"""The play (B4): who follows with what, who wins, who leads next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecli.games.bologna.pack import PACK
from scorecli.table.replay import Revoke, replay
from tests.one_hand import audited, codes, hand

UNKNOWN = (None, None, None, None)


def numbers(codes: str) -> list[int]:
    """Card numbers; Mori are told apart in order of play."""
    lowest = PACK.number["MOR"]
    played: list[int] = []
    for code in codes.split():
        mori_before = sum(lowest <= card < lowest + 4 for card in played)
        played.append(lowest + mori_before if code == "MOR" else PACK.number[code])
    return played


def winner_of(cards: str, leader: int = 0) -> int:
    """The place in the trick of the card that wins it."""
    played = replay(PACK, numbers(cards), leader, None, UNKNOWN)
    return (played.winners[0] - leader) % 4


@pytest.mark.parametrize(
    ("cards", "place"),
    [
        ("S6 S8 SA S7", 1),  # the highest of the led suit
        ("C6 C7 CA C8", 2),  # where the ace is the best pip
        ("S6 SK BK DK", 1),  # other suits win nothing
        ("SK BEG SQ S6", 1),  # the lowest trump beats the King
        ("T5 T16 LUN MOR", 2),
        ("MOR T5 MOR BEG", 1),
        ("MOR MOR BEG S6", 1),  # of several Mori the last one wins
        ("MOR SK MOR MOR", 3),
        ("SK MOR S6 MOR", 3),
        ("MAT S6 S7 SK", 3),  # the card after a led Matto sets the suit
        ("MAT S6 BK DK", 1),
        ("MAT T5 SK ANG", 3),
        ("S6 MAT BK DK", 0),  # the Matto never wins
    ],
)
def test_who_wins_a_trick(cards: str, place: int) -> None:
    """The highest trump wins, else the highest card of the led suit (B4.3, B4.4)."""
    assert [winner_of(cards, leader) for leader in range(4)] == [place] * 4


def revokes(cards: str, held: dict[int, str]) -> list[Revoke]:
    """The plays against the rules in a hand that is not finished; S leads first."""
    masks = [PACK.mask(held[seat].split()) if seat in held else None for seat in range(4)]
    return replay(PACK, numbers(cards), 0, None, masks).revokes


@pytest.mark.parametrize(
    ("cards", "held", "legal"),
    [
        ("SK S6", "S6 S7 MAT", None),
        ("SK MAT", "S6 S7 MAT", None),  # the Matto at any time
        ("SK T5", "S6 T5 MAT B6", "S6 MAT"),  # follow suit if able
        ("SK B6", "B6 T5 MOR MAT", "T5 MOR MAT"),  # else trump
        ("SK B6", "B6 B7 MAT", None),  # else any card; the Matto is no trump
        ("T9 B6", "B6 BEG", "BEG"),  # the Begato is a trump
        ("T9 B6", "B6 MOR", "MOR"),  # and so are the Mori
        ("T9 B6", "B6 MAT", None),
        ("T5 T6", "T6 ANG", None),  # no duty to beat
        ("SK T5", "T5 ANG B6", None),
        ("SK S6", "S6 SA", None),
        ("MAT B6", "B6 S6 T5", None),  # free after a led Matto
    ],
)
def test_what_may_be_played(cards: str, held: str, legal: str | None) -> None:
    """A player follows suit, else trumps, else plays any card; the Matto always (B4.2, B4.4)."""
    found = revokes(cards, {1: held})
    assert [PACK.codes_of(one.legal) for one in found] == ([legal.split()] if legal else [])


@pytest.mark.parametrize(
    ("cards", "held", "legal"),
    [
        ("MAT S6 BK", "BK SQ", "SQ"),
        ("MAT T5 BK", "BK BEG", "BEG"),
        ("MAT S6 BK", "BK T6", "T6"),
        ("MAT S6 BK", "BK C6", None),
    ],
)
def test_third_player_after_a_led_matto(cards: str, held: str, legal: str | None) -> None:
    """The card after a led Matto sets the suit that the others follow (B4.4)."""
    found = revokes(cards, {2: held})
    assert [PACK.codes_of(one.legal) for one in found] == ([legal.split()] if legal else [])


def test_revoke_is_found_from_what_is_played_later() -> None:
    """Without recorded hands a card played later shows what the player held."""
    found = replay(PACK, numbers("SK B6 S6 S7 SQ S8"), 0, None, UNKNOWN).revokes
    assert [(one.trick, one.place, one.seat, PACK.codes[one.card]) for one in found] == [
        (0, 1, 1, "B6")
    ]


def test_winner_leads_the_next_trick() -> None:
    """The winner of a trick leads to the next one (B4.1)."""
    played = replay(PACK, numbers("S6 SK S7 S8 B6 BK B7 B8 C6"), 3, None, UNKNOWN)
    assert played.leaders == [3, 0, 1]
    assert played.winners == [0, 1]


def test_recorded_leader_decides_whose_cards_they_are() -> None:
    """Where a trick says who led, its cards belong to the seats from there on."""
    played = replay(PACK, numbers("S6 S7 S8 S9"), 0, [2], UNKNOWN)
    assert [column and PACK.codes[column[0]] for column in played.columns] == [
        "S8",
        "S9",
        "S6",
        "S7",
    ]


def test_all_faults_of_a_hand_are_found_in_one_pass() -> None:
    """Two plays against the rules are two findings, each with what was legal."""
    result = audited(hand({"MAT": "S7", "S7": "MAT", "MOR": "MOR", "BEG": "B6", "B6": "BEG"}))
    found = [one for one in result.findings if one.code == "revoke"]
    assert [(one.trick, one.seat, one.card) for one in found] == [(1, "E", "S7"), (3, "N", "B6")]
    assert found[0].legal == ["T6", "T5", "MOR", "MAT"]
    assert found[1].legal == ["BEG"]
    assert found[1].path == "$.tricks[2].cards[2]"
    assert result.status == "illegal"
    assert result.score is not None


def test_legal_hand_is_legal() -> None:
    """A hand without a fault is legal, and every player is known to have followed the rules."""
    result = audited(hand())
    assert result.legal is True
    assert codes(result) == []


@given(st.permutations([card for card in range(62) if card != PACK.matto]), st.integers(0, 3))
def test_every_hand_has_a_legal_card(cards: list[int], led: int) -> None:
    """Whatever is led, every hand has a card that may be played, and only cards it holds (B4.2)."""
    held = sum(PACK.bits[card] for card in cards[:15])
    legal = PACK.legal(held, led)
    assert legal
    assert legal & ~held == 0
    if held & PACK.masks[led]:
        assert legal == held & PACK.masks[led]
    elif held & PACK.masks[4]:
        assert legal == held & PACK.masks[4]
    else:
        assert legal == held
