"""Who does the tasks: this process, or several; what comes out is in the order of the input."""

import gc
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from typing import Any, Final, TypeVar

from scorecli.batch.division import Task
from scorecli.batch.part import Part, Wanted, work
from scorecli.errors import ScorecliError

Done = Generator[tuple[Task, Part], None, None]
"""Tasks with what was made of them, in order; to be closed, which lets go of the workers."""

Engine = Callable[[Iterator[Task], Wanted], Done]
"""Does tasks."""

_Made = TypeVar("_Made")

_AHEAD: Final = 2
"""So many tasks for each worker are given out before the first of them is needed."""

_MOST_DEATHS: Final = 3
"""If workers die so often before the next task is done, the audit ends."""


def in_this_process(tasks: Iterator[Task], wanted: Wanted) -> Done:
    """Do one task after the other."""
    for task in tasks:
        yield task, work(task, wanted)


def in_processes(jobs: int) -> Engine:
    """Let so many processes do the tasks; a single one is done here.

    If one of them dies, what it had is given to another.
    """

    def run(tasks: Iterator[Task], wanted: Wanted) -> Done:
        first = list(islice(tasks, 2))
        if jobs == 1 or len(first) < 2:
            yield from in_this_process(chain(first, tasks), wanted)
            return
        workers = _Workers(jobs, wanted)
        try:
            for task in chain(first, tasks):
                workers.give(task)
                if workers.busy:
                    yield workers.next()
            while workers.waiting:
                yield workers.next()
        finally:
            workers.stop()

    return run


class _Workers:
    """Some processes, and the tasks they have."""

    def __init__(self, jobs: int, wanted: Wanted) -> None:
        self._jobs = jobs
        self._wanted = wanted
        self._pool = self._new_pool()
        self._deaths = 0
        self._given: deque[Task] = deque()
        self._futures: deque[Future[Part]] = deque()

    @property
    def waiting(self) -> int:
        """How many tasks are given out and not yet taken back."""
        return len(self._given)

    @property
    def busy(self) -> bool:
        """Whether there is enough to do."""
        return self.waiting >= _AHEAD * self._jobs

    def give(self, task: Task) -> None:
        """Give out a task.

        Raises:
            ScorecliError: if workers die over and over.
        """
        self._given.append(task)
        self._in_time(self._submit_all)

    def next(self) -> tuple[Task, Part]:
        """What was made of the task that is next in order.

        Raises:
            ScorecliError: if workers die over and over.
        """
        part = self._in_time(self._first_done)
        self._futures.popleft()
        self._deaths = 0
        return self._given.popleft(), part

    def stop(self) -> None:
        """Let go of the workers; what they are at is not waited for any longer than it takes."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _first_done(self) -> Part:
        self._submit_all()
        return self._futures[0].result()

    def _in_time(self, act: Callable[[], _Made]) -> _Made:
        """Do something with the workers; if one of them has died, once more with new ones."""
        while True:
            try:
                return act()
            except BrokenProcessPool:
                self._deaths += 1
                if self._deaths >= _MOST_DEATHS:
                    source = self._given[0].spans[0].source
                    raise ScorecliError(
                        f"{source}: the process that audits it dies each time; is there enough"
                        " memory?"
                    ) from None
                self.stop()
                self._pool = self._new_pool()
                # What the old ones had is given to the new ones.
                self._futures.clear()

    def _submit_all(self) -> None:
        """Submit the tasks that no worker has."""
        for task in list(self._given)[len(self._futures) :]:
            with _signals_wait():
                try:
                    self._futures.append(self._pool.submit(work, task, self._wanted))
                except OSError as error:
                    message = f"workers cannot be started: {error.strerror or error}"
                    raise ScorecliError(f"{message}; try --jobs 1") from None

    def _new_pool(self) -> ProcessPoolExecutor:
        # A copy of a process in which threads run (a progress bar) can hang: start afresh.
        context: Any = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._jobs, context, initializer=_prepare)


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Let interrupts wait while a worker is started, which takes this over: it gets none."""
    if hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        yield


def _prepare() -> None:
    """Set up a worker."""
    # An interrupt is for the process that gives out the tasks.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(100_000)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End the worker when the process that started it is gone, even if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
