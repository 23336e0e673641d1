"""How much is at stake where claims about the running score of Minchiate are wrong (M6, M7.3)."""

from collections.abc import Mapping
from typing import Any

from scorecli.games.score import Score
from scorecli.seats import DRAW, TEAMS


def running_stakes(
    off: dict[str, int], margin: int, claims: Mapping[str, Any], score: Score | None
) -> tuple[int, int]:
    """By how many points and by how many resti the claims about the running score are wrong.

    The marks are beside the final count, and the lead counts where no marks are wrong. The resti
    in play are a part of the net resti.

    Args:
        off: by path by how much each claim is wrong; those of the running score are taken out.
        margin: by how many resti the claimed margin is wrong.
        claims: the claims.
        score: what was recomputed.
    """
    lead = off.pop("$.claims.lead", 0)
    in_play = off.pop("$.claims.settled_resti", 0)
    marks = sum(off.pop(f"$.claims.{team}.marks", 0) for team in TEAMS)
    return marks or lead, _net_resti(margin, claims, score) or in_play


def _net_resti(margin: int, claims: Mapping[str, Any], score: Score | None) -> int:
    """The net resti claimed less those computed; a wrong winner turns the sign."""
    net = None if score is None else score.outcome.get("net_resti")
    winner: str | None = claims.get("winner")
    claimed: int | None = claims.get("margin")
    if net is None or score is None:
        return 0
    if winner is None:
        return margin
    if claimed is None or winner == DRAW:
        # Of a winner that is claimed alone no more is known than that it gained nothing.
        return abs(net) if winner != score.winner else 0
    return abs((claimed if winner == TEAMS[0] else -claimed) - net)
