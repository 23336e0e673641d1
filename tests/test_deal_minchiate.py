"""Random hands of Minchiate: what comes before the first trick, and the King that must drop."""

from collections import Counter
from typing import Final

import pytest

from scorecli.dealing.chance import chance_of_hand
from scorecli.dealing.planting import deal_hands
from scorecli.dealing.random_hand import deal_record
from scorecli.games.minchiate.dealing import must_play
from scorecli.games.minchiate.game import GAME as MINCHIATE
from scorecli.games.minchiate.pack import KEPT_FROM_THE_DEAD, ROBBED

HANDS: Final = 200


def test_setup_follows_the_rules() -> None:
    """Of 97 cards 84 are played and 13 dead; who robs and what, and who lays away, is lawful."""
    pack = MINCHIATE.pack
    for record in deal_hands(MINCHIATE, 1, HANDS):
        dealer = record["dealer"]
        cutter = record.get("cutter", "WSEN"["SENW".index(dealer)])
        robbed, discards = record["robbed"], record["discards"]
        dead = [*record["fola"], *(code for cards in discards.values() for code in cards)]
        played = [code for trick in record["tricks"] for code in trick]
        assert Counter(dead + played) == Counter(pack.codes)
        assert sorted(played) == sorted(code for hand in record["hands"].values() for code in hand)
        assert (len(dead), cutter != dealer) == (13, True)
        assert not pack.mask(dead) & KEPT_FROM_THE_DEAD
        assert {*robbed, *discards} <= {cutter, dealer}
        assert not pack.mask(record["fola"][:1]) & ROBBED
        assert not pack.mask(code for cards in robbed.values() for code in cards) & ~ROBBED
        for seat in (cutter, dealer):
            more = len(robbed.get(seat, ())) + (len(record["taken"]) if seat == dealer else 0)
            assert len(discards.get(seat, ())) == more
        for seat, card in record["turned_up"].items():
            assert card in [*record["hands"][seat], *discards.get(seat, ())]


def test_clean_hands_of_minchiate_are_of_all_sorts() -> None:
    """Robs of both, another cutter, declarations of every form and claimed events come up."""
    records = list(deal_hands(MINCHIATE, 1, HANDS))
    declared = [what for record in records for what in record["declarations"].values()]
    assert {type(what) for what in declared} == {str, list, dict}
    assert {"cutter" in record for record in records} == {True, False}
    assert {len(record["robbed"]) for record in records} == {0, 1, 2}
    assert {"matto_payment" in record for record in records} == {True, False}
    assert {"events" in record["claims"] for record in records} == {True, False}
    assert {record["claims"]["winner"] for record in records} == {"NS", "EW", "draw"}


@pytest.mark.parametrize(
    ("held", "trick", "earlier", "must"),
    [
        ("SK S2 MAT", "S5 T3", [], ["SK"]),
        ("SK S2 MAT", "MAT S5 T3", [], ["SK"]),
        ("SK S2 MAT", "S5 S3", [], []),
        ("SK S2 MAT", "S5 MAT", [], []),
        ("S2 MAT", "S5 T3", [], []),
        ("SK S2", "T5 T3", [], []),
        ("SK S2", "", [], []),
        ("SK S2", "S5 T3", ["B5 S3 S7 T7"], ["SK"]),
        ("SK S2", "S5 T3", ["MAT S3 S7 T7"], []),
    ],
)
def test_king_that_must_drop(held: str, trick: str, earlier: list[str], must: list[str]) -> None:
    """A King drops where its suit is led for the first time and was trumped (M4.3)."""
    number = MINCHIATE.pack.number
    played, *before = [[number[code] for code in cards.split()] for cards in (trick, *earlier)]
    mask = must_play(MINCHIATE.pack.mask(held.split()), played, before)
    assert MINCHIATE.pack.codes_of(mask) == must


def test_same_hands_of_minchiate_with_every_version_of_python() -> None:
    """The first hand of seed 7 is known: no version of Python deals another."""
    record = deal_record(MINCHIATE, chance_of_hand(7, 1), 1)
    assert (record["dealer"], record["robbed"]) == ("N", {"N": ["T40", "T39"]})
    assert " ".join(record["fola"]) == "T6 C5 T12 D10 DN BQ S9"
    assert record["tricks"][0] == ["S3", "S2", "S4", "S8"]
    assert (record["claims"]["winner"], record["claims"]["lead"]) == ("EW", 24)
