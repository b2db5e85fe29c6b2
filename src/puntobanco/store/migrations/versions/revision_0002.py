"""Who may enter: people, what proves them, and what they hold. All of it lies outside the log."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from puntobanco.store.migrations.versions.revision_0001 import BYTES, NAME, TEXT_, WHOLE, table

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    table("people", rowid=False, key=NAME, name_=TEXT_, password=TEXT_, changed=WHOLE, closed=WHOLE)
    table("factors", keys=2, rowid=False, person=NAME, stage=WHOLE, key=TEXT_, sealed=BYTES, step=WHOLE)
    table("recovery_codes", hashed("recovery_codes"), keys=2, rowid=False, person=NAME, hash=BYTES)
    table("links", hashed("links"), rowid=False, hash=BYTES, person=NAME, kind=TEXT_, made=WHOLE, ends=WHOLE)
    whose = {"hash": BYTES, "id": NAME, "person": NAME}
    add("sessions", **whose, began=WHOLE, seen=WHOLE, factor=WHOLE, address=TEXT_)
    add("tokens", **whose, kind=TEXT_, name_=TEXT_, scopes=TEXT_, tables=TEXT_, made=WHOLE, ends=WHOLE)


def add(name: str, **columns: Any) -> None:
    """What somebody holds."""
    table(name, hashed(name), rowid=False, **columns)
    op.create_index(f"{name}_id", name, ["id"], unique=True)
    op.create_index(f"{name}_person", name, ["person"])


def hashed(name: str) -> sa.CheckConstraint:
    """A token as it was given out has another length than its hash: it cannot be stored by mistake."""
    return sa.CheckConstraint("length(hash) = 32", name=f"{name}_hash_is_one")
