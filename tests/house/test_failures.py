"""A house whose store fails says so, has done nothing by half, and goes on by itself."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import sleep
from unittest.mock import patch

import pytest

from puntobanco.app.house import house_folder
from puntobanco.app.house.group_commit import After, Decided
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import read_settings, serve
from puntobanco.app.house.pending_requests import Waiting
from puntobanco.app.house.write_unit import Decision
from puntobanco.app.house.writer import HouseWriter
from puntobanco.errors import Refused
from puntobanco.store import Outcome, Store, StoreBusy, StoreFailure, StoreFull, StoreGone, Unit, row_after
from puntobanco.store.connection import Connection
from puntobanco.store.sqlite_store import SqliteStore, connect_sqlite
from puntobanco.table import commands
from tests.app.house.helpers import patron
from tests.house.checking import findings
from tests.house.kills import Crashes, restart_the_server
from tests.house.load import KEYED, PATRONS, VIRTUAL, open_tables
from tests.house.places import HousePlace, in_postgres, in_sqlite
from tests.store.failing import Plan, full, lost, open_failing
from tests.store.postgres import Server

ROOM_IN_PAGES = 8


def served(place: HousePlace, store: Store) -> House:
    return serve(read_settings(place.folder), store)


def buy(house: House, number: int) -> None:
    """A command with a sibling."""
    command = commands.BuyIn(actor=patron(PATRONS[number % 3]), amount=100)
    house.handle((KEYED, VIRTUAL)[number % 2], command, f"buys {number}")


@contextmanager
def opened(place: HousePlace, store: Store) -> Iterator[House]:
    """It is looked at from top to bottom in the end."""
    house = served(place, store)
    open_tables(house)
    yield house
    assert findings(house, house._store, {}, {}) == []
    house.close()


class Disk:
    """How many pages there is room for."""

    def __init__(self) -> None:
        self.room = 10**6
        self.made: list[Connection] = []

    def connect(self, path: Path) -> Connection:
        self.made.append(connect_sqlite(path))
        self.limit(self.room)
        return self.made[-1]

    def limit(self, room: int) -> None:
        self.room = room
        for connection in self.made:
            with suppress(sqlite3.ProgrammingError):  # it was closed
                connection.execute(f"PRAGMA max_page_count = {room}")


def test_a_full_disk(tmp_path: Path) -> None:
    """Room for a few pages more; what is refused then can be done as soon as there is more of it."""
    place, disk = in_sqlite(tmp_path / "house"), Disk()
    with opened(place, SqliteStore(Path(place.database), serving=True, connect=disk.connect)) as house:
        disk.limit(disk.made[-1].execute("PRAGMA page_count").fetchone()[0] + ROOM_IN_PAGES)
        done = buy_until_full(house)
        before = {stream: house.look(stream) for stream in (KEYED, VIRTUAL)}
        with pytest.raises(StoreFull):
            buy(house, done)
        assert {stream: house.look(stream) for stream in before} == before
        assert findings(house, house._store, {}, {}) == []
        disk.limit(10**6)
        buy(house, done)
        stream = (KEYED, VIRTUAL)[done % 2]
        assert house.look(stream).number == before[stream].number + 1


def buy_until_full(house: House) -> int:
    for number in range(10_000):
        try:
            buy(house, number)
        except StoreFull as failure:
            if "no room" in str(failure):
                return number
    raise AssertionError("the disk is never full")


def test_a_locked_database(tmp_path: Path) -> None:
    place = in_sqlite(tmp_path / "house")

    def connect(path: Path) -> Connection:
        connection = connect_sqlite(path)
        connection.execute("PRAGMA busy_timeout = 50")
        return connection

    store = SqliteStore(Path(place.database), serving=True, connect=connect)
    with opened(place, store) as house, closing(sqlite3.connect(place.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        before = house.look(KEYED)
        with pytest.raises(StoreBusy, match="try again"):
            buy(house, 0)
        assert house.look(KEYED) == before
        other.execute("ROLLBACK")
        buy(house, 0)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> HousePlace:
    if request.param == "sqlite":
        return in_sqlite(tmp_path / "house")
    return in_postgres(tmp_path / "house", request.getfixturevalue("server"))


@pytest.mark.parametrize("too_late", [True, False])
def test_a_connection_that_is_cut_in_the_commit(place: HousePlace, *, too_late: bool) -> None:
    """Whether or not the commit happened, the command is carried out once and answered once."""
    cut_in_the_commit(place, too_late=too_late)


def cut_in_the_commit(place: HousePlace, *, too_late: bool = True) -> None:
    plan = Plan()
    store = open_failing(place.database, plan)
    with opened(place, store) as house:
        number = house.look(KEYED).number
        for turn in range(0, 10, 2):
            plan.next("COMMIT", lost(store), too_late=too_late)
            buy(house, turn)
        assert plan.happened == 5
        assert house.look(KEYED).number == number + 5


def test_a_full_disk_by_the_answer_of_the_database(place: HousePlace) -> None:
    full_by_its_answer(place)


def full_by_its_answer(place: HousePlace) -> None:
    plan = Plan()
    store = open_failing(place.database, plan)
    with opened(place, store) as house:
        before = house.look(KEYED)
        plan.next("INSERT INTO records", full(store), dies=False)
        with pytest.raises(StoreFull, match="no room"):
            buy(house, 0)
        assert house.look(KEYED) == before
        buy(house, 0)


def test_postgres_that_is_restarted_under_load(tmp_path: Path, own_server: Server) -> None:
    crashes = Crashes(in_postgres(tmp_path / "house", own_server))
    crashes.begin()
    for number in range(2):
        assert crashes.crash(number, restart_the_server) == []


def test_groups_of_which_one_fails_leave_the_others(place: HousePlace) -> None:
    """Many ask at once while the disk fills and empties: whoever was answered is in the log, nobody else is."""
    plan, answered = Plan(), set[int]()
    store = open_failing(place.database, plan)

    def ask(first: int) -> None:
        for number in range(first, first + 60, 6):
            try:
                buy(house, number)
                answered.add(number)
            except (StoreFull, Refused):
                continue

    with opened(place, store) as house:
        threads = [Thread(target=ask, args=(first,)) for first in range(6)]
        plan.next("INSERT INTO records", full(store), dies=False)
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            if plan.error is None:
                plan.next("INSERT INTO records", full(store), dies=False)
            sleep(0.001)
        for thread in threads:
            thread.join()
        plan.error = None
        written = {number for number in range(66) if house._store.find((KEYED, VIRTUAL)[number % 2], f"buys {number}")}
        assert written == answered
        assert plan.happened


# Planted mistakes


class _KeepsWhatFailed(HouseWriter):
    def _commit(self, decided: Sequence[Decided], after: After) -> list[Waiting]:
        self._standings.put_all(after)
        return super()._commit(decided, after)


class KeepsWhatFailed(House):
    """The state goes on before the commit."""

    writes = _KeepsWhatFailed


class _AsksNobody(HouseWriter):
    def _looked_up(self, decisions: Sequence[Decision]) -> list[Outcome]:  # noqa: ARG002
        raise StoreGone("the connection was lost")


class AsksNobody(House):
    """A commit whose connection was lost counts as one that has failed."""

    writes = _AsksNobody


class _WritesAgain(HouseWriter):
    def _looked_up(self, decisions: Sequence[Decision]) -> list[Outcome]:
        rows = [
            row_after((row.number, row.hash), row.stream, f"{row.id} again", row.body)
            for one in decisions
            for row in one.unit.rows
        ]
        return self._store.append([Unit(tuple(rows))])


class WritesAgain(House):
    """It counts as one that never happened, and is tried under another id."""

    writes = _WritesAgain


@pytest.mark.parametrize(
    ("kind", "check"),
    [(KeepsWhatFailed, full_by_its_answer), (AsksNobody, cut_in_the_commit), (WritesAgain, cut_in_the_commit)],
)
def test_a_planted_mistake_is_found(place: HousePlace, kind: type[House], check: Callable[[HousePlace], None]) -> None:
    with patch.object(house_folder, "House", kind), pytest.raises((AssertionError, StoreFailure, Refused)):
        check(place)
