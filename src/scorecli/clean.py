"""Hands of which there is nothing to be said, told apart quickly; most hands of a log are such.

`audit` finds and describes all that is wrong, doubtful or assumed. What is here only proves that
there is nothing of the kind, and works out the same figures; where it is not sure, it says so,
and the hand is for `audit`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from scorecli.audit import audit
from scorecli.claims import declared_points_claimed
from scorecli.games import game_named
from scorecli.games.base import Game, HouseRules
from scorecli.games.score import Detail, Score
from scorecli.record.plain import read_plain
from scorecli.record.schema import FORMAT, Record
from scorecli.seats import TEAMS
from scorecli.table.clean_play import clean_play


@dataclass(slots=True)
class Clean:
    """A complete hand, audited, without a finding.

    Attributes:
        record: the record it is about.
        game: its game, under the default house rules.
        status: "agreed" if anything was claimed, else "computed".
        score: what the game makes of it, as the full audit has it.
        played: for each seat the bits of the cards it played, summed up.
    """

    record: Record
    game: Game
    status: str
    score: Score
    played: Sequence[int]

    @property
    def rules(self) -> HouseRules:
        """All house rules in force."""
        return self.game.defaults

    @property
    def has_errors(self) -> bool:
        """Whether there is a finding of severity error."""
        return False

    @property
    def kept(self) -> list[int | None]:
        """For each seat the mask of the cards it played with, of cards that are alike the first."""
        return [self.game.pack.spread_out(cards) for cards in self.played]


def quick_audit(data: bytes) -> Clean | None:
    """The audit of a record in plain form of which there is nothing to be said.

    Args:
        data: the JSON text of the record, UTF-8, without a byte order mark.

    Returns:
        None if the record is to be read by `parse_record` and audited by `audit`. Else these two
        give the same record, the same figures and no finding.
    """
    record = read_plain(data)
    return None if record is None else audit_clean(record)


def audit_clean(record: Record) -> Clean | None:
    """Audit a record of which there is nothing to be said, under the default house rules.

    Args:
        record: a record as `parse_record` or `read_plain` returns it.

    Returns:
        None if it is for `audit`, be it that something is wrong, assumed, unusual, or just not
        looked at here.
    """
    try:
        game = game_named(record["variant"])
    except KeyError:
        return None
    score_clean = game.score_clean
    if (
        score_clean is None
        or record.get("format") != FORMAT
        or not record.keys() <= game.clean_keys
        or (play := clean_play(game.pack, game.size, record)) is None
        or (score := score_clean(play, record, game.defaults, partial(_detail, record))) is None
    ):
        return None
    status = _status(game, record, score)
    return None if status is None else Clean(record, game, status, score, play.kept)


def _detail(record: Record) -> Detail:
    """What the figures are made of: rarely asked for, and so left to the full audit."""
    score = audit(record).score
    assert score is not None, "a clean hand has a score"
    return score.detail()


def _status(game: Game, record: Record, score: Score) -> str | None:
    """The status, "agreed" or "computed"; None if a claim is wrong or there may be a doubt."""
    claims: Any = record.get("claims")
    claimed = False
    if claims:
        if not claims.keys() <= game.known_claims:
            return None
        for team, figures in zip(TEAMS, score.figures, strict=True):
            if of_team := claims.get(team):
                # A figure of another game, or one left empty, is not among them either.
                if not of_team.items() <= figures.items():
                    return None
                claimed = True
        for key, computed in (("winner", score.winner), ("margin", score.margin)):
            value = claims.get(key)
            if value is not None:
                if value != computed:
                    return None
                claimed = True
        if game.further_claims is not None:
            if next(game.further_claims(claims, score), None) is not None:
                return None
            claimed = claimed or any(claims.get(key) is not None for key in game.claim_keys)
    return "agreed" if claimed or declared_points_claimed(record) else "computed"
