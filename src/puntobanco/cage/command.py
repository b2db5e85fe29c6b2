"""What a person can ask of the cage, and in which role."""

from typing import Any, TypeVar

from puntobanco.cage.model import DAY
from puntobanco.cage.state import AccountState, refuse
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import Command
from puntobanco.values.money import LARGEST, Cents, format_dollars
from puntobanco.values.replace import changed

PATRON, DEALER, SUPERVISOR, OPERATOR = Role.PATRON, Role.DEALER, Role.SUPERVISOR, Role.OPERATOR
CASHIER = OPERATOR
EVERYBODY = (PATRON, DEALER, SUPERVISOR, OPERATOR)
"""Whose command at a table can move money of a patron."""

A = TypeVar("A", bound=Command[Any])


def at_time(command: A, at: int) -> A:
    """The command with the time that the house's clock showed, if it is one that has a time."""
    given: Any = command
    return changed(given, at=at) if "at" in command.__struct_fields__ else command


def require_moment(at: int) -> None:
    if not 0 <= at <= LARGEST - DAY:
        refuse("bad_time", "at is no time: microseconds since 1970")


def require_amount(amount: Cents) -> None:
    if amount <= 0:
        refuse("bad_amount", f"amount: {format_dollars(amount)} is nothing to move, name more than nothing")


def require_open(state: AccountState) -> None:
    if state.closed:
        refuse("closed", f"the account of {state.whose} is closed")


def require_patrons_own(state: AccountState, actor: Actor) -> None:
    """What only the patron of an account does."""
    if state.patron is None:
        refuse("no_patron", "the house's own money has no patron: use deposit and pay_withdrawal")
    if actor.person != state.patron:
        refuse("not_yours", f"this is the account of {state.patron}, not of {actor.person}")
