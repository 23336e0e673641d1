"""`scorecli schema`: the JSON Schemas of the formats."""

from typing import Annotated

import typer

from scorecli.cli import completion
from scorecli.cli.options import unknown

_FORMATS = ("record", "result")


def schema(
    which: Annotated[
        str,
        typer.Argument(
            metavar="FORMAT",
            help="record, a recorded hand, or result.",
            autocompletion=completion.words(*_FORMATS),
        ),
    ],
) -> None:
    r"""Print the JSON Schema (2020-12) of a format, for editors.

    \b
    scorecli schema record > hand.schema.json
    scorecli schema result
    """
    if which not in _FORMATS:
        raise typer.BadParameter(unknown("format", which, _FORMATS), param_hint="FORMAT")
    from scorecli.report.plain import write_json
    from scorecli.report.schema import record_schema, result_schema

    write_json(record_schema() if which == "record" else result_schema())
