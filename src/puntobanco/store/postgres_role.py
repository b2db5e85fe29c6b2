"""The role that serves a house in PostgreSQL: it adds records and reads them, and can change none."""

from types import ModuleType

from puntobanco.store.errors import StoreUnfit
from puntobanco.store.postgres_store import driver, meaning_of, parts_of

_GRANTS = (
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT ON alembic_version TO {role}",
    "GRANT SELECT, INSERT ON records, secrets TO {role}",
    "GRANT SELECT, INSERT, UPDATE ON streams TO {role}",
    "GRANT SELECT, UPDATE ON head TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON snapshots, refused, leases TO {role}",
    "GRANT SELECT, INSERT, UPDATE ON people TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON factors, recovery_codes, links, sessions, tokens TO {role}",
)


def let_serve(address: str, role: str, password: str | None) -> None:
    """By the owner: make the role if it is missing, and let it do what serving needs."""
    psycopg = driver()
    try:
        _let_serve(psycopg, address, role, password)
    except psycopg.Error as error:
        raise StoreUnfit(f"the role cannot be let serve the house: {meaning_of(error)}") from None


def _let_serve(psycopg: ModuleType, address: str, role: str, password: str | None) -> None:
    with psycopg.connect(**parts_of(address)) as connection:
        name = psycopg.sql.Identifier(role)
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (role,)).fetchall():
            connection.execute(psycopg.sql.SQL("CREATE ROLE {role} LOGIN").format(role=name))
        if password is not None:  # hashed here, so that the server's log never has it
            hashed = connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
            connection.execute(
                psycopg.sql.SQL("ALTER ROLE {role} PASSWORD {hashed}").format(
                    role=name, hashed=psycopg.sql.Literal(hashed)
                )
            )
        for grant in _GRANTS:
            connection.execute(psycopg.sql.SQL(grant).format(role=name))
