"""Beyond one machine: the same tasks on a dask cluster. A worker that dies has its tasks done by another."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, TypeVar

from puntobanco.errors import Unreadable
from puntobanco.kernels.cpu_count import cores
from puntobanco.sim.jobs import Adds, Done, Job, Progress, collect, do_piece, tasks
from puntobanco.version import __version__

F = TypeVar("F")
T = TypeVar("T", bound=Adds)

LOCAL = "local"
SECONDS_TO_ANSWER = 5
RETRIES = 10
"""How often a task may go down with its worker before that is taken as the task's fault."""


def run_on_cluster(
    job: Job[T], address: str, *, workers: int | None = None, progress: Progress | None = None
) -> Done[T]:
    """Do a job on the cluster at `address`, or on one started here for `local`."""
    with connect(address, workers=workers) as client:
        return run_with_client(job, client, progress=progress)


def run_with_client(job: Job[T], client: Any, *, progress: Progress | None = None) -> Done[T]:
    """Do a job on a cluster that a client is connected to."""
    _check_versions(client)
    count = max(1, sum(client.nthreads().values()))
    return collect(
        job,
        tasks(job, count),
        in_flight=2 * count,
        submit=lambda first, last: client.submit(do_piece, job, first, last, pure=False, retries=RETRIES),
        progress=progress,
        first_of=_first_finished,
    )


def _first_finished(waiting: set[F]) -> tuple[set[F], set[F]]:
    """As for tasks here; a result whose worker dies before it is fetched is made again, so it is only asked for."""
    finished, others = _distributed().wait(waiting, return_when="FIRST_COMPLETED")
    return finished, others


@contextmanager
def connect(address: str, *, workers: int | None = None) -> Iterator[Any]:
    """A client of the cluster; no answer within a few seconds is `Unreadable`."""
    distributed = _distributed()
    if address == LOCAL:
        with (
            distributed.LocalCluster(
                n_workers=workers or cores(),
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client
        return
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=SECONDS_TO_ANSWER)
    except (OSError, TimeoutError, ValueError):
        raise Unreadable(
            f"no cluster answers at {address}: start `dask scheduler` and `dask worker`, or use --cluster local"
        ) from None
    with client:
        if not client.nthreads():
            raise Unreadable(f"the cluster at {address} has no workers: start some with `dask worker {address}`")
        yield client


def _distributed() -> ModuleType:
    try:
        import distributed
    except ImportError:
        raise Unreadable("clusters need dask: pip install 'puntobanco[cluster]'") from None
    return distributed


def _version() -> str:
    return __version__


def _check_versions(client: Any) -> None:
    """Workers of another version could deal other shoes."""
    for worker, version in client.run(_version).items():
        if version != __version__:
            raise Unreadable(f"the worker {worker} has puntobanco {version}, this is {__version__}: install the same")
