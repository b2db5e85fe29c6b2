"""The store: where the records of a house lie, as bytes. Drivers are imported when a house is opened."""

from contextlib import AbstractContextManager
from pathlib import Path

from puntobanco.store.errors import (
    StoreBehind,
    StoreBroken,
    StoreBusy,
    StoreFailure,
    StoreFull,
    StoreGone,
    StoreOvertaken,
    StoreReadOnly,
    StoreTaken,
    StoreUnfit,
    StoreUnsure,
)
from puntobanco.store.login_rows import Account, Factor, KeptLink, KeptSession, KeptToken, Proof, SpentCode, SpentStep
from puntobanco.store.open_store import Place, is_postgres, open_store, path_of
from puntobanco.store.rows import (
    NOTHING_YET,
    Fate,
    Head,
    Line,
    Outcome,
    Refusal,
    Row,
    SealedSecret,
    Snapshot,
    StreamHead,
    Unit,
    row_after,
)
from puntobanco.store.sql_store import REVISION
from puntobanco.store.store import News, Store
from puntobanco.store.verify import verify_store

__all__ = [
    "NOTHING_YET",
    "REVISION",
    "Account",
    "Factor",
    "Fate",
    "Head",
    "KeptLink",
    "KeptSession",
    "KeptToken",
    "Line",
    "News",
    "Outcome",
    "Place",
    "Proof",
    "Refusal",
    "Row",
    "SealedSecret",
    "Snapshot",
    "SpentCode",
    "SpentStep",
    "Store",
    "StoreBehind",
    "StoreBroken",
    "StoreBusy",
    "StoreFailure",
    "StoreFull",
    "StoreGone",
    "StoreOvertaken",
    "StoreReadOnly",
    "StoreTaken",
    "StoreUnfit",
    "StoreUnsure",
    "StreamHead",
    "Unit",
    "init_store",
    "migrate",
    "open_store",
    "restore",
    "row_after",
    "serving_role",
    "up_to_date",
    "verify_store",
]


def init_store(place: Place, *, serving_role: str | None = None, password: str | None = None) -> None:
    """Make an empty house. In PostgreSQL the address is the owner's, and the serving role is made if it is missing."""
    from puntobanco.store import setup

    setup.init_store(place, serving_role=serving_role, password=password)


def migrate(place: Place) -> None:
    """Bring the tables of a house that nobody serves to what this version needs; nothing happens if they are."""
    from puntobanco.store import setup

    if is_postgres(place):
        setup.migrate(place)
        return
    from puntobanco.store.sqlite_store import taken

    with taken(path_of(place)):
        setup.migrate(place)


def serving_role(place: Place) -> tuple[str, str | None] | None:
    """Who serves by an address of PostgreSQL, and the password if it is in the address; none for a file."""
    if not is_postgres(place):
        return None
    from puntobanco.store.postgres_store import parts_of

    parts = parts_of(str(place))
    if "user" not in parts:
        raise StoreUnfit("the address names nobody who serves the house: write postgresql://USER@HOST:PORT/DATABASE")
    return parts["user"], parts.get("password")


def up_to_date(backup: Path) -> AbstractContextManager[Path]:
    """The backup, or a copy of it that was brought to what this version needs; the backup stays as it is."""
    from puntobanco.store import backup as backups

    return backups.up_to_date(backup)


def restore(backup: Path, place: Place) -> None:
    """Everything of a verified backup into an empty house, which is verified, too."""
    from puntobanco.store import backup as backups

    backups.restore(backup, place)
