"""A hand of Minchiate Fiorentine of which there is nothing to be said, scored quickly."""

from collections.abc import Callable
from typing import Any

from scorecli.games.base import HouseRules
from scorecli.games.minchiate.combinations import rules_of
from scorecli.games.minchiate.declarations import declaration_rules
from scorecli.games.minchiate.events import led_to, setup_events, signed, trick_points
from scorecli.games.minchiate.king_drop import keeps_a_king_back
from scorecli.games.minchiate.outcome import outcome_of
from scorecli.games.minchiate.pack import PACK
from scorecli.games.minchiate.settlement import final_counts, pay_for_matto
from scorecli.games.minchiate.setup import Seen, Setup, check_setup, read_setup
from scorecli.games.minchiate.unknown import BeforeFinal
from scorecli.games.score import Detail, Score
from scorecli.record.schema import Record
from scorecli.seats import TEAMS, leader
from scorecli.table.clean_declarations import clean_declarations
from scorecli.table.clean_play import CleanPlay
from scorecli.table.settlement import settle_clean


def score_clean(
    play: CleanPlay, record: Record, rules: HouseRules, detail: Callable[[], Detail]
) -> Score | None:
    """Score a complete hand of which there is nothing to be said; None if there may be."""
    setup = _clean_setup(play, record)
    on_combinations = rules_of(rules)
    declared = clean_declarations(play, record, declaration_rules(on_combinations))
    tricks: Any = record["tricks"]
    if setup is None or declared is None or keeps_a_king_back(tricks, play.kept):
        return None
    # The points of each event, NS positive.
    events = [signed(one) for one in setup_events(setup, play.dealer, taken_score=False)]
    events += [-points if seat & 1 else points for seat, points in declared if points]
    events += trick_points(tricks, play.winners, (play.dealer + 1) & 3)
    standing = led_to(events)

    settled = settle_clean(PACK, play)
    last = play.winners[-1] & 1
    payment = record.get("matto_payment")
    if (settled.matto_back and payment is None) or pay_for_matto(
        settled, payment, rules, (last,), {BeforeFinal(standing, (0, 0))}
    ):
        return None
    first, second = final_counts(settled.piles, last, on_combinations)
    outcome = outcome_of(standing, first["final_count"] - second["final_count"])
    won = play.tricks_won
    return Score(
        (
            {"marks": sum([one for one in events if one > 0]), **first, "tricks_won": won[0]},
            {"marks": -sum([one for one in events if one < 0]), **second, "tricks_won": won[1]},
        ),
        leader(outcome["net_resti"]),
        abs(outcome["net_resti"]),
        [],
        detail,
        outcome,
        event_points=[(TEAMS[one < 0], abs(one)) for one in events],
    )


def _clean_setup(play: CleanPlay, record: Record) -> Setup | None:
    """The setup of a record, if robs and turn-ups are known and all is as M2 has it."""
    if record.get("robbed") is None or record.get("turned_up") is None:
        return None
    setup = read_setup(record, play.dealer)
    seen = Seen(play.dealer, play.kept, PACK.everything ^ play.unplayed, complete=True)
    return None if check_setup(seen, setup) else setup
