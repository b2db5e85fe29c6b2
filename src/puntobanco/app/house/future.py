"""An answer that is to come, from another thread: as much of a future as a house needs, at a fraction of its price."""

from _thread import allocate_lock
from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Promise(Struct, Generic[T], gc=False, eq=False):
    """Given once, by whoever carries it out; anybody may wait for it, or be told."""

    _given: bool = False
    _value: T | None = None
    _error: BaseException | None = None
    _told: tuple[Callable[["Promise[T]"], object], ...] = ()

    def done(self) -> bool:
        return self._given

    def result(self, timeout: float = -1) -> T:
        """Wait for the answer; a refusal is raised, and `TimeoutError` if it did not come within so many seconds."""
        if not self._given and not self._wait(timeout):
            raise TimeoutError
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[return-value]  # it was given

    def exception(self) -> BaseException | None:
        """Wait for the answer: what it was refused with, if it was."""
        if not self._given:
            self._wait(-1)
        return self._error

    def _wait(self, timeout: float) -> bool:
        """Whether it was given in time; only who waits needs a lock."""
        lock = allocate_lock()
        lock.acquire()
        self.then(lambda _: lock.release())
        return lock.acquire(timeout=timeout)

    def then(self, told: Callable[["Promise[T]"], object]) -> None:
        """Call this once the answer is there, in whichever thread that is."""
        with _TELLING:
            if not self._given:
                self._told = (*self._told, told)
                return
        told(self)

    def give(self, value: T) -> None:
        self._value = value
        self._given = True
        if self._told or _TELLING.locked():
            self._tell()

    def refuse(self, error: BaseException) -> None:
        self._error = error
        self._given = True
        if self._told or _TELLING.locked():
            self._tell()

    def _tell(self) -> None:
        with _TELLING:
            told, self._told = self._told, ()
        for one in told:
            one(self)


_TELLING = allocate_lock()
"""Between whoever asks to be told and whoever tells; few ask."""
