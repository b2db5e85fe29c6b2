"""Money comes, goes, and moves between an account and tables or tournaments."""

from puntobanco.cage.ledger import CASH, HELD, CageEntry, at, transfer
from puntobanco.cage.model import Day, Moment
from puntobanco.cage.play_time import moved
from puntobanco.cage.state import AccountState, Moves, posted
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.replace import changed


class Deposited(Moves, tag="deposited.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cash came to the account."""

    amount: Cents
    at: Moment
    """When."""
    day: Day
    """What the day has seen with it."""

    @property
    def entry(self) -> CageEntry:
        return transfer(CASH, HELD, self.amount)

    def apply(self, state: AccountState) -> AccountState:
        return changed(posted(state, self), day=self.day)

    def describe(self, _: str, /) -> str:
        return f"{self.whose} deposits {format_dollars(self.amount)}"


class WithdrawalPaid(Moves, tag="withdrawal_paid.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cash was paid out."""

    amount: Cents
    at: Moment
    """When."""

    @property
    def entry(self) -> CageEntry:
        return transfer(HELD, CASH, self.amount)

    def apply(self, state: AccountState) -> AccountState:
        return changed(posted(state, self), asked=max(0, state.asked - self.amount))

    def describe(self, by: str, /) -> str:
        return f"{by} pays {self.whose} {format_dollars(self.amount)}"


class TakenTo(Moves, tag="taken_to.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money went from the account to a table or tournament."""

    stream: str
    """The table's or tournament's."""
    amount: Cents
    at: Moment
    """When."""
    day: Day
    """What the day has seen with it."""

    @property
    def entry(self) -> CageEntry:
        return transfer(HELD, at(self.stream), self.amount)

    def apply(self, state: AccountState) -> AccountState:
        periods = moved(state.periods, self.stream, self.amount, self.at)
        return changed(posted(state, self), day=self.day, periods=periods)

    def describe(self, _: str, /) -> str:
        return f"{format_dollars(self.amount)} of {self.whose} goes to {self.stream}"


class PaidAtDesk(Moves, tag="paid_at_desk.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cash of the patron went to a tournament at its desk; what the account holds stayed as it was."""

    stream: str
    """The tournament's."""
    amount: Cents
    at: Moment
    """When."""
    day: Day
    """What the day has seen with it."""

    @property
    def entry(self) -> CageEntry:
        return transfer(CASH, at(self.stream), self.amount)

    def apply(self, state: AccountState) -> AccountState:
        periods = moved(state.periods, self.stream, self.amount, self.at)
        return changed(posted(state, self), day=self.day, periods=periods)

    def describe(self, by: str, /) -> str:
        return f"{self.whose} pays {by} {format_dollars(self.amount)} for {self.stream} at the desk"


class BroughtBack(Moves, tag="brought_back.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money came from a table or tournament to the account."""

    stream: str
    """The table's or tournament's."""
    amount: Cents
    at: Moment
    """When."""

    @property
    def entry(self) -> CageEntry:
        return transfer(at(self.stream), HELD, self.amount)

    def apply(self, state: AccountState) -> AccountState:
        periods = moved(state.periods, self.stream, -self.amount, self.at)
        return changed(posted(state, self), periods=periods)

    def describe(self, _: str, /) -> str:
        return f"{format_dollars(self.amount)} comes from {self.stream} to {self.whose}"
