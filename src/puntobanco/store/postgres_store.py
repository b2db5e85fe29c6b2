"""A house in PostgreSQL: any number of processes serve it, by a role that can change nothing that is written."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from puntobanco.store.append_plan import Group, Name
from puntobanco.store.connection import Columns, Connection, Rows
from puntobanco.store.errors import (
    StoreBroken,
    StoreBusy,
    StoreFailure,
    StoreFull,
    StoreGone,
    StoreReadOnly,
    StoreUnfit,
)
from puntobanco.store.rows import Line, StreamHead
from puntobanco.store.sql_store import SqlStore
from puntobanco.store.store import News
from puntobanco.values.merkle import Tree, read_tree

if TYPE_CHECKING:
    import psycopg

T = TypeVar("T")
ConnectPostgres: TypeAlias = Callable[[str], "PostgresConnection"]
SECONDS_TO_WAIT = 5
CHANNEL = "puntobanco_records"
"""On which processes tell each other what they have committed."""
_DURABLE = {"fsync": ("on",), "full_page_writes": ("on",), "synchronous_commit": ("on", "remote_apply")}
# A process that hangs while it holds the head stops every other one: the server ends it.
_PATIENCE = (
    f"SELECT set_config('lock_timeout', '{SECONDS_TO_WAIT}s', false), "
    f"set_config('idle_in_transaction_session_timeout', '{2 * SECONDS_TO_WAIT}s', false)"
)
_REACHING = {
    "connect_timeout": str(SECONDS_TO_WAIT),
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    "application_name": "puntobanco",
}
_FORBIDDEN = (
    "SELECT bool_or(has_table_privilege(kept, act)) FROM unnest(ARRAY['records', 'secrets']) AS kept, "
    "unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) AS act"
)


def driver() -> ModuleType:
    """psycopg, which comes with an extra."""
    try:
        import psycopg
    except ImportError as error:
        raise StoreUnfit(
            "a house in PostgreSQL needs the extra postgres: pip install 'puntobanco[postgres]'"
        ) from error
    return psycopg


class PostgresConnection:
    """psycopg's connection, asked as the store asks."""

    def __init__(self, connection: "psycopg.Connection[Columns]") -> None:
        self.driven = connection

    def execute(self, sql: str, values: Sequence[object] = (), /) -> Rows:
        return self.driven.execute(_binary(sql), values or None, binary=True)

    def executemany(self, sql: str, values: Iterable[Sequence[object]], /) -> None:
        with self.driven.cursor() as cursor:
            cursor.executemany(_binary(sql), values)

    def close(self) -> None:
        self.driven.close()


def connect_postgres(address: str) -> PostgresConnection:
    """The one place where a connection to a PostgreSQL house is made."""
    return PostgresConnection(driver().connect(**{**_REACHING, **parts_of(address)}, autocommit=True))


def parts_of(address: str) -> dict[str, str]:
    """User, host, database and so on. What is wrong with an address is told without it: it may hold a password."""
    psycopg = driver()
    try:
        found: dict[str, str] = psycopg.conninfo.conninfo_to_dict(address)
    except psycopg.Error:
        found = {}
    if not found:
        raise StoreUnfit("this is no address of PostgreSQL: write postgresql://USER@HOST:PORT/DATABASE")
    return found


def meaning_of(error: Exception) -> StoreFailure:
    """What an error of the driver means. The driver's own words name hosts, users and databases: they are not used."""
    match getattr(error, "sqlstate", None) or "":
        case "":
            return _unconnected(str(error))
        case "53100":
            return StoreFull("no room is left for PostgreSQL: make room on its disk")
        case "25006":
            return StoreReadOnly(
                "PostgreSQL can only be read: let it write (default_transaction_read_only), or promote it"
            )
        case "55P03" | "40001" | "40P01" | "57014" | "53200" | "53300" | "53400" as state:
            return StoreBusy(f"PostgreSQL is too busy: try again (SQLSTATE {state})")
        case "42501" | "42P01" | "3D000" | "28000" | "28P01" as state:
            return StoreUnfit(f"PostgreSQL is not set up for this house: check its tables and roles (SQLSTATE {state})")
        case state if state[:2] in {"23", "XX"}:
            return StoreBroken(f"the database contradicts itself: {state}")
        case state:
            return StoreGone(f"PostgreSQL does not serve now: SQLSTATE {state}")


_UNCONNECTED = (
    (("starting up", "recovery"), StoreGone, "the database system is starting up"),
    (("shutting down",), StoreGone, "the database system is shutting down"),
    (("too many", "remaining connection slots"), StoreBusy, "it has no connection left"),
    (("password authentication", "pg_hba", "no password"), StoreUnfit, "it does not let the user of the address in"),
    (("does not exist",), StoreUnfit, "the database or the user of the address does not exist"),
    (("refused", "No such file"), StoreGone, "connection refused; start it, or check the address"),
    (("translate host", "resolve host"), StoreGone, "the host of the address is not known"),
    (("timeout", "timed out"), StoreGone, "no answer came in time"),
)
"""By what libpq says where no state tells: which failure it is, and our words for it."""


def _unconnected(said: str) -> StoreFailure:
    for words, failure, sentence in _UNCONNECTED:
        if any(word in said for word in words):
            return failure(f"PostgreSQL cannot be reached: {sentence}")
    return StoreGone("PostgreSQL cannot be reached: the connection was lost or failed")


class PostgresNews(News):
    """Notifications of PostgreSQL: each says a number and a stream, and comes after its commit."""

    def __init__(self, store: "PostgresStore") -> None:
        self._store = store
        self._connection = store.connected()
        self._asked(lambda: self._connection.driven.execute(f"LISTEN {CHANNEL}"))

    def wait(self, seconds: float) -> list[tuple[str, int]]:
        found = self._asked(lambda: list(self._connection.driven.notifies(timeout=seconds, stop_after=1)))
        return [(stream, int(number)) for number, _, stream in (one.payload.partition(" ") for one in found)]

    def _asked(self, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except self._store.driver_error as error:
            raise self._store.meaning(error) from None

    def close(self) -> None:
        self._connection.close()


class PostgresStore(SqlStore):
    is_shared = True
    BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
    HOLD = " FOR UPDATE"
    LOCK_HEAD = f"{SqlStore.HEAD}{HOLD}"
    NOW = "extract(epoch FROM clock_timestamp())::float8"
    # As in SQLite the index leads with the number; `OFFSET 0` keeps the planner from joining in another order.
    READ = (
        "SELECT found.* FROM generate_series(?::bigint, ?::bigint) AS wanted (number) CROSS JOIN LATERAL "
        "(SELECT position, stream, number, id, body, hash FROM records "
        "WHERE records.number = wanted.number AND records.stream = ? OFFSET 0) AS found ORDER BY found.number"
    )

    def __init__(
        self, address: str, *, serving: bool, connect: ConnectPostgres = connect_postgres, marks: Path | None = None
    ) -> None:
        super().__init__()
        self.address = address
        self.driver_error = driver().Error
        self._make = connect
        self._serving = serving
        try:
            self._take_mark(marks)
            self._require_revision()
            self._mark_all()
        except BaseException:
            self.close()
            raise

    def connected(self) -> PostgresConnection:
        """A connection beside those that serve."""
        try:
            return self._connect()
        except self.driver_error as error:
            raise self._meaning(error) from None

    def _connect(self) -> PostgresConnection:
        connection = self._make(self.address)
        try:
            connection.execute(_PATIENCE)
            _require_settings(connection)
            if self._serving:
                _require_role(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _begun(self) -> Connection:
        if not self._serving:
            raise StoreUnfit("this house was opened to be read: open it for serving to write")
        return super()._begun()

    def meaning(self, error: Exception) -> StoreFailure:
        """What an error of the driver means for whoever asked."""
        return self._meaning(error)

    def _meaning(self, error: Exception) -> StoreFailure:
        return meaning_of(error)

    def _surely_undone(self, error: Exception) -> bool:
        """What the server answered; one that is shut down may have committed before it could say so."""
        return (getattr(error, "sqlstate", None) or "")[:2] in {"23", "40", "53"}

    def _locked(self, connection: Connection, wanted: list[str]) -> tuple[Tree, dict[str, StreamHead]]:
        """Both questions at once; the second is answered after the lock is held, so that it sees every commit."""
        with _at_once(connection):
            head = connection.execute(self.LOCK_HEAD)
            rows = connection.execute("SELECT stream, number, hash FROM streams WHERE stream = ANY(?)", (wanted,))
        return read_tree(*head.fetchone()), {stream: (number, found) for stream, number, found in rows.fetchall()}

    def _taken(self, connection: Connection, wanted: list[Name]) -> set[Name]:
        sql = (
            "SELECT found.stream, found.id FROM unnest(?::text[], ?::text[]) AS wanted (stream, id) CROSS JOIN LATERAL "
            "(SELECT stream, id FROM records WHERE records.id = wanted.id AND records.stream = wanted.stream OFFSET 0) "
            "AS found"
        )
        return set(connection.execute(sql, _columns(wanted)).fetchall()) if wanted else set()

    def find_many(self, names: Sequence[Name]) -> dict[Name, Line]:
        sql = (
            "SELECT found.* FROM unnest(?::text[], ?::text[]) AS wanted (stream, id) CROSS JOIN LATERAL "
            "(SELECT position, stream, number, id, body, hash FROM records "
            "WHERE records.id = wanted.id AND records.stream = wanted.stream OFFSET 0) AS found"
        )
        lines = [Line(*row) for row in self._rows(sql, tuple(map(list, zip(*names, strict=True))))] if names else []
        return {(line.stream, line.id): line for line in lines}

    def _write(self, connection: Connection, group: Group) -> None:
        with _at_once(connection):
            connection.execute(
                "INSERT INTO records SELECT * FROM unnest"
                "(?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::bytea[], ?::bytea[])",
                _columns(group.lines),
            )
            connection.execute(
                "INSERT INTO streams SELECT * FROM unnest(?::text[], ?::bigint[], ?::bytea[]) "
                "ON CONFLICT (stream) DO UPDATE SET number = excluded.number, hash = excluded.hash",
                _columns([(stream, *head) for stream, head in group.moved.items()]),
            )
            connection.execute("UPDATE head SET position = ?, frontier = ?", (group.tree.size, group.tree.written()))
            if group.secrets:
                self._write_secrets(connection, group.secrets)
            told = [f"{head[0]} {stream}" for stream, head in group.moved.items()]
            connection.execute("SELECT pg_notify(?, told.line) FROM unnest(?::text[]) AS told (line)", (CHANNEL, told))

    def unprotected(self) -> list[str]:
        """Of the role of the address, by which the house is served."""
        (found,) = self._rows(_FORBIDDEN)[0]
        return ["the serving role can change what is written: revoke UPDATE, DELETE and TRUNCATE"] if found else []

    def news(self) -> "PostgresNews":
        return PostgresNews(self)

    def backup(self, target: Path) -> None:
        from puntobanco.store.backup import copy_of_postgres

        copy_of_postgres(self, target)


@cache
def _binary(sql: str) -> str:
    """Values are sent as they are; as text, bytes would be twice as long."""
    return sql.replace("?", "%b")


def _columns(rows: Sequence[Sequence[object]]) -> list[list[object]]:
    """One array for a column: a statement for a group, however large it is."""
    return [list(column) for column in zip(*rows, strict=True)]


@contextmanager
def _at_once(connection: Connection) -> Iterator[None]:
    """Statements that are sent together. If one fails, the server never sees those after it, but the driver goes on
    believing that it prepared them there: such a connection is not used again."""
    # of psycopg, which the type of a connection does not say
    driven: psycopg.Connection[Columns] = connection.driven  # type: ignore[attr-defined]
    try:
        with driven.pipeline():
            yield
    except driver().Error:
        connection.close()
        raise


def _require_settings(connection: Connection) -> None:
    for setting, wanted in _DURABLE.items():
        found = connection.execute("SELECT current_setting(?)", (setting,)).fetchone()[0]
        if found not in wanted:
            raise StoreUnfit(f"{setting} of PostgreSQL is {found}: set it to on, or what was acknowledged can be lost")


def _require_role(connection: Connection) -> None:
    if connection.execute("SELECT pg_is_in_recovery()").fetchone()[0]:
        raise StoreGone("this PostgreSQL is a standby: serve from the primary")
    if connection.execute("SELECT to_regclass('records') IS NULL").fetchone()[0]:
        raise StoreUnfit("this is no house: make one first")
    if connection.execute(_FORBIDDEN).fetchone()[0]:
        raise StoreUnfit("this role can change what is written: serve by the serving role, not by the owner")
