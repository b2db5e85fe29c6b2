"""Where passwords are looked at: in two threads of its own, so that a crowd at the entrance holds up nobody inside."""

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from puntobanco.app.auth.passwords import AT_ONCE
from puntobanco.web.problems import Declined

T = TypeVar("T")
MOST_WAITING = 500
SECONDS_TO_WAIT = 5


class Desk:
    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="entrance")
        self._waiting = 0

    async def ask(self, prove: Callable[[], T]) -> T:
        """In turn; whoever comes to a queue that is too long is sent away at once."""
        if self._waiting >= MOST_WAITING:
            raise Declined(503, "crowded", "too many people are at the entrance: try again", wait=SECONDS_TO_WAIT)
        self._waiting += 1
        try:
            return await get_running_loop().run_in_executor(self._pool, prove)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Whoever still waits is not looked at."""
        self._pool.shutdown(wait=False, cancel_futures=True)
