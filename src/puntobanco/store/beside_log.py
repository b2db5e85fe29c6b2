"""What a SQL store keeps beside the log: snapshots, refused commands and leases; all of it may be lost."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import ClassVar

from puntobanco.store.connection import Columns, Connection
from puntobanco.store.rows import Refusal, Snapshot
from puntobanco.store.store import MOST_REFUSALS, Store


class BesideTheLog(Store):
    """Tables that change, in the same database and by the same transactions."""

    LOCK_HEAD: ClassVar[str]
    NOW: ClassVar[str]
    """The database's own time, in seconds."""

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[Connection]: ...

    @abstractmethod
    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Columns]: ...

    def keep_snapshots(self, snapshots: Iterable[Snapshot]) -> None:
        kept = sorted(snapshots, key=lambda one: (one.stream, one.number))  # so that processes wait in one order
        rows = [(one.stream, one.number, one.key, one.body, sha256(one.body).digest()) for one in kept]
        keys = {one.stream: one.key for one in kept}
        with self._transaction() as connection:
            connection.executemany("DELETE FROM snapshots WHERE stream = ? AND key <> ?", list(keys.items()))
            connection.executemany(
                "INSERT INTO snapshots (stream, number, key, body, hash) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (stream, number) DO UPDATE SET key = excluded.key, body = excluded.body, "
                "hash = excluded.hash",
                rows,
            )

    def snapshot(self, stream: str, key: str, number: int | None = None) -> Snapshot | None:
        sql = "SELECT stream, number, key, body, hash FROM snapshots WHERE stream = ? AND key = ? "
        which, values = ("ORDER BY number DESC LIMIT 1", ()) if number is None else ("AND number = ?", (number,))
        for *found, hash_of_body in self._rows(sql + which, (stream, key, *values)):
            kept = Snapshot(*found)
            return kept if sha256(kept.body).digest() == hash_of_body else None
        return None

    def snapshot_numbers(self, stream: str, key: str) -> list[int]:
        sql = "SELECT number FROM snapshots WHERE stream = ? AND key = ? ORDER BY number"
        return [number for (number,) in self._rows(sql, (stream, key))]

    def damaged_snapshots(self) -> Iterator[tuple[str, int]]:
        for stream, number in self._rows("SELECT stream, number FROM snapshots ORDER BY stream, number"):
            sql = "SELECT body, hash FROM snapshots WHERE stream = ? AND number = ?"
            for body, hash_of_body in self._rows(sql, (stream, number)):  # one at a time: there may be many
                if sha256(body).digest() != hash_of_body:
                    yield stream, number

    def keep_refused(self, refusals: Sequence[Refusal]) -> None:
        with self._transaction() as connection:
            connection.execute(self.LOCK_HEAD)  # places are given one after the other
            last = connection.execute("SELECT coalesce(max(place), 0) FROM refused").fetchone()[0]
            rows = [(place, one.stream, one.id, one.body) for place, one in enumerate(refusals, start=last + 1)]
            connection.executemany("INSERT INTO refused (place, stream, id, body) VALUES (?, ?, ?, ?)", rows)
            connection.execute("DELETE FROM refused WHERE place <= ?", (last + len(rows) - MOST_REFUSALS,))

    def refused(self, limit: int = 1000) -> list[Refusal]:
        rows = self._rows("SELECT stream, id, body FROM refused ORDER BY place DESC LIMIT ?", (limit,))
        return [Refusal(*row) for row in reversed(rows)]

    # Leases

    def take_leases(self, names: Iterable[str], holder: str, seconds: float) -> dict[str, int]:
        sql = (
            f"INSERT INTO leases (name, holder, epoch, ends) VALUES (?, ?, 1, {self.NOW} + ?) "
            "ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, epoch = leases.epoch + 1, ends = excluded.ends "
            f"WHERE leases.ends <= {self.NOW} OR leases.holder = excluded.holder RETURNING name, epoch"
        )
        return dict(self._leased(sql, [(name, holder, seconds) for name in sorted(names)]))

    def renew_leases(self, epochs: Mapping[str, int], holder: str, seconds: float) -> set[str]:
        sql = (
            f"UPDATE leases SET ends = {self.NOW} + ? "
            f"WHERE name = ? AND holder = ? AND epoch = ? AND ends > {self.NOW} RETURNING name"
        )
        return {
            name for (name,) in self._leased(sql, [(seconds, name, holder, at) for name, at in sorted(epochs.items())])
        }

    def give_up_leases(self, epochs: Mapping[str, int], holder: str) -> None:
        sql = f"UPDATE leases SET ends = {self.NOW} WHERE name = ? AND holder = ? AND epoch = ? RETURNING name"
        self._leased(sql, [(name, holder, at) for name, at in sorted(epochs.items())])

    def _leased(self, sql: str, each: Sequence[Sequence[object]]) -> list[Columns]:
        """What is returned for each, all in one transaction, and in one order so that no two wait for each other."""
        with self._transaction() as connection:
            return [row for values in each for row in connection.execute(sql, values).fetchall()]
