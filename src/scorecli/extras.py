"""Packages that only some users need, imported when they are."""

from importlib import import_module
from typing import Any

from scorecli.errors import ScorecliError


def imported(extra: str, purpose: str, *modules: str) -> Any:
    """The first of some modules that is installed.

    Args:
        extra: the extra of this package that brings one of them.
        purpose: what it is needed for, such as "to write Parquet files".
        modules: their names.

    Raises:
        ScorecliError: if none is installed, with what brings it.
    """
    for module in modules:
        try:
            return import_module(module)
        except ImportError:
            continue
    raise ScorecliError(f"{purpose}: pip install 'scorecli[{extra}]'")
