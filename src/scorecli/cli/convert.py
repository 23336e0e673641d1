"""`scorecli convert`: records in another form."""

from typing import Annotated

import typer

from scorecli.cli import completion
from scorecli.cli.options import Output, Paths
from scorecli.cli.output import refuse_unreadable, write_text

_FORMS = ("compact", "long", "piles")


def convert(
    to: Annotated[
        str,
        typer.Argument(
            metavar="FORM", help="compact, long or piles.", autocompletion=completion.words(*_FORMS)
        ),
    ],
    paths: Paths,
    output: Output = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="One record a line, as a log has them.")
    ] = False,
) -> None:
    r"""Write records with long or compact tricks, or piles.

    \b
    scorecli convert long hand.json      each trick with who led it and who won it
    scorecli convert compact hand.json   each trick as its cards alone
    scorecli convert piles hand.json     what each team captured, for the tricks

    The converted record scores the same: a hand of which piles would hide a fault, or not tell all
    that counts, is refused. A leader or winner that the play does not make stays where it stands.
    If one record cannot be converted nothing is written, and the exit code is 2.
    """
    from scorecli.cli.options import unknown
    from scorecli.errors import UsageError
    from scorecli.files import same_file

    if to not in _FORMS:
        raise typer.BadParameter(unknown("form", to, _FORMS), param_hint="FORM")
    if output is not None and any(same_file(path, output) for path in paths):
        raise UsageError(f"{output} is an input, and would be written over; nothing was written")
    from scorecli.converting import FORMS
    from scorecli.record.formatting import format_source

    as_log = lines or len(paths) > 1
    texts = [format_source(path, lines=as_log, change=FORMS[to]) for path in paths]
    refuse_unreadable(texts)
    write_text("".join(text.text for text in texts), output)
