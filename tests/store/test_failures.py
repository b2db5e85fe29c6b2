"""Full disks, locked databases, lost connections: clear errors, nothing half done, and it goes on by itself."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from puntobanco.store import (
    NOTHING_YET,
    Fate,
    SealedSecret,
    Store,
    StoreBusy,
    StoreFailure,
    StoreFull,
    StoreGone,
    StoreUnsure,
    Unit,
    open_store,
    verify_store,
)
from puntobanco.store.connection import Connection
from puntobanco.store.sqlite_store import SqliteStore, connect_sqlite
from tests.store.failing import Plan, full, lost, open_failing
from tests.store.houses import House, PostgresHouse, SqliteHouse, end, end_in, row, unit, units
from tests.store.postgres import Server

STEPS = (
    "BEGIN",
    "SELECT position",
    "SELECT stream",
    "INSERT INTO records",
    "INSERT INTO secrets",
    "INSERT INTO streams",
    "UPDATE head",
)
"""Of an append, before its commit."""
RESTARTS = 20 if os.environ.get("PUNTO_SOAK") else 1


@pytest.fixture
def plan() -> Plan:
    return Plan()


@pytest.fixture
def failing(house: House, plan: Plan) -> Iterator[Store]:
    store = open_failing(house.place, plan)
    store.append([unit("a", 1)])
    yield store
    store.close()


def pair() -> Unit:
    return Unit((row("a", 2), row("b", 1)), (SealedSecret("a", 1, "key", b"sealed"),))


def require_nothing_was_written(store: Store) -> None:
    assert store.heads() == {"a": 1}
    assert store.find("a", "a:2") is None
    assert store.secrets() == []
    assert store.head().position == 1


def require_it_goes_on(store: Store) -> None:
    assert store.append([pair()])[0].fate is Fate.WRITTEN
    assert store.heads() == {"a": 2, "b": 1}
    assert len(store.secrets()) == 1
    assert verify_store(store) == ()


@pytest.mark.parametrize("step", STEPS[1:])
def test_a_connection_that_is_lost_before_the_commit_wrote_nothing(failing: Store, plan: Plan, step: str) -> None:
    plan.next(step, lost(failing))
    with pytest.raises(StoreGone):
        failing.append([pair()])
    assert plan.happened
    require_nothing_was_written(failing)
    require_it_goes_on(failing)


def test_a_connection_that_died_while_nobody_used_it_is_replaced(failing: Store, plan: Plan) -> None:
    plan.next("BEGIN", lost(failing))
    require_it_goes_on(failing)
    assert plan.happened


@pytest.mark.parametrize("step", [*STEPS[1:], "COMMIT"])
def test_a_full_disk_is_said_and_nothing_was_written(failing: Store, plan: Plan, step: str) -> None:
    plan.next(step, full(failing), dies=False)
    with pytest.raises(StoreFull, match="make room"):
        failing.append([pair()])
    assert plan.happened
    require_nothing_was_written(failing)
    require_it_goes_on(failing)


@pytest.mark.parametrize("too_late", [False, True])
def test_a_connection_that_is_lost_in_the_commit_leaves_it_to_be_asked(
    failing: Store, plan: Plan, too_late: bool
) -> None:
    plan.next("COMMIT", lost(failing), too_late=too_late)
    with pytest.raises(StoreUnsure):
        failing.append([pair()])
    if too_late:
        assert failing.find("a", "a:2") is not None
        assert failing.append([pair()])[0].fate is Fate.KNOWN
        assert failing.append([unit("a", 3)])[0].fate is Fate.WRITTEN
    else:
        require_nothing_was_written(failing)
        require_it_goes_on(failing)
    assert verify_store(failing) == ()


def test_a_reader_that_was_lost_reads_again(failing: Store, plan: Plan) -> None:
    assert len(failing.read_all()) == 1
    plan.next("SELECT", lost(failing))
    assert len(failing.read_all()) == 1
    assert plan.happened


def test_an_error_of_the_caller_leaves_the_store_as_it_was(failing: Store) -> None:
    with pytest.raises(TypeError):
        failing.append([Unit((row("a", 2, body="no bytes"),))])  # type: ignore[arg-type]  # the mistake that is meant
    require_nothing_was_written(failing)
    require_it_goes_on(failing)


# A disk that is really full, a database that is really locked


def fill_up(store: Store) -> None:
    before = NOTHING_YET
    for number in range(1, 1000):
        large = row("a", number, body=bytes(3000), after=before)
        before = end(large)
        store.append([Unit((large,)), unit("b", number)])


def test_a_sqlite_file_that_cannot_grow_is_full(sqlite_house: SqliteHouse) -> None:
    room = {"pages": 40}

    def connect(path: Path) -> Connection:
        connection = connect_sqlite(path)
        connection.execute(f"PRAGMA max_page_count = {room['pages']}")
        return connection

    store = SqliteStore(sqlite_house.path, serving=True, connect=connect)
    with pytest.raises(StoreFull, match="make room on its disk"):
        fill_up(store)
    number = store.heads()["a"]
    assert store.heads() == {"a": number, "b": number}
    assert verify_store(store) == ()
    store.close()
    room["pages"] = 4000
    store = SqliteStore(sqlite_house.path, serving=True, connect=connect)
    more = unit("a", number + 1, body=bytes(3000), after=end_in(store.read("a"), "a"))
    assert store.append([more])[0].fate is Fate.WRITTEN
    store.close()


def test_a_locked_sqlite_file_is_busy(sqlite_house: SqliteHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puntobanco.store.sqlite_store.SECONDS_TO_WAIT", 0.2)
    with closing(sqlite_house.open()) as store:
        store.append([unit("a", 1)])
        with closing(sqlite3.connect(sqlite_house.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreBusy, match="locked the database"):
                store.append([pair()])
            require_nothing_was_written(store)
        require_it_goes_on(store)


def test_a_locked_head_is_busy(postgres_house: PostgresHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "puntobanco.store.postgres_store._PATIENCE", "SELECT set_config('lock_timeout', '200ms', false)"
    )
    with closing(postgres_house.open()) as store:
        store.append([unit("a", 1)])
        with postgres_house.server.connected(postgres_house.database) as other, other.transaction():
            other.execute("SELECT * FROM head FOR UPDATE")
            with pytest.raises(StoreBusy, match="try again"):
                store.append([pair()])
            require_nothing_was_written(store)
        require_it_goes_on(store)


def hang(store: Store, meanwhile: Callable[[], object]) -> None:
    """Lock the head, and commit only when something else is over."""
    with store._transaction() as connection:  # type: ignore[attr-defined]  # every store of the tests has it
        connection.execute("SELECT * FROM head FOR UPDATE")
        meanwhile()


def test_a_process_that_hangs_with_the_head_is_ended(
    postgres_house: PostgresHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "puntobanco.store.postgres_store._PATIENCE",
        "SELECT set_config('idle_in_transaction_session_timeout', '200ms', false)",
    )
    with closing(postgres_house.open()) as hanging, closing(postgres_house.open()) as store:
        with pytest.raises(StoreFailure):
            hang(hanging, lambda: store.append([unit("a", 1)]))
        assert store.heads() == {"a": 1}
        require_it_goes_on(hanging)


@pytest.mark.parametrize("end", ["fast", "immediate", "kill"])
def test_a_postgres_that_is_restarted_under_load_loses_nothing(own_server: Server, end: str) -> None:
    address = own_server.address(own_server.new_house())
    store = open_store(address)
    acknowledged: list[int] = []
    stop = threading.Event()
    trouble: list[StoreFailure] = []

    def serve() -> None:
        number = 1
        while not stop.is_set():
            try:
                store.append(units("a", [number]))
            except StoreFailure as failure:
                trouble.append(failure)
                time.sleep(0.02)
                continue
            acknowledged.append(number)
            number += 1

    serving = threading.Thread(target=serve)
    serving.start()
    for _ in range(RESTARTS):
        seen = len(acknowledged)
        while len(acknowledged) < seen + 20:
            time.sleep(0.01)
        own_server.kill() if end == "kill" else own_server.stop(end)
        own_server.start()
    seen = len(acknowledged)
    while len(acknowledged) < seen + 20:
        time.sleep(0.01)
    stop.set()
    serving.join()
    assert trouble
    assert all(isinstance(one, StoreGone | StoreUnsure) for one in trouble), trouble
    assert [one.number for one in store.read("a", limit=10**6)] == acknowledged
    assert verify_store(store) == ()
    store.close()


# An id that is known although its number is free: the database refuses the group before it is looked at more closely


def test_groups_that_were_refused_again_and_again_leave_a_store_that_goes_on(store: Store) -> None:
    """So often that the driver would have prepared every statement of a group."""
    store.append([unit("a", 1, "once")])
    for _ in range(12):
        assert store.append([unit("a", 2, "once")])[0].fate is Fate.KNOWN
    assert store.append([pair()])[0].fate is Fate.WRITTEN
    assert verify_store(store) == ()


def test_groups_that_are_refused_beside_others_fail_none_of_them(store: Store) -> None:
    store.append([unit("a", 1, "once")])
    for number in range(2, 22):
        outcomes = store.append([unit("b", number - 1), unit("a", number, "once")])
        assert [found.fate for found in outcomes] == [Fate.WRITTEN, Fate.KNOWN]
        if number % 2:
            assert store.append([unit("c", number // 2)])[0].fate is Fate.WRITTEN
        assert store.append([unit("a", number)])[0].fate is Fate.WRITTEN
    assert verify_store(store) == ()
