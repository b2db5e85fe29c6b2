"""Who sits where, and what lies beside them."""

from puntobanco.table.model import Patron, Phase
from puntobanco.table.state import TableState


def free_seats(state: TableState) -> tuple[int, ...]:
    taken = {patron.seat for patron in state.patrons.values()}
    return tuple(seat for seat in range(1, state.rules.seats.value + 1) if seat not in taken)


def may_give_place_away(state: TableState, patron: Patron) -> bool:
    """Whether a seated patron keeps a place in the area of the seat that other patrons could use, for this round."""
    open_for_it = state.phase in (Phase.BETTING, Phase.PREPARING) and not state.rules.chips_are_issued
    return open_for_it and patron.seat is not None and patron.place_given_in != state.round_number


def marker_is_due(patron: Patron) -> bool:
    """Whether a maximum was granted that the marker beside the patron does not show."""
    return patron.personal_maximum is not None and patron.personal_maximum != patron.marked


def sat_out_too_long(state: TableState, patron: Patron) -> bool:
    limit = state.rules.sit_out_limit.value
    return limit is not None and patron.seat is not None and patron.sat_out >= limit
