"""What is written stays as it is, and a house that is set up otherwise is not opened."""

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from puntobanco.store import (
    Place,
    SealedSecret,
    Snapshot,
    StoreTaken,
    StoreUnfit,
    Unit,
    init_store,
    migrate,
    open_store,
)
from puntobanco.store.sqlite_store import connect_sqlite, set_up
from tests.store.houses import House, PostgresHouse, SqliteHouse, back_to_the_second_revision, row, unit
from tests.store.postgres import OWNER, Server

CHANGES = (
    "UPDATE records SET body = hash",
    "UPDATE records SET id = 'x' WHERE number = 1",
    "DELETE FROM records",
    "DELETE FROM records WHERE position = 2",
    "UPDATE secrets SET sealed = 'x'",
    "DELETE FROM secrets",
)


@pytest.mark.parametrize("change", CHANGES)
def test_no_record_is_changed_or_deleted(house: House, change: str) -> None:
    store = house.open()
    store.append([Unit((row("a", 1), row("b", 1)), (SealedSecret("a", 1, "key", b"sealed"),))])
    before = store.read_all()
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.InsufficientPrivilege)):
        house.as_server(change)
    assert store.read_all() == before
    assert len(store.secrets()) == 1
    store.close()


def test_no_record_is_replaced_through_the_store(sqlite_house: SqliteHouse) -> None:
    store = sqlite_house.open()
    store.append([unit("a", 1)])
    connection = connect_sqlite(sqlite_house.path)
    set_up(connection)
    with pytest.raises(sqlite3.IntegrityError, match="records never change"):
        connection.execute("REPLACE INTO records SELECT * FROM records")
    connection.close()
    store.close()


def test_the_serving_role_can_truncate_and_drop_nothing(postgres_house: PostgresHouse) -> None:
    for change in (
        "TRUNCATE records",
        "DROP TABLE records",
        "ALTER TABLE records DISABLE TRIGGER ALL",
        "DELETE FROM head",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            postgres_house.as_server(change)


def test_the_password_of_the_serving_role_is_hashed_before_it_is_sent(postgres_house: PostgresHouse) -> None:
    owner = postgres_house.server.address(postgres_house.database, OWNER)
    role = f"serving_{postgres_house.database}"
    init_store(owner, serving_role=role, password="a secret' word")
    with postgres_house.server.connected("postgres", "postgres") as connection:
        found = connection.execute("SELECT rolpassword FROM pg_authid WHERE rolname = %s", (role,)).fetchall()
    assert str(found[0][0]).startswith("SCRAM-SHA-256$")
    open_store(postgres_house.server.address(postgres_house.database, role)).close()


def test_a_house_in_postgres_needs_a_serving_role(postgres_house: PostgresHouse) -> None:
    with pytest.raises(StoreUnfit, match="name one"):
        init_store(postgres_house.server.address(postgres_house.database, OWNER))


def test_the_owner_does_not_serve(postgres_house: PostgresHouse) -> None:
    with pytest.raises(StoreUnfit, match="serve by the serving role"):
        open_store(postgres_house.server.address(postgres_house.database, OWNER))


def test_a_house_is_made_once(house: House) -> None:
    store = house.open()
    store.append([unit("a", 1)])
    store.close()
    if isinstance(house, SqliteHouse):
        with pytest.raises(StoreUnfit, match="exists: choose another place"):
            init_store(house.path)
        migrate(house.path)
    else:
        assert isinstance(house, PostgresHouse)
        init_store(house.server.address(house.database, OWNER), serving_role="house_serving")
    store = house.open()
    assert store.heads() == {"a": 1}
    store.close()


def test_a_house_in_sqlite_is_private(tmp_path: Path) -> None:
    init_store(tmp_path / "new.db")
    assert (tmp_path / "new.db").stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["new.db"]


def test_a_house_of_another_version_is_not_opened(house: House) -> None:
    house.as_owner("UPDATE alembic_version SET version_num = '0000'")
    with pytest.raises(StoreUnfit, match="migrate it"):
        house.open()


def test_what_is_no_house_is_not_opened(tmp_path: Path, server: Server) -> None:
    with pytest.raises(StoreUnfit, match="make the house first"):
        open_store(tmp_path / "none.db")
    assert not list(tmp_path.iterdir())
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreUnfit):
        open_store(tmp_path / "empty.db")
    with pytest.raises(StoreUnfit, match="make one first"):
        open_store(server.address("postgres"))
    with pytest.raises(StoreUnfit, match="postgresql://"):
        open_store("mysql://house")


def test_without_a_write_ahead_log_nothing_starts(sqlite_house: SqliteHouse) -> None:
    sqlite_house.as_owner("PRAGMA journal_mode = DELETE")
    with pytest.raises(StoreUnfit, match="PRAGMA journal_mode = WAL puts it right"):
        sqlite_house.open()


def test_without_synchronous_full_nothing_starts(sqlite_house: SqliteHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "puntobanco.store.sqlite_store.set_up", lambda found: found.execute("PRAGMA synchronous = NORMAL")
    )
    with pytest.raises(StoreUnfit, match="synchronous of the database is 1"):
        sqlite_house.open()


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes", "synchronous_commit"])
def test_a_postgres_that_may_lose_commits_is_not_served(own_server: Server, setting: str) -> None:
    with (
        set_in(own_server, setting, "off"),
        pytest.raises(StoreUnfit, match=f"{setting} of PostgreSQL is off: set it to on"),
    ):
        open_store(own_server.address("house_template"))


@contextmanager
def set_in(server: Server, setting: str, value: str) -> Iterator[None]:
    change(server, f"SET {setting} = {value}", setting, value)
    try:
        yield
    finally:
        change(server, f"RESET {setting}", setting, "on")


def change(server: Server, how: str, setting: str, value: str) -> None:
    with server.connected("postgres", "postgres") as connection:
        connection.execute(f"ALTER SYSTEM {how}")
        connection.execute("SELECT pg_reload_conf()")
    await_setting(server, setting, value)


def await_setting(server: Server, setting: str, value: str) -> None:
    for _ in range(500):
        with server.connected("postgres", "postgres") as connection:
            if connection.execute("SELECT current_setting(%s)", (setting,)).fetchone() == (value,):
                return
        time.sleep(0.01)
    raise TimeoutError(setting)


SERVES = """
import sys
from puntobanco.store import open_store
store = open_store(sys.argv[1])
print("serves", flush=True)
input()
"""


def test_one_process_serves_a_sqlite_house(sqlite_house: SqliteHouse) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SERVES, str(sqlite_house.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "serves\n"
        with pytest.raises(StoreTaken, match="SQLite allows one"):
            sqlite_house.open()
        beside = sqlite_house.open_to_read()
        with pytest.raises(StoreUnfit, match="opened to be read"):
            beside.append([unit("a", 1)])
        assert beside.heads() == {}
        beside.close()
        other.kill()
    sqlite_house.open().close()


def test_any_number_of_processes_serve_a_postgres_house(postgres_house: PostgresHouse) -> None:
    one, other = postgres_house.open(), postgres_house.open()
    one.append([unit("a", 1)])
    other.append([unit("a", 2)])
    assert one.heads() == other.heads() == {"a": 2}
    one.close()
    other.close()


def test_the_tables_are_what_is_declared(house: House) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import inspect

    from puntobanco.store.schema import METADATA
    from puntobanco.store.setup import connected

    with connected(owners_place(house)) as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        for table in METADATA.sorted_tables:  # which that comparison leaves out
            found = inspect(connection).get_pk_constraint(table.name)["constrained_columns"]
            assert found == [column.name for column in table.primary_key], table.name


def owners_place(house: House) -> Place:
    return house.server.address(house.database, OWNER) if isinstance(house, PostgresHouse) else house.place


def test_a_house_of_the_second_revision_is_migrated_and_served_by_whom_it_was(house: House) -> None:
    back_to_the_second_revision(house)
    with pytest.raises(StoreUnfit, match="migrate it"):
        house.open()
    migrate(owners_place(house))
    with closing(house.open()) as store:
        assert store.snapshot_numbers("a", "key") == []
        store.keep_snapshots([Snapshot("a", number, "key", b"new") for number in (1, 2)])
        assert store.snapshot_numbers("a", "key") == [1, 2]


def test_a_house_of_a_later_version_is_left_as_it_is(house: House) -> None:
    house.as_owner("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreUnfit, match="later version than 0003"):
        migrate(owners_place(house))
    with pytest.raises(StoreUnfit, match="another version"):
        house.open()


def test_commands_that_keep_no_house_import_no_driver() -> None:
    asked = "import sys, puntobanco.cli.main, puntobanco.store; print({'alembic', 'psycopg'} & {*sys.modules})"
    found = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"
