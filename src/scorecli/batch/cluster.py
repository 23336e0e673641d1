"""The same tasks done by a Dask cluster: on this machine, or on as many as there are."""

import logging
from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError
from typing import Any, Final

from scorecli.batch.division import Task
from scorecli.batch.engine import Done, Engine
from scorecli.batch.part import Part, Wanted, work
from scorecli.errors import ScorecliError
from scorecli.extras import imported

_AHEAD: Final = 3
"""So many tasks for each thread of the cluster are given out before the first is needed."""

_RETRIES: Final = 3
_PATIENCE: Final = 30


def on_dask(scheduler: str | None, jobs: int) -> Engine:
    """Let a Dask cluster do the tasks; a worker that is lost costs time, not results.

    Args:
        scheduler: the address of its scheduler; None for a cluster of processes on this machine.
        jobs: how many processes that one has.
    """
    distributed = imported("cluster", "to use Dask", "distributed")

    def run(tasks: Iterator[Task], wanted: Wanted) -> Done:
        with _client(distributed, scheduler, jobs) as client:
            threads = _threads(client)
            waiting: deque[tuple[Task, Any]] = deque()
            for task in tasks:
                given = client.submit(work, task, wanted, pure=False, retries=_RETRIES)
                waiting.append((task, given))
                if len(waiting) >= _AHEAD * threads:
                    yield _next(waiting, distributed.KilledWorker)
            while waiting:
                yield _next(waiting, distributed.KilledWorker)

    return run


def _threads(client: Any) -> int:
    """How many threads the workers have, once there is one.

    Raises:
        ScorecliError: if there is none after a while.
    """
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        message = f"no worker has joined the Dask scheduler within {_PATIENCE} seconds"
        raise ScorecliError(message) from None
    return sum(client.nthreads().values()) or 1


def _next(waiting: deque[tuple[Task, Any]], killed: type[Exception]) -> tuple[Task, Part]:
    """What was made of the task that is next in order.

    Raises:
        ScorecliError: if the scheduler is lost, or each worker that had the task.
    """
    task, future = waiting.popleft()
    try:
        part: Part = future.result()
    except CancelledError:
        message = "the Dask scheduler was lost; with --checkpoint the audit can go on"
        raise ScorecliError(message) from None
    except killed:
        source = task.spans[0].source
        message = f"{source}: each worker that audits it dies; has it enough memory?"
        raise ScorecliError(message) from None
    future.release()
    return task, part


def _client(distributed: Any, scheduler: str | None, jobs: int) -> Any:
    """A client of the cluster.

    Raises:
        ScorecliError: if it does not answer.
    """
    # What its parts tell of each other while they end is for its developers.
    for name in ("distributed", "asyncio", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if scheduler is None:
        # No server for its state that one could look at: that would take a port.
        cluster = distributed.LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        )
        return distributed.Client(cluster)
    try:
        return distributed.Client(scheduler, timeout=10)
    except (OSError, ValueError, TypeError) as error:
        raise ScorecliError(f"{scheduler}: no Dask scheduler answers: {error}") from None
