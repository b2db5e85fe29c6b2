"""Connections that fail at a chosen statement, as real ones do."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg

from puntobanco.store import Place, Store
from puntobanco.store.connection import Connection, Rows
from puntobanco.store.open_store import is_postgres, path_of
from puntobanco.store.postgres_store import PostgresConnection, PostgresStore, connect_postgres
from puntobanco.store.sqlite_store import SqliteStore, connect_sqlite


@dataclass
class Plan:
    """What goes wrong at the next statement that begins so; nothing while it is empty."""

    statement: str = ""
    error: Callable[[], Exception] | None = None
    too_late: bool = False
    """The statement is carried out, and its answer is lost."""
    dies: bool = True
    """The connection is lost with it."""
    happened: int = field(default=0, init=False)

    def next(
        self, statement: str, error: Callable[[], Exception], *, too_late: bool = False, dies: bool = True
    ) -> None:
        self.statement, self.error, self.too_late, self.dies = statement, error, too_late, dies


class Failing:
    """A connection that goes wrong by plan."""

    def __init__(self, inner: Connection, plan: Plan) -> None:
        self.inner, self.plan = inner, plan

    @property
    def driven(self) -> Any:
        return self.inner.driven  # type: ignore[attr-defined]  # of a connection that is wrapped

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows:
        found: Rows = self._tried(sql, lambda: self.inner.execute(sql, values))
        return found

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> object:
        return self._tried(sql, lambda: self.inner.executemany(sql, values))

    def close(self) -> None:
        self.inner.close()

    def _tried(self, sql: str, act: Callable[[], Any]) -> Any:
        plan = self.plan
        if plan.error is None or not sql.startswith(plan.statement):
            return act()
        error, plan.error = plan.error(), None
        plan.happened += 1
        if plan.too_late:
            act()
        if plan.dies:
            self.inner.close()
        raise error


def open_failing(place: Place, plan: Plan) -> Store:
    if is_postgres(place):
        return PostgresStore(
            str(place), serving=True, connect=lambda address: _failing(connect_postgres(address), plan)
        )
    return SqliteStore(path_of(place), serving=True, connect=lambda path: Failing(connect_sqlite(path), plan))


def _failing(connection: PostgresConnection, plan: Plan) -> PostgresConnection:
    return Failing(connection, plan)  # type: ignore[return-value]  # it stands in for a connection


def lost(store: Store) -> Callable[[], Exception]:
    """What the driver says when the connection, or the disk, is lost."""
    return psycopg.OperationalError if isinstance(store, PostgresStore) else lambda: _sqlite(sqlite3.SQLITE_IOERR_FSYNC)


def full(store: Store) -> Callable[[], Exception]:
    return psycopg.errors.DiskFull if isinstance(store, PostgresStore) else lambda: _sqlite(sqlite3.SQLITE_FULL)


def _sqlite(code: int) -> Exception:
    error = sqlite3.OperationalError("planned")
    error.sqlite_errorcode = code
    return error
