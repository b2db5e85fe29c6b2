"""Backups while a house runs, restores into either database, and what verifying finds."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copy

import pytest

from puntobanco.store import (
    Refusal,
    SealedSecret,
    Store,
    StoreBroken,
    StoreFailure,
    StoreUnfit,
    Unit,
    open_store,
    restore,
    verify_store,
)
from tests.store.houses import House, SqliteHouse, end, row, unit, units

SECRET = SealedSecret("shoes/1", 1, "key", b"sealed")


def fill(database: Store) -> None:
    empty = row("b", 1, body=b"")
    database.append([Unit((row("shoes/1", 1),), (SECRET,)), *units("a", range(1, 30)), Unit((empty,))])
    database.append([*units("a", range(30, 50)), unit("b", 2, after=end(empty))])
    database.keep_refused([Refusal("a", "no", b"refused")])
    database.keep_snapshot("a", 20, "key", b"a snapshot")
    database.take_leases(["table/1"], "ann", 60)


@pytest.fixture
def backup(database: Store, tmp_path: Path) -> Path:
    fill(database)
    database.backup(tmp_path / "backup.db")
    return tmp_path / "backup.db"


def test_a_sound_house_has_no_findings(database: Store) -> None:
    assert verify_store(database) == ()
    fill(database)
    assert verify_store(database) == ()


def test_a_backup_is_one_file_with_all_records(database: Store, backup: Path) -> None:
    with closing(open_store(backup, serving=False)) as copied:
        assert copied.read_all() == database.read_all()
        assert (copied.head(), copied.heads()) == (database.head(), database.heads())
        assert copied.secrets() == [SECRET]
        assert copied.refused() == database.refused()
        assert copied.snapshot("a", "key") is None
        assert verify_store(copied) == ()
    assert [one.name for one in backup.parent.iterdir() if one.name.startswith("backup")] == ["backup.db"]
    assert backup.stat().st_mode & 0o777 == 0o600


def test_a_backup_never_overwrites(database: Store, backup: Path) -> None:
    before = backup.read_bytes()
    with pytest.raises(StoreUnfit, match="exists: choose another place"):
        database.backup(backup)
    assert backup.read_bytes() == before


def test_a_backup_of_a_house_that_goes_on_is_its_beginning(database: Store, tmp_path: Path) -> None:
    fill(database)
    stop = threading.Event()

    def go_on() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            database.append([unit("busy", number)])

    writing = threading.Thread(target=go_on)
    writing.start()
    try:
        for name in ("one", "two", "three"):
            database.backup(tmp_path / name)
    finally:
        stop.set()
        writing.join()
    for name in ("one", "two", "three"):
        with closing(open_store(tmp_path / name, serving=False)) as copied:
            lines = copied.read_all()
            assert lines == database.read_all()[: len(lines)]


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_a_backup_is_restored_into_either_database(
    request: pytest.FixtureRequest, database: Store, backup: Path, tmp_path: Path, empty_file: Path, target: str
) -> None:
    if target == "sqlite":
        place: House = SqliteHouse(Path(copy(empty_file, tmp_path / "restored.db")))
    else:
        place = request.getfixturevalue("another_postgres_house")
    restore(backup, place.place)
    with closing(place.open()) as restored:
        assert restored.read_all() == database.read_all()
        assert (restored.head(), restored.heads()) == (database.head(), database.heads())
        assert restored.secrets() == [SECRET]
        assert restored.refused() == database.refused()
        restored.append([unit("a", 50)])
        assert verify_store(restored) == ()


def test_a_house_with_records_is_not_restored_into(house: House, tmp_path: Path) -> None:
    database = house.open()
    fill(database)
    before = database.read_all()
    database.backup(tmp_path / "backup.db")
    database.close()
    with pytest.raises(StoreUnfit, match="restore into an empty one"):
        restore(tmp_path / "backup.db", house.place)
    with closing(house.open()) as database:
        assert database.read_all() == before


DAMAGE: dict[str, str] = {
    "UPDATE records SET body = X'00' WHERE position = 7": "record 7: its hash does not follow",
    "UPDATE records SET hash = zeroblob(32) WHERE position = 7": "record 8: its hash does not follow",
    "DELETE FROM records WHERE position = 7": "record 8: it should be 7",
    "DELETE FROM records WHERE position = (SELECT max(position) FROM records)": "the head says 52 records",
    "UPDATE records SET stream = 'c' WHERE position = 7": "record 7: c goes from 0 to 6",
    "UPDATE records SET number = 999 WHERE position = 7": "record 7: a goes from 5 to 999",
    "UPDATE streams SET number = 3 WHERE stream = 'a'": "a has 49 records, its head says 3",
    "UPDATE streams SET number = 50 WHERE stream = 'a'": "a has 49 records, its head says 50",
    "DELETE FROM streams WHERE stream = 'b'": "b has 2 records, its head says 0",
    "UPDATE head SET position = 51": "not to be read: a tree of 51 has 4 full subtrees, not 3",
    "UPDATE head SET frontier = zeroblob(96)": "the head says 52 records and another tree than the 52 that there are",
    "INSERT INTO streams VALUES ('c', 1, X'00')": "c has 0 records, its head says 1",
}


def damaged(path: Path, damage: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER records_refuse_update")
        connection.execute("DROP TRIGGER records_refuse_delete")
        connection.execute(damage)


@pytest.mark.parametrize("damage", DAMAGE)
def test_what_was_tampered_with_is_found(sqlite_house: SqliteHouse, tmp_path: Path, damage: str) -> None:
    with closing(sqlite_house.open()) as database:
        fill(database)
        database.backup(tmp_path / "backup.db")
        damaged(tmp_path / "backup.db", damage)
        with closing(open_store(tmp_path / "backup.db", serving=False)) as copied:
            assert any(DAMAGE[damage] in one for one in verify_store(copied)), verify_store(copied)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_backup_is_not_restored(
    sqlite_house: SqliteHouse, tmp_path: Path, empty_file: Path, damage: str
) -> None:
    with closing(sqlite_house.open()) as database:
        fill(database)
        database.backup(tmp_path / "backup.db")
    damaged(tmp_path / "backup.db", damage)
    target = SqliteHouse(Path(copy(empty_file, tmp_path / "restored.db")))
    with pytest.raises(StoreBroken, match="contradicts itself"):
        restore(tmp_path / "backup.db", target.place)
    with closing(target.open()) as database:
        assert database.head().position == 0


def test_a_damaged_house_gives_no_backup(sqlite_house: SqliteHouse, tmp_path: Path) -> None:
    with closing(sqlite_house.open()) as database:
        fill(database)
        damaged(sqlite_house.path, next(iter(DAMAGE)))
        with pytest.raises(StoreBroken, match="record 7: its hash does not follow"):
            database.backup(tmp_path / "backup.db")
    assert not [one for one in tmp_path.iterdir() if one.name.startswith("backup")]


@pytest.mark.parametrize("seed", range(20))
def test_a_backup_of_a_damaged_database_ends_with_a_sentence(
    sqlite_house: SqliteHouse, tmp_path: Path, seed: int
) -> None:
    """Bytes of the file are overwritten anywhere: the copy is verified, or a failure says what is wrong."""
    with closing(sqlite_house.open()) as database:
        database.append(units("a", range(1, 400)))
    random, data = Random(seed), bytearray(sqlite_house.path.read_bytes())
    for _ in range(random.randrange(1, 20)):
        at = random.randrange(100, len(data) - 64)
        data[at : at + 64] = random.randbytes(64)
    sqlite_house.path.write_bytes(data)
    target = tmp_path / "copy"
    try:
        with closing(sqlite_house.open_to_read()) as damaged:
            damaged.backup(target)
    except StoreFailure as failure:
        said = str(failure)
    else:
        with closing(open_store(target, serving=False)) as made:
            assert verify_store(made) == ()
        return
    assert "\n" not in said
    assert not target.exists()
