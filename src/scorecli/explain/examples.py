"""The examples of the catalogue, run like any other record."""

from collections.abc import Iterable, Iterator
from typing import Final

from scorecli.audit_source import Audited, Unreadable, audit_piece
from scorecli.explain.catalogue import Example
from scorecli.ledger import Finding, unreadable
from scorecli.match.log import matches_of
from scorecli.record.pieces import Place, RawRecord
from scorecli.same_hands import digests, duplicate_finding

_BYTE_ORDER_MARK: Final = "\ufeff"


def findings_of(example: Example) -> list[Finding]:
    """All that the command of an example finds in it.

    `match` finds something between the hands, `audit --duplicates` the hands that came before.
    """
    if example.command != "score":
        lines = enumerate(example.record.encode().splitlines(), 1)
        pieces = [RawRecord(Place("example", line), data) for line, data in lines]
        outcomes = [audit_piece(piece, example.rules) for piece in pieces]
        if example.command == "match":
            matches, _unreadable = matches_of(outcomes)
            return [one.finding for match in matches for one in match.findings]
        return list(_duplicates(one for one in outcomes if isinstance(one, Audited)))
    marked = example.record.startswith(_BYTE_ORDER_MARK)
    data = example.record.removeprefix(_BYTE_ORDER_MARK).encode()
    piece = RawRecord(Place("example"), data, byte_order_mark=marked)
    outcome = audit_piece(piece, example.rules)
    if isinstance(outcome, Unreadable):
        return list(map(unreadable, outcome.problems))
    return outcome.audit.findings


def _duplicates(outcomes: Iterable[Audited]) -> Iterator[Finding]:
    first: dict[bytes, Place] = {}
    for outcome in outcomes:
        for kind, digest in digests(outcome.audit):
            if digest in first:
                yield duplicate_finding(kind, first[digest])
            first.setdefault(digest, outcome.place)
