"""Piles with a declared hand that is not recorded: all that it can have been, and no more."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import pytest

from scorecli.audit import Audit
from scorecli.games.bologna.attainable import attainable_points
from scorecli.games.bologna.discards import NEVER_LAID_AWAY
from scorecli.games.bologna.pack import PACK
from scorecli.games.score import Score
from scorecli.seats import SEATS, TEAMS
from tests.naive.agreement import audit_of
from tests.pile_hands import Record, as_piles, hands_of, score_of, settled
from tests.test_attainable import attainable, shrunk, worth

HANDS: Final = 24
SEATS_ASKED: Final = 6
SAMPLES: Final = 6

EXAMPLE: Final[Record] = {
    "variant": "bologna",
    "piles": {"NS": list(PACK.codes[:30]), "EW": list(PACK.codes[30:])},
    "last_trick": "EW",
    "declarations": {"S": "all"},
}
"""Piles of which nothing is known but that S declared all; the Matto is with EW."""


def bounds_of(score: Score, team: str) -> Mapping[str, Sequence[int]]:
    """The bounds of the figures of a team."""
    assert score.bounds is not None
    of_team: Any = score.bounds[team]
    return of_team  # type: ignore[no-any-return]


def without(record: Record, *hidden: str) -> Record:
    """A hand of which these seats are not recorded, nor what the dealer laid away."""
    away = record["discards"][record["dealer"]]
    hands = {seat: list(cards) for seat, cards in record["hands"].items()}
    for code in away:
        hands[record["dealer"]].remove(code)
    return {
        **{key: value for key, value in record.items() if key != "discards"},
        "hands": {seat: cards for seat, cards in hands.items() if seat not in hidden},
    }


def cards_left(record: Record) -> int:
    """The mask of all cards that are in no recorded hand."""
    left = list(PACK.codes)
    for cards in record["hands"].values():
        for code in cards:
            left.remove(code)
    return PACK.mask(left)


def with_hand(record: Record, seat: str, hand: int) -> Record:
    """The record with a hand for a seat."""
    hands = {**record.get("hands", {}), seat: PACK.codes_of(hand)}
    return {**record, "hands": hands}


def check_within(score: Score, completion: Score) -> None:
    """A completion is within the bounds, or what is known."""
    for number, team in enumerate(TEAMS):
        for figure, value in completion.figures[number].items():
            known = score.figures[number][figure]
            ends = [known, known] if score.bounds is None else bounds_of(score, team)[figure]
            assert (ends[0] or 0) <= (value or 0) <= (ends[1] or 0)
    if score.bounds is not None:
        winners: Any = score.bounds["winner"]
        assert completion.winner in winners


def declaring_all() -> list[tuple[Record, Audit, str]]:
    """Hands with their audits, and each seat that declared all of its cards."""
    return [
        (record, audit_of(record), seat)
        for record in hands_of("bologna", HANDS)
        for seat, what in record["declarations"].items()
        if what == "all"
    ]


@pytest.mark.parametrize(
    "also_hidden",
    [
        pytest.param((), id="discards"),
        pytest.param((1,), id="right"),
        pytest.param((2,), id="partner"),
        pytest.param((1, 2, 3), id="all", marks=pytest.mark.long),
    ],
)
def test_a_declared_hand_out_of_many_cards(also_hidden: Sequence[int]) -> None:
    """The bounds hold the truth and every completion, and a completion reaches each end."""
    rng = Random(len(also_hidden))
    differing = 0
    for record, usual, seat in declaring_all()[:SEATS_ASKED]:
        others = [SEATS[(SEATS.index(seat) + more) % 4] for more in also_hidden]
        hidden = without(record, seat, *others)
        hidden["declarations"] = {
            one: what for one, what in record["declarations"].items() if one not in others
        }
        true = score_of({**record, "declarations": hidden["declarations"]})
        whole = as_piles(hidden, usual, settled(record, usual))
        score = score_of(whole)
        check_within(score, true)
        pool = cards_left(whole)
        for _ in range(SAMPLES):
            cards = rng.sample(PACK.cards(pool), 15)
            hand = PACK.first_of_alike(sum(PACK.bits[card] for card in cards))
            audit = audit_of(with_hand(whole, seat, hand))
            lawful = (pool & ~hand & ~NEVER_LAID_AWAY).bit_count() >= 2
            # A hand with a Matto that the piles give to the other team is no completion.
            if audit.score is not None and lawful:
                check_within(score, audit.score)
        if score.bounds is None:
            continue
        differing += 1
        team = SEATS.index(seat) % 2
        assert score.deciding == [f"the declaration of {seat}"]
        assert (score.figures[team]["declarations"], score.figures[team]["total"]) == (None, None)
        for hand, end in hands_at_the_ends(score, whole, seat, pool):
            completion = score_of(with_hand(whole, seat, hand))
            assert completion.figures[team]["declarations"] == end
    assert differing


def hands_at_the_ends(
    score: Score, whole: Record, seat: str, pool: int
) -> Iterator[tuple[int, int]]:
    """A hand for each end of what a team declared, of which the other cards can be a deal."""
    team = SEATS.index(seat) % 2
    matto = PACK.bit["MAT"]
    piles: Mapping[str, Sequence[str]] = whole["piles"]
    held = [True, False]
    if all(piles.values()):
        mine = "MAT" in piles[TEAMS[team]]
        partner_known = SEATS[(SEATS.index(seat) + 2) % 4] in whole["hands"]
        held = [True] * mine + [False] * (not mine or not partner_known)
    held = [one for one in held if not one or pool & matto] or [False]
    said = {one: what for one, what in whole["declarations"].items() if one != seat}
    others = score_of({**whole, "declarations": said}).figures[team]["declarations"] or 0
    for end in bounds_of(score, TEAMS[team])["declarations"]:

        def allowed(smaller: int, points: int = end - others) -> bool:
            return any(
                points
                in attainable_points(
                    smaller if matto_held else smaller & ~matto,
                    matto=matto_held,
                    never_laid_away=never_laid_away(pool if matto_held else pool & ~matto),
                    mori_join_filled=True,
                )
                for matto_held in held
                if smaller & matto or not matto_held
            )

        hand = shrunk(pool, allowed)
        assert worth(hand) == end - others
        yield hand, end


def never_laid_away(pool: int) -> int:
    """How many Kings and the like a hand out of a pool has at least, two others being laid away."""
    rest = pool.bit_count() - 15 - 2
    return max((pool & NEVER_LAID_AWAY).bit_count() - rest, 0)


def test_nothing_known_but_who_declared() -> None:
    """Out of the whole pack a declaration is worth 0 to 416; without the Matto it is less."""
    piles = {"NS": list(PACK.codes), "EW": []}
    anything = score_of({**EXAMPLE, "piles": piles, "last_trick": "NS"})
    assert bounds_of(anything, "NS")["declarations"] == [0, 416]
    without_matto = score_of(EXAMPLE)
    low, high = bounds_of(without_matto, "NS")["declarations"]
    assert (low, high) == (0, max(attainable(PACK.everything & ~PACK.bit["MAT"])))
    assert high < 416
    assert without_matto.deciding == ["the declaration of S"]
    assert without_matto.bounds is not None
    assert without_matto.bounds["winner"] == ["NS", "EW", "draw"]


def test_who_played_the_matto_held_it() -> None:
    """Who is said to have played the Matto held it, and nobody else did (B4.5)."""
    captured = {**EXAMPLE, "settled": False, "matto_payment": "S10"}
    without_matto = max(attainable(PACK.everything & ~PACK.bit["MAT"]))
    for seat in ("N", "E", "S"):
        score = score_of({**captured, "matto": {"played_by": seat}})
        low, high = bounds_of(score, "NS")["declarations"]
        assert (low, high) == (0, 416 if seat == "S" else without_matto)


def test_an_unknown_player_of_the_matto_goes_with_the_hand() -> None:
    """Where it is not known who played the Matto, a hand with it makes its team the player."""
    piles = {"NS": list(PACK.codes[:30]), "EW": list(PACK.codes[30:])}
    captured = {**EXAMPLE, "piles": piles, "settled": False}
    score = score_of(captured)
    by_seat = [score_of({**captured, "matto": {"played_by": seat}}) for seat in "SNE"]
    for figure, ends in bounds_of(score, "NS").items():
        low = min(bounds_of(one, "NS")[figure][0] for one in by_seat)
        high = max(bounds_of(one, "NS")[figure][1] for one in by_seat)
        assert ends == [low, high]
    assert "the declaration of S" in score.deciding


def test_cards_that_another_seat_named_are_not_in_the_hand() -> None:
    """What another seat declared by name this one did not hold."""
    kings = [{"cards": "SK BK CK DK"}, {"cards": "SQ BQ CQ DQ"}]
    score = score_of({**EXAMPLE, "declarations": {"S": "all", "N": kings}})
    named = PACK.mask(["SK", "BK", "CK", "DK", "SQ", "BQ", "CQ", "DQ", "MAT"])
    points = 2 * (17 + 14)
    low, high = bounds_of(score, "NS")["declarations"]
    assert (low, high) == (points, points + max(attainable(PACK.everything & ~named)))
    # Too late it says nothing.
    late = {"items": kings, "after_trick": 2}
    score = score_of({**EXAMPLE, "declarations": {"S": "all", "N": late}})
    named = PACK.bit["MAT"]
    assert bounds_of(score, "NS")["declarations"][1] == max(attainable(PACK.everything & ~named))


def test_hands_and_names_that_contradict_each_other() -> None:
    """Where two seats name one card, or one more than a hand, nothing is said of a third."""
    twice = {"S": "all", "N": [{"cards": "SK SQ SN"}], "E": [{"cards": "SK BK CK"}]}
    suits = [" ".join(suit + rank for rank in "KQNJ") for suit in "SBCD"]
    many = {"S": "all", "N": [{"cards": cards} for cards in suits]}
    for declarations in (twice, many):
        score = score_of({**EXAMPLE, "declarations": declarations})
        assert score.figures[0]["declarations"] is None
        assert score.winner is None
        assert "declarations" in score.deciding


def test_the_seventeen_cards_of_a_dealer() -> None:
    """Of a dealer whose 17 cards are recorded only the discards are not known (B2.2)."""
    seen = 0
    for record, usual, seat in declaring_all():
        if seat != record["dealer"]:
            continue
        hidden = {key: value for key, value in record.items() if key != "discards"}
        hidden["hands"] = {seat: record["hands"][seat]}
        hidden["declarations"] = {seat: "all"}
        score = score_of(as_piles(hidden, usual, settled(record, usual)))
        pool = PACK.mask(record["hands"][seat])
        values = attainable(pool, (pool & NEVER_LAID_AWAY).bit_count())
        team = TEAMS.index(TEAMS[SEATS.index(seat) % 2])
        if len(values) == 1:
            assert score.figures[team]["declarations"] == min(values)
        else:
            assert bounds_of(score, TEAMS[team])["declarations"] == [min(values), max(values)]
            seen += 1
    assert seen


def test_a_hand_beside_the_seventeen_cards_of_a_dealer() -> None:
    """The 17 cards of a dealer are not in another hand, and the discards are among them."""
    dealt = ["SK", "BK", "MON", "SOL", *PACK.codes[44:57]]
    record = {**EXAMPLE, "dealer": "N", "hands": {"N": dealt}}
    pool = PACK.everything & ~PACK.mask([*dealt, "MAT"])
    values = attainable(pool)
    assert bounds_of(score_of(record), "NS")["declarations"] == [min(values), max(values)]


def test_a_value_that_every_hand_has_is_known() -> None:
    """Where all hands that it can have been are worth the same, this is known, with its line."""
    seen = 0
    for record, usual, seat in declaring_all():
        whole = as_piles(without(record, seat), usual, settled(record, usual))
        score = score_of(whole)
        if score.bounds is not None:
            continue
        seen += 1
        team = TEAMS[SEATS.index(seat) % 2]
        lines = [one for one in score.detail().lines if one.figure == "declarations"]
        points = score.figures[TEAMS.index(team)]["declarations"]
        assert sum(one.points for one in lines if one.team == team) == points
    assert seen


def test_a_claim_beyond_what_can_be_declared() -> None:
    """A total that no hand leads to is wrong; one that some hand leads to is left open."""
    low, high = bounds_of(score_of(EXAMPLE), "NS")["total"]

    def codes(total: int) -> set[str]:
        audit = audit_of({**EXAMPLE, "claims": {"NS": {"total": total}}})
        return {one.code for one in audit.findings}

    assert "claim-mismatch" in codes(high + 1)
    assert "claim-mismatch" in codes(low - 1)
    assert "claim-unchecked" in codes(high)


def test_in_words() -> None:
    """The sentence names the declaration, not each of its values."""
    score = score_of(EXAMPLE)
    assert score.uncertain.endswith("which depends on the declaration of S")
