"""Accounts, second factors and links: every write first holds the account, so that what is proved once is used once."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TypeAlias

from puntobanco.store.connection import Columns, Connection
from puntobanco.store.login_rows import Account, Factor, KeptLink, KeptSession, Proof, SpentStep

Writing: TypeAlias = Callable[[], AbstractContextManager[Connection]]
Asking: TypeAlias = Callable[[str, Sequence[object]], list[Columns]]

PENDING, IN_USE = 0, 1
_FACTOR = "person, key, sealed, step"
_ACCOUNT = "key, name, password, changed, closed"
_LINK = "hash, person, kind, made, ends"
_INSERT_SESSION = "INSERT INTO sessions (hash, id, person, began, seen, factor, address) VALUES (?, ?, ?, ?, ?, ?, ?)"


class PeopleTables:
    """What a store keeps of people; `hold` is what locks a row that is read."""

    def __init__(self, writing: Writing, rows: Asking, hold: str) -> None:
        self._writing, self._rows, self._hold = writing, rows, hold

    # Read

    def account(self, key: str) -> Account | None:
        found = self._rows(f"SELECT {_ACCOUNT} FROM people WHERE key = ?", (key,))
        return _account(found[0]) if found else None

    def accounts(self) -> list[Account]:
        return [_account(row) for row in self._rows(f"SELECT {_ACCOUNT} FROM people ORDER BY key", ())]

    def factor(self, key: str, *, pending: bool = False) -> Factor | None:
        stage = PENDING if pending else IN_USE
        found = self._rows(f"SELECT {_FACTOR} FROM factors WHERE person = ? AND stage = ?", (key, stage))
        return Factor(*found[0]) if found else None

    def factors(self) -> list[Factor]:
        """Those in use."""
        return [
            Factor(*row) for row in self._rows(f"SELECT {_FACTOR} FROM factors WHERE stage = 1 ORDER BY person", ())
        ]

    def recovery_codes(self) -> list[tuple[str, bytes]]:
        """Whose they are, and their hashes."""
        return [(person, found) for person, found in self._rows("SELECT person, hash FROM recovery_codes", ())]

    def link(self, hash_: bytes) -> KeptLink | None:
        found = self._rows(f"SELECT {_LINK} FROM links WHERE hash = ?", (hash_,))
        return KeptLink(*found[0]) if found else None

    # Links and passwords

    def add_link(self, account: Account, link: KeptLink) -> None:
        """The account is made if it is missing; whatever link it had is worth nothing from now on."""
        with self._writing() as connection:
            _add_account(connection, account)
            self._held(connection, account.key)
            connection.execute("DELETE FROM links WHERE person = ?", (account.key,))
            connection.execute(f"INSERT INTO links ({_LINK}) VALUES (?, ?, ?, ?, ?)", _values(link))

    def spend_to_enrol(self, link: KeptLink, password: str, now: int) -> bool:
        """Whoever spends it first sets the password, and nobody is in any more; the second factor goes, too."""
        with self._writing() as connection:
            if not self._spent(connection, link):
                return False
            self._set_password(connection, link.person, password, now)
            connection.execute("DELETE FROM factors WHERE person = ?", (link.person,))
            connection.execute("DELETE FROM recovery_codes WHERE person = ?", (link.person,))
            return True

    def spend_to_enter(self, link: KeptLink, session: KeptSession) -> bool:
        with self._writing() as connection:
            if not self._spent(connection, link):
                return False
            connection.execute(_INSERT_SESSION, _values(session))
            return True

    def change_password(self, key: str, before: str, after: str, now: int) -> bool:
        """Unless another one was set meanwhile; nobody is in any more."""
        with self._writing() as connection:
            held = self._held(connection, key)
            if held is None or held.password != before:
                return False
            self._set_password(connection, key, after, now)
            return True

    def rehash(self, key: str, before: str, after: str) -> None:
        """The same password with other parameters."""
        with self._writing() as connection:
            sql = "UPDATE people SET password = ? WHERE key = ? AND password = ?"
            connection.execute(sql, (after, key, before))

    def close_account(self, key: str, *, closed: bool) -> bool:
        """A closed one has nothing that opens anything; whether there is such an account."""
        with self._writing() as connection:
            connection.execute("UPDATE people SET closed = ? WHERE key = ?", (int(closed), key))
            for table in ("sessions", "links", "tokens") if closed else ():
                connection.execute(f"DELETE FROM {table} WHERE person = ?", (key,))
            return self._held(connection, key) is not None

    # Sessions, as far as they follow from what somebody proved

    def enter(self, session: KeptSession, password: str, proof: Proof | None) -> bool:
        """A session for whoever proved this password, if it is still the one, and a second factor, if nobody used it.

        Whoever has a second factor in use needs it.
        """
        with self._writing() as connection:
            held = self._held(connection, session.person)
            if held is None or held.closed or held.password != password:
                return False
            needed = connection.execute("SELECT 1 FROM factors WHERE person = ? AND stage = 1", (session.person,))
            if proof is None and needed.fetchall():
                return False
            if proof is not None and not _spend(connection, session.person, proof):
                return False
            connection.execute(_INSERT_SESSION, _values(session))
            return True

    def prove_again(self, key: str, session: bytes, proof: Proof, now: int) -> bool:
        """The session has a fresh second factor, if nobody used it before."""
        with self._writing() as connection:
            self._held(connection, key)
            if not _spend(connection, key, proof):
                return False
            sql = "UPDATE sessions SET factor = ? WHERE hash = ? AND person = ? RETURNING id"
            return bool(connection.execute(sql, (now, session, key)).fetchall())

    # Second factors

    def propose_factor(self, factor: Factor) -> None:
        """It is asked for once its first code was given."""
        with self._writing() as connection:
            self._held(connection, factor.person)
            connection.execute("DELETE FROM factors WHERE person = ? AND stage = 0", (factor.person,))
            _add_factor(connection, factor, PENDING)

    def take_factor_into_use(self, factor: Factor, session: bytes, step: int, codes: Iterable[bytes], now: int) -> bool:
        """The proposed one in place of whatever was there, with new recovery codes; the session has proved it."""
        with self._writing() as connection:
            self._held(connection, factor.person)
            sql = "DELETE FROM factors WHERE person = ? AND stage = 0 AND sealed = ? RETURNING person"
            if not connection.execute(sql, (factor.person, factor.sealed)).fetchall():
                return False
            connection.execute("DELETE FROM factors WHERE person = ?", (factor.person,))
            _add_factor(connection, Factor(factor.person, factor.key, factor.sealed, step), IN_USE)
            connection.execute("DELETE FROM recovery_codes WHERE person = ?", (factor.person,))
            _add_codes(connection, [(factor.person, code) for code in codes])
            connection.execute("UPDATE sessions SET factor = ? WHERE hash = ?", (now, session))
            return True

    # Copies

    def restore(self, accounts: list[Account], factors: list[Factor], codes: list[tuple[str, bytes]]) -> None:
        """What is in a backup: who there is, and what proves them. What they held is not."""
        with self._writing() as connection:
            for account in accounts:
                _add_account(connection, account)
            for factor in factors:
                _add_factor(connection, factor, IN_USE)
            _add_codes(connection, codes)

    # Inside a transaction

    def _held(self, connection: Connection, key: str) -> Account | None:
        sql = f"SELECT {_ACCOUNT} FROM people WHERE key = ?{self._hold}"
        found = connection.execute(sql, (key,)).fetchall()
        return _account(found[0]) if found else None

    def _spent(self, connection: Connection, link: KeptLink) -> bool:
        held = self._held(connection, link.person)
        sql = "DELETE FROM links WHERE hash = ? RETURNING person"
        return bool(connection.execute(sql, (link.hash,)).fetchall()) and held is not None and not held.closed

    def _set_password(self, connection: Connection, key: str, password: str, now: int) -> None:
        connection.execute("UPDATE people SET password = ?, changed = ? WHERE key = ?", (password, now, key))
        for table in ("sessions", "links"):
            connection.execute(f"DELETE FROM {table} WHERE person = ?", (key,))


def _spend(connection: Connection, key: str, proof: Proof) -> bool:
    if isinstance(proof, SpentStep):
        sql = "UPDATE factors SET step = ? WHERE person = ? AND stage = 1 AND step < ? RETURNING step"
        return bool(connection.execute(sql, (proof.step, key, proof.step)).fetchall())
    sql = "DELETE FROM recovery_codes WHERE person = ? AND hash = ? RETURNING person"
    return bool(connection.execute(sql, (key, proof.hash)).fetchall())


def _account(row: Columns) -> Account:
    key, name, password, changed, closed = row
    return Account(key, name, password, changed, bool(closed))


def _add_account(connection: Connection, account: Account) -> None:
    sql = f"INSERT INTO people ({_ACCOUNT}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING"
    values = (account.key, account.name, account.password, account.changed, int(account.closed))
    connection.execute(sql, values)


def _add_factor(connection: Connection, factor: Factor, stage: int) -> None:
    sql = "INSERT INTO factors (person, stage, key, sealed, step) VALUES (?, ?, ?, ?, ?)"
    connection.execute(sql, (factor.person, stage, factor.key, factor.sealed, factor.step))


def _add_codes(connection: Connection, codes: Sequence[tuple[str, bytes]]) -> None:
    connection.executemany("INSERT INTO recovery_codes (person, hash) VALUES (?, ?)", codes)


def _values(kept: KeptLink | KeptSession) -> tuple[object, ...]:
    """In the order in which they are declared."""
    return tuple(getattr(kept, name) for name in kept.__struct_fields__)
