"""The reasons that `scorecli declare bologna` gives for its verdicts, clause by clause."""

import pytest

from scorecli import declaring
from scorecli.judging import Judgement


def judgement_of(cards: str, claim: str) -> Judgement:
    """The judgement of one claim about some cards."""
    return declaring.declared("bologna", [cards], [claim], None, {}).judgements[0]


def steps(judgement: Judgement) -> str:
    """The reasons of a judgement in one line, each behind its clause."""
    return " ".join(f"{reason.clause} {reason.text}" for reason in judgement.reasons)


@pytest.mark.parametrize(
    ("cards", "claim", "expected"),
    [
        (
            "ANG MON LUN T16 T15 T13 T11 MAT",
            "grande 45",
            """
            B6.6 ANG, MON, LUN real; SOL is missing, which costs nothing
            B6.6 T16, T15 real; MAT fills T14; T13 real
            B6.6 T12 is missing and no counter is left: the run ends and T11 is not reached
            B6.1 7 cards: 10 + 4 × 5 = 30
            B6.1 45 would be 10 cards
            """,
        ),
        (
            "ANG MON SOL LUN T16 T13 T12 BEG MAT",
            "grande",
            """
            B6.6 ANG, MON, SOL, LUN real
            B6.6 T16 real; BEG fills T15
            B6.6 T14 is missing next to T15, which BEG fills: two filled in a row are not allowed,
                 the run ends and T13, T12 are not reached
            B6.3 MAT fits nowhere and still adds its card
            B6.1 7 cards: 10 + 4 × 5 = 30
            """,
        ),
        (
            "ANG MON T15 T14 BEG MAT",
            "grande 12",
            """
            B6.6 ANG, MON real; SOL, LUN are missing: BEG fills SOL, the other costs nothing
            B6.6 MAT fills T16; T15, T14 real
            B6.6 T13 is missing and no counter is left: the run ends
            B6.1 6 cards: 10 + 3 × 5 = 25
            B6.1 no sequence is worth 12: three cards are 10, each further one 5 more
            """,
        ),
        (
            "ANG MON SOL MOR",
            "grande 10",
            """
            B6.6 ANG, MON, SOL real; LUN is missing, which costs nothing
            B6.6 T16 is missing and no counter is held: the run ends
            B6.7 MOR stays out: the Mori join only if every position from T16 to T5 is real or
                 filled
            B6.1 3 cards: 10
            """,
        ),
        (
            "ANG MON LUN T16 T15 T14 T13 T12 T11 T10 T9 T8 T7 T6 MOR MOR BEG",
            "grande 80",
            """
            B6.6 ANG, MON, LUN real; SOL is missing, which costs nothing
            B6.6 T16 to T6 real; BEG fills T5
            B6.7 MOR, MOR join: every position from T16 to T5 is real or filled
            B6.8 BEG counts once, and not again as the lowest trump
            B6.1 17 cards: 10 + 14 × 5 = 80
            """,
        ),
        (
            "MON T16 BEG MAT",
            "grande",
            """
            B6.6 ANG is missing: the Grande needs the real one
            B6.3 BEG, MAT are never the head card
            """,
        ),
        (
            "ANG T16 MAT",
            "grande",
            """
            B6.6 ANG real; none of MON SOL LUN is held: at least one of them must be real
            """,
        ),
        (
            "ANG SOL T16",
            "grande",
            """
            B6.6 ANG, SOL real; MON, LUN are missing: one of them takes a counter, none is held
            """,
        ),
        (
            "CK CN CJ CA MAT BEG",
            "coppe",
            """
            B6.4 CK, CN, CJ real
            B6.3 BEG stands for CQ
            B6.3 MAT lengthens it
            B6.4 CA lengthens it
            B6.1 6 cards: 10 + 3 × 5 = 25
            """,
        ),
        (
            "BK BN BJ",
            "batons",
            """
            B6.4 BK, BN, BJ real
            B6.4 BQ is missing: simply skipped
            B6.1 3 cards: 10
            """,
        ),
        (
            "DQ DN DJ MAT",
            "coins",
            """
            B6.4 DK is missing: a sequence of Denari needs its real K
            B6.3 MAT is never the head card
            """,
        ),
        (
            "SK SA BEG MAT",
            "spade",
            """
            B6.4 none of SQ SN SJ is held: at least one of them must be real
            B6.4 SA is no figure: it lengthens a sequence, it makes none
            """,
        ),
        (
            "SK SQ SA",
            "spade",
            """
            B6.4 SQ is the only figure and no counter is held: two of SQ SN SJ are needed, one at
                 least real
            B6.4 SA is no figure: it lengthens a sequence, it makes none
            """,
        ),
        (
            "SA BEG MAT",
            "assi",
            """
            B6.5 SA is the only real one: at least two must be real
            """,
        ),
        (
            "BEG MAT",
            "mori",
            """
            B6.5 none of MOR is held: at least two must be real
            """,
        ),
        (
            "MOR MOR",
            "mori",
            """
            B6.5 MOR, MOR real and no counter is held: three cards are needed
            """,
        ),
        (
            "SA DA MAT",
            "aces",
            """
            B6.5 SA, DA real
            B6.3 MAT stands for BA
            B6.1 3 cards: 10
            """,
        ),
        (
            "SK BK MAT",
            "kings 17",
            """
            B5.1 only SK, BK of SK BK CK DK: a set is three or four of them
            B5.2 MAT stands in no set: counters never do
            """,
        ),
        (
            "BEG MAT",
            "cavalli",
            """
            B5.1 none of SN BN CN DN is held: a set is three or four of them
            B5.2 BEG, MAT stand in no set: counters never do
            """,
        ),
        (
            "MON BEG MAT",
            "tarocchi 20",
            """
            B5.1 MON, BEG, MAT real; ANG is missing
            B5.2 BEG, MAT count only as themselves
            B5.1 three Tarocchi: 18
            B5.1 Tarocchi are worth 18 or 36, never 20
            """,
        ),
        (
            "SJ BJ CJ DJ",
            "jacks 12",
            """
            B5.1 SJ, BJ, CJ, DJ real
            B5.1 four Jacks: 24, in place of the 12 of three
            B5.1 12 is for three
            """,
        ),
        (
            "SK SQ SA DK DJ DA MAT",
            "80",
            """
            B5.1 no sets
            B6.4 Spade, 4 cards: 15
            B6.4 Denari, 4 cards: 15
            B6.5 Aces, 3 cards: 10
            B6.2 doubled: 3 different sequences, 15 + 15 + 10 = 40, makes 80
            B3.2 sets 0 + sequences 80 = 80
            """,
        ),
        (
            "SK BK CK SQ BQ CQ",
            "sets 62",
            """
            B5.1 Kings, 3 cards: 17
            B5.1 Queens, 3 cards: 14
            B5.3 17 + 14 = 31, not doubled: that takes three different sets
            """,
        ),
    ],
)
def test_reasons(cards: str, claim: str, expected: str) -> None:
    """A verdict is explained step by step, and each step names the clause that it rests on."""
    assert steps(judgement_of(cards, claim)) == " ".join(expected.split())


@pytest.mark.parametrize(
    ("cards", "claim", "clause"),
    [
        ("SK SQ SN DK DQ DN CK CQ CN", "spade 20", "B6.2"),
        ("SK BK CK SQ BQ CQ SN BN CN", "kings 34", "B5.3"),
    ],
)
def test_doubling_is_no_part_of_a_single_combination(cards: str, claim: str, clause: str) -> None:
    """Who counts the doubling into one combination is told that the sum is what is doubled."""
    assert judgement_of(cards, claim).reasons[-1].clause == clause


def test_counters_that_are_spent_alone_leave_no_reason_about_them() -> None:
    """A set of four needs nothing said about counters, even where they are held."""
    clauses = {reason.clause for reason in judgement_of("SK BK CK DK BEG MAT", "re").reasons}
    assert clauses == {"B5.1"}
