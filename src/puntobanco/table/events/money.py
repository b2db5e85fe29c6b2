"""Chips from and to the cage or the bank, commission and debt."""

from puntobanco.table.ledger import commission_owed
from puntobanco.table.state import Books, Own, Public, TableState, posted, with_patron
from puntobanco.values.money import Cents, Count, format_dollars
from puntobanco.values.replace import changed


class BoughtIn(Own, tag="bought_in.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron brought chips from the cage."""

    amount: Cents
    entry: Books

    def apply(self, state: TableState) -> TableState:
        state = with_patron(posted(state, self), self.patron)
        departed = state.departed - {self.patron} if self.patron in state.departed else state.departed
        return changed(state, departed=departed, tray=changed(state.tray, drop=state.tray.drop + self.amount))

    def describe(self, _: str, /) -> str:
        return f"{self.patron} buys in for {format_dollars(self.amount)}"


class CashedOut(Own, tag="cashed_out.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron took chips to the cage."""

    amount: Cents
    entry: Books

    def apply(self, state: TableState) -> TableState:
        return posted(state, self)

    def describe(self, _: str, /) -> str:
        return f"{self.patron} cashes out {format_dollars(self.amount)}"


class DepartedPaid(Own, tag="departed_paid.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money came back to a patron who is no longer at the table, and is paid at the cage."""

    amount: Cents
    entry: Books

    def apply(self, state: TableState) -> TableState:
        return posted(state, self)

    def describe(self, _: str, /) -> str:
        return f"{self.patron}, who has left, is paid {format_dollars(self.amount)} at the cage"


class ChipsIssued(Public, tag="chips_issued.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron got chips from the bank and sits at the table; `warned` who was, elsewhere, of bets out of turn."""

    patron: str
    seat: Count
    amount: Cents
    warned: bool
    entry: Books

    def apply(self, state: TableState) -> TableState:
        state = with_patron(posted(state, self), self.patron, seat=self.seat, warned_of_turn=self.warned)
        return changed(state, departed=state.departed - {self.patron})

    def describe(self, _: str, /) -> str:
        return f"{self.patron} gets {format_dollars(self.amount)} in chips at seat {self.seat}"


class ChipsTakenIn(Public, tag="chips_taken_in.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron's chips went back to the bank."""

    patron: str
    amount: Cents
    entry: Books

    def apply(self, state: TableState) -> TableState:
        return posted(state, self)

    def describe(self, _: str, /) -> str:
        return f"{format_dollars(self.amount)} of {self.patron}'s chips are taken in"


class DebtSettled(Own, tag="debt_settled.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron paid a debt to the house."""

    amount: Cents
    entry: Books

    def apply(self, state: TableState) -> TableState:
        return posted(state, self)

    def describe(self, _: str, /) -> str:
        return f"{self.patron} pays a debt of {format_dollars(self.amount)}"


class CommissionCollected(Own, tag="commission_collected.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was collected; what the chips did not cover is commission debt from now on."""

    amount: Cents
    from_all: bool
    entry: Books
    unpaid: Cents

    def apply(self, state: TableState) -> TableState:
        state = posted(state, self)
        if self.from_all:
            return changed(state, last_collection=state.round_number - 1, commission_told=False)
        still_owed = any(state.balance(commission_owed(name)) for name in state.patrons)
        return changed(state, commission_told=state.commission_told and still_owed)

    def describe(self, _: str, /) -> str:
        rest = f"; {format_dollars(self.unpaid)} is commission debt" if self.unpaid else ""
        return f"{self.patron} pays commission of {format_dollars(self.amount)}{rest}"


class CommissionDue(Public, tag="commission_due.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The interval has passed and somebody owes: the dealer is told, once."""

    rounds: Count

    def apply(self, state: TableState) -> TableState:
        return changed(state, commission_told=True)

    def describe(self, _: str, /) -> str:
        return f"Commission is due: {self.rounds} rounds have passed since it was collected"
