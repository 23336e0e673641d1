"""What always holds of claims about a hand of Minchiate that cannot be counted (M7)."""

from collections.abc import Mapping
from typing import Any, Final

from scorecli.games.minchiate.events import Standing
from scorecli.games.minchiate.outcome import outcome_of
from scorecli.games.minchiate.pack import ALL_CARD_POINTS, LAST_TRICK
from scorecli.seats import TEAMS
from scorecli.table.claimed_figures import FigureRules


def _claimed_resti(claims: Mapping[str, Any]) -> int | None:
    """The net resti that claimed resti, lead and final counts make, if all are there (M7.3)."""
    resti, lead = claims.get("settled_resti"), claims.get("lead")
    first, second = ((claims.get(name) or {}).get("final_count") for name in TEAMS)
    if resti is None or lead is None or first is None or second is None:
        return None
    return outcome_of(Standing(resti, lead), first - second)["net_resti"]


CLAIMED: Final = FigureRules(
    shared={"card_points": (ALL_CARD_POINTS, "M7.4"), "last_trick": (LAST_TRICK, "M7.2")},
    undivided=frozenset({"last_trick"}),
    parts=("card_points", "versicole", "cards_over_42", "last_trick"),
    total="final_count",
    clause="M7.2",
    result=_claimed_resti,
    result_clause="M7.3",
)
