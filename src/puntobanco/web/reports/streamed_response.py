"""A paper on its way to whoever asked: sent as it is made, and no longer made once they have gone."""

from asyncio import FIRST_COMPLETED, create_task, timeout, wait
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from puntobanco.app.report_worker.jobs import Asked
from puntobanco.web.endpoints import JSON, Receive, Send, Sending, left
from puntobanco.web.reports.worker_pool import Clerks

SECONDS_TO_READ = 30
"""Whoever takes nothing for so long has no clerk any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Sending):
    """An answer that is made by a clerk."""

    clerks: Clerks
    folder: Path
    asked: Asked
    kind: bytes = JSON
    headers: Mapping[bytes, bytes] = field(default_factory=dict)

    async def to(self, receive: Receive, send: Send) -> None:
        making, leaving = create_task(self._made(send)), create_task(left(receive))
        try:
            await wait((making, leaving), return_when=FIRST_COMPLETED)
            if making.done():
                making.result()
        finally:
            for one in (making, leaving):
                one.cancel()
            await wait((making, leaving))

    async def _made(self, send: Send) -> None:
        begun = False
        async with self.clerks.at_work() as clerk:
            async for piece in clerk.pieces(self.folder, self.asked):
                if not begun:
                    await self._begin(send)
                begun = True
                async with timeout(SECONDS_TO_READ):
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def _begin(self, send: Send) -> None:
        head = [(b"content-type", self.kind), (b"cache-control", b"no-store"), *self.headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": head})
