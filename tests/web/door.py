"""The tests' own door: tokens without passwords, in memory. Roles are the house's."""

from collections import Counter
from collections.abc import Collection

from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.auth.principal import ALL_SCOPES, Kind, Scope, Visitor
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.app.house.house import House
from puntobanco.streams.actors import Role


class OpenDoor:
    """Whoever was given a token comes in."""

    cookie = "punto-test"

    def __init__(self, house: House, entrance: Entrance | None = None) -> None:
        self._house, self._entrance = house, entrance
        self._visitors: dict[str, Visitor] = {}
        self._gone: set[str] = set()
        self.activity: dict[str, int] = {}
        self.asked_when_gone: Counter[str] = Counter()
        """How often it was asked whether a session lasts that does not."""

    def give(
        self,
        person: str,
        *,
        kind: Kind = Kind.TOKEN,
        scopes: frozenset[Scope] = ALL_SCOPES,
        token: str | None = None,
        tables: tuple[str, ...] = (),
        lacks_factor: bool = False,
    ) -> str:
        """A token for somebody."""
        name = token or f"token-of-{person}"
        visitor = Visitor(
            person=person, kind=kind, scopes=scopes, id=f"session {name}", tables=tables, lacks_factor=lacks_factor
        )
        self._visitors[name] = visitor
        self._gone.discard(visitor.id)
        return name

    def revoke(self, token: str) -> None:
        self._gone.add(self._visitors[token].id)

    @property
    def entrance(self) -> Entrance:
        assert self._entrance is not None, "nobody comes in here with a password"
        return self._entrance

    def require_proved(self, visitor: Visitor) -> None:
        """Whoever is in has proved enough."""

    async def who(self, token: Whisper, *, active: bool) -> Visitor | None:
        found = self._visitors.get(token.text())
        if found is None or found.id in self._gone:
            return None
        if active:
            self.activity[token.text()] = self.activity.get(token.text(), 0) + 1
        return found

    async def lasting(self, visitors: Collection[Visitor]) -> set[str]:
        asked = {one.id for one in visitors}
        self.asked_when_gone.update(asked & self._gone)
        return asked - self._gone

    def role_of(self, person: str, stream: str) -> Role | None:
        return self._house.may(person, stream)
