"""Who sits where."""

from puntobanco.table.parts import Patron
from puntobanco.table.state import TableState


def free_seats(state: TableState) -> tuple[int, ...]:
    taken = {patron.seat for patron in state.patrons.values()}
    return tuple(seat for seat in range(1, state.rules.seats.value + 1) if seat not in taken)


def sat_out_too_long(state: TableState, patron: Patron) -> bool:
    limit = state.rules.sit_out_limit.value
    return limit is not None and patron.seat is not None and patron.sat_out >= limit
