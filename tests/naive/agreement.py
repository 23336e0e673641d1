"""How the program and a naive scorer are compared: the frame that the games share."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorecli.audit import Audit, audit
from scorecli.dealing.chance import chance_of_hand, choose, happens, shuffled
from scorecli.dealing.planting import planters_of
from scorecli.games.base import Game
from scorecli.record.parsing import parse_record
from scorecli.seats import SEATS, TEAMS

Record = dict[str, Any]
Check = Callable[[Mapping[str, Any]], Audit]
"""Scores a record both ways and compares all that both tell."""
Place = tuple[str, str | None, int | None]
"""The code, the seat and the trick of a finding."""


class Comparison(NamedTuple):
    """What comparing the program with the naive scorer of a game takes.

    Attributes:
        game: the game.
        check: scores a record both ways.
        house_rules: a value other than the default for each house rule.
        for_house_rules: so many hands, or some more, in which a house rule can matter.
    """

    game: Game
    check: Check
    house_rules: Sequence[tuple[str, bool | int | str]]
    for_house_rules: Callable[[int], Iterator[Record]]


def audit_of(record: Mapping[str, Any]) -> Audit:
    """The audit of a record by the program."""
    return audit(parse_record(json.dumps(record).encode()))


def figures_of(audited: Audit) -> dict[str, Any] | None:
    """The figures by team, None if the hand cannot be scored."""
    if audited.score is None:
        return None
    return dict(zip(TEAMS, audited.score.figures, strict=True))


def places(audited: Audit, known_to_both: frozenset[str]) -> set[Place]:
    """What the program finds, of the codes that the naive scorer has too."""
    return {
        (found.code, found.seat, found.trick)
        for found in audited.findings
        if found.code in known_to_both
    }


def naive_places(result: Mapping[str, Any]) -> set[Place]:
    """What the naive scorer finds."""
    return {(found["code"], found.get("seat"), found.get("trick")) for found in result["findings"]}


def codes_to_plant(game: Game) -> list[str]:
    """The faults that a record of a game can show and still be read."""
    return [code for code in planters_of(game) if code != "unreadable"]


def is_complete(record: Mapping[str, Any], tricks: int) -> bool:
    """Whether a record has that many tricks of four cards each, all of them named."""
    rows = [
        trick["cards"] if isinstance(trick, dict) else trick for trick in record.get("tricks", ())
    ]
    return [len(row) for row in rows] == [4] * tricks and not any("?" in row for row in rows)


def hands_played_at_will(game: Game, hands: int) -> Iterator[Record]:
    """Hands in which any card may be played at any time, with the cards that nobody played."""
    plays = 4 * game.hand_size
    for number in range(1, hands + 1):
        rng = chance_of_hand(11, number)
        cards = shuffled(rng, game.pack.codes)
        record: Record = {"variant": game.name, "dealer": choose(rng, SEATS)}
        if game.kinds:
            record["declarations"] = {seat: "all" for seat in SEATS if happens(rng, 0.5)}
        record["tricks"] = [cards[start : start + 4] for start in range(0, plays, 4)]
        yield record
