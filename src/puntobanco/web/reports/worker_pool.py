"""Clerks: processes that make papers beside the server, so that nobody at a table waits for one."""

import sys
from asyncio import IncompleteReadError, TimerHandle, get_running_loop
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec

from puntobanco.app.report_worker.jobs import Asked
from puntobanco.app.report_worker.worker import END, HEAD, PIECE, Job, Refusal
from puntobanco.web.problems import Declined

COMMAND = (sys.executable, "-P", "-m", "puntobanco.app.report_worker.worker")
MOST_AT_ONCE = 2
SECONDS_TO_WAIT = 2
"""Before whoever found all clerks at work asks again."""
SECONDS_IDLE = 60.0
"""A clerk who has nothing to do for so long goes home."""
STATUS = {"not_found": 404, "unreadable": 422, "log_changed": 409, "no_key": 503}
IN_PUBLIC = {"no_key": "the signing key of this house cannot be read: ask its operator"}
"""Said instead of what names a file of the house's machine."""


class BrokeOff(Exception):
    """A clerk ended in the middle of a paper: a mistake of ours."""


class Clerk:
    """One process, for one paper after the other."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def hired(cls) -> "Clerk":
        return cls(await create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, start_new_session=True))

    async def pieces(self, folder: Path, asked: Asked) -> AsyncIterator[bytes]:
        """The paper as it is made; a refusal is raised."""
        given, made = self._process.stdin, self._process.stdout
        assert given is not None
        assert made is not None
        try:
            given.write(msgspec.json.encode(Job(folder=str(folder), asked=asked)) + b"\n")
            await given.drain()
            while True:
                kind, length = HEAD.unpack(await made.readexactly(HEAD.size))
                data = await made.readexactly(length)
                if kind == END:
                    return
                yield data if kind == PIECE else refuse(data)
        except (IncompleteReadError, ConnectionError):
            raise BrokeOff("a clerk ended in the middle of a paper") from None

    @property
    def has_ended(self) -> bool:
        return self._process.returncode is not None

    def stop(self) -> None:
        """At once, in the middle of anything."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def gone(self) -> None:
        """With its pipes, whatever is still in them."""
        self.stop()
        await self._process.communicate()


def refuse(data: bytes) -> bytes:
    found = msgspec.json.decode(data, type=Refusal)
    wait = SECONDS_TO_WAIT if STATUS[found.code] == 503 else None
    raise Declined(STATUS[found.code], found.code, IN_PUBLIC.get(found.code, found.sentence), wait=wait)


class Clerks:
    """So many at once; one stays for the next paper."""

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self._most, self._taken, self._closed = most, 0, False
        self._all: set[Clerk] = set()
        self._idle: Clerk | None = None
        self._patience: TimerHandle | None = None

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[Clerk]:
        """A clerk for one paper. Who does not come to its end, because something failed or nobody waits for it any
        more, is sent home."""
        if self._taken >= self._most or self._closed:
            raise Declined(503, "busy", "others wait for their papers: ask again", wait=SECONDS_TO_WAIT)
        self._taken += 1
        try:
            clerk = await self._next()
            done = False
            try:
                yield clerk
                done = True
            except BrokeOff:
                if self._closed:
                    raise Declined(503, "closing", "the house is closing", wait=SECONDS_TO_WAIT) from None
                raise
            finally:
                await self._after(clerk, done=done)
        finally:
            self._taken -= 1

    async def _next(self) -> Clerk:
        clerk, self._idle = self._idle, None
        if clerk is None or clerk.has_ended:
            clerk = await Clerk.hired()
            self._all.add(clerk)
        return clerk

    async def _after(self, clerk: Clerk, *, done: bool) -> None:
        if done and self._idle is None and not self._closed:
            self._idle = clerk
            self._be_patient()
        else:
            self._all.discard(clerk)
            await clerk.gone()

    def _be_patient(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
        self._patience = get_running_loop().call_later(SECONDS_IDLE, self._send_home)

    def _send_home(self) -> None:
        if self._idle is not None:
            self._idle.stop()
            self._all.discard(self._idle)
            self._idle = None

    def close(self) -> None:
        """Nobody makes anything any more."""
        self._closed = True
        if self._patience is not None:
            self._patience.cancel()
        for clerk in self._all:
            clerk.stop()

    async def gone(self) -> None:
        self.close()
        for clerk in tuple(self._all):
            await clerk.gone()
