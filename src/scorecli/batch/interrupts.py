"""Interrupts (Ctrl-C) that wait while parts are put together, so that no part counts by half.

A second one ends the program at once.
"""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, Self

from scorecli import exit_codes

_SIGNALS: Final = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP")  # not every system has the last one
    if hasattr(signal, name)
)


class Interrupts:
    """Raises `KeyboardInterrupt`, but never inside of `held`.

    So it does when the program is told to end, or its terminal is closed (but under `nohup`).
    """

    def __init__(self) -> None:
        """Take the interrupts of the process over, where that can be done."""
        self._holding = False
        self._came = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        """Begin."""
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                if signal.getsignal(number) == signal.SIG_IGN:
                    continue
                self._before[number] = signal.signal(number, self._interrupt)
        return self

    def __exit__(self, *_: object) -> None:
        """Leave interrupts to who had them before."""
        for number, before in self._before.items():
            signal.signal(number, before)

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
        if self._came:
            os._exit(exit_codes.INTERRUPTED)
        self._came = True
        if not self._holding:
            raise KeyboardInterrupt
