"""Claims about the running score of Minchiate Fiorentine: events, resti, lead (M6)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorecli.games.base import EventRow, Score
from scorecli.games.minchiate.events import standing_after
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record

_CLAIMED_OUTCOME = {"settled_resti": "settled_resti", "lead": "lead_before_final"}


class _Joined(NamedTuple):
    """Events of one team that follow each other, put together (M6.2).

    Attributes:
        team: "NS" or "EW".
        points: their points.
        first: the place of the first of them among all events, counted from 0.
    """

    team: str
    points: int
    first: int


def running_claims(claims: Mapping[str, Any], score: Score) -> Iterator[Finding]:
    """Each claim about the running score that is wrong or can not be compared."""
    paths = {key: f"$.claims.{key}" for key in ("events", *_CLAIMED_OUTCOME)}
    yield from _compare(claims, "claimed", paths, score)


def check_recorded_running(record: Record, score: Score) -> Iterator[Finding]:
    """What is recorded beside tricks of the running score, where it is not what they make."""
    running: Mapping[str, Any] = record.get("running") or {}
    paths = {key: f"$.running.{key}" for key in _CLAIMED_OUTCOME} | {"events": "$.events"}
    yield from _compare({**running, "events": record.get("events")}, "recorded", paths, score)


def _compare(
    said: Mapping[str, Any], verb: str, paths: Mapping[str, str], score: Score
) -> Iterator[Finding]:
    """Hold what is said of the running score against what was recomputed.

    Args:
        said: settled resti, lead and events, as far as they are said.
        verb: whether they are claimed or recorded.
        paths: their places.
        score: what was recomputed.
    """
    for key, figure in _CLAIMED_OUTCOME.items():
        value, computed = said.get(key), score.outcome.get(figure)
        if value is None:
            continue
        if computed is None:
            yield _unchecked(f"the {verb} {key} is {value}", paths[key], value)
        elif value != computed:
            message = f"the {verb} {key} is {value}, recomputed {computed} (NS positive)"
            yield _mismatch(message, paths[key], computed, value)
    if said.get("events") is None:
        return
    if score.event_points is None:
        yield _unchecked(f"the scoring events are {verb}", paths["events"], None)
        return
    events = [(one["team"], one["points"]) for one in said["events"]]
    mine, right = _joined(events), _joined(score.event_points)
    if [one[:2] for one in mine] != [one[:2] for one in right]:
        found = _first_difference(mine, right, score.detail().events or ())
        yield found._replace(
            message=f"{verb} {found.message}", path=f"{paths['events']}{found.path}"
        )


def _first_difference(
    mine: Sequence[_Joined], right: Sequence[_Joined], events: Sequence[EventRow]
) -> Finding:
    """The first event that is not the recomputed one, or that is missing; its path in the list."""
    place = next(
        place
        for place in range(max(len(mine), len(right)))
        if [one[:2] for one in mine[place : place + 1]]
        != [one[:2] for one in right[place : place + 1]]
    )
    said = mine[place] if place < len(mine) else None
    is_ = right[place] if place < len(right) else None
    message = f"{_words(said)}, recomputed {_words(is_)}"
    source = events[is_.first] if is_ is not None and events else None
    if source is not None:
        message += f" ({_source(source)})"
    return _mismatch(
        message + _order(mine, right),
        f"[{said.first}]" if said else "",
        None if is_ is None else {"team": is_.team, "points": is_.points},
        None if said is None else {"team": said.team, "points": said.points},
        trick=None if source is None else source.trick,
    )


def _joined(events: Sequence[tuple[str, int]]) -> list[_Joined]:
    """Events of one team that follow each other put together, those of 0 left out (M6.2)."""
    joined: list[list[Any]] = []
    before = ""
    for place, (team, points) in enumerate(events):
        if not points:
            continue
        if team == before:
            joined[-1][1] += points
        else:
            joined.append([team, points, place])
            before = team
    return [_Joined(*one) for one in joined]


def _words(event: _Joined | None) -> str:
    return "no further event" if event is None else f"{event.points} points for {event.team}"


def _source(event: EventRow) -> str:
    """Where an event comes from: its trick and its cards."""
    words = f"{event.what} of {event.seat}"
    if event.trick is not None:
        words = f"trick {event.trick}, {event.seat}"
    return f"from {words}: {'; '.join(' '.join(cards) for cards in event.cards)}"


def _order(mine: Sequence[_Joined], right: Sequence[_Joined]) -> str:
    """Whether only the order is wrong, and what that does to the resti."""
    sums = [
        [sum(one.points for one in events if one.team == team) for team in ("NS", "EW")]
        for events in (mine, right)
    ]
    if sums[0] != sums[1]:
        return ""
    claimed, computed = (standing_after(one[:2] for one in events) for events in (mine, right))
    if claimed == computed:
        return "; the points of both teams are right, only their order is not"
    return (
        "; the points of both teams are right, but their order gives"
        f" {claimed.resti} resti and a lead of {claimed.lead} instead of {computed.resti} and"
        f" {computed.lead} (NS positive)"
    )


def _mismatch(
    message: str, path: str, expected: object, found: object, trick: int | None = None
) -> Finding:
    return finding(
        "claim-mismatch", message, "M6.1", path=path, expected=expected, found=found, trick=trick
    )


def _unchecked(claim: str, path: str, found: object) -> Finding:
    message = f"{claim}: it can not be compared, the robs or turn-ups are not known"
    return finding("claim-unchecked", message, "M6.1", path=path, found=found)
