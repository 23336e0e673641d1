"""Claims about a hand that cannot be counted: what contradicts itself, whatever was played."""

from typing import Any

import pytest

from scorecli.audit import Audit
from tests.one_hand import audited


def claimed(variant: str, **claims: Any) -> Audit:
    """The audit of a record that holds nothing but claims."""
    return audited({"variant": variant, "declarations": {}, "claims": claims})


def impossible(result: Audit) -> list[tuple[str | None, str]]:
    """The clause and the path of each claim that no hand can lead to."""
    return [(one.clause, one.path) for one in result.findings if one.code == "claim-impossible"]


@pytest.mark.parametrize(
    ("variant", "claims", "clause", "path"),
    [
        # The pack of Bologna is worth 87, that of Minchiate 142.
        ("bologna", {"NS": {"card_points": 88}}, "B7.3", "NS.card_points"),
        ("bologna", {"NS": {"card_points": 50}, "EW": {"card_points": 36}}, "B7.3", ""),
        ("minchiate", {"EW": {"card_points": 143}}, "M7.4", "EW.card_points"),
        ("minchiate", {"NS": {"card_points": 72}, "EW": {"card_points": 71}}, "M7.4", ""),
        # One team has the last trick, and all of it.
        ("bologna", {"NS": {"last_trick": 3}}, "B7.2", "NS.last_trick"),
        ("bologna", {"NS": {"last_trick": 6}, "EW": {"last_trick": 6}}, "B7.2", ""),
        ("minchiate", {"NS": {"last_trick": 0}, "EW": {"last_trick": 0}}, "M7.2", ""),
        # A total is the sum of its parts, and never less than some of them.
        ("bologna", {"NS": {"sets": 18, "sequences": 20, "total": 37}}, "B7.2", "NS.total"),
        ("minchiate", {"NS": {"card_points": 70, "final_count": 69}}, "M7.2", "NS.final_count"),
        # 72 + 0 + 42 + 10 = 124.
        (
            "minchiate",
            {
                "NS": {
                    "card_points": 72,
                    "versicole": 0,
                    "cards_over_42": 42,
                    "last_trick": 10,
                    "final_count": 125,
                }
            },
            "M7.2",
            "NS.final_count",
        ),
        # EW has the rest of the 87, and the last trick if NS has not.
        ("bologna", {"NS": {"card_points": 40}, "EW": {"total": 40}}, "B7.2", "EW.total"),
        (
            "bologna",
            {
                "NS": {"last_trick": 0},
                "EW": {
                    "card_points": 40,
                    "sets": 0,
                    "sequences": 0,
                    "declarations": 0,
                    "total": 40,
                },
            },
            "B7.2",
            "EW.total",
        ),
        # Whoever has 50 cannot win by 67.
        ("bologna", {"NS": {"total": 50}, "winner": "NS", "margin": 67}, "B7.2", "margin"),
        # The whole pack makes 296 in sets, in one pile 227 in versicole, in both 232 at most.
        ("bologna", {"NS": {"sets": 297}}, "B5.3", "NS.sets"),
        ("minchiate", {"NS": {"versicole": 228}}, "M7.4", "NS.versicole"),
        ("minchiate", {"NS": {"versicole": 217}, "EW": {"versicole": 16}}, "M7.4", ""),
        # Of 84 cards one team alone has more than 42.
        ("minchiate", {"NS": {"cards_over_42": 10}, "EW": {"cards_over_42": 6}}, "M7.2", ""),
        ("minchiate", {"NS": {"cards_over_42": 43}}, "M7.2", "NS.cards_over_42"),
        ("bologna", {"EW": {"sequences": -5}}, "B6.2", "EW.sequences"),
        # 300 to 260 is 40 for NS.
        ("bologna", {"NS": {"total": 300}, "EW": {"total": 260}, "margin": 10}, "B7.2", "margin"),
        ("bologna", {"NS": {"total": 3}, "EW": {"total": 2}, "winner": "EW"}, "B7.2", "winner"),
        ("bologna", {"winner": "draw", "margin": 1}, "B7.2", "margin"),
        # -75 + 100 - 90 = -65, two resti for EW, and one for NS in play: one for EW.
        (
            "minchiate",
            {
                "NS": {"final_count": 100},
                "EW": {"final_count": 90},
                "settled_resti": 1,
                "lead": -75,
                "winner": "EW",
                "margin": 2,
            },
            "M7.3",
            "margin",
        ),
    ],
)
def test_claims_that_contradict_each_other(
    variant: str, claims: dict[str, Any], clause: str, path: str
) -> None:
    """What cannot all be right is an error that names the clause, though no card is known."""
    result = claimed(variant, **claims)
    assert impossible(result) == [(clause, f"$.claims.{path}".rstrip("."))]
    assert result.claims == "differ"


@pytest.mark.parametrize(
    ("variant", "claims"),
    [
        ("bologna", {"NS": {"card_points": 50, "last_trick": 6}, "EW": {"card_points": 37}}),
        ("bologna", {"NS": {"sets": 18, "total": 40}, "EW": {"total": 40}, "winner": "draw"}),
        ("bologna", {"winner": "NS", "margin": 1}),
        ("bologna", {"NS": {"total": 67}, "winner": "NS", "margin": 67}),
        ("minchiate", {"NS": {"versicole": 217}, "EW": {"versicole": 15}}),
        (
            "minchiate",
            {
                "NS": {"final_count": 100},
                "EW": {"final_count": 90},
                "settled_resti": 1,
                "lead": -75,
                "winner": "EW",
                "margin": 1,
            },
        ),
        ("minchiate", {"NS": {"final_count": 100}, "EW": {"final_count": 90}, "winner": "EW"}),
    ],
)
def test_claims_that_may_be_right(variant: str, claims: dict[str, Any]) -> None:
    """Claims that some hand leads to are not found fault with, but cannot be compared."""
    result = claimed(variant, **claims)
    assert impossible(result) == []
    assert result.claims == "none"


def test_claims_of_an_unfinished_hand_are_held_against_each_other() -> None:
    """Where some tricks are recorded claims can contradict each other all the same."""
    for variant in ("bologna", "minchiate"):
        record: dict[str, Any] = {
            "variant": variant,
            "dealer": "S",
            "declarations": {},
            "tricks": ["SK"],
        }
        result = audited({**record, "claims": {"winner": "draw", "margin": 1}})
        assert [path for _clause, path in impossible(result)] == ["$.claims.margin"]
