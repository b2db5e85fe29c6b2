"""decide(state, command): the events that a command leads to, or a refusal. Nothing is ever half done."""

from typing import cast

from puntobanco.cage.command import ROLES, Asked
from puntobanco.cage.commands.account import Opening
from puntobanco.cage.events import AccountEvent
from puntobanco.cage.state import AccountState, Draft, refuse
from puntobanco.errors import Refused
from puntobanco.streams import normalise_names
from puntobanco.streams.command import name_of


def decide(state: AccountState | None, command: Asked) -> tuple[AccountEvent, ...]:
    """Answer a command with events, or raise `Refused` with code, clause and sentence."""
    return handle(state, command)[0]


def handle(state: AccountState | None, command: Asked) -> tuple[tuple[AccountEvent, ...], AccountState]:
    """Decide and evolve in one go: the events, and the state after them, each event evolved once."""
    command = normalise_names.accepted(command)
    roles = ROLES[type(command)]
    if command.actor.role not in roles:
        sentence = f"{name_of(command)} is for the {' or '.join(sorted(roles))}, not for the {command.actor.role}"
        raise Refused("wrong_role", "roles", sentence)
    if state is None:
        return _opened(command)
    draft = Draft(state)
    command.decide(draft)
    return cast("tuple[Event, ...]", tuple(draft.events)), draft.state


def _opened(command: Asked) -> tuple[tuple[AccountEvent, ...], AccountState]:
    if not isinstance(command, Opening):
        refuse("no_account", "there is no account yet: open it first")
    opened = command.opened()
    return (opened,), opened.begins()
