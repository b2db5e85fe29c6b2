"""For whoever runs the server: is it alive, is it ready, and how is it doing."""

import resource
from asyncio import timeout, to_thread
from typing import Any

from starlette.routing import Route

from puntobanco.streams import HOUSE
from puntobanco.web.calls import Served
from puntobanco.web.endpoints import Application, Receive, Send, answer
from puntobanco.web.metrics import Metrics
from puntobanco.web.problems import Declined

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


def _readyz(served: Served) -> Application:
    """The database answers, and nobody is being sent home."""

    async def app(_: Any, __: Receive, send: Send) -> None:
        if served.hub.closed:
            raise Declined(503, "closing", "the house is closing", wait=5)
        async with timeout(SECONDS_TO_BE_READY):
            await to_thread(served.house.read, HOUSE, 0, 1)
        await answer(send, 200, b'{"ready":true}')

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
