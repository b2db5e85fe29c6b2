"""The tables of a house, for init, migrations and their checks; what is done all day is written by hand."""

from sqlalchemy import (
    REAL,
    BigInteger,
    CheckConstraint,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)
from sqlalchemy.dialects.postgresql import TEXT

METADATA = MetaData()
_WHOLE = BigInteger().with_variant(Integer, "sqlite")
_NAME = Text().with_variant(TEXT(collation="C"), "postgresql")  # names are compared, never sorted for people


def _table(name: str, *columns: Column[object] | CheckConstraint, rowid: bool = True) -> Table:
    return Table(name, METADATA, *columns, sqlite_strict=True, sqlite_with_rowid=rowid)


RECORDS = _table(
    "records",
    Column("position", _WHOLE, primary_key=True, autoincrement=False),
    Column("stream", _NAME, nullable=False),
    Column("number", _WHOLE, nullable=False),
    Column("id", _NAME, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
# With the stream last, neighbours in time are neighbours in the index: a group of many tables writes few pages of it.
Index("records_number", RECORDS.c.number, RECORDS.c.stream, unique=True)
Index("records_id", RECORDS.c.id, RECORDS.c.stream, unique=True)

STREAMS = _table(
    "streams",
    Column("stream", _NAME, primary_key=True),
    Column("number", _WHOLE, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    rowid=False,
)
HEAD = _table(
    "head",
    Column("one", _WHOLE, CheckConstraint("one = 1", name="head_is_one"), primary_key=True, autoincrement=False),
    Column("position", _WHOLE, nullable=False),
    Column("frontier", LargeBinary, nullable=False),
)
SECRETS = _table(
    "secrets",
    Column("stream", _NAME, primary_key=True),
    Column("shoe", _WHOLE, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    rowid=False,
)
SNAPSHOTS = _table(
    "snapshots",
    Column("stream", _NAME, primary_key=True),
    Column("number", _WHOLE, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
REFUSED = _table(
    "refused",
    Column("place", _WHOLE, primary_key=True, autoincrement=False),
    Column("stream", _NAME, nullable=False),
    Column("id", _NAME, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
LEASES = _table(
    "leases",
    Column("name", _NAME, primary_key=True),
    Column("holder", Text, nullable=False),
    Column("epoch", _WHOLE, nullable=False),
    Column("ends", Double().with_variant(REAL(), "sqlite"), nullable=False),
    rowid=False,
)


# Who may enter, outside the log: what is given out to people is kept as its hash alone


def _hashed(name: str) -> CheckConstraint:
    """A token as it was given out has another length than its hash: it cannot be stored by mistake."""
    return CheckConstraint("length(hash) = 32", name=f"{name}_hash_is_one")


PEOPLE = _table(
    "people",
    Column("key", _NAME, primary_key=True),
    Column("name", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("changed", _WHOLE, nullable=False),
    Column("closed", _WHOLE, nullable=False),
    rowid=False,
)
FACTORS = _table(
    "factors",
    Column("person", _NAME, primary_key=True),
    Column("stage", _WHOLE, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("step", _WHOLE, nullable=False),
    rowid=False,
)
RECOVERY_CODES = _table(
    "recovery_codes",
    Column("person", _NAME, primary_key=True),
    Column("hash", LargeBinary, primary_key=True),
    _hashed("recovery_codes"),
    rowid=False,
)
LINKS = _table(
    "links",
    Column("hash", LargeBinary, primary_key=True),
    Column("person", _NAME, nullable=False),
    Column("kind", Text, nullable=False),
    Column("made", _WHOLE, nullable=False),
    Column("ends", _WHOLE, nullable=False),
    _hashed("links"),
    rowid=False,
)
SESSIONS = _table(
    "sessions",
    Column("hash", LargeBinary, primary_key=True),
    Column("id", _NAME, nullable=False),
    Column("person", _NAME, nullable=False),
    Column("began", _WHOLE, nullable=False),
    Column("seen", _WHOLE, nullable=False),
    Column("factor", _WHOLE, nullable=False),
    Column("address", Text, nullable=False),
    _hashed("sessions"),
    rowid=False,
)
TOKENS = _table(
    "tokens",
    Column("hash", LargeBinary, primary_key=True),
    Column("id", _NAME, nullable=False),
    Column("person", _NAME, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("tables", Text, nullable=False),
    Column("made", _WHOLE, nullable=False),
    Column("ends", _WHOLE, nullable=False),
    _hashed("tokens"),
    rowid=False,
)
for _held in (SESSIONS, TOKENS):
    Index(f"{_held.name}_id", _held.c.id, unique=True)
    Index(f"{_held.name}_person", _held.c.person)
