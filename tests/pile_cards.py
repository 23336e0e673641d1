"""Cards for piles, and what is found in them, for the tests on piles."""

from typing import Any, Final

from scorecli.audit import Audit
from scorecli.games import game_named
from scorecli.games.score import Score
from tests.pile_hands import Record

BOLOGNA: Final = game_named("bologna").pack.codes


MINCHIATE: Final = game_named("minchiate").pack


PIEDICAVALLO: Final = game_named("piedicavallo").pack.codes


DEVIL: Final = {"devil_world_gemini": True}


def others(pack: tuple[str, ...], *cards: str) -> list[str]:
    """The cards of a pack without some."""
    left = list(pack)
    for card in cards:
        left.remove(card)
    return left


def codes(audit: Audit) -> list[str]:
    """The codes of the errors with their paths."""
    return [f"{one.code} {one.path}" for one in audit.findings if one.severity == "error"]


def message(audit: Audit, code: str) -> str:
    """What a finding says."""
    return next(one.message for one in audit.findings if one.code == code)


def ends(score: Score, team: str, figure: str) -> list[int]:
    """The bounds of a figure of a team."""
    assert score.bounds is not None
    of_team: Any = score.bounds[team]
    return list(of_team[figure])


def devil(**keys: object) -> Record:
    """Piles of Minchiate under the house rule, with the last trick and no events."""
    return {"variant": "minchiate", "house_rules": DEVIL, "last_trick": "NS", "events": [], **keys}


COUNTING: Final = [
    code
    for code in MINCHIATE.codes
    if MINCHIATE.values[MINCHIATE.number[code]] or code in ("T29", "MAT")
]


WORTHLESS: Final = [code for code in others(MINCHIATE.codes, *COUNTING) if code != "T14"]
