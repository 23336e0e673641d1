"""Interrupts (Ctrl-C) that wait while parts are put together, so that no part counts by half."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self


class Interrupts:
    """Raises `KeyboardInterrupt` as usual, but never inside of `held`."""

    def __init__(self) -> None:
        """Take the interrupts of the process over, where that can be done."""
        self._holding = False
        self._came = False
        self._before: Any = None

    def __enter__(self) -> Self:
        """Begin."""
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        """Leave interrupts to who had them before."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let an interrupt wait for the end of what is done in here."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
        if self._came:
            raise KeyboardInterrupt

    def _interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        self._came = True
        if not self._holding:
            raise KeyboardInterrupt
