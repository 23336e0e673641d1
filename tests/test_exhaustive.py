"""Checks that go through all there is (`make long`)."""

import random
from itertools import combinations_with_replacement, product

import pytest

from scorecli.games.bologna.combinations import sequences_in, sets_in, worth
from scorecli.games.bologna.pack import NUMBERS, PACK
from scorecli.games.minchiate.combinations import points_in as versicole
from scorecli.games.minchiate.pack import PACK as MINCHIATE
from tests.test_combinations import found_in, points_by_subtraction

pytestmark = pytest.mark.long


USEFUL_TRUMPS = [
    (*singles, *NUMBERS[:numbers], *["MOR"] * mori)
    for singles in (
        tuple(card for card in held if card)
        for held in product(*[(card, "") for card in ("ANG", "MON", "BEG", "MAT", "SOL", "LUN")])
    )
    for numbers in range(13)
    for mori in range(5)
]
TRUMPS_BY_NUMBER = {
    number: [PACK.mask(trumps) for trumps in USEFUL_TRUMPS if len(trumps) == number]
    for number in range(16)
}


def test_no_fifteen_cards_are_worth_more_than_416() -> None:
    """Of all hands of 15 cards that can matter none is worth more than 416 (worked figures).

    A further card never makes a hand worth less, so that hands of just 15 such cards are enough;
    the suits are alike but for their ranks, which do not matter here; and of the numbers
    the highest serve the Grande at least as well as any others.
    """
    suit_holdings = ["".join(held) for held in product(*[(rank, "") for rank in "KQNJA"])]
    best = 0
    for suits in combinations_with_replacement(suit_holdings, 4):
        room = 15 - sum(map(len, suits))
        if room < 0:
            continue
        cards = [suit + rank for suit, ranks in zip("SBCD", suits, strict=True) for rank in ranks]
        suited = PACK.mask(cards)
        for trumps in TRUMPS_BY_NUMBER[room]:
            held = suited | trumps
            best = max(best, worth(sets_in(held)) + worth(sequences_in(held)))
    assert best == 416


def test_grande_by_subtraction_on_100_000_piles() -> None:
    """The formula of the sheet agrees with the count on 100 000 random piles."""
    chance = random.Random(41)
    trumps = [*NUMBERS, "MON", "SOL", "LUN", "BEG", "MAT", "MOR", "MOR", "MOR", "MOR"]
    for _ in range(100_000):
        pile = ["ANG", *chance.sample(trumps, chance.randrange(2, len(trumps) + 1))]
        found = found_in(" ".join(pile)).get("grande")
        if found is not None:
            assert found.points == points_by_subtraction(set(pile), pile.count("MOR"))


def test_combinations_of_both_teams_are_at_most_232() -> None:
    """However the cards of combinations lie in two piles, they make 232 at most (M7.4).

    The Kings make most where all four lie with the Matto, which no other combination hinders.
    """
    trumps = [MINCHIATE.bit[f"T{n}"] for n in (*range(1, 6), 10, 13, 20, *range(28, 41))]
    matto, kings = MINCHIATE.bit["MAT"], MINCHIATE.mask(["SK", "BK", "CK", "DK"])
    everything = sum(trumps)
    best = 0
    pile = 0
    # Gray code: one trump changes sides at each step.
    for step in range(1, 1 << len(trumps)):
        pile ^= trumps[(step & -step).bit_length() - 1]
        other = everything ^ pile
        best = max(best, versicole(pile | matto | kings) + versicole(other))
    assert best == 232
