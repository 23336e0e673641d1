"""Random hands of one table that make a match: the deal goes round, and the totals are carried."""

from collections.abc import Iterator
from typing import Final

from scorecli.dealing.chance import chance_of_hand, choose
from scorecli.dealing.random_hand import deal_draft
from scorecli.dealing.special import RecordFields
from scorecli.games.base import Game
from scorecli.match.hand import hand_of
from scorecli.match.log import Matches
from scorecli.record.pieces import Place
from scorecli.seats import SEATS, TEAMS

_EVENT: Final = "random match"


def deal_match(game: Game, seed: int, hands: int) -> Iterator[RecordFields]:
    """Records of one table, numbered from 1, in which nothing is wrong; the same for a seed.

    The same four people stay, the deal goes to the right, and each record claims the totals that
    are carried into it. When a match is over the next one begins, its deals numbered anew.

    Args:
        game: the game.
        seed: what the chance of every hand is made from.
        hands: how many hands, be they of one match or of several.
    """
    matches = Matches()
    first = chance_of_hand(seed, 0)
    dealer = SEATS.index(choose(first, SEATS))
    players = None
    for number in range(1, hands + 1):
        seat = SEATS[(dealer + number - 1) % len(SEATS)]
        draft = deal_draft(game, chance_of_hand(seed, number), number, dealer=seat)
        match = matches.found[-1] if matches.found else None
        begins = match is None or match.over
        totals = None if begins or match is None else match.totals
        players = players or draft.record["players"]
        draft.record |= {
            "event": _EVENT,
            "table": 1,
            "deal": 1 if begins or match is None else len(match.hands) + 1,
            "players": players,
        }
        draft.record.pop("round", None)
        draft.record["claims"]["carried"] = dict(zip(TEAMS, totals or (0, 0), strict=True))
        matches.add(hand_of(draft.audited(), Place("-")))
        yield draft.finished()
