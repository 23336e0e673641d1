"""The result of an audit as text: the verdict, the breakdown, the findings."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from scorecli.audit import Audit
from scorecli.games.base import Game, shown_setting
from scorecli.games.score import Score
from scorecli.ledger import BREACHES, CLAIM_CODES, ERROR, Finding
from scorecli.record.pieces import Place
from scorecli.report.breakdown import print_breakdown, shown_points
from scorecli.report.console import hanging
from scorecli.report.findings import print_findings
from scorecli.report.plain import brief, printable
from scorecli.seats import DRAW, SEATS, TEAMS
from scorecli.table.wording import how_many, listed

_NAME_LENGTH: Final = 40


def verdict(audit: Audit) -> str:
    """Who won and by how much, and whether that was claimed: one sentence or two."""
    return f"{_outcome(audit)} {_standing(audit)}".strip()


def _outcome(audit: Audit) -> str:
    score, hand = audit.score, audit.hand
    if score is None:
        wrong = next(one for one in audit.findings if one.severity == ERROR)
        return f"This hand cannot be scored: {_in_short(wrong)}."
    if score.winner is not None:
        return audit.game.verdict(score) + _if_otherwise_paid(score)
    if score.uncertain:
        return f"Not certain: {score.uncertain}."
    so_far = _so_far(audit.game, score)
    if hand.level == "tricks" and hand.replay is not None:
        played = f"{len(hand.replay.winners)} of {audit.game.hand_size} tricks"
        if broken_off := sum(map(len, hand.replay.columns)) % 4:
            played += f" and {how_many(broken_off, 'card')} of the next"
        return f"Not finished: {played}.{so_far}"
    nothing = "No tricks are recorded." if hand.level == "hands" else "The piles tell too little."
    return f"{so_far} {nothing}".strip()


def _if_otherwise_paid(score: Score) -> str:
    """Who can have won if another card was given for the Matto than the one that is assumed."""
    known: Any = score.bounds or {}
    others = [one for one in known.get("winner", ()) if one != score.winner]
    if not others or None in (score.margin, *score.outcome.values()):
        return ""
    who = ["it can be a draw" if one == DRAW else f"{one} can have won" for one in others]
    return f" The card given for the Matto is assumed: with another {listed(who)}."


def _so_far(game: Game, score: Score) -> str:
    """What is known before a hand is over, in a sentence with a blank before it."""
    if game.figure_so_far is None:
        return ""
    points = ", ".join(
        f"{team} {shown_points(figures[game.figure_so_far])}"
        for team, figures in zip(TEAMS, score.figures, strict=True)
    )
    return f" {game.figure_titles[game.figure_so_far]}: {points}."


def _standing(audit: Audit) -> str:
    """How the hand stands: invalid, provisional, disputed, agreed."""
    if not audit.hand.valid:
        return ""
    words = []
    if broken := next((one for one in audit.findings if one.code in BREACHES), None):
        words.append(f"Provisional: {_in_short(broken)}.")
    elif wrong := next((one for one in audit.findings if _is_contradiction(one)), None):
        words.append(f"The record contradicts itself: {_in_short(wrong)}.")
    if audit.claims == "differ":
        wrong = next(one for one in audit.findings if one.code in CLAIM_CODES)
        words.append(f"Disputed: {_in_short(wrong)}.")
    elif audit.claims == "agree":
        claimed = "claims" if audit.record.get("claims") else "claimed declarations"
        words.append(f"Agreed: all {claimed} are right.")
    elif any(found.code == "claim-unchecked" for found in audit.findings):
        words.append("Not all claims can be checked.")
    elif audit.legal is not False:
        words.append("No score was claimed.")
    return " ".join(words)


def _is_contradiction(found: Finding) -> bool:
    """Whether a finding is an error of the record itself, not of the players or of a claim."""
    return found.severity == ERROR and found.code not in BREACHES | CLAIM_CODES


def _in_short(found: Finding) -> str:
    """What was found, without what follows from it."""
    return brief(found.message).partition(";")[0]


def print_audit(
    console: Console, audit: Audit, place: Place, finding_lines: Sequence[int | None]
) -> None:
    """Print the verdict, the breakdown and the findings of one hand.

    Args:
        console: where to print.
        audit: the hand.
        place: where its record stands.
        finding_lines: for each finding the line of the file, where it has one.
    """
    hanging(console, Text(), Text(verdict(audit), style="bold"))
    hanging(console, Text(), Text(_about(audit, place), style="dim"))
    if audit.score is not None:
        console.print()
        print_breakdown(console, audit)
    if audit.findings:
        console.print()
        print_findings(console, list(zip(audit.findings, finding_lines, strict=True)), place)


def _about(audit: Audit, place: Place) -> str:
    """Which hand this is, in one line."""
    record, hand = audit.record, audit.hand
    parts = [audit.game.title]
    name = record.get("id")
    if name and name not in place.name:
        parts.append(f"hand {brief(name, _NAME_LENGTH)}")
    if hand.dealer is not None:
        parts.append(f"dealer {_seat_name(audit, SEATS[hand.dealer])}")
    parts.append(f"rules {audit.game.name} {audit.game.revision}")
    for switch, value in audit.game.changed(audit.rules).items():
        set_by = "--rule" if switch in audit.overrides else "the record"
        parts.append(f"{switch}={shown_setting(value)} (set by {set_by})")
    return f"{printable(str(place))}: {', '.join(parts)}"


def _seat_name(audit: Audit, seat: str) -> str:
    players: Mapping[Any, str | None] = audit.record.get("players") or {}
    name = players.get(seat)
    return f"{seat} ({brief(name, _NAME_LENGTH)})" if name else seat
