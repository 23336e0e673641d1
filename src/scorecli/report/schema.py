"""The JSON Schemas (2020-12) of the record and of the result, for editors and other programs."""

from typing import Any, Final, Literal, NotRequired

from pydantic import ConfigDict, TypeAdapter, with_config
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from typing_extensions import TypedDict

from scorecli.record.schema import FORMAT, RECORD, Seat, Team
from scorecli.report.result import RESULT_FORMAT

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_CLOSED: Final = ConfigDict(extra="forbid")


@with_config(_CLOSED)
class Tool(TypedDict):
    """The program that made the result."""

    name: str
    version: str


@with_config(_CLOSED)
class Input(TypedDict):
    """Where the record stood, and the SHA-256 of its canonical form."""

    source: str
    line: int | None
    index: int | None
    sha256: str | None


@with_config(_CLOSED)
class Setting(TypedDict):
    """A house rule that differs from the default, and where it was set."""

    value: bool | int | str
    set_by: Literal["record", "option"]


@with_config(_CLOSED)
class Counter(TypedDict):
    """A counter of a sequence: the card it stands for, or null if it lengthens."""

    card: str
    stands_for: str | None


@with_config(_CLOSED)
class Combination(TypedDict):
    """A combination; its points are those before any doubling."""

    kind: str
    cards: list[str]
    counters: list[Counter]
    length: int
    points: int
    clause: str


class Outcome(TypedDict):
    """Who won and by how much; in Minchiate also the resti, NS positive."""

    winner: Literal["NS", "EW", "draw"] | None
    margin: int | None
    settled_resti: NotRequired[int | None]
    lead_before_final: NotRequired[int | None]
    final_difference: NotRequired[int | None]
    final_resti: NotRequired[int | None]
    net_resti: NotRequired[int | None]


@with_config(_CLOSED)
class Event(TypedDict):
    """A scoring event of Minchiate; resti and lead are those after it, NS positive."""

    what: Literal["rob", "turn-up", "declaration", "trick"]
    seat: Seat
    trick: int | None
    team: Team
    points: int
    resti: int
    lead: int


@with_config(_CLOSED)
class Line(TypedDict):
    """A line of the breakdown; the lines of a figure add up to it."""

    clause: str
    team: Team
    figure: str
    seat: Seat | None
    trick: int | None
    what: str
    cards: list[str]
    points: int
    arithmetic: str


class Finding(TypedDict):
    """Something wrong, doubtful or assumed, with its place in the record."""

    code: str
    severity: Literal["error", "warning", "note"]
    clause: str | None
    path: str
    seat: Seat | None
    trick: int | None
    card: str | None
    expected: Any
    found: Any
    legal: list[str] | None
    message: str


class Result(TypedDict):
    """The result of auditing a hand, `scorecli.result/1`. A figure that is not known is null."""

    format: str
    tool: Tool
    input: Input
    rules: str | None
    house_rules: dict[str, Setting]
    id: str | None
    variant: str | None
    players: dict[Seat, str | None] | None
    level: Literal["tricks", "piles", "hands"] | None
    legal: bool | None
    complete: bool
    claims: Literal["agree", "differ", "none"]
    status: Literal[
        "unreadable", "invalid", "illegal", "incomplete", "disputed", "agreed", "computed"
    ]
    teams: dict[Team, dict[str, int | None] | None]
    combinations: dict[Team, list[Combination]]
    declared: dict[Seat, list[Combination]]
    outcome: Outcome
    events: NotRequired[list[Event] | None]
    bounds: NotRequired[dict[str, Any]]
    deciding: NotRequired[list[str]]
    lines: list[Line]
    findings: list[Finding]


class _Generator(GenerateJsonSchema):
    """Schemas that say in which dialect they are written."""

    schema_dialect = _DIALECT

    def generate(self, schema: Any, mode: Any = "validation") -> JsonSchemaValue:
        return {"$schema": self.schema_dialect, **super().generate(schema, mode)}


def record_schema() -> dict[str, Any]:
    """The JSON Schema of a hand record."""
    schema = RECORD.json_schema(schema_generator=_Generator)
    schema["title"] = f"Hand record, {FORMAT}"
    return schema


def result_schema() -> dict[str, Any]:
    """The JSON Schema of a result."""
    schema = TypeAdapter(Result).json_schema(schema_generator=_Generator)
    schema["title"] = f"Result, {RESULT_FORMAT}"
    return schema
