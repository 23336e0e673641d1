"""What always holds of claims about a hand of Minchiate that cannot be counted (M7)."""

from collections.abc import Mapping
from typing import Any, Final

from scorecli.games.minchiate.combinations import DEFAULT_RULES, Rules
from scorecli.games.minchiate.events import Standing
from scorecli.games.minchiate.outcome import outcome_of
from scorecli.games.minchiate.pack import ALL_CARD_POINTS, CAPTURED, EVEN_PILE, LAST_TRICK
from scorecli.seats import TEAMS
from scorecli.table.claimed_figures import FigureRules


def _claimed_resti(claims: Mapping[str, Any]) -> int | None:
    """The net resti that claimed resti, lead and final counts make, if all are there (M7.3)."""
    resti, lead = claims.get("settled_resti"), claims.get("lead")
    first, second = ((claims.get(name) or {}).get("final_count") for name in TEAMS)
    if resti is None or lead is None or first is None or second is None:
        return None
    return outcome_of(Standing(resti, lead), first - second)["net_resti"]


_MOST_OF_ONE: Final = 227
_MOST_OF_BOTH: Final = 232
"""What the combinations of one team and of both are at most, by the default rules (M7.4)."""


def claimed_figures(rules: Rules) -> FigureRules:
    """What holds of claimed figures, under some house rules on combinations."""
    most: dict[str, tuple[int, int | None, str]] = {
        # Of 84 cards one team alone can have more than half.
        "cards_over_42": (CAPTURED - EVEN_PILE, None, "M7.2")
    }
    if rules == DEFAULT_RULES:
        most["versicole"] = (_MOST_OF_ONE, _MOST_OF_BOTH, "M7.4")
    return FigureRules(
        shared={"card_points": (ALL_CARD_POINTS, "M7.4"), "last_trick": (LAST_TRICK, "M7.2")},
        undivided=frozenset({"last_trick"}),
        most=most,
        parts=("card_points", "versicole", "cards_over_42", "last_trick"),
        total="final_count",
        clause="M7.2",
        result=_claimed_resti,
        result_clause="M7.3",
        by_totals=False,
    )
