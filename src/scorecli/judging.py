"""Claims about some cards: what is claimed, the verdict, and the reasons for it.

All that games share is here; what a game's own claims mean is in its folder.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scorecli.cards import Pack
from scorecli.errors import UsageError
from scorecli.ledger import Combination
from scorecli.names import CardNames
from scorecli.nearest import did_you_mean, nearest
from scorecli.typed_cards import read_typed

TOTAL = "total"
"""What a claim of bare points is about: all that the cards make, doublings included."""

_DIGITS = 9
"""The most digits that points can have."""


class Reason(NamedTuple):
    """One step of a judgement.

    Attributes:
        clause: the clause that the step rests on.
        text: the step in words.
    """

    clause: str
    text: str


class Claim(NamedTuple):
    """What somebody says that his cards make.

    Attributes:
        text: the claim as people say it.
        kind: a kind of combination, a figure of the game or `TOTAL`; of no meaning with cards.
        points: the points claimed, None if only the combination is.
        cards: the mask of the cards that are named as one combination, None if none are.
    """

    text: str
    kind: str = TOTAL
    points: int | None = None
    cards: int | None = None

    def allows(self, worth: int | None) -> bool:
        """Whether the claim is true if what it is about is worth that much (None: is not there)."""
        return worth is not None and self.points in (None, worth)


class Figure(NamedTuple):
    """Combinations whose points are added up and doubled together.

    Attributes:
        name: the figure, such as "sets".
        combinations: what it is made of.
        doubling: the points that a doubling adds, 0 if there is none.
        doubling_reason: why they are added, where they are.
    """

    name: str
    combinations: Sequence[Combination]
    doubling: int = 0
    doubling_reason: Reason | None = None

    @property
    def points(self) -> int:
        """The sum of the points, the doubling included."""
        return sum(combination.points for combination in self.combinations) + self.doubling


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """The judgement of one claim.

    Attributes:
        claim: the claim.
        worth: the points of what is claimed, None if the cards do not make it.
        reasons: why, step by step.
        nearest: what the cards do give in its place; empty if the claim is good, or if they give
            nothing.
        one_more: the codes of the cards each of which alone would have made the claim true, in
            pack order (G2); None if it is true.
    """

    claim: Claim
    worth: int | None
    reasons: Sequence[Reason]
    nearest: Sequence[Combination]
    one_more: Sequence[str] | None

    @property
    def good(self) -> bool:
        """Whether the claim is true as it stands."""
        return self.claim.allows(self.worth)

    @property
    def verdict(self) -> str:
        """The verdict in words: "good", "good, but worth 30" or "not good"."""
        if self.worth is None:
            return "not good"
        return "good" if self.good else f"good, but worth {self.worth}"


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimRules:
    """How a game values bare cards and judges what is claimed of them.

    Attributes:
        spoken: each word that a claim may name, in lower case, with the kind or figure it means.
        titles: the kinds of combination as people call them.
        figures: what some cards make under the house rules of the game.
        judge: the judgement of a claim about some cards under the house rules of the game.
    """

    spoken: Mapping[str, str]
    titles: Mapping[str, str]
    figures: Callable[[int, Mapping[str, bool | int | str]], Sequence[Figure]]
    judge: Callable[[Claim, int, Mapping[str, bool | int | str]], Judgement]


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgedCards:
    """Some cards, what they make, and what was claimed of them.

    Attributes:
        variant: the game, as records write it.
        title: the game for people.
        pack: its pack.
        titles: its kinds of combination for people.
        house_rules: the house rules that differ from the default.
        cards: the mask of the cards.
        figures: what they make.
        judgements: the claims, judged.
        notes: what was read otherwise than it was typed.
    """

    variant: str
    title: str
    pack: Pack
    titles: Mapping[str, str]
    house_rules: Mapping[str, bool | int | str]
    cards: int
    figures: Sequence[Figure]
    judgements: Sequence[Judgement]
    notes: Sequence[str] = ()

    @property
    def points(self) -> int:
        """What declaring the cards scores, doublings included."""
        return sum(figure.points for figure in self.figures)


def judgement(
    claim: Claim,
    pack: Pack,
    held: int,
    worth: Callable[[int], int | None],
    reasons: Sequence[Reason],
    nearest: Sequence[Combination],
) -> Judgement:
    """Put a judgement together, and look for the one further card.

    Args:
        claim: the claim.
        pack: the pack.
        held: the mask of the cards that it is about.
        worth: the points of what is claimed if those cards are held, None if they do not make it.
        reasons: why, step by step.
        nearest: what the cards give in its place, should the claim not be good.
    """
    points = worth(held)
    if claim.allows(points):
        return Judgement(claim=claim, worth=points, reasons=reasons, nearest=(), one_more=None)
    one_more = [
        pack.codes[card]
        for card in _cards_to_add(pack, held)
        if claim.allows(worth(held | pack.bits[card]))
    ]
    return Judgement(claim=claim, worth=points, reasons=reasons, nearest=nearest, one_more=one_more)


def _cards_to_add(pack: Pack, held: int) -> list[int]:
    """The cards that are not held, one of each code, in pack order (G2)."""
    by_code = {pack.codes[card]: card for card in reversed(pack.cards(pack.everything & ~held))}
    return sorted(by_code.values())


def nearest_in(
    found: Sequence[Combination], meant: Callable[[Combination], bool], near: int
) -> Sequence[Combination]:
    """What comes nearest to a claim: one that is meant, else one with a card in common, else any.

    Args:
        found: what the cards make; of several that come equally near the dearest is taken.
        meant: whether a combination is what is claimed.
        near: the mask of the cards that the claim is about.
    """

    def nearness(one: Combination) -> tuple[bool, bool, int]:
        return meant(one), bool(one.cards & near), one.points

    return sorted(found, key=nearness)[-1:]


def not_held(clause: str, pack: Pack, lacking: int) -> Reason:
    """Cards are named as a combination that nobody holds."""
    verb = "is" if lacking.bit_count() == 1 else "are"
    codes = ", ".join(pack.codes_of(lacking))
    return Reason(clause, f"{codes} {verb} not held: the item scores nothing")


def read_claim(text: str, game: str, spoken: Mapping[str, str]) -> Claim:
    """A claim as players say it: a kind, points, or both.

    Args:
        text: such as "grande 45", "re", "tens low" or "48".
        game: the name of the game, for messages.
        spoken: see `ClaimRules`.

    Raises:
        UsageError: if it is nothing of the sort.
    """
    words = text.split()
    numbers = [word for word in words if word.isdecimal() and len(word) <= _DIGITS]
    kinds = [word for word in words if word not in numbers]
    # A kind may be of several words, if the game knows it.
    kinds = [said] if (said := " ".join(kinds)).casefold() in spoken else kinds
    if not words or len(numbers) > 1 or len(kinds) > 1:
        raise UsageError(f"the claim {text!r} is not KIND POINTS, KIND or POINTS")
    kind = TOTAL
    if kinds:
        known = spoken.get(kinds[0].casefold())
        if known is None:
            known_kinds = ", ".join(dict.fromkeys(spoken.values()))
            hint = did_you_mean(kinds[0], spoken) or f"; it has {known_kinds}"
            raise UsageError(f"the claim {text!r}: {game} has no combination {kinds[0]!r}{hint}")
        kind = known
    return Claim(" ".join(words), kind, int(numbers[0]) if numbers else None)


_MOST_PROBLEMS: Final = 12
"""Of what cannot be read no more is told than this."""


def read_cards(
    written: Sequence[str], game: str, pack: Pack, names: CardNames, notes: list[str]
) -> int:
    """The mask of cards that were typed, in any way that `scorecli.typed_cards` reads.

    Args:
        written: what was typed.
        game: the name of the game, for messages.
        pack: its pack.
        names: what its cards are called.
        notes: what was read otherwise than it was written is added here.

    Raises:
        UsageError: if there are none, or one is no card or comes more often than in the pack; the
            message names every such card with its place, counted from 1, up to a dozen.
    """
    typed = read_typed(" ".join(written), game, pack, names)
    if not typed.codes:
        raise UsageError("no cards are given")
    notes += typed.notes
    places: dict[str, list[int]] = {}
    for place, code in enumerate(typed.codes, 1):
        if code:
            places.setdefault(code, []).append(place)
    problems = [
        problem
        for code, where in places.items()
        if (problem := _too_often(code, where, places, pack))
    ]
    if problems := [*problems, *typed.problems]:
        more = len(problems) - _MOST_PROBLEMS
        last = [f"and {more} more of this kind"] if more > 0 else []
        raise UsageError("; ".join([*problems[:_MOST_PROBLEMS], *last]))
    return pack.mask(typed.codes)


def _too_often(
    code: str, places: Sequence[int], typed: Mapping[str, object], pack: Pack
) -> str | None:
    if len(places) <= pack.codes.count(code):
        return None
    where = " and ".join(f"card {place}" for place in places[:_MOST_PROBLEMS])
    if len(places) > _MOST_PROBLEMS:
        where += f" and {len(places) - _MOST_PROBLEMS} more"
    times = "twice" if len(places) == 2 else f"{len(places)} times"
    suggestion = nearest(code, [other for other in pack.number if other not in typed])
    hint = f" (did you mean {suggestion}?)" if suggestion else ""
    return f"{where}: {code} stands {times}{hint}"
