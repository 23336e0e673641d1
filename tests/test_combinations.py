"""Sets and sequences of Tarocchi Bolognesi (B5, B6), by the figures of the sheet."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecli.games.bologna.combinations import (
    grande,
    sequence_points_in,
    sequences_in,
    set_points,
    sets_in,
    worth,
)
from scorecli.games.bologna.pack import NUMBERS, PACK
from scorecli.ledger import Combination
from tests.conftest import FIXTURES
from tests.naive.bologna import combinations as naive_combinations

CASES = [
    row
    for row in json.loads((FIXTURES / "cases" / "combinations.json").read_text())
    if row["variant"] == "bologna"
]
CODES = list(PACK.codes)
piles = st.sets(st.sampled_from(range(len(CODES)))).map(
    lambda numbers: [CODES[number] for number in sorted(numbers)]
)


def found_in(cards: str, **rules: bool) -> dict[str, Combination]:
    """All combinations among some cards, by kind."""
    held = PACK.mask(cards.split())
    return {one.kind: one for one in [*sets_in(held), *sequences_in(held, **rules)]}


def roles(combination: Combination) -> dict[str, str | None]:
    """What each counter of a combination stands for, by counter."""
    return dict(combination.roles(PACK))


@pytest.mark.parametrize("row", CASES, ids=[row["id"] for row in CASES])
def test_combinations_of_the_cases(row: dict[str, Any]) -> None:
    """Lists of cards with known combinations have just these, and are worth what they say."""
    held = PACK.mask(row["cards"].split())
    sets, sequences = sets_in(held), sequences_in(held)
    found = {one.kind: one for one in [*sets, *sequences]}
    expected = {one["kind"]: one for one in row["combinations"]}
    assert {kind: one.points for kind, one in found.items()} == {
        kind: one["points"] for kind, one in expected.items()
    }
    assert all(
        found[kind].length == one["length"] for kind, one in expected.items() if "length" in one
    )
    assert (worth(sets), worth(sequences)) == (row["sets"], row["sequences"])


def test_whole_pack_has_296_points_of_sets_and_550_of_sequences() -> None:
    """All 62 cards make five sets worth 296 and seven sequences worth 550 (worked figures)."""
    sets, sequences = sets_in(PACK.everything), sequences_in(PACK.everything)
    assert (len(sets), worth(sets)) == (5, 296)
    assert (len(sequences), worth(sequences)) == (7, 550)


@pytest.mark.parametrize(
    ("kind", "cards", "three", "four"),
    [
        ("tarocchi", "ANG MON BEG MAT", 18, 36),
        ("kings", "SK BK CK DK", 17, 34),
        ("queens", "SQ BQ CQ DQ", 14, 28),
        ("knights", "SN BN CN DN", 13, 26),
        ("jacks", "SJ BJ CJ DJ", 12, 24),
    ],
)
def test_sets_of_three_and_of_four(kind: str, cards: str, three: int, four: int) -> None:
    """Four cards of a set replace three and are worth twice as much; two are nothing (B5.1)."""
    codes = cards.split()
    assert found_in(cards)[kind].points == four
    for left_out in codes:
        rest = " ".join(code for code in codes if code != left_out)
        assert found_in(rest)[kind].points == three
    assert kind not in found_in(" ".join(codes[:2]))


def test_counters_do_not_stand_in_a_set() -> None:
    """Two Kings and both counters make no set (B5.2)."""
    assert found_in("SK BK BEG MAT") == {}


def test_three_different_sets_are_doubled() -> None:
    """Two sets count once, three count double, whatever the sequences (B5.3)."""
    two = sets_in(PACK.mask("SK BK CK SQ BQ CQ".split()))
    three = sets_in(PACK.mask("SK BK CK SQ BQ CQ SJ BJ CJ".split()))
    assert worth(two) == 17 + 14
    assert worth(three) == 2 * (17 + 14 + 12)


def test_two_sequences_are_not_doubled_and_three_are() -> None:
    """Three sequences count double, two do not (B6.2)."""
    assert worth(sequences_in(PACK.mask("SK SQ SN BK BQ BN".split()))) == 20
    assert worth(sequences_in(PACK.mask("SK SQ SN BK BQ BN CK CQ CN".split()))) == 60


@pytest.mark.parametrize(
    ("cards", "length"),
    [
        ("SK SQ SA", None),  # the ace is no figure
        ("SK SA BEG MAT", None),  # no real figure
        ("SQ SN SJ SA MAT", None),  # the King cannot be filled
        ("SK SQ MAT", 3),
        ("SK SQ SA MAT", 4),
        ("SK SQ SN SJ SA BEG MAT", 7),
        ("SK SN SJ", 3),  # a missing figure is skipped
    ],
)
def test_suit_sequences(cards: str, length: int | None) -> None:
    """A suit needs its real King, a real figure, and two figures with the counters (B6.4)."""
    found = found_in(cards).get("swords")
    assert (found.length if found else None) == length


@pytest.mark.parametrize(
    ("kind", "cards", "length"),
    [
        ("aces", "SA BEG MAT", None),
        ("aces", "SA DA", None),
        ("aces", "SA DA MAT", 3),
        ("aces", "SA DA BA CA BEG MAT", 6),
        ("moors", "MOR BEG MAT", None),
        ("moors", "MOR MOR", None),
        ("moors", "MOR MOR BEG MAT", 4),
        ("moors", "MOR MOR MOR MOR MAT", 5),
    ],
)
def test_aces_and_mori(kind: str, cards: str, length: int | None) -> None:
    """Aces and Mori need two real ones, and three with the counters (B6.5)."""
    found = found_in(cards).get(kind)
    assert (found.length if found else None) == length


@pytest.mark.parametrize(
    ("cards", "length"),
    [
        ("MON SOL LUN T16 BEG MAT", None),  # the Angelo cannot be filled
        ("ANG BEG MAT T16 T15", None),  # one of MON SOL LUN is real
        ("ANG MON BEG", 3),
        ("ANG MON T16 T15", None),  # two of MON SOL LUN are missing and no counter
        ("ANG MON LUN", 3),  # one missing costs nothing
        ("ANG MON LUN T16 T15 T13 T11 MAT", 7),
        ("ANG MON SOL LUN T16 T13 T12 BEG MAT", 7),  # T15 and T14 cannot both be filled
        ("ANG SOL T16 T14 T12 T11 BEG MAT", 6),
        ("ANG MON T15 T14 BEG MAT", 6),  # SOL filled is not counted as next to T16
        ("ANG MON SOL LUN T15 MAT", 6),
    ],
)
def test_grande(cards: str, length: int | None) -> None:
    """The Grande runs over gaps as far as counters fill them, never two in a row (B6.6, B6.8)."""
    found = found_in(cards).get("grande")
    assert (found.length if found else None) == length


def test_mori_join_only_a_complete_grande() -> None:
    """The Mori lengthen a Grande only if T16 ... T5 are all real or filled (B6.7)."""
    numbers = " ".join(NUMBERS)
    head = "ANG MON SOL LUN"
    without_t5 = numbers.replace(" T5", "")
    assert found_in(f"{head} {numbers} MOR MOR")["grande"].length == 18
    assert found_in(f"{head} {without_t5} MOR MOR")["grande"].length == 15
    assert found_in(f"{head} {without_t5} MOR MOR MAT")["grande"].length == 18


def test_house_rule_on_the_complete_grande() -> None:
    """Under `grande_complete: real` a filled number keeps the Mori out (B6.7)."""
    numbers = " ".join(NUMBERS)
    filled = f"ANG MON SOL LUN {numbers.replace(' T9', '')} MOR MOR MAT"
    real = f"ANG SOL LUN {numbers} MOR MOR MAT"
    assert found_in(filled)["grande"].length == 18
    assert found_in(filled, mori_join_filled=False)["grande"].length == 16
    # A filled head is no number: the twelve numbers are real.
    assert found_in(real, mori_join_filled=False)["grande"].length == 18


def test_begato_counts_once_in_the_grande() -> None:
    """The Bégato is not counted again as the lowest trump (B6.8)."""
    assert grande(PACK.masks[4]).length == 4 + 12 + 4 + 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("kind", "cards", "expected"),
    [
        ("swords", "SK SQ MAT", {"MAT": "SN"}),
        ("swords", "SK SN SJ BEG MAT", {"BEG": "SQ", "MAT": None}),
        ("aces", "SA DA BEG", {"BEG": "BA"}),
        ("aces", "SA BA CA DA BEG", {"BEG": None}),
        ("moors", "MOR MOR MOR MAT", {"MAT": "MOR"}),
        ("grande", "ANG MON T16 T14 BEG MAT", {"BEG": "SOL", "MAT": "T15"}),
        ("grande", "ANG MON SOL T16 MAT", {"MAT": "T15"}),
        ("grande", "ANG MON SOL T16 T15 T14 T11 T10 MAT", {"MAT": "T13"}),
    ],
)
def test_what_counters_stand_for(kind: str, cards: str, expected: dict[str, str | None]) -> None:
    """Each counter of a sequence stands for a missing card, or lengthens (B6.3)."""
    assert roles(found_in(cards)[kind]) == expected


@given(piles, st.booleans())
def test_naive_scorer_finds_the_same(pile: list[str], real_only: bool) -> None:
    """Trying out what the counters may stand for finds the same sets and sequences (B5, B6)."""
    rules = {"grande_complete": "real" if real_only else "filled"}
    found = found_in(" ".join(pile), mori_join_filled=not real_only)
    naive = {one["kind"]: one for one in naive_combinations(pile, rules)}
    assert {kind: one.points for kind, one in found.items()} == {
        kind: one["points"] for kind, one in naive.items()
    }
    for kind, one in naive.items():
        assert one.get("length", found[kind].length) == found[kind].length


def points_by_subtraction(pile: set[str], mori: int) -> int:
    """The Grande by the other way of the sheet: 105 − 5 × (n + h + k).

    n is the number of the trump that breaks the run, or the number of Mori missing if none does;
    h the trumps missing above it; k the counters missing.
    """
    counters = [code for code in ("BEG", "MAT") if code in pile]
    heads_missing = [code for code in ("MON", "SOL", "LUN") if code not in pile]
    left = len(counters) - (len(heads_missing) == 2)
    missing_above = len(heads_missing)
    breaks_at = None
    filled_before = False
    for number in range(16, 4, -1):
        if f"T{number}" in pile:
            filled_before = False
        elif left and not filled_before:
            left -= 1
            missing_above += 1
            filled_before = True
        else:
            breaks_at = number
            break
    n = 4 - mori if breaks_at is None else breaks_at
    return 105 - 5 * (n + missing_above + 2 - len(counters))


def piles_with_a_grande() -> st.SearchStrategy[list[str]]:
    """Piles that hold many trumps, so that their Grande is often long."""
    always = [card for card, code in enumerate(CODES) if code in ("ANG", "MON")]
    trumps = [card for card, code in enumerate(CODES) if 40 <= card < 61 or code == "MAT"]
    missing = st.sets(st.sampled_from([card for card in trumps if card not in always]), max_size=9)
    return missing.map(lambda cards: [CODES[card] for card in trumps if card not in cards])


@given(piles_with_a_grande())
def test_grande_by_subtraction(pile: list[str]) -> None:
    """Whenever there is a Grande, 105 − 5 × (n + h + k) gives its points too (worked figures)."""
    found = found_in(" ".join(pile)).get("grande")
    if found is not None:
        assert found.points == points_by_subtraction(set(pile), pile.count("MOR"))


@given(piles)
def test_a_further_card_never_makes_a_pile_worth_less(pile: list[str]) -> None:
    """Whatever is added to some cards, their sets and sequences are worth at least as much."""
    mask = PACK.mask(pile)
    points = worth(sets_in(mask)) + worth(sequences_in(mask))
    for card in PACK.cards(PACK.without(PACK.everything, mask)):
        more = PACK.mask([*pile, CODES[card]])
        assert worth(sets_in(more)) + worth(sequences_in(more)) >= points


@given(piles, st.booleans())
def test_sums_are_those_of_the_combinations(pile: list[str], real_only: bool) -> None:
    """The points summed from tables are those of the combinations that a breakdown shows."""
    mask = PACK.mask(pile)
    joined = {"mori_join_filled": not real_only}
    assert set_points(mask) == worth(sets_in(mask))
    assert sequence_points_in(mask, **joined) == worth(sequences_in(mask, **joined))


BEST_HAND = "ANG MON BEG MAT SK BK CK DK SQ BQ CQ DQ SA BA CA"


def test_best_declaration_is_worth_416() -> None:
    """ANG MON BEG MAT with four Kings, four Queens and three aces are worth 416."""
    held = PACK.mask(BEST_HAND.split())
    assert held.bit_count() == 15
    assert worth(sets_in(held)) + worth(sequences_in(held)) == 416
