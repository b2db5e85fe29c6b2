"""The table as a kind of stream."""

from puntobanco.errors import Refused
from puntobanco.streams.actors import DEALER, Role
from puntobanco.streams.command import Command
from puntobanco.streams.record import Record
from puntobanco.streams.stream_type import StreamType
from puntobanco.table.commands import TableCommand
from puntobanco.table.commands.admission import deals_here
from puntobanco.table.commands.commission_and_debt import pay_departed
from puntobanco.table.commands.exposure import Expose
from puntobanco.table.commands.table_lifecycle import OpenTable
from puntobanco.table.events import TableEvent
from puntobanco.table.events.table_lifecycle import TableOpened
from puntobanco.table.state import TableDraft, TableState


class TableRecord(
    Record[TableCommand, TableEvent],
    gc=False,
    tag="table_record.1",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """One accepted command of a table."""


class _TableType(StreamType[TableState, TableEvent, TableRecord]):
    def opened_by(self, command: Command[TableState]) -> TableOpened:
        if not isinstance(command, OpenTable):
            raise Refused("not_open", "open_table", "the table is not open yet: open it first")
        return command.opened()

    def run(self, draft: TableDraft, command: Command[TableState]) -> None:
        before = draft.state
        if command.actor.role is DEALER:
            deals_here(draft, command.actor.person)
        command.decide(draft)
        if draft.state.departed and draft.state.accounts is not before.accounts:
            pay_departed(draft)

    def role_clause(self, state: TableState | None, command: Command[TableState]) -> str:
        """A person who does what is the dealer's breaks the clause that leaves the cards to the dealer."""
        dealers = DEALER in command.roles and (Role.PATRON not in command.roles or isinstance(command, Expose))
        if state is None or not dealers or not state.rules.dealer_controls_cards.value:
            return "roles"
        return state.rules.cite(state.rules.dealer_controls_cards.clause)


TABLES = _TableType(record=TableRecord, state=TableState)
decide, handle, fold = TABLES.decide, TABLES.handle, TABLES.fold
