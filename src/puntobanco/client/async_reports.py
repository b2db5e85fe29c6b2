"""Reports, the audit and bundles for programs with an event loop: all is awaited, `log` is an async iterator."""

from asyncio import sleep
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from puntobanco.client import paper_answers as told
from puntobanco.client import reports
from puntobanco.client.client_reports import wait_after
from puntobanco.client.connection import sent
from puntobanco.client.exchange import MOST_TRIES, Send, Unanswered

if TYPE_CHECKING:
    from puntobanco.client.async_client import AsyncClient


class AsyncPapers:
    """What a house keeps and shows to whoever may see it: `await house.papers.report("table", "1")`."""

    def __init__(self, house: "AsyncClient", http: httpx.AsyncClient) -> None:
        self._house, self._http = house, http

    async def report(self, sort: str, *names: str, **query: str | None) -> told.Report:
        """`day` (`date=`), `table` T, `shoe` T N, `patron` P, `irregularities` or `tournament` X; `since=`, `until=`,
        `zone=`."""
        return await self._house.run(reports.report(sort, *names, **query))

    async def report_file(self, sort: str, *names: str, format: str, **query: str | None) -> bytes:  # noqa: A002 - as it is called
        """The same as a file, `csv` (with `section=`) or `html`."""
        return await self._house.run(reports.report_file(sort, *names, format=format, **query))

    async def log(self, after: int = 0, **wanted: str | None) -> AsyncIterator[told.LoggedRecord]:
        """Records after a position, filtered by `table`, `patron`, `person`, `role`, `event`, `clause`, `since` and
        `until`."""
        more = True
        while more:
            page = await self._house.run(reports.log(after, 500, **wanted))
            for record in page.records:
                yield record
            after, more = page.after, page.more

    async def round(
        self, table: str, number: int, *, tournament: str | None = None, stage: int = 1, replay: bool = False
    ) -> told.ToldRound:
        """A round told record by record; a replay has the table after each."""
        return await self._house.run(reports.tell(table, number, tournament=tournament, stage=stage, replay=replay))

    async def tables(self, tournament: str) -> tuple[told.PlayedTable, ...]:
        """Every table that a tournament had, those of stages that are over, too."""
        return (await self._house.run(reports.tables(tournament))).tables

    async def verify(self) -> told.Verification:
        """Verify the house, and wait until that is done."""
        return await self._house.run(reports.verify())

    async def verification(self) -> told.Verification:
        """How far it is."""
        return await self._house.run(reports.verification())

    async def cancel_verification(self) -> told.Verification:
        return await self._house.run(reports.verification("DELETE"))

    async def checkpoints(self) -> tuple[told.Checkpoint, ...]:
        return await self._house.run(reports.checkpoints())

    async def latest_checkpoint(self) -> told.Checkpoint:
        return await self._house.run(reports.paper("/audit/checkpoints/latest", told.Checkpoint))

    async def sign_checkpoint(self) -> told.Checkpoint:
        """Of all records that there are: a bundle goes up to the newest, unless it is told `at` which."""
        return await self._house.run(reports.sign_checkpoint())

    async def keys(self) -> tuple[str, ...]:
        """By which checkpoints are verified."""
        return (await self._house.run(reports.paper("/audit/keys", told.VerificationKeys))).keys

    async def inclusion(self, position: int, size: int) -> told.Inclusion:
        asked = {"position": str(position), "size": str(size)}
        return await self._house.run(reports.paper("/audit/proofs/inclusion", told.Inclusion, **asked))

    async def consistency(self, old: int, new: int) -> told.Consistency:
        return await self._house.run(
            reports.paper("/audit/proofs/consistency", told.Consistency, old=str(old), new=str(new))
        )

    async def bundle(
        self,
        target: Path,
        *,
        table: str | None = None,
        shoe: int | None = None,
        patron: str | None = None,
        tournament: str | None = None,
        at: int | None = None,
    ) -> Path:
        """Written to a file as it comes, which is there once it is whole: of the whole house, unless something is
        named."""
        send = reports.bundle(table=table, shoe=shoe, patron=patron, tournament=tournament, at=at)
        for _ in range(MOST_TRIES):
            if (wait := await self._arrived(send, target)) is None:
                return target
            await sleep(wait)
        raise Unanswered(f"{send.path}: others wait for theirs; tried {MOST_TRIES} times")

    async def _arrived(self, send: Send, target: Path) -> float | None:
        """None once it is there; else how long to wait before it is asked for again."""
        try:
            async with self._http.stream(**sent(send)) as response:
                if response.status_code != 200:
                    await response.aread()
                    return wait_after(response)
                with reports.Arriving(target) as file:
                    async for piece in response.aiter_bytes():
                        file.write(piece)
        except httpx.TransportError as error:
            raise Unanswered(f"{send.path} broke off: {error}") from None
        return None
