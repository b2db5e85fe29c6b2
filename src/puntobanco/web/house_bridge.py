"""Between the house, which answers from its own thread, and the server's loop, which is woken once for many answers."""

from asyncio import AbstractEventLoop, Future, timeout
from collections import deque
from concurrent.futures import Future as HouseFuture

from puntobanco.app.house.house import House
from puntobanco.app.house.pending_requests import Answer
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.house.writer import MOST_TRIES
from puntobanco.errors import Refused

SECONDS_FOR_AN_ANSWER = 30


class Bridge:
    """Commands go over it, and their answers come back."""

    def __init__(self, house: House, loop: AbstractEventLoop) -> None:
        self._house, self._loop = house, loop
        self._given: deque[tuple[Future[Answer], HouseFuture[Answer]]] = deque()
        self._woken = False

    async def ask(self, asked: CommandRequest) -> Answer:
        """The answer once it is on the disk; a refusal is raised."""
        waits: Future[Answer] = self._loop.create_future()
        self._house.submit(asked).add_done_callback(lambda promise: self._answered(waits, promise))
        async with timeout(SECONDS_FOR_AN_ANSWER):
            return await waits

    async def note(self, asked: CommandRequest) -> None:
        """What is so, whatever other processes have written meanwhile: asked until it is on the disk."""
        for _ in range(MOST_TRIES):
            try:
                await self.ask(asked)
            except Refused as refusal:
                if refusal.code != "gone_on":
                    raise
            else:
                return
        raise TimeoutError

    def _answered(self, waits: Future[Answer], promise: HouseFuture[Answer]) -> None:
        """In the thread that answers: many answers of one commit wake the loop once."""
        self._given.append((waits, promise))
        if not self._woken:
            self._woken = True
            self._loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        self._woken = False  # before looking: whoever comes later wakes the loop again
        while self._given:
            waits, promise = self._given.popleft()
            if waits.done():  # whoever asked is gone
                continue
            error = promise.exception()
            if error is None:
                waits.set_result(promise.result())
            else:
                waits.set_exception(error)
