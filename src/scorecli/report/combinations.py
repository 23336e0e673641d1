"""Combinations in the shape of the result format."""

from typing import Any

from scorecli.cards import Pack
from scorecli.ledger import Combination


def combination_json(pack: Pack, combination: Combination) -> dict[str, Any]:
    """A combination for JSON; its points are those before any doubling."""
    return {
        "kind": combination.kind,
        "cards": pack.codes_of(combination.cards),
        "counters": [
            {"card": counter, "stands_for": gap} for counter, gap in combination.roles(pack)
        ],
        "length": combination.length,
        "points": combination.points,
        "clause": combination.clause,
    }
