"""A progress bar on standard error, for audits that take a while."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from scorecli.report.console import make_console

Told = Callable[[int, int, int, int], None]
"""Is told of bytes done, bytes in all (0 if not known), records, and errors and warnings."""


@contextmanager
def progress_bar() -> Iterator[Told | None]:
    """A progress bar, or None where standard error is no terminal."""
    # Rich takes a file for a terminal too, where the environment asks for colour.
    if not sys.stderr.isatty():
        yield None
        return
    console = make_console(stderr=True)
    columns: Any = (
        BarColumn(),
        DownloadColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[found]}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("audit", total=None, rate="", found="")
        begun: list[int] = []

        def tell(done: int, size: int, records: int, found: int) -> None:
            # What an earlier run did is no part of the speed of this one.
            begun.append(records) if not begun else None
            elapsed = bar.tasks[0].elapsed or 0
            rate = f"{(records - begun[0]) / elapsed:,.0f} hands/s" if elapsed else ""
            bar.update(
                task,
                completed=done,
                total=size or None,
                rate=rate,
                found=f"{found:,} found",
            )

        yield tell
