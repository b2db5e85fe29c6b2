"""Accounts are opened, limited and closed."""

from puntobanco.cage.command import CASHIER, OPERATOR, PATRON, require_moment, require_open, require_patrons_own
from puntobanco.cage.events.account import AccountClosed, AccountOpened, LimitsSet, VaultOpened, WithdrawalAsked
from puntobanco.cage.model import Limit
from puntobanco.cage.queries.limits import limit_after
from puntobanco.cage.state import CLAUSE, LONGEST_PATRON, AccountDraft, AccountState, refuse
from puntobanco.streams.command import Command, given_by
from puntobanco.values.money import Cents, Count, format_dollars


class Opening(Command[AccountState], gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an account begins with."""

    def opened(self) -> AccountOpened | VaultOpened:
        raise NotImplementedError

    def decide(self, draft: AccountDraft) -> None:
        refuse("open_already", f"there is an account of {draft.state.whose} already")


@given_by(CASHIER)
class OpenAccount(Opening, tag="open_account.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open an account for a patron, who has one at most."""

    patron: str

    def opened(self) -> AccountOpened:
        name = self.patron
        if not name or name != " ".join(name.split()) or "/" in name or len(name) > LONGEST_PATRON:
            refuse("bad_name", f"patron: a name of at most {LONGEST_PATRON} characters, no slash and no space too many")
        return AccountOpened(patron=name, clause=CLAUSE)


@given_by(OPERATOR)
class OpenVault(Opening, tag="open_vault.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open the account of the house's own money, from which tables get their float."""

    def opened(self) -> VaultOpened:
        return VaultOpened(patron=None, clause=CLAUSE)


@given_by(PATRON)
class AskWithdrawal(
    Command[AccountState], tag="ask_withdrawal.1", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Ask for money to be paid out, so that it lies ready at the cage and goes to no table.

    Who asks again says how much in all.
    """

    amount: Cents

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        require_patrons_own(state, self.actor)
        if not 0 <= self.amount <= state.held:
            asked, held = format_dollars(self.amount), format_dollars(state.held)
            refuse("not_enough", f"amount: {asked} cannot be paid out of {held}")
        draft.add(WithdrawalAsked(patron=state.patron, amount=self.amount, clause=CLAUSE))


@given_by(PATRON)
class SetLimits(Command[AccountState], tag="set_limits.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Set own limits. A lower one, or the first, binds at once; a higher one, or none, after 24 hours."""

    deposits: Cents | None
    """The most that is deposited in a day; null for no limit."""
    play: Cents | None
    """The most that is taken to tables and tournaments in a day; null for no limit."""
    at: Count = 0
    """The time, in microseconds since 1970, which the house fills in."""

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        require_patrons_own(state, self.actor)
        require_moment(self.at)
        deposits = self._limit("deposits", state.deposits, self.deposits)
        play = self._limit("play", state.play, self.play)
        draft.add(LimitsSet(patron=state.patron, deposits=deposits, play=play, clause=CLAUSE))

    def _limit(self, name: str, before: Limit, most: Cents | None) -> Limit:
        if most is not None and most < 0:
            refuse("bad_limit", f"{name}: a limit is nothing or more, not {format_dollars(most)}")
        return limit_after(before, most, self.at)


@given_by(CASHIER)
class CloseAccount(Command[AccountState], tag="close_account.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Close an account that holds nothing. What still comes back from a table is paid out as before."""

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        if state.patron is None:
            refuse("no_patron", "the account of the house's own money is not closed")
        require_open(state)
        if state.held:
            refuse("not_empty", f"{state.whose} has {format_dollars(state.held)}: pay it out first")
        draft.add(AccountClosed(patron=state.patron, clause=CLAUSE))
