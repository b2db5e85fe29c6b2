"""decide(state, command): the events that a command leads to, or a refusal. Nothing is ever half done."""

from typing import cast

from puntobanco.errors import Refused
from puntobanco.streams import normalise_names
from puntobanco.streams.actors import DEALER, Role
from puntobanco.streams.command import name_of
from puntobanco.table.command import ROLES, Asked
from puntobanco.table.commands.admission import deals_here
from puntobanco.table.commands.commission_and_debt import pay_departed
from puntobanco.table.commands.exposure import Expose
from puntobanco.table.commands.table_lifecycle import OpenTable
from puntobanco.table.events import TableEvent
from puntobanco.table.state import Draft, TableState


def decide(state: TableState | None, command: Asked) -> tuple[TableEvent, ...]:
    """Answer a command with events, or raise `Refused` with code, clause and sentence."""
    return handle(state, command)[0]


def handle(state: TableState | None, command: Asked) -> tuple[tuple[TableEvent, ...], TableState]:
    """Decide and evolve in one go: the events, and the state after them, each event evolved once."""
    command = normalise_names.accepted(command)
    if command.actor.role not in ROLES[type(command)]:
        raise _wrong_role(state, command)
    if state is None:
        return _opened(command)
    draft = Draft(state)
    if command.actor.role is DEALER:
        deals_here(draft, command.actor.person)
    command.decide(draft)
    if draft.state.departed and draft.state.accounts is not state.accounts:
        pay_departed(draft)
    return cast("tuple[Event, ...]", tuple(draft.events)), draft.state


def _opened(command: Asked) -> tuple[tuple[TableEvent, ...], TableState]:
    if not isinstance(command, OpenTable):
        raise Refused("not_open", "open_table", "the table is not open yet: open it first")
    opened = command.opened()
    return (opened,), opened.begins()


def _wrong_role(state: TableState | None, command: Asked) -> Refused:
    """Whoever does what is the dealer's breaks the clause that leaves the cards to the dealer."""
    kind = type(command)
    roles = ROLES[kind]
    sentence = f"{name_of(kind)} is for the {' or '.join(sorted(roles))}, not for the {command.actor.role}"
    dealers = DEALER in roles and (Role.PATRON not in roles or kind is Expose)
    if state is None or not dealers or not state.rules.dealer_controls_cards.value:
        return Refused("wrong_role", "roles", sentence)
    return Refused("wrong_role", state.rules.cite(state.rules.dealer_controls_cards.clause), sentence)
