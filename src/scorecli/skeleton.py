"""A record to fill in: every key that a game has at a level, with nothing said yet.

What is `null` means the same as a key left out, so that nothing has to be deleted.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scorecli.errors import UsageError
from scorecli.games.base import Game
from scorecli.record.schema import FORMAT, Claims, Record
from scorecli.seats import SEATS, TEAMS
from scorecli.table.wording import listed

LEVELS: Final[Mapping[str, frozenset[str]]] = {
    "tricks": frozenset({"tricks", "matto_payment"}),
    "piles": frozenset(
        {
            *("matto_payment", "piles", "pile_cards", "settled"),
            *("matto", "last_trick", "events", "running"),
        }
    ),
    "hands": frozenset(),
}
"""The levels of a record, and the keys that not every level uses."""

_NOT_TO_FILL_IN: Final = frozenset({"notes", "house_rules", "x"})
_SOME_LEVEL: Final = frozenset().union(*LEVELS.values())


def skeleton(
    game: Game,
    level: str,
    *,
    dealer: str | None = None,
    players: Mapping[str, str] | None = None,
    hands: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, Any]:
    """A record of which only this much is known.

    Args:
        game: its game.
        level: "tricks", "piles" or "hands".
        dealer: the seat of the dealer.
        players: names by seat.
        hands: the codes of the cards by seat.
    """
    by_seat = dict.fromkeys(SEATS)
    by_team = dict.fromkeys(TEAMS)
    figures = dict.fromkeys(game.figures)
    asked = {"winner", "margin", *game.claim_keys}
    templates: dict[str, Any] = {
        "format": FORMAT,
        "variant": game.name,
        "players": {**by_seat, **(players or {})},
        "dealer": dealer,
        "hands": {**by_seat, **{seat: " ".join(codes) for seat, codes in (hands or {}).items()}},
        "discards": {dealer: None} if dealer and game.dealer_extra else None,
        "declarations": by_seat,
        "tricks": [""] * game.hand_size,
        "piles": by_team,
        "pile_cards": by_team,
        "settled": True,
        "matto": {"played_by": None, "won_by": None},
        "running": {"settled_resti": None, "lead": None},
        "claims": {
            **dict.fromkeys(TEAMS, figures),
            **{key: None for key in Claims.__annotations__ if key in asked},
        },
    }
    left_out = _NOT_TO_FILL_IN | game.foreign_keys | (_SOME_LEVEL - LEVELS[level])
    return {key: templates.get(key) for key in Record.__annotations__ if key not in left_out}


def check_hands(game: Game, hands: Mapping[str, Sequence[str]]) -> None:
    """Refuse hands that no deal can give.

    Raises:
        UsageError: if a hand has too many cards, or the hands have a card more often than the pack.
    """
    most = game.hand_size + game.dealer_extra
    dealt: list[str] = []
    for seat, codes in hands.items():
        if len(codes) > most:
            raise UsageError(f"{seat} has {len(codes)} cards: a hand has {most} at most")
        dealt += codes
    for code in dict.fromkeys(dealt):
        if dealt.count(code) > game.pack.codes.count(code):
            held = [seat for seat, codes in hands.items() for one in codes if one == code]
            whose = listed(list(dict.fromkeys(held)), "and")
            hand = "hand" if len(set(held)) == 1 else "hands"
            raise UsageError(f"{code} stands {len(held)} times, in the {hand} of {whose}")


def skeleton_text(fields: Mapping[str, Any]) -> str:
    """The record for people to write into: a line for each key, seat, team and trick."""
    rows = [f"  {_json(key)}: {_rows(value)}" for key, value in fields.items()]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _rows(value: Any) -> str:
    if isinstance(value, dict):
        rows = [f"    {_json(key)}: {_json(member)}" for key, member in value.items()]
        return "{\n" + ",\n".join(rows) + "\n  }"
    if isinstance(value, list):
        return "[\n" + ",\n".join(f"    {_json(member)}" for member in value) + "\n  ]"
    return _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
