"""Who wins a hand of Minchiate Fiorentine, in resti (M7.3), also where not all is known."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorecli.games.minchiate.events import RESTO, Standing
from scorecli.games.minchiate.setup import Setup
from scorecli.games.minchiate.unknown import BeforeFinal
from scorecli.games.score import Score, in_words
from scorecli.seats import DRAW, TEAMS, leader
from scorecli.table.payment import PAYMENT
from scorecli.table.possible import ends, only
from scorecli.table.wording import how_many

OUTCOME: Final = (
    "settled_resti",
    "lead_before_final",
    "final_difference",
    "final_resti",
    "net_resti",
)
Counts = Sequence[Mapping[str, int]]
"""The final counts of NS and EW, each with the figures it is made of."""

_OF_SETUP: Final = frozenset({"robbed", "turned_up", "taken"})
"""What may not be known of what scored before the first trick."""


def outcome_of(standing: Standing, difference: int) -> dict[str, int]:
    """The settlement in resti (M7.3), NS positive.

    Args:
        standing: net resti and lead before the final count.
        difference: the final count of NS less that of EW.
    """
    final_difference = standing.lead + difference
    final = final_resti(final_difference)
    return {
        "settled_resti": standing.resti,
        "lead_before_final": standing.lead,
        "final_difference": final_difference,
        "final_resti": final,
        "net_resti": standing.resti + final,
    }


def final_resti(difference: int) -> int:
    """A final difference in resti, rounded up away from zero (M7.3)."""
    resti = (abs(difference) + RESTO - 1) // RESTO
    return resti if difference > 0 else -resti


def verdict(score: Score) -> str:
    """Who won, by how many resti, and how these came about (M7.3)."""
    outcome = score.outcome
    who = "A draw" if score.winner == DRAW else f"{score.winner} wins"
    won = "" if score.winner == DRAW else _margin(score)
    if None in outcome.values():
        if facts := [fact for fact in score.deciding if fact not in _OF_SETUP]:
            are = "is" if len(facts) == 1 else "are"
            known: Any = score.bounds or {}
            if known.get("winner", [score.winner]) != [score.winner]:
                return f"{who}{won} by what is assumed; {in_words(facts)} {are} not known."
            return f"{who}{won}, though {in_words(facts)} {are} not known."
        return f"{who}{won}, whatever {in_words(score.deciding)} brought, which is not known."
    final, settled = outcome["final_resti"] or 0, outcome["settled_resti"] or 0
    difference = outcome["final_difference"] or 0
    first, second = (figures["final_count"] for figures in score.figures)
    return (
        f"{who}{won}: {_signed_resti(settled)} in play; final difference {_signed(difference)} (a"
        f" lead of {_signed(outcome['lead_before_final'] or 0)}, counts of {first} to {second}),"
        f" rounded up to {_signed_resti(final)}."
    )


def _margin(score: Score) -> str:
    """By how many resti somebody won: " by 1 resto", or between what bounds; "" if not known."""
    if score.margin is not None:
        return f" by {_resti(score.margin)}"
    bounds: Any = score.bounds or {}
    if bounds.get("winner") != [score.winner] or "margin" not in bounds:
        return ""
    low, high = bounds["margin"]
    return f" by {low} to {high} resti"


def resti_of(score: Score) -> tuple[int, int] | None:
    """The net resti of NS and of EW, one the other with its sign changed (M7.3)."""
    net = score.outcome["net_resti"]
    return None if net is None else (net, -net)


def _resti(number: int) -> str:
    return how_many(number, "resto", "resti")


def _signed(points: int) -> str:
    """Points with the team that has them: "28 for NS"."""
    return f"{abs(points)} for {TEAMS[points < 0]}" if points else "0"


def _signed_resti(number: int) -> str:
    return f"{_resti(abs(number))} for {TEAMS[number < 0]}" if number else "0 resti"


def bound(
    result: Score,
    setup: Setup,
    possible: set[BeforeFinal],
    counts: Sequence[Counts],
    *,
    taken_score: bool,
) -> None:
    """Give bounds where robs, turn-ups or the payment are not known, and what is certain anyway.

    If what is known of the hand leaves but one way, all is certain.

    Args:
        result: the score, which is completed, its figures too.
        setup: what is known of the setup.
        possible: all the ways in which the hand can stand before the final count.
        counts: the final counts with each card that can have been given for the Matto, the one
            that is assumed first.
        taken_score: whether the cards the dealer takes score (house rule).
    """
    by_payment = [
        [outcome_of(standing, _difference(counted)) for standing, _marks in possible]
        for counted in counts
    ]
    assumed, every = by_payment[0], [one for outcomes in by_payment for one in outcomes]
    winners = _winners(assumed)
    result.winner = winners[0] if len(winners) == 1 else None
    result.margin = only(abs(one["net_resti"]) for one in assumed)
    result.outcome = {key: only(one[key] for one in assumed) for key in OUTCOME}
    first, second = (
        {**of_team, "marks": only(marks[number] for _standing, marks in possible)}
        for number, of_team in enumerate(result.figures)
    )
    result.figures = (first, second)
    paid = any(counted != counts[0] for counted in counts)
    if len(possible) == 1 and not paid:
        return
    result.bounds = _bounds(possible, counts if paid else (), every)
    unknown = {
        "robbed": setup.robbed is None,
        "turned_up": setup.turned_up is None,
        "taken": taken_score and setup.taken is None,
        PAYMENT: paid,
    }
    result.deciding = [fact for fact, is_unknown in unknown.items() if is_unknown]
    result.uncertain = _who_can_win(result.deciding, every)


def _winners(outcomes: Sequence[Mapping[str, int]]) -> list[str]:
    """All who can have won: NS, EW, a draw, in this order."""
    winners = {leader(one["net_resti"]) for one in outcomes}
    return [one for one in (*TEAMS, DRAW) if one in winners]


def _bounds(
    possible: set[BeforeFinal], counts: Sequence[Counts], outcomes: Sequence[Mapping[str, int]]
) -> dict[str, object]:
    """The ends of the marks, of the final counts, if several are given, and of the outcomes."""
    bounds: dict[str, object] = {}
    for number, team in enumerate(TEAMS):
        figures = counts[0][number] if counts else ()
        bounds[team] = {
            "marks": ends(marks[number] for _standing, marks in possible),
            **{key: ends(counted[number][key] for counted in counts) for key in figures},
        }
    margin = ends(abs(one["net_resti"]) for one in outcomes)
    return bounds | bounds_of(outcomes) | {"margin": margin, "winner": _winners(outcomes)}


def _who_can_win(deciding: Sequence[str], outcomes: Sequence[Mapping[str, int]]) -> str:
    """Who can win, between what net resti, and why it is not known, in words."""
    lowest, highest = ends(one["net_resti"] for one in outcomes)
    names = [one if one == DRAW else f"{one} wins" for one in _winners(outcomes)]
    verb = "is" if deciding == [PAYMENT] else "are"
    return (
        f"{' or '.join(names)}; net resti {lowest:+d} to {highest:+d} (NS positive), for"
        f" {in_words(deciding)} {verb} not recorded"
    )


def bounds_of(outcomes: Sequence[Mapping[str, int]]) -> dict[str, list[int]]:
    """The lowest and the highest value of each part of the outcome."""
    return {key: ends(one[key] for one in outcomes) for key in OUTCOME}


def _difference(counts: Counts) -> int:
    first, second = counts
    return first["final_count"] - second["final_count"]
