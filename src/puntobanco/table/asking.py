"""What a person can ask of a table, and in which role."""

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from puntobanco.table.actors import Actor, Role
from puntobanco.table.state import Draft


class Asked(Struct, gc=False, tag_field="do", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person in a role asks for something, or says what has happened."""

    actor: Actor

    def decide(self, draft: Draft, /) -> None:
        """Add the events that this leads to, or raise `Refused` with code, clause and sentence."""
        raise NotImplementedError


A = TypeVar("A", bound=Asked)
ROLES: dict[type[Asked], frozenset[Role]] = {}
"""Who may give a command."""


def given_by(*roles: Role) -> Callable[[type[A]], type[A]]:
    """Declare which roles may give a command."""

    def declare(kind: type[A]) -> type[A]:
        ROLES[kind] = frozenset(roles)
        return kind

    return declare


def name_of(command: Asked | type[Asked]) -> str:
    """The written name without the version."""
    return str(command.__struct_config__.tag).rpartition(".")[0]
