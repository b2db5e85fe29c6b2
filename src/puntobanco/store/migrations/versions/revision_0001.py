"""A house as it was first released."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TEXT

revision = "0001"
down_revision = None

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")
REAL: sa.types.TypeEngine[float] = sa.Double().with_variant(sa.REAL(), "sqlite")
NAME = sa.Text().with_variant(TEXT(collation="C"), "postgresql")
TEXT_, BYTES = sa.Text(), sa.LargeBinary()


def upgrade() -> None:
    table("records", position=WHOLE, stream=NAME, number=WHOLE, id=NAME, body=BYTES, hash=BYTES)
    op.create_index("records_number", "records", ["number", "stream"], unique=True)
    op.create_index("records_id", "records", ["id", "stream"], unique=True)
    table("streams", rowid=False, stream=NAME, number=WHOLE, hash=BYTES)
    table("head", sa.CheckConstraint("one = 1", name="head_is_one"), one=WHOLE, position=WHOLE, frontier=BYTES)
    table("secrets", keys=2, rowid=False, stream=NAME, shoe=WHOLE, key=TEXT_, sealed=BYTES)
    table("snapshots", stream=NAME, number=WHOLE, key=TEXT_, body=BYTES, hash=BYTES)
    table("refused", place=WHOLE, stream=NAME, id=NAME, body=BYTES)
    table("leases", rowid=False, name_=NAME, holder=TEXT_, epoch=WHOLE, ends=REAL)
    op.execute(sa.text("INSERT INTO head VALUES (1, 0, :frontier)").bindparams(frontier=b""))
    if op.get_bind().dialect.name == "sqlite":
        for statement in refusals_of_sqlite():
            op.execute(statement)


def table(name: str, *checks: sa.CheckConstraint, keys: int = 1, rowid: bool = True, **columns: Any) -> None:
    """A table whose first columns are its key; nothing in it may be missing."""
    made = [
        sa.Column(column.rstrip("_"), kind, primary_key=at < keys, autoincrement=False, nullable=False)
        for at, (column, kind) in enumerate(columns.items())
    ]
    op.create_table(name, *made, *checks, sqlite_strict=True, sqlite_with_rowid=rowid)


def refusals_of_sqlite() -> Iterator[str]:
    """SQLite has no roles: what is written stays as it is, whoever asks."""
    for name in ("records", "secrets"):
        for act in ("UPDATE", "DELETE"):
            yield (
                f"CREATE TRIGGER {name}_refuse_{act.lower()} BEFORE {act} ON {name} "
                f"BEGIN SELECT RAISE(ABORT, '{name} never change'); END"
            )
