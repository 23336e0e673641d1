"""The score of a hand: its figures, what they are made of, and what is certain where not all is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from scorecli.ledger import Combination, Finding, Line
from scorecli.seats import DRAW, TEAMS, leader
from scorecli.table.possible import Possible, certain
from scorecli.table.wording import listed

COUNTED_BESIDE: Final = ("tricks_won", "cards")
"""What is told of a team beside its figures: its tricks, and the cards of its pile."""


class EventRow(NamedTuple):
    """A scoring event of the play, as the result shows it; `resti` and `lead` NS positive.

    Attributes:
        what: `rob`, `turn-up`, `declaration` or `trick`.
        seat: the seat that scored.
        trick: the trick, counted from 1, where it is of one.
        team: "NS" or "EW".
        points: its points.
        resti: the net resti after it.
        lead: the lead in points after it.
        clause: the clause it rests on.
        words: what the seat did, in words, where it is not just a trick: "robs".
        cards: the codes of the cards that scored, a list for each combination of a declaration.
    """

    what: str
    seat: str
    trick: int | None
    team: str
    points: int
    resti: int
    lead: int
    clause: str
    words: str
    cards: Sequence[Sequence[str]]


class Running(NamedTuple):
    """The running score of a hand, in a game that settles a part of it as it goes.

    Attributes:
        events: the scoring events, in order.
        figure: the figure that their points add up to.
        clause: the clause by which a lead becomes resti.
    """

    events: Sequence[EventRow]
    figure: str
    clause: str


class Detail(NamedTuple):
    """What the figures of a hand are made of.

    Attributes:
        combinations: the combinations of the piles of NS and EW; empty while the hand is not
            complete.
        declared: by seat number the combinations that score as declared.
        lines: the lines of the breakdown, which add up to the figures.
        running: the scoring events, where the game has such and all are known.
    """

    combinations: tuple[Sequence[Combination], Sequence[Combination]]
    declared: Mapping[int, Sequence[Combination]]
    lines: Sequence[Line]
    running: Running | None = None


@dataclass(slots=True)
class Score:
    """What a game makes of a hand.

    Attributes:
        figures: for NS and EW each figure in points, None where it is not known.
        winner: "NS", "EW" or "draw", None where it is not known.
        margin: by how much, in points or net resti, never negative; None where it is not known.
        findings: what is wrong, doubtful or assumed.
        detail: works out what the figures are made of; a log of hands rarely asks for it.
        outcome: what the game tells of the outcome besides winner and margin.
        bounds: for what is not known the lowest and the highest value it can have.
        deciding: the unknown facts that decide it.
        uncertain: who can win and on what condition, in words; shown where the winner is not known.
        so_far: the figures that are known but can still grow, in a hand that is not over.
        event_points: team and points of each scoring event, where the game has such and all are
            known.
    """

    figures: tuple[Mapping[str, int | None], Mapping[str, int | None]]
    winner: str | None
    margin: int | None
    findings: list[Finding]
    detail: Callable[[], Detail]
    outcome: Mapping[str, int | None] = field(default_factory=dict)
    bounds: Mapping[str, object] | None = None
    deciding: Sequence[str] = ()
    uncertain: str = ""
    so_far: frozenset[str] = frozenset()
    event_points: Sequence[tuple[str, int]] | None = None


def by_ways(
    ways: Sequence[Possible], findings: list[Finding], detail: Callable[[], Detail]
) -> Score:
    """The score of a hand that can have been in one of several ways: what all have in common.

    Where the rule sheet says what is assumed, it is what all ways have in common that stand by it.

    Args:
        ways: the ways, counted.
        findings: what is wrong, doubtful or assumed.
        detail: what the figures are made of in the first way.
    """
    known = certain(ways)

    def certain_detail() -> Detail:
        whole = detail()
        if None not in (*known.figures[0].values(), *known.figures[1].values()):
            return whole
        figures = dict(zip(TEAMS, known.figures, strict=True))
        sure = [line for line in whole.lines if figures[line.team][line.figure] is not None]
        combinations = whole.combinations if known.same_piles else ((), ())
        return Detail(combinations, whole.declared, sure, whole.running)

    return Score(
        known.figures,
        known.winner,
        known.margin,
        findings,
        certain_detail,
        bounds=known.bounds,
        deciding=known.deciding,
        uncertain=known.words,
    )


def unknown_figures(figures: Iterable[str]) -> dict[str, int | None]:
    """The figures of a team of which nothing is known, its tricks and its cards among them."""
    return dict.fromkeys((*figures, *COUNTED_BESIDE))


def leave_open(score: Score, fact: str) -> None:
    """Say of a score that anybody can have won, for a fact is not known that can change all.

    Args:
        score: the score; what its figures can be is known apart from that.
        fact: the fact.
    """
    known: Any = score.bounds or {}
    ends = {
        team: known.get(team)
        or {name: [one, one] for name, one in of_team.items() if one is not None}
        for team, of_team in zip(TEAMS, score.figures, strict=True)
    }
    score.winner = score.margin = None
    score.deciding = [*score.deciding, fact]
    score.bounds = {**ends, "winner": [*TEAMS, DRAW]}


_KEYS_IN_WORDS: Final = {
    "robbed": "the robs",
    "turned_up": "the turn-ups",
    "taken": "the taken cards",
    "events": "the scoring events",
    "declarations": "the declarations",
}
"""Facts that `Score.deciding` names by the key that would tell them."""


def in_words(deciding: Iterable[str]) -> str:
    """The facts that decide, in words: "the robs and the last trick"."""
    return listed([_KEYS_IN_WORDS.get(fact, fact) for fact in deciding], "and")


def totals_of(score: Score) -> tuple[int, int] | None:
    """The totals of NS and EW, where both are known."""
    first, second = (figures["total"] for figures in score.figures)
    return None if first is None or second is None else (first, second)


def by_totals(
    figures: Sequence[Mapping[str, int]], findings: list[Finding], detail: Callable[[], Detail]
) -> Score:
    """The score of a complete hand in which the team with the higher total wins (B7.2, P4.1)."""
    winner, margin = winner_by_totals(*figures)
    return Score((figures[0], figures[1]), winner, margin, findings, detail)


def winner_by_totals(first: Mapping[str, int], second: Mapping[str, int]) -> tuple[str, int]:
    """Who wins by the higher total, and by how much (B7.2, P4.1)."""
    lead = first["total"] - second["total"]
    return leader(lead), abs(lead)


def verdict_by_totals(score: Score) -> str:
    """Who won and by how much: "NS wins by 25: 286 to 261."."""
    totals = [figures["total"] for figures in score.figures]
    if score.margin is None:
        bounds: Any = score.bounds
        depends = in_words(score.deciding)
        if bounds["winner"] != [score.winner]:
            return f"{score.winner} wins by what is assumed; it depends on {depends}."
        low, high = bounds["margin"]
        return f"{score.winner} wins by {low} to {high}, which depends on {depends}."
    if score.winner == DRAW:
        return f"A draw: {totals[0]} each."
    won, lost = totals if score.winner == "NS" else reversed(totals)
    return f"{score.winner} wins by {score.margin}: {won} to {lost}."
