"""What the audit of a log says in sum: hands, findings, what is at stake, who disputes most.

A summary is added to hand by hand, and summaries of parts of a log make that of the whole. It does
not grow with the log: names are counted exactly up to a number, beyond it within a known error.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scorecli.audit import Audit
from scorecli.audit_source import Audited, Unreadable
from scorecli.errors import UsageError
from scorecli.games.base import Game
from scorecli.ledger import (
    ERROR,
    OF_DUPLICATES,
    OF_MATCHES,
    UNREADABLE,
    WARNING,
    Finding,
    code_named,
    unreadable,
)
from scorecli.record.pieces import Place
from scorecli.seats import SEATS, TEAMS

EXACT_NAMES: Final = 10_000
"""So many tables, and as many players, are counted exactly."""

_LONGEST_NAME: Final = 80
"""Of a longer name only the beginning is remembered."""

_DISPUTED: Final = frozenset({"disputed", "illegal", "invalid"})


@dataclass(slots=True)
class MostNamed:
    """How often names come, exactly for `EXACT_NAMES` of them, else within a known error.

    Attributes:
        counts: how often each name came, at least.
        missed: by how much a count can be too low, and how often a name that is left out came.
    """

    counts: dict[str, int] = field(default_factory=dict)
    missed: int = 0

    def add(self, name: str, times: int = 1) -> None:
        """Count a name."""
        self.counts[name] = self.counts.get(name, 0) + times
        if len(self.counts) > EXACT_NAMES:
            self._shorten()

    def merge(self, other: "MostNamed") -> None:
        """Add what another part of the log counted."""
        self.missed += other.missed
        for name, times in other.counts.items():
            self.add(name, times)

    def first(self, number: int) -> list[tuple[str, int]]:
        """The names that came most often, of those that came as often the one that came first."""
        return sorted(self.counts.items(), key=lambda one: -one[1])[:number]

    def _shorten(self) -> None:
        """Take the median count from each, which leaves at most half of them (Misra and Gries)."""
        least = sorted(self.counts.values())[len(self.counts) // 2]
        self.counts = {name: times - least for name, times in self.counts.items() if times > least}
        self.missed += least


@dataclass(slots=True)
class CodeCount:
    """The findings of one code.

    Attributes:
        severity: "error", "warning" or "note".
        count: how many there are.
        source: the file of the first one.
        place: where in it that one stands, for people.
        message: what that one says.
    """

    severity: str
    count: int
    source: str
    place: str
    message: str


@dataclass(slots=True)
class Summary:
    """What the audit of some hands says in sum.

    Attributes:
        hands: how many hands have each game and status; the game is empty where it is not known.
        codes: the findings by code, in the order in which the codes came first.
        points: what wrong claims are wrong by, in points, by game (a sum over the hands).
        resti: the same in resti, in a game that is settled in resti.
        tables: the tables of hands that are disputed, illegal or invalid.
        players: the players of such hands.
    """

    hands: dict[tuple[str, str], int] = field(default_factory=dict)
    codes: dict[str, CodeCount] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    resti: dict[str, int] = field(default_factory=dict)
    tables: MostNamed = field(default_factory=MostNamed)
    players: MostNamed = field(default_factory=MostNamed)

    @property
    def records(self) -> int:
        """How many records there are, those that cannot be read too."""
        return sum(self.hands.values())

    @property
    def unreadable(self) -> int:
        """How many records cannot be read."""
        return self.hands.get(("", UNREADABLE), 0)

    def count(self, severity: str) -> int:
        """How many findings of a severity there are."""
        return sum(one.count for one in self.codes.values() if one.severity == severity)

    def add_hand(self, game: str, status: str) -> None:
        """Count a hand."""
        key = game, status
        self.hands[key] = self.hands.get(key, 0) + 1

    def add(self, outcome: Audited) -> None:
        """Count a hand with what is at stake in it; its findings are added apart."""
        audit = outcome.audit
        self.add_hand(audit.game.name, audit.status)
        if audit.findings:
            for sums, by in zip((self.points, self.resti), at_stake(audit), strict=True):
                if by:
                    sums[audit.game.name] = sums.get(audit.game.name, 0) + by
        if audit.status in _DISPUTED:
            self._add_names(audit)

    def add_findings(self, findings: Iterable[Finding], place: Place) -> None:
        """Count findings of a record."""
        for one in findings:
            known = self.codes.get(one.code)
            if known is None:
                where = str(place) if one.path == "$" else f"{place} {one.path}"
                self.codes[one.code] = CodeCount(one.severity, 1, place.source, where, one.message)
            else:
                known.count += 1

    def merge(self, other: "Summary") -> None:
        """Add the summary of the part of the log that follows."""
        for key, number in other.hands.items():
            self.hands[key] = self.hands.get(key, 0) + number
        for sums, theirs in ((self.points, other.points), (self.resti, other.resti)):
            for game, number in theirs.items():
                sums[game] = sums.get(game, 0) + number
        for code, one in other.codes.items():
            if code in self.codes:
                self.codes[code].count += one.count
            else:
                self.codes[code] = one
        self.tables.merge(other.tables)
        self.players.merge(other.players)

    def _add_names(self, audit: Audit) -> None:
        record: Mapping[str, Any] = audit.record
        event, table = record.get("event"), record.get("table")
        named = [] if event is None else [_shortened(event)]
        named += [] if table is None else [f"table {_shortened(str(table))}"]
        if named:
            self.tables.add(", ".join(named))
        players: Mapping[Any, str | None] = record.get("players") or {}
        for name in players.values():
            if name:
                self.players.add(_shortened(name))


def _shortened(name: str) -> str:
    """A name of which no more is remembered than tells it from others."""
    return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"


def unreadable_findings(outcome: Unreadable) -> list[Finding]:
    """Why a record cannot be read, as findings."""
    return list(map(unreadable, outcome.problems))


def has_at_least(summary: Summary, severity: str) -> bool:
    """Whether there is a finding of this severity, "error" or "warning", or of a graver one."""
    return summary.count(ERROR) > 0 or (severity == WARNING and summary.count(WARNING) > 0)


def codes_named(words: Iterable[str]) -> frozenset[str]:
    """The codes of findings in some words, several in one word parted by commas.

    Raises:
        UsageError: if there is no such code, with the nearest one.
    """
    return frozenset(code_named(code) for word in words for code in word.split(","))


def check_selected(codes: Iterable[str], *, matches: bool, duplicates: bool) -> None:
    """Refuse to select what is not looked for.

    Args:
        codes: the codes that are selected.
        matches: whether the hands of each table are held against each other.
        duplicates: whether hands that come twice are looked for.

    Raises:
        UsageError: with the codes and what they need.
    """
    selected = set(codes)
    for looked_for, only, needed in (
        (duplicates, OF_DUPLICATES, "needs --duplicates"),
        (matches, OF_MATCHES, "needs the hands of each table: leave --no-matches out"),
    ):
        if not looked_for and (found := sorted(selected & only)):
            raise UsageError(f"--select: {', '.join(found)} {needed}")


def at_stake(audit: Audit) -> tuple[int, int]:
    """By how much the claims of a hand are wrong: in points, and in resti where the game has them.

    Of a wrong total and its wrong parts the total counts; where no total was claimed wrongly, the
    margin; where neither was, the parts. So it is with what a team, a seat and an item declared.
    """
    off: dict[str, int] = {
        one.path: abs(one.found - one.expected)
        for one in audit.findings
        if one.code in ("claim-mismatch", "declaration-value")
        and isinstance(one.found, int)
        and isinstance(one.expected, int)
    }
    game = audit.game
    off = {path: by for path, by in off.items() if not off.keys() & _around(path, game)}
    *_others, total = game.figures
    totals = sum(off.get(f"$.claims.{team}.{total}", 0) for team in TEAMS)
    margin, beside, resti = off.pop("$.claims.margin", 0), 0, 0
    if game.running_stakes is not None:
        claims: Mapping[str, Any] = audit.record.get("claims") or {}
        beside, resti = game.running_stakes(off, margin, claims, audit.score)
        margin = 0
    return (totals or margin or sum(off.values())) + beside, resti


def _around(path: str, game: Game) -> set[str]:
    """The paths of the claims that hold what is claimed at a path, of a declaration or an item."""
    if not path.startswith("$.declarations."):
        return set()
    seat = path.removeprefix("$.declarations.")[0]
    team = TEAMS[SEATS.index(seat) % 2]
    whole = {f"$.claims.{team}.{game.declared_in}", f"$.declarations.{seat}.points"}
    return whole - {path}
