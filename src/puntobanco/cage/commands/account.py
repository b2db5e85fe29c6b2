"""Accounts are opened and closed."""

from collections.abc import Iterator

from puntobanco.cage.command import CASHIER, OPERATOR, require_open
from puntobanco.cage.events.account import AccountClosed, AccountOpened, VaultOpened
from puntobanco.cage.state import CLAUSE, LONGEST_PATRON, AccountDraft, AccountState, refuse
from puntobanco.streams.actors import Actor
from puntobanco.streams.command import Command, given_by
from puntobanco.streams.legal_action import LegalAction
from puntobanco.values.money import format_dollars


class Opening(Command[AccountState], gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an account begins with."""

    def opened(self) -> AccountOpened | VaultOpened:
        raise NotImplementedError

    def decide(self, draft: AccountDraft) -> None:
        refuse("open_already", f"there is an account of {draft.state.whose} already")


@given_by(CASHIER)
class OpenAccount(Opening, tag="open_account.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open an account for a patron, who has one at most."""

    opens_with = ("patron",)

    patron: str

    def opened(self) -> AccountOpened:
        name = self.patron
        if not name or name != " ".join(name.split()) or "/" in name or len(name) > LONGEST_PATRON:
            refuse("bad_name", f"patron: a name of at most {LONGEST_PATRON} characters, no slash and no space too many")
        return AccountOpened(patron=name, clause=CLAUSE)


@given_by(OPERATOR)
class OpenVault(Opening, tag="open_vault.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open the account of the house's own money, from which tables get their float."""

    opens_with = ()

    def opened(self) -> VaultOpened:
        return VaultOpened(patron=None, clause=CLAUSE)


@given_by(CASHIER)
class CloseAccount(Command[AccountState], tag="close_account.1", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Close an account that holds nothing. What still comes back from a table is paid out as before."""

    @classmethod
    def legal_actions(cls, state: AccountState, _: Actor) -> Iterator[LegalAction]:
        if state.patron is not None and not state.closed and not state.held:
            yield LegalAction(cls.kind)

    def decide(self, draft: AccountDraft) -> None:
        state = draft.state
        if state.patron is None:
            refuse("no_patron", "the account of the house's own money is not closed")
        require_open(state)
        if state.held:
            refuse("not_empty", f"{state.whose} has {format_dollars(state.held)}: pay it out first")
        draft.add(AccountClosed(patron=state.patron, clause=CLAUSE))
