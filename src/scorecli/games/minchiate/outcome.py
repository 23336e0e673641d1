"""Who wins a hand of Minchiate Fiorentine, in resti (M7.3), also where not all is known."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from scorecli.games.base import Score
from scorecli.games.minchiate.events import RESTO, Standing
from scorecli.games.minchiate.setup import Setup
from scorecli.games.minchiate.unknown import Possible
from scorecli.table.seats import TEAMS

OUTCOME: Final = (
    "settled_resti",
    "lead_before_final",
    "final_difference",
    "final_resti",
    "net_resti",
)
_UNKNOWN_WORDS: Final = {"robbed": "robs", "turned_up": "turn-ups", "taken": "taken cards"}


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


def winner_of(net_resti: int) -> str:
    """Who wins by net resti, NS positive; 0 is a draw (M7.3)."""
    if not net_resti:
        return "draw"
    return TEAMS[net_resti < 0]


def verdict(score: Score) -> str:
    """Who won, by how many resti, and how these came about (M7.3)."""
    outcome = score.outcome
    who = "A draw" if score.winner == "draw" else f"{score.winner} wins"
    won = "" if score.winner == "draw" or score.margin is None else f" by {_resti(score.margin)}"
    if None in outcome.values():
        if facts := [fact for fact in score.deciding if fact not in _UNKNOWN_WORDS]:
            are = "is" if len(facts) == 1 else "are"
            known: Any = score.bounds or {}
            if known.get("winner", [score.winner]) != [score.winner]:
                return f"{who}{won} by what is assumed; {' and '.join(facts)} {are} not known."
            return f"{who}{won}, though {' and '.join(facts)} {are} not known."
        unknown = " and ".join(_UNKNOWN_WORDS[key] for key in score.deciding)
        return f"{who}{won}, whatever the unknown {unknown} brought."
    final, settled = outcome["final_resti"] or 0, outcome["settled_resti"] or 0
    difference = outcome["final_difference"] or 0
    return (
        f"{who}{won}: {_signed_resti(settled)} in play; final difference"
        f" {_signed(difference)}, rounded up to {_signed_resti(final)}."
    )


def resti_of(score: Score) -> tuple[int, int] | None:
    """The net resti of NS and of EW, one the other with its sign changed (M7.3)."""
    net = score.outcome["net_resti"]
    return None if net is None else (net, -net)


def _resti(number: int) -> str:
    return f"{number} resto" if number == 1 else f"{number} resti"


def _signed(points: int) -> str:
    """Points with the team that has them: "28 for NS"."""
    return f"{abs(points)} for {TEAMS[points < 0]}" if points else "0"


def _signed_resti(number: int) -> str:
    return f"{_resti(abs(number))} for {TEAMS[number < 0]}" if number else "0 resti"


def bound(
    result: Score,
    figures: Sequence[dict[str, int | None]],
    setup: Setup,
    possible: set[Possible],
    *,
    taken_score: bool,
) -> None:
    """Give bounds where robs or turn-ups are not known, and what is certain in spite of it.

    Args:
        result: the score, which is completed.
        figures: its figures, which are completed too.
        setup: what is known of the setup.
        possible: all the ways in which the hand can stand before the final count.
        taken_score: whether the cards the dealer takes score (house rule).
    """
    first, second = (of_team["final_count"] or 0 for of_team in figures)
    outcomes = [outcome_of(standing, first - second) for standing, _marks in possible]
    winners = {winner_of(one["net_resti"]) for one in outcomes}
    least, most = _ends(abs(one["net_resti"]) for one in outcomes)
    result.winner = next(iter(winners)) if len(winners) == 1 else None
    result.margin = least if least == most else None
    bounds: dict[str, object] = {}
    for number, team in enumerate(TEAMS):
        low, high = _ends(marks[number] for _standing, marks in possible)
        bounds[team] = {"marks": [low, high]}
        figures[number]["marks"] = low if low == high else None
    for key in OUTCOME:
        low, high = _ends(one[key] for one in outcomes)
        bounds[key] = [low, high]
        result.outcome = {**result.outcome, key: low if low == high else None}
    bounds["margin"] = [least, most]
    bounds["winner"] = [one for one in (*TEAMS, "draw") if one in winners]
    result.bounds = bounds
    lowest, highest = _ends(one["net_resti"] for one in outcomes)
    names = [one if one == "draw" else f"{one} wins" for one in (*TEAMS, "draw") if one in winners]
    result.deciding = [
        key
        for key, value in (
            ("robbed", setup.robbed),
            ("turned_up", setup.turned_up),
            ("taken", setup.taken if taken_score else ()),
        )
        if value is None
    ]
    result.uncertain = (
        f"{' or '.join(names)}; net resti {lowest:+d} to {highest:+d} (NS positive), for"
        f" {' and '.join(result.deciding)} are not recorded"
    )


def _ends(values: Iterable[int]) -> list[int]:
    """The lowest and the highest of some values."""
    found = list(values)
    return [min(found), max(found)]
