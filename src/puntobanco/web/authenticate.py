"""Who comes in: what the server asks of whoever keeps sessions, tokens and grants."""

from asyncio import to_thread
from collections.abc import Callable, Collection
from typing import Protocol, TypeAlias

from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.auth.principal import Kind, Scope, Visitor
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.names import SHOES, TABLE, named

RoleOf: TypeAlias = Callable[[str, str], Role | None]
"""The one role of a person at a table, tournament or account; none for whoever has no business there."""


class Door(Protocol):
    """Whoever knows who people are, and what they are at a table."""

    @property
    def cookie(self) -> str:
        """The name of the cookie that holds a session's token, as it is without TLS."""

    async def who(self, token: Whisper, *, active: bool) -> Visitor | None:
        """Whose token this is; one that has ended is nobody's. Only what is `active` lengthens a session."""

    async def lasting(self, visitors: Collection[Visitor]) -> set[str]:
        """The ids of those whose session or token goes on. It is asked twice a second."""

    def role_of(self, person: str, stream: str) -> Role | None:
        """The one role of a person in a stream."""

    @property
    def entrance(self) -> Entrance:
        """Where people come in, and see to their own passwords and tokens."""

    def require_proved(self, visitor: Visitor) -> None:
        """Refuse whoever has not proved lately who it is, where that is asked for."""


class HouseDoor:
    """The entrance of the house, asked from threads of its own, and its grants."""

    def __init__(self, entrance: Entrance, role_of: RoleOf, cookie: str) -> None:
        self.entrance, self._role_of, self.cookie = entrance, role_of, cookie

    async def who(self, token: Whisper, *, active: bool) -> Visitor | None:
        return await to_thread(self.entrance.who, token, active=active)

    async def lasting(self, visitors: Collection[Visitor]) -> set[str]:
        return await to_thread(self.entrance.lasting, visitors) if visitors else set()

    def role_of(self, person: str, stream: str) -> Role | None:
        return self._role_of(person, stream)

    def require_proved(self, visitor: Visitor) -> None:
        self.entrance.require_proved(visitor)


WATCHER = Actor(person="wall", role=Role.WALL)
"""Whoever only looks on: nothing is this one's own."""


def audience_at(door: Door, visitor: Visitor, stream: str) -> Actor | None:
    """As whom a visitor sees a stream; a device sees its tables as somebody who looks on."""
    if visitor.kind is Kind.DEVICE:
        shown = stream.startswith((TABLE, SHOES)) and named(stream) in visitor.tables
        return WATCHER if shown else None
    role = door.role_of(visitor.person, stream)
    return None if role is None else Actor(person=visitor.person, role=role)


def scope_of(actor: Actor) -> Scope:
    """What a program's token must allow to give commands in this role."""
    return Scope.PLAY if actor.role is Role.PATRON else Scope.WORK
