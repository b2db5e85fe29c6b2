"""What a person can ask of a stream, and in which role."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from msgspec import Struct

from puntobanco.errors import Refused
from puntobanco.streams.actors import Actor, Role


class Command(Struct, gc=False, tag_field="do", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person in a role asks for something, or says what has happened."""

    needs_approval = False
    """Whether a second person of supervising staff must approve it."""
    approvers = frozenset({Role.SUPERVISOR, Role.OPERATOR})
    """Who may."""
    decide_version = 1
    """Raised by hand in a command whose decision changes: an audit decides again what today's version decided."""

    actor: Actor

    @property
    def done_by(self) -> Actor:
        """Whose hand did it: that of who gives the command, or of the patron for whom a dealer keys it in."""
        return self.actor

    @property
    def decided_by(self) -> int:
        """The version of the decision, which the record keeps."""
        return self.decide_version


A = TypeVar("A", bound=Command)
K = TypeVar("K", bound=type[Command])
Roles: TypeAlias = dict[type[A], frozenset[Role]]


def declaring(declared: Roles[A]) -> Callable[..., Callable[[K], K]]:
    """How commands declare which roles may give them, on the list of their room."""

    def given_by(*roles: Role) -> Callable[[K], K]:
        def declare(kind: K) -> K:
            declared[kind] = frozenset(roles)  # type: ignore[index]  # a room decorates its own commands
            return kind

        return declare

    return given_by


def require_approval(command: Command, approved_by: Actor | None) -> None:
    """What needs a second person has one: another than who acts, of supervising staff."""
    if approved_by is None:
        if command.needs_approval:
            sentence = f"{name_of(command)} takes two people: name {_approver(command)} in approved_by"
            raise Refused("needs_approval", "approval", sentence)
    elif approved_by.role not in command.approvers or approved_by.person == command.actor.person:
        sentence = f"approved_by: {_approver(command)}, and another person than who acts"
        raise Refused("bad_approval", "approval", sentence)


def _approver(command: Command) -> str:
    return "a supervisor or operator" if Role.SUPERVISOR in command.approvers else "an operator"


def name_of(command: Command | type[Command]) -> str:
    """The written name without the version."""
    return str(command.__struct_config__.tag).rpartition(".")[0]
