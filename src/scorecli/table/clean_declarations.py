"""Declarations of a hand of which there is nothing to be said, valued quickly.

`declarations` reads any declaration and says what is wrong with it. Most are "all", or a list of
all the combinations of the hand, each in full; their value is that of the hand.
"""

from typing import Any

from scorecli.record.schema import Record
from scorecli.seats import SEATS, speaking_order
from scorecli.table.clean_play import CleanPlay
from scorecli.table.declaration_rules import DeclarationRules, names_in_full
from scorecli.table.declarations import read_declaration


def clean_declarations(
    play: CleanPlay, record: Record, rules: DeclarationRules
) -> list[tuple[int, int]] | None:
    """The seats that declared and their points, in speaking order, if all is in order.

    Returns:
        None if there is anything to be said of the declarations.
    """
    declarations = record.get("declarations")
    if declarations is None:
        return None
    scored = []
    for seat in speaking_order(play.dealer):
        what = declarations.get(SEATS[seat])
        if not what:
            continue
        kept = rules.pack.spread_out(play.kept[seat])
        points = rules.whole_points(kept)
        if what != "all" and not _declares_whole(what, kept, points, rules):
            if not _names_known_kinds(what, rules):
                return None
            declaration, findings = read_declaration(kept, seat, what, rules)
            if findings or declaration is None:
                return None
            points = declaration.points
        elif not points:
            return None
        scored.append((seat, points))
    return scored


def _names_known_kinds(what: Any, rules: DeclarationRules) -> bool:
    """Whether each kind that the items of a declaration name is one of the game."""
    items = what.get("items") if isinstance(what, dict) else what
    return items == "all" or all(item.get("kind") in (None, *rules.kinds) for item in items or ())


def _declares_whole(what: Any, kept: int, points: int, rules: DeclarationRules) -> bool:
    """Whether a declaration surely names all the combinations of a hand, each once and in full.

    Args:
        what: the declaration, not just "all".
        kept: the mask of the cards of the hand, of those that are alike the first ones.
        points: what the combinations of the hand score.
        rules: what the game asks of declarations.
    """
    items = what
    if isinstance(what, dict):
        items = what.get("items")
        if what.get("points") not in (None, points) or what.get("after_trick"):
            return False
    if not items or items == "all":
        return bool(items)
    whole = rules.whole(kept)
    unnamed = {one.cards: one for one in whole}
    # What may be named with a combination beside its own cards.
    added = rules.named_with
    for one in whole:
        added |= one.counters
    if len(items) != len(whole) or len(unnamed) != len(whole):
        return False
    for item in items:
        mask = rules.pack.exact_mask(item["cards"]) or 0
        named = unnamed.pop(mask, None) or unnamed.pop(mask & ~added, None)
        if (
            named is None
            or not mask & ~rules.two_meanings
            or not names_in_full(mask, named, kept, rules)
            or item.get("kind") not in (None, named.kind)
            or item.get("points") not in (None, named.points)
        ):
            return False
    return True
