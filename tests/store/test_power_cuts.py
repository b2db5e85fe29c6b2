"""The power is cut at any moment of the store's own writes: nothing acknowledged is lost, and all is readable."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from puntobanco.store import Line, Outcome, SealedSecret, Store, StreamHead, Unit, open_store, verify_store
from puntobanco.store.append_plan import Group
from puntobanco.store.connection import Connection
from puntobanco.store.sqlite_store import SqliteStore
from tests.store.houses import SqliteHouse, end_in, row, unit
from tests.store.power import Acknowledge, Act, Synchronise, cuts, recording

IMAGES = 10_000 if os.environ.get("PUNTO_SOAK") else 300
FEW = 150
"""Enough for a planted mistake."""
GROUPS = 60


def as_it_is(sql: str) -> str:
    """The store's own words; only the write-ahead log is carried over more often, so that cuts fall there, too."""
    return "PRAGMA wal_autocheckpoint = 30" if "wal_autocheckpoint" in sql else sql


def without_synchronising(mode: str) -> Callable[[str], str]:
    """A planted mistake, hidden from the check of settings."""
    said = {"PRAGMA synchronous = FULL": f"PRAGMA synchronous = {mode}", "PRAGMA synchronous": "SELECT 2"}
    return lambda sql: said.get(sql, as_it_is(sql))


class Recorded:
    """A house at work on a recorded disk."""

    def __init__(
        self, path: Path, acts: list[Act], kind: type[SqliteStore], connect: Callable[[Path], Connection]
    ) -> None:
        self.path, self.acts, self.kind, self.connect = path, acts, kind, connect
        self.lines: list[Line] = []
        self.ends = {0}
        """Positions between groups: where a house may end."""

    def open(self) -> SqliteStore:
        store = self.kind(self.path, serving=True, connect=self.connect)
        if isinstance(store, TooEarly):
            store.acts = self.acts
        return store

    def work(self) -> None:
        chance, store = Random(1), self.open()
        for number in range(1, GROUPS + 1):
            group = units_of(number, chance, end_in(self.lines, "cage"))
            self.keep(store.append_whole(group) if number % 2 else lines_of(store.append(group)))
            self.acts.append(Acknowledge(len(self.lines)))
            if number % 25 == 0:
                store.close()
                store = self.open()
            if number % 10 == 0:
                store.keep_snapshot("a", number, "key", chance.randbytes(3000))
        store.close()

    def keep(self, lines: Sequence[Line]) -> None:
        self.lines += lines
        self.ends.add(len(self.lines))


def lines_of(outcomes: Sequence[Outcome]) -> list[Line]:
    return [line for one in outcomes for line in one.lines]


def units_of(number: int, chance: Random, cage: StreamHead) -> list[Unit]:
    """Siblings with a secret, and records of other streams."""
    size = chance.choice((10, 300, 6000))
    siblings = (row("table", number), row("cage", number, body=chance.randbytes(size), after=cage))
    secret = SealedSecret("table", number, "key", chance.randbytes(60))
    return [Unit(siblings, (secret,)), *(unit(f"other/{n}", number) for n in range(chance.randrange(4)) if n >= number)]


class TooEarly(SqliteStore):
    """A planted mistake: it acknowledges, then commits."""

    acts: list[Act]
    coming = 0

    def _write(self, connection: Connection, group: Group) -> None:
        super()._write(connection, group)
        self.coming = group.tree.size

    def _commit(self, connection: Connection) -> None:
        self.acts.append(Acknowledge(self.coming))
        super()._commit(connection)


class InTwoTransactions(SqliteStore):
    """A planted mistake: siblings are written one after the other."""

    def append(self, units: Sequence[Unit]) -> list[Outcome]:
        found = []
        for one in units:
            parts = [
                super(InTwoTransactions, self).append([Unit((each,), one.secrets[at:])])[0]
                for at, each in enumerate(one.rows)
            ]
            found.append(Outcome(parts[0].fate, tuple(lines_of(parts))))
        return found

    def append_whole(self, units: Sequence[Unit]) -> list[Line]:
        return lines_of(self.append(units))


def findings(
    house: SqliteHouse,
    folder: Path,
    images: int,
    kind: type[SqliteStore] = SqliteStore,
    heard: Callable[[str], str] = as_it_is,
) -> Iterator[str]:
    """Everything that is wrong with the disks that power cuts leave."""
    before = {house.path.name: house.path.read_bytes()}
    with recording(heard) as (acts, connect):
        recorded = Recorded(house.path, acts, kind, connect)
        recorded.work()
    assert acts.count(Synchronise(house.path.name)) >= 5 or heard is not as_it_is, (
        "the log was hardly ever carried over"
    )
    for at, (acknowledged, files) in enumerate(cuts(before, acts, images, Random(2))):
        image = folder / f"image {at}"
        image.mkdir()
        for name, contents in files.items():
            (image / name).write_bytes(contents)
        yield from wrong(image / house.path.name, acknowledged, recorded)
        for one in image.iterdir():
            one.unlink()


def wrong(path: Path, acknowledged: int, recorded: Recorded) -> list[str]:
    try:
        with closing(open_store(path)) as store:
            return wrong_with(store, path, acknowledged, recorded)
    except Exception as error:  # noqa: BLE001 - what is damaged may be of any kind
        return [f"unreadable: {error!r}"]


def wrong_with(store: Store, path: Path, acknowledged: int, recorded: Recorded) -> list[str]:
    found = list(verify_store(store))
    lines = store.read_all(limit=10**6)
    if len(lines) < acknowledged:
        found.append(f"{acknowledged} records were acknowledged, {len(lines)} are there")
    if lines != recorded.lines[: len(lines)]:
        found.append("other records than were written")
    if len(lines) not in recorded.ends or len(store.secrets()) != store.heads().get("table", 0):
        found.append(f"a group is half written: {len(lines)} records")
    with closing(sqlite3.connect(path)) as connection:
        found += [text for (text,) in connection.execute("PRAGMA integrity_check") if text != "ok"]
    number = store.heads().get("table", 0) + 1
    siblings = (row(one, number, "after the cut", after=end_in(lines, one)) for one in ("table", "cage"))
    store.append([Unit(tuple(siblings))])
    return found + list(verify_store(store))


def test_power_cuts_lose_nothing_and_leave_nothing_unreadable(sqlite_house: SqliteHouse, tmp_path: Path) -> None:
    assert list(findings(sqlite_house, tmp_path, IMAGES)) == []


@pytest.mark.parametrize("mode", ["NORMAL", "OFF"])
def test_a_store_that_does_not_synchronise_is_found(sqlite_house: SqliteHouse, tmp_path: Path, mode: str) -> None:
    found = findings(sqlite_house, tmp_path, FEW, heard=without_synchronising(mode))
    assert any("were acknowledged" in one for one in found)


def test_a_store_that_acknowledges_before_the_commit_is_found(sqlite_house: SqliteHouse, tmp_path: Path) -> None:
    found = findings(sqlite_house, tmp_path, FEW, kind=TooEarly)
    assert any("were acknowledged" in one for one in found)


def test_siblings_in_two_transactions_are_found(sqlite_house: SqliteHouse, tmp_path: Path) -> None:
    found = findings(sqlite_house, tmp_path, FEW, kind=InTwoTransactions)
    assert any("half written" in one for one in found)
