"""A hand before the play: what it makes, what one more card would add, what a dealer may lay away.

How the hand will be played is not judged: everything here follows from the cards alone.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from scorecli.cards import TRUMP_SUIT, Pack
from scorecli.declaring import claim_rules_of
from scorecli.errors import UsageError
from scorecli.games import GAMES, game_named, names_of, unknown_game
from scorecli.games.base import Game, HouseRules, Setting
from scorecli.judging import ClaimRules, Figure, read_cards
from scorecli.ledger import Combination


class OneMore(NamedTuple):
    """What one further card would change.

    Attributes:
        code: the code of the card.
        points: the points that it would add to the declaration, doublings included.
        made: the combinations with it, those that are new or are worth more than without it.
    """

    code: str
    points: int
    made: Sequence[Combination]


class Discard(NamedTuple):
    """A pair that the dealer may lay away.

    Attributes:
        cards: the mask of the pair.
        declared: the points of declaring the cards that are kept; 0 in a game without declarations.
        laid_away: the points of the pair, which count for the dealer's team if it wins a trick.
        trumps: how many trumps are kept.
    """

    cards: int
    declared: int
    laid_away: int
    trumps: int


class Analysis(NamedTuple):
    """What can be said of some cards before the play.

    Attributes:
        game: the game.
        pack: its cards under the house rules.
        house_rules: the house rules that differ from the default.
        cards: the mask of the cards.
        titles: the kinds of combination for people.
        figures: what they make.
        one_more: the cards that would add something, the most first; none for a dealer's hand.
        discards: what the dealer may lay away, the best kept hand first; none for other hands.
        notes: what was read otherwise than it was typed.
    """

    game: Game
    pack: Pack
    house_rules: Mapping[str, Setting]
    cards: int
    titles: Mapping[str, str]
    figures: Sequence[Figure]
    one_more: Sequence[OneMore]
    discards: Sequence[Discard]
    notes: Sequence[str]

    @property
    def points(self) -> int:
        """The points of declaring the cards, doublings included."""
        return _points(self.figures)


def analysed(name: str, cards: Sequence[str], overrides: Mapping[str, Setting]) -> Analysis:
    """Analyse a hand, or a dealer's cards before two of them are laid away.

    Raises:
        UsageError: if the game, a house rule or a card is not known, or if there are more cards
            than anybody is dealt.
    """
    if name not in GAMES:
        raise UsageError(unknown_game(name))
    game = game_named(name)
    rules = game.rules_set(overrides)
    pack = game.pack_for(rules)
    notes: list[str] = []
    held = read_cards(cards, name, pack, names_of(name), notes)
    count, most = held.bit_count(), game.hand_size + game.dealer_extra
    if count > most:
        raise UsageError(f"{count} cards are given, and nobody holds more than {most}")
    claims = claim_rules_of(name)
    figures = claims.figures(held, rules) if claims is not None else ()
    deals = game.dealer_extra > 0 and count == most
    return Analysis(
        game=game,
        pack=pack,
        house_rules=game.changed(rules),
        cards=held,
        titles=claims.titles if claims is not None else {},
        figures=figures,
        one_more=[] if deals or claims is None else _one_more(pack, claims, held, rules),
        discards=_discards(game, claims, held, rules) if deals else [],
        notes=notes,
    )


def _points(figures: Sequence[Figure]) -> int:
    return sum(figure.points for figure in figures)


def _one_more(pack: Pack, claims: ClaimRules, held: int, rules: HouseRules) -> list[OneMore]:
    """Each card of the pack that would add points, the most first, then in pack order."""
    before = claims.figures(held, rules)
    known = {one for figure in before for one in figure.combinations}
    found = []
    for code, bit in pack.bit.items():
        more = held | bit
        if held & bit & pack.alike:
            # Of cards that are alike the next one.
            more = held | pack.first_alike[(held & pack.alike).bit_count() + 1]
        if more == held:
            continue
        after = claims.figures(more, rules)
        made = [one for figure in after for one in figure.combinations if one not in known]
        if added := _points(after) - _points(before):
            found.append(OneMore(code, added, made))
    return sorted(found, key=lambda one: (-one.points, pack.number[one.code]))


def _discards(
    game: Game, claims: ClaimRules | None, dealt: int, rules: HouseRules
) -> list[Discard]:
    """All pairs that may go: those first that leave the dearest declaration, then the most points.

    Points that are laid away are safe for a team that wins a trick (B2.3, P2.5).
    """
    pack = game.pack_for(rules)
    lawful: Callable[..., list[int]] = import_module(
        f"scorecli.games.{game.name}.discards"
    ).lawful_discards
    found = []
    for pair in lawful(pack, dealt, rules):
        kept = dealt & ~pair
        declared = 0 if claims is None else _points(claims.figures(kept, rules))
        trumps = (kept & pack.masks[TRUMP_SUIT]).bit_count()
        found.append(Discard(pair, declared, pack.points(pair), trumps))
    return sorted(found, key=lambda one: (-one.declared, -one.laid_away, one.cards))
