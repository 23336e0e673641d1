"""Claims about the running score of Minchiate Fiorentine: events, resti, lead (M6)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from scorecli.games.base import HouseRules
from scorecli.games.minchiate.events import marks_of, setup_events, standing_after, team_points
from scorecli.games.minchiate.setup import Setup
from scorecli.games.score import EventRow, Score
from scorecli.ledger import Finding, finding
from scorecli.record.schema import Record
from scorecli.seats import TEAMS
from scorecli.table.hand import Hand
from scorecli.table.wording import how_many

_CLAIMED_OUTCOME: Final = {"settled_resti": "settled_resti", "lead": "lead_before_final"}
_CLAIM_PATHS: Final = {key: f"$.claims.{key}" for key in ("events", *_CLAIMED_OUTCOME)}
_RECORD_PATHS: Final = {"events": "$.events"} | {
    key: f"$.running.{key}" for key in _CLAIMED_OUTCOME
}


class _Joined(NamedTuple):
    """Events, those of one team that follow each other put together (M6.2).

    Attributes:
        scored: the team and the points of each.
        first: for each the place of the first event in it, counted from 0.
    """

    scored: list[tuple[str, int]]
    first: list[int]


def running_claims(claims: Mapping[str, Any], score: Score) -> Iterator[Finding]:
    """Each claim about the running score that is wrong or cannot be compared."""
    yield from _compare(claims, "claimed", _CLAIM_PATHS, score)


def check_recorded_running(record: Record, score: Score) -> Iterator[Finding]:
    """What is recorded beside tricks of the running score, where it is not what they make."""
    running: Mapping[str, Any] = record.get("running") or {}
    recorded = {**running, "events": record.get("events")}
    yield from _compare(recorded, "recorded", _RECORD_PATHS, score)


def check_first_events(
    hand: Hand, record: Record, setup: Setup, rules: HouseRules
) -> Iterator[Finding]:
    """The first of the recorded events of a hand, where they are not what robs and turn-ups make.

    What scored before the declarations comes first (M6.1); where not all of it is known, or no
    events are recorded, nothing is compared.
    """
    taken_score = bool(rules["taken_cards_score"])
    known = setup.is_scored(taken_score=taken_score) and setup.turned_up
    recorded: Any = record.get("events")
    if hand.dealer is None or not known or recorded is None or setup.findings:
        return
    first = setup_events(setup, hand.dealer, taken_score=taken_score)
    made = _joined(team_points(first)).scored
    said = _joined([(one["team"], one["points"]) for one in recorded]).scored[: len(made)]
    if said and made and said[-1][0] == made[-1][0] and said[-1][1] > made[-1][1]:
        # What the same team declared or won first may be put together with it (M6.2).
        said[-1] = made[-1]
    if said != made:
        events = [" and ".join(map(_words, one)) or "nothing" for one in (said, made)]
        message = f"the recorded events begin with {events[0]}, robs and turn-ups make {events[1]}"
        yield finding("claim-mismatch", message, "M6.1", path="$.events")


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
    bounds: Mapping[str, Any] = score.bounds or {}
    for key, figure in _CLAIMED_OUTCOME.items():
        value, computed = said.get(key), score.outcome.get(figure)
        if value is None:
            continue
        if computed is None and _out_of(bounds.get(figure), value):
            low, high = bounds[figure]
            message = f"the {verb} {key} is {value}, but it is {low} to {high} (NS positive)"
            yield _mismatch(message, paths[key], bounds[figure], value)
        elif computed is None:
            yield _unchecked(f"the {verb} {key} is {value}", paths[key], value)
        elif value != computed:
            message = f"the {verb} {key} is {value}, recomputed {computed} (NS positive)"
            yield _mismatch(message, paths[key], computed, value)
    if said.get("events") is not None:
        events = [(one["team"], one["points"]) for one in said["events"]]
        yield from _compare_events(events, verb, paths["events"], score)


def _compare_events(
    events: Sequence[tuple[str, int]], verb: str, path: str, score: Score
) -> Iterator[Finding]:
    """Hold scoring events, team and points each, against those that were recomputed."""
    if score.event_points is None:
        bounds: Mapping[str, Any] = score.bounds or {}
        wrong = [
            f"{team} marks {marks}, but it is {ends[0]} to {ends[1]}"
            for team, marks in zip(TEAMS, marks_of(events), strict=True)
            for ends in [bounds.get(team, {}).get("marks")]
            if _out_of(ends, marks)
        ]
        if wrong:
            message = f"by the {verb} events {' and '.join(wrong)}"
            yield _mismatch(message, path, None, None)
        else:
            yield _unchecked(f"the scoring events are {verb}", path, None)
        return
    mine, right = _joined(events), _joined(score.event_points)
    if mine.scored == right.scored:
        return
    if score.so_far and not _fewer(events, score.event_points):
        yield _unchecked(f"the scoring events are {verb}", path, None)
    else:
        running = score.detail().running
        found = _first_difference(mine, right, () if running is None else running.events)
        yield found._replace(message=f"{verb} {found.message}", path=f"{path}{found.path}")


def _first_difference(mine: _Joined, right: _Joined, events: Sequence[EventRow]) -> Finding:
    """The first event that is not the recomputed one, or that is missing; its path in the list."""
    pairs = zip_longest(mine.scored, right.scored)
    place, (said, is_) = next(
        (place, pair) for place, pair in enumerate(pairs) if pair[0] != pair[1]
    )
    message = f"{_words(said)}, recomputed {_words(is_)}"
    source = events[right.first[place]] if is_ is not None and events else None
    if source is not None:
        message += f" ({_source(source)})"
    return _mismatch(
        message + _order(mine.scored, right.scored),
        f"[{mine.first[place]}]" if said else "",
        None if is_ is None else {"team": is_[0], "points": is_[1]},
        None if said is None else {"team": said[0], "points": said[1]},
        trick=None if source is None else source.trick,
    )


def _joined(events: Sequence[tuple[str, int]]) -> _Joined:
    """Events of one team that follow each other put together, those of 0 left out (M6.2)."""
    scored: list[tuple[str, int]] = []
    first: list[int] = []
    before = ""
    for place, (team, points) in enumerate(events):
        if not points:
            continue
        if team == before:
            scored[-1] = team, scored[-1][1] + points
        else:
            scored.append((team, points))
            first.append(place)
            before = team
    return _Joined(scored, first)


def _words(event: tuple[str, int] | None) -> str:
    if event is None:
        return "no further event"
    team, points = event
    return f"{how_many(points, 'point')} for {team}"


def _source(event: EventRow) -> str:
    """Where an event comes from: its trick and its cards."""
    words = f"{event.what} of {event.seat}"
    if event.trick is not None:
        words = f"trick {event.trick}, {event.seat}"
    return f"from {words}: {'; '.join(' '.join(cards) for cards in event.cards)}"


def _order(mine: Sequence[tuple[str, int]], right: Sequence[tuple[str, int]]) -> str:
    """Whether only the order is wrong, and what that does to the resti."""
    if marks_of(mine) != marks_of(right):
        return ""
    claimed, computed = standing_after(mine), standing_after(right)
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


def _fewer(events: Sequence[tuple[str, int]], others: Sequence[tuple[str, int]]) -> bool:
    """Whether a team has less of some events than of others."""
    return any(
        mine < theirs for mine, theirs in zip(marks_of(events), marks_of(others), strict=True)
    )


def _out_of(ends: Sequence[int] | None, value: int) -> bool:
    """Whether a value lies outside of bounds, if there are any."""
    return ends is not None and not ends[0] <= value <= ends[1]


def _unchecked(claim: str, path: str, found: object) -> Finding:
    message = f"{claim}: it cannot be compared, not all that scores is known"
    return finding("claim-unchecked", message, "M6.1", path=path, found=found)
