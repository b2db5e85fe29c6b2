"""How a house is made and brought up to date; alembic and SQLAlchemy are needed for nothing else."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import files
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from puntobanco.store.atomic_files import new_file
from puntobanco.store.errors import StoreFailure, StoreUnfit
from puntobanco.store.open_store import Place, is_postgres, path_of
from puntobanco.store.sql_store import REVISION
from puntobanco.store.sqlite_store import meaning_of, refusals, require_new_enough_sqlite

PAGE_SIZE = 8192
"""Of a new file: a group of records dirties fewer pages than with half of it, and hardly more bytes."""
_ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('puntobanco migrates'))"


def init_store(place: Place, *, serving_role: str | None = None, password: str | None = None) -> None:
    """Make an empty house. In PostgreSQL the address is the owner's, and the serving role is made if it is missing."""
    if not is_postgres(place):
        _init_file(path_of(place))
    elif serving_role is None:
        raise StoreUnfit("a house in PostgreSQL is served by a role that owns nothing: name one")
    else:
        from puntobanco.store.postgres_role import let_serve

        migrate(place)
        let_serve(str(place), serving_role, password)


def _init_file(path: Path) -> None:
    """A house that is only half made never stands at its path."""
    require_new_enough_sqlite()
    with new_file(path) as making:
        with closing(sqlite3.connect(making)) as connection:
            connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
            connection.execute("PRAGMA journal_mode = WAL")
        migrate(making)


def migrate(place: Place) -> None:
    """Bring the tables to what this version needs; nothing happens if they are."""
    config = Config()
    config.set_main_option("script_location", str(files("puntobanco.store") / "migrations"))
    with connected(place) as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            later = f"the tables of this house are of a later version than {REVISION}"
            raise StoreUnfit(f"{later}: use the puntobanco that made them") from error
        if not is_postgres(place):
            _protect(connection)


def _protect(connection: Connection) -> None:
    """Make triggers again that were dropped or changed."""
    for name, sql in refusals():
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
        connection.exec_driver_sql(sql)


@contextmanager
def connected(place: Place) -> Iterator[Connection]:
    """A connection for changes of the schema: all of them in one transaction, and nobody else's meanwhile."""
    engine = _postgres(str(place)) if is_postgres(place) else _sqlite(path_of(place))
    try:
        with engine.begin() as connection:
            yield connection
    except DBAPIError as error:
        raise StoreUnfit(f"the tables of the house cannot be made: {_meaning(error.orig, place)}") from None
    finally:
        engine.dispose()


def _meaning(error: BaseException | None, place: Place) -> StoreFailure:
    """Without the address, which the driver's own words may hold."""
    if not isinstance(error, Exception):
        return StoreFailure("the database does not say why")
    if not is_postgres(place):
        return meaning_of(error, path_of(place))
    from puntobanco.store.postgres_store import meaning_of as meaning_in_postgres

    return meaning_in_postgres(error)


def _sqlite(path: Path) -> Engine:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _postgres(address: str) -> Engine:
    from puntobanco.store.postgres_store import driver, parts_of

    reached = parts_of(address)
    engine = create_engine("postgresql+psycopg://", creator=lambda: driver().connect(**reached), poolclass=NullPool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(_ONE_AT_A_TIME))
    return engine
