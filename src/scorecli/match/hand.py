"""What a match needs of each of its hands, taken from the audit of the hand."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorecli.audit import Audit
from scorecli.clean import Clean
from scorecli.games.base import Setting
from scorecli.record.pieces import Place
from scorecli.record.schema import Record
from scorecli.seats import SEATS, TEAMS

Totals = tuple[int, int]
"""What NS and EW have."""


class MatchHand(NamedTuple):
    """A hand with what a match needs of it; the totals are those of the match it was added to.

    Attributes:
        game: the name of its game.
        event: the event, as recorded.
        table: the table, as recorded.
        place: where its record stands.
        id: what people call it, if it has a name.
        deal: the number that the record gives it within the match, if it is a number.
        dealer: the seat that dealt, where it is known.
        players: the names by seat, those that are recorded.
        house_rules: the house rules that differ from the default.
        status: the status of its result.
        has_errors: whether something is wrong with it.
        points: what it adds, None where that is not known.
        carried: the totals before it as claimed, by team.
        before: the running totals before it, None where they are not known.
        taken_over: whether these are only what the record claims.
        after: the running totals after it.
    """

    game: str
    event: object
    table: object
    place: Place
    id: str | None
    deal: int | None
    dealer: str | None
    players: Mapping[str, str]
    house_rules: Mapping[str, Setting]
    status: str
    has_errors: bool
    points: Totals | None
    carried: Mapping[str, int]
    before: Totals | None = None
    taken_over: bool = False
    after: Totals | None = None

    @property
    def at(self) -> tuple[str, str | None, str | None]:
        """Where it was played: game, event and table, which may be numbers or texts."""
        return self.game, _named(self.event), _named(self.table)


def _named(name: object) -> str | None:
    return None if name is None else str(name)


def hand_of(audit: Audit | Clean, place: Place) -> MatchHand:
    """What a match needs of a hand that was audited, and where it stands."""
    record = audit.record
    return MatchHand(
        game=audit.game.name,
        event=record.get("event"),
        table=record.get("table"),
        place=place,
        id=record.get("id"),
        deal=_deal(record),
        dealer=record.get("dealer"),
        players=_players(record),
        house_rules=audit.game.changed(audit.rules),
        status=audit.status,
        has_errors=audit.has_errors,
        points=None if audit.score is None else audit.game.match.added(audit.score),
        carried=_carried(record),
    )


def _players(record: Record) -> dict[str, str]:
    recorded: Mapping[Any, str | None] = record.get("players") or {}
    return {seat: name for seat in SEATS if (name := recorded.get(seat))}


def _deal(record: Record) -> int | None:
    """The number of a deal, also where it is written as a text."""
    deal = record.get("deal")
    if isinstance(deal, str) and deal.isascii() and deal.isdecimal() and len(deal) < 7:
        return int(deal)
    return deal if isinstance(deal, int) else None


def _carried(record: Record) -> dict[str, int]:
    claims: Mapping[str, Any] = record.get("claims") or {}
    carried: Mapping[Any, int | None] = claims.get("carried") or {}
    return {team: total for team in TEAMS if (total := carried.get(team)) is not None}
