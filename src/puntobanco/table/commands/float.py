"""Supervising staff fill, credit and count the float, always two of them."""

from puntobanco.streams.actors import OPERATOR, SUPERVISOR
from puntobanco.streams.command import Command, given_by
from puntobanco.table import ledger
from puntobanco.table.commands.admission import require_cage
from puntobanco.table.events.float import FloatCounted, FloatCredited, FloatFilled
from puntobanco.table.model import Counting
from puntobanco.table.queries.float import in_the_tray, may_count
from puntobanco.table.refuse import refuse
from puntobanco.table.state import TableDraft, TableState
from puntobanco.values.money import Cents, format_dollars


@given_by(SUPERVISOR, OPERATOR)
class FillFloat(Command[TableState], tag="fill_float.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Bring chips of the house from the cage to the float, approved by a second person."""

    needs_approval = True

    amount: Cents

    def decide(self, draft: TableDraft) -> None:
        require_cage(draft)
        clause = draft.state.rules.chips_come_from.clause
        if draft.state.is_closed:
            refuse(draft.state.rules, "closed", clause, "the table is closed")
        chips = draft.state.rules.chips
        if self.amount <= 0 or not chips.value.can_make(self.amount):
            sentence = f"{format_dollars(self.amount)} cannot be had in the table's chips ({chips.value})"
            refuse(draft.state.rules, "not_in_chips", chips.clause, sentence)
        if not ledger.has_room(draft.state.accounts, self.amount):
            refuse(draft.state.rules, "too_large", clause, "that is more than the books of a table hold: bring less")
        draft.add(FloatFilled(amount=self.amount, clause=clause))


@given_by(SUPERVISOR, OPERATOR)
class CreditFloat(Command[TableState], tag="credit_float.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take chips of the house from the float to the cage, approved by a second person.

    Also once the table is closed.
    """

    needs_approval = True

    amount: Cents

    def decide(self, draft: TableDraft) -> None:
        require_cage(draft)
        clause = draft.state.rules.chips_come_from.clause
        lies = in_the_tray(draft.state)
        if not 0 < self.amount <= lies:
            sentence = f"{format_dollars(max(lies, 0))} lies in the tray: {format_dollars(self.amount)} cannot leave it"
            refuse(draft.state.rules, "not_enough_chips", clause, sentence)
        draft.add(FloatCredited(amount=self.amount, clause=clause))


@given_by(SUPERVISOR, OPERATOR)
class CountFloat(Command[TableState], tag="count_float.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Count the chips in the tray, approved by a second person: at the opening, once the table is closed, or between.

    What patrons have or bet lies elsewhere; commission that was taken is in the tray.
    """

    needs_approval = True

    count: Counting
    amount: Cents
    """All chips together."""

    def decide(self, draft: TableDraft) -> None:
        require_cage(draft)
        clause = draft.state.rules.chips_come_from.clause
        if self.amount < 0:
            refuse(draft.state.rules, "not_in_chips", clause, f"amount: nobody counts {format_dollars(self.amount)}")
        if not may_count(draft.state, self.count):
            sentence = "the opening count is the first one, the closing count is of a closed table, others are between"
            refuse(draft.state.rules, "wrong_count", clause, f"count: {sentence}")
        book = in_the_tray(draft.state)
        draft.add(FloatCounted(count=self.count, amount=self.amount, book=book, clause=clause))
