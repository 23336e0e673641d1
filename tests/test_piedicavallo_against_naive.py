"""The program and the naive scorer of Piedicavallo, written apart, agree on every hand."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from scorecli.audit import Audit
from scorecli.cards import TRUMPS
from scorecli.dealing.chance import below, chance_of_hand, choose, happens, shuffled
from scorecli.dealing.planting import deal_hands
from scorecli.dealing.random_hand import play_out
from scorecli.games.piedicavallo.discards import lawful_discards
from scorecli.games.piedicavallo.game import GAME
from scorecli.games.piedicavallo.pack import pack_under
from scorecli.table.seats import SEATS
from tests.naive.agreement import (
    HANDS,
    LONG,
    PLANTED_HANDS,
    audit_of,
    check_clean,
    check_house_rule,
    check_planted,
    codes_to_plant,
    figures_of,
    hands_played_at_will,
    naive_places,
    places,
)
from tests.naive.piedicavallo import legal_discards, score

KNOWN_TO_BOTH: Final = frozenset(
    {
        "assumed-payment",
        "claim-mismatch",
        "discard-count",
        "discard-mismatch",
        "duplicate-card",
        "illegal-discard",
        "matto-payment",
        "missing-card",
        "not-held",
        "revoke",
        "unknown-card",
        "wrong-announcement",
        "wrong-leader",
        "wrong-winner",
    }
)
HOUSE_RULES: Final[list[tuple[str, int | str]]] = [
    ("high_trump", 20),
    ("trump_discard", "forced_only"),
    ("matto_is_trump_in_void_test", True),
    ("matto_last_trick", "to_winner"),
    ("matto_exchange", "one_point_card"),
]
RULE_IDS: Final = [rule for rule, _ in HOUSE_RULES]
DISCARDS: Final = 2_000
"""How many hands of 17 cards the discard rule is tried on; fifty times more in the long run."""


def check_agreement(record: Mapping[str, Any]) -> Audit:
    """Score a record both ways and compare figures, outcome and findings."""
    audited = audit_of(record)
    naive = score(record)
    assert places(audited, KNOWN_TO_BOTH) == naive_places(naive), record
    illegal = {one.card for one in audited.findings if one.code == "illegal-discard"}
    assert illegal == {
        one["card"] for one in naive["findings"] if one["code"] == "illegal-discard"
    }, record
    assert figures_of(audited) == naive["teams"], record
    if audited.score is not None:
        assert (audited.score.winner, audited.score.margin) == (naive["winner"], naive["margin"])
    return audited


def stacked_hands(hands: int) -> Iterator[dict[str, Any]]:
    """Deal hands in which the dealer has few trumps, the Matto beside one, or hardly a card else.

    Such hands bring up what random ones hardly do: trumps laid away, a team without a trick.
    """
    pack = GAME.pack
    matto = pack.matto
    trumps = list(pack.cards(pack.masks[TRUMPS]))
    plain = [card for card in range(matto) if card not in trumps]
    for number in range(1, hands + 1):
        rng = chance_of_hand(15, number)
        few, many = shuffled(rng, trumps)[: 1 + below(rng, 2)], trumps[: 14 + below(rng, 4)]
        held = choose(rng, (few, [matto, few[0]], many))
        held += shuffled(rng, plain)[: 17 - len(held)]
        others = shuffled(rng, [card for card in range(len(pack.codes)) if card not in held])
        # The first that chance decides of a hand is who deals; the seats before get 15 each.
        before = 15 * SEATS.index(choose(chance_of_hand(9, number), SEATS))
        cards = [*others[:before], *held, *others[before:]]
        yield play_out(GAME, chance_of_hand(9, number), number, cards).finished()


def hands_for_house_rules(hands: int) -> Iterator[dict[str, Any]]:
    """Hands in which a house rule can matter."""
    yield from stacked_hands(hands)
    for record in deal_hands(GAME, 10, hands):
        yield record
        # And the Matto in the last trick, for the card that its seat played to it.
        text = json.dumps(record["tricks"])
        holder = next(seat for seat, cards in record["hands"].items() if "MAT" in cards)
        last = next(card for card in record["tricks"][-1] if card in record["hands"][holder])
        swapped = text.replace('"MAT"', '"?"').replace(f'"{last}"', '"MAT"')
        yield record | {"tricks": json.loads(swapped.replace('"?"', f'"{last}"'))}


def check_discard_rule(hands: int) -> None:
    """Hold the legal pairs of random hands of 17 cards against trying every pair."""
    for number in range(1, hands + 1):
        rng = chance_of_hand(13, number)
        rules = {
            **GAME.defaults,
            **{row[0]: row[1] for row in HOUSE_RULES[:3] if happens(rng, 0.3)},
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


def test_clean_hands() -> None:
    """Both agree on random hands without a fault."""
    check_clean(GAME, check_agreement, HANDS)


@pytest.mark.long
def test_many_clean_hands() -> None:
    """Both agree on however many hands without a fault."""
    check_clean(GAME, check_agreement, LONG * HANDS)


def test_stacked_hands() -> None:
    """Both agree where trumps are laid away, and where one team wins all tricks."""
    fewest, announced = 15, set()
    for record in stacked_hands(HANDS):
        audited = check_agreement(record)
        assert audited.score is not None
        fewest = min(fewest, *(figures["tricks_won"] or 0 for figures in audited.score.figures))
        announced.add(record["announced_trumps"])
    assert fewest == 0
    assert announced == {0, 1, 2}


@pytest.mark.parametrize(("switch", "value"), HOUSE_RULES, ids=RULE_IDS)
def test_house_rules(switch: str, value: object) -> None:
    """Both agree under each house rule, and each makes a difference."""
    check_house_rule(check_agreement, hands_for_house_rules(HANDS // 2), switch, value)


@pytest.mark.long
@pytest.mark.parametrize(("switch", "value"), HOUSE_RULES, ids=RULE_IDS)
def test_house_rules_in_many_hands(switch: str, value: object) -> None:
    """Both agree under each house rule on however many hands."""
    check_house_rule(check_agreement, hands_for_house_rules(LONG * HANDS // 2), switch, value)


@pytest.mark.parametrize("code", codes_to_plant(GAME))
def test_planted_faults(code: str) -> None:
    """Both find the same faults at the same places."""
    check_planted(GAME, check_agreement, code, PLANTED_HANDS)


@pytest.mark.long
@pytest.mark.parametrize("code", codes_to_plant(GAME))
def test_planted_faults_in_many_hands(code: str) -> None:
    """Both find the same faults in however many hands."""
    check_planted(GAME, check_agreement, code, LONG * PLANTED_HANDS)


def test_hands_played_at_will() -> None:
    """Both agree on hands in which any card may be played at any time, and laid away."""
    for number, record in enumerate(hands_played_at_will(GAME, HANDS), 1):
        rng = chance_of_hand(14, number)
        rules = {switch: value for switch, value in HOUSE_RULES if happens(rng, 0.3)}
        announced = choose(rng, [None, 0, 1, 2])
        tricks = [
            {"lead": choose(rng, SEATS), "cards": cards} if happens(rng, 0.1) else cards
            for cards in record["tricks"]
        ]
        check_agreement(
            record | {"house_rules": rules, "announced_trumps": announced, "tricks": tricks}
        )


def test_discard_rule() -> None:
    """What may be laid away is what trying every pair finds, and there is always something."""
    check_discard_rule(DISCARDS)


@pytest.mark.long
def test_discard_rule_on_many_hands() -> None:
    """The same of a hundred thousand hands."""
    check_discard_rule(50 * DISCARDS)
