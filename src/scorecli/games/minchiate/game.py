"""Minchiate Fiorentine as the rest of the program sees it."""

from typing import Final

from scorecli.games.base import Game, MatchRules, Switch
from scorecli.games.minchiate.clean import score_clean
from scorecli.games.minchiate.combinations import KINDS
from scorecli.games.minchiate.count import COUNTED, score
from scorecli.games.minchiate.outcome import OUTCOME, resti_of, verdict
from scorecli.games.minchiate.pack import HAND, PACK
from scorecli.games.minchiate.pile_count import FIGURES
from scorecli.games.minchiate.running_claims import running_claims
from scorecli.games.minchiate.setup import dead_cards
from scorecli.games.minchiate.stakes import running_stakes

GAME: Final = Game(
    name="minchiate",
    title="Minchiate Fiorentine",
    sheet="M",
    revision=1,
    pack=PACK,
    hand_size=HAND,
    dealer_extra=0,
    figure_titles=FIGURES,
    kinds=KINDS,
    switches=(
        Switch(
            "taken_cards_score",
            (False, True),
            "M2.4",
            "the cards that the dealer takes out of the fola score at once",
        ),
        Switch(
            "matto_in_own_set",
            (False, True),
            "M5.2",
            "the Matto adds its 5 to T1 MAT T40 too",
        ),
        Switch(
            "tens",
            ("separate", "merged"),
            "M5.4",
            "whether all four tens are two combinations or one",
        ),
        Switch(
            "devil_world_gemini",
            (False, True),
            "M5.8",
            "T14 T35 T39 make a combination, in which T14 counts 5",
        ),
        Switch(
            "matto_always_pays",
            (False, True),
            "M7.1",
            "a card is given for the Matto even if its own team won its trick",
        ),
    ),
    claim_keys=frozenset({"events", "settled_resti", "lead"}),
    own_keys=frozenset(
        {
            *("cutter", "robbed", "turned_up", "taken", "fola"),
            *("declarations", "events", "running"),
        }
    ),
    clauses={
        "unknown-card": "M1.1",
        "unreadable-card": "M1.1",
        "inferred-card": "M1.1",
        "duplicate-card": "M1.1",
        "missing-card": "M1.1",
        "hand-size": "M2.2",
        "trick-size": "M2.1",
        "trick-count": "M4.1",
        "discard-count": "M2.5",
        "discard-mismatch": "M3.3",
        "pile-mismatch": "M7.4",
        "piles-incomplete": "M7.4",
        "revoke": "M4.2",
        "wrong-leader": "M4.1",
        "wrong-winner": "M4.2",
        "claim-mismatch": "M7.2",
    },
    match=MatchRules("net resti", resti_of, round=4, round_name="giro", opposed=True),
    score=score,
    score_clean=score_clean,
    figure_so_far="marks",
    verdict=verdict,
    dead=dead_cards,
    further_claims=running_claims,
    declared_in="marks",
    running_stakes=running_stakes,
    outcome=OUTCOME,
    total_of=COUNTED,
    claim_clauses={"marks": "M6.1", "winner": "M7.3", "margin": "M7.3"},
)
