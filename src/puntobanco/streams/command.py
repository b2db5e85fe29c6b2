"""What a person can ask of a stream, and in which role."""

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec import Struct

from puntobanco.errors import Refused
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.draft import Draft
from puntobanco.streams.forms import Choices, Sets, place_text
from puntobanco.streams.legal_action import LegalAction

S = TypeVar("S")
K = TypeVar("K", bound="type[Command[Any]]")


class Command(Struct, Generic[S], gc=False, tag_field="do", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person in a role asks for something, or says what has happened; `S` is the state of the stream."""

    kind: ClassVar[str]
    """Its written name without the version; `given_by` notes it."""
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
    opens_with: ClassVar[tuple[str, ...] | None] = None
    """The members that are asked for, if a stream begins with it: then it is legal only where there is no stream."""
    ruling: ClassVar[IntEnum | None] = None
    """Where its form stands among the rulings, the most pressing first; none for a command that is not a ruling."""
    decide_version: ClassVar[int] = 1
    """Raised by hand in a command whose decision changes: an audit decides again what today's version decided."""

    actor: Actor

    def decide(self, draft: Draft[S], /) -> None:
        """Add the events that this leads to, or raise `Refused` with code, clause and sentence."""
        raise NotImplementedError

    @classmethod
    def legal_actions(cls, state: S, actor: Actor, /) -> Iterable[LegalAction]:
        """Return when and where this actor may give it now; the actor has a role that may give it at all."""
        raise NotImplementedError

    @classmethod
    def is_given_alone(cls) -> bool:
        """Return whether a person gives it to a stream that is open."""
        return not cls.only_beside and cls.opens_with is None

    @classmethod
    def place_text(cls, _: S, where: Sets, /) -> str:
        """Return what a form calls one of the places where it is legal."""
        return place_text(where)

    @classmethod
    def options(cls, _: S, /) -> Choices:
        """Return what a form lists instead of asking for it, by the members that an option sets."""
        return {}

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

    def declare(command: K) -> K:
        command.kind, command.roles = name_of(command), frozenset(roles)
        return command

    return declare


def commands_by_name(kinds: Iterable[K]) -> dict[str, K]:
    """Return the commands of a stream by the name that a script uses; each must be complete."""
    found = {name_of(kind): kind for kind in kinds}
    for kind in found.values():
        if kind.decide is Command.decide or not kind.roles:
            raise TypeError(f"{kind.__name__} must say what it decides, and who may give it")
    return found


def commands_in(names: Mapping[str, object]) -> dict[str, type[AnyCommand]]:
    """Return the commands among the names of a package; each also says when it is a legal action."""
    kinds = (one for one in names.values() if isinstance(one, type) and issubclass(one, Command))
    found = commands_by_name(kind for kind in kinds if "." in str(kind.__struct_config__.tag))
    for kind in found.values():
        says = next(base for base in kind.__mro__ if "legal_actions" in vars(base))
        if kind.is_given_alone() and says is Command:
            raise TypeError(f"{kind.__name__} must say when it is a legal action")
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
