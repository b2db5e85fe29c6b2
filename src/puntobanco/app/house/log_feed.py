"""Whoever follows the log is told what was committed, in its order, from any point."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Condition

from puntobanco.store import Line, Store

LINES_AT_HAND = 4096
LINES_AT_A_TIME = 1000
SECONDS_BETWEEN_LOOKS = 0.5
"""How long what another process has written may stay unseen."""


class Telling:
    """The newest lines of the log at hand, and who waits for the next ones."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._news = Condition()
        self._at_hand: deque[Line] = deque(maxlen=LINES_AT_HAND)
        """Only while somebody follows all of it: what nobody reads makes room at once."""
        self._followers = 0
        self._times_told = 0
        self._closed = False

    def told(self, lines: Sequence[Line]) -> None:
        """These were committed."""
        with self._news:
            if self._followers:
                self._at_hand.extend(lines)
            self._times_told += 1
            self._news.notify_all()

    def close(self) -> None:
        """Nobody is told any more."""
        with self._news:
            self._closed = True
            self._news.notify_all()

    def after(self, position: int) -> Iterator[Line]:
        """All lines after this position, as they come; ends when the house closes."""
        with self._following():
            yield from self._after(position)

    @contextmanager
    def _following(self) -> Iterator[None]:
        with self._news:
            self._followers += 1
        try:
            yield
        finally:
            with self._news:
                self._followers -= 1
                if not self._followers:
                    self._at_hand.clear()

    def _after(self, position: int) -> Iterator[Line]:
        while True:
            seen = self._times_told
            lines = self._at_hand_after(position) or self._store.read_all(position, LINES_AT_A_TIME)
            for line in lines:
                position = line.position
                yield line
            if not lines and not self._wait(seen):
                return

    def of_stream(self, stream: str, number: int) -> Iterator[Line]:
        """All lines of a stream after this number, as they come."""
        while True:
            seen = self._times_told
            lines = self._store.read(stream, number, LINES_AT_A_TIME)
            for line in lines:
                number = line.number
                yield line
            if not lines and not self._wait(seen):
                return

    def _at_hand_after(self, position: int) -> list[Line]:
        """Lines right after this position without a gap, where all of them are at hand."""
        with self._news:
            lines = [line for line in self._at_hand if line.position > position]
        gapless = bool(lines) and lines[0].position == position + 1 and lines[-1].position == position + len(lines)
        return lines if gapless else []

    def _wait(self, seen: int) -> bool:
        """Wait until more was told than had been seen; false if nothing comes any more."""
        with self._news:
            if not self._closed and self._times_told == seen:
                self._news.wait(SECONDS_BETWEEN_LOOKS)
            return not self._closed
