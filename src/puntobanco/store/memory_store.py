"""A store in memory, for practice, scripts and rehearsals: nothing of it outlives the process."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import RLock
from time import monotonic

from puntobanco.store.append_plan import Group, Name, known_instead_of_stale, stale_names
from puntobanco.store.errors import StoreBroken, StoreOvertaken, StoreUnfit
from puntobanco.store.marks import Mark
from puntobanco.store.rows import (
    Head,
    Line,
    Outcome,
    Refusal,
    SealedSecret,
    Snapshot,
    StreamHead,
    Unit,
    row_after,
)
from puntobanco.store.store import MOST_REFUSALS, Store
from puntobanco.values.merkle import Tree


class MemoryStore(Store):
    """The same answers as the databases give, without one; it has no logins."""

    is_shared = False

    def __init__(self) -> None:
        self._lock = RLock()
        self._tree = Tree()
        self._lines: list[Line] = []
        self._by_stream: dict[str, list[Line]] = {}
        self._by_name: dict[Name, Line] = {}
        self._heads: dict[str, StreamHead] = {}
        self._secrets: dict[tuple[str, int], SealedSecret] = {}
        self._snapshots: dict[str, list[Snapshot]] = {}
        self._refusals: list[Refusal] = []
        self._leases: dict[str, tuple[int, str, float]] = {}

    # Writing

    def append(self, units: Sequence[Unit]) -> list[Outcome]:
        with self._lock:
            group = self._group()
            group.taken, group.taken_shoes = set(self._by_name), set(self._secrets)
            outcomes = group.place(units)
            stale = [name for name in stale_names(units, outcomes) if name in self._by_name]
            self._write(group)
            return known_instead_of_stale(units, outcomes, stale) if stale else outcomes

    def append_whole(self, units: Sequence[Unit]) -> list[Line]:
        with self._lock:
            group = self._group()
            if not group.place_whole(units) or self._is_known(units):
                raise StoreOvertaken("a stream is elsewhere than where this was decided, or an id is taken")
            return self._write(group)

    def append_in_turn(self, decide: Callable[[], Sequence[Unit]]) -> list[Outcome]:
        with self._lock:
            return self.append(decide())

    def restore(self, lines: Iterable[Line], secrets: Sequence[SealedSecret]) -> None:
        with self._lock:
            if self._lines:
                raise StoreUnfit("this house has records: restore into an empty one")
            copy = MemoryStore()
            for line in lines:
                head = copy._heads.get(line.stream, (0, bytes(len(line.hash))))
                written = copy.append([Unit((row_after(head, line.stream, line.id, line.body),))])
                if written[0].lines != (line,):
                    raise StoreBroken("the copy contradicts itself: nothing was restored")
            copy._secrets = {(secret.stream, secret.shoe): secret for secret in secrets}
            self.__dict__ |= {name: found for name, found in copy.__dict__.items() if name != "_lock"}

    def _group(self) -> Group:
        hashes = [found for _, found in self._tree.frontier()]
        return Group(Tree(self._tree.size, hashes), dict(self._heads))

    def _is_known(self, units: Sequence[Unit]) -> bool:
        names = [(row.stream, row.id) for unit in units for row in unit.rows]
        shoes = [(secret.stream, secret.shoe) for unit in units for secret in unit.secrets]
        taken = any(name in self._by_name for name in names) or any(shoe in self._secrets for shoe in shoes)
        return taken or len(set(names)) < len(names) or len(set(shoes)) < len(shoes)

    def _write(self, group: Group) -> list[Line]:
        lines = [Line(*line) for line in group.lines]
        group.grow_tree()
        self._tree, self._heads = group.tree, group.heads
        for line in lines:
            self._lines.append(line)
            self._by_stream.setdefault(line.stream, []).append(line)
            self._by_name[line.stream, line.id] = line
        self._secrets |= {(secret.stream, secret.shoe): secret for secret in group.secrets}
        return lines

    # Reading

    def find(self, stream: str, id: str) -> Line | None:  # noqa: A002 - it is the id
        return self._by_name.get((stream, id))

    def find_many(self, names: Sequence[Name]) -> dict[Name, Line]:
        return {name: self._by_name[name] for name in names if name in self._by_name}

    def read(self, stream: str, after: int = 0, limit: int = 1000) -> list[Line]:
        return self._by_stream.get(stream, [])[after : after + limit]

    def read_all(self, after: int = 0, limit: int = 1000) -> list[Line]:
        return self._lines[after : after + limit]

    def last(self) -> int:
        return len(self._lines)

    def heads(self) -> dict[str, int]:
        return {stream: number for stream, (number, _) in self._heads.items()}

    def streams(self, beginning: str) -> list[str]:
        return sorted(stream for stream in self._heads if stream.startswith(beginning))

    def head(self) -> Head:
        return Head(self._tree.size, self._tree.frontier())

    def secret(self, stream: str, shoe: int) -> SealedSecret | None:
        return self._secrets.get((stream, shoe))

    def secrets(self) -> list[SealedSecret]:
        return [self._secrets[shoe] for shoe in sorted(self._secrets)]

    # Beside the log

    def keep_snapshots(self, snapshots: Iterable[Snapshot]) -> None:
        for snapshot in snapshots:
            kept = [one for one in self._snapshots.get(snapshot.stream, []) if one.key == snapshot.key]
            others = [one for one in kept if one.number != snapshot.number]
            self._snapshots[snapshot.stream] = sorted([*others, snapshot], key=lambda one: one.number)

    def snapshot(self, stream: str, key: str, number: int | None = None) -> Snapshot | None:
        kept = [one for one in self._snapshots.get(stream, []) if one.key == key and number in (None, one.number)]
        return kept[-1] if kept else None

    def snapshot_numbers(self, stream: str, key: str) -> list[int]:
        return [one.number for one in self._snapshots.get(stream, []) if one.key == key]

    def keep_refused(self, refusals: Sequence[Refusal]) -> None:
        self._refusals = [*self._refusals, *refusals][-MOST_REFUSALS:]

    def refused(self, limit: int = 1000) -> list[Refusal]:
        return self._refusals[-limit:]

    def take_leases(self, names: Iterable[str], holder: str, seconds: float) -> dict[str, int]:
        now, taken = monotonic(), dict[str, int]()
        for name in names:
            epoch, held_by, ends = self._leases.get(name, (0, holder, now))
            if held_by == holder or ends <= now:
                self._leases[name] = epoch + 1, holder, now + seconds
                taken[name] = epoch + 1
        return taken

    def renew_leases(self, epochs: Mapping[str, int], holder: str, seconds: float) -> set[str]:
        now = monotonic()
        held = {name for name, epoch in epochs.items() if self._is_held(name, epoch, holder, now)}
        self._leases |= {name: (epochs[name], holder, now + seconds) for name in held}
        return held

    def give_up_leases(self, epochs: Mapping[str, int], holder: str) -> None:
        for name, epoch in epochs.items():
            if self._is_held(name, epoch, holder, float("-inf")):
                self._leases[name] = epoch, holder, float("-inf")

    def _is_held(self, name: str, epoch: int, holder: str, now: float) -> bool:
        held, by, ends = self._leases.get(name, (0, "", 0.0))
        return (held, by) == (epoch, holder) and ends > now

    # What a database could lose

    def acknowledge(self, line: Line) -> None:
        """Nothing of it can be lost without the process."""

    def lost(self, _: Iterable[tuple[Path, Mark]]) -> Iterator[tuple[Path, Mark, str]]:
        return iter(())

    def unprotected(self) -> list[str]:
        return []

    def damaged_snapshots(self) -> Iterator[tuple[str, int]]:
        return iter(())

    def require_writable(self) -> None: ...

    def backup(self, target: Path) -> None:
        raise StoreUnfit(f"a house in memory is not copied to {target.name}: it ends with its process")

    def close(self) -> None: ...
