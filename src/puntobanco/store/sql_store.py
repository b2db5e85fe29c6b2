"""The store over any SQL database: what is done in a transaction, and what becomes of one that fails."""

import logging
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import ClassVar

from puntobanco.store.append_plan import Group, Name, known_instead_of_stale, names, stale_names, streams
from puntobanco.store.beside_log import BesideTheLog
from puntobanco.store.connection import Columns, Connection
from puntobanco.store.errors import (
    StoreBehind,
    StoreBroken,
    StoreBusy,
    StoreFailure,
    StoreFull,
    StoreGone,
    StoreOvertaken,
    StoreReadOnly,
    StoreUnfit,
    StoreUnsure,
)
from puntobanco.store.login_tables import PeopleTables
from puntobanco.store.marks import Mark, Marks, in_words, mark_of
from puntobanco.store.rows import NOTHING_YET, Head, Line, Outcome, Row, SealedSecret, StreamHead, Unit, row_after
from puntobanco.store.session_tables import VisitTables
from puntobanco.store.trouble import WriteTrouble
from puntobanco.values.merkle import Tree, read_tree

_LINE = "position, stream, number, id, body, hash"
_ROWS_AT_ONCE = 1000
_PROBE = "writable"
"""The lease that is taken to find out whether anything can be written; nobody holds it."""
_LOG = logging.getLogger(__name__)
REVISION = "0003"
"""Of the tables that this version needs."""


class SqlStore(BesideTheLog):
    """One connection writes and one reads; either is made when it is needed and made anew when it was lost."""

    BEGIN: ClassVar[str]
    HEAD: ClassVar[str] = "SELECT position, frontier FROM head"
    LOCK_HEAD: ClassVar[str] = HEAD
    HOLD: ClassVar[str] = ""
    """Locks a row that is read; where a transaction locks everything there is nothing to do."""
    READ: ClassVar[str]
    """Lines of a stream from one number to another."""
    driver_error: type[Exception]

    def __init__(self) -> None:
        self._marks: Marks | None = None
        self._writer: Connection | None = None
        self._reader: Connection | None = None
        self._writing, self._reading = Lock(), Lock()
        self._trouble = WriteTrouble(_LOG)
        self.people = PeopleTables(self._transaction, self._rows, self.HOLD)
        self.visits = VisitTables(self._transaction, self._rows, self.HOLD)

    @abstractmethod
    def _connect(self) -> Connection:
        """A connection whose settings were checked."""

    @abstractmethod
    def _meaning(self, error: Exception) -> StoreFailure:
        """What an error of the driver means outside of a commit."""

    @abstractmethod
    def _surely_undone(self, error: Exception) -> bool:
        """Whether a commit that failed in this way is known to have left nothing."""

    @abstractmethod
    def _locked(self, connection: Connection, wanted: list[str]) -> tuple[Tree, dict[str, StreamHead]]:
        """Lock the head, then read it and the heads of these streams."""

    @abstractmethod
    def _taken(self, connection: Connection, wanted: list[Name]) -> set[Name]:
        """Which of these ids stand in their streams."""

    @abstractmethod
    def _write(self, connection: Connection, group: Group) -> None:
        """Lines, secrets, heads of streams and the head."""

    # Writing

    def append(self, units: Sequence[Unit]) -> list[Outcome]:
        try:
            return self._append(units, cautiously=False)
        except StoreBroken:  # an id that is taken although its number is free: nobody asks for that twice
            return self._append(units, cautiously=True)

    def append_whole(self, units: Sequence[Unit]) -> list[Line]:
        try:
            with self._transaction() as connection:
                group = Group(*self._locked(connection, streams(units)))
                if not group.place_whole(units):
                    raise StoreOvertaken("a stream is elsewhere than where this was decided")
                group.grow_tree()
                self._write(connection, group)
        except StoreBroken as error:  # most ids are new, and the database refuses one that is not
            raise StoreOvertaken("an id stands in its stream already") from error
        return [Line(*line) for line in group.lines]

    def append_in_turn(self, decide: Callable[[], Sequence[Unit]]) -> list[Outcome]:
        with self._transaction() as connection:
            connection.execute(self.LOCK_HEAD)
            return self._append_group(connection, decide(), cautiously=True)

    def _append(self, units: Sequence[Unit], *, cautiously: bool) -> list[Outcome]:
        with self._transaction() as connection:
            return self._append_group(connection, units, cautiously=cautiously)

    def _append_group(self, connection: Connection, units: Sequence[Unit], *, cautiously: bool) -> list[Outcome]:
        group = Group(*self._locked(connection, streams(units)))
        if cautiously:
            group.taken = self._taken(connection, names(units))
            group.taken_shoes = {(one.stream, one.shoe) for one in self._secrets(connection)}
        outcomes = group.place(units)
        if stale := stale_names(units, outcomes):
            outcomes = known_instead_of_stale(units, outcomes, self._taken(connection, stale))
        if group.lines:
            group.grow_tree()
            self._write(connection, group)
        return outcomes

    def restore(self, lines: Iterable[Line], secrets: Sequence[SealedSecret]) -> None:
        coming, heads = iter(lines), dict[str, StreamHead]()
        with self._transaction() as connection:
            if self._locked(connection, [])[0].size:
                raise StoreUnfit("this house has records: restore into an empty one")
            while some := list(islice(coming, _ROWS_AT_ONCE)):
                units = [Unit((_copied(line, heads),)) for line in some]
                outcomes = self._append_group(connection, units, cautiously=False)
                if [line for found in outcomes for line in found.lines] != some:
                    raise StoreBroken("the copy contradicts itself: nothing was restored")
            self._write_secrets(connection, secrets)

    def _write_secrets(self, connection: Connection, secrets: Sequence[SealedSecret]) -> None:
        rows = [(one.stream, one.shoe, one.key, one.sealed) for one in secrets]
        connection.executemany("INSERT INTO secrets (stream, shoe, key, sealed) VALUES (?, ?, ?, ?)", rows)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._writing, self._noted():
            connection = self._begun()
            try:
                yield connection
            except self.driver_error as error:
                self._undo(connection)
                if isinstance(meaning := self._meaning(error), StoreReadOnly):
                    self._drop_writer()  # a file that was opened to be read stays so, whatever becomes of its disk
                raise meaning from None
            except BaseException:
                self._undo(connection)
                raise
            self._commit(connection)

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Whether it can be written to is logged: what stops every write, and its end."""
        try:
            yield
        except (StoreFull, StoreReadOnly, StoreBusy, StoreGone, StoreBehind, StoreUnsure) as failure:
            self._trouble.failed(failure)
            raise
        self._trouble.wrote()

    def require_writable(self) -> None:
        self.take_leases((_PROBE,), _PROBE, 0)

    def _begun(self) -> Connection:
        """A connection in a transaction; one that died while nobody used it is replaced."""
        if self._marks is not None:
            self._marks.require_writable()
        if self._writer is not None:
            try:
                self._writer.execute(self.BEGIN)
            except self.driver_error as error:
                if isinstance(meaning := self._meaning(error), StoreBusy):
                    raise meaning from None
                self._drop_writer()
            else:
                return self._writer
        return self._begun_anew()

    def _begun_anew(self) -> Connection:
        connection = self._connected()
        try:
            connection.execute(self.BEGIN)
        except self.driver_error as error:
            connection.close()
            raise self._meaning(error) from None
        self._writer = connection
        return connection

    def _connected(self) -> Connection:
        try:
            connection = self._connect()
        except self.driver_error as error:
            raise self._meaning(error) from None
        if self._marks is None:
            return connection
        try:
            self._require_acknowledged(connection, self._marks)
        except self.driver_error as error:
            connection.close()
            raise self._meaning(error) from None
        except BaseException:
            connection.close()
            raise
        return connection

    def _require_acknowledged(self, connection: Connection, marks: Marks) -> None:
        """A database that was put in the place of another one is noticed before anything is read or written."""
        for path, mark, there in _lost(lambda sql, values: connection.execute(sql, values).fetchall(), marks.all()):
            raise StoreBehind(in_words(path, mark, there))

    def _undo(self, connection: Connection) -> None:
        try:
            connection.execute("ROLLBACK")
        except self.driver_error:  # some failures have rolled back already, or killed the connection
            self._drop_writer()

    def _commit(self, connection: Connection) -> None:
        try:
            connection.execute("COMMIT")
        except self.driver_error as error:
            self._drop_writer()
            self._drop_reader()
            if self._surely_undone(error):
                raise self._meaning(error) from None
            raise StoreUnsure("the connection was lost during the commit: ask for the records by their ids") from None
        except BaseException:
            self._drop_writer()
            raise

    def _drop_writer(self) -> None:
        _close(self._writer)
        self._writer = None

    def _drop_reader(self) -> None:
        with self._reading:
            self._close_reader()

    def _close_reader(self) -> None:
        _close(self._reader)
        self._reader = None

    # Acknowledged

    def _take_mark(self, folder: Path | None) -> None:
        """Before the first connection: each one is held against the marks."""
        if folder is not None:
            self._marks = Marks(folder)

    def _mark_all(self) -> None:
        """All that is stored when a process starts: it may be asked for it again, and answer."""
        if self._marks is not None:
            for line in self.read_all(self.last() - 1, 1):
                self._marks.move(mark_of(line))

    def acknowledge(self, line: Line) -> None:
        if self._marks is not None:
            self._marks.move(mark_of(line))

    def lost(self, marks: Iterable[tuple[Path, Mark]]) -> Iterator[tuple[Path, Mark, str]]:
        return _lost(self._rows, marks)

    # Reading

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Columns]:
        """What a question finds; it is asked again on a new connection if the old one was lost."""
        with self._reading:
            if self._reader is not None:
                try:
                    return self._reader.execute(sql, values).fetchall()
                except self.driver_error as error:
                    self._close_reader()
                    if not isinstance(meaning := self._meaning(error), StoreGone):
                        raise meaning from None
            self._reader = self._connected()
            try:
                return self._reader.execute(sql, values).fetchall()
            except self.driver_error as error:
                self._close_reader()
                raise self._meaning(error) from None

    def _rows_at_hand(self, sql: str, values: Sequence[object]) -> list[Columns]:
        """The same from the connection that writes, if nobody does: it has the newest pages in its cache, which another
        connection throws away after every commit."""
        if self._writer is not None and self._writing.acquire(blocking=False):
            try:
                return self._writer.execute(sql, values).fetchall()
            except self.driver_error:
                self._drop_writer()
            finally:
                self._writing.release()
        return self._rows(sql, values)

    def _require_revision(self) -> None:
        if self._rows("SELECT version_num FROM alembic_version") != [(REVISION,)]:
            raise StoreUnfit(f"the tables of this house are of another version than {REVISION}: migrate it")

    def find(self, stream: str, id: str) -> Line | None:  # noqa: A002 - it is the id
        found = self._rows(f"SELECT {_LINE} FROM records WHERE id = ? AND stream = ?", (id, stream))
        return Line(*found[0]) if found else None

    def read(self, stream: str, after: int = 0, limit: int = 1000) -> list[Line]:
        last = self._rows("SELECT number FROM streams WHERE stream = ?", (stream,))
        if not last or last[0][0] <= after or limit < 1:
            return []
        return [Line(*row) for row in self._rows(self.READ, (after + 1, min(after + limit, last[0][0]), stream))]

    def read_all(self, after: int = 0, limit: int = 1000) -> list[Line]:
        sql = f"SELECT {_LINE} FROM records WHERE position > ? ORDER BY position LIMIT ?"
        return [Line(*row) for row in self._rows(sql, (after, limit))]

    def last(self) -> int:
        return int(self._rows("SELECT coalesce(max(position), 0) FROM records")[0][0])

    def heads(self) -> dict[str, int]:
        return dict(self._rows("SELECT stream, number FROM streams"))

    def streams(self, beginning: str) -> list[str]:
        beyond = beginning[:-1] + chr(ord(beginning[-1]) + 1)
        sql = "SELECT stream FROM streams WHERE stream >= ? AND stream < ? ORDER BY stream"
        return [name for (name,) in self._rows(sql, (beginning, beyond))]

    def head(self) -> Head:
        position, frontier = self._rows(self.HEAD)[0]
        return Head(position, read_tree(position, frontier).frontier())

    def secret(self, stream: str, shoe: int) -> SealedSecret | None:
        sql = "SELECT stream, shoe, key, sealed FROM secrets WHERE stream = ? AND shoe = ?"
        found = self._rows(sql, (stream, shoe))
        return SealedSecret(*found[0]) if found else None

    def secrets(self) -> list[SealedSecret]:
        return [SealedSecret(*row) for row in self._rows("SELECT stream, shoe, key, sealed FROM secrets ORDER BY 1, 2")]

    def _secrets(self, connection: Connection) -> list[SealedSecret]:
        rows = connection.execute("SELECT stream, shoe, key, sealed FROM secrets").fetchall()
        return [SealedSecret(*row) for row in rows]

    def close(self) -> None:
        with self._writing:
            self._drop_writer()
            self._drop_reader()
        if self._marks is not None:
            self._marks.close()


def _lost(
    rows: Callable[[str, Sequence[object]], list[Columns]], marks: Iterable[tuple[Path, Mark]]
) -> Iterator[tuple[Path, Mark, str]]:
    for path, mark in marks:
        if not mark.position:
            continue
        found = rows("SELECT hash FROM records WHERE position = ?", (mark.position,))
        if not found:
            last = rows("SELECT coalesce(max(position), 0) FROM records", ())[0][0]
            yield path, mark, f"the database ends with record {last}"
        elif found != [(mark.hash,)]:
            yield path, mark, "the database has another one"


def _close(connection: Connection | None) -> None:
    if connection is not None:
        with suppress(Exception):  # it may be dead already
            connection.close()


def _copied(line: Line, heads: dict[str, StreamHead]) -> Row:
    """A line of another house, after those of its stream that came before."""
    row = row_after(heads.get(line.stream, NOTHING_YET), line.stream, line.id, line.body)
    heads[line.stream] = row.number, row.hash
    return row
