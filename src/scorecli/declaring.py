"""From cards and claims as they were typed to what the cards make and a judgement of each claim."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from scorecli.errors import UsageError
from scorecli.games import GAMES, game_named, names_of, unknown_game
from scorecli.games.base import Setting
from scorecli.judging import Claim, ClaimRules, JudgedCards, read_cards, read_claim


class NamedCards(NamedTuple):
    """Cards that are claimed to be one combination, as typed, and the points claimed for them."""

    cards: str
    points: int | None


def declared(
    name: str,
    cards: Sequence[str],
    claims: Sequence[str],
    named: NamedCards | None,
    overrides: Mapping[str, Setting],
) -> JudgedCards:
    """Value some cards and judge what is claimed of them.

    Args:
        name: the name of the game.
        cards: the cards as typed, see `scorecli.judging.read_cards`.
        claims: the claims as typed, see `scorecli.judging.read_claim`.
        named: a claim about cards that are named, judged after the others.
        overrides: the house rules that are set.

    Raises:
        UsageError: if the game, a house rule, a card or a claim is not known.
    """
    if name not in GAMES:
        raise UsageError(unknown_game(name))
    game = game_named(name)
    claim_rules = claim_rules_of(name)
    if claim_rules is None:
        raise UsageError(f"{name} has no declarations to value")
    rules = game.rules_set(overrides)
    pack = game.pack_for(rules)
    names = names_of(name)
    notes: list[str] = []
    held = read_cards(cards, name, pack, names, notes)
    wanted = [read_claim(claim, name, claim_rules.spoken) for claim in claims]
    if named is not None:
        item = read_cards([named.cards], name, pack, names, notes)
        text = " ".join(pack.codes_of(item))
        if named.points is not None:
            text += f" for {named.points}"
        wanted.append(Claim(text, points=named.points, cards=item))
    return JudgedCards(
        variant=name,
        title=game.title,
        pack=pack,
        titles=claim_rules.titles,
        house_rules=game.changed(rules),
        cards=held,
        figures=claim_rules.figures(held, rules),
        judgements=[claim_rules.judge(claim, held, rules) for claim in wanted],
        notes=notes,
    )


def claim_rules_of(name: str) -> ClaimRules | None:
    """How a game judges claims; None if it has no declarations. Nothing else needs the module."""
    module = f"scorecli.games.{name}.claims"
    try:
        claim_rules: ClaimRules = import_module(module).CLAIM_RULES
    except ModuleNotFoundError as error:
        if not module.startswith(str(error.name)):
            raise
        return None
    return claim_rules
