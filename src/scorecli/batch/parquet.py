"""Results as a Parquet file, one column a figure, made of the rows once all are written."""

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

from scorecli.extras import imported
from scorecli.games import GAMES, game_named
from scorecli.games.score import COUNTED_BESIDE
from scorecli.seats import TEAMS

_SUFFIX: Final = ".parquet"
_ROWS: Final = 50_000
"""So many rows are held in memory, and make a group of the file."""

_TEXTS: Final = ("source", "id", "variant", "status", "winner")
_NUMBERS: Final = ("line", "index", "margin")


def is_parquet(path: str) -> bool:
    """Whether a file is to be a Parquet file, by its name."""
    return path.lower().endswith(_SUFFIX)


def check_parquet() -> None:
    """See that Parquet files can be written.

    Raises:
        ScorecliError: if what that needs is not installed.
    """
    _pyarrow()


def write_parquet(rows: Path, target: Path) -> None:
    """Write rows of results, JSON one a line, as a Parquet file.

    Raises:
        OSError: if it cannot be written.
    """
    pyarrow = _pyarrow()
    parquet = import_module("pyarrow.parquet")
    schema = _schema(pyarrow)
    with rows.open(encoding="utf-8") as lines, parquet.ParquetWriter(target, schema) as writer:
        flat = map(_flat, map(json.loads, lines))
        for group in _groups(flat):
            columns = {name: [row.get(name) for row in group] for name in schema.names}
            writer.write_table(pyarrow.Table.from_pydict(columns, schema))


def _groups(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while group := list(islice(rows, _ROWS)):
        yield group


def _schema(pyarrow: Any) -> Any:
    """The columns: where the hand stands, the outcome, then the figures of all the games."""
    figures: dict[str, None] = {}
    outcome: dict[str, None] = {}
    for name in GAMES:
        figures |= dict.fromkeys((*game_named(name).figures, *COUNTED_BESIDE))
        outcome |= dict.fromkeys(game_named(name).outcome)
    of_teams = [f"{team}_{one}" for team in TEAMS for one in figures]
    numbers = [*_NUMBERS, *outcome, *of_teams]
    fields = [(name, pyarrow.string()) for name in _TEXTS]
    fields += [(name, pyarrow.int64()) for name in numbers]
    return pyarrow.schema([*fields, ("findings", pyarrow.list_(pyarrow.string()))])


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    figures = {
        f"{team}_{name}": value
        for team in TEAMS
        for name, value in (row["teams"][team] or {}).items()
    }
    texts = {name: _text(row[name]) for name in _TEXTS if name in row}
    return {**row, **texts, **row["outcome"], **figures}


def _text(value: str | None) -> str | None:
    """A text without what is no text at all (bytes in the name of a file)."""
    return value and value.encode("utf-8", "backslashreplace").decode()


def _pyarrow() -> Any:
    return imported("parquet", "to write Parquet files", "pyarrow")
