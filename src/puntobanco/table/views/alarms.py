"""What at a table wants somebody who supervises, as the table stands now."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from puntobanco.rulebooks.rule_values import Remedy
from puntobanco.streams.actors import Role
from puntobanco.streams.command import name_of
from puntobanco.table.commands import DecideDispute, Reconstruct, RequireSeat
from puntobanco.table.model import FoundIrregularity
from puntobanco.table.phrases import REMEDIES
from puntobanco.table.queries.history import open_disputes
from puntobanco.table.queries.money import commission_is_due
from puntobanco.table.queries.progress import Next, progress
from puntobanco.table.queries.seats import sat_out_too_long
from puntobanco.table.queries.shoe import step_clause
from puntobanco.table.state import TableState
from puntobanco.table.views.remedy_advice import ADVICE
from puntobanco.values.text import in_words


class AlarmKind(StrEnum):
    """What it is about."""

    IRREGULARITY = "irregularity"
    DISPUTE = "dispute"
    COMMISSION = "commission"
    """The interval has passed, and somebody owes."""
    SUPERVISOR = "supervisor"
    """The table waits for one."""
    SEAT = "seat"
    """Somebody sits out while all other seats are in use."""
    SLUG = "slug"
    """Cards that a shuffle left together: the log tells it, not the state."""


class Alarm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that waits for whoever supervises."""

    kind: AlarmKind
    number: int | None = None
    """Of the dispute, or of the seat."""
    text: str
    clause: str | None
    ruled_by: str | None = None
    """The command by which somebody decides it, where there is one."""


def alarms(state: TableState, *, round_comes: bool = True) -> tuple[Alarm, ...]:
    """Everything that stands now; what is about the next round only where one comes."""
    passed = (*_disputes(state), *_misplaced(state), *_irregularities(state), *_commission(state))
    return (*passed, *_excess(state), *_waiting(state), *_seats(state)) if round_comes else passed


def _disputes(state: TableState) -> Iterator[Alarm]:
    is_open, clause = open_disputes(state), state.rules.disputes.clause
    for one in state.disputes:
        if one.number in is_open:
            text = f"Dispute {one.number} by {one.patron}: {one.text}"
            yield Alarm(
                kind=AlarmKind.DISPUTE, number=one.number, text=text, clause=clause, ruled_by=name_of(DecideDispute)
            )


def _misplaced(state: TableState) -> Iterator[Alarm]:
    current, rules = state.round, state.rules
    if current is not None and current.misplaced:
        text = f"Cards lie out of sequence in round {current.number}"
        clause = rules.on_out_of_sequence.clause
        yield Alarm(kind=AlarmKind.IRREGULARITY, text=text, clause=clause, ruled_by=name_of(Reconstruct))


def _irregularities(state: TableState) -> Iterator[Alarm]:
    for found in dict.fromkeys(state.irregularities):
        if _calls_somebody(found):
            text = f"{found.irregularity.in_words.capitalize()} in round {found.round}: {REMEDIES[found.remedy]}"
            yield Alarm(kind=AlarmKind.IRREGULARITY, text=text, clause=found.clause)


def _calls_somebody(found: FoundIrregularity) -> bool:
    """Whether a dealer is told to call somebody; cards out of sequence are told as long as they lie so."""
    return ADVICE[found.remedy].call is not None and found.remedy is not Remedy.RECONSTRUCTED


def _commission(state: TableState) -> Iterator[Alarm]:
    if state.commission_told and commission_is_due(state):
        rounds, every = state.round_number - 1 - state.last_collection, state.rules.commission_every
        text = f"Commission is not collected: {rounds} rounds have passed"
        yield Alarm(kind=AlarmKind.COMMISSION, text=text, clause=every.clause)


def _excess(state: TableState) -> Iterator[Alarm]:
    if state.excess:
        first, cause = state.excess[0], state.no_bet_cause
        text = f"{len(state.excess)} excess card{'s wait' if len(state.excess) > 1 else ' waits'} for the next round"
        text += ", which has no wagers" if cause is not None else ""
        yield Alarm(kind=AlarmKind.IRREGULARITY, text=text, clause=cause or first.clause)


def _waiting(state: TableState) -> Iterator[Alarm]:
    """Where the table waits for a supervisor; cards out of sequence are told already."""
    coming = progress(state)
    if coming.by is not Role.SUPERVISOR or coming.next is Next.REPAIR:
        return
    step = coming.step
    what = "the coup without wagers" if step is None else in_words(step)
    clause = None if step is None else step_clause(state.rules, step)
    yield Alarm(kind=AlarmKind.SUPERVISOR, text=f"The table waits for a supervisor: {what}", clause=clause)


def _seats(state: TableState) -> Iterator[Alarm]:
    for patron in state.patrons.values():
        if sat_out_too_long(state, patron):
            text = f"{patron.name} sits out at seat {patron.seat} while all other seats are in use"
            clause = state.rules.sit_out_limit.clause
            yield Alarm(
                kind=AlarmKind.SEAT, number=patron.seat, text=text, clause=clause, ruled_by=name_of(RequireSeat)
            )
