"""The examples of the catalogue, run like any other record."""

from typing import Final

from scorecli.audit_source import Unreadable, audit_piece
from scorecli.explain.catalogue import Example
from scorecli.ledger import Finding, finding
from scorecli.match import matches_of
from scorecli.record.sources import Place, RawRecord

_BYTE_ORDER_MARK: Final = "\ufeff"


def findings_of(example: Example) -> list[Finding]:
    """All that the command of an example finds in it; `match` what it finds between the hands."""
    if example.command == "match":
        lines = enumerate(example.record.encode().splitlines(), 1)
        pieces = [RawRecord(Place("example", line), data) for line, data in lines]
        matches, _unreadable = matches_of(audit_piece(piece, example.rules) for piece in pieces)
        return [one.finding for match in matches for one in match.findings]
    marked = example.record.startswith(_BYTE_ORDER_MARK)
    data = example.record.removeprefix(_BYTE_ORDER_MARK).encode()
    piece = RawRecord(Place("example"), data, byte_order_mark=marked)
    outcome = audit_piece(piece, example.rules)
    if isinstance(outcome, Unreadable):
        return [
            finding("unreadable", problem.message, path=problem.path)
            for problem in outcome.problems
        ]
    return outcome.audit.findings
