"""What a person can ask of a stream, and in which role."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct

from puntobanco.errors import Refused
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.draft import Draft

S = TypeVar("S")
K = TypeVar("K", bound="type[Command[Any]]")


class Command(Struct, Generic[S], gc=False, tag_field="do", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person in a role asks for something, or says what has happened; `S` is the state of the stream."""

    roles: ClassVar[frozenset[Role]] = frozenset()
    """Who may give it."""
    needs_approval: ClassVar[bool] = False
    """Whether a second person of supervising staff must approve it."""
    approvers: ClassVar[frozenset[Role]] = frozenset({Role.SUPERVISOR, Role.OPERATOR})
    """Who may approve it."""
    only_beside: ClassVar[bool] = False
    """Whether the house itself writes it beside the record of another stream, and no one gives it alone."""
    at_the_machine: ClassVar[bool] = False
    """Whether it is for the program, or a person at the house's own machine, and not for a role that was given."""
    decide_version: ClassVar[int] = 1
    """Raised by hand in a command whose decision changes: an audit decides again what today's version decided."""

    actor: Actor

    def decide(self, draft: Draft[S], /) -> None:
        """Add the events that this leads to, or raise `Refused` with code, clause and sentence."""
        raise NotImplementedError

    @property
    def done_by(self) -> Actor:
        """The person who did it: the actor, or the patron for whom a dealer keys it in."""
        return self.actor

    @property
    def decided_by(self) -> int:
        """The version of the decision, which the record keeps."""
        return self.decide_version


AnyCommand: TypeAlias = Command[Any]
"""Of whichever stream."""


def given_by(*roles: Role) -> Callable[[K], K]:
    """Declare the roles that may give a command."""

    def declare(kind: K) -> K:
        kind.roles = frozenset(roles)
        return kind

    return declare


def commands_by_name(kinds: Iterable[K]) -> dict[str, K]:
    """Return the commands of a stream by the name that a script uses; each must be complete."""
    found = {name_of(kind): kind for kind in kinds}
    for kind in found.values():
        if kind.decide is Command.decide or not kind.roles:
            raise TypeError(f"{kind.__name__} must say what it decides, and who may give it")
    return found


def require_role(command: AnyCommand) -> None:
    """Refuse a command whose actor has a role that may not give it."""
    if command.actor.role not in command.roles:
        raise wrong_role(command, "roles")


def wrong_role(command: AnyCommand, clause: str) -> Refused:
    roles = " or ".join(sorted(command.roles))
    sentence = f"{name_of(command)} is for the {roles}, not for the {command.actor.role}"
    return Refused("wrong_role", clause, sentence)


def require_approval(command: AnyCommand, approved_by: Actor | None) -> None:
    """Refuse a command that needs a second person of supervising staff and has none."""
    if approved_by is None:
        if command.needs_approval:
            sentence = f"{name_of(command)} takes two people: name {_approver(command)} in approved_by"
            raise Refused("needs_approval", "approval", sentence)
    elif approved_by.role not in command.approvers or approved_by.person == command.actor.person:
        sentence = f"approved_by: {_approver(command)}, and another person than who acts"
        raise Refused("bad_approval", "approval", sentence)


def _approver(command: AnyCommand) -> str:
    return "a supervisor or operator" if Role.SUPERVISOR in command.approvers else "an operator"


def name_of(command: AnyCommand | type[AnyCommand]) -> str:
    """The written name without the version."""
    return str(command.__struct_config__.tag).rpartition(".")[0]
