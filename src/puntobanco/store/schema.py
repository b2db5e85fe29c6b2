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
    Column("number", _WHOLE, nullable=False),
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
