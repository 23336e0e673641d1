"""One hand of Tarocchi Bolognesi, worked out by hand, that tests vary."""

import json
from typing import Any

from scorecli.audit import Audit, audit
from scorecli.games.base import Setting
from scorecli.record.parsing import parse_record

# W deals and lays away C6 C7. S leads fourteen trumps and wins with them; E wins the last trick
# with SK. E plays the Matto to the first trick, so that EW owes a card for it.
PLAYS = {
    "S": "ANG MON SOL LUN T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 S6",
    "E": "MAT T5 MOR MOR T6 S7 S8 S9 S10 SJ SN SQ BQ BK SK",
    "N": "MOR MOR BEG B6 B7 B8 B9 B10 BA BJ BN CN CQ CK SA",
    "W": "D6 D7 D8 D9 D10 DA DJ DN DQ DK CJ CA C8 C9 C10",
}

# With these two changes S keeps T6 to the last trick, and NS wins all fifteen.
ALL_TRICKS = {"S6": "T6", "T6": "S6"}


def hand(changes: dict[str, str] | None = None, **keys: object) -> dict[str, Any]:
    """The record of the hand above, some cards replaced by others, with more keys."""
    swap = changes or {}
    seats = [[swap.get(card, card) for card in plays.split()] for plays in PLAYS.values()]
    tricks = [list(cards) for cards in zip(*seats, strict=True)]
    return {"variant": "bologna", "dealer": "W", "tricks": tricks} | keys


def audited(record: dict[str, Any], **overrides: Setting) -> Audit:
    """The audit of a record, read from its JSON text."""
    return audit(parse_record(json.dumps(record).encode()), overrides)


def codes(result: Audit) -> list[str]:
    """The codes of all findings but those that the bare hand above always has."""
    usual = ("no-declarations", "assumed-payment", "format-assumed")
    return sorted(found.code for found in result.findings if found.code not in usual)


def figure(result: Audit, name: str) -> tuple[int | None, int | None]:
    """A figure of NS and of EW."""
    assert result.score is not None
    return result.score.figures[0][name], result.score.figures[1][name]
