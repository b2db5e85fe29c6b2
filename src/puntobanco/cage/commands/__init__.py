"""Every command of the cage, under the name that it is written with. Each says itself what it decides."""

from typing import TypeAlias, get_args

from puntobanco.cage.commands.account import AskWithdrawal, CloseAccount, OpenAccount, OpenVault, SetLimits
from puntobanco.cage.commands.money import BringBack, Deposit, PayAtDesk, PayWithdrawal, TakeTo
from puntobanco.cage.commands.play_limits import ExcludeSelf, LimitPlay, NoteLeave, NotePlay, ReturnToPlay
from puntobanco.streams.command import commands_by_name

AccountCommand: TypeAlias = (
    OpenAccount
    | OpenVault
    | Deposit
    | AskWithdrawal
    | PayWithdrawal
    | TakeTo
    | PayAtDesk
    | BringBack
    | SetLimits
    | LimitPlay
    | ExcludeSelf
    | ReturnToPlay
    | NotePlay
    | NoteLeave
    | CloseAccount
)

COMMANDS: dict[str, type[AccountCommand]] = commands_by_name(get_args(AccountCommand))
"""Command types by the name that a script uses."""
