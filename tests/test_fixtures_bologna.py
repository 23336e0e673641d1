"""What each recorded hand of Tarocchi Bolognesi shows.

`test_fixtures.py` holds them to the naive scorer; here stands what is special in each. Where a
figure is expected it comes from the rule sheet or from the naive scorer, never from the program.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from scorecli.audit_source import Audited, audit_source
from scorecli.seats import TEAMS
from tests.conftest import FIXTURES
from tests.fixture_hands import audit_of, codes, figures, load_case, outcome, record_of
from tests.naive import bologna as naive
from tests.one_hand import audited


def tricks_of(record: dict[str, Any]) -> list[naive.Trick]:
    """The tricks with the seat of each card (B4.1), in a record that does not name the leaders."""
    leader = naive.SEATS[(naive.SEATS.index(record["dealer"]) + 1) % 4]
    tricks = []
    for cards in record["tricks"]:
        first = naive.SEATS.index(leader)
        seats = naive.SEATS[first:] + naive.SEATS[:first]
        codes_played = cards.split() if isinstance(cards, str) else cards
        tricks.append(list(zip(seats, codes_played, strict=False)))
        leader = naive.trick_winner(tricks[-1])
    return tricks


def sequences_of(cards: Sequence[str]) -> list[int]:
    """The points of each sequence that some cards make, by the naive scorer."""
    made = naive.combinations(cards)
    return [int(one["points"]) for one in made if one["kind"] not in naive.SETS]


def sequence_points(cards: Sequence[str]) -> int:
    """What the sequences of some cards score, doubled from three on (B6.2)."""
    points = sequences_of(cards)
    return sum(points) * (2 if len(points) >= 3 else 1)


# What each hand shows


def test_one_counter() -> None:
    """NS wins by 25 with the Bégato as a counter, and would lose without a counter."""
    record = record_of("bologna/one-counter")
    audit = audit_of("bologna/one-counter")
    assert audit.status == "agreed"
    assert outcome(audit) == ("NS", 25)
    pile = [record["matto_payment"]]
    for trick in tricks_of(record):
        if naive.TEAM[naive.trick_winner(trick)] == "NS":
            pile += [card for _seat, card in trick if card != "MAT"]
    with_it = sequence_points(pile)
    without_it = sequence_points([card for card in pile if card != "BEG"])
    assert (figures(audit, "NS")["sequences"], without_it) == (with_it, 25)
    lost = naive.score(record)["teams"]["NS"]["total"] - with_it + without_it
    assert lost < naive.score(record)["teams"]["EW"]["total"]


def test_full_log() -> None:
    """Every trick says who led and who won it, every figure is claimed, and all is right."""
    record = record_of("bologna/full-log")
    audit = audit_of("bologna/full-log")
    assert all(trick["lead"] and trick["won_by"] for trick in record["tricks"])
    for team in TEAMS:
        assert record["claims"][team].keys() == set(audit.game.figures)
    assert (audit.status, codes(audit)) == ("agreed", [])


def test_evening() -> None:
    """The log has four hands, all of them agreed."""
    outcomes = list(audit_source(str(FIXTURES / "bologna" / "evening.jsonl"), {}))
    assert [one.place.line for one in outcomes] == [1, 2, 3, 4]
    assert [isinstance(one, Audited) and one.audit.status for one in outcomes] == ["agreed"] * 4


def test_wrong_claim() -> None:
    """NS claims half of what its three sequences score when doubled; all that follows is wrong."""
    audit = audit_of("bologna/wrong-claim")
    assert audit.status == "disputed"
    assert [(found.code, found.path, found.found) for found in audit.findings] == [
        ("claim-mismatch", "$.claims.NS.sequences", 45),
        ("claim-mismatch", "$.claims.NS.total", 101),
        ("claim-mismatch", "$.claims.margin", 68),
    ]
    # Of the margin only the difference of 45 between the two totals is missing.
    assert [found.expected for found in audit.findings] == [2 * 45, 101 + 45, 68 - 45]


def test_disputed_declaration() -> None:
    """A worked figure of the sheet: the Grande has seven cards, and scores 30."""
    audit = audit_of("bologna/disputed-declaration")
    assert (audit.status, audit.hand.level, audit.legal) == ("disputed", "hands", None)
    assert {(found.code, found.expected, found.found) for found in audit.findings} == {
        ("declaration-value", 30, 45),
        ("declaration-value", 30 + 18, 63),
    }


def test_revoke() -> None:
    """N throws BQ off while it holds trumps; the claims are those of the hand as it was played."""
    audit = audit_of("bologna/revoke")
    assert (audit.status, audit.legal, audit.claims) == ("illegal", False, "agree")
    (found,) = audit.findings
    assert (found.code, found.trick, found.seat, found.card) == ("revoke", 7, "N", "BQ")
    later = [dict(trick)["N"] for trick in tricks_of(record_of("bologna/revoke"))[7:]]
    assert set(found.legal or ()) == set(later) & {*naive.TRUMPS}


def test_illegal_discard() -> None:
    """The dealer lays the Matto away (B2.2)."""
    audit = audit_of("bologna/illegal-discard")
    assert (audit.status, audit.claims) == ("illegal", "agree")
    (found,) = audit.findings
    assert (found.code, found.seat, found.card, found.clause) == (
        "illegal-discard",
        record_of("bologna/illegal-discard")["dealer"],
        "MAT",
        "B2.2",
    )


def test_payment_decides() -> None:
    """The card that is assumed lets EW win; the note names one that would not."""
    audit = audit_of("bologna/payment-decides")
    assert codes(audit) == ["assumed-payment"]
    assert outcome(audit)[0] == "EW"
    other = re.search(r"with (\w+) NS would win", audit.findings[0].message)
    assert other
    paid = {**record_of("bologna/payment-decides"), "matto_payment": other[1]}
    assert naive.score(paid)["winner"] == "NS"
    assert outcome(audited(paid))[0] == "NS"


def test_payment_decides_in_the_hand_of_one_counter() -> None:
    """But for the payment and the claims the two files hold the same hand."""
    one, other = record_of("bologna/one-counter"), record_of("bologna/payment-decides")
    for key in ("dealer", "hands", "discards", "declarations", "tricks"):
        assert one[key] == other[key]
    assert "matto_payment" not in other


def test_house_rule() -> None:
    """By default three Mori would lengthen the Grande: 15 points, doubled (B6.2, B6.7)."""
    record = record_of("bologna/house-rule")
    audit = audit_of("bologna/house-rule")
    assert audit.rules["grande_complete"] == "real"
    del record["house_rules"]
    by_default = naive.score(record)["teams"]["NS"]["sequences"]
    assert by_default - (figures(audit, "NS")["sequences"] or 0) == 2 * 3 * 5
    assert figures(audited(record), "NS")["sequences"] == by_default


def test_no_trick() -> None:
    """NS has the whole pack, 939 points by the sheet, and EW nothing but its declarations."""
    record = record_of("bologna/no-trick")
    audit = audit_of("bologna/no-trick")
    kept = {
        seat: [card for card in cards if card not in record["discards"].get(seat, ())]
        for seat, cards in record["hands"].items()
    }
    declared = {seat: naive.declaration_value(kept[seat]) for seat in record["declarations"]}
    assert declared.keys() == {"S", "E"}
    assert figures(audit, "EW")["tricks_won"] == 0
    assert figures(audit, "NS")["total"] == 939 + declared["S"]
    assert figures(audit, "EW")["total"] == declared["E"] > 0
    assert codes(audit) == []


def test_no_declarations() -> None:
    """Nobody declared, and a note says so."""
    audit = audit_of("bologna/no-declarations")
    assert codes(audit) == ["no-declarations"]
    assert [figures(audit, team)["declarations"] for team in TEAMS] == [0, 0]


def test_unfinished() -> None:
    """Of a hand that is broken off only declarations and tricks are known."""
    audit = audit_of("bologna/unfinished")
    tricks = tricks_of(record_of("bologna/unfinished"))
    assert [len(trick) for trick in tricks] == [4] * 9 + [2]
    assert (audit.status, codes(audit)) == ("incomplete", [])
    won = Counter(naive.TEAM[naive.trick_winner(trick)] for trick in tricks[:9])
    for team in TEAMS:
        known = {figure: points for figure, points in figures(audit, team).items() if points}
        assert known.keys() == {"declarations", "tricks_won", "cards"}
        assert (known["tricks_won"], known["cards"]) == (won[team], 4 * won[team])
    assert outcome(audit) == (None, None)


def test_card_twice() -> None:
    """SQ stands in two tricks and D8 in none: both are named, and nothing is scored."""
    tricks = record_of("bologna/card-twice")["tricks"]
    assert [number for number, cards in enumerate(tricks, 1) if "SQ" in cards] == [7, 13]
    assert not any("D8" in cards for cards in tricks)
    audit = audit_of("bologna/card-twice")
    assert (audit.status, audit.score) == ("invalid", None)
    assert [(found.code, found.card) for found in audit.findings] == [
        ("duplicate-card", "SQ"),
        ("missing-card", "D8"),
    ]


def test_doubled_declaration() -> None:
    """E declares three sequences, so that they are doubled (B6.2)."""
    record = load_case(FIXTURES / "cases" / "bologna-doubled-declaration.json")["record"]
    assert record["declarations"]["E"] == "all"
    assert len(sequences_of(record["hands"]["E"])) == 3


def test_two_moors() -> None:
    """Of two Mori in one trick the one played last wins it (B4.3)."""
    record = load_case(FIXTURES / "cases" / "bologna-two-moors.json")["record"]
    moors = [[seat for seat, card in trick if card == "MOR"] for trick in tricks_of(record)]
    winners = [naive.trick_winner(trick) for trick in tricks_of(record)]
    (two,) = [trick for trick, seats in enumerate(moors) if len(seats) > 1]
    assert winners[two] == moors[two][-1]


def test_one_sided() -> None:
    """One team wins all tricks but two."""
    record = load_case(FIXTURES / "cases" / "bologna-one-sided.json")["record"]
    won = Counter(naive.TEAM[naive.trick_winner(trick)] for trick in tricks_of(record))
    assert sorted(won.values()) == [2, 13]


def test_piles() -> None:
    """One pile and the number of its cards give all but the last trick, and refute a claim."""
    record = record_of("bologna/piles")
    audit = audit_of("bologna/piles")
    assert audit.score is not None
    assert audit.score.winner == "NS"
    named = record["piles"]["EW"]
    plain = record["pile_cards"]["EW"] - len(named)
    # Each plain card is worth 1 less half a point; 30 cards have no half point over.
    points = sum(naive.VALUES.get(card, 1) for card in named) + plain - 30 // 2
    assert figures(audit, "EW")["card_points"] == points
    assert figures(audit, "NS")["card_points"] == 87 - points
    assert figures(audit, "EW")["sequences"] == sequence_points(named)
    assert (figures(audit, "NS")["last_trick"], audit.score.deciding) == (None, ["the last trick"])
    assert [one.path for one in audit.findings if one.code == "claim-mismatch"] == [
        "$.claims.NS.total"
    ]
