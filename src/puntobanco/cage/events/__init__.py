"""Every event of the cage, under the name and version that it is written with, for ever."""

from typing import TypeAlias, get_args

from puntobanco.cage.events.account import AccountClosed, AccountOpened, LimitsSet, VaultOpened, WithdrawalAsked
from puntobanco.cage.events.money import BroughtBack, Deposited, PaidAtDesk, TakenTo, WithdrawalPaid
from puntobanco.cage.events.play_limits import LeaveNoted, PlayLimitsSet, PlayNoted, ReturnedToPlay, SelfExcluded
from puntobanco.streams.event import events_by_tag

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

EVENTS: dict[str, type[AccountEvent]] = events_by_tag(get_args(AccountEvent))
"""Event types by name and version, such as `deposited.1`."""
