"""Rounds of a house's tables, read from where each begins; those of tournaments are short: from their first record."""

from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from puntobanco.app.house.read_only_house import Looking
from puntobanco.app.house.stream_states import Standing
from puntobanco.audit.played_tables import WhichTable, where
from puntobanco.audit.round_replay import (
    Dealt,
    Glimpse,
    Played,
    Question,
    Step,
    before_round,
    before_shoe,
    dealt_from_shoe,
    round_at,
    ruled_in_the_end,
    steps_of,
    still_ruled,
)
from puntobanco.store import Line
from puntobanco.streams.names import TABLE

T = TypeVar("T")


class Readable(Protocol):
    """A house, for whoever serves it or looks at it beside."""

    def lines(self, stream: str, after: int = 0) -> Iterator[Line]: ...

    def before(self, stream: str, is_before: Callable[[T], bool], seen_as: type[T]) -> Standing: ...


def rounds_in(house: Readable, which: WhichTable, shoe: int) -> tuple[Played, ...]:
    """The finished rounds of a shoe. What was ruled about them much later is in the states that were kept since."""
    begins, later = _begins(house, which, before_shoe(shoe)), _begins(house, which, still_ruled(shoe))
    dealt = Dealt(shoe=shoe, number=begins.number, state=begins.state)
    dealt = dealt_from_shoe(house.lines(which.stream, begins.number), which, dealt)
    if later.number > dealt.number:
        dealt = dealt.after(later.number, later.state)
    return ruled_in_the_end(house.lines(which.stream, dealt.number), which, dealt)


def steps_in(house: Readable, which: WhichTable, number: int) -> Iterator[Step]:
    """The records of a round, each with the table before and after it."""
    begins = _begins(house, which, before_round(number))
    return steps_of(house.lines(which.stream, begins.number), which, number, begins.state)


def round_of_record(house: Looking, stream: str, record: int) -> tuple[WhichTable, int] | None:
    """The round in which a record was written, and at which table; none for one that is in no round of one table."""
    begins = house.before_record(stream, record) if stream.startswith(TABLE) else Standing()
    which = where(house.lines(stream, begins.number), record)
    number = None if which is None else round_at(house.lines(stream, begins.number), which, record, begins.state)
    return None if which is None or number is None else (which, number)


def _begins(house: Readable, which: WhichTable, is_before: Question) -> Standing:
    return house.before(which.stream, is_before, Glimpse) if which.tournament is None else Standing()
