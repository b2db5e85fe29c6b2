"""Where a house lies: a file for SQLite, or the address of a PostgreSQL database."""

from pathlib import Path
from typing import TypeAlias

from puntobanco.store.errors import StoreUnfit
from puntobanco.store.store import Store

Place: TypeAlias = Path | str
"""A path, or `postgresql://...`."""
_POSTGRES = ("postgresql://", "postgres://")


def open_store(place: Place, *, serving: bool = True, marks: Path | None = None) -> Store:
    """A house that was made before. Without `serving` it is read only, beside whoever serves it.

    `marks` is the folder of the marks of acknowledged records: a database that lacks one of them is not opened.
    """
    if is_postgres(place):
        from puntobanco.store.postgres_store import PostgresStore

        return PostgresStore(str(place), serving=serving, marks=marks)
    from puntobanco.store.sqlite_store import SqliteStore

    return SqliteStore(path_of(place), serving=serving, marks=marks)


def is_postgres(place: Place) -> bool:
    return isinstance(place, str) and place.startswith(_POSTGRES)


def path_of(place: Place) -> Path:
    """The file of a SQLite house."""
    if isinstance(place, str) and "://" in place and not place.startswith("sqlite:///"):
        raise StoreUnfit("a house lies in a file, or at an address that begins with postgresql://")
    return Path(place.removeprefix("sqlite:///")) if isinstance(place, str) else place
