"""Records with one fault of choice: each finding that a record alone can cause, on request."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from scorecli.dealing import planted_cards as cards
from scorecli.dealing import planted_claims as claims
from scorecli.dealing import planted_declarations as declarations
from scorecli.dealing import planted_play as play
from scorecli.dealing import planted_setup as setup
from scorecli.dealing.chance import chance_of_hand
from scorecli.dealing.draft import Draft
from scorecli.dealing.random_hand import deal_draft, deal_record
from scorecli.dealing.special import RecordFields, special_of
from scorecli.errors import UsageError
from scorecli.games.base import Game
from scorecli.ledger import SEVERITIES

Planter = Callable[[Draft], str | None]
"""Puts a fault into a hand without one; the path of the finding, or None if the hand forbids it."""

_OF_EVERY_GAME: Final[Mapping[str, Planter]] = {
    "unreadable": cards.unreadable,
    "format-assumed": cards.format_assumed,
    "unknown-card": cards.unknown_card,
    "unreadable-card": cards.unreadable_card,
    "inferred-card": cards.inferred_card,
    "duplicate-card": cards.duplicate_card,
    "missing-card": cards.missing_card,
    "hand-size": cards.hand_size,
    "trick-size": cards.trick_size,
    "trick-count": cards.trick_count,
    "discard-count": cards.discard_count,
    "discard-mismatch": cards.discard_mismatch,
    "pile-mismatch": cards.pile_mismatch,
    "piles-incomplete": cards.piles_incomplete,
    "play-unchecked": cards.play_unchecked,
    "not-held": cards.not_held,
    "unplayed-card": cards.unplayed_card,
    "illegal-discard": play.illegal_discard,
    "wrong-leader": play.wrong_leader,
    "wrong-winner": play.wrong_winner,
    "revoke": play.revoke,
    "matto-payment": claims.matto_payment,
    "claim-mismatch": claims.claim_mismatch,
    "claim-unchecked": claims.claim_unchecked,
}
_OF_SOME_GAMES: Final[Mapping[str, Planter]] = {
    "wrong-announcement": play.wrong_announcement,
    "king-drop": play.king_drop,
    "rob": setup.rob,
    "turn-up": setup.turn_up,
    "taken": setup.taken,
    "dead-card": setup.dead_card,
    "no-declarations": declarations.no_declarations,
    "declaration-empty": declarations.declaration_empty,
    "declaration-unchecked": declarations.declaration_unchecked,
    "declaration-ambiguous": declarations.declaration_ambiguous,
    "declaration-short": declarations.declaration_short,
    "declaration-repeated": declarations.declaration_repeated,
    "declaration-not-held": declarations.declaration_not_held,
    "declaration-no-combination": declarations.declaration_no_combination,
    "declaration-value": declarations.declaration_value,
    "partial-declaration": declarations.partial_declaration,
    "late-declaration": declarations.late_declaration,
    "dear-payment": claims.dear_payment,
    "assumed-payment": claims.assumed_payment,
    "claim-impossible": claims.claim_impossible,
}

PLANTERS: Final[Mapping[str, Planter]] = {**_OF_EVERY_GAME, **_OF_SOME_GAMES}
"""By finding code what plants it, in the games whose records can show it.

Not here are `byte-order-mark`, which is a matter of the file, `rule-overridden`, one of an option,
and the codes of a match, which takes several hands.
"""

_WITH_FOLA: Final[Mapping[str, Planter]] = {
    "discard-count": setup.discard_count,
    "discard-mismatch": setup.discard_mismatch,
}
"""What plants a fault in the discards of a game that leaves a fola, and in which two lay away."""

_CLAIM_CODES: Final = frozenset({"claim-mismatch", "claim-unchecked", "claim-impossible"})
_MOST_DEALS: Final = 10_000


def planters_of(game: Game) -> Mapping[str, Planter]:
    """By finding code what plants it in a record of a game, in the order of `SEVERITIES`."""
    codes = _OF_EVERY_GAME.keys() | special_of(game).SPECIAL_CODES
    planters = PLANTERS if "fola" in game.foreign_keys else {**PLANTERS, **_WITH_FOLA}
    return {code: planters[code] for code in SEVERITIES if code in codes}


def is_code(code: str) -> bool:
    """Whether a finding has this code, though it may be none that can be planted."""
    return code in SEVERITIES


def deal_planted(game: Game, rng: Random, number: int, code: str) -> RecordFields:
    """A record of a random hand with one fault.

    What follows of necessity is wrong too: where a card stands twice, another is missing. The
    claims are those of the faulty hand, as far as it can be scored. `x.planted` tells the code
    and the path of the finding.

    Args:
        game: its game.
        rng: the chance that decides everything else.
        number: the number of the hand, counted from 1.
        code: the code of a finding.

    Raises:
        UsageError: if no hand of the game can show the fault.
    """
    planters = planters_of(game)
    if code not in planters:
        raise UsageError(
            f"no record of {game.name} can show {code!r}; it can show {', '.join(planters)}"
        )
    for _ in range(_MOST_DEALS):
        draft = deal_draft(game, rng, number)
        path = planters[code](draft)
        if path is not None:
            if code not in _CLAIM_CODES:
                draft.claim()
            draft.record["x"] = {"planted": {"code": code, "path": path}}
            return draft.finished()
    raise UsageError(f"no hand of {game.name} was found that can show {code!r}")


def deal_hands(
    game: Game, seed: int, hands: int, codes: Sequence[str] = (), every: int = 1
) -> Iterator[RecordFields]:
    """Records of random hands, numbered from 1; the same seed makes the same ones.

    Args:
        game: their game.
        seed: what the chance of every hand is made from. A hand does not depend on those before.
        hands: how many.
        codes: the faults to plant, one a hand, in turn; none for hands without a fault.
        every: plant in every so many-th hand.
    """
    for number in range(1, hands + 1):
        rng = chance_of_hand(seed, number)
        turn, rest = divmod(number, every)
        if codes and not rest:
            yield deal_planted(game, rng, number, codes[(turn - 1) % len(codes)])
        else:
            yield deal_record(game, rng, number)
