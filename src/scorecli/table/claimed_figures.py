"""Claims about a hand that cannot be counted, held against each other and against what must hold.

Whatever was played, some sums always come out: a total is the sum of its parts, card points and the
last trick are shared out between the teams (B7.2, B7.3, M7.2, M7.4).
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorecli.ledger import Finding, finding
from scorecli.seats import DRAW, TEAMS, leader


class FigureRules(NamedTuple):
    """What holds of the figures of two teams in every hand of a game.

    Attributes:
        shared: by figure what both teams have of it together, and the clause that says so.
        undivided: those of them that one team has alone.
        most: by figure the most that one team can have of it, the most that both can together, or
            None if one team alone can have any, and the clause that says so.
        parts: the figures that make the total of a team.
        total: the total.
        clause: the clause of the total.
        result: what NS is ahead by, as claimed figures lead to it; None if they do not tell.
        result_clause: the clause that says so.
        by_totals: whether the margin is the difference of the totals.
    """

    shared: Mapping[str, tuple[int, str]]
    undivided: frozenset[str]
    most: Mapping[str, tuple[int, int | None, str]]
    parts: Sequence[str]
    total: str
    clause: str
    result: Callable[[Mapping[str, Any]], int | None]
    result_clause: str
    by_totals: bool


def contradictions(claims: Mapping[str, Any], rules: FigureRules) -> Iterator[Finding]:
    """Each claimed figure that no hand can lead to, by itself or beside the others.

    Args:
        claims: the claims of a record.
        rules: what holds of the figures of its game.
    """
    of_teams: list[Mapping[str, Any]] = [claims.get(name) or {} for name in TEAMS]
    for figure, (both, clause) in rules.shared.items():
        yield from _not_shared(of_teams, figure, both, clause, undivided=figure in rules.undivided)
    for figure, (of_one, of_both, clause) in rules.most.items():
        yield from _too_much(of_teams, figure, of_one, of_both, clause)
    for team, figures in enumerate(of_teams):
        yield from _wrong_sum(TEAMS[team], figures, of_teams[1 - team], rules)
    yield from _wrong_result(claims, rules)
    if rules.by_totals:
        yield from _wrong_margin(claims, rules)


def _wrong_result(claims: Mapping[str, Any], rules: FigureRules) -> Iterator[Finding]:
    """A claimed winner or margin that the other claims do not lead to."""
    winner, margin = claims.get("winner"), claims.get("margin")
    result = rules.result(claims)
    if result is None:
        if None not in (winner, margin) and (winner == DRAW) != (margin == 0):
            message = f"the claimed winner is {winner}, the claimed margin {margin}: impossible"
            yield impossible(message, rules.result_clause, "$.claims.margin", margin)
        return
    for key, claimed, right in (
        ("winner", winner, leader(result)),
        ("margin", margin, abs(result)),
    ):
        if claimed not in (None, right):
            message = (
                f"the claimed {key} is {claimed}: impossible, the claimed figures make {right}"
            )
            yield impossible(message, rules.result_clause, f"$.claims.{key}", claimed)


def _not_shared(
    of_teams: Sequence[Mapping[str, Any]], figure: str, both: int, clause: str, *, undivided: bool
) -> Iterator[Finding]:
    """A figure of which one team claims more than there is, or both together not just that."""
    right = (0, both) if undivided else range(both + 1)
    words = f"0 or {both}" if undivided else f"at most {both}"
    claimed: list[Any] = [figures.get(figure) for figures in of_teams]
    if wrong := list(_outside(claimed, figure, right, words, clause)):
        yield from wrong
    elif None not in claimed and sum(claimed) != both:
        yield _together(claimed, figure, f"they must make {both}", clause)


def _too_much(
    of_teams: Sequence[Mapping[str, Any]], figure: str, one: int, both: int | None, clause: str
) -> Iterator[Finding]:
    """A figure of which a team claims less than nothing or more than it can have, or both do."""
    claimed: list[Any] = [figures.get(figure) for figures in of_teams]
    if wrong := list(_outside(claimed, figure, range(one + 1), f"0 to {one}", clause)):
        yield from wrong
    elif all(claimed) and both is None:
        yield _together(claimed, figure, "only one team has any", clause)
    elif all(claimed) and sum(claimed) > (both or 0):
        yield _together(claimed, figure, f"they make {both} at most", clause)


def _outside(
    claimed: Sequence[Any], figure: str, right: Container[int], words: str, clause: str
) -> Iterator[Finding]:
    """What each team claims of a figure and cannot have; `words` say what it can be."""
    for name, points in zip(TEAMS, claimed, strict=True):
        if points is not None and points not in right:
            message = f"{name} claims {figure} {points}: impossible, it is {words}"
            yield impossible(message, clause, f"$.claims.{name}.{figure}", points)


def _together(claimed: Sequence[Any], figure: str, reason: str, clause: str) -> Finding:
    """What both teams claim of a figure and cannot both have."""
    first, second = claimed
    message = f"{figure} {first} and {second} are claimed: impossible, {reason}"
    return impossible(message, clause, "$.claims", [first, second])


def _wrong_margin(claims: Mapping[str, Any], rules: FigureRules) -> Iterator[Finding]:
    """A claimed margin that is more than the total of the claimed winner."""
    winner, margin = claims.get("winner"), claims.get("margin")
    total = (claims.get(winner) or {}).get(rules.total) if winner in TEAMS else None
    if total is not None and margin is not None and margin > total:
        message = f"{winner} claims {rules.total} {total} and to win by {margin}: impossible"
        yield impossible(message, rules.result_clause, "$.claims.margin", margin)


def _wrong_sum(
    name: str, figures: Mapping[str, Any], others: Mapping[str, Any], rules: FigureRules
) -> Iterator[Finding]:
    """A total that is not the sum of its parts, or less than some of them.

    Args:
        name: the team.
        figures: what it claims.
        others: what the other team claims; of what both share it tells the rest.
        rules: what holds of the figures.
    """
    total = figures.get(rules.total)
    left = {
        figure: both - others[figure]
        for figure, (both, _clause) in rules.shared.items()
        if others.get(figure) is not None and 0 <= others[figure] <= both
    }
    told = {part: figures.get(part, left.get(part)) for part in rules.parts}
    parts = {part: points for part, points in told.items() if points is not None}
    known = sum(parts.values())
    if total is None or not parts or total == known:
        return
    if len(parts) == len(rules.parts) or total < known:
        sums = " + ".join(f"{points} {part}" for part, points in parts.items())
        message = f"{name} claims {rules.total} {total}: impossible, {sums} = {known}"
        yield impossible(message, rules.clause, f"$.claims.{name}.{rules.total}", total)


def impossible(message: str, clause: str, path: str, found: object) -> Finding:
    """A claim that no hand can lead to."""
    return finding("claim-impossible", message, clause, path=path, found=found)
