"""Tarocchi Bolognesi (Ottocento) as the rest of the program sees it."""

from typing import Final

from scorecli.games.base import Game, MatchRules, Switch
from scorecli.games.bologna.combinations import KINDS
from scorecli.games.bologna.count import FIGURES, score, score_clean
from scorecli.games.bologna.pack import DISCARDS, HAND, PACK
from scorecli.games.score import totals_of, verdict_by_totals

GAME: Final = Game(
    name="bologna",
    title="Tarocchi Bolognesi",
    sheet="B",
    revision=1,
    pack=PACK,
    hand_size=HAND,
    dealer_extra=DISCARDS,
    figure_titles=FIGURES,
    kinds=KINDS,
    switches=(
        Switch(
            "partial_declarations",
            (False, True),
            "B3.3",
            "a seat may declare some of its combinations and keep back others",
        ),
        Switch(
            "grande_complete",
            ("filled", "real"),
            "B6.7",
            "whether a Grande that counters complete takes the Mori in, or only a real one",
        ),
        Switch(
            "matto_payment_from",
            ("pile", "tricks"),
            "B7.1",
            "whether the discards may pay for the Matto, or only cards won in tricks",
        ),
    ),
    claim_keys=frozenset(),
    own_keys=frozenset({"declarations"}),
    clauses={
        "unknown-card": "B1.1",
        "unreadable-card": "B1.1",
        "inferred-card": "B1.1",
        "duplicate-card": "B1.1",
        "missing-card": "B1.1",
        "hand-size": "B2.1",
        "trick-size": "B2.1",
        "trick-count": "B4.1",
        "discard-count": "B2.2",
        "discard-mismatch": "B2.2",
        "pile-mismatch": "B7.3",
        "piles-incomplete": "B7.3",
        "revoke": "B4.2",
        "wrong-leader": "B4.1",
        "wrong-winner": "B4.3",
        "claim-mismatch": "B7.2",
    },
    match=MatchRules("points", totals_of, target=800),
    declared_in="declarations",
    score=score,
    score_clean=score_clean,
    figure_so_far="declarations",
    verdict=verdict_by_totals,
)
