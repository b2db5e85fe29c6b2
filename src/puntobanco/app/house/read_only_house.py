"""What can be seen of a house beside whoever serves it: nothing is written, and no key is needed."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from puntobanco import house as diary
from puntobanco.app.house.house_folder import Settings, read_settings
from puntobanco.app.house.program_digest import digest_of_files
from puntobanco.app.house.stream_states import KeptStates, Standing, record_of, records_of
from puntobanco.house.events import HouseStarted
from puntobanco.house.stream_type import HOUSES
from puntobanco.log.stream_types import AnyRecord
from puntobanco.store import Line, Store, open_store
from puntobanco.streams.names import HOUSE, sort_of

T = TypeVar("T")
LINES_AT_A_TIME = 1000


class Status(Struct, frozen=True, kw_only=True):
    """How far a house is."""

    name: str
    position: int
    root: str
    """Of the tree over all records, in hexadecimal."""
    program: HouseStarted | None
    """With which the house started last."""
    state: diary.HouseState
    streams: Mapping[str, int]
    """How many records each has."""


class Looking:
    """A house that is read."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings, self.store = settings, store
        self._kept = KeptStates(store, digest_of_files())

    def status(self) -> Status:
        records = [one for _, one in self.log(HOUSE)]
        starts = [event for one in records for event in one.events if isinstance(event, HouseStarted)]
        head = self.store.head()
        return Status(
            name=self.settings.name,
            position=head.position,
            root=head.root().hex(),
            program=starts[-1] if starts else None,
            state=HOUSES.fold_records(records),  # type: ignore[arg-type]  # the house's own
            streams=dict(sorted(self.store.heads().items())),
        )

    def log(self, stream: str | None = None, after: int = 0) -> Iterator[tuple[Line, AnyRecord]]:
        """Records after a number of a stream, or after a position of the house."""
        for line in self.lines(stream, after):
            yield line, record_of(line)

    def lines(self, stream: str | None = None, after: int = 0) -> Iterator[Line]:
        """The same as they are stored."""
        if stream is not None:
            sort_of(stream)
        while lines := self._lines(stream, after):
            yield from lines
            after = lines[-1].position if stream is None else lines[-1].number

    def before(self, stream: str, is_before: Callable[[T], bool], seen_as: type[T]) -> Standing:
        """Where to begin to read: the newest kept standing that is still before something, as far as a type sees it,
        else the very beginning."""
        return self._kept.newest_before(stream, is_before, seen_as) or Standing()

    def before_record(self, stream: str, number: int) -> Standing:
        """The same before the record of a number."""
        return self._kept.newest(stream, below=number) or Standing()

    def records(self, *sorts: str) -> Iterator[AnyRecord]:
        """The records of all streams whose names begin so, in the order of their commits."""
        after = 0
        while lines := self._lines(None, after):
            yield from records_of([line for line in lines if line.stream.startswith(sorts)])
            after = lines[-1].position

    def records_of(self, stream: str) -> Iterator[AnyRecord]:
        """The records of a stream, many at a time."""
        after = 0
        while lines := self._lines(stream, after):
            yield from records_of(lines)
            after = lines[-1].number

    def _lines(self, stream: str | None, after: int) -> list[Line]:
        if stream is None:
            return self.store.read_all(after, LINES_AT_A_TIME)
        return self.store.read(stream, after, LINES_AT_A_TIME)


@contextmanager
def looking(folder: Path) -> Iterator[Looking]:
    settings = read_settings(folder)
    with closing(open_store(settings.database, serving=False)) as store:
        yield Looking(settings, store)
