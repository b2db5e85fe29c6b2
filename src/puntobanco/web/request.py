"""One request as an endpoint sees it: who asks, where, and with what."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.auth.principal import Kind, Scope, Visitor
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.app.house.house import House
from puntobanco.app.house.stream_states import Standing
from puntobanco.errors import Unreadable
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import HOUSE, TABLE, TOURNAMENT
from puntobanco.values.money import LARGEST
from puntobanco.web.alarm_ages import FloorWatch
from puntobanco.web.authenticate import Door, audience_at
from puntobanco.web.countdowns import Clocks
from puntobanco.web.house_bridge import Bridge
from puntobanco.web.hub import Hub
from puntobanco.web.password_pool import Desk
from puntobanco.web.problems import Declined, no_such, nobody_is_in
from puntobanco.web.rate_limits import Rates
from puntobanco.web.reckoning import Reckoning
from puntobanco.web.reports.report_service import Papers


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """What a server has at hand."""

    house: House
    door: Door
    bridge: Bridge
    hub: Hub
    clocks: Clocks
    rates: Rates
    desk: Desk
    papers: Papers
    watch: FloorWatch
    reckoning: Reckoning


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    served: Served
    known: Visitor | None
    """Who asks, if somebody is logged in."""
    token: Whisper | None
    """As it was shown, whether or not it opens anything."""
    address: str
    origin: str
    """Where whoever asks has found the house."""
    path: Mapping[str, str]
    query: Mapping[str, str]
    headers: Mapping[bytes, bytes]
    body: bytes

    @property
    def house(self) -> House:
        return self.served.house

    @property
    def entrance(self) -> Entrance:
        return self.served.door.entrance

    @property
    def visitor(self) -> Visitor:
        if self.known is None:
            raise nobody_is_in()
        return self.known

    @property
    def session(self) -> Whisper:
        """The token of whoever is in."""
        if self.token is None:
            raise nobody_is_in()
        return self.token

    def audience(self, stream: str) -> Actor:
        """As whom the visitor is at a table, tournament or account; refused to whoever has no role there."""
        found = audience_at(self.served.door, self.visitor, stream)
        if found is None:
            raise Declined(403, "no_role", f"you have no role at {stream}: ask the operator for one")
        return found

    def require(self, scope: Scope) -> None:
        """What the session or token must allow."""
        require(self.visitor, scope)

    def table(self) -> str:
        """The stream of the table that the path names; whoever has no role there is not told whether there is one."""
        stream = TABLE + self.path["table"]
        self.audience(stream)
        require_table(self.house, self.path["table"])
        return stream

    def tournament(self) -> str:
        """The stream of the tournament that the path names, in the same way."""
        stream = TOURNAMENT + self.path["tournament"]
        self.audience(stream)
        self.standing(stream, "tournament")
        return stream

    def standing(self, stream: str, what: str) -> Standing:
        """Where a stream stands that must have begun."""
        found = self.house.look(stream)
        if found.state is None:
            raise no_such(what, stream.partition("/")[2])
        return found

    def counted(self, what: str) -> int:
        """A number of the path, from 1: there is nothing of another one."""
        said = self.path[what]
        if not (said.isascii() and said.isdigit() and len(said) < 10) or not int(said):
            raise no_such(what, said)
        return int(said)

    def number(self, name: str, default: int, most: int = LARGEST) -> int:
        """A whole number of the query."""
        said = self.query.get(name)
        if said is None:
            return default
        if not (said.isascii() and said.isdigit() and len(said) <= len(str(LARGEST))) or int(said) > most:
            raise Unreadable(f"{name}: write a whole number up to {most}")
        return int(said)


def require_session(visitor: Visitor) -> None:
    if visitor.kind is not Kind.SESSION:
        raise Declined(403, "session_needed", "a program or a device cannot do this: log in as a person")


def require(visitor: Visitor, scope: Scope) -> None:
    if visitor.lacks_factor:
        raise Declined(403, "factor_needed", "set up a second factor first: staff has one")
    if not visitor.may(scope):
        raise Declined(403, "out_of_scope", f"this token does not allow to {scope}")


def require_table(house: House, name: str) -> None:
    """One that was set up, or that has a log."""
    if name not in tables_of(house) and house.look(TABLE + name).state is None:
        raise no_such("table", name)


def tables_of(house: House) -> Mapping[str, Any]:
    """How the tables of a house are run, by name."""
    state = house.look(HOUSE).state
    return {} if state is None else state.tables
