"""The count of a hand of Minchiate Fiorentine (M6, M7)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from scorecli.games.base import HouseRules, Score
from scorecli.games.minchiate.breakdown import (
    EVEN_PILE,
    LAST_TRICK,
    complete_detail,
    unfinished_detail,
)
from scorecli.games.minchiate.combinations import Rules, points_in, rules_of
from scorecli.games.minchiate.declarations import declaration_rules
from scorecli.games.minchiate.events import (
    RESTO,
    Event,
    Standing,
    declaration_events,
    setup_events,
    standings,
    trick_events,
)
from scorecli.games.minchiate.king_drop import missed_king_drops
from scorecli.games.minchiate.pack import COUNTING, MATTO, PACK, T29
from scorecli.games.minchiate.setup import Setup, check_setup, read_setup
from scorecli.games.minchiate.unknown import Possible, possible_standings
from scorecli.ledger import Finding
from scorecli.record.schema import Record
from scorecli.table.declarations import score_declarations
from scorecli.table.hand import Hand
from scorecli.table.piles import compare_piles
from scorecli.table.seats import TEAMS, team_of
from scorecli.table.settlement import Assumption, PaymentRule, Settlement, pay, settle

FIGURES: Final = {
    "marks": "Marks in play",
    "card_points": "Card points",
    "versicole": "Versicole",
    "cards_over_42": "Cards beyond 42",
    "last_trick": "Last trick",
    "final_count": "Final count",
}
COUNTED: Final = ("card_points", "versicole", "cards_over_42", "last_trick")
"""The figures that make the final count (M7.2); the marks are settled in resti as they come."""

OUTCOME: Final = (
    "settled_resti",
    "lead_before_final",
    "final_difference",
    "final_resti",
    "net_resti",
)
_UNKNOWN_WORDS: Final = {"robbed": "robs", "turned_up": "turn-ups", "taken": "taken cards"}
_WORTHLESS: Final = PACK.everything & ~COUNTING
_PAYMENT: Final = PaymentRule(
    PACK,
    "M7.1",
    # A dearer card than need be is the giver's own loss: a warning.
    dear="dear-payment",
    # T29 and (by a house rule) T14 can be in a combination.
    alike=_WORTHLESS & ~PACK.mask(["T14", "T29"]),
)


def score(hand: Hand, record: Record, rules: HouseRules) -> Score:
    """Score a hand of Minchiate Fiorentine as far as the record tells of it."""
    asked = declaration_rules(rules_of(rules))
    declared, findings = score_declarations(hand, record, asked)
    figures: list[dict[str, int | None]] = [
        dict.fromkeys((*FIGURES, "tricks_won", "cards")) for _team in TEAMS
    ]
    result = Score(
        (figures[0], figures[1]),
        None,
        None,
        findings,
        partial(unfinished_detail, asked, declared, ()),
        outcome=dict.fromkeys(OUTCOME),
    )
    if hand.dealer is None:
        return result
    setup = read_setup(record, hand.dealer)
    findings += check_setup(hand, setup)
    if hand.replay is None:
        return result
    dropped = missed_king_drops(hand.replay, hand.kept)
    findings += dropped
    # A King that had to drop is the one legal card: its play is one fault, not two.
    plays = {(one.trick, one.seat) for one in dropped}
    hand.findings = [
        one for one in hand.findings if one.code != "revoke" or (one.trick, one.seat) not in plays
    ]
    taken_score = bool(rules["taken_cards_score"])
    known = setup.robbed is not None and setup.turned_up is not None
    known = known and not (taken_score and setup.taken is None)
    later = [*declaration_events(declared), *trick_events(hand.replay)]
    events = [*setup_events(setup, hand.dealer, taken_score=taken_score), *later]
    known = known and None not in declared.values()
    won = [[team_of(winner) for winner in hand.replay.winners].count(team) for team in (0, 1)]
    for team, of_team in enumerate(figures):
        of_team["tricks_won"] = won[team]
        of_team["cards"] = 4 * won[team]
        if known:
            of_team["marks"] = sum(one.points for one in events if team_of(one.seat) == team)
    if known:
        result.event_points = [(TEAMS[team_of(one.seat)], one.points) for one in events]
    result.detail = partial(unfinished_detail, asked, declared, events if known else ())
    if not hand.complete:
        return result

    if known:
        (*_, standing) = (Standing(), *standings(events))
        possible = {Possible(standing, (0, 0))}
    else:
        possible = _possible(setup, hand, later, taken_score=taken_score)
    settled = settle(PACK, hand.replay)
    _count(hand, record, rules, settled, figures, result, possible)
    result.detail = partial(
        complete_detail,
        hand.replay,
        settled,
        events if known else (),
        asked,
        declared,
        rules_of(rules),
    )
    if not known and possible:
        _bound(result, setup, possible, taken_score=taken_score)
    return result


def _possible(
    setup: Setup, hand: Hand, later: Sequence[Event], *, taken_score: bool
) -> set[Possible]:
    """How the hand can stand; discards and fola that contradict themselves tell nothing."""
    assert hand.dealer is not None
    found: set[Possible] = set()
    for known in (setup, replace(setup, discards=None, fola=None)):
        found = found or possible_standings(
            known, hand.dealer, hand.kept, later, taken_score=taken_score
        )
    return found


def verdict(score: Score) -> str:
    """Who won, by how many resti, and how these came about (M7.3)."""
    outcome = score.outcome
    who = "A draw" if score.winner == "draw" else f"{score.winner} wins"
    won = "" if score.winner == "draw" or score.margin is None else f" by {_resti(score.margin)}"
    if None in outcome.values():
        unknown = " and ".join(_UNKNOWN_WORDS[key] for key in score.deciding)
        return f"{who}{won}, whatever the unknown {unknown} brought."
    final, settled = outcome["final_resti"] or 0, outcome["settled_resti"] or 0
    difference = outcome["final_difference"] or 0
    return (
        f"{who}{won}: {_signed_resti(settled)} in play; final difference"
        f" {_signed(difference)}, rounded up to {_signed_resti(final)}."
    )


def _resti(number: int) -> str:
    return f"{number} resto" if number == 1 else f"{number} resti"


def _signed(points: int) -> str:
    """Points with the team that has them: "28 for NS"."""
    return f"{abs(points)} for {TEAMS[points < 0]}" if points else "0"


def _signed_resti(number: int) -> str:
    return f"{_resti(abs(number))} for {TEAMS[number < 0]}" if number else "0 resti"


def _count(
    hand: Hand,
    record: Record,
    rules: HouseRules,
    settled: Settlement,
    figures: Sequence[dict[str, int | None]],
    result: Score,
    possible: set[Possible],
) -> None:
    """Settle the piles and count them (M7)."""
    assert hand.replay is not None
    last = team_of(hand.replay.winners[-1])
    on_combinations = rules_of(rules)
    result.findings += _pay(settled, record.get("matto_payment"), rules, last, possible)
    if record.get("piles") or record.get("pile_cards"):
        result.findings += compare_piles(PACK, record, settled.piles, settled.captured, "M7.4")
    counts = []
    for team, of_team in enumerate(figures):
        pile = settled.piles[team]
        of_team["card_points"] = PACK.points(pile)
        of_team["versicole"] = points_in(pile, on_combinations)
        of_team["cards_over_42"] = max(pile.bit_count() - EVEN_PILE, 0)
        of_team["last_trick"] = LAST_TRICK if team == last else 0
        of_team["cards"] = pile.bit_count()
        counts.append(_final_count(pile, on_combinations) + (LAST_TRICK if team == last else 0))
        of_team["final_count"] = counts[team]
    if len(possible) == 1:
        ((standing, _marks),) = possible
        outcome = outcome_of(standing, counts[0] - counts[1])
        result.outcome = outcome
        result.winner = winner_of(outcome["net_resti"])
        result.margin = abs(outcome["net_resti"])


def _final_count(pile: int, rules: Rules) -> int:
    """What a pile counts, the last trick apart (M7.2)."""
    return PACK.points(pile) + points_in(pile, rules) + max(pile.bit_count() - EVEN_PILE, 0)


def outcome_of(standing: Standing, difference: int) -> dict[str, int]:
    """The settlement in resti (M7.3), NS positive.

    Args:
        standing: net resti and lead before the final count.
        difference: the final count of NS less that of EW.
    """
    final_difference = standing.lead + difference
    final = final_resti(final_difference)
    return {
        "settled_resti": standing.resti,
        "lead_before_final": standing.lead,
        "final_difference": final_difference,
        "final_resti": final,
        "net_resti": standing.resti + final,
    }


def final_resti(difference: int) -> int:
    """A final difference in resti, rounded up away from zero (M7.3)."""
    resti = (abs(difference) + RESTO - 1) // RESTO
    return resti if difference > 0 else -resti


def winner_of(net_resti: int) -> str:
    """Who wins by net resti, NS positive; 0 is a draw (M7.3)."""
    if not net_resti:
        return "draw"
    return TEAMS[net_resti < 0]


def _pay(
    settled: Settlement,
    recorded: str | None,
    rules: HouseRules,
    last: int,
    possible: set[Possible],
) -> list[Finding]:
    """Move the card that is given for the Matto (M7.1).

    The assumed card is the one with the best final difference for the giver.
    """
    giver = settled.matto_of
    always = bool(rules["matto_always_pays"]) and settled.matto_trick is not None
    owes = giver if settled.matto_back or (always and not settled.matto_lost) else None
    if owes is None and recorded is None:
        return []
    on_combinations = rules_of(rules)
    # The Matto is never captured (M4.4), and so is not given either.
    pool = settled.piles[giver] & ~MATTO
    sign = 1 if giver == 0 else -1
    bonus = LAST_TRICK if last == giver else -LAST_TRICK

    def margin(mine: int, other: int) -> int:
        return bonus + _final_count(mine, on_combinations) - _final_count(other, on_combinations)

    def winner(lead: int) -> str | None:
        winners = {
            winner_of(outcome_of(standing, sign * lead)["net_resti"])
            for standing, _marks in possible
        }
        return winners.pop() if len(winners) == 1 else None

    assumption = Assumption(margin, winner)
    return pay(_PAYMENT, settled, owes, recorded, pool, allowed_payments(pool), assumption)


def allowed_payments(pool: int) -> int:
    """The mask of the cards that may be given for the Matto, out of those captured (M7.1).

    The Matto is not among them.
    """
    if worthless := pool & _WORTHLESS:
        return worthless & ~T29 or worthless
    for _value, cards in reversed(PACK.worth):
        if pool & cards:
            return pool & cards
    return 0


def _bound(result: Score, setup: Setup, possible: set[Possible], *, taken_score: bool) -> None:
    """What is certain of the result though robs or turn-ups are not known."""
    first, second = (of_team["final_count"] or 0 for of_team in result.figures)
    outcomes = [outcome_of(standing, first - second) for standing, _marks in possible]
    winners = {winner_of(one["net_resti"]) for one in outcomes}
    margins = {abs(one["net_resti"]) for one in outcomes}
    result.winner = winners.pop() if len(winners) == 1 else None
    result.margin = margins.pop() if len(margins) == 1 else None
    bounds: dict[str, object] = {
        team: {
            "marks": _ends(marks[number] for _standing, marks in possible),
        }
        for number, team in enumerate(TEAMS)
    }
    for key in OUTCOME:
        low, high = _ends(one[key] for one in outcomes)
        bounds[key] = [low, high]
        result.outcome = {**result.outcome, key: low if low == high else None}
    bounds["margin"] = _ends(abs(one["net_resti"]) for one in outcomes)
    bounds["winner"] = [
        one
        for one in ("NS", "EW", "draw")
        if one in {winner_of(outcome["net_resti"]) for outcome in outcomes}
    ]
    result.bounds = bounds
    result.deciding = [
        key
        for key, value in (
            ("robbed", setup.robbed),
            ("turned_up", setup.turned_up),
            ("taken", setup.taken if taken_score else ()),
        )
        if value is None
    ]


def _ends(values: Iterable[int]) -> list[int]:
    """The lowest and the highest of some values."""
    found = list(values)
    return [min(found), max(found)]
