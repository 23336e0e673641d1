"""Prints the outcomes of audits one by one as text: in full, one figure, or verdicts only."""

from rich.text import Text

from scorecli.audit_source import Audited, Unreadable
from scorecli.record.places import locate, spot_of
from scorecli.report.breakdown import print_figure
from scorecli.report.console import make_console
from scorecli.report.findings import print_problems
from scorecli.report.plain import printable
from scorecli.report.text import print_audit, verdict


class TextPrinter:
    """Prints results to standard output, and what could not be read to standard error."""

    def __init__(self, *, quiet: bool = False, figure: str | None = None) -> None:
        self._quiet = quiet
        self._figure = figure
        self._console = make_console()
        self._errors = make_console(stderr=True)
        self._printed = 0

    def print(self, outcome: Audited | Unreadable) -> None:
        """Print one outcome."""
        if isinstance(outcome, Unreadable):
            print_problems(self._errors, outcome.problems, outcome.place)
        elif self._quiet:
            self._console.print(Text(_in_short(outcome)), soft_wrap=True)
        else:
            if self._printed:
                self._console.print()
            self._printed += 1
            if self._figure is not None:
                print_figure(self._console, outcome.audit, self._figure, _in_short(outcome))
            else:
                print_audit(self._console, outcome.audit, outcome.place, finding_lines(outcome))

    def finish(self) -> None:
        """Print what was held back: nothing."""


def _in_short(outcome: Audited) -> str:
    return f"{printable(str(outcome.place))}: {verdict(outcome.audit)}"


def finding_lines(outcome: Audited) -> list[int | None]:
    """For each finding the line of the file that it is about, where one is."""
    first_line = outcome.place.first_line
    text = outcome.data.decode()
    return [
        spot_of(text, locate(text, found.path), first_line).line
        if found.path.startswith("$.") or outcome.place.line is not None
        else None
        for found in outcome.audit.findings
    ]
