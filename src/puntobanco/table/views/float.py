"""When the float may be filled, credited and counted."""

from collections.abc import Iterator

from puntobanco.streams.actors import Actor
from puntobanco.table.model import Counting
from puntobanco.table.queries.float import in_the_tray, may_count
from puntobanco.table.state import TableState
from puntobanco.table.views.action import Amounts, Legal


def fill_float(state: TableState, _: Actor) -> Iterator[Legal]:
    if not state.is_closed and not state.rules.chips_are_issued:
        smallest = state.rules.chips.value.smallest
        yield Legal("fill_float", amounts=(Amounts(smallest, None, smallest),))


def credit_float(state: TableState, _: Actor) -> Iterator[Legal]:
    lies = in_the_tray(state)
    if lies > 0 and not state.rules.chips_are_issued:
        yield Legal("credit_float", amounts=(Amounts(1, lies, 1),))


def count_float(state: TableState, _: Actor) -> Iterator[Legal]:
    for count in Counting:
        if may_count(state, count) and not state.rules.chips_are_issued:
            yield Legal("count_float", (("count", count),), amounts=(Amounts(0, None, 1),))
