"""The program and the naive scorer of each game, written apart, agree on every hand."""

from typing import Final

import pytest

from scorecli.dealing.chance import below, chance_of_hand, choose, happens, shuffled
from scorecli.dealing.planting import deal_hands
from scorecli.games import GAMES
from scorecli.games.piedicavallo.discards import lawful_discards
from scorecli.games.piedicavallo.pack import pack_under
from scorecli.seats import SEATS
from tests.naive import bologna_comparison, minchiate_comparison, piedicavallo_comparison
from tests.naive.agreement import (
    Comparison,
    codes_to_plant,
    figures_of,
    hands_played_at_will,
    is_complete,
)
from tests.naive.piedicavallo import legal_discards

BOLOGNA: Final = bologna_comparison.COMPARISON
MINCHIATE: Final = minchiate_comparison.COMPARISON
PIEDICAVALLO: Final = piedicavallo_comparison.COMPARISON
COMPARED: Final = {one.game.name: one for one in (BOLOGNA, MINCHIATE, PIEDICAVALLO)}

HANDS: Final = 72
PLANTED_HANDS: Final = 6
"""Of each code."""
LONG: Final = 34
"""How many times more of both in the long run."""
DISCARDS: Final = 1_000
"""How many hands of 17 cards the discard rule is tried on; fifty times more in the long run."""

RULES: Final = [
    pytest.param(one, switch, value, id=f"{name}-{switch}")
    for name, one in COMPARED.items()
    for switch, value in one.house_rules
]
PLANTED: Final = [
    pytest.param(one, code, id=f"{name}-{code}")
    for name, one in COMPARED.items()
    for code in codes_to_plant(one.game)
]
EACH_GAME: Final = [pytest.param(one, id=name) for name, one in COMPARED.items()]


def test_every_game_has_a_naive_scorer() -> None:
    """No game is without a second scorer, and every house rule is compared."""
    assert list(COMPARED) == list(GAMES)
    for one in COMPARED.values():
        assert [switch for switch, _ in one.house_rules] == list(one.game.defaults)


def check_clean(one: Comparison, hands: int) -> None:
    """Random hands without a fault: both find none."""
    for record in deal_hands(one.game, 7, hands):
        assert not one.check(record).findings


def check_planted(one: Comparison, code: str, hands: int) -> None:
    """Hands with a fault, where all tricks are complete."""
    for record in deal_hands(one.game, 8, hands, [code]):
        if is_complete(record, one.game.hand_size):
            one.check(record)


def check_house_rule(one: Comparison, switch: str, value: object, hands: int) -> None:
    """The same hands with and without a house rule, which must make a difference."""
    changed = 0
    for record in one.for_house_rules(hands):
        usual = one.check(record)
        other = one.check(record | {"house_rules": {switch: value}})
        found = [{(each.code, each.card) for each in both.findings} for both in (usual, other)]
        changed += figures_of(usual) != figures_of(other) or found[0] != found[1]
    assert changed


@pytest.mark.parametrize("one", EACH_GAME)
def test_clean_hands(one: Comparison) -> None:
    """Both agree on random hands without a fault."""
    check_clean(one, HANDS)


@pytest.mark.long
@pytest.mark.parametrize("one", EACH_GAME)
def test_many_clean_hands(one: Comparison) -> None:
    """Both agree on however many hands without a fault."""
    check_clean(one, LONG * HANDS)


@pytest.mark.parametrize(("one", "switch", "value"), RULES)
def test_house_rules(one: Comparison, switch: str, value: object) -> None:
    """Both agree under each house rule, and each makes a difference."""
    check_house_rule(one, switch, value, HANDS)


@pytest.mark.long
@pytest.mark.parametrize(("one", "switch", "value"), RULES)
def test_house_rules_in_many_hands(one: Comparison, switch: str, value: object) -> None:
    """Both agree under each house rule on however many hands."""
    check_house_rule(one, switch, value, LONG * HANDS // 2)


@pytest.mark.parametrize(("one", "code"), PLANTED)
def test_planted_faults(one: Comparison, code: str) -> None:
    """Both find the same faults at the same places."""
    check_planted(one, code, PLANTED_HANDS)


@pytest.mark.long
@pytest.mark.parametrize(("one", "code"), PLANTED)
def test_planted_faults_in_many_hands(one: Comparison, code: str) -> None:
    """Both find the same faults in however many hands."""
    check_planted(one, code, LONG * PLANTED_HANDS)


# What one game alone has


def test_hands_with_high_trumps_in_bologna() -> None:
    """Both agree where one team wins nearly all tricks, or all."""
    fewest = 15
    for record in bologna_comparison.stacked_hands(HANDS):
        audited = BOLOGNA.check(record)
        assert audited.score is not None
        fewest = min(fewest, *(figures["tricks_won"] or 0 for figures in audited.score.figures))
    assert fewest == 0


def test_bologna_played_at_will() -> None:
    """Both agree on hands in which any card may be played at any time."""
    for record in hands_played_at_will(BOLOGNA.game, HANDS):
        BOLOGNA.check(record)


def test_hands_with_high_trumps_in_minchiate() -> None:
    """Both agree where one hand has most of what counts, and a declaration settles resti."""
    most = 0
    for record in minchiate_comparison.stacked_hands(HANDS):
        audited = MINCHIATE.check(record)
        assert audited.score is not None
        most = max(most, abs(audited.score.outcome["settled_resti"] or 0))
    assert most >= 2


def test_minchiate_played_at_will() -> None:
    """Both agree on hands in which any card may be played at any time."""
    for record in hands_played_at_will(MINCHIATE.game, HANDS // 3):
        MINCHIATE.check(record)
        played = {code for trick in record["tricks"] for code in trick}
        fola = [code for code in MINCHIATE.game.pack.codes if code not in played]
        MINCHIATE.check(record | {"robbed": {}, "turned_up": {}, "fola": fola})


def test_setups_of_minchiate_at_will() -> None:
    """Both agree on what is wrong with robs, turn-ups and discards that nobody could have made."""
    for number in range(1, HANDS + 1):
        rng = chance_of_hand(12, number)
        cards = shuffled(rng, MINCHIATE.game.pack.codes)
        discards, fola = cards[84:92], cards[92:]
        # What is said of a card is said but once.
        named = shuffled(rng, [card for card in cards if card != fola[0]])
        record = {
            "variant": "minchiate",
            "dealer": choose(rng, SEATS),
            "cutter": choose(rng, SEATS),
            "robbed": {seat: [named.pop()] for seat in SEATS if happens(rng, 0.5)},
            "turned_up": {seat: named.pop() for seat in SEATS},
            "taken": named[: below(rng, 4)],
            "discards": {seat: [discards.pop(), discards.pop()] for seat in SEATS},
            "fola": fola,
            "declarations": {},
            "tricks": [cards[start : start + 4] for start in range(0, 84, 4)],
        }
        MINCHIATE.check(record)


def test_hands_with_few_or_many_trumps_in_piedicavallo() -> None:
    """Both agree where trumps are laid away, and where one team wins all tricks."""
    fewest, announced = 15, set()
    for record in piedicavallo_comparison.stacked_hands(HANDS):
        audited = PIEDICAVALLO.check(record)
        assert audited.score is not None
        fewest = min(fewest, *(figures["tricks_won"] or 0 for figures in audited.score.figures))
        announced.add(record["announced_trumps"])
    assert fewest == 0
    assert announced == {0, 1, 2}


def test_piedicavallo_played_at_will() -> None:
    """Both agree on hands in which any card may be played at any time, and laid away."""
    for number, record in enumerate(hands_played_at_will(PIEDICAVALLO.game, HANDS), 1):
        rng = chance_of_hand(14, number)
        rules = {switch: value for switch, value in PIEDICAVALLO.house_rules if happens(rng, 0.3)}
        announced = choose(rng, [None, 0, 1, 2])
        tricks = [
            {"lead": choose(rng, SEATS), "cards": cards} if happens(rng, 0.1) else cards
            for cards in record["tricks"]
        ]
        PIEDICAVALLO.check(
            record | {"house_rules": rules, "announced_trumps": announced, "tricks": tricks}
        )


def check_discard_rule(hands: int) -> None:
    """Hold the legal pairs of random hands of 17 cards against trying every pair."""
    for number in range(1, hands + 1):
        rng = chance_of_hand(13, number)
        rules = {
            **PIEDICAVALLO.game.defaults,
            **{row[0]: row[1] for row in PIEDICAVALLO.house_rules[:3] if happens(rng, 0.3)},
        }
        pack = pack_under(rules)
        trumps = below(rng, 18)
        cards = shuffled(rng, [code for code in pack.codes if code[0] == "T"])[:trumps]
        others = [code for code in pack.codes if code[0] != "T"]
        cards += shuffled(rng, others)[: 17 - trumps]
        found = [
            set(pack.codes_of(pair)) for pair in lawful_discards(pack, pack.mask(cards), rules)
        ]
        tried = [set(pair) for pair in legal_discards(cards, rules)]
        assert found, cards
        assert len(found) == len(tried), cards
        assert all(pair in tried for pair in found), cards


def test_discard_rule() -> None:
    """What may be laid away is what trying every pair finds, and there is always something."""
    check_discard_rule(DISCARDS)


@pytest.mark.long
def test_discard_rule_on_many_hands() -> None:
    """Of a hundred thousand dealers' cards just the lawful pairs may be laid away."""
    check_discard_rule(100 * DISCARDS)
