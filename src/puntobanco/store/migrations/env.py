"""What alembic runs: every migration that is missing, on the connection it is given."""

from alembic import context

from puntobanco.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
