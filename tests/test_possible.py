"""What is certain of a hand that can have been in several ways, and which facts decide."""

from collections.abc import Sequence
from typing import Final

from scorecli.games import game_named
from scorecli.games.score import Detail, Score, by_ways, winner_by_totals
from scorecli.table.possible import Fact, Possible

NOTHING: Final = Detail(((), ()), {}, ())


def way(ours: int, theirs: int, *facts: Fact) -> Possible:
    """A way in which the teams have these totals."""
    figures = ({"total": ours}, {"total": theirs})
    winner, margin = winner_by_totals(*figures)
    return Possible(facts, figures, winner, margin, (0, 0))


def scored(ways: Sequence[Possible]) -> Score:
    """The score of a hand that can have been in these ways."""
    return by_ways(ways, [], lambda: NOTHING)


def last(team: str) -> Fact:
    """That a team took the last trick."""
    return Fact("the last trick", f"{team} took the last trick")


def gave(code: str, *, team: str = "NS", assumed: bool = False) -> Fact:
    """That a card was given for the Matto, and whether it is the one that the sheet assumes."""
    words = f"{team} gave {code} for the Matto"
    return Fact("the payment", words, against_assumption=not assumed)


def played(team: str) -> Fact:
    """That a team played the Matto."""
    return Fact("who played the Matto", f"{team} played the Matto")


def test_an_assumption_stands_and_has_bounds() -> None:
    """The score is that of the ways that stand, the bounds are those of all."""
    score = scored([way(51, 50, gave("S6", assumed=True)), way(40, 61, gave("T9"))])
    assert score.figures == ({"total": 51}, {"total": 50})
    assert (score.winner, score.margin) == ("NS", 1)
    assert score.bounds == {
        "NS": {"total": [40, 51]},
        "EW": {"total": [50, 61]},
        "margin": [1, 21],
        "winner": ["NS", "EW"],
    }
    assert score.deciding == ["the payment"]
    assert score.detail() is NOTHING
    assert game_named("bologna").verdict(score) == "NS wins by 1: 51 to 50."


def test_a_winner_by_an_assumption_alone() -> None:
    """Where the margin is open and another card would change the winner the verdict says so."""
    ways = [
        way(60, 50, gave("S6", assumed=True), last("NS")),
        way(54, 56, gave("T9"), last("NS")),
        way(57, 53, gave("S6", assumed=True), last("EW")),
        way(50, 60, gave("T9"), last("EW")),
    ]
    score = scored(ways)
    assert (score.winner, score.margin) == ("NS", None)
    assert score.deciding == ["the payment"]
    words = "NS wins by what is assumed; it depends on the payment."
    assert game_named("bologna").verdict(score) == words
    sure = scored([ways[0], ways[2]])
    words = "NS wins by 4 to 10, which depends on the last trick."
    assert game_named("bologna").verdict(sure) == words


def test_a_winner_of_minchiate_by_an_assumption_alone() -> None:
    """The same where the margin is in resti."""
    ways = [
        way(60, 50, gave("DK", assumed=True), last("NS")),
        way(57, 53, gave("DK", assumed=True), last("EW")),
        way(50, 60, gave("BK"), last("EW")),
    ]
    score = scored(ways)
    score.outcome = {"net_resti": None}
    words = "NS wins by what is assumed; the payment is not known."
    assert game_named("minchiate").verdict(score) == words


def test_a_fact_on_which_another_rests() -> None:
    """Who played the Matto decides, though with another player another card is given."""
    ways = [
        way(60, 50, played("NS"), gave("S6", assumed=True)),
        way(59, 51, played("NS"), gave("T9")),
        way(40, 70, played("EW"), gave("C6", team="EW", assumed=True)),
        way(41, 69, played("EW"), gave("T8", team="EW")),
    ]
    score = scored(ways)
    assert score.winner is None
    assert score.deciding == ["who played the Matto"]
    assert score.uncertain == "NS wins if NS played the Matto, else EW wins"


def test_a_fact_that_changes_nothing_is_not_named() -> None:
    """Of two facts the one that decides alone is named, in a condition too."""
    ways = [
        way(50 + won, 53 - won, gave(code, assumed=code == "S6"), last(team))
        for code in ("S6", "T9")
        for team, won in (("NS", 6), ("EW", 0))
    ]
    score = scored(ways)
    assert score.deciding == ["the last trick"]
    assert score.uncertain == "NS wins if NS took the last trick, else EW wins"


def test_facts_that_decide_together() -> None:
    """Where neither fact alone decides in words, both are named."""
    ways = [
        way(50 + 4 * (code == "S6") + 4 * (team == "NS"), 55, gave(code, assumed=True), last(team))
        for code in ("S6", "T9")
        for team in ("NS", "EW")
    ]
    score = scored(ways)
    assert score.deciding == ["the payment", "the last trick"]
    assert score.uncertain == "NS wins or EW wins, which depends on the payment and the last trick"
