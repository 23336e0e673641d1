"""Every record of a source, audited; one that cannot be read never stops the others."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import PathLike, fspath

from scorecli.audit import NO_OVERRIDES, Audit, audit
from scorecli.errors import Problem, ScorecliError, UnreadableRecordError, UsageError
from scorecli.games import GAMES, game_named
from scorecli.games.base import Setting
from scorecli.ledger import finding
from scorecli.nearest import did_you_mean
from scorecli.record.parsing import located, parse_record
from scorecli.record.pieces import BrokenPiece, Place, RawRecord
from scorecli.record.sources import read_source


@dataclass(frozen=True, slots=True)
class Audited:
    """A record that was read and audited; `data` are its bytes."""

    place: Place
    audit: Audit
    data: bytes


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A record, or a whole source, that cannot be read, and why."""

    place: Place
    problems: list[Problem]


def audit_source(
    source: str | PathLike[str], overrides: Mapping[str, Setting] = NO_OVERRIDES
) -> Iterator[Audited | Unreadable]:
    """Audit each record of a file, or of standard input (`-`).

    Args:
        source: the path.
        overrides: house rules that win over those of the records; a game takes those it knows.

    Raises:
        UsageError: if no game has such a house rule.
    """
    check_overrides(overrides)
    source = fspath(source)
    try:
        for piece in read_source(source):
            if isinstance(piece, BrokenPiece):
                yield Unreadable(piece.place, [piece.problem])
            else:
                yield audit_piece(piece, overrides)
    except ScorecliError as error:
        yield Unreadable(Place(source), [Problem(error.reason)])


def audit_piece(piece: RawRecord, overrides: Mapping[str, Setting]) -> Audited | Unreadable:
    """Read and audit one record."""
    first_line = piece.place.first_line
    try:
        record = parse_record(piece.data, first_line)
        known = overrides and _known_to(record["variant"], overrides)
        audited = audit(record, known)
    except UnreadableRecordError as error:
        problems = list(error.problems)
        if any(problem.line is None for problem in problems):
            problems = located(problems, piece.data, first_line)
        return Unreadable(piece.place, [piece.place.in_file(problem) for problem in problems])
    if piece.byte_order_mark:
        message = "the file begins with a byte order mark, which is passed over"
        audited.findings.insert(0, finding("byte-order-mark", message))
    return Audited(piece.place, audited, piece.data)


def check_overrides(overrides: Mapping[str, Setting]) -> None:
    """Refuse a house rule that no game has, or a value that none of them gives it.

    Raises:
        UsageError: with the nearest house rule, or the values it may have.
    """
    # No game is loaded for nothing: that would take a tenth of the time of one hand.
    games = [game_named(name) for name in GAMES] if overrides else []
    for switch, value in overrides.items():
        having = [game for game in games if switch in game.defaults]
        if not having:
            names = [name for game in games for name in game.defaults]
            raise UsageError(f"no game has a house rule {switch!r}{did_you_mean(switch, names)}")
        answers = [game.house_rules({switch: value}) for game in having]
        if all(isinstance(answer, list) for answer in answers):
            wrong = answers[0]
            assert isinstance(wrong, list)
            raise UsageError(wrong[0][1])


def _known_to(variant: str, overrides: Mapping[str, Setting]) -> Mapping[str, Setting]:
    if variant not in GAMES:
        return {}
    switches = game_named(variant).defaults
    return {switch: value for switch, value in overrides.items() if switch in switches}
