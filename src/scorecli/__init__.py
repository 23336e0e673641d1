"""Audited scores for recorded hands of Italian tarot games.

What other programs may use is named here; each name is imported when it is first asked for, so
that `import scorecli` alone costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

__version__ = "0.1.0"

__all__ = [
    "Audit",
    "Audited",
    "Finding",
    "Line",
    "Place",
    "Problem",
    "Record",
    "ScorecliError",
    "Unreadable",
    "UnreadableRecordError",
    "UsageError",
    "audit_file",
    "audit_record",
    "parse_record",
    "result_json",
]

if TYPE_CHECKING:
    from scorecli.audit import Audit
    from scorecli.audit import audit as audit_record
    from scorecli.audit_source import Audited, Unreadable
    from scorecli.audit_source import audit_source as audit_file
    from scorecli.errors import Problem, ScorecliError, UnreadableRecordError, UsageError
    from scorecli.ledger import Finding, Line
    from scorecli.record.parsing import parse_record
    from scorecli.record.pieces import Place
    from scorecli.record.schema import Record
    from scorecli.report.result import result_json
else:
    # Hidden from the type checker, which would take every name to be here if it saw __getattr__.
    # `audit` and `audit_source` are modules of this package, and a package cannot have a function
    # of the same name beside them.
    _HOMES: Final = {
        "Audit": ("audit", "Audit"),
        "Audited": ("audit_source", "Audited"),
        "Finding": ("ledger", "Finding"),
        "Line": ("ledger", "Line"),
        "Place": ("record.pieces", "Place"),
        "Problem": ("errors", "Problem"),
        "Record": ("record.schema", "Record"),
        "ScorecliError": ("errors", "ScorecliError"),
        "Unreadable": ("audit_source", "Unreadable"),
        "UnreadableRecordError": ("errors", "UnreadableRecordError"),
        "UsageError": ("errors", "UsageError"),
        "audit_file": ("audit_source", "audit_source"),
        "audit_record": ("audit", "audit"),
        "parse_record": ("record.parsing", "parse_record"),
        "result_json": ("report.result", "result_json"),
    }

    def __getattr__(name: str) -> object:
        """Import a public name when it is first asked for."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, attribute = _HOMES[name]
        value = getattr(import_module(f"{__name__}.{module}"), attribute)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
