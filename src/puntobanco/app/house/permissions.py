"""Whether a person on duty may ask for something: by the roles that the house has given until then, and no other."""

from typing import Any, NoReturn

from puntobanco.app.house.write_unit import Before, CommandRequest
from puntobanco.errors import Refused
from puntobanco.house.commands import (
    Approve,
    Decline,
    DisableGaming,
    EnableGaming,
    GrantRole,
    Propose,
    RevokeRole,
    TakeOver,
    WithdrawProposal,
)
from puntobanco.house.grants import ALL_TABLES, place_in_words
from puntobanco.house.proposals import takes_operator, takes_two
from puntobanco.house.state import HouseState
from puntobanco.streams.actors import Role
from puntobanco.streams.command import AnyCommand, name_of
from puntobanco.streams.names import HOUSE, SHOES, TABLE, named
from puntobanco.tournament.commands import AtTable, ConfirmApproval, RecordApproval

APPROVERS = {"table": "a supervisor or operator of this table", "tournament": "another director or operator"}
"""Who approves what takes two people, by the sort of its stream; else an operator does."""

PROVED_AGAIN: frozenset[type[AnyCommand]] = frozenset({Approve, GrantRole, RevokeRole, RecordApproval, ConfirmApproval})
"""Approvals and grants: whoever gives one over a network proves again who it is."""


def require_duty(of: Before, asked: CommandRequest) -> None:
    """Refuse what this person may not ask for now; what one needs a second person for is proposed instead."""
    house: HouseState = of(HOUSE).state or HouseState()
    command = asked.command
    if asked.approved_by is not None:
        _refuse("bad_approval", "approval", "nobody on duty names who approves: propose it, and let them approve")
    if command.at_the_machine:
        _refuse("wrong_role", "roles", f"{name_of(command)} is for the house itself, at its own machine")
    place = place_of(house, asked.stream, command)
    require_role(house, place, command)
    if isinstance(command, TakeOver):
        _require_table(of, house, command.table)
    state, granted = of(asked.stream).state, house.role_of(command.actor.person, place)
    if _may_give(command) and takes_two(command, state, house.withdrawal_limit, granted):
        other = APPROVERS.get(asked.stream.partition("/")[0], "another operator")
        who = "an operator" if takes_operator(command, state, granted) else other
        _refuse("needs_approval", "approval", f"{name_of(command)} takes two people: propose it, and {who} approves")


def _require_table(of: Before, house: HouseState, name: str) -> None:
    """One that was set up, or that has a log."""
    if name not in house.tables and of(TABLE + name).state is None:
        _refuse("no_such_table", "roles", f"there is no table {name}: name one that the house has")


def _may_give(command: AnyCommand) -> bool:
    """Whether this is for the role at all; if it is not, its room says so."""
    given = command.command if isinstance(command, AtTable) else command
    return given.actor.role in given.roles


def place_of(house: HouseState, stream: str, command: AnyCommand) -> str:
    """The stream whose role counts: for a proposal, a table that is taken over and a switch, that which it is about."""
    match command:
        case Propose():
            return command.stream
        case Approve() | Decline() | WithdrawProposal():
            found = house.proposal(command.number)
            return stream if found is None else found.stream
        case TakeOver():
            return TABLE + command.table
        case DisableGaming() | EnableGaming():
            return ALL_TABLES if command.table is None else TABLE + command.table
        case _:
            return stream


def require_role(house: HouseState, place: str, command: AnyCommand) -> None:
    """Who acts has this role at the place, and of its dealers deals there."""
    person, role = command.actor.person, command.actor.role
    granted = house.role_of(person, place)
    if granted is None:
        _refuse("no_role", "roles", f"{person} has no role {place_in_words(place)}: an operator gives one")
    if role not in acts_as(granted, command):
        sentence = f"{person} is {granted} {place_in_words(place)}, and cannot act as {role} there"
        _refuse("wrong_role", "roles", sentence)
    if role is Role.DEALER and place.startswith((TABLE, SHOES)) and not isinstance(command, TakeOver):
        _require_dealing(house, named(place), person)


def acts_as(granted: Role, command: AnyCommand) -> tuple[Role, ...]:
    """The roles in which somebody with a role gives a command."""
    proposed = command.command if isinstance(command, Propose) else command
    return roles_of(granted, at_a_table=isinstance(proposed, AtTable))


def roles_of(granted: Role, *, at_a_table: bool) -> tuple[Role, ...]:
    """The same, at a table of a tournament or elsewhere."""
    match granted:
        case Role.WALL:
            return ()
        case Role.DIRECTOR:
            return (Role.SUPERVISOR, Role.OPERATOR) if at_a_table else (Role.SUPERVISOR,)
        case _:
            return (granted,)


def _require_dealing(house: HouseState, table: str, person: str) -> None:
    deals = house.dealing.get(table)
    if deals != person:
        who = "nobody deals" if deals is None else f"{deals} deals"
        _refuse("not_dealing", "roles", f"{who} at table {table} now: take the table over first")


def _refuse(code: str, clause: str, sentence: str) -> NoReturn:
    raise Refused(code, clause, sentence)


def require_fitting(of: Before, stream: str, command: Any) -> None:
    """Who proposed something may still do it when it is approved."""
    house: HouseState = of(HOUSE).state or HouseState()
    require_role(house, stream, command)
