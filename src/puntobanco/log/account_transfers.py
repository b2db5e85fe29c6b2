"""What accounts book beside a table's or tournament's record: as much as goes to or from its cage, to the cent."""

from collections.abc import Iterable
from typing import TypeAlias

from puntobanco.cage.commands import AccountCommand, BringBack, PayAtDesk, TakeTo
from puntobanco.cage.state import stream_of
from puntobanco.streams.actors import Actor
from puntobanco.streams.ledger import Cage, Entry
from puntobanco.table import events as at_table
from puntobanco.tournament import events as at_tournament
from puntobanco.tournament.model import PaidFrom
from puntobanco.values.money import Cents

Event: TypeAlias = at_table.TableEvent | at_tournament.TournamentEvent


STAYS_AT_THE_TABLE = frozenset(
    {
        at_table.WagerPlaced,
        at_table.WagerWithdrawn,
        at_table.WagerMoved,
        at_table.WagerReturned,
        at_table.SlipLaid,
        at_table.StageSettled,
    }
)
"""What happens all day, whose entries need not be looked at: from chips to boxes, and back or to the float."""


def transfers(stream: str, events: Iterable[Event], by: Actor) -> tuple[tuple[str, AccountCommand], ...]:
    """What each account that is concerned, by its stream, is asked for what happened in a stream by somebody's command.

    The time is the house's to fill in. A refusal of one of them refuses the whole.
    """
    totals: dict[tuple[str, bool], Cents] = {}
    for event in events:
        if type(event) not in STAYS_AT_THE_TABLE and (amount := to_the_cage(event)):
            place = stream_of(whose(event)), is_paid_at_desk(event)
            totals[place] = totals.get(place, 0) + amount
    if not totals:
        return ()
    return tuple(
        (account, _command(stream, amount, by, at_desk=at_desk))
        for (account, at_desk), amount in totals.items()
        if amount
    )


def _command(stream: str, amount: Cents, by: Actor, *, at_desk: bool) -> AccountCommand:
    if amount > 0:
        return BringBack(actor=by, stream=stream, amount=amount)
    if at_desk:
        return PayAtDesk(actor=by, stream=stream, amount=-amount)
    return TakeTo(actor=by, stream=stream, amount=-amount)


def is_paid_at_desk(event: Event) -> bool:
    """Whether a fee was handed over in cash, so that no account has less."""
    if isinstance(event, at_tournament.EntryRegistered | at_tournament.SeatWentToReserve):
        return event.paid_from is PaidFrom.DESK
    return False


def to_the_cage(event: Event) -> Cents:
    """What an event books to the cage of its table or tournament; below zero what comes from it."""
    entry = getattr(event, "entry", None)
    if not isinstance(entry, Entry):
        return 0
    return sum(amount for account, amount in entry.postings if isinstance(account, Cage))


def whose(event: Event) -> str | None:
    """Whose money goes to or from the cage; none for the house's own."""
    match event:
        case at_table.BoughtIn() | at_table.CashedOut() | at_table.DepartedPaid():
            return event.patron
        case at_table.FloatFilled() | at_table.FloatCredited():
            return None
        case at_tournament.EntryRegistered() | at_tournament.SeatWentToReserve() | at_tournament.PrizePaid():
            return event.player
        case at_tournament.FeeRefunded():
            return event.payer
        case _:
            raise ValueError(f"{type(event).__name__} moves money at the cage, and nobody says whose")
