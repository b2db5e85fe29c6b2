"""The same tally from a dask cluster, also when a worker dies half-way."""

import signal
from collections.abc import Iterator
from os import getpid, kill
from typing import Any

import pytest

from puntobanco.errors import Unreadable
from puntobanco.rulebooks import table_rules
from puntobanco.sim.cluster import connect, run_on_cluster, run_with_client
from puntobanco.sim.jobs import run_here
from puntobanco.sim.plan import FactsJob, Plan

pytest.importorskip("distributed")
# distributed closes its sockets and loops in its own time; that is not what is tested here.
pytestmark = pytest.mark.filterwarnings("ignore")

JOB = FactsJob(plan=Plan(rules=table_rules("act-2015"), shoes=300_000, seed=9))


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with connect("local", workers=2) as client:
        yield client


def test_a_cluster_gives_the_tally_of_one_thread(client: Any) -> None:
    assert run_with_client(JOB, client).result == run_here(JOB, workers=1).result


def test_a_worker_that_dies_half_way_changes_nothing(client: Any) -> None:
    pids = list(client.run(getpid).values())
    done = 0

    def kill_a_worker(units: int) -> None:
        nonlocal done
        before, done = done, done + units
        if before < JOB.units // 2 <= done:
            kill(pids[0], signal.SIGKILL)

    found = run_with_client(JOB, client, progress=kill_a_worker)
    assert done == JOB.units
    assert not found.partial
    assert found.result == run_here(JOB, workers=1).result
    assert pids[0] not in client.run(getpid).values()


def test_an_address_where_no_cluster_answers_is_unreadable() -> None:
    with pytest.raises(Unreadable, match=r"no cluster answers at tcp://127\.0\.0\.1:9: start"):
        run_on_cluster(JOB, "tcp://127.0.0.1:9")


def test_an_address_that_is_none_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="no cluster answers at nonsense"):
        run_on_cluster(JOB, "nonsense://x")
