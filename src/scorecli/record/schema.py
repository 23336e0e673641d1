"""The shape of a hand record, `scorecli.hand/1`, as pydantic reads it.

A record that has been read is a plain dictionary of this shape: nothing behind the reader knows
pydantic. What depends on the game (which keys, figures, house rules and cards it knows) is
checked by the game.
"""

from typing import Annotated, Any, Final, Literal, Required, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter, WithJsonSchema, with_config
from typing_extensions import TypedDict

FORMAT: Final = "scorecli.hand/1"

_STRICT: Final = ConfigDict(extra="forbid", strict=True)
_CARD_PATTERN: Final = (
    "^([SBCDsbcd]([KQNJAkqnja]|[2-9]|10)|[Tt]([1-9]|[123][0-9]|40)"
    "|MAT|ANG|MON|SOL|LUN|MOR|BEG|mat|ang|mon|sol|lun|mor|beg|[?])$"
)

MAX_NUMBER: Final = 1_000_000
"""No figure of a game is near it; without a limit a number could have thousands of digits."""

Number: TypeAlias = Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Seat: TypeAlias = Literal["S", "E", "N", "W"]
Team: TypeAlias = Literal["NS", "EW"]
Card: TypeAlias = Annotated[
    str,
    WithJsonSchema(
        {"type": "string", "pattern": _CARD_PATTERN, "description": "A card code, such as CN."}
    ),
]
Cards: TypeAlias = Annotated[
    list[Card] | str,
    Field(
        union_mode="left_to_right",
        description="Cards: a list of codes, or one string with the codes separated by spaces.",
    ),
]


@with_config(_STRICT)
class Item(TypedDict, total=False):
    """One declared combination; `points` is what was claimed for it, before doubling."""

    cards: Required[Cards]
    kind: str | None
    points: Number | None


Items: TypeAlias = Annotated[Literal["all"] | list[Item], Field(union_mode="left_to_right")]


@with_config(_STRICT)
class SeatDeclaration(TypedDict, total=False):
    """What a seat declared, the total it claimed, and after which trick it spoke."""

    items: Items | None
    points: Number | None
    after_trick: Count | None


WhatWasDeclared: TypeAlias = Annotated[
    Literal["all"] | list[Item] | SeatDeclaration, Field(union_mode="left_to_right")
]


@with_config(_STRICT)
class Trick(TypedDict, total=False):
    """A trick in long form: who led it, its cards in order of play, who is said to have won."""

    lead: Seat | None
    cards: Required[Cards]
    won_by: Seat | None


AnyTrick: TypeAlias = Annotated[list[Card] | str | Trick, Field(union_mode="left_to_right")]


@with_config(_STRICT)
class OwedMatto(TypedDict, total=False):
    """Who played the Matto and which team won its trick."""

    played_by: Seat | None
    won_by: Team | None


@with_config(_STRICT)
class Event(TypedDict, total=False):
    """A scoring event of Minchiate."""

    team: Required[Team]
    points: Required[Count]
    note: str | None


@with_config(_STRICT)
class Running(TypedDict, total=False):
    """Where the scoring events of Minchiate led, NS positive."""

    settled_resti: Number | None
    lead: Number | None


@with_config(_STRICT)
class TeamClaims(TypedDict, total=False):
    """The figures claimed for a team, in points; each game knows its own."""

    card_points: Number | None
    last_trick: Number | None
    sets: Number | None
    sequences: Number | None
    declarations: Number | None
    total: Number | None
    marks: Number | None
    versicole: Number | None
    cards_over_42: Number | None
    final_count: Number | None


@with_config(_STRICT)
class Claims(TypedDict, total=False):
    """What was claimed at the table."""

    NS: TeamClaims | None
    EW: TeamClaims | None
    winner: Literal["NS", "EW", "draw"] | None
    margin: Count | None
    events: list[Event] | None
    settled_resti: Number | None
    lead: Number | None
    carried: dict[Team, Number | None] | None


@with_config(_STRICT)
class Record(TypedDict, total=False):
    """A recorded hand, `scorecli.hand/1`. `null` means the same as a key left out."""

    format: str | None
    variant: Required[str]
    id: str | None
    date: str | None
    event: str | None
    table: str | int | None
    round: str | int | None
    deal: str | int | None
    notes: str | None
    players: dict[Seat, str | None] | None
    house_rules: dict[str, bool | int | str | None] | None
    dealer: Seat | None
    cutter: Seat | None
    hands: dict[Seat, Cards | None] | None
    discards: dict[Seat, Cards | None] | None
    announced_trumps: Count | None
    robbed: dict[Seat, Cards | None] | None
    turned_up: dict[Seat, Card | None] | None
    taken: Cards | None
    fola: Cards | None
    declarations: dict[Seat, WhatWasDeclared | None] | None
    tricks: list[AnyTrick] | None
    matto_payment: Card | None
    piles: dict[Team, Cards | None] | None
    pile_cards: dict[Team, Number | None] | None
    settled: bool | None
    matto: OwedMatto | None
    last_trick: Team | None
    events: list[Event] | None
    running: Running | None
    claims: Claims | None
    x: Any


RECORD: Final = TypeAdapter(Record)
"""Reads and checks a record; the only pydantic validator that the audit of a hand needs."""
