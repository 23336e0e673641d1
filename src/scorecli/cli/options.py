"""Options that several commands share."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import typer

from scorecli.cli import completion


def _known_game(name: str) -> str:
    """A game by its name, in either case; one that is not known is refused with the nearest."""
    from scorecli.games import GAMES, unknown_game

    word = name.lower()
    if word not in GAMES:
        raise typer.BadParameter(unknown_game(name), param_hint="GAME")
    return word


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="The game, such as bologna.",
        autocompletion=completion.games,
        callback=_known_game,
    ),
]
Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH",
        help="Files of records (.json, .jsonl), packed or not, or - for standard input.",
        autocompletion=completion.records,
    ),
]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write here, not to standard output."),
]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="SWITCH=VALUE",
        help="Set a house rule; wins over that of a record. May be given more than once.",
        autocompletion=completion.house_rules,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]

_MOST_DIGITS = 9
"""A number with more digits is left as it was written: no house rule has it as its value."""


def parse_rules(rules: Sequence[str] | None) -> Mapping[str, bool | int | str]:
    """The house rules given as `SWITCH=VALUE`; yes and no may be written for true and false."""
    found: dict[str, bool | int | str] = {}
    for rule in rules or ():
        switch, value = _parse_rule(rule)
        if switch in found:
            raise typer.BadParameter(f"{switch} is given twice", param_hint="--rule")
        found[switch] = value
    return found


def by_seat(given: Sequence[str] | None, option: str, form: str) -> dict[str, str]:
    """What was given for seats, by their letters."""
    from scorecli.answers import seat_named

    found: dict[str, str] = {}
    for one in given or ():
        seat, equals, value = one.partition("=")
        if not equals:
            raise typer.BadParameter(f"{one!r} is not {form}", param_hint=option)
        name = seat_named(seat)
        if not value.isprintable():
            raise typer.BadParameter(
                f"{one!r} has a character that cannot be printed", param_hint=option
            )
        if name in found:
            raise typer.BadParameter(f"{name} is given twice", param_hint=option)
        found[name] = value.strip()
    return found


def unknown(what: str, word: str, known: Iterable[str]) -> str:
    """What to say of a word that is none of those known: the nearest one, or all of them."""
    from scorecli.nearest import did_you_mean

    words = tuple(known)
    hint = did_you_mean(word, words) or f"; known are {', '.join(words)}"
    return f"unknown {what} {word!r}{hint}"


def _parse_rule(rule: str) -> tuple[str, bool | int | str]:
    switch, equals, value = rule.partition("=")
    switch, value = switch.strip(), value.strip()
    if not equals or not switch or not value:
        raise typer.BadParameter(f"{rule!r} is not SWITCH=VALUE", param_hint="--rule")
    if value.lower() in ("yes", "true"):
        return switch, True
    if value.lower() in ("no", "false"):
        return switch, False
    number = value.isdecimal() and len(value) <= _MOST_DIGITS
    return switch, int(value) if number else value
