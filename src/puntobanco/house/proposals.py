"""What takes two people, and what one of them has proposed."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, get_args

from msgspec import Struct

from puntobanco.cage.commands import PayWithdrawal
from puntobanco.streams.actors import DEALER, Actor, Role
from puntobanco.streams.command import AnyCommand
from puntobanco.table.commands import (
    AnnounceChange,
    CorrectCard,
    CountFloat,
    CreditFloat,
    DecideDispute,
    FillFloat,
    RecordPayment,
    ReportPlacementError,
    VoidRound,
    VoidWager,
)
from puntobanco.table.queries.round import correctable, reopenable
from puntobanco.table.state import TableState
from puntobanco.tournament.commands import AtTable, RedrawBallot
from puntobanco.tournament.queries.powers import needs_operator
from puntobanco.tournament.state import TournamentState
from puntobanco.values.canonical import digest_of, plain
from puntobanco.values.money import Cents, Count

LASTS = 10 * 60 * 10**6
"""How long a proposal can be approved, in microseconds."""
MOST_ALONE: Cents = 10_000_00
"""What one person pays out of an account, unless the house says otherwise."""

Proposed: TypeAlias = (
    VoidRound
    | VoidWager
    | RecordPayment
    | DecideDispute
    | ReportPlacementError
    | CorrectCard
    | AnnounceChange
    | FillFloat
    | CreditFloat
    | CountFloat
    | PayWithdrawal
    | RedrawBallot
    | AtTable
)
"""What a second person may have to approve. A settlement never is."""


class Proposal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that waits for a second person."""

    number: Count
    stream: str
    made_at: Count
    """The number of the stream's last record when it was proposed."""
    ground: str
    """What it was proposed on: the round that was played, and how the round that it is about stood."""
    for_operator: bool
    """Whether only an operator approves it."""
    command: Proposed
    at: Count

    @property
    def by(self) -> Actor:
        return self.command.actor


# When it takes two


def _always(_: Any, __: Any, ___: Cents) -> bool:
    return True


def _of_a_settled_round(command: VoidRound, state: TableState, _: Cents) -> bool:
    current = state.round
    return current is None or current.number != command.round or bool(current.settled)


def _of_a_settled_wager(command: VoidWager, state: TableState, _: Cents) -> bool:
    lying = state.stakes.at(command.patron, command.area, command.wager)
    return lying is None or command.round != state.round_number


def _with_money(command: DecideDispute, _: TableState, __: Cents) -> bool:
    return command.amount is not None


def _settled_anew(command: CorrectCard, state: TableState, _: Cents) -> bool:
    """A dealer's slip is put right at once; a supervisor who reopens what was paid has somebody look at it."""
    if command.actor.role is DEALER:
        return False
    found = [card for card in correctable(state, command.actor.role) if command.place in (None, card.place)]
    last = reopenable(state)
    of_last = last is not None and any(one is card for card in found[-1:] for one in last.round.in_order())
    return of_last or (state.round is not None and bool(state.round.settled))


def _above_the_limit(command: PayWithdrawal, _: Any, most: Cents) -> bool:
    return command.amount > most


def _at_its_table(command: AtTable, state: TournamentState, most: Cents) -> bool:
    found = state.tables.get(command.table)
    return found is not None and takes_two(command.command, found.state, most, None)


TAKES_TWO: Mapping[type[AnyCommand], Callable[[Any, Any, Cents], bool]] = {
    VoidRound: _of_a_settled_round,
    VoidWager: _of_a_settled_wager,
    RecordPayment: _always,
    DecideDispute: _with_money,
    ReportPlacementError: _always,
    CorrectCard: _settled_anew,
    AnnounceChange: _always,
    FillFloat: _always,
    CreditFloat: _always,
    CountFloat: _always,
    PayWithdrawal: _above_the_limit,
    RedrawBallot: _always,
    AtTable: _at_its_table,
}
"""What takes two people of whoever is on duty, and when; the house asks what they want to do, and where it stands."""

if set(TAKES_TWO) != set(get_args(Proposed)):
    raise TypeError("whatever can be proposed says when it takes two people")


def takes_operator(command: AnyCommand, state: Any, granted: Role | None) -> bool:
    """Whether only an operator approves it: what says so itself, and what a director does that is the operator's."""
    if Role.SUPERVISOR not in command.approvers:
        return True
    if granted is not Role.DIRECTOR or not isinstance(command, AtTable) or not isinstance(state, TournamentState):
        return False
    return needs_operator(state, command.command)


def takes_two(command: AnyCommand, state: Any, most: Cents, granted: Role | None) -> bool:
    """Whether a second person must approve it where its stream stands so; one pays out `most` alone."""
    if command.needs_approval or takes_operator(command, state, granted):
        return True
    question = TAKES_TWO.get(type(command))
    return question is not None and state is not None and question(command, state, most)


# What a proposal stands on


def ground_of(command: AnyCommand, state: Any) -> str:
    """In a word, what must not have changed when it is approved: the round, and whatever it is about."""
    if isinstance(command, AtTable) and isinstance(state, TournamentState):
        found = state.tables.get(command.table)
        return "" if found is None else ground_of(command.command, found.state)
    if not isinstance(state, TableState):
        return ""
    about: int | None = getattr(command, "round", None)
    stood = "" if about is None else f", round {about} as {_stood(state, about)}"
    return f"round {state.round_number}{stood}"


def _stood(state: TableState, number: int) -> str:
    found = [one for one in state.rounds if one.number == number]
    return digest_of(plain(found))[:16]
