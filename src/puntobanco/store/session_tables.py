"""What people, programs and devices hold: sessions and tokens, by their hashes. What is taken back is deleted."""

from collections.abc import Iterable, Iterator

from puntobanco.store.connection import Columns
from puntobanco.store.login_rows import KeptSession, KeptToken
from puntobanco.store.login_tables import Asking, Writing

_SESSION = "hash, id, person, began, seen, factor, address"
_TOKEN = "hash, id, person, kind, name, scopes, tables, made, ends"
_OPEN = "closed = 0"
_AT_ONCE = 100
_MARKS = ", ".join("?" * _AT_ONCE)


class VisitTables:
    """What a store keeps of visits."""

    def __init__(self, writing: Writing, rows: Asking, hold: str) -> None:
        self._writing, self._rows, self._hold = writing, rows, hold

    # Sessions

    def session(self, hash_: bytes) -> tuple[KeptSession, str] | None:
        """With the name of its person, whose account is open."""
        sql = (
            f"SELECT {_prefixed('sessions', _SESSION)}, people.name FROM sessions "
            f"JOIN people ON people.key = sessions.person AND {_OPEN} WHERE sessions.hash = ?"
        )
        found = self._rows(sql, (hash_,))
        return (KeptSession(*found[0][:-1]), found[0][-1]) if found else None

    def sessions_of(self, key: str) -> list[KeptSession]:
        """The oldest first."""
        sql = f"SELECT {_SESSION} FROM sessions WHERE person = ? ORDER BY began, id"
        return [KeptSession(*row) for row in self._rows(sql, (key,))]

    def session_counts(self) -> dict[str, int]:
        """How many each person has, of those who have any."""
        return dict(self._rows("SELECT person, count(*) FROM sessions GROUP BY person", ()))

    def held(self, ids: Iterable[str]) -> dict[str, tuple[str, int, int]]:
        """Which of these sessions there are: whose, since when, and when they were last seen."""
        sql = (
            f"SELECT id, people.name, began, seen FROM sessions "
            f"JOIN people ON people.key = sessions.person AND {_OPEN} WHERE id IN ({_MARKS})"
        )
        return {session: (person, began, seen) for session, person, began, seen in self._among(sql, ids)}

    def note(self, hash_: bytes, seen: int) -> None:
        """Somebody was active."""
        with self._writing() as connection:
            connection.execute("UPDATE sessions SET seen = ? WHERE hash = ? AND seen < ?", (seen, hash_, seen))

    def end(self, key: str, session: str) -> bool:
        with self._writing() as connection:
            sql = "DELETE FROM sessions WHERE person = ? AND id = ? RETURNING id"
            return bool(connection.execute(sql, (key, session)).fetchall())

    def end_all(self, key: str, but: str = "") -> int:
        """How many there were; whoever enters meanwhile has entered before or after."""
        with self._writing() as connection:
            connection.execute(f"SELECT key FROM people WHERE key = ?{self._hold}", (key,))
            sql = "DELETE FROM sessions WHERE person = ? AND id <> ? RETURNING id"
            return len(connection.execute(sql, (key, but)).fetchall())

    def end_everything(self) -> None:
        """Of everyone: sessions, links and tokens."""
        with self._writing() as connection:
            for table in ("sessions", "links", "tokens"):
                connection.execute(f"DELETE FROM {table}")

    def sweep(self, began_before: int, seen_before: int, now: int) -> None:
        """What nobody can use any more."""
        with self._writing() as connection:
            connection.execute("DELETE FROM sessions WHERE began < ? OR seen < ?", (began_before, seen_before))
            connection.execute("DELETE FROM links WHERE ends < ?", (now,))
            connection.execute("DELETE FROM tokens WHERE ends <> 0 AND ends < ?", (now,))

    # Tokens

    def add_token(self, token: KeptToken) -> None:
        with self._writing() as connection:
            values = tuple(getattr(token, name) for name in token.__struct_fields__)
            connection.execute(f"INSERT INTO tokens ({_TOKEN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)

    def token(self, hash_: bytes) -> tuple[KeptToken, str] | None:
        """With the name of its person, whose account is open, or without one."""
        sql = (
            f"SELECT {_prefixed('tokens', _TOKEN)}, coalesce(people.name, '') FROM tokens "
            f"LEFT JOIN people ON people.key = tokens.person AND {_OPEN} "
            "WHERE tokens.hash = ? AND (tokens.person = '' OR people.key IS NOT NULL)"
        )
        found = self._rows(sql, (hash_,))
        return (KeptToken(*found[0][:-1]), found[0][-1]) if found else None

    def tokens(self, key: str | None = None) -> list[KeptToken]:
        """All of them, or one person's."""
        where = "" if key is None else "WHERE person = ?"
        values = () if key is None else (key,)
        return [KeptToken(*row) for row in self._rows(f"SELECT {_TOKEN} FROM tokens {where} ORDER BY made, id", values)]

    def held_tokens(self, ids: Iterable[str]) -> dict[str, int]:
        """Which of these there are, and when they end."""
        return dict(self._among(f"SELECT id, ends FROM tokens WHERE id IN ({_MARKS})", ids))

    def take_back(self, token: str, key: str | None = None) -> KeptToken | None:
        """Of a program or a device, by its id; of one person, if one is named. Gives what it was."""
        whose, values = ("", (token,)) if key is None else (" AND person = ?", (token, key))
        with self._writing() as connection:
            sql = f"DELETE FROM tokens WHERE id = ?{whose} RETURNING {_TOKEN}"
            return next((KeptToken(*row) for row in connection.execute(sql, values).fetchall()), None)

    def _among(self, sql: str, ids: Iterable[str]) -> Iterator[Columns]:
        """What is found for so many ids at a time: one statement for any number of them."""
        wanted = list(ids)
        for first in range(0, len(wanted), _AT_ONCE):
            some = wanted[first : first + _AT_ONCE]
            yield from self._rows(sql, (*some, *[some[0]] * (_AT_ONCE - len(some))))


def _prefixed(table: str, columns: str) -> str:
    return ", ".join(f"{table}.{column}" for column in columns.split(", "))
