"""What was claimed at the table, held figure by figure against what was recomputed."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scorecli.errors import Problem
from scorecli.games.base import Game
from scorecli.games.score import Score
from scorecli.ledger import CLAIM_CODES, Finding, difference, finding
from scorecli.nearest import did_you_mean
from scorecli.record.schema import Record
from scorecli.seats import TEAMS

AGREE: Final = "agree"
DIFFER: Final = "differ"
NONE: Final = "none"


def foreign_claims(game: Game, claims: Mapping[str, Any]) -> list[Problem]:
    """The claims that only another game knows."""
    problems = []
    if not claims.keys() <= game.known_claims:
        problems = [
            Problem(f"{key!r} is claimed in another game, not in {game.name}", f"$.claims.{key}")
            for key, value in claims.items()
            if key not in game.known_claims and value not in (None, [])
        ]
    for team in TEAMS:
        claimed: Mapping[str, Any] | None = claims.get(team)
        if claimed is None or claimed.keys() <= game.known_figures:
            continue
        for figure, points in claimed.items():
            if figure not in game.known_figures and points is not None:
                suggestion = did_you_mean(figure, game.figures)
                message = f"{figure!r} is no figure of {game.name}{suggestion}"
                problems.append(Problem(message, f"$.claims.{team}.{figure}"))
    return problems


def compare_claims(game: Game, record: Record, score: Score | None, findings: list[Finding]) -> str:
    """Compare each claim; what differs or cannot be compared is added to the findings.

    Of an invalid record, without a score, nothing is known.

    Returns:
        "differ" if a claim is wrong (one of a declaration or of a trick's winner too), "agree"
        if there are claims and all are right, else "none".
    """
    claims: Mapping[str, Any] = record.get("claims") or {}
    known = score or game.nothing_known
    findings += _compare_figures(game, claims, known)
    findings += _compare_outcome(game, claims, known)
    if game.further_claims is not None and claims:
        findings += game.further_claims(claims, known)
    _drop_refuted(findings)
    codes = {found.code for found in findings} if findings else ()
    if not CLAIM_CODES.isdisjoint(codes):
        return DIFFER
    claimed = _is_claimed(game, claims) or declared_points_claimed(record)
    return AGREE if claimed and "claim-unchecked" not in codes else NONE


def _compare_figures(game: Game, claims: Mapping[str, Any], known: Score) -> Iterator[Finding]:
    """Each claimed figure of a team that is wrong or cannot be compared."""
    for team, figures in zip(TEAMS, known.figures, strict=True):
        claimed: Mapping[str, int | None] = claims.get(team) or {}
        for figure, points in claimed.items():
            if points is None:
                continue
            now = figures[figure]
            if points == now:
                continue
            if now is None:
                yield _of_unknown(game, known, figure, points, team)
            elif figure in known.so_far and points > now:
                yield _not_over(game, team, figure, points, now)
            else:
                yield _differs(game, claimed, figures, team, figure)


def _compare_outcome(game: Game, claims: Mapping[str, Any], known: Score) -> Iterator[Finding]:
    """The claimed winner and margin, where they are wrong or cannot be compared."""
    for key, computed in (("winner", known.winner), ("margin", known.margin)):
        value = claims.get(key)
        if value is None or value == computed:
            continue
        if computed is None:
            yield _of_unknown(game, known, key, value)
            continue
        message = f"the claimed {key} is {value}, recomputed {computed}"
        yield _found(game, "claim-mismatch", message, key, value, expected=computed)


def _is_claimed(game: Game, claims: Mapping[str, Any]) -> bool:
    """Whether anything is claimed that can be compared."""
    for team in TEAMS:
        if any(value is not None for value in (claims.get(team) or {}).values()):
            return True
    return any(claims.get(key) is not None for key in ("winner", "margin", *game.claim_keys))


def _drop_refuted(findings: list[Finding]) -> None:
    """Of a claim that no hand can lead to, leave out that it cannot be compared with this one."""
    refuted = {found.path for found in findings if found.code == "claim-impossible"}
    if refuted:
        findings[:] = [
            found
            for found in findings
            if found.code != "claim-unchecked" or found.path not in refuted
        ]


def declared_points_claimed(record: Record) -> bool:
    """Whether a seat claimed points for its declaration or for one of its items.

    Items of a declaration that was too late are not compared with anything (B3.5, M3.2).
    """
    for what in (record.get("declarations") or {}).values():
        if not what or what == "all":
            continue
        if isinstance(what, dict):
            if what.get("points") is not None:
                return True
            items: Any = () if what.get("after_trick") else what.get("items") or ()
        else:
            items = what
        if items != "all" and any(item.get("points") is not None for item in items):
            return True
    return False


def _found(
    game: Game,
    code: str,
    message: str,
    claimed: str,
    found: object,
    team: str | None = None,
    *,
    expected: object = None,
) -> Finding:
    """A finding about a claim: of a figure of a team, or the winner or the margin."""
    path = f"$.claims.{claimed}" if team is None else f"$.claims.{team}.{claimed}"
    # The clause that the figure, the winner or the margin rests on.
    clause = game.claim_clauses.get(claimed, game.clauses["claim-mismatch"])
    return finding(code, message, clause, path=path, expected=expected, found=found)


def _not_over(game: Game, team: str, figure: str, points: int, now: int) -> Finding:
    """A claim about a figure that may still grow to it."""
    message = f"{team} claims {figure} {points}, which is {now} so far: the hand is not over"
    return _found(game, "claim-unchecked", message, figure, points, team)


def _of_unknown(
    game: Game, score: Score, claimed: str, found: Any, team: str | None = None
) -> Finding:
    """A claim about what is not known: wrong if it is out of all bounds, else left open.

    Args:
        game: the game.
        score: what is known.
        claimed: what is claimed: a figure, "winner" or "margin".
        found: the claim.
        team: whose figure it is.
    """
    known: Any = score.bounds or {}
    bounds = known.get(claimed) if team is None else known.get(team, {}).get(claimed)
    what = claimed if team is None else f"{team} {claimed}"
    if bounds is not None and claimed == "winner" and found not in bounds:
        message = f"the claimed winner is {found}, but only {' or '.join(bounds)} can be"
    elif bounds is not None and claimed != "winner" and not bounds[0] <= found <= bounds[1]:
        message = f"{what} {found} is claimed, but it is {bounds[0]} to {bounds[1]}"
    else:
        message = f"{what} {found} is claimed: it cannot be compared, it is not known"
        return _found(game, "claim-unchecked", message, claimed, found, team)
    return _found(game, "claim-mismatch", message, claimed, found, team, expected=bounds)


def _differs(
    game: Game,
    claimed: Mapping[str, Any],
    figures: Mapping[str, int | None],
    team: str,
    figure: str,
) -> Finding:
    points, computed = claimed[figure], figures[figure] or 0
    message = (
        f"{team} claims {figure} {points}, recomputed {computed}: {difference(points, computed)}"
    )
    if figure == game.figures[-1]:
        message += f"; {_where(game, claimed, figures, points)}"
    return _found(game, "claim-mismatch", message, figure, points, team, expected=computed)


def _where(
    game: Game, claimed: Mapping[str, Any], figures: Mapping[str, int | None], total: int
) -> str:
    """Which part of a wrong total is wrong, as far as the parts were claimed."""
    parts = game.addends
    named = {part: claimed[part] for part in parts if claimed.get(part) is not None}
    wrong = [
        f"{part} ({difference(points, figures[part] or 0)})"
        for part, points in named.items()
        if points != figures[part]
    ]
    if wrong:
        return f"the difference lies in {' and '.join(wrong)}"
    if len(named) == len(parts):
        return f"the parts are right, but add up to {sum(named.values())}, not {total}"
    recomputed = " + ".join(f"{figures[part]} {part}" for part in parts)
    return f"it is {recomputed}"
