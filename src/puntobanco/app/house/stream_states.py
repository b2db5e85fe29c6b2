"""Where streams stand: the state after the last record, from a snapshot and the records since."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from msgspec import Struct

from puntobanco.app.fair_shoe_dealing import no_shoes_yet
from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.house_secret import ShoeSecret
from puntobanco.fair_shoes.seed_window import SeedTimes
from puntobanco.fair_shoes.state import FairShoes, locked, with_secret
from puntobanco.log.snapshots import packed, unpacked
from puntobanco.log.stream_types import AnyRecord, stream_type_of
from puntobanco.store import NOTHING_YET, Line, Row, Snapshot, Store, StoreFailure, StreamHead
from puntobanco.streams.names import HOUSE, named, sort_of
from puntobanco.values.replace import changed

T = TypeVar("T")
RECORDS_AT_A_TIME = 1000
RECORDS_BETWEEN_SNAPSHOTS = 1000
MOST_DUE = 10
"""So many states wait to be kept while a long stream is folded."""
MOST_EMPTY = 10_000


class Standing(Struct, gc=False, frozen=True):
    """A stream after so many records; before the first one most have no state."""

    number: int = 0
    state: Any = None
    hash: bytes = NOTHING_YET[1]
    """Of the last record; not known of a state that only a snapshot was read for."""

    @property
    def head(self) -> StreamHead:
        return self.number, self.hash


class KeptStates:
    """Where streams stood, from snapshots; for any thread. One that cannot be read is as good as none: all of it is in
    the records."""

    def __init__(self, store: Store, code: str) -> None:
        """`code` says which program makes states: snapshots of another one are not looked at."""
        self._store, self._code = store, code

    def keep(self, standings: Iterable[tuple[str, Standing]]) -> None:
        self._store.keep_snapshots([self.snapshot(*one) for one in standings])

    def snapshot(self, stream: str, standing: Standing) -> Snapshot:
        state = locked(standing.state) if isinstance(standing.state, FairShoes) else standing.state
        return Snapshot(stream, standing.number, self._code, packed(state))

    def newest(self, stream: str, below: int | None = None) -> Standing | None:
        """The newest, or the newest before the record of a number."""
        numbers = self._store.snapshot_numbers(stream, self._code)
        found = (self._at(stream, one) for one in reversed(numbers) if below is None or one < below)
        return next((one for one in found if one is not None), None)

    def newest_before(self, stream: str, is_before: Callable[[T], bool], seen_as: type[T]) -> Standing | None:
        """One that is still before something, and of those the newest, found without reading all of them."""
        numbers = self._store.snapshot_numbers(stream, self._code)
        first, last = 0, len(numbers)
        while first < last:
            middle = (first + last) // 2
            one = self._at(stream, numbers[middle], seen_as)
            if one is None:
                del numbers[middle]
                last -= 1
            elif is_before(one.state):
                first = middle + 1
            else:
                last = middle
        return self._at(stream, numbers[first - 1]) if first else None

    def _at(self, stream: str, number: int, seen_as: Any = None) -> Standing | None:
        found = self._store.snapshot(stream, self._code, number)
        try:
            return None if found is None else Standing(number, unpacked(stream, found.body, seen_as))
        except Unreadable:
            return None


class Standings:
    """The streams of a house as they stand after the last commit that this process has seen."""

    def __init__(
        self, store: Store, kept: KeptStates, *, name: str, secret_of: Callable[[str, int], ShoeSecret | None]
    ) -> None:
        self._store, self._kept, self._name, self._secret_of = store, kept, name, secret_of
        self._known: dict[str, Standing] = {}
        self._snapshots: dict[str, int] = {}
        """The number of each stream's newest snapshot."""
        self._due: list[tuple[str, Standing]] = []
        self._may_keep = True
        self._empty: set[str] = set()
        """Streams without a record that somebody has looked at."""

    def of(self, stream: str) -> Standing:
        found = self._known.get(stream)
        return self._load(stream) if found is None else found

    def known(self, stream: str) -> Standing | None:
        """Where a stream stands that somebody has looked at before; for any thread."""
        return self._known.get(stream)

    def put_all(self, standings: Mapping[str, Standing]) -> None:
        """What was committed."""
        for stream, standing in standings.items():
            self._put(stream, standing)

    def _put(self, stream: str, standing: Standing) -> None:
        self._known[stream] = standing
        self._pass(stream, standing)

    def _pass(self, stream: str, standing: Standing) -> None:
        """The stream has come so far: now and then that is kept."""
        if standing.number >= self._snapshots.get(stream, 0) + RECORDS_BETWEEN_SNAPSHOTS:
            self._due.append((stream, standing))
            self._snapshots[stream] = standing.number
            if len(self._due) >= MOST_DUE:
                self.keep_snapshots()

    def catch_up(self, stream: str) -> Standing:
        """Read what other processes have written since."""
        standing = self._follow(stream, self.of(stream))
        self._known[stream] = standing
        return standing

    def see(self, lines: Sequence[Line]) -> None:
        """These lines were written, by whomever; a stream that nobody has looked at is read when somebody does."""
        news: dict[str, list[Line]] = {}
        for line in lines:
            known = self._known.get(line.stream)
            if known is not None and line.number > known.number:
                news.setdefault(line.stream, []).append(line)
        for stream, some in news.items():
            self._known[stream] = self._folded(stream, self._known[stream], some)

    def _load(self, stream: str) -> Standing:
        kept = self._newest_kept(stream)
        if kept is not None:
            self._snapshots[stream] = kept.number
        standing = self._follow(stream, kept or self._beginning(stream), keep=True)
        self._put(stream, standing)
        if not standing.number:
            self._note_empty(stream)
        return standing

    def _newest_kept(self, stream: str) -> Standing | None:
        """With the hash of the record that it was kept after, if that is there."""
        kept = self._kept.newest(stream)
        lines = [] if kept is None else self._store.read(stream, after=kept.number - 1, limit=1)
        return changed(kept, hash=lines[0].hash) if kept is not None and lines else None

    def _note_empty(self, stream: str) -> None:
        """Anybody may ask for names that there are not: of those only so many are kept."""
        self._empty.add(stream)
        if len(self._empty) > MOST_EMPTY:
            for one in self._empty:
                if not self._known[one].number:
                    del self._known[one]
            self._empty.clear()

    def _beginning(self, stream: str) -> Standing:
        if sort_of(stream) != "shoes":
            return Standing()
        house = self.of(HOUSE).state
        running = None if house is None else house.tables.get(named(stream))
        times = SeedTimes() if running is not None and running.seeds else None
        return Standing(0, no_shoes_yet(house=self._name, table=named(stream), times=times))

    def _follow(self, stream: str, standing: Standing, *, keep: bool = False) -> Standing:
        before = standing.number
        while lines := self._store.read(stream, after=standing.number, limit=RECORDS_AT_A_TIME):
            standing = self._folded(stream, standing, lines)
            if keep:
                self._pass(stream, standing)
        locked_still = (
            standing.number == before and isinstance(standing.state, FairShoes) and _is_locked(standing.state)
        )
        return changed(standing, state=self._unlocked(stream, standing.state)) if locked_still else standing

    def _folded(self, stream: str, standing: Standing, lines: Sequence[Line]) -> Standing:
        """After these records, which follow each other."""
        kind = stream_type_of(stream)
        records = kind.format.read_all([line.body for line in lines], first=standing.number + 1)
        state = kind.fold_records(records, standing.state)
        unlocked = self._unlocked(stream, state) if isinstance(state, FairShoes) else state
        return Standing(lines[-1].number, unlocked, lines[-1].hash)

    def _unlocked(self, stream: str, shoes: FairShoes) -> FairShoes:
        """With the secret of the shoe under way, if the key to it is there."""
        secret = None if shoes.under_way is None else self._secret_of(stream, shoes.shoes)
        return shoes if secret is None else with_secret(shoes, secret)

    @contextmanager
    def keeping_none(self) -> Iterator[None]:
        """While the store is being written to: what falls due is kept afterwards."""
        self._may_keep = False
        try:
            yield
        finally:
            self._may_keep = True

    def keep_snapshots(self) -> None:
        """Those that are due. Nobody is told of one that cannot be kept: what it holds is committed."""
        if self._due and self._may_keep:
            due, self._due = self._due, []
            with suppress(StoreFailure):
                self._kept.keep(due)


def _is_locked(shoes: FairShoes) -> bool:
    return shoes.under_way is not None and shoes.under_way.secret is None


def record_of(line: Line | Row) -> AnyRecord:
    """The record that a line of the log holds."""
    record: AnyRecord = stream_type_of(line.stream).format.read(line.body, at=f"{line.stream} {line.number}")
    return record


def records_of(lines: Sequence[Line]) -> list[AnyRecord]:
    """The records that lines of the log hold, in their order; those of one sort are read in one go."""
    by_sort: dict[str, list[Line]] = {}
    for line in lines:
        by_sort.setdefault(sort_of(line.stream), []).append(line)
    found: dict[int, AnyRecord] = {}
    for same in by_sort.values():
        found.update(zip([line.position for line in same], _read_together(same), strict=True))
    return [found[line.position] for line in lines]


def _read_together(lines: Sequence[Line]) -> list[AnyRecord]:
    try:
        records: list[AnyRecord] = stream_type_of(lines[0].stream).format.read_all([line.body for line in lines])
    except Unreadable:  # one by one, to say where it is
        return list(map(record_of, lines))
    return records
