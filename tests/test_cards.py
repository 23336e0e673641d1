"""The pack of Tarocchi Bolognesi (B1) and the masks that cards are handled in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecli.cards import MATTO_SUIT, TRUMP_SUIT
from scorecli.games.bologna.pack import PACK

CODES = list(PACK.codes)
some_cards = st.lists(st.sampled_from(range(len(CODES))), unique=True).map(
    lambda numbers: [CODES[number] for number in numbers]
)


def test_pack_has_the_cards_of_the_sheet() -> None:
    """The pack has 62 cards: ten a suit, 21 trumps and the Matto (B1.1)."""
    assert len(PACK.codes) == 62
    assert [PACK.suits.count(suit) for suit in range(6)] == [10, 10, 10, 10, 21, 1]
    assert PACK.codes.count("MOR") == 4


def test_pack_order_follows_the_ranks() -> None:
    """Pack order is suits S, B, C, D, then trumps, then MAT, each from high to low (G2, B1.2)."""
    assert PACK.codes[:10] == ("SK", "SQ", "SN", "SJ", "S10", "S9", "S8", "S7", "S6", "SA")
    assert PACK.codes[20:30] == ("CK", "CQ", "CN", "CJ", "CA", "C6", "C7", "C8", "C9", "C10")
    assert PACK.codes[40:45] == ("ANG", "MON", "SOL", "LUN", "T16")
    assert PACK.codes[55:] == ("T5", "MOR", "MOR", "MOR", "MOR", "BEG", "MAT")


def test_pack_is_worth_87() -> None:
    """All the values add up to 118, which is 87 less half a point for each of 62 cards (B1.4)."""
    assert PACK.points(PACK.everything) == 118
    assert PACK.points(PACK.everything) - 62 // 2 == 87


@pytest.mark.parametrize(
    ("codes", "value"),
    [
        ("ANG MON BEG MAT SK BK CK DK", 5),
        ("SQ BQ CQ DQ", 4),
        ("SN BN CN DN", 3),
        ("SJ BJ CJ DJ", 2),
        ("SOL LUN T16 T5 MOR SA CA S10 D6", 1),
    ],
)
def test_value_of_each_card(codes: str, value: int) -> None:
    """Each card has the value of the sheet (B1.4)."""
    assert {PACK.values[PACK.number[code]] for code in codes.split()} == {value}


@pytest.mark.parametrize(
    ("higher", "lower", "led"),
    [
        ("S10", "S9", "S6"),
        ("S6", "SA", "SK"),  # the ace of Spade is its lowest card
        ("CA", "C6", "C10"),  # the ace of Coppe is its best pip
        ("C6", "C10", "CK"),
        ("BEG", "SK", "SQ"),
        ("MOR", "BEG", "T5"),
        ("T5", "MOR", "SK"),
        ("LUN", "T16", "T5"),
        ("ANG", "MON", "T5"),
    ],
)
def test_which_card_beats_which(higher: str, lower: str, led: str) -> None:
    """Cards rank as the sheet says, and every trump beats every suit (B1.2, B1.3, B4.3)."""
    power = PACK.powers[PACK.suits[PACK.number[led]]]
    assert power[PACK.number[higher]] > power[PACK.number[lower]]


def test_four_mori_are_equal() -> None:
    """The four Mori have equal power (B1.3)."""
    mori = [card for card, code in enumerate(PACK.codes) if code == "MOR"]
    assert len({PACK.powers[TRUMP_SUIT][card] for card in mori}) == 1


def test_matto_and_other_suits_never_win() -> None:
    """A card that is neither trump nor of the led suit cannot win, and the Matto never (B4.4)."""
    for led in range(6):
        assert PACK.powers[led][PACK.matto] == -1
    assert PACK.powers[0][PACK.number["BK"]] == -1
    assert PACK.suits[PACK.matto] == MATTO_SUIT


@given(some_cards)
def test_codes_and_masks_are_two_ways_to_write_the_same(codes: list[str]) -> None:
    """Codes turned into a mask and back are the same cards, in pack order."""
    mask = PACK.mask(codes)
    assert mask.bit_count() == len(codes)
    assert PACK.codes_of(mask) == sorted(codes, key=CODES.index)


@given(some_cards, some_cards)
def test_cards_that_another_lacks(mine: list[str], other: list[str]) -> None:
    """What is left of some cards without others counts cards that are alike by their number."""
    left = list(mine)
    for code in other:
        if code in left:
            left.remove(code)
    assert sorted(PACK.codes_of(PACK.without(PACK.mask(mine), PACK.mask(other)))) == sorted(left)


@pytest.mark.parametrize(
    ("codes", "count"),
    [("SK SK", 1), ("MOR MOR MOR MOR MOR", 4), ("T5 T5 MOR", 2), ("T6 T6 T6 T6 T5", 2)],
)
def test_cards_that_come_twice_count_once(codes: str, count: int) -> None:
    """A card that is listed too often counts as often as the pack has it."""
    listed = codes.split()
    assert PACK.mask(listed).bit_count() == count
    assert set(PACK.codes_of(PACK.mask(listed))) == set(listed)


def test_card_of_another_pack_is_refused() -> None:
    """A code that the pack does not have cannot become part of a mask."""
    with pytest.raises(KeyError):
        PACK.mask(["T17"])
