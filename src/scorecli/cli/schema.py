"""`scorecli schema`: the JSON Schemas of the formats."""

from enum import StrEnum
from typing import Annotated

import typer


class FormatName(StrEnum):
    """The formats that have a schema."""

    RECORD = "record"
    RESULT = "result"


def schema(
    which: Annotated[FormatName, typer.Argument(help="The format: a hand record or a result.")],
) -> None:
    r"""Print the JSON Schema (2020-12) of a format, for editors and other programs.

    \b
    scorecli schema record > hand.schema.json
    scorecli schema result
    """
    import json

    from scorecli.report.schema import record_schema, result_schema

    made = record_schema() if which is FormatName.RECORD else result_schema()
    typer.echo(json.dumps(made, ensure_ascii=False, indent=2))
