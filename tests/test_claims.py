"""Claims held against what was recomputed."""

from typing import Any

import pytest

from tests.one_hand import audited, figure, hand

RIGHT: dict[str, Any] = {
    "NS": {
        "card_points": 76,
        "last_trick": 0,
        "sets": 226,
        "sequences": 420,
        "declarations": 0,
        "total": 722,
    },
    "EW": {
        "card_points": 11,
        "last_trick": 6,
        "sets": 0,
        "sequences": 0,
        "declarations": 0,
        "total": 17,
    },
    "winner": "NS",
    "margin": 705,
}


def claimed(claims: dict[str, Any], **keys: Any) -> Any:
    """The audit of the hand with claims."""
    return audited(hand(claims=claims, matto_payment="C10", **keys))


def test_right_claims_agree() -> None:
    """If every claim is right the hand is agreed."""
    result = claimed(RIGHT)
    assert (result.claims, result.status, result.has_errors) == ("agree", "agreed", False)


@pytest.mark.parametrize("claims", [{}, {"NS": {}}, {"NS": None, "winner": None}])
def test_no_claims(claims: dict[str, Any]) -> None:
    """Without a claim the hand is computed."""
    assert claimed(claims).status == "computed"


@pytest.mark.parametrize("team", ["NS", "EW"])
@pytest.mark.parametrize("name", list(RIGHT["NS"]))
def test_each_figure_is_compared(team: str, name: str) -> None:
    """A wrong figure is found with what was claimed and what was recomputed."""
    right = RIGHT[team]
    result = claimed({team: {name: right[name] + 5}})
    (one,) = [one for one in result.findings if one.code == "claim-mismatch"]
    assert (one.path, one.expected, one.found) == (
        f"$.claims.{team}.{name}",
        right[name],
        right[name] + 5,
    )
    assert "5 too many" in one.message
    assert (result.claims, result.status) == ("differ", "disputed")


def test_wrong_total_names_the_part_that_is_wrong() -> None:
    """A wrong total says which claimed part is wrong and by how much."""
    parts = {**RIGHT["NS"], "sets": 113, "total": 609}
    result = claimed({"NS": parts})
    message = next(one.message for one in result.findings if one.path.endswith("total"))
    assert "113 too few" in message
    assert message.endswith("the difference lies in sets (113 too few)")


def test_right_parts_that_are_added_up_wrongly() -> None:
    """A wrong total of right parts says what they add up to."""
    parts = {**RIGHT["NS"], "total": 721}
    result = claimed({"NS": parts})
    message = next(one.message for one in result.findings if one.path.endswith("total"))
    assert message.endswith("the parts are right, but add up to 722, not 721")


def test_wrong_total_alone_shows_what_it_is_made_of() -> None:
    """A wrong total without parts shows the recomputed parts."""
    result = claimed({"EW": {"total": 27}})
    (one,) = [one for one in result.findings if one.code == "claim-mismatch"]
    assert "11 card_points + 6 last_trick + 0 sets" in one.message


@pytest.mark.parametrize(("key", "value"), [("winner", "EW"), ("winner", "draw"), ("margin", 3)])
def test_winner_and_margin(key: str, value: object) -> None:
    """A wrong winner or margin is found."""
    result = claimed({key: value})
    (one,) = [one for one in result.findings if one.code == "claim-mismatch"]
    assert (one.path, one.expected, one.found) == (f"$.claims.{key}", RIGHT[key], value)


def test_claims_of_an_unfinished_hand_cannot_be_compared() -> None:
    """A claim of what is not known is a note, and never counts as agreed."""
    record = hand(tricks=hand()["tricks"][:3], claims=RIGHT, declarations={})
    result = audited(record)
    notes = [one for one in result.findings if one.code == "claim-unchecked"]
    # All but the declarations, which are known to be nothing.
    assert len(notes) == 12
    assert {one.severity for one in notes} == {"note"}
    assert result.claims == "none"


def test_running_total_before_the_hand_is_not_compared() -> None:
    """What a match stood at before the hand is no claim about the hand."""
    assert claimed({"carried": {"NS": 410, "EW": 388}}).claims == "none"


def test_figures_add_up_to_the_totals() -> None:
    """The claimed hand is the one that was worked out by hand."""
    assert figure(claimed(RIGHT), "total") == (722, 17)
