"""Copies of a house while it runs: one SQLite file, whatever database it lies in, and nothing believed unchecked."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import zip_longest
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory

from puntobanco.store.atomic_files import new_file
from puntobanco.store.errors import StoreBroken, StoreFailure, StoreUnfit
from puntobanco.store.open_store import Place, open_store
from puntobanco.store.postgres_store import PostgresConnection, PostgresStore
from puntobanco.store.sql_store import REVISION
from puntobanco.store.sqlite_store import SqliteStore, meaning_of
from puntobanco.store.store import MOST_REFUSALS, Store
from puntobanco.store.verify import all_lines, verify_store

_PROVING = ("people", "factors", "recovery_codes")
_EXPIRING = ("leases", "snapshots", "sessions", "links", "tokens")


@contextmanager
def new_copy(source: Store, target: Path) -> Iterator[Path]:
    """The file to write the copy to; it gets its name when it was verified."""
    with new_file(target) as making:
        try:
            yield making
            _leave_out_what_expires(making)
            _require_copy(source, making)
        except sqlite3.Error as error:
            raise _meaning(error, target) from None
        except (TypeError, ValueError) as error:  # what is damaged may be of any kind
            raise StoreBroken(f"the house contradicts itself: {error}; punto house check says where") from None


def _meaning(error: sqlite3.Error, target: Path) -> StoreFailure:
    """Of either file: the house that is read, or the copy that is written."""
    found = meaning_of(error, target)
    if isinstance(found, StoreBroken | StoreUnfit):
        return StoreBroken(f"the house cannot be copied, it is damaged: {error}; punto house check says where")
    return found


def copy_of_sqlite(source: SqliteStore, target: Path) -> None:
    """All pages at one moment: the write-ahead log lets the house go on meanwhile."""
    with (
        new_copy(source, target) as making,
        closing(sqlite3.connect(source.path)) as read,
        closing(sqlite3.connect(making)) as written,
    ):
        read.backup(written)


def copy_of_postgres(source: PostgresStore, target: Path) -> None:
    """All rows at one moment: a transaction that sees no commit after its first question."""
    from puntobanco.store.setup import migrate

    with new_copy(source, target) as making:
        migrate(making)
        with closing(source.connected()) as read, closing(sqlite3.connect(making)) as written, written:
            read.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            for table in ("records", "streams", "secrets", "refused", *_PROVING):
                _copy_table(read, written, table)
            position, frontier = read.execute(PostgresStore.HEAD).fetchone()
            written.execute("UPDATE head SET position = ?, frontier = ?", (position, frontier))


def _copy_table(read: PostgresConnection, written: sqlite3.Connection, table: str) -> None:
    with read.driven.cursor("copy", binary=True) as rows:
        rows.execute(f"SELECT * FROM {table}")
        while some := rows.fetchmany(1000):
            written.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(some[0]))})", some)


@contextmanager
def up_to_date(backup: Path) -> Iterator[Path]:
    """The backup, or a copy of it that was brought to what this version needs; the backup stays as it is."""
    if _revision(backup) in (REVISION, None):
        yield backup
        return
    from puntobanco.store.setup import migrate

    with TemporaryDirectory() as folder:
        copy = Path(folder) / "backup"
        copyfile(backup, copy)
        migrate(copy)
        yield copy


def _revision(backup: Path) -> str | None:
    """None of what is no backup."""
    with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            found: str = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        except (sqlite3.Error, TypeError):
            return None
    return found


def restore(backup: Path, place: Place) -> None:
    """Everything of a verified backup into an empty house, which is verified, too."""
    with closing(open_store(backup, serving=False)) as copy, closing(open_store(place)) as house:
        _require_sound(copy)
        house.restore(all_lines(copy), copy.secrets())
        house.keep_refused(copy.refused(MOST_REFUSALS))
        house.people.restore(copy.people.accounts(), copy.people.factors(), copy.people.recovery_codes())
        _require_same(house, copy)


def _leave_out_what_expires(copy: Path) -> None:
    """One file without a write-ahead log beside it; leases and snapshots belong to the running house, and what people
    hold would open it."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA secure_delete = ON")
        for table in _EXPIRING:
            connection.execute(f"DELETE FROM {table}")
        if (found := connection.execute("PRAGMA integrity_check").fetchall()) != [("ok",)]:
            raise StoreBroken(f"the copy is damaged: {' '.join(str(found[0][0]).split())}")


def _require_copy(source: Store, copy: Path) -> None:
    with closing(open_store(copy, serving=False)) as store:
        _require_sound(store)
        _require_same(source, store)


def _require_sound(store: Store) -> None:
    if found := verify_store(store):
        raise StoreBroken(f"the copy contradicts itself: {found[0]}")


def _require_same(house: Store, copy: Store) -> None:
    """The copy is the beginning of the house."""
    for mine, theirs in zip_longest(all_lines(house, copy.head().position), all_lines(copy)):
        if mine != theirs:
            raise StoreBroken("the copy is not the beginning of the house")
