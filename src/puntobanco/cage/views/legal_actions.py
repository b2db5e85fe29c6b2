"""legal(state, actor): what a person may ask of an account now."""

from collections.abc import Callable, Iterator

from puntobanco.cage.commands import COMMANDS, account, money, play_limits
from puntobanco.cage.queries.limits import room_for
from puntobanco.cage.state import AccountState
from puntobanco.errors import Unreadable
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import Command
from puntobanco.streams.normalise_names import clean_actor
from puntobanco.table import Legal
from puntobanco.table.views.action import Amounts
from puntobanco.values.money import Cents

Offers = Iterator[Legal]


def _from(low: Cents, high: Cents) -> tuple[Amounts, ...]:
    return (Amounts(low=low, high=high, step=1),)


def _is_own(state: AccountState, actor: Actor) -> bool:
    return state.patron == actor.person


def deposit(state: AccountState, _: Actor) -> Offers:
    """Up to what the books hold: a day's limit is asked for with the time."""
    if not state.closed and room_for(state):
        yield Legal("deposit", amounts=_from(1, room_for(state)))


def pay_withdrawal(state: AccountState, _: Actor) -> Offers:
    if state.held > 0:
        yield Legal("pay_withdrawal", amounts=_from(1, state.held))


def ask_withdrawal(state: AccountState, actor: Actor) -> Offers:
    if _is_own(state, actor):
        yield Legal("ask_withdrawal", amounts=_from(0, state.held))


def set_limits(state: AccountState, actor: Actor) -> Offers:
    if _is_own(state, actor):
        yield Legal("set_limits", asks=("deposits", "play"))


def limit_play(state: AccountState, actor: Actor) -> Offers:
    """Staff sets them where the patron asked for it."""
    if _may_set(state, actor):
        yield Legal("limit_play", asks=("loss_day", "loss_week", "loss_month", "minutes", *_request(actor)))


def exclude_self(state: AccountState, actor: Actor) -> Offers:
    """Until a later time than before, or for ever."""
    if _may_set(state, actor) and (state.excluded is None or state.excluded.until is not None):
        yield Legal("exclude_self", asks=("until", *_request(actor)))


def return_to_play(state: AccountState, actor: Actor) -> Offers:
    """Once the time is over, which is asked for with the time."""
    if _may_set(state, actor) and state.excluded is not None and state.excluded.until is not None:
        yield Legal("return_to_play", asks=_request(actor))


def _may_set(state: AccountState, actor: Actor) -> bool:
    return state.patron is not None and (actor.role is not Role.PATRON or _is_own(state, actor))


def _request(actor: Actor) -> tuple[str, ...]:
    return () if actor.role is Role.PATRON else ("request",)


def close_account(state: AccountState, _: Actor) -> Offers:
    if state.patron is not None and not state.closed and not state.held:
        yield Legal("close_account")


OFFERS: dict[type[Command[AccountState]], Callable[[AccountState, Actor], Offers]] = {
    money.Deposit: deposit,
    money.PayWithdrawal: pay_withdrawal,
    account.AskWithdrawal: ask_withdrawal,
    account.SetLimits: set_limits,
    play_limits.LimitPlay: limit_play,
    play_limits.ExcludeSelf: exclude_self,
    play_limits.ReturnToPlay: return_to_play,
    account.CloseAccount: close_account,
}
"""When each command of an account may be given alone, by those who may give it at all."""

_OTHERS = {account.OpenAccount, account.OpenVault} | {kind for kind in COMMANDS.values() if kind.only_beside}
if OFFERS.keys() ^ set(COMMANDS.values()) != _OTHERS:
    raise TypeError(f"legal must answer for every command: {OFFERS.keys() ^ set(COMMANDS.values()) ^ _OTHERS}")

_BY_ROLE = {role: [offer for kind, offer in OFFERS.items() if role in kind.roles] for role in Role}


def legal(state: AccountState | None, actor: Actor) -> tuple[Legal, ...]:
    """Everything that this person may ask now; nobody whose name cannot enter the log asks anything."""
    try:
        actor = clean_actor(actor)
    except Unreadable:
        return ()
    if state is None:
        opened = (Legal("open_account", asks=("patron",)), Legal("open_vault"))
        return opened if actor.role is Role.OPERATOR else ()
    return tuple([one for offer in _BY_ROLE[actor.role] for one in offer(state, actor)])
