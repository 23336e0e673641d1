"""Hands of which only the piles are recorded, made from hands with tricks, and what they score."""

from collections.abc import Mapping
from typing import Any, Final

from scorecli.audit import Audit
from scorecli.dealing.planting import deal_hands
from scorecli.games import game_named
from scorecli.games.score import Score
from scorecli.seats import SEATS, TEAMS
from tests.naive import bologna_comparison, minchiate_comparison, piedicavallo_comparison
from tests.naive.agreement import Comparison, audit_of

Record = dict[str, Any]


COMPARED: Final[Mapping[str, Comparison]] = {
    "bologna": bologna_comparison.COMPARISON,
    "minchiate": minchiate_comparison.COMPARISON,
    "piedicavallo": piedicavallo_comparison.COMPARISON,
}


HANDS: Final = 24


def plain_cards(audit: Audit) -> set[str]:
    """The cards that a record may leave out, by the record format."""
    pack, name = audit.hand.pack, audit.game.name
    if name == "bologna":
        return {suit + rank for suit in "SBCD" for rank in ("6", "7", "8", "9", "10")}
    if name == "minchiate":
        worthless = {code for code in pack.codes if not pack.values[pack.number[code]]}
        # By a house rule T14 makes a combination too (M5.8).
        return worthless - {"T29"} - ({"T14"} if audit.rules["devil_world_gemini"] else set())
    return {code for code in pack.codes if pack.values[pack.number[code]] == 1}


def captured(audit: Audit) -> dict[str, list[str]]:
    """By team the cards of its tricks, with the discards that it owns, before anything moves."""
    replay = audit.hand.replay
    assert replay is not None
    assert audit.hand.dealer is not None
    piles: dict[str, list[str]] = {"NS": [], "EW": []}
    for trick, winner in enumerate(replay.winners):
        piles[TEAMS[winner % 2]] += [
            audit.hand.pack.codes[replay.columns[seat][trick]] for seat in range(4)
        ]
    discards = audit.hand.pack.codes_of(audit.hand.discards or 0)
    if audit.game.dealer_extra:
        dealers = audit.hand.dealer % 2
        owner = dealers if any(winner % 2 == dealers for winner in replay.winners) else 1 - dealers
        piles[TEAMS[owner]] += discards
    return piles


def as_piles(record: Record, audit: Audit, piles: Mapping[str, Any], **keys: object) -> Record:
    """The same hand with piles in the place of the tricks."""
    replay = audit.hand.replay
    assert replay is not None
    assert audit.score is not None
    kept = {key: value for key, value in record.items() if key not in ("tricks", "matto_payment")}
    kept |= {"piles": dict(piles), "last_trick": TEAMS[replay.winners[-1] % 2]}
    if audit.score.event_points is not None:
        kept["events"] = [
            {"team": team, "points": points} for team, points in audit.score.event_points
        ]
    return kept | keys


def settled(record: Record, audit: Audit) -> dict[str, list[str]]:
    """The captured piles after the Matto and the card that was given for it have moved."""
    piles = captured(audit)
    replay = audit.hand.replay
    assert replay is not None
    pack, game, rules = audit.hand.pack, audit.game.name, audit.rules
    played = [seat for seat in range(4) if pack.matto in replay.columns[seat]]
    if not played:
        return piles
    seat = played[0]
    trick = replay.columns[seat].index(pack.matto)
    mine, other = TEAMS[seat % 2], TEAMS[1 - seat % 2]
    last_keeps = rules.get("matto_last_trick") == "to_winner" and trick == len(replay.winners) - 1
    back = "MAT" in piles[other] and bool(piles[mine]) and not last_keeps
    if back:
        piles[other].remove("MAT")
        piles[mine].append("MAT")
    paid = next(
        (one.card for one in audit.findings if one.code == "assumed-payment"),
        record.get("matto_payment"),
    )
    owed = back and (game != "piedicavallo" or rules["matto_exchange"] == "one_point_card")
    owed = owed or (bool(rules.get("matto_always_pays")) and "MAT" in piles[mine])
    if owed and paid is not None:
        piles[mine].remove(paid)
        piles[other].append(paid)
    return piles


def score_of(record: Mapping[str, Any]) -> Score:
    """The score of a record that can be scored."""
    score = audit_of(record).score
    assert score is not None
    return score


def hands_of(name: str, hands: int) -> list[Record]:
    """Hands with all tricks, random ones and lopsided ones, without claims.

    Those in which the cards that were played are not those of the recorded hands are left out.
    """
    records = [*deal_hands(game_named(name), 21, hands), *COMPARED[name].for_house_rules(hands)]
    return [
        {key: record[key] for key in record if key != "claims"}
        for record in records
        if "not-held" not in {one.code for one in audit_of(record).findings}
    ]


def unsettled(record: Record, usual: Audit) -> Record:
    """The hand as captured piles, with who played the Matto and what was given for it."""
    replay = usual.hand.replay
    assert replay is not None
    piles = captured(usual)
    keys: Record = {"settled": False}
    played = [seat for seat in range(4) if usual.hand.pack.matto in replay.columns[seat]]
    if played:
        trick = replay.columns[played[0]].index(usual.hand.pack.matto)
        keys["matto"] = {
            "played_by": SEATS[played[0]],
            "won_by": TEAMS[replay.winners[trick] % 2],
        }
    if record.get("matto_payment") is not None:
        keys["matto_payment"] = record["matto_payment"]
    return as_piles(record, usual, piles, **keys)


def check_bounds(score: Score, completions: list[Score], true: Score) -> None:
    """Bounds are the ends of the completions, contain the truth, and are null where they differ."""
    winners = {one.winner for one in completions}
    for number, team in enumerate(TEAMS):
        for figure, value in score.figures[number].items():
            values = [one.figures[number][figure] for one in completions]
            assert None not in values
            ends = [min(value or 0 for value in values), max(value or 0 for value in values)]
            assert value == (ends[0] if ends[0] == ends[1] else None)
            if score.bounds is not None:
                of_team = score.bounds[team]
                assert isinstance(of_team, dict)
                assert of_team[figure] == ends
            assert ends[0] <= (true.figures[number][figure] or 0) <= ends[1]
    assert true.winner in winners
    assert score.winner == (winners.pop() if len(winners) == 1 else None)
