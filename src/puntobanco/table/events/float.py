"""Chips of the house come to the table's float and go from it, and are counted."""

from puntobanco.streams.ledger import CAGE
from puntobanco.table.ledger import FLOAT, TableEntry, transfer
from puntobanco.table.model import Counting, FloatCount
from puntobanco.table.state import Moves, OfStaff, TableState, posted
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.replace import changed


class FloatFilled(Moves, tag="float_filled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips of the house came from the cage to the float."""

    amount: Cents

    @property
    def entry(self) -> TableEntry:
        return transfer(CAGE, FLOAT, self.amount)

    def apply(self, state: TableState) -> TableState:
        return changed(posted(state, self), tray=changed(state.tray, filled=state.tray.filled + self.amount))

    def describe(self, by: str, /) -> str:
        return f"{by} fills the float with {format_dollars(self.amount)}"


class FloatCredited(Moves, tag="float_credited.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Chips of the house went from the float to the cage."""

    amount: Cents

    @property
    def entry(self) -> TableEntry:
        return transfer(FLOAT, CAGE, self.amount)

    def apply(self, state: TableState) -> TableState:
        return changed(posted(state, self), tray=changed(state.tray, credited=state.tray.credited + self.amount))

    def describe(self, by: str, /) -> str:
        return f"{by} takes {format_dollars(self.amount)} from the float to the cage"


class FloatCounted(OfStaff, tag="float_counted.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The chips in the tray were counted, and held against what the books say lies there."""

    count: Counting
    amount: Cents
    """What was counted."""
    book: Cents
    """What should lie there."""

    def apply(self, state: TableState) -> TableState:
        tray = state.tray
        found = FloatCount(count=self.count, amount=self.amount, filled=tray.filled, credited=tray.credited)
        opening = found if self.count is Counting.OPENING else tray.opening
        return changed(state, tray=changed(tray, opening=opening, last=found))

    def describe(self, by: str, /) -> str:
        off = self.amount - self.book
        than = f", {format_dollars(abs(off))} {'more' if off > 0 else 'less'} than" if off else ", as"
        return f"{by} counts {format_dollars(self.amount)} in the tray ({self.count}){than} the books say"
