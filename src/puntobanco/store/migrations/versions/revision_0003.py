"""More than one snapshot of a stream: what was played long ago is read from where it begins."""

import sqlalchemy as sa
from alembic import op

from puntobanco.store.migrations.versions.revision_0001 import BYTES, NAME, TEXT_, WHOLE, table

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute(sa.text("DELETE FROM snapshots"))  # they may be lost at any time, and are of another program
    if op.get_bind().dialect.name == "sqlite":
        op.drop_table("snapshots")
        table("snapshots", keys=2, stream=NAME, number=WHOLE, key=TEXT_, body=BYTES, hash=BYTES)
    else:  # a table that is made anew would be closed to the serving role
        op.drop_constraint("snapshots_pkey", "snapshots")
        op.create_primary_key("snapshots_pkey", "snapshots", ["stream", "number"])
