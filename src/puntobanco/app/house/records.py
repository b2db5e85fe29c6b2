"""The records of a house for readers, from its store and as they are committed."""

from collections.abc import Iterator

from puntobanco.app.house.log_feed import Telling
from puntobanco.app.house.stream_states import RECORDS_AT_A_TIME
from puntobanco.store import Line, Store
from puntobanco.streams.names import TOURNAMENT


class Records:
    """Nothing here waits for the thread that decides and writes."""

    _store: Store
    _telling: Telling

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
