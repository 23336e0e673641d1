"""What always holds of claims about a hand of Tarocchi Bolognesi that cannot be counted (B7)."""

from collections.abc import Mapping
from typing import Any, Final

from scorecli.games.bologna.combinations import sequence_points_in, set_points
from scorecli.games.bologna.pack import PACK
from scorecli.games.bologna.settlement import ALL_CARD_POINTS, LAST_TRICK
from scorecli.seats import TEAMS
from scorecli.table.claimed_figures import FigureRules

ALL_SETS: Final = set_points(PACK.everything)
ALL_SEQUENCES: Final = sequence_points_in(PACK.everything)
"""What the whole pack makes: 296 and 550."""


def _claimed_lead(claims: Mapping[str, Any]) -> int | None:
    """By how much the claimed total of NS is above that of EW, if both are claimed (B7.2)."""
    first, second = ((claims.get(name) or {}).get("total") for name in TEAMS)
    return None if first is None or second is None else first - second


CLAIMED: Final = FigureRules(
    shared={"card_points": (ALL_CARD_POINTS, "B7.3"), "last_trick": (LAST_TRICK, "B7.2")},
    undivided=frozenset({"last_trick"}),
    # The sets of the whole pack, doubled; a set can be that of one team only.
    most={
        "sets": (ALL_SETS, ALL_SETS, "B5.3"),
        "sequences": (ALL_SEQUENCES, 2 * ALL_SEQUENCES, "B6.2"),
    },
    parts=("card_points", "last_trick", "sets", "sequences", "declarations"),
    total="total",
    clause="B7.2",
    result=_claimed_lead,
    result_clause="B7.2",
    by_totals=True,
)
