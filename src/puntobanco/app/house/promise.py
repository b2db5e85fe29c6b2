"""An answer that is to come, from another thread: as much of a future as a house needs, at a third of its price."""

from _thread import allocate_lock
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Promise(Generic[T]):
    """Given once, by whoever carries it out; anybody may wait for it, or be told."""

    __slots__ = ("_error", "_given", "_told", "_value")

    def __init__(self) -> None:
        self._given = allocate_lock()
        self._given.acquire()
        self._value: T | None = None
        self._error: BaseException | None = None
        self._told: list[Callable[[Promise[T]], object]] | None = None

    def done(self) -> bool:
        return not self._given.locked()

    def result(self, timeout: float = -1) -> T:
        """Wait for the answer; a refusal is raised, and `TimeoutError` if it did not come within so many seconds."""
        if not self._given.acquire(timeout=timeout):
            raise TimeoutError
        self._given.release()
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[return-value]  # it was given

    def exception(self) -> BaseException | None:
        """Wait for the answer: what it was refused with, if it was."""
        with self._given:
            return self._error

    def then(self, told: Callable[["Promise[T]"], object]) -> None:
        """Call this once the answer is there, in whichever thread that is."""
        with _TELLING:
            if not self.done():
                self._told = [*(self._told or ()), told]
                return
        told(self)

    def give(self, value: T) -> None:
        self._value = value
        self._settle()

    def refuse(self, error: BaseException) -> None:
        self._error = error
        self._settle()

    def _settle(self) -> None:
        self._given.release()
        if self._told is not None or _TELLING.locked():
            self._tell()

    def _tell(self) -> None:
        with _TELLING:
            told, self._told = self._told, None
        for one in told or ():
            one(self)


_TELLING = allocate_lock()
"""Between whoever asks to be told and whoever tells; few ask."""
