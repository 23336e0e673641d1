"""What both naive scorers need of a record: that all its tricks are there."""

from collections.abc import Mapping
from typing import Any


def is_complete(record: Mapping[str, Any], tricks: int) -> bool:
    """Whether a record has that many tricks of four cards each, all of them named."""
    rows = [
        trick["cards"] if isinstance(trick, dict) else trick for trick in record.get("tricks", ())
    ]
    return [len(row) for row in rows] == [4] * tricks and not any("?" in row for row in rows)
