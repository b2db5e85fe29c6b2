"""Who plays by what happened: to whom a wager, chips, a seat or an entry was let, however it was sent."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from puntobanco.table import events as at_table
from puntobanco.table.model import Phase
from puntobanco.tournament import events as at_tournament


def _slip(event: at_table.SlipLaid) -> str | None:
    """A slip that only takes back is no wager."""
    for one in event.stakes:
        if one.amount > one.was:
            return event.patron
    return None


WAGERS: dict[type, Callable[[Any], str | None]] = {
    at_table.WagerPlaced: lambda event: event.patron,
    at_table.SlipLaid: _slip,
    at_table.WagerMoved: lambda event: event.patron,
}
"""Whose money is at risk on a spot where it was not before."""
PLAYS: dict[type, Callable[[Any], str | None]] = {
    **WAGERS,
    at_table.BoughtIn: lambda event: event.patron,
    at_table.SeatTaken: lambda event: event.patron,
    at_tournament.EntryRegistered: lambda event: event.player,
    at_tournament.ReserveListed: lambda event: event.player,
    at_tournament.SeatWentToReserve: lambda event: event.player,
    at_tournament.PlayerSubstituted: lambda event: event.substitute,
    at_tournament.PlaceTaken: lambda event: event.player,
}
"""Who plays, or is about to."""
BEGINS = frozenset({at_tournament.SessionStarted, at_tournament.PlayOffStarted})
"""What lets a whole tournament play on."""
STAYS = frozenset({at_table.ChipsIssued, at_table.PatronLeft})
"""Who is at a table, without having asked for it, or no longer."""
LOOKED_AT = frozenset({*PLAYS, *BEGINS, *STAYS, at_table.RoundStarted, at_tournament.TableDid})


def each(events: Sequence[Any]) -> Iterator[Any]:
    """Those at the tables of a tournament, too; wagers that a correction puts back where they lay are no new ones."""
    put_back = any(isinstance(event, at_table.RoundReopened) for event in events)
    for event in events:
        if isinstance(event, at_tournament.TableDid):
            yield from each(event.events)
        elif not (put_back and isinstance(event, at_table.WagerPlaced)):
            yield event


def players(events: Sequence[Any]) -> tuple[str, ...]:
    """Everybody to whom something was let that a switch or an exclusion forbids."""
    return _named(PLAYS, events)


def bettors(events: Sequence[Any]) -> tuple[str, ...]:
    """Everybody who has more at risk on a spot."""
    return _named(WAGERS, events)


def _named(kinds: dict[type, Callable[[Any], str | None]], events: Sequence[Any]) -> tuple[str, ...]:
    found = [whose(event) for event in each(events) if (whose := kinds.get(type(event))) is not None]
    return tuple(dict.fromkeys([one for one in found if one is not None]))


def present(events: Sequence[Any]) -> dict[str, bool]:
    """Who is at a table after these, and who no longer."""
    found: dict[str, bool] = {}
    for event in each(events):
        match event:
            case at_table.PatronLeft(patron=patron):
                found[patron] = False
            case at_table.ChipsIssued(patron=patron) | at_table.BoughtIn(patron=patron):
                found[patron] = True
            case _:
                pass
    return found


def starts_for_nobody(before: Any, events: Sequence[Any]) -> bool:
    """Whether a round begins for which no wager lies, or a tournament goes on to its next session."""
    for event in events:
        match event:
            case at_table.RoundStarted():
                return before is None or (before.phase is not Phase.DEALING and not before.stakes)
            case at_tournament.TableDid(table=table, events=inner):
                found = before.tables.get(table) if before is not None else None
                if starts_for_nobody(None if found is None else found.state, inner):
                    return True
            case _ if type(event) in BEGINS:
                return True
            case _:
                pass
    return False
