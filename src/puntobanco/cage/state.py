"""The state of an account: a fold of its events, and nothing else."""

from typing import NoReturn, TypeAlias

from msgspec import Struct

from puntobanco.cage.ledger import HELD, CageAccount, CageBalances, CageEntry, at, post
from puntobanco.cage.model import NO_LIMIT, Day, Exclusion, Limit, Losses, Periods, Presence
from puntobanco.errors import Refused
from puntobanco.streams.draft import Draft
from puntobanco.streams.event import Event
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed
from puntobanco.values.text import LONGEST_NAME

VAULT = "vault"
"""The stream of the house's own money."""
OF_A_PATRON = "cage/"
"""How the stream of a patron's account begins; the patron's name follows."""
LONGEST_PATRON = LONGEST_NAME - len(OF_A_PATRON)
CLAUSE = "cage"
"""No document speaks of accounts: what is refused here is refused by the house."""


class AccountState(Struct, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is known of an account."""

    patron: str | None
    """Whose it is; none for the house's own money."""
    accounts: CageBalances = {}
    """They sum to zero."""
    asked: Cents = 0
    """What the patron wants paid out: it lies ready and goes to no table."""
    deposits: Limit = NO_LIMIT
    play: Limit = NO_LIMIT
    day: Day = Day()
    """The last day on which something was moved."""
    closed: bool = False
    guarded: bool = False
    """Whether the patron ever set a limit of loss or time, or was self-excluded: only then is the rest asked for."""
    losses: Losses = Losses()
    minutes: Limit = NO_LIMIT
    """At tables and tournaments, in a day."""
    excluded: Exclusion | None = None
    periods: Periods = Periods()
    presence: Presence = Presence()

    def balance(self, account: CageAccount) -> Cents:
        return self.accounts.get(account, 0)

    @property
    def held(self) -> Cents:
        return self.balance(HELD)

    @property
    def free(self) -> Cents:
        """What can be taken to a table or tournament, limits apart."""
        return self.held - self.asked

    def lies_at(self, stream: str) -> Cents:
        """What went to a table or tournament and did not come back."""
        return self.balance(at(stream))

    @property
    def whose(self) -> str:
        return whose(self.patron)


def whose(patron: str | None) -> str:
    return "the house" if patron is None else patron


def stream_of(patron: str | None) -> str:
    """The stream that an account is kept in."""
    return VAULT if patron is None else f"{OF_A_PATRON}{patron}"


class AccountEventBase(Event[AccountState], gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that happened to an account. Its patron and supervising staff see it."""

    patron: str | None
    """Whose account it is; null for the house's own money."""

    @property
    def whose(self) -> str:
        return whose(self.patron)


class Moves(AccountEventBase, gc=False, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Money moved; the entry follows from what the event says, so that no log can hold an entry that does not."""

    @property
    def entry(self) -> CageEntry:
        raise NotImplementedError


def posted(state: AccountState, event: Moves) -> AccountState:
    return changed(state, accounts=post(state.accounts, event.entry))


AccountDraft: TypeAlias = Draft[AccountState]


def refuse(code: str, sentence: str) -> NoReturn:
    raise Refused(code, CLAUSE, sentence)
