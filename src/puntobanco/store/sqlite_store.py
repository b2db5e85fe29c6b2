"""A house in a SQLite file: the write-ahead log is synchronised at every commit, and one process serves."""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TypeAlias

import msgspec

from puntobanco.store.append_plan import Group, Name
from puntobanco.store.connection import Connection
from puntobanco.store.errors import (
    StoreBroken,
    StoreBusy,
    StoreFailure,
    StoreFull,
    StoreGone,
    StoreReadOnly,
    StoreTaken,
    StoreUnfit,
)
from puntobanco.store.rows import Line, StreamHead
from puntobanco.store.sql_store import SqlStore
from puntobanco.values.merkle import Tree, read_tree

ConnectSqlite: TypeAlias = Callable[[Path], Connection]
OLDEST_SQLITE = (3, 38, 0)
SECONDS_TO_WAIT = 5
_PAGES_BETWEEN_CHECKPOINTS = 2000
"""Pages that are written again and again go to the database once."""
_MOST_HEADS = 100_000
_KIBIBYTES_OF_CACHE = 32_768
"""The pages at which many streams grow are not read again."""
_ROWS_IN_ONE = 50


def connect_sqlite(path: Path) -> Connection:
    """The one place where a connection to a SQLite house is made."""
    uri = f"{path.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=SECONDS_TO_WAIT)


def set_up(connection: Connection) -> None:
    """What is set on every connection; the journal mode stands in the file."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA recursive_triggers = ON")  # else REPLACE deletes without asking
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES_BETWEEN_CHECKPOINTS}")
    connection.execute(f"PRAGMA cache_size = -{_KIBIBYTES_OF_CACHE}")


class _Insert:
    """Many rows in one statement, which is quicker than one by one."""

    def __init__(self, into: str, columns: int, then: str = "") -> None:
        row = f"({', '.join('?' * columns)})"
        self._one, self._many = (
            f"INSERT INTO {into} VALUES {', '.join([row] * rows)}{then}" for rows in (1, _ROWS_IN_ONE)
        )

    def write(self, connection: Connection, rows: Sequence[Sequence[object]]) -> None:
        rest = len(rows) - len(rows) % _ROWS_IN_ONE
        for at in range(0, rest, _ROWS_IN_ONE):
            connection.execute(self._many, list(chain.from_iterable(rows[at : at + _ROWS_IN_ONE])))
        connection.executemany(self._one, rows[rest:])


_LINES = _Insert("records", 6)
_HEADS = _Insert("streams", 3, " ON CONFLICT (stream) DO UPDATE SET number = excluded.number, hash = excluded.hash")


class SqliteStore(SqlStore):
    is_shared = False
    BEGIN = "BEGIN IMMEDIATE"
    NOW = "((julianday('now') - 2440587.5) * 86400.0)"
    # The index leads with the number: tables that run side by side write one page of it, not one page each.
    READ = (
        "WITH RECURSIVE wanted (number) AS "
        "(SELECT ?1 UNION ALL SELECT number + 1 FROM wanted WHERE number < ?2) "
        "SELECT position, stream, records.number, id, body, hash "
        "FROM wanted CROSS JOIN records ON records.number = wanted.number AND records.stream = ?3 ORDER BY 3"
    )

    def __init__(
        self, path: Path, *, serving: bool, connect: ConnectSqlite = connect_sqlite, marks: Path | None = None
    ) -> None:
        super().__init__()
        self.path = path
        self.driver_error = sqlite3.Error
        self._make = connect
        self._serving = serving
        self._heads: dict[str, StreamHead] = {}
        """The heads of streams, as of a position and its tree: whatever changes them changes the head."""
        self._heads_as_of: tuple[int, bytes] | None = None
        require_new_enough_sqlite()
        self._lock = _lock(path) if serving else None
        try:
            self._take_mark(marks)
            self._require_revision()
            self._mark_all()
        except BaseException:
            self.close()
            raise

    def _connect(self) -> Connection:
        if not self.path.is_file():
            raise StoreUnfit(f"{self.path} is no file: make the house first")
        connection = self._make(self.path)
        try:
            set_up(connection)
            _require_settings(connection) if self._serving else connection.execute("PRAGMA query_only = ON")
        except UnicodeDecodeError:  # the driver cannot read what SQLite says of a damaged schema
            connection.close()
            raise StoreBroken(
                f"the database {self.path} is damaged: its schema cannot be read", file=self.path
            ) from None
        except BaseException:
            connection.close()
            raise
        return connection

    def _begun(self) -> Connection:
        if not self._serving:
            raise StoreUnfit("this house was opened to be read: open it for serving to write")
        return super()._begun()

    def _undo(self, connection: Connection) -> None:
        self._heads_as_of = None
        super()._undo(connection)

    def _drop_writer(self) -> None:
        self._heads_as_of = None
        super()._drop_writer()

    def _meaning(self, error: Exception) -> StoreFailure:
        return meaning_of(error, self.path)

    def _surely_undone(self, error: Exception) -> bool:
        """On a full disk the last frame of the log, which makes the commit, was not written.

        After any other failure all frames may stand there, and be found when the log is read again.
        """
        return _code(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_FULL}

    def _locked(self, connection: Connection, wanted: list[str]) -> tuple[Tree, dict[str, StreamHead]]:
        """The transaction has locked everything when it began; heads are read unless they are known as of this head."""
        head = connection.execute(self.HEAD).fetchone()
        if head != self._heads_as_of or len(self._heads) > _MOST_HEADS:
            self._heads, self._heads_as_of = {}, head
        if unknown := [stream for stream in wanted if stream not in self._heads]:
            sql = "SELECT stream, number, hash FROM streams WHERE stream IN (SELECT value FROM json_each(?))"
            for stream, number, found in connection.execute(sql, (_json(unknown),)).fetchall():
                self._heads[stream] = number, found
        return read_tree(*head), {stream: self._heads[stream] for stream in wanted if stream in self._heads}

    def _taken(self, connection: Connection, wanted: list[Name]) -> set[Name]:
        sql = (
            "SELECT records.stream, records.id FROM json_each(?) AS wanted CROSS JOIN records "
            "ON records.id = wanted.value ->> 1 AND records.stream = wanted.value ->> 0"
        )
        return set(connection.execute(sql, (_json(wanted),)).fetchall())

    def find_many(self, names: Sequence[Name]) -> dict[Name, Line]:
        """Most ids are new: that none of them is known takes a look at the index alone."""
        ids = {name: None for _, name in names}
        sql = (
            "SELECT records.stream, records.id FROM json_each(?) AS wanted "
            "CROSS JOIN records ON records.id = wanted.value"
        )
        known = set(self._rows_at_hand(sql, (_json(list(ids)),))).intersection(names)
        lines = [self.find(*name) for name in known]
        return {(line.stream, line.id): line for line in lines if line is not None}

    def _write(self, connection: Connection, group: Group) -> None:
        _LINES.write(connection, group.lines)
        if group.secrets:
            self._write_secrets(connection, group.secrets)
        _HEADS.write(connection, [(stream, *head) for stream, head in group.moved.items()])
        head = group.tree.size, group.tree.written()
        connection.execute("UPDATE head SET position = ?, frontier = ?", head)
        self._heads_as_of = head
        self._heads |= group.moved

    def unprotected(self) -> list[str]:
        found: dict[str, str] = dict(self._rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
        wrong = [name for name, sql in refusals() if found.pop(name, None) != sql]
        return [
            *(f"the trigger {name} of the database is missing or changed: its table can be changed" for name in wrong),
            *(f"the database has a trigger {name} that is not one of ours" for name in found),
        ]

    def backup(self, target: Path) -> None:
        from puntobanco.store.backup import copy_of_sqlite

        copy_of_sqlite(self, target)

    def close(self) -> None:
        super().close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def refusals() -> Iterator[tuple[str, str]]:
    """The triggers that refuse to change what is written, by name: as the first revision makes them."""
    for name in ("records", "secrets"):
        for act in ("UPDATE", "DELETE"):
            trigger = f"{name}_refuse_{act.lower()}"
            yield (
                trigger,
                f"CREATE TRIGGER {trigger} BEFORE {act} ON {name} "
                f"BEGIN SELECT RAISE(ABORT, '{name} never change'); END",
            )


def meaning_of(error: Exception, path: Path) -> StoreFailure:
    """What an error of SQLite means for whoever uses this file."""
    match _code(error):
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            sentence = f"another process has locked the database {path} for {SECONDS_TO_WAIT} seconds: try again"
            return StoreBusy(sentence, file=path)
        case sqlite3.SQLITE_FULL:
            return _full(path)
        case sqlite3.SQLITE_READONLY:
            return _read_only(path)
        case sqlite3.SQLITE_CONSTRAINT | sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StoreBroken(f"the database {path} contradicts itself: {error}", file=path)
        case sqlite3.SQLITE_ERROR:
            return StoreUnfit(f"{path} is no house, or is to be migrated: {error}", file=path)
        case _:
            return _meaning_of_disk(error, path)


def _meaning_of_disk(error: Exception, path: Path) -> StoreFailure:
    """SQLite only says that reading, writing or opening failed: the disk is asked why."""
    try:
        disk = os.statvfs(path)
    except OSError as gone:
        return StoreGone(f"the database {path} cannot be reached: {gone.strerror}", file=path)
    if disk.f_flag & os.ST_RDONLY:
        return _read_only(path)
    if not disk.f_bavail:
        return _full(path)
    return StoreGone(f"the database {path} cannot be used: {error}", file=path)


def _full(path: Path) -> StoreFull:
    return StoreFull(f"no room is left for the database {path}: make room on its disk", file=path)


def _read_only(path: Path) -> StoreReadOnly:
    return StoreReadOnly(f"the database {path} can only be read: make its disk and folder writable", file=path)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _code(error: Exception) -> int:
    """The primary code of SQLite, without what extends it."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


@contextmanager
def taken(path: Path) -> Iterator[None]:
    """Nobody else serves the house meanwhile."""
    found = _lock(path)
    try:
        yield
    finally:
        os.close(found)


def _lock(path: Path) -> int:
    """Held as long as the process serves; the operating system gives it back when the process dies."""
    if not path.is_file():
        raise StoreUnfit(f"{path} is no file: make the house first")
    found = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(found)
        raise StoreTaken(
            f"another process serves {path}: SQLite allows one. Stop it, or keep the house in PostgreSQL"
        ) from error
    return found


def require_new_enough_sqlite() -> None:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreUnfit(f"SQLite is {sqlite3.sqlite_version}: {'.'.join(map(str, OLDEST_SQLITE))} or newer is needed")


def _require_settings(connection: Connection) -> None:
    for setting, wanted, meant in (("journal_mode", "wal", "WAL"), ("synchronous", 2, "FULL")):
        found = connection.execute(f"PRAGMA {setting}").fetchone()[0]
        if found != wanted:
            raise StoreUnfit(f"{setting} of the database is {found}: PRAGMA {setting} = {meant} puts it right")
