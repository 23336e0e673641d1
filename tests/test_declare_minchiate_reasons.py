"""The reasons that `scorecli declare minchiate` gives for its verdicts, clause by clause."""

import pytest

from scorecli import declaring
from scorecli.judging import Judgement

REPLACES_NOTHING = "M5.6 MAT replaces nothing: it only adds 5 to what is there without it"


def judgement_of(cards: str, claim: str) -> Judgement:
    """The judgement of one claim about some cards."""
    return declaring.declared("minchiate", [cards], [claim], None, {}).judgements[0]


def steps(judgement: Judgement) -> list[str]:
    """The reasons of a judgement, each behind its clause."""
    return [f"{reason.clause} {reason.text}" for reason in judgement.reasons]


def lines(text: str) -> list[str]:
    """The lines of a text, without the blanks before them."""
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize(
    ("cards", "claim", "expected"),
    [
        (
            "T30 T31 T32 T33 T34 T35 MAT",
            "run 20",
            """
            M5.1 T35 to T30: 6 in a row
            M5.1 T36, T29 are missing: the run ends
            M5.6 MAT adds 5
            M5.6 5 + 5 + 5 + 5 + 5 + 5 + 5 for the Matto = 35
            M5.1 20 would be T35, T34, T33 alone: a run is taken as long as it goes, here 6 cards
            """,
        ),
        (
            "T30 T31 T32 T33 MAT",
            "run 15",
            """
            M5.1 T33 to T30: 4 in a row
            M5.1 T34, T29 are missing: the run ends
            M5.6 MAT adds 5
            M5.6 5 + 5 + 5 + 5 + 5 for the Matto = 25
            M5.1 15 would be T33, T32, T31 alone without MAT: a run is taken as long as it goes, \
here 4 cards
            """,
        ),
        (
            "T28 T29 T30 T27",
            "run 10",
            """
            M5.1 T30, T29, T28: 3 in a row
            M5.1 T31 is missing: the run ends
            M5.1 T27 does not go on with it: runs go from T40 to T28 and from T5 to T1
            M5.6 T29 counts 5 inside a combination
            M5.6 5 + 5 + 5 = 15
            M5.6 10 leaves out T29, which counts 5 inside
            """,
        ),
        (
            "T1 T2 T3 T4 T5",
            "papi",
            """
            M5.1 T5 to T1: 5 in a row
            M5.6 3 + 3 + 3 + 3 + 5 = 17
            """,
        ),
        (
            "T28 T30 T31",
            "run",
            """
            M5.1 T31, T30 are only two in a row: a run is three or more
            M5.1 T32, T29 are missing: the run ends and T28 is not reached
            """,
        ),
        (
            "T27 T28 T29",
            "5",
            """
            M3.1 no combination
            M5.1 T29, T28 are only two in a row: a run is three or more
            M5.1 T30 is missing: the run ends
            M5.1 T27 does not go on with it: runs go from T40 to T28 and from T5 to T1
            M5.6 T29 alone is worth nothing: it counts 5 only inside a combination
            """,
        ),
        (
            "T32 T33 MAT",
            "run",
            f"""
            M5.1 T33, T32 are only two in a row: a run is three or more
            M5.1 T34, T31 are missing: the run ends
            {REPLACES_NOTHING}
            """,
        ),
        (
            "T5 T6",
            "papi",
            """
            M5.1 T5 stands alone: a run is three or more in a row
            M5.1 T4 is missing: the run ends
            M5.1 T6 does not go on with it: runs go from T40 to T28 and from T5 to T1
            """,
        ),
        (
            "T30 T31 T32",
            "papi",
            """
            M5.1 none of T5 to T1 is held: a run is three or more of them
            """,
        ),
        (
            "S8 T6",
            "runs",
            """
            M5.1 no run
            M5.1 none of T40 to T28 and T5 to T1 is held: a run is three or more of them
            """,
        ),
        (
            "T34 T35 T36",
            "arie",
            """
            M5.1 T36, T35, T34 is a run, but of the arie it has only T36: three of them make it \
one of arie
            M5.1 T37, T33 are missing: the run ends
            """,
        ),
        (
            "T30 T31 T32 T34 T35 T36",
            "run 35",
            """
            M5.1 there are several: Run (T36, T35, T34) 20; Run (T32, T31, T30) 15
            M5.1 T36, T35, T34: 3 in a row
            M5.1 T37, T33 are missing: the run ends and T32 is not reached
            M5.6 10 + 5 + 5 = 20
            M5.1 35 is all the runs together: each is a combination by itself
            """,
        ),
        (
            "T1 T2 T3 T34 T35 T36",
            "run 11",
            """
            M5.1 there are several: Run (T36, T35, T34) 20; Run (T3, T2, T1) 11
            M5.1 11 is Run (T3, T2, T1)
            M5.1 T3, T2, T1: 3 in a row
            M5.1 T4 is missing: the run ends
            M5.6 3 + 3 + 5 = 11
            """,
        ),
        (
            "T1 T40",
            "matto",
            """
            M5.2 MAT is missing: all three of T40 T1 MAT are needed
            """,
        ),
        (
            "T1 T28 MAT",
            "tredici 20",
            f"""
            M5.3 T13 is missing: all three of T28 T13 T1 are needed
            {REPLACES_NOTHING}
            """,
        ),
        (
            "T1 T13 T28 T2 T3",
            "thirteen 20",
            """
            M5.3 T28, T13, T1: all three are there
            M5.6 5 + 5 + 5 = 15
            M5.7 T1 serves in Run (11) too
            M5.6 20 would take MAT, which adds 5
            """,
        ),
        (
            "T20 T40",
            "tens",
            """
            M5.4 T30 is missing: all three of T40 T30 T20 are needed
            """,
        ),
        (
            "S8",
            "tens-low",
            """
            M5.4 none of T30 T20 T10 is held: all three of T30 T20 T10 are needed
            """,
        ),
        (
            "T10 T20 T30 T40",
            "tens 25",
            """
            M5.4 there are several: Low tens (T30 T20 T10) 15; High tens (T40 T30 T20) 20
            M5.4 T40, T30, T20: all three are there
            M5.6 10 + 5 + 5 = 20
            M5.7 T30, T20 serve in Low tens (15) too
            M5.6 25 would take MAT, which adds 5
            M5.4 25 takes the four tens as one combination: they are two (tens=separate)
            """,
        ),
        (
            "SK BK",
            "re",
            """
            M5.5 only SK, BK of SK BK CK DK: three or four K are needed
            """,
        ),
        (
            "S8",
            "kings",
            """
            M5.5 none of SK BK CK DK is held: three or four K are needed
            """,
        ),
        (
            "SK BK CK DK",
            "re 15",
            """
            M5.5 SK, BK, CK, DK: all four K are one combination
            M5.6 5 + 5 + 5 + 5 = 20
            M5.5 15 is for three K, here there are 4
            """,
        ),
        (
            "SK BK CK MAT",
            "kings 25",
            """
            M5.5 SK, BK, CK; DK is missing: three K are a combination too
            M5.6 MAT adds 5
            M5.6 5 + 5 + 5 + 5 for the Matto = 20
            M5.5 25 is for all four K, here there are 3
            """,
        ),
        (
            "T14 T35 T39",
            "devil",
            """
            M5.8 T39, T35, T14 make nothing unless devil_world_gemini=yes is agreed
            """,
        ),
        (
            "T1 T2 T3 T13 T28 T29 T30",
            "31",
            """
            M5.1 Run (T30, T29, T28): 15
            M5.1 Run (T3, T2, T1): 11
            M5.3 Thirteen (T28 T13 T1): 15
            M5.7 a card may serve several combinations: T28 twice, T1 twice
            M5.6 T29 counts 5 inside Run (T30, T29, T28)
            M3.1 15 + 11 + 15 = 41
            M5.7 31 counts T28, T1 once: a card may serve several combinations
            """,
        ),
        (
            "T1 T2 T3 T40 T13 T28 MAT",
            "51",
            """
            M5.1 Run (T3, T2, T1): 16
            M5.2 Matto, T1 and T40 (T40 T1 MAT): 20
            M5.3 Thirteen (T28 T13 T1): 20
            M5.6 MAT adds 5 to each combination but its own: it is in these figures
            M5.7 a card may serve several combinations: T1 3 times
            M3.1 16 + 20 + 20 = 56
            M5.6 51 lets MAT add 5 only once: it adds to each combination
            """,
        ),
    ],
)
def test_reasons(cards: str, claim: str, expected: str) -> None:
    """A verdict is explained step by step, and each step names the clause that it rests on."""
    assert steps(judgement_of(cards, claim)) == lines(expected)


@pytest.mark.parametrize(
    ("cards", "claim", "reason"),
    [
        ("T30 T31 T32 T34 T35 T36 MAT", "35", "M5.6 35 leaves out the 10 that MAT adds"),
        ("T30 T31 T32 T34 T35 T36", "45", "M5.6 45 would take MAT, which adds 5 to each"),
        ("T1 T40 MAT", "25", "M5.2 25 lets MAT add 5 to its own combination"),
    ],
)
def test_where_a_wrong_sum_may_come_from(cards: str, claim: str, reason: str) -> None:
    """A wrong sum is led back to what was counted too often or left out."""
    assert steps(judgement_of(cards, claim))[-1] == reason
