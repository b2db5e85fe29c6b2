"""Failures that repeat: one line of the log for an interval, and one when they are over."""

import logging
from threading import Lock
from time import monotonic

from puntobanco.store.errors import StoreFailure

SECONDS_BETWEEN_LINES = 60.0


class Seldom:
    """A log that repeats nothing within an interval; another text is another matter."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._lock = Lock()
        self._said: dict[str, float] = {}

    def warning(self, text: str, *arguments: object) -> None:
        said = text % arguments
        with self._lock:
            now = monotonic()
            self._said = {one: at for one, at in self._said.items() if now - at < SECONDS_BETWEEN_LINES}
            if said in self._said:
                return
            self._said[said] = now
        self._log.warning("%s", said)

    def forget(self) -> bool:
        """Begin anew; whether anything was logged since the last time."""
        with self._lock:
            had, self._said = bool(self._said), {}
        return had


class WriteTrouble:
    """Whether a store can be written to, by its last transaction."""

    def __init__(self, log: logging.Logger) -> None:
        self._log, self._seldom = log, Seldom(log)
        self._failing = False

    def failed(self, failure: StoreFailure) -> None:
        self._failing = True
        self._seldom.warning("nothing can be written (%s): %s", failure.reason, failure)

    def wrote(self) -> None:
        if self._failing:
            self._failing = False
            self._seldom.forget()
            self._log.warning("records are written again")
