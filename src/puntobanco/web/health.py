"""For whoever runs the server: is it alive, is it ready, and how is it doing."""

import resource
from asyncio import Future, ensure_future, shield, timeout, to_thread
from pathlib import Path
from typing import Any

import msgspec
from starlette.routing import Route

from puntobanco.store import StoreFailure
from puntobanco.web.endpoints import Application, Receive, Send, answer
from puntobanco.web.metrics import Metrics
from puntobanco.web.problems import PROBLEM_JSON, TITLES, Declined, Problem
from puntobanco.web.request import Served

SECONDS_TO_BE_READY = 2


def operations(served: Served, metrics: Metrics) -> list[Route]:
    return [
        Route("/healthz", Application(_alive), methods=["GET"]),
        Route("/readyz", _readyz(served), methods=["GET"]),
        Route("/metrics", _metrics(served, metrics), methods=["GET"]),
    ]


async def _alive(_: Any, __: Receive, send: Send) -> None:
    """The loop turns."""
    await answer(send, 200, b'{"alive":true}')


class NotReady(Problem, frozen=True, kw_only=True, omit_defaults=True):
    """Why the house cannot serve."""

    reason: str
    """`full`, `read_only`, `busy`, `gone` or `behind`: of the database or its disk."""
    file: str | None = None
    """The name of the database's file; none in PostgreSQL."""


class Writable:
    """Whether anything can be written; several who ask at once share one try."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._trying: Future[None] | None = None

    async def reason(self) -> NotReady | None:
        """None while it can."""
        if self._trying is None or self._trying.done():
            self._trying = ensure_future(to_thread(self._served.house.require_writable))
        try:
            async with timeout(SECONDS_TO_BE_READY):
                await shield(self._trying)
        except TimeoutError:
            return _not_ready("busy", "the database does not answer in time: find out what holds it", None)
        except StoreFailure as failure:
            return _not_ready(failure.reason, _SAYS.get(failure.reason, _SAYS["gone"]), failure.file)
        return None


_SAYS = {
    "full": "no room is left for the database: make room on its disk",
    "read_only": "the database can only be read: make its disk and folder writable",
    "busy": "another process holds the database: find out which one",
    "gone": "the database cannot be reached: the log says why",
    "behind": "the database lacks records that were acknowledged: the log says which",
}


def _not_ready(reason: str, detail: str, file: Path | None) -> NotReady:
    return NotReady(
        type="urn:puntobanco:store",
        title=TITLES[503],
        status=503,
        detail=detail,
        code="store",
        reason=reason,
        file=None if file is None else file.name,
    )


def _readyz(served: Served) -> Application:
    """Records can be written, and nobody is being sent home."""
    writable = Writable(served)

    async def app(_: Any, __: Receive, send: Send) -> None:
        if served.hub.closed:
            raise Declined(503, "closing", "the house is closing", wait=5)
        found = await writable.reason()
        if found is None:
            await answer(send, 200, b'{"ready":true}')
        else:
            await answer(send, 503, msgspec.json.encode(found), PROBLEM_JSON, {b"retry-after": b"5"})

    return Application(app)


def _metrics(served: Served, metrics: Metrics) -> Application:
    """For a scraper beside the server: behind a proxy, keep this path to yourself."""

    async def app(_: Any, __: Receive, send: Send) -> None:
        hub = served.hub
        used = resource.getrusage(resource.RUSAGE_SELF)
        gauges: dict[str, tuple[str, float]] = {
            "streams": ("Open live streams.", len(hub.subscribers)),
            "frames_total": ("Records written to live streams.", hub.delivered),
            "log_position": ("Records of the house that were seen.", served.house.position),
            "cpu_seconds_total": ("Processor time of this process.", used.ru_utime + used.ru_stime),
            "memory_bytes": ("The most memory that this process has held.", used.ru_maxrss * 1024),
        }
        for why, count in hub.dropped.items():
            gauges[f"streams_ended_{why}_total"] = (f"Streams that ended: {why}.", count)
        await answer(send, 200, "\n".join([*metrics.lines(gauges), ""]).encode(), b"text/plain; version=0.0.4")

    return Application(app)
