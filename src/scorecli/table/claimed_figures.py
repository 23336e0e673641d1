"""Claims about a hand that cannot be counted, held against each other and against what must hold.

Whatever was played, some sums always come out: a total is the sum of its parts, card points and the
last trick are shared out between the teams (B7.2, B7.3, M7.2, M7.4).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorecli.ledger import Finding, finding
from scorecli.seats import DRAW, TEAMS, leader


class FigureRules(NamedTuple):
    """What holds of the figures of two teams in every hand of a game.

    Attributes:
        shared: by figure what both teams have of it together, and the clause that says so.
        undivided: those of them that one team has alone.
        parts: the figures that make the total of a team.
        total: the total.
        clause: the clause of the total.
        result: what NS is ahead by, as claimed figures lead to it; None if they do not tell.
        result_clause: the clause that says so.
    """

    shared: Mapping[str, tuple[int, str]]
    undivided: frozenset[str]
    parts: Sequence[str]
    total: str
    clause: str
    result: Callable[[Mapping[str, Any]], int | None]
    result_clause: str


def contradictions(claims: Mapping[str, Any], rules: FigureRules) -> Iterator[Finding]:
    """Each claimed figure that no hand can lead to, by itself or beside the others.

    Args:
        claims: the claims of a record.
        rules: what holds of the figures of its game.
    """
    of_teams: list[Mapping[str, Any]] = [claims.get(name) or {} for name in TEAMS]
    for figure, (both, clause) in rules.shared.items():
        yield from _not_shared(of_teams, figure, both, clause, undivided=figure in rules.undivided)
    for name, figures in zip(TEAMS, of_teams, strict=True):
        yield from _wrong_sum(name, figures, rules)
    yield from _wrong_result(claims, rules)


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
    claimed = [figures.get(figure) for figures in of_teams]
    wrong = False
    for name, points in zip(TEAMS, claimed, strict=True):
        if points is None or (0 <= points <= both and not (undivided and points not in (0, both))):
            continue
        wrong = True
        least = f"0 or {both}" if undivided else f"at most {both}"
        message = f"{name} claims {figure} {points}: impossible, it is {least}"
        yield impossible(message, clause, f"$.claims.{name}.{figure}", points)
    first, second = claimed
    if not wrong and first is not None and second is not None and first + second != both:
        message = f"{figure} {first} and {second} are claimed: impossible, they must make {both}"
        yield impossible(message, clause, "$.claims", [first, second])


def _wrong_sum(name: str, figures: Mapping[str, Any], rules: FigureRules) -> Iterator[Finding]:
    """A claimed total that is not the sum of the claimed parts, or less than some of them."""
    total = figures.get(rules.total)
    parts = {part: figures[part] for part in rules.parts if figures.get(part) is not None}
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
