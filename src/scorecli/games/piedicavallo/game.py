"""Tarocchi of Piedicavallo as the rest of the program sees it."""

from typing import Final

from scorecli.games.base import Game, MatchRules, Switch
from scorecli.games.piedicavallo.count import FIGURES, score, score_clean
from scorecli.games.piedicavallo.pack import ALL_CARD_POINTS, DISCARDS, HAND, PACK, pack_under
from scorecli.games.score import totals_of, verdict_by_totals

GAME: Final = Game(
    name="piedicavallo",
    title="Tarocchi of Piedicavallo",
    sheet="P",
    revision=1,
    pack=PACK,
    pack_under=pack_under,
    hand_size=HAND,
    dealer_extra=DISCARDS,
    figure_titles=FIGURES,
    kinds=(),
    switches=(
        Switch(
            "high_trump",
            (21, 20),
            "P1.2",
            "which trump is the highest, is worth 5 and never goes into the discards",
        ),
        Switch(
            "trump_discard",
            ("forced_or_void", "forced_only"),
            "P2.3",
            "whether trumps may be laid away so that none is left, or only if nothing else can go",
        ),
        Switch(
            "matto_is_trump_in_void_test",
            (False, True),
            "P2.3",
            "a Matto that is kept counts as a trump that is left",
        ),
        Switch(
            "matto_last_trick",
            ("kept", "to_winner"),
            "P3.5",
            "whether the Matto stays with its team in the last trick too, or goes to the winner",
        ),
        Switch(
            "matto_exchange",
            ("none", "one_point_card"),
            "P3.5",
            "whether a card of 1 point is given for the Matto if the other team won its trick",
        ),
    ),
    claim_keys=frozenset(),
    own_keys=frozenset({"announced_trumps"}),
    clauses={
        "unknown-card": "P1.1",
        "unreadable-card": "P1.1",
        "inferred-card": "P1.1",
        "duplicate-card": "P1.1",
        "missing-card": "P1.1",
        "hand-size": "P2.1",
        "trick-size": "P3.1",
        "trick-count": "P3.1",
        "discard-count": "P2.1",
        "discard-mismatch": "P2.1",
        "pile-mismatch": "P4.1",
        "piles-incomplete": "P4.1",
        "revoke": "P3.2",
        "wrong-leader": "P3.1",
        "wrong-winner": "P3.3",
        "claim-mismatch": "P4.1",
    },
    match=MatchRules("points", totals_of, hands=4, both=ALL_CARD_POINTS, clause="P4.2"),
    score=score,
    score_clean=score_clean,
    figure_so_far=None,
    verdict=verdict_by_totals,
)
