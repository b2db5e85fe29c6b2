"""Accounts are opened, limited and closed."""

from puntobanco.cage.model import Limit
from puntobanco.cage.state import AccountEventBase, AccountState
from puntobanco.values.money import Cents, format_dollars
from puntobanco.values.replace import changed


class AccountOpened(AccountEventBase, tag="account_opened.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron has an account."""

    def initial(self) -> AccountState:
        return AccountState(patron=self.patron)

    def apply(self, _: AccountState) -> AccountState:
        return self.initial()

    def describe(self, by: str, /) -> str:
        return f"{by} opens an account for {self.whose}"


class VaultOpened(AccountEventBase, tag="vault_opened.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house has an account of its own money."""

    def initial(self) -> AccountState:
        return AccountState(patron=self.patron)

    def apply(self, _: AccountState) -> AccountState:
        return self.initial()

    def describe(self, by: str, /) -> str:
        return f"{by} opens the vault"


class LimitsSet(AccountEventBase, tag="limits_set.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patron set own limits; what is lower binds, what is higher will."""

    deposits: Limit
    """What is deposited in a day."""
    play: Limit
    """What is taken to tables and tournaments in a day."""

    def apply(self, state: AccountState) -> AccountState:
        return changed(state, deposits=self.deposits, play=self.play)

    def describe(self, _: str, /) -> str:
        return f"{self.whose} lets {_told(self.deposits)} a day be deposited, and {_told(self.play)} be played with"


def _told(limit: Limit) -> str:
    now = _amount(limit.most)
    return now if limit.later is None else f"{now} ({_amount(limit.later.most)} in 24 hours)"


def _amount(most: Cents | None) -> str:
    return "any amount" if most is None else f"at most {format_dollars(most)}"


class WithdrawalAsked(
    AccountEventBase, tag="withdrawal_asked.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """A patron wants money paid out: it lies ready at the cage."""

    amount: Cents
    """All that is wanted now; nothing where the patron wants none any more."""

    def apply(self, state: AccountState) -> AccountState:
        return changed(state, asked=self.amount)

    def describe(self, _: str, /) -> str:
        return f"{self.whose} wants {format_dollars(self.amount)} paid out"


class AccountClosed(AccountEventBase, tag="account_closed.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An account takes no deposits any more and nothing goes from it to a table."""

    def apply(self, state: AccountState) -> AccountState:
        return changed(state, closed=True)

    def describe(self, by: str, /) -> str:
        return f"{by} closes the account of {self.whose}"
