"""The catalogue of finding codes, read from the files in `codes` and from the games' folders."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from scorecli.games import GAMES
from scorecli.ledger import SEVERITIES, code_named
from scorecli.sheets import GENERAL

_CODES: Final = resources.files(__package__) / "codes"
_FILES: Final = ("record", "pack", "play", "setup", "declarations", "settlement", "match", "log")


@dataclass(frozen=True, slots=True)
class Example:
    """A record that shows a code, or one that only seems to.

    Attributes:
        record: the text of the record; a log where the command is not `score`.
        command: the command that finds the code: `score`, `match` or `audit --duplicates`.
        rules: the house rules set for the run.
        why: one sentence: why the code is found, or why it is not.
        also: the errors and warnings that always come with the code.
    """

    record: str
    command: str
    rules: Mapping[str, bool | int | str]
    why: str
    also: frozenset[str]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a finding code means.

    Attributes:
        code: the code.
        title: what it is, in a few words.
        meaning: what it is, what the program does with it, and what to do.
        clauses: the numbers of the clauses it rests on, by game; "general" for those of all games.
        example: a record in which it is found.
        near_miss: a record much like it in which it is not.
    """

    code: str
    title: str
    meaning: str
    clauses: Mapping[str, tuple[str, ...]]
    example: Example
    near_miss: Example

    @property
    def severity(self) -> str:
        """The severity: "error", "warning" or "note"."""
        return SEVERITIES[self.code]


@cache
def catalogue() -> Mapping[str, Explanation]:
    """All explanations by code, in the order of `scorecli.ledger.SEVERITIES`."""
    entries: dict[str, Any] = {}
    for name in _FILES:
        entries |= tomllib.loads((_CODES / f"{name}.toml").read_text(encoding="utf-8"))
    by_game = {name: _clauses_of(name) for name in GAMES}
    return {code: _explanation(code, entries[code], by_game) for code in SEVERITIES}


def _clauses_of(game: str) -> Mapping[str, Sequence[str]]:
    """The clauses that the findings of a game rest on, by code, from the game's folder."""
    path = resources.files("scorecli.games") / game / "explained.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def explanation(code: str) -> Explanation:
    """The explanation of a code; either case will do.

    Raises:
        UsageError: if there is no such code, with the nearest one.
    """
    return catalogue()[code_named(code)]


def _explanation(
    code: str, entry: Mapping[str, Any], by_game: Mapping[str, Mapping[str, Sequence[str]]]
) -> Explanation:
    example = _example(entry["example"], "")
    clauses = {game: tuple(codes[code]) for game, codes in by_game.items() if code in codes}
    if general := entry.get("general"):
        clauses[GENERAL] = tuple(general)
    return Explanation(
        code=code,
        title=entry["title"],
        meaning=entry["meaning"],
        clauses=clauses,
        example=example,
        near_miss=_example({"command": example.command, **entry["near_miss"]}, example.record),
    )


def _example(entry: Mapping[str, Any], otherwise: str) -> Example:
    """An example out of its entry: its own record, that of a file, or otherwise that given."""
    record = entry.get("record", otherwise)
    if "file" in entry:
        record = (_CODES / entry["file"]).read_text(encoding="utf-8")
    for old, new in entry.get("replace", ()):
        assert record.count(old) == 1, f"{old!r} must stand in the example just once"
        record = record.replace(old, new)
    return Example(
        record=record.strip(),
        command=entry.get("command", "score"),
        rules=entry.get("rules", {}),
        why=entry["why"],
        also=frozenset(entry.get("also", ())),
    )
