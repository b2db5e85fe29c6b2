"""The verification of a house as a job: one at a time, in a process of its own that lets the tables go first."""

import logging
from asyncio import CancelledError, Task, create_task
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

import msgspec
from msgspec import Struct

from puntobanco.app.clock import utc_now
from puntobanco.app.house.strip_traceback import in_words
from puntobanco.app.report_worker.jobs import AskedVerification
from puntobanco.audit.findings import Finding
from puntobanco.values.replace import changed
from puntobanco.web.problems import no_such
from puntobanco.web.reports.worker_pool import Clerks

_LOG = logging.getLogger("puntobanco.web")


class Course(StrEnum):
    """How far a verification is."""

    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"
    """It could not be carried out; the server's log says why."""


class Found(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What came of a verification, as `punto audit verify --format json` prints it."""

    sound: bool
    records: int
    checkpoints: int
    """How many the log was held against."""
    held: int
    """The size of the newest one that agrees."""
    findings: tuple[Finding, ...]
    apart: Mapping[str, int]
    """Records that another version decided, by stream."""


class Verification(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A verification that runs, or the last one that did."""

    number: int
    """Counted from 1 since the server started."""
    by: str
    """Who started it."""
    course: Course
    started: int
    ended: int | None = None
    done: int = 0
    """Records that were verified,"""
    of: int = 0
    """of so many; 0 while nobody has counted them."""
    found: Found | None = None


class _Told(Struct, frozen=True):
    """What the process says while it verifies, and at the end."""

    done: int = 0
    of: int = 0
    found: Found | None = None


class Verifying:
    """The verifications of a server."""

    def __init__(self) -> None:
        self._clerks = Clerks(1)
        self._last: Verification | None = None
        self._task: Task[None] | None = None

    def start(self, folder: Path, person: str) -> Verification:
        """A new one, unless one runs: then that."""
        if self._last is None or self._last.course is not Course.RUNNING:
            number = 1 if self._last is None else self._last.number + 1
            self._last = Verification(number=number, by=person, course=Course.RUNNING, started=utc_now())
            self._task = create_task(self._run(folder))
        return self._last

    @property
    def last(self) -> Verification:
        if self._last is None:
            raise no_such("verification", "of this house since the server started: start one")
        return self._last

    async def cancel(self) -> Verification:
        """The process is gone when this answers; of what is over nothing changes."""
        found = self.last
        if self._task is not None and found.course is Course.RUNNING:
            self._task.cancel()
            with suppress(CancelledError):
                await self._task
        return self.last

    async def _run(self, folder: Path) -> None:
        course = Course.FAILED
        try:
            async with self._clerks.at_work() as clerk:
                async for piece in clerk.pieces(folder, AskedVerification()):
                    self._note(msgspec.json.decode(piece, type=_Told))
            course = Course.DONE
        except CancelledError:
            course = Course.CANCELLED
            raise
        except Exception as error:  # noqa: BLE001 - nobody waits for this task: whoever looks is told
            _LOG.error("a verification failed\n%s", in_words(error))
        finally:
            self._last = changed(self.last, course=course, ended=utc_now())

    def _note(self, told: _Told) -> None:
        now = self.last
        if told.found is None:
            self._last = changed(now, done=told.done, of=told.of)
        else:
            self._last = changed(now, found=told.found, done=told.found.records, of=max(now.of, told.found.records))

    async def gone(self) -> None:
        """With the server."""
        if self._task is not None:
            self._task.cancel()
            with suppress(CancelledError):
                await self._task
        await self._clerks.gone()

    def close(self) -> None:
        self._clerks.close()
