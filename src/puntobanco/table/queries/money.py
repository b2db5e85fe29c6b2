"""What is whose: chips, commission, debt, and what was paid."""

from puntobanco.table import ledger
from puntobanco.table.model import Phase, SettledWager
from puntobanco.table.state import TableState
from puntobanco.values.money import Cents


def owed(state: TableState, name: str) -> Cents:
    return state.balance(ledger.commission_owed(name))


def commission_is_due(state: TableState) -> bool:
    """Whether the dealer may collect now: the interval has passed and somebody owes."""
    every = state.rules.commission_every.value
    return (
        state.phase is Phase.BETTING
        and every is not None
        and state.round_number - 1 - state.last_collection >= every
        and any(owed(state, name) for name in state.patrons)
    )


def can_cash_out(state: TableState, name: str) -> Cents:
    """The most a patron can take away: chips less all that is owed."""
    owes = owed(state, name) + state.balance(ledger.commission_debt(name)) + state.balance(ledger.debt(name))
    return state.balance(ledger.chips(name)) - owes


def paid_until_now(line: SettledWager) -> Cents:
    """What the patron got back for a wager as far as is known: by the book, unless another amount was recorded."""
    return line.returned if line.really_returned is None else line.really_returned


def can_be_recorded(line: SettledWager) -> bool:
    """What became a patron's debt is settled as that, and not recorded a second time."""
    return not line.voided and line.debt == 0


def least_payment(state: TableState, line: SettledWager) -> Cents:
    """The least that may be recorded: what the patron never got must still be among the chips."""
    return max(0, paid_until_now(line) - state.balance(ledger.chips(line.patron)))
