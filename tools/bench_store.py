"""Speed of the store: groups of 50 tables and single records, against raw loops that insert the same rows."""

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import psycopg
from tests.store.postgres import LEFT_OUT, WORD_ON_LEAVING_OUT, Server, new_server

from puntobanco.store import NOTHING_YET, Row, Store, StreamHead, Unit, init_store, open_store, row_after

TABLES = 50
BODY = Random(1).randbytes(450)
"""As long as a usual record."""
TIMES = 5
LEAST_OF_RAW_POSTGRES = 0.4
MOST_OVER_RAW_SQLITE = 0.4
"""Milliseconds, for one record at a time."""
INSERT = "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True)
class Measured:
    """Of so many rows: what they cost, and how long each call took."""

    rows: int
    cpu: float
    wall: float
    calls: list[float]

    @property
    def per_cpu_second(self) -> float:
        return self.rows / self.cpu

    @property
    def per_second(self) -> float:
        return self.rows / self.wall

    @property
    def middle(self) -> float:
        """Of the calls, in milliseconds."""
        return 1000 * median(self.calls)


def groups(count: int, tables: int) -> list[list[Row]]:
    """A record of each table at a time; ids begin with the time, as those of clients do."""
    heads = dict.fromkeys((f"table/{n}" for n in range(tables)), NOTHING_YET)
    return [
        [_next(heads, stream, f"{number:08x}{n:08x}") for n, stream in enumerate(heads)]
        for number in range(1, count + 1)
    ]


def _next(heads: dict[str, StreamHead], stream: str, name: str) -> Row:
    row = row_after(heads[stream], stream, name, BODY)
    heads[stream] = row.number, row.hash
    return row


def measured(coming: list[list[Row]], write: Callable[[list[Row]], object]) -> Measured:
    calls = []
    cpu, wall = time.process_time(), time.perf_counter()
    for group in coming:
        start = time.perf_counter()
        write(group)
        calls.append(time.perf_counter() - start)
    return Measured(sum(map(len, coming)), time.process_time() - cpu, time.perf_counter() - wall, calls)


def appended(store: Store, coming: list[list[Row]]) -> Measured:
    units = {id(group): [Unit((row,)) for row in group] for group in coming}
    return measured(coming, lambda group: store.append(units[id(group)]))


def numbered(coming: list[list[Row]]) -> dict[int, list[tuple[Any, ...]]]:
    found, position = {}, 0
    for group in coming:
        found[id(group)] = [
            (position + at, one.stream, one.number, one.id, one.body, bytes(32)) for at, one in enumerate(group, 1)
        ]
        position += len(group)
    return found


@contextmanager
def new_file() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"
        init_store(path)
        yield path


def sqlite_store(coming: list[list[Row]]) -> Measured:
    with new_file() as path, closing(open_store(path)) as store:
        return appended(store, coming)


def sqlite_raw(coming: list[list[Row]]) -> Measured:
    rows = numbered(coming)
    with new_file() as path, closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = FULL")

        def write(group: list[Row]) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(INSERT, rows[id(group)])
            connection.execute("COMMIT")

        return measured(coming, write)


def postgres_store(server: Server, coming: list[list[Row]]) -> Measured:
    with closing(open_store(server.address(server.new_house()))) as store:
        return appended(store, coming)


def postgres_raw(server: Server, coming: list[list[Row]]) -> Measured:
    rows = numbered(coming)
    with psycopg.connect(server.address(server.new_house()), autocommit=True) as connection:

        def write(group: list[Row]) -> None:
            with connection.transaction(), connection.cursor() as cursor:
                cursor.executemany(INSERT.replace("?", "%s"), rows[id(group)])

        return measured(coming, write)


@dataclass(frozen=True)
class Compared:
    """The store and a raw loop in turn, because a shared machine is now fast and now slow."""

    name: str
    mine: list[Measured]
    raw: list[Measured]

    def of(self, read: Callable[[Measured, Measured], float]) -> float:
        return median(read(mine, raw) for mine, raw in zip(self.mine, self.raw, strict=True))

    def print_groups(self, least: float | None = None) -> None:
        share = self.of(lambda mine, raw: mine.per_second / raw.per_second)
        for name, found in ((self.name, self.mine), ("  raw loop", self.raw)):
            rate, cpu = median(one.per_second for one in found), median(1e6 / one.per_cpu_second for one in found)
            print(f"  {name:12} groups of {TABLES}: {rate:8,.0f} rows/s, {cpu:5.1f} us of CPU each")
        print(f"    {share:.2f} of the raw loop{'' if least is None else f' ({least}: {_kept(share >= least)})'}")

    def print_singles(self, most: float | None = None) -> None:
        over = self.of(lambda mine, raw: mine.middle - raw.middle)
        mine, raw = (median(one.middle for one in found) for found in (self.mine, self.raw))
        verdict = "" if most is None else f" (+{most} ms: {_kept(over <= most)})"
        print(f"  {self.name:12} one at a time: p50 {mine:.2f} ms, raw loop {raw:.2f} ms: {over:+.2f} ms{verdict}")


def compared(name: str, mine: Callable[[], Measured], raw: Callable[[], Measured]) -> Compared:
    turns = [(mine(), raw()) for _ in range(TIMES)]
    return Compared(name, [one for one, _ in turns], [other for _, other in turns])


def _kept(kept: bool) -> str:  # noqa: FBT001 - the verdict itself
    return "kept" if kept else "BROKEN"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limits", type=Path, help="measured by raw loops of its own, whatever is given")
    parser.add_argument("--groups", type=int, default=200)
    arguments = parser.parse_args()
    many, singles = groups(arguments.groups, TABLES), groups(2 * arguments.groups, 1)
    print("store:")
    compared("SQLite", lambda: sqlite_store(many), lambda: sqlite_raw(many)).print_groups()
    one_by_one = compared("SQLite", lambda: sqlite_store(singles), lambda: sqlite_raw(singles))
    one_by_one.print_singles(MOST_OVER_RAW_SQLITE)
    if LEFT_OUT:
        print(f"  {WORD_ON_LEAVING_OUT}")
    else:
        print_postgres(many, singles)


def print_postgres(many: list[list[Row]], singles: list[list[Row]]) -> None:
    server = new_server()
    try:
        ways = (partial(postgres_store, server, many), partial(postgres_raw, server, many))
        compared("PostgreSQL", *ways).print_groups(LEAST_OF_RAW_POSTGRES)
        ways = (partial(postgres_store, server, singles), partial(postgres_raw, server, singles))
        compared("PostgreSQL", *ways).print_singles()
    finally:
        server.destroy()


if __name__ == "__main__":
    main()
