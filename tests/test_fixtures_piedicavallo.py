"""What each recorded hand of Tarocchi of Piedicavallo shows.

`test_fixtures.py` holds them to the naive scorer; here stands what is special in each. Where a
figure is expected it comes from the rule sheet or from the naive scorer, never from the program.
"""

from scorecli.seats import SEATS
from tests.fixture_hands import audit_of, codes, figures, outcome, record_of
from tests.naive import piedicavallo as naive


def test_draw() -> None:
    """Both teams count 57, which is half of the pack (P4.1)."""
    audit = audit_of("piedicavallo/draw")
    assert outcome(audit) == ("draw", 0)
    assert [figures(audit, team)["total"] for team in ("NS", "EW")] == [57, 57]
    assert audit.status == "agreed"


def test_matto_led() -> None:
    """E leads the Matto to the third trick, and the card after it sets the suit (P3.4)."""
    record = record_of("piedicavallo/matto-led")
    trick = record["tricks"][2]
    assert trick == {"lead": "E", "cards": ["MAT", "CN", "C3", "T2"], "won_by": "S"}
    audit = audit_of("piedicavallo/matto-led")
    assert (codes(audit), audit.status) == ([], "agreed")
    assert outcome(audit) == ("NS", 2)


def test_sweep() -> None:
    """A team that wins all tricks has 114, with the Matto and the discards of the other (P4.1)."""
    record = record_of("piedicavallo/sweep")
    audit = audit_of("piedicavallo/sweep")
    assert figures(audit, "NS") == {"card_points": 114, "total": 114, "tricks_won": 15, "cards": 62}
    assert figures(audit, "EW") == {"card_points": 0, "total": 0, "tricks_won": 0, "cards": 0}
    assert record["dealer"] in "EW"
    assert any("MAT" in record["hands"][seat] for seat in "EW")


def test_forced_trump() -> None:
    """The dealer has one card that is free to go, and so lays a trump away with it (P2.3)."""
    record = record_of("piedicavallo/forced-trump")
    dealer = record["dealer"]
    laid_away = tuple(record["discards"][dealer])
    pairs = naive.legal_discards(record["hands"][dealer])
    assert laid_away == ("SQ", "T2")
    assert laid_away in pairs
    assert not [pair for pair in pairs if not set(pair) & set(naive.TRUMPS)]
    assert record["announced_trumps"] == 1
    assert audit_of("piedicavallo/forced-trump").status == "agreed"


def test_illegal_discard() -> None:
    """A trump goes while two others stay: the finding names them and what may have gone."""
    audit = audit_of("piedicavallo/illegal-discard")
    record = record_of("piedicavallo/illegal-discard")
    (found,) = audit.findings
    dealt = record["hands"][record["dealer"]]
    assert (found.code, found.clause, found.card) == ("illegal-discard", "P2.3", "T14")
    assert "T9 and T3 stay in the hand" in found.message
    may_go = {card for pair in naive.legal_discards(dealt) for card in pair}
    assert set(found.legal or ()) == may_go
    assert audit.status == "illegal"
    assert audit.claims == "agree"


def test_matto_in_last_trick() -> None:
    """The Matto goes with the last trick by a house rule, and with it the hand (P3.5)."""
    record = record_of("piedicavallo/matto-in-last-trick")
    assert "MAT" in record["tricks"][-1]
    assert outcome(audit_of("piedicavallo/matto-in-last-trick")) == ("EW", 8)
    by_default = naive.score({**record, "house_rules": {}})
    assert (by_default["winner"], by_default["margin"]) == ("NS", 2)


def test_impossible_claim() -> None:
    """Totals of 113 and 1 are impossible without a card being known, and it says why (P4.3)."""
    audit = audit_of("piedicavallo/impossible-claim")
    found = [one for one in audit.findings if one.code == "claim-impossible"]
    assert [one.path for one in found] == [
        "$.claims.NS.total",
        "$.claims.EW.total",
        "$.claims.margin",
    ]
    assert "EW would have 1, and has 0 or at least 3" in found[0].message
    assert audit.claims == "differ"


def test_tricks_of_the_matto_led_are_those_of_the_naive_scorer() -> None:
    """Who is recorded to have won each trick is whom the naive scorer finds."""
    for trick in record_of("piedicavallo/matto-led")["tricks"]:
        first = SEATS.index(trick["lead"])
        seats = [*SEATS[first:], *SEATS[:first]]
        assert naive.trick_winner(list(zip(seats, trick["cards"], strict=True))) == trick["won_by"]


def test_one_pile() -> None:
    """The pile of one team gives that of the other."""
    audit = audit_of("piedicavallo/one-pile")
    cards = record_of("piedicavallo/one-pile")["piles"]["EW"]
    assert naive.card_points(cards) == 57
    assert [figures(audit, team)["total"] for team in ("NS", "EW")] == [57, 57]
    assert (audit.status, audit.legal) == ("agreed", None)
