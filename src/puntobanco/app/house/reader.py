"""What a house has recorded, for any thread: its log and the states of its streams."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import RLock
from typing import TypeVar

from puntobanco.app.house.log_feed import Telling
from puntobanco.app.house.stream_states import RECORDS_AT_A_TIME, KeptStates, Standing, Standings
from puntobanco.store import Line, Store
from puntobanco.streams.actors import Role
from puntobanco.streams.names import HOUSE, TOURNAMENT

T = TypeVar("T")


class HouseReader:
    """The log of a house as far as this process has seen it; nothing here waits for the thread that decides and writes,
    but a stream that is read for the first time."""

    def __init__(self, store: Store, states: Standings, kept: KeptStates) -> None:
        self._store, self._standings, self._kept = store, states, kept
        self._telling = Telling(store)
        self._position = store.head().position
        self._listeners: list[Callable[[Sequence[Line]], None]] = []
        self.lock = RLock()
        """Held by the thread that loads a stream, and by the one that writes."""

    @property
    def position(self) -> int:
        """Up to here all records have been seen, by whichever process they were written."""
        return self._position

    # The log

    def read(self, stream: str, after: int = 0, limit: int = RECORDS_AT_A_TIME) -> list[Line]:
        """Lines of a stream by number, from the store."""
        return self._store.read(stream, after, limit)

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]:
        """All lines of a stream after a number, from the store."""
        while lines := self._store.read(stream, after, RECORDS_AT_A_TIME):
            yield from lines
            after = lines[-1].number

    def read_all(self, after: int = 0, limit: int = RECORDS_AT_A_TIME) -> list[Line]:
        """Lines of the whole house by position, from the store."""
        return self._store.read_all(after, limit)

    def tournaments(self) -> list[str]:
        """The streams of all that were ever planned; a house has many other ones, which are not looked through."""
        return self._store.streams(TOURNAMENT)

    def follow(self, after: int = 0) -> Iterator[Line]:
        """All records by position, as they are committed."""
        return self._telling.after(after)

    def follow_stream(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The records of one stream by number, as they are committed."""
        return self._telling.of_stream(stream, after)

    def listen(self, told: Callable[[Sequence[Line]], None]) -> None:
        """Call this with what was committed, in the thread that found it: it must not take long."""
        self._listeners.append(told)

    # States

    def look(self, stream: str, *, fresh: bool = False) -> Standing:
        """Where a stream stands; `fresh` also sees what other processes have just written."""
        known = None if fresh else self._standings.known(stream)
        if known is not None:  # without the lock, which whoever writes holds until the disk has it
            return known
        with self.lock:
            found = self._standings.catch_up(stream) if fresh else self._standings.of(stream)
            self._standings.keep_snapshots()
            return found

    def may(self, person: str, stream: str) -> Role | None:
        """The one role of a person in a stream, for lists and views; what they ask for is decided when they ask."""
        state = self.look(HOUSE).state
        return None if state is None else state.role_of(person, stream)

    def places_of(self, person: str) -> Mapping[str, Role]:
        """The tables and tournaments that a person may look at, with the role there."""
        state = self.look(HOUSE).state
        return {} if state is None else state.places_of(person)

    def before(self, stream: str, is_before: Callable[[T], bool], seen_as: type[T]) -> Standing:
        """Where to begin to read: the newest kept standing that is still before something, as far as a type sees it,
        else the very beginning."""
        self.look(stream)  # whoever folds a long stream keeps some
        return self._kept.newest_before(stream, is_before, seen_as) or Standing()

    def has_seen(self, stream: str, number: int) -> bool:
        """Whether this process knows of a record, or nobody here has looked at its stream."""
        known = self._standings.known(stream)
        return known is None or known.number >= number

    # What is committed

    def catch_up(self) -> None:
        """See what other processes have written since the last time."""
        with self.lock:
            while lines := self._store.read_all(self._position, RECORDS_AT_A_TIME):
                self._standings.see(lines)
                self._position = lines[-1].position
                self._store.acknowledge(lines[-1])
                self._call_listeners(lines)

    def advance(self, lines: Sequence[Line]) -> None:
        """Take these lines as seen, if they follow what was seen: the states of their streams are known."""
        if lines and lines[0].position == self._position + 1:
            self._position = lines[-1].position

    def publish(self, lines: Sequence[Line]) -> None:
        """Mark what was committed here as acknowledged, then tell of it; if it cannot be marked, nobody is answered."""
        try:
            if lines:
                self._store.acknowledge(lines[-1])
        finally:
            self._telling.told(lines)
            self._call_listeners(lines)

    def _call_listeners(self, lines: Sequence[Line]) -> None:
        for told in self._listeners:
            told(lines)
