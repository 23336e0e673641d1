"""Claims about the cards of a hand of Minchiate Fiorentine, judged by M3 and M5."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorecli.games.base import HouseRules
from scorecli.games.minchiate.combinations import KIND_NAMES, KINDS, combinations_in, rules_of
from scorecli.games.minchiate.declarations import declaration_rules
from scorecli.games.minchiate.pack import MATTO, PACK, T29
from scorecli.games.minchiate.reasons import (
    MEMBERS,
    RUNS,
    likely_kind,
    reasons,
    why_no_item,
    words,
)
from scorecli.games.minchiate.slips import slips
from scorecli.judging import (
    TOTAL,
    Claim,
    ClaimRules,
    Figure,
    Judgement,
    Reason,
    judgement,
    nearest_in,
    not_held,
)
from scorecli.ledger import Combination
from scorecli.table.case import Case

_NOTHING: Final = Reason("M3.2", "the cards as named make no combination: the item scores nothing")

_SPOKEN: Final = {
    "run": "run|versicola|verzicola",
    "runs": "runs|all runs",
    "papi": "papi|popes",
    "arie": "arie",
    "matto": "matto|fool|folle|pazzo",
    "thirteen": "thirteen|tredici|morte",
    "tens": "tens|dieci|decine|diecine",
    "tens-low": "tens-low|tens low|low tens|decine basse|diecine basse",
    "tens-high": "tens-high|tens high|high tens|decine alte|diecine alte",
    "kings": "kings|king|re",
    "devil-world-gemini": "devil-world-gemini|devil world gemini|devil|diavolo|demonio",
    TOTAL: "total|totale|all|versicole|verzicole",
}

Reading = Sequence[Combination]
"""Combinations whose sum is one way to understand a claim."""


class _Subject(NamedTuple):
    """What a claim may be about.

    Attributes:
        kinds: the kinds of combination that it can be.
        near: the mask of the cards that it is about; a combination has three of them at least.
        alone: whether one such combination can be meant where there are several.
        together: whether their sum can be meant.
    """

    kinds: Sequence[str]
    near: int
    alone: bool
    together: bool

    def means(self, one: Combination) -> bool:
        """Whether a combination is one of those that can be meant."""
        return one.kind in self.kinds and (one.cards & self.near).bit_count() >= 3


_SUBJECTS: Final = {
    **{kind: _Subject([kind], MEMBERS[kind], alone=True, together=False) for kind in KINDS},
    **{kind: _Subject(["run"], MEMBERS[kind], alone=True, together=False) for kind in RUNS},
    "runs": _Subject(["run"], MEMBERS["run"], alone=False, together=True),
    "tens": _Subject(["tens-low", "tens-high", "tens"], MEMBERS["tens"], alone=True, together=True),
    TOTAL: _Subject(KINDS, PACK.everything, alone=False, together=True),
}


def figures(held: int, rules: HouseRules) -> tuple[Figure]:
    """All the combinations of some cards (M5); nothing is ever doubled."""
    return (Figure("versicole", combinations_in(held, rules_of(rules))),)


def judge(claim: Claim, held: int, rules: HouseRules) -> Judgement:
    """The judgement of a claim about the cards held."""
    if claim.cards is not None:
        return _judge_cards(claim, claim.cards, held, rules)
    subject = _SUBJECTS[claim.kind]

    def worth(cards: int) -> int | None:
        found = _closest(_readings(subject, cards, rules), claim.points)
        # Nothing is there, which is right only if nothing was claimed.
        return _points(found) if found or (claim.points == 0 and not subject.alone) else None

    readings = _readings(subject, held, rules)
    found = _closest(readings, claim.points)
    explain = _alone if subject.alone else _together
    why = list(explain(claim, readings, found, held, rules))
    nearest = found or nearest_in(
        combinations_in(held, rules_of(rules)), subject.means, subject.near
    )
    return judgement(claim, PACK, held, worth, why, nearest)


def _readings(subject: _Subject, held: int, rules: HouseRules) -> list[Reading]:
    """All that a claim can mean among what some cards make."""
    found = [one for one in combinations_in(held, rules_of(rules)) if subject.means(one)]
    readings: list[Reading] = [[one] for one in found] if subject.alone else []
    if subject.together and (len(found) > 1 or not subject.alone):
        readings.append(found)
    return readings


def _closest(readings: Sequence[Reading], claimed: int | None) -> Reading:
    """The reading whose points come nearest to those claimed, the dearest if none are."""

    def distance(reading: Reading) -> tuple[int, int]:
        points = _points(reading)
        return 0 if claimed is None else abs(points - claimed), -points

    return min(readings, key=distance, default=())


def _points(reading: Reading) -> int:
    return sum(one.points for one in reading)


# Reasons


def _alone(
    claim: Claim, readings: Sequence[Reading], found: Reading, held: int, rules: HouseRules
) -> Iterator[Reason]:
    """Why one combination of a kind is there or not; of several, which one is meant."""
    if not found:
        kind = _tens_nearest(held) if claim.kind == "tens" else claim.kind
        yield from reasons(Case(PACK, kind, held, held, None, rules))
        return
    if len(readings) > 1:
        choice = "; ".join(f"{words(one)} {one.points}" for [one, *more] in readings if not more)
        yield Reason(found[0].clause, f"there are several: {choice}")
        if claim.points == _points(found):
            names = " and ".join(words(one) for one in found)
            yield Reason(found[0].clause, f"{claim.points} is {names}")
    for one in found:
        kind = claim.kind if claim.kind in RUNS else one.kind
        yield from reasons(Case(PACK, kind, held, held, one, rules))
    yield from _about_points(claim, found, held, rules)
    every_run = [one for [one] in readings] if claim.kind in RUNS else []
    if len(every_run) > 1 and claim.points == _points(every_run):
        text = f"{claim.points} is all the runs together: each is a combination by itself"
        yield Reason("M5.1", text)


def _together(
    claim: Claim, _readings: Sequence[Reading], found: Reading, held: int, rules: HouseRules
) -> Iterator[Reason]:
    """What combinations are worth together."""
    if len(found) < 2:
        yield from _at_most_one(claim, found, held, rules)
        yield from _about_points(claim, found, held, rules)
        return
    for one in found:
        yield Reason(one.clause, f"{words(one)}: {one.points}")
    if held & MATTO and any(one.kind != "matto" for one in found):
        own = " but its own" if any(one.kind == "matto" for one in found) else ""
        own = "" if rules["matto_in_own_set"] else own
        yield Reason("M5.6", f"MAT adds 5 to each combination{own}: it is in these figures")
    serving = [card for card in PACK.cards(held) if _uses(card, found) > 1]
    if serving:
        codes = ", ".join(f"{PACK.codes[card]} {_times(_uses(card, found))}" for card in serving)
        yield Reason("M5.7", f"a card may serve several combinations: {codes}")
    if inside := [one for one in found if one.cards & T29]:
        yield Reason("M5.6", f"T29 counts 5 inside {words(inside[0])}")
    summands = " + ".join(str(one.points) for one in found)
    yield Reason("M3.1" if claim.kind == TOTAL else "M5.1", f"{summands} = {_points(found)}")
    yield from _about_points(claim, found, held, rules)


def _at_most_one(claim: Claim, found: Reading, held: int, rules: HouseRules) -> Iterator[Reason]:
    """Where several combinations may be meant: the only one, or why there is none."""
    kind = "run" if claim.kind == "runs" else likely_kind(held)
    if not found:
        yield Reason(
            "M3.1" if claim.kind == TOTAL else "M5.1",
            "no run" if claim.kind == "runs" else "no combination",
        )
    if kind is not None:
        one = next(iter(found), None)
        yield from reasons(Case(PACK, one.kind if one else kind, held, held, one, rules))


def _uses(card: int, found: Reading) -> int:
    return sum(one.cards >> card & 1 for one in found)


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


def _tens_nearest(held: int) -> str:
    """Of the two combinations of tens the one of which more cards are held."""
    return max("tens-low", "tens-high", key=lambda kind: (held & MEMBERS[kind]).bit_count())


def _about_points(claim: Claim, found: Reading, held: int, rules: HouseRules) -> Iterator[Reason]:
    """Where the points that were claimed may come from, if they are wrong."""
    if claim.points is not None and claim.points != _points(found):
        yield from slips(claim.points, found, held, rules)


# Cards named as one combination


def _judge_cards(claim: Claim, item: int, held: int, rules: HouseRules) -> Judgement:
    """The judgement of an item of a declaration (M3.2)."""

    def meant(cards: int) -> Reading:
        if item & ~cards:
            return ()
        meanings = declaration_rules(rules_of(rules)).meanings(item, cards)
        return _closest([[one] for one in meanings], claim.points)

    def worth(cards: int) -> int | None:
        found = meant(cards)
        return _points(found) if found else None

    if found := meant(held):
        why = list(_about_item(claim, item, found[0], held, rules))
        return judgement(claim, PACK, held, worth, why, found)
    kind = likely_kind(item)
    if lacking := item & ~held:
        why = [not_held("M3.2", PACK, lacking)]
    else:
        why = [*why_no_item(item, held, None, rules), _NOTHING]
    near = MEMBERS[kind] if kind else 0
    combinations = combinations_in(held, rules_of(rules))
    nearest = nearest_in(combinations, lambda one: one.kind == kind and one.cards & item > 0, near)
    return judgement(claim, PACK, held, worth, why, nearest)


def _about_item(
    claim: Claim, item: int, found: Combination, held: int, rules: HouseRules
) -> Iterator[Reason]:
    yield from reasons(Case(PACK, found.kind, item, held, found, rules))
    for one in combinations_in(held, rules_of(rules)):
        if not found.cards & ~one.cards and one.length > found.length:
            text = f"the hand holds {one.length} cards of it, worth {one.points}: counted as named"
            yield Reason("M3.2", text)
    yield from _about_points(claim, [found], held, rules)


CLAIM_RULES: Final = ClaimRules(
    spoken={word: kind for kind, words in _SPOKEN.items() for word in words.split("|")},
    titles=KIND_NAMES,
    figures=figures,
    judge=judge,
)
"""How Minchiate Fiorentine judges what is claimed of cards."""
