"""Reports, the audit and bundles for programs that wait for each answer."""

from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

import httpx

from puntobanco.client import paper_answers as told
from puntobanco.client import reports
from puntobanco.client.connection import came, sent
from puntobanco.client.exchange import LOST, MOST_TRIES, Send, Unanswered, declined, retry_after

if TYPE_CHECKING:
    from puntobanco.client.client import Client


class Papers:
    """What a house keeps and shows to whoever may see it: `house.papers.report("table", "1")`."""

    def __init__(self, house: "Client", http: httpx.Client) -> None:
        self._house, self._http = house, http

    def report(self, sort: str, *names: str, **query: str | None) -> told.Report:
        """`day` (`date=`), `table` T, `shoe` T N, `patron` P, `irregularities` or `tournament` X; `since=`, `until=`,
        `zone=`."""
        return self._house.run(reports.report(sort, *names, **query))

    def report_file(self, sort: str, *names: str, format: str, **query: str | None) -> bytes:  # noqa: A002 - as it is called
        """The same as a file, `csv` (with `section=`) or `html`."""
        return self._house.run(reports.report_file(sort, *names, format=format, **query))

    def log(self, after: int = 0, **wanted: str | None) -> Iterator[told.LoggedRecord]:
        """Records after a position, filtered by `table`, `patron`, `person`, `role`, `event`, `clause`, `since` and
        `until`."""
        more = True
        while more:
            page = self._house.run(reports.log(after, 500, **wanted))
            yield from page.records
            after, more = page.after, page.more

    def round(
        self, table: str, number: int, *, tournament: str | None = None, stage: int = 1, replay: bool = False
    ) -> told.ToldRound:
        """A round told record by record; a replay has the table after each."""
        return self._house.run(reports.tell(table, number, tournament=tournament, stage=stage, replay=replay))

    def tables(self, tournament: str) -> tuple[told.PlayedTable, ...]:
        """Every table that a tournament had, those of stages that are over, too."""
        return (self._house.run(reports.tables(tournament))).tables

    def verify(self) -> told.Verification:
        """Verify the house, and wait until that is done."""
        return self._house.run(reports.verify())

    def verification(self) -> told.Verification:
        """How far it is."""
        return self._house.run(reports.verification())

    def cancel_verification(self) -> told.Verification:
        return self._house.run(reports.verification("DELETE"))

    def checkpoints(self) -> tuple[told.Checkpoint, ...]:
        return self._house.run(reports.checkpoints())

    def latest_checkpoint(self) -> told.Checkpoint:
        return self._house.run(reports.paper("/audit/checkpoints/latest", told.Checkpoint))

    def sign_checkpoint(self) -> told.Checkpoint:
        """Of all records that there are: a bundle goes up to the newest, unless it is told `at` which."""
        return self._house.run(reports.sign_checkpoint())

    def keys(self) -> tuple[str, ...]:
        """By which checkpoints are verified."""
        return self._house.run(reports.paper("/audit/keys", told.VerificationKeys)).keys

    def inclusion(self, position: int, size: int) -> told.Inclusion:
        asked = {"position": str(position), "size": str(size)}
        return self._house.run(reports.paper("/audit/proofs/inclusion", told.Inclusion, **asked))

    def consistency(self, old: int, new: int) -> told.Consistency:
        return self._house.run(reports.paper("/audit/proofs/consistency", told.Consistency, old=str(old), new=str(new)))

    def bundle(
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
            if (wait := self._arrived(send, target)) is None:
                return target
            sleep(wait)
        raise Unanswered(f"{send.path}: others wait for theirs; tried {MOST_TRIES} times")

    def _arrived(self, send: Send, target: Path) -> float | None:
        """None once it is there; else how long to wait before it is asked for again."""
        try:
            with self._http.stream(**sent(send)) as response:
                if response.status_code != 200:
                    response.read()
                    return wait_after(response)
                with reports.Arriving(target) as file:
                    for piece in response.iter_bytes():
                        file.write(piece)
        except httpx.TransportError as error:
            raise Unanswered(f"{send.path} broke off: {error}") from None
        return None


def wait_after(response: httpx.Response) -> float:
    found = came(response)
    if found.status not in LOST:
        raise declined(found.status, found.body)
    return max(1.0, retry_after(found))
