"""Houses to try things on, in either database."""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from puntobanco.store import NOTHING_YET, Line, Place, Row, Store, StreamHead, Unit, open_store, row_after
from tests.store.postgres import OWNER, Server


class House(ABC):
    @property
    @abstractmethod
    def place(self) -> Place: ...

    @abstractmethod
    def as_owner(self, sql: str) -> list[Any]:
        """What the store would never ask, asked by whoever may everything."""

    @abstractmethod
    def as_server(self, sql: str) -> list[Any]:
        """The same by whoever serves."""

    def open(self) -> Store:
        return open_store(self.place)

    def open_to_read(self) -> Store:
        return open_store(self.place, serving=False)


@dataclass(frozen=True)
class SqliteHouse(House):
    path: Path

    @property
    def place(self) -> Place:
        return self.path

    def as_owner(self, sql: str) -> list[Any]:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as connection:
            return connection.execute(sql).fetchall()

    as_server = as_owner


@dataclass(frozen=True)
class PostgresHouse(House):
    server: Server
    database: str

    @property
    def place(self) -> Place:
        return self.server.address(self.database)

    def as_owner(self, sql: str) -> list[Any]:
        with self.server.connected(self.database, OWNER) as connection:
            found = connection.execute(sql)
            return found.fetchall() if found.description else []

    def as_server(self, sql: str) -> list[Any]:
        with self.server.connected(self.database) as connection:
            found = connection.execute(sql)
            return found.fetchall() if found.description else []


def row(
    stream: str,
    number: int,
    id: str | None = None,  # noqa: A002 - it is the id
    body: bytes | None = None,
    *,
    after: StreamHead | None = None,
) -> Row:
    """A row after the ones that this makes when it is given nothing but a number, or after another one."""
    name = f"{stream}:{number}" if id is None else id
    before = head(stream, number - 1) if after is None else after
    return row_after(before, stream, name, f"{stream} {number}".encode() if body is None else body)


@cache
def head(stream: str, number: int) -> StreamHead:
    """Where a stream ends with so many rows."""
    at = NOTHING_YET
    for each in range(1, number + 1):
        at = end(row(stream, each, after=at))
    return at


def end(row: Row) -> StreamHead:
    return row.number, row.hash


def end_in(lines: Sequence[Line], stream: str) -> StreamHead:
    """Where a stream ends in a log."""
    return next(((line.number, line.hash) for line in reversed(lines) if line.stream == stream), NOTHING_YET)


def unit(
    stream: str,
    number: int,
    id: str | None = None,  # noqa: A002 - it is the id
    body: bytes | None = None,
    *,
    after: StreamHead | None = None,
) -> Unit:
    return Unit((row(stream, number, id, body, after=after),))


def units(stream: str, numbers: Sequence[int]) -> list[Unit]:
    return [unit(stream, number) for number in numbers]


def back_to_the_second_revision(house: House) -> None:
    """One snapshot of a stream."""
    if isinstance(house, PostgresHouse):
        house.as_owner("ALTER TABLE snapshots DROP CONSTRAINT snapshots_pkey, ADD PRIMARY KEY (stream)")
    else:
        columns = "stream TEXT PRIMARY KEY, number INTEGER NOT NULL, key TEXT NOT NULL, body BLOB NOT NULL"
        house.as_owner("DROP TABLE snapshots")
        house.as_owner(f"CREATE TABLE snapshots ({columns}, hash BLOB NOT NULL) STRICT")
    body = "'old'" if isinstance(house, PostgresHouse) else "x'6f6c64'"
    house.as_owner(f"INSERT INTO snapshots VALUES ('a', 1, 'key', {body}, {body})")
    house.as_owner("UPDATE alembic_version SET version_num = '0002'")
