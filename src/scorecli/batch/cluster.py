"""The same tasks done by a Dask cluster: on this machine, or on as many as there are."""

from collections import deque
from collections.abc import Iterator
from typing import Any, Final

from scorecli.batch.division import Task
from scorecli.batch.engine import Done, Engine
from scorecli.batch.part import Part, Wanted, work
from scorecli.errors import ScorecliError
from scorecli.extras import imported

_AHEAD: Final = 3
"""So many tasks for each thread of the cluster are given out before the first is needed."""

_RETRIES: Final = 3


def on_dask(scheduler: str | None, jobs: int) -> Engine:
    """Let a Dask cluster do the tasks; a worker that is lost costs time, not results.

    Args:
        scheduler: the address of its scheduler; None for a cluster of processes on this machine.
        jobs: how many processes that one has.
    """
    distributed = imported("cluster", "to use Dask", "distributed")

    def run(tasks: Iterator[Task], wanted: Wanted) -> Done:
        with _client(distributed, scheduler, jobs) as client:
            threads = sum(client.nthreads().values()) or 1
            waiting: deque[tuple[Task, Any]] = deque()
            for task in tasks:
                given = client.submit(work, task, wanted, pure=False, retries=_RETRIES)
                waiting.append((task, given))
                if len(waiting) >= _AHEAD * threads:
                    yield _next(waiting)
            while waiting:
                yield _next(waiting)

    return run


def _next(waiting: deque[tuple[Task, Any]]) -> tuple[Task, Part]:
    task, future = waiting.popleft()
    part: Part = future.result()
    future.release()
    return task, part


def _client(distributed: Any, scheduler: str | None, jobs: int) -> Any:
    """A client of the cluster.

    Raises:
        ScorecliError: if it does not answer.
    """
    if scheduler is None:
        # No server for its state that one could look at: that would take a port.
        cluster = distributed.LocalCluster(
            n_workers=jobs, threads_per_worker=1, dashboard_address=None
        )
        return distributed.Client(cluster)
    try:
        return distributed.Client(scheduler, timeout=10)
    except (OSError, ValueError, TypeError) as error:
        raise ScorecliError(f"{scheduler}: no Dask scheduler answers: {error}") from None
