"""Claims about the cards of a hand of Tarocchi Bolognesi, judged by B3, B5 and B6."""

from collections.abc import Iterator, Sequence
from typing import Final

from scorecli.games.base import HouseRules
from scorecli.games.bologna.combinations import (
    KIND_NAMES,
    SET_KINDS,
    doubling,
    points_of_three,
    whole_declaration,
)
from scorecli.games.bologna.declarations import readings
from scorecli.games.bologna.pack import PACK
from scorecli.games.bologna.reasons import (
    MEMBERS,
    likely_kind,
    looked_at,
    of_kind,
    reasons,
    why_no_item,
)
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

_DOUBLING_CLAUSES: Final = {"sets": "B5.3", "sequences": "B6.2"}

_NOTHING: Final = Reason("B3.5", "the cards as named make no combination: the item scores nothing")

_SPOKEN: Final = {
    "tarocchi": "tarocchi tarots",
    "kings": "kings king re",
    "queens": "queens queen regine regina dame donne",
    "knights": "knights knight cavalli cavallo cavalieri",
    "jacks": "jacks jack fanti fante knaves",
    "swords": "swords spade spades",
    "batons": "batons bastoni manganelli clubs",
    "cups": "cups coppe",
    "coins": "coins denari danari",
    "aces": "aces assi",
    "moors": "moors mori moretti",
    "grande": "grande",
    "sets": "sets cricche pariglie",
    "sequences": "sequences sequenze",
    TOTAL: "total totale all accuso",
}


def figures(held: int, rules: HouseRules) -> tuple[Figure, Figure]:
    """The sets and the sequences of some cards, each with its own doubling (B5.3, B6.2)."""
    whole = whole_declaration(held, rules)
    return _figure("sets", whole.sets), _figure("sequences", whole.sequences)


def _figure(name: str, combinations: list[Combination]) -> Figure:
    more = doubling(combinations)
    if not more:
        return Figure(name, combinations)
    text = f"doubled: {len(combinations)} different {name}, {_sum(combinations)}"
    return Figure(name, combinations, more, Reason(_DOUBLING_CLAUSES[name], text))


def judge(claim: Claim, held: int, rules: HouseRules) -> Judgement:
    """The judgement of a claim about the cards held."""
    if claim.cards is not None:
        return _judge_cards(claim, claim.cards, held, rules)
    if claim.kind in KIND_NAMES:
        return _judge_kind(claim, held, rules)
    return _judge_figure(claim, held, rules)


# One kind of combination


def _judge_kind(claim: Claim, held: int, rules: HouseRules) -> Judgement:
    def worth(cards: int) -> int | None:
        found = of_kind(claim.kind, cards, rules)
        return None if found is None else found.points

    found = of_kind(claim.kind, held, rules)
    why = reasons(Case(PACK, claim.kind, held, held, found, rules))
    if found is not None:
        why += _about_points(claim, found, held, rules)
    return judgement(claim, PACK, held, worth, why, _nearest(claim.kind, held, rules))


def _nearest(kind: str, held: int, rules: HouseRules) -> Sequence[Combination]:
    combinations = whole_declaration(held, rules).combinations
    return nearest_in(combinations, lambda one: one.kind == kind, MEMBERS.get(kind, 0))


def _about_points(
    claim: Claim, found: Combination, held: int, rules: HouseRules
) -> Iterator[Reason]:
    """Where the points that were claimed for a combination may come from, if they are wrong."""
    points = claim.points
    if points is None or points == found.points:
        return
    figure = figures(held, rules)[found.kind not in SET_KINDS]
    if points == 2 * found.points and figure.doubling:
        text = f"{points} is doubled, but it is the sum of all {figure.name} that is doubled"
        yield Reason(_DOUBLING_CLAUSES[figure.name], text)
    elif found.kind in SET_KINDS:
        three = points_of_three(found)
        text = f"{KIND_NAMES[found.kind]} are worth {three} or {2 * three}"
        meant = {three: f"{points} is for three", 2 * three: f"{points} is for all four"}
        yield Reason("B5.1", meant.get(points, f"{text}, never {points}"))
    elif points >= 10 and points % 5 == 0:
        yield Reason("B6.1", f"{points} would be {points // 5 + 1} cards")
    else:
        text = f"no sequence is worth {points}: three cards are 10, each further one 5 more"
        yield Reason("B6.1", text)


# Sets, sequences, the whole declaration


def _judge_figure(claim: Claim, held: int, rules: HouseRules) -> Judgement:
    def parts(cards: int) -> list[Figure]:
        return [one for one in figures(cards, rules) if claim.kind in (one.name, TOTAL)]

    def worth(cards: int) -> int | None:
        points = sum(figure.points for figure in parts(cards))
        # Nothing is there, which is wrong unless nothing was claimed.
        return points if points or claim.points == 0 else None

    why = [reason for figure in parts(held) for reason in _figure_reasons(figure)]
    if claim.kind == TOTAL:
        summands = " + ".join(f"{figure.name} {figure.points}" for figure in parts(held))
        why.append(Reason("B3.2", f"{summands} = {sum(one.points for one in parts(held))}"))
    nearest = [combination for figure in parts(held) for combination in figure.combinations]
    return judgement(
        claim, PACK, held, worth, why, nearest or whole_declaration(held, rules).combinations
    )


def _figure_reasons(figure: Figure) -> Iterator[Reason]:
    if not figure.combinations:
        yield Reason("B5.1" if figure.name == "sets" else "B6.1", f"no {figure.name}")
        return
    for combination in figure.combinations:
        title = KIND_NAMES[combination.kind]
        text = f"{title}, {combination.length} cards: {combination.points}"
        yield Reason(combination.clause, text)
    if figure.doubling_reason is not None:
        yield figure.doubling_reason._replace(
            text=f"{figure.doubling_reason.text}, makes {figure.points}"
        )
    else:
        text = f"{_sum(figure.combinations)}, not doubled: that takes three different {figure.name}"
        yield Reason(_DOUBLING_CLAUSES[figure.name], text)


def _sum(combinations: Sequence[Combination]) -> str:
    points = [combination.points for combination in combinations]
    if len(points) == 1:
        return str(points[0])
    return f"{' + '.join(map(str, points))} = {sum(points)}"


# Cards named as one combination


def _judge_cards(claim: Claim, item: int, held: int, rules: HouseRules) -> Judgement:
    """The judgement of an item of a declaration (B3.3, B3.5)."""

    def worth(cards: int) -> int | None:
        found = _meaning(claim, item, cards, rules)
        return None if found is None else found.points

    found = _meaning(claim, item, held, rules)
    if found is not None:
        why = list(_cards_reasons(claim, item, found, held, rules))
        return judgement(claim, PACK, held, worth, why, [found])
    kind = likely_kind(item)
    if lacking := PACK.without(item, held):
        why = [not_held("B3.5", PACK, lacking)]
    else:
        why = [*why_no_item(item, held, None, rules), _NOTHING]
    return judgement(claim, PACK, held, worth, why, _nearest(kind, held, rules))


def _meaning(claim: Claim, item: int, held: int, rules: HouseRules) -> Combination | None:
    """What the cards of an item are: of several readings the one claimed, else the dearest."""
    if PACK.without(item, held):
        return None
    found = readings(item, held, rules)
    claimed = [one for one in found if one.points == claim.points]
    return next(iter(claimed or found), None)


def _cards_reasons(
    claim: Claim, item: int, found: Combination, held: int, rules: HouseRules
) -> Iterator[Reason]:
    cards = looked_at(found.kind, item, held)
    yield from reasons(Case(PACK, found.kind, cards, held, found, rules))
    if unnamed := cards & ~item:
        verb = "counts" if unnamed.bit_count() == 1 else "count"
        codes = ", ".join(PACK.codes_of(unnamed))
        yield Reason("B3.3", f"{codes} {verb}, though not named")
    full = of_kind(found.kind, held, rules)
    if full is not None and full.length > found.length:
        text = f"the hand holds {full.length} cards of it, worth {full.points}: counted as named"
        yield Reason("B3.3", text)
    yield from _about_points(claim, found, held, rules)


CLAIM_RULES: Final = ClaimRules(
    spoken={word: kind for kind, words in _SPOKEN.items() for word in words.split()},
    titles=KIND_NAMES,
    figures=figures,
    judge=judge,
)
