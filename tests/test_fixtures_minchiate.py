"""What each recorded hand of Minchiate Fiorentine shows.

`test_fixtures.py` holds them to the naive scorer; here stands what is special in each. Where a
figure is expected it comes from the rule sheet or from the naive scorer, never from the program.
"""

from collections.abc import Mapping
from itertools import product
from typing import Any, Final

from scorecli.audit import Audit
from scorecli.seats import TEAMS
from tests.fixture_hands import audit_of, codes, figures, outcome, record_of
from tests.naive import minchiate as naive
from tests.one_hand import audited

NOTHING_FOUND: Final[list[str]] = []


def scored(name: str) -> dict[str, Any]:
    """A hand by the naive scorer."""
    return naive.score(record_of(f"minchiate/{name}"))


def agreed(name: str) -> Audit:
    """The audit of a hand in which nothing is found and every claim is right."""
    audit = audit_of(f"minchiate/{name}")
    assert (audit.status, codes(audit)) == ("agreed", NOTHING_FOUND)
    return audit


def tricks_of(record: Mapping[str, Any]) -> list[naive.Trick]:
    """The tricks with the seat of each card (M4.1)."""
    leader = naive.SEATS[(naive.SEATS.index(record["dealer"]) + 1) % 4]
    tricks: list[naive.Trick] = []
    for cards in record["tricks"]:
        first = naive.SEATS.index(leader)
        tricks.append(list(zip(naive.SEATS[first:] + naive.SEATS[:first], cards, strict=True)))
        leader = naive.trick_winner(tricks[-1])
    return tricks


def captured_by(team: str, record: Mapping[str, Any]) -> set[str]:
    """The cards in the tricks of a team."""
    return {
        card
        for trick in tricks_of(record)
        if naive.TEAM[naive.trick_winner(trick)] == team
        for _seat, card in trick
    }


def possible_standings(record: Mapping[str, Any]) -> set[tuple[int, int]]:
    """The standings of `unknown-robs` for every rob and every turned-up card that there can be.

    S lays as many cards away as it takes, so that it robbed none; W, the cutter, robbed one.
    """
    later = naive.score({**record, "robbed": {}, "turned_up": {}})["events"]
    marks = [(event["team"], event["points"]) for event in later]
    hands = record["hands"]
    dealt = {**hands, "S": [*record["discards"]["S"], *hands["S"]]}
    turned = {
        seat: {naive.VALUES[card] for card in cards if card not in record["taken"]}
        for seat, cards in dealt.items()
    }
    standings = set()
    for robbed in [card for card in hands["W"] if card in naive.ROBBABLE]:
        left = {naive.VALUES[card] for card in [*hands["W"], "CN"] if card != robbed}
        for ups in product(turned["E"], turned["N"], left, turned["S"]):
            events = [
                ("EW", naive.VALUES[robbed]),
                *zip(("EW", "NS", "EW", "NS"), ups, strict=True),
            ]
            standings.add(naive.running([*events, *marks])[-1])
    return standings


def test_full_log() -> None:
    """Every trick says who led and who won, every figure and event is claimed, and all is right."""
    record = record_of("minchiate/full-log")
    audit = agreed("full-log")
    assert all(trick["lead"] and trick["won_by"] for trick in record["tricks"])
    assert {"cutter", "robbed", "turned_up", "taken", "fola", "discards"} <= record.keys()
    assert set(record["claims"]) == audit.game.known_claims - {"carried"}
    for team in TEAMS:
        assert record["claims"][team].keys() == set(audit.game.figures)
    assert scored("full-log")["outcome"]["settled_resti"] != 0


def test_rounding() -> None:
    """NS is ahead in the sum of all points, and yet the hand is a draw (M6.2)."""
    agreed("rounding")
    right = scored("rounding")
    ahead = sum(
        sign * (right["teams"][team]["marks"] + right["teams"][team]["final_count"])
        for team, sign in (("NS", 1), ("EW", -1))
    )
    assert naive.final_resti(ahead) == 1
    assert (right["outcome"]["winner"], right["outcome"]["net_resti"]) == ("draw", 0)


def test_both_rob() -> None:
    """Cutter and dealer rob, worthless trumps above 20 too, and the dealer takes (M2)."""
    record = record_of("minchiate/both-rob")
    agreed("both-rob")
    dealer = record["dealer"]
    cutter = naive.SEATS[naive.SEATS.index(dealer) - 1]
    assert record["robbed"].keys() == {cutter, dealer}
    robbed = [card for cards in record["robbed"].values() for card in cards]
    worthless = [card for card in robbed if naive.VALUES[card] == 0]
    assert worthless
    assert all(int(card[1:]) > 20 for card in worthless)
    laid_away = record["discards"]
    assert len(laid_away[cutter]) == len(record["robbed"][cutter])
    assert len(laid_away[dealer]) == len(record["robbed"][dealer]) + len(record["taken"])
    assert len(record["fola"]) + sum(map(len, laid_away.values())) == 13
    assert any(card in laid_away.get(seat, ()) for seat, card in record["turned_up"].items())


def test_king_drop() -> None:
    """W drops CK on a trump, though it holds lower Coppe, and EW loses it (M4.3)."""
    record = record_of("minchiate/king-drop")
    agreed("king-drop")
    tricks = tricks_of(record)
    (number,) = [place for place, trick in enumerate(tricks) if ("W", "CK") in trick]
    trick = tricks[number]
    assert naive.trick_winner(trick) == "N"
    assert not any(earlier[0][1] in naive.PACK[28:42] for earlier in tricks[:number])
    left = [card for later in tricks[number:] for seat, card in later if seat == "W"]
    before = [card for seat, card in trick[: trick.index(("W", "CK"))]]
    assert naive.duty(left, before, []) == ("king-drop", {"CK"})
    assert len([card for card in left if card[0] == "C"]) > 1


def test_king_drop_missed() -> None:
    """N keeps DK back on a trump and plays DJ; the claims are those of the hand as played."""
    audit = audit_of("minchiate/king-drop-missed")
    assert (audit.status, audit.legal, audit.claims) == ("illegal", False, "agree")
    (found,) = audit.findings
    (wrong,) = scored("king-drop-missed")["findings"]
    assert (found.code, found.seat, found.trick, found.card) == ("king-drop", "N", 5, "DJ")
    assert wrong == {"code": "king-drop", "seat": "N", "trick": 5, "card": "DJ", "legal": {"DK"}}
    assert (found.clause, found.legal) == ("M4.3", ["DK"])


def test_declared_run() -> None:
    """W scores T33 T32 T31 when it declares them; NS captures T33, and no pile has the run."""
    record = record_of("minchiate/declared-run")
    agreed("declared-run")
    run = ["T33", "T32", "T31"]
    assert record["declarations"] == {"W": "all"}
    (declared,) = naive.combinations(record["hands"]["W"])
    assert (declared["cards"], declared["points"]) == (run, 15)
    assert set(run) & captured_by("NS", record) == {"T33"}
    for team in TEAMS:
        made = scored("declared-run")["combinations"][team]
        assert not [one for one in made if one["kind"] == "run" and set(one["cards"]) & set(run)]
    declarations = [
        event for event in scored("declared-run")["events"] if event["what"] == "declaration"
    ]
    assert [(event["seat"], event["points"]) for event in declarations] == [("W", 15)]


def test_four_tens() -> None:
    """A worked figure of the sheet: all four tens are 35 points, and 25 if they are merged."""
    record = record_of("minchiate/four-tens")
    agreed("four-tens")
    assert set(naive.FIXED["tens"]) <= captured_by("NS", record)
    made = scored("four-tens")["combinations"]["NS"]
    assert sum(one["points"] for one in made if one["kind"] in ("tens-low", "tens-high")) == 35
    merged = audited(record, tens="merged")
    everything = sum(one["points"] for one in made)
    assert figures(merged, "NS")["versicole"] == everything - 35 + 25


def test_no_trick() -> None:
    """NS has every card, 421 points by the sheet; EW loses the Matto and keeps its marks."""
    audit = agreed("no-trick")
    assert figures(audit, "NS")["final_count"] == 142 + 227 + 42 + 10
    assert {figures(audit, "EW")[name] for name in ("final_count", "cards", "tricks_won")} == {0}
    assert any("MAT" in record_of("minchiate/no-trick")["hands"][seat] for seat in ("E", "W"))
    assert "matto_payment" not in record_of("minchiate/no-trick")
    assert (figures(audit, "EW")["marks"] or 0) > 0


def test_split() -> None:
    """The most that both teams' combinations can be worth: 15 and 217 (M7.4)."""
    record = record_of("minchiate/split")
    audit = agreed("split")
    assert {team: figures(audit, team)["versicole"] for team in TEAMS} == {"NS": 217, "EW": 15}
    assert captured_by("EW", record) & {*naive.NEVER_DEAD} == {"T31", "T32", "T33"}


def test_unknown_robs() -> None:
    """Without robs and turn-ups NS is certain to win, by 4 or by 5 resti (M2.1, M2.2)."""
    record = record_of("minchiate/unknown-robs")
    audit = audit_of("minchiate/unknown-robs")
    assert not {"robbed", "turned_up"} & record.keys()
    assert codes(audit) == ["claim-unchecked"]
    assert audit.score is not None
    assert outcome(audit) == ("NS", None)
    assert audit.score.deciding == ["robbed", "turned_up"]
    standings = possible_standings(record)
    teams = scored("unknown-robs")["teams"]
    lead = teams["NS"]["final_count"] - teams["EW"]["final_count"]
    net = {resti + naive.final_resti(points + lead) for resti, points in standings}
    assert (min(net), max(net)) == (4, 5)
    leads = {points for _resti, points in standings}
    bounds = audit.score.bounds
    assert bounds is not None
    assert bounds["winner"] == ["NS"]
    assert bounds["margin"] == bounds["net_resti"] == [4, 5]
    assert bounds["lead_before_final"] == [min(leads), max(leads)]


def test_wrong_order() -> None:
    """The right events in the wrong order make a draw of a hand that NS wins by a resto (M6.2)."""
    claims = record_of("minchiate/wrong-order")["claims"]
    audit = audit_of("minchiate/wrong-order")
    assert (audit.status, audit.legal, set(codes(audit))) == ("disputed", True, {"claim-mismatch"})
    right = scored("wrong-order")
    claimed = [(event["team"], event["points"]) for event in claims["events"]]
    played = [(event["team"], event["points"]) for event in right["events"]]
    assert sorted(claimed) == sorted(played)
    standing = naive.running(claimed)[-1]
    assert standing == (claims["settled_resti"], claims["lead"])
    counts = [right["teams"][team]["final_count"] for team in TEAMS]
    assert standing[0] + naive.final_resti(standing[1] + counts[0] - counts[1]) == 0
    assert (claims["winner"], claims["margin"]) == ("draw", 0)
    assert outcome(audit) == ("NS", 1)
    wrong = {found.path for found in audit.findings}
    keys = ("events[0]", "settled_resti", "lead", "winner", "margin")
    assert wrong == {f"$.claims.{key}" for key in keys}


def test_piles() -> None:
    """One pile, the number of its cards and the running score end like the whole hand."""
    whole, piles = audit_of("minchiate/rounding"), audit_of("minchiate/piles")
    assert whole.score is not None
    assert piles.score is not None
    assert piles.score.outcome == whole.score.outcome
    assert figures(piles, "EW")["final_count"] == figures(whole, "EW")["final_count"]
    assert (piles.status, piles.legal) == ("agreed", None)
