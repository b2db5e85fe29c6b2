"""A PostgreSQL server, the shared one or one to be killed."""

from tests.store.conftest import own_server, server

__all__ = ["own_server", "server"]
