"""Prints the outcomes of audits as JSON, also of what could not be read."""

import json
from typing import Any

from scorecli.audit_source import Audited, Unreadable
from scorecli.report.plain import standard_output
from scorecli.report.result import result_json, unreadable_json


class JsonPrinter:
    """Prints results to standard output: a single one laid out for reading, several one a line."""

    def __init__(self) -> None:
        self._output = standard_output()
        self._printed = 0
        self._waiting: dict[str, Any] | None = None

    def print(self, outcome: Audited | Unreadable) -> None:
        """Print one outcome; the first waits for the second, to know whether there are several."""
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
            self._write(self._waiting)
            self._waiting = None
        self._write(result)

    def finish(self) -> None:
        """Print what was held back: a single result is laid out for reading."""
        if self._waiting is not None:
            self._output.write(json.dumps(self._waiting, ensure_ascii=False, indent=2) + "\n")
            self._waiting = None

    def _write(self, result: dict[str, Any]) -> None:
        line = json.dumps(result, ensure_ascii=False, separators=(",", ":"))
        self._output.write(f"{line}\n")
