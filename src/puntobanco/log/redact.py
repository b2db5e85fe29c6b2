"""What a person may see of what happened. Each event says it itself; what it does not open stays closed."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.cage.events import AccountEvent as CageEvent
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.normalise_names import clean_actor
from puntobanco.table.commands import CorrectCard, Draw, Expose, TableCommand
from puntobanco.table.events import TableEvent
from puntobanco.table.ledger import Chips, TableAccount, patron_of
from puntobanco.table.model import Secret
from puntobanco.table.state import Moves, OfStaff, Own, Public
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.commands import TournamentCommand as TournamentCommand
from puntobanco.tournament.events import TableDid
from puntobanco.tournament.events import TournamentEvent as TournamentEvent
from puntobanco.values.replace import changed

SEES_BALANCES = frozenset({Role.SUPERVISOR, Role.OPERATOR, Role.AUDITOR, Role.DIRECTOR})
_BLANK = {Secret.FACE: None, Secret.MONEY: 0}
S = TypeVar("S", bound=Struct)


class Redacted(Struct, Generic[S], frozen=True, kw_only=True):
    """An event with its secrets blank, and the paths of members that are left out where it is written down."""

    event: S
    hidden: frozenset[str]


def redact(event: TableEvent, audience: Actor) -> Redacted[TableEvent] | None:
    """What this person sees of an event, or none."""
    if audience.role is Role.AUDITOR:
        return Redacted(event=event, hidden=frozenset())
    audience = clean_actor(audience)
    if not _sees(event, audience):
        return None
    hidden = {"entry"} if isinstance(event, Moves) and not _may_know(Secret.BOOKS, event, audience) else set()
    return Redacted(event=_blanked(event, audience, "", hidden), hidden=frozenset(hidden))


def redact_tournament(event: TournamentEvent, audience: Actor) -> Redacted[TournamentEvent] | None:
    """What this person sees of an event of a tournament, or none; of its tables, what they would see there."""
    if audience.role is Role.AUDITOR:
        return Redacted(event=event, hidden=frozenset())
    if isinstance(event, TableDid):
        return _redact_table(event, audience)
    hidden: set[str] = set()
    return Redacted(event=_blanked(event, clean_actor(audience), "", hidden), hidden=frozenset(hidden))


def redact_each(event: TournamentEvent, audience: Actor) -> Iterator[tuple[str | None, Redacted[Any]]]:
    """The same one by one: what happened at a table event by event, each with its table."""
    if isinstance(event, TableDid):
        found = (redact(one, audience) for one in event.events)
        yield from ((event.table, one) for one in found if one is not None)
    elif (seen := redact_tournament(event, audience)) is not None:
        yield None, seen


def redact_cage(event: CageEvent, audience: Actor) -> Redacted[CageEvent] | None:
    """What this person sees of an event of an account: supervising staff all, its patron all, others nothing."""
    seen = audience.role in SEES_BALANCES or _is_own(event.patron, clean_actor(audience))
    return Redacted(event=event, hidden=frozenset()) if seen else None


def _redact_table(event: TableDid, audience: Actor) -> Redacted[TournamentEvent] | None:
    seen = [found for one in event.events if (found := redact(one, audience)) is not None]
    hidden = frozenset(f"events.{place}.{path}" for place, one in enumerate(seen) for path in one.hidden)
    told = changed(event, events=tuple(one.event for one in seen))
    return Redacted(event=told, hidden=hidden) if seen else None


def _sees(event: TableEvent, audience: Actor) -> bool:
    if isinstance(event, Own):
        return _may_know(Secret.MONEY, event, audience)
    return isinstance(event, Public) or (isinstance(event, OfStaff) and audience.role in SEES_BALANCES)


def _may_know(secret: Secret, holder: Struct, audience: Actor) -> bool:
    """Whether somebody who is no auditor may know this secret of an event or of a value in it."""
    match secret:
        case Secret.FACE:
            return getattr(holder, "face_up", False)
        case Secret.BOOKS:
            return audience.role in SEES_BALANCES
        case Secret.MONEY:
            return audience.role in SEES_BALANCES or _is_own(getattr(holder, "patron", None), audience)


def _blanked(value: S, audience: Actor, path: str, hidden: set[str]) -> S:
    """The value without what this person may not know; paths of what is left out are added to `hidden`."""
    secrets, nested = _declared(type(value))
    changes: dict[str, Any] = {}
    for name, secret in secrets:
        if not _may_know(secret, value, audience):
            changes[name] = _blank(secret, getattr(value, name))
            if secret is not Secret.FACE:
                hidden.add(f"{path}{name}")
    for name in nested:
        changes[name] = _blanked_within(getattr(value, name), audience, f"{path}{name}", hidden)
    return replace(value, **changes) if changes else value


def _blank(secret: Secret, value: Any) -> Any:
    """Nothing of its kind: no entry, no money, no face."""
    return type(value)(postings=()) if secret is Secret.BOOKS else _BLANK[secret]


def _blanked_within(value: Any, audience: Actor, path: str, hidden: set[str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_blanked(one, audience, f"{path}.{place}.", hidden) for place, one in enumerate(value))
    return _blanked(value, audience, f"{path}.", hidden)


@cache
def _declared(kind: type[Struct]) -> tuple[tuple[tuple[str, Secret], ...], tuple[str, ...]]:
    """The secret members of a type, and those whose values have secrets of their own."""
    hints = get_type_hints(kind, include_extras=True)
    marked = ((name, secret) for name, hint in hints.items() if (secret := _secret(hint)) is not None)
    nested = (name for name, hint in hints.items() if _secret(hint) is None and _holds_secrets(hint))
    return tuple(marked), tuple(nested)


def _secret(hint: Any) -> Secret | None:
    if get_origin(hint) is not Annotated:
        return None
    return next((mark for mark in hint.__metadata__ if isinstance(mark, Secret)), None)


def _holds_secrets(hint: Any) -> bool:
    inner = get_args(hint)[0] if get_origin(hint) is tuple else hint
    if not (isinstance(inner, type) and issubclass(inner, Struct)):
        return False
    secrets, nested = _declared(inner)
    return bool(secrets or nested)


def _is_own(patron: str | None, audience: Actor) -> bool:
    return audience.role is Role.PATRON and patron == audience.person


# Refusals and balances


def hears_refusal(audience: Actor, of: Actor) -> bool:
    """Whether a person would have heard that another was refused: supervising staff all, others their own."""
    if audience.role is Role.PATRON:
        return clean_actor(audience) == clean_actor(of)
    return audience.role in SEES_BALANCES or audience.role is of.role


def as_heard(command: TableCommand, audience: Actor) -> TableCommand:
    """A refused command as this person heard it: faces of cards that lie face down, or may do so, are left out."""
    if audience.role is Role.AUDITOR:
        return command
    match command:
        case Expose():
            return changed(command, cards=())
        case Draw(face_up=False):
            return changed(command, card=None)
        case CorrectCard():
            return replace(command, card=None)
        case _:
            return command


def as_heard_at_tournament(command: TournamentCommand, audience: Actor) -> TournamentCommand:
    """The same for a command of a tournament, which may be one at a table."""
    if not isinstance(command, AtTable):
        return command
    return changed(command, command=as_heard(command.command, audience))


def may_see_balance(account: TableAccount, audience: Actor, *, chips_are_issued: bool) -> bool:
    """Staff who see balances see all, a patron the own; chips that are issued stay in everybody's sight."""
    in_sight = chips_are_issued and isinstance(account, Chips)
    return in_sight or audience.role in SEES_BALANCES or _is_own(patron_of(account), audience)
