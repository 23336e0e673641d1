"""How the program and the naive scorer of Tarocchi of Piedicavallo are compared."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from scorecli.audit import Audit
from scorecli.cards import TRUMP_SUIT
from scorecli.dealing.chance import below, chance_of_hand, choose, shuffled
from scorecli.dealing.planting import deal_hands
from scorecli.dealing.random_hand import play_out
from scorecli.games.piedicavallo.game import GAME
from scorecli.seats import SEATS
from tests.naive.agreement import (
    Comparison,
    audit_of,
    figures_of,
    naive_places,
    places,
)
from tests.naive.piedicavallo import score

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
HOUSE_RULES: Final[list[tuple[str, bool | int | str]]] = [
    ("high_trump", 20),
    ("trump_discard", "forced_only"),
    ("matto_is_trump_in_void_test", True),
    ("matto_last_trick", "to_winner"),
    ("matto_exchange", "one_point_card"),
]


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
    trumps = pack.cards(pack.masks[TRUMP_SUIT])
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


COMPARISON: Final = Comparison(GAME, check_agreement, HOUSE_RULES, hands_for_house_rules)
