"""Prints the outcomes of audits one by one: as text, as JSON, or as verdicts only."""

import json
import sys
from typing import Any

from rich.text import Text

from scorecli.audit_source import Audited, Unreadable
from scorecli.record.places import locate, spot_of
from scorecli.report.breakdown import print_figure
from scorecli.report.console import make_console
from scorecli.report.findings import print_problems
from scorecli.report.plain import printable, standard_output
from scorecli.report.result import result_json, unreadable_json
from scorecli.report.text import print_audit, verdict

Outcome = Audited | Unreadable


class Printer:
    """Prints results to standard output; what could not be read to standard error, but in JSON."""

    def __init__(self, *, as_json: bool = False, quiet: bool = False, figure: str | None) -> None:
        self._as_json = as_json
        self._quiet = quiet
        self._figure = figure
        self._output = standard_output() if as_json else sys.stdout
        self._console = make_console()
        self._errors = make_console(stderr=True)
        self._printed = 0
        self._waiting: dict[str, Any] | None = None

    def print(self, outcome: Outcome) -> None:
        """Print one outcome."""
        if self._as_json:
            self._print_json(outcome)
        elif isinstance(outcome, Unreadable):
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
        """Print what was held back: a single result is laid out for reading."""
        if self._waiting is not None:
            self._write(json.dumps(self._waiting, ensure_ascii=False, indent=2))
            self._waiting = None

    def _print_json(self, outcome: Outcome) -> None:
        """Several results are printed one a line, so that the first waits for the second."""
        result = (
            unreadable_json(outcome.problems, outcome.place)
            if isinstance(outcome, Unreadable)
            else result_json(outcome.audit, outcome.place)
        )
        self._printed += 1
        if self._printed == 1:
            self._waiting = result
            return
        if self._waiting is not None:
            self._write(json.dumps(self._waiting, ensure_ascii=False, separators=(",", ":")))
            self._waiting = None
        self._write(json.dumps(result, ensure_ascii=False, separators=(",", ":")))

    def _write(self, line: str) -> None:
        self._output.write(f"{line}\n")


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
