"""Every event of the cage, under the name and version that it is written with, for ever."""

from typing import TypeAlias, get_args

from puntobanco.cage.events.account import AccountClosed, AccountOpened, LimitsSet, VaultOpened, WithdrawalAsked
from puntobanco.cage.events.money import BroughtBack, Deposited, PaidAtDesk, TakenTo, WithdrawalPaid
from puntobanco.cage.events.play_limits import LeaveNoted, PlayLimitsSet, PlayNoted, ReturnedToPlay, SelfExcluded
from puntobanco.cage.state import AccountEventBase

AccountEvent: TypeAlias = (
    AccountOpened
    | VaultOpened
    | Deposited
    | WithdrawalAsked
    | WithdrawalPaid
    | TakenTo
    | PaidAtDesk
    | BroughtBack
    | LimitsSet
    | PlayLimitsSet
    | SelfExcluded
    | ReturnedToPlay
    | PlayNoted
    | LeaveNoted
    | AccountClosed
)

EVENTS: dict[str, type[AccountEvent]] = {kind.__struct_config__.tag: kind for kind in get_args(AccountEvent)}
"""Event types by name and version, such as `deposited.1`."""

for _kind in EVENTS.values():
    if _kind.after is AccountEventBase.after or _kind.told is AccountEventBase.told:
        raise TypeError(f"{_kind.__name__} must say what the account is after it, and its sentence")


def name_of(event: AccountEvent) -> str:
    """The written name without the version."""
    return str(event.__struct_config__.tag).rpartition(".")[0]
