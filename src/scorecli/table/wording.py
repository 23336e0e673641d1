"""Findings and phrases that several checks of the cards of a record share."""

from collections.abc import Sequence
from typing import Any, Final

from scorecli.cards import UNREADABLE_CARD, Pack
from scorecli.ledger import Finding, finding
from scorecli.names import nearest_code

SEPARATED_BY_BLANKS: Final = "in a record cards are separated by blanks alone"


def play_path(trick: int, place: int) -> str:
    """The path of a card of a trick, both counted from 0."""
    return f"$.tricks[{trick}].cards[{place}]"


def card_named(trick: int, place: int) -> str:
    """A card of a trick in words, both counted from 0: "trick 3, card 2"."""
    return f"trick {trick + 1}, card {place + 1}"


def how_many(number: int, what: str, several: str | None = None) -> str:
    """A number of something: "1 card", "3 cards", "2 resti"."""
    return f"{number:,} {what if abs(number) == 1 else several or what + 's'}"


def listed(codes: Sequence[str], last: str = "or") -> str:
    """Codes or numbers in a row: "S6, SA or C6"."""
    if len(codes) < 2:
        return "".join(codes)
    return f"{', '.join(codes[:-1])} {last} {codes[-1]}"


def some_of(codes: Sequence[str], most: int = 3) -> str:
    """The first of some codes, and how many more there are: "T21, T20, T18 and 4 more"."""
    if len(codes) <= most + 1:
        return listed(codes, "and")
    return f"{', '.join(codes[:most])} and {len(codes) - most} more"


def unknown_card(pack: Pack, written: str, path: str, **places: Any) -> Finding:
    """A code that the pack does not have, with the nearest that it has."""
    suggestion = nearest_code(written, pack)
    message = f"{written!r} is no card of this pack"
    if "," in written or ";" in written:
        message += f"; {SEPARATED_BY_BLANKS}"
    if suggestion:
        message += f"; did you mean {suggestion}?"
    return finding("unknown-card", message, path=path, found=written, expected=suggestion, **places)


def missing_cards(codes: Sequence[str]) -> list[Finding]:
    """Cards that are nowhere in a record that should have them."""
    return [
        finding("missing-card", f"{code} is nowhere in the record", card=code) for code in codes
    ]


def inferred_card(code: str, path: str) -> Finding:
    """A card that could not be read, and is the only one that is left."""
    return finding(
        "inferred-card",
        f"a card could not be read: it is {code}, the only card left",
        path=path,
        card=code,
        found=UNREADABLE_CARD,
        expected=code,
    )
