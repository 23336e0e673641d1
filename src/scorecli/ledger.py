"""What the core says about a hand, as plain values: combinations, lines, findings."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from scorecli.cards import Pack
from scorecli.errors import Problem, UsageError
from scorecli.nearest import did_you_mean

ERROR: Final = "error"
WARNING: Final = "warning"
NOTE: Final = "note"

UNREADABLE: Final = "unreadable"
"""The code of the finding that a record cannot be read, and the status of that record."""

SEVERITIES: Final[Mapping[str, str]] = {
    # the record
    UNREADABLE: ERROR,
    "byte-order-mark": NOTE,
    "format-assumed": NOTE,
    "rule-overridden": NOTE,
    # the pack
    "unknown-card": ERROR,
    "unreadable-card": ERROR,
    "inferred-card": NOTE,
    "duplicate-card": ERROR,
    "missing-card": ERROR,
    "hand-size": ERROR,
    "trick-size": ERROR,
    "trick-count": ERROR,
    "discard-count": ERROR,
    "discard-mismatch": ERROR,
    "pile-mismatch": ERROR,
    "piles-incomplete": NOTE,
    "not-held": ERROR,
    "unplayed-card": ERROR,
    # the play
    "illegal-discard": ERROR,
    "wrong-announcement": WARNING,
    "wrong-leader": ERROR,
    "wrong-winner": ERROR,
    "revoke": ERROR,
    "king-drop": ERROR,
    "play-unchecked": NOTE,
    # cut, rob and fola
    "rob": ERROR,
    "turn-up": ERROR,
    "taken": ERROR,
    "dead-card": ERROR,
    # declarations
    "no-declarations": NOTE,
    "declaration-empty": NOTE,
    "declaration-unchecked": NOTE,
    "declaration-ambiguous": NOTE,
    "declaration-short": WARNING,
    "declaration-repeated": WARNING,
    "declaration-not-held": ERROR,
    "declaration-no-combination": ERROR,
    "declaration-value": ERROR,
    "partial-declaration": ERROR,
    "late-declaration": ERROR,
    # the settlement
    "matto-payment": ERROR,
    "dear-payment": WARNING,
    "assumed-payment": NOTE,
    # the claims
    "claim-mismatch": ERROR,
    "claim-unchecked": NOTE,
    "claim-impossible": ERROR,
    # the match
    "carried-mismatch": ERROR,
    "carried-unchecked": NOTE,
    "deal-order": WARNING,
    "wrong-dealer": WARNING,
    "players-changed": WARNING,
    # the log
    "duplicate-id": WARNING,
    "duplicate-hand": WARNING,
}
"""The severity of each finding code; `scorecli explain CODE` tells what it means."""


def code_named(word: str) -> str:
    """The finding code that a word names, in either case.

    Raises:
        UsageError: if there is no such code, with the nearest one.
    """
    code = word.strip().lower()
    if code not in SEVERITIES:
        hint = did_you_mean(code, SEVERITIES) or "; `scorecli explain --all` lists them all"
        raise UsageError(f"unknown finding code {word.strip()!r}{hint}")
    return code


OF_MATCHES: Final = frozenset(
    {"carried-mismatch", "carried-unchecked", "deal-order", "wrong-dealer", "players-changed"}
)
"""What is found between the hands of a table only."""

OF_DUPLICATES: Final = frozenset({"duplicate-id", "duplicate-hand"})
"""What is found of hands that come twice only."""

CLAIM_CODES: Final = frozenset(
    {"claim-mismatch", "claim-impossible", "declaration-value", "wrong-winner"}
)
"""Errors in what was said at the table, not in how the hand was played."""

BREACHES: Final = frozenset(
    {
        "illegal-discard",
        "wrong-leader",
        "revoke",
        "king-drop",
        "rob",
        "taken",
        "dead-card",
        "declaration-not-held",
        "declaration-no-combination",
        "partial-declaration",
        "late-declaration",
        "matto-payment",
    }
)
"""Errors of the players: a rule of the game was broken, and the score is provisional (G1)."""


class Combination(NamedTuple):
    """A set or a sequence found among some cards.

    Attributes:
        kind: its name, as in the record format.
        clause: the clause that makes it.
        cards: the mask of the real cards in it.
        counters: the mask of the counters used in it.
        gaps: the mask of the missing cards that counters can stand for; `roles` tells for which
            they do.
        length: cards and counters together.
        points: its points, before any doubling.
    """

    kind: str
    clause: str
    cards: int
    counters: int
    gaps: int
    length: int
    points: int

    def roles(self, pack: Pack) -> list[tuple[str, str | None]]:
        """What each counter does: its code, and the card it stands for, or None if it lengthens.

        Counters stand for the missing cards in pack order (G2).
        """
        gaps = pack.codes_of(self.gaps)
        return [
            (counter, gaps[place] if place < len(gaps) else None)
            for place, counter in enumerate(pack.codes_of(self.counters))
        ]


class Line(NamedTuple):
    """One line of the audited breakdown; the lines of a figure add up to it.

    Attributes:
        clause: the clause it rests on.
        team: "NS" or "EW".
        figure: the figure it is a part of.
        seat: the seat it comes from, where one seat does.
        trick: the trick it comes from, counted from 1, where one trick does.
        what: the line in words.
        cards: the codes of the cards it rests on.
        points: points, possibly negative.
        arithmetic: how the points come about, such as "5 + 1 + 1 + 4".
    """

    clause: str
    team: str
    figure: str
    seat: str | None
    trick: int | None
    what: str
    cards: Sequence[str]
    points: int
    arithmetic: str


class Finding(NamedTuple):
    """A fault, a doubt or an assumption, as a value.

    Attributes:
        code: lower-case words with hyphens; never changes its meaning.
        severity: "error", "warning" or "note".
        clause: the clause it rests on, where a clause does.
        message: one sentence for people.
        path: the place in the record, such as `$.tricks[3].cards[1]` (counted from 0).
        seat: the seat concerned.
        trick: the trick concerned, counted from 1.
        card: the code of the card concerned.
        expected: what should stand there.
        found: what stands there.
        legal: the codes of the cards that would have been legal, in pack order.
    """

    code: str
    severity: str
    clause: str | None
    message: str
    path: str = "$"
    seat: str | None = None
    trick: int | None = None
    card: str | None = None
    expected: object = None
    found: object = None
    legal: Sequence[str] | None = None


def finding(code: str, message: str, clause: str | None = None, **places: Any) -> Finding:
    """A finding with the severity of its code; `places` are further attributes of `Finding`."""
    return Finding(code, SEVERITIES[code], clause, message, **places)


def unreadable(problem: Problem) -> Finding:
    """Why a record cannot be read, as a finding."""
    return finding(UNREADABLE, problem.message, path=problem.path)


def difference(claimed: int, computed: int) -> str:
    """How far a claim is off, in words: "5 too many"."""
    return f"{abs(claimed - computed)} too {'many' if claimed > computed else 'few'}"
