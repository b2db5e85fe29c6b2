"""An account as a kind of stream."""

from puntobanco.cage.commands import AccountCommand
from puntobanco.cage.commands.account import Opening
from puntobanco.cage.events import AccountEvent
from puntobanco.cage.events.account import AccountOpened, VaultOpened
from puntobanco.cage.state import AccountState, refuse
from puntobanco.streams.command import Command
from puntobanco.streams.record import Record
from puntobanco.streams.stream_type import StreamType


class AccountRecord(
    Record[AccountCommand, AccountEvent],
    gc=False,
    tag="account_record.1",
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """One accepted command of an account."""


class _AccountType(StreamType[AccountState, AccountEvent, AccountRecord]):
    def opened_by(self, command: Command[AccountState]) -> AccountOpened | VaultOpened:
        if not isinstance(command, Opening):
            refuse("no_account", "there is no account yet: open it first")
        return command.opened()


ACCOUNTS = _AccountType(record=AccountRecord, state=AccountState)
decide, handle, fold = ACCOUNTS.decide, ACCOUNTS.handle, ACCOUNTS.fold
