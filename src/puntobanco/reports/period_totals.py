"""Money, the float, rulings and disputes of a table: what counts in the period in which it was written down."""

from collections import Counter
from dataclasses import dataclass

from puntobanco.reports.incidents import RULINGS
from puntobanco.reports.money_moved import MOVES_MONEY, gained
from puntobanco.streams.actors import Actor
from puntobanco.table import events
from puntobanco.values.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class FloatCount:
    """A count of the tray, and what had come and gone by fills and credits until then."""

    count: str
    amount: Cents
    book: Cents
    moved: Cents


class Books:
    """What was booked."""

    def __init__(self, whose: str | None) -> None:
        """Of one patron only what was bought in and cashed out counts."""
        self._whose = whose
        self.drop = self.cashed_out = self.filled = self.credited = 0
        self.win = 0
        """What the tray gained, fills and credits apart."""
        self.owed = 0
        """What patrons owe more than before."""
        self.given_in_disputes = 0
        self.disputes: Counter[str] = Counter()
        self.rulings: Counter[tuple[str, str, str]] = Counter()
        """Person, role and what was decided."""
        self.first_count: FloatCount | None = None
        self.last_count: FloatCount | None = None

    def count(self, event: events.TableEvent, by: Actor) -> None:
        kind = type(event)
        if kind in WON:
            won, owed = gained(event)
            self.win += won
            self.owed += owed
        if kind in RULINGS:
            self.rulings[by.person, by.role.value, RULINGS[kind]] += 1
        match event:
            case events.BoughtIn() if self._whose in (None, event.patron):
                self.drop += event.amount
            case events.CashedOut() | events.DepartedPaid() if self._whose in (None, event.patron):
                self.cashed_out += event.amount
            case events.FloatFilled():
                self.filled += event.amount
            case events.FloatCredited():
                self.credited += event.amount
            case events.FloatCounted():
                self._count_float(event)
            case _:
                self._count_dispute(event)

    def _count_float(self, event: events.FloatCounted) -> None:
        moved = self.filled - self.credited
        found = FloatCount(count=event.count.value, amount=event.amount, book=event.book, moved=moved)
        self.first_count = self.first_count or found
        self.last_count = found

    @property
    def counted_win(self) -> Cents | None:
        """From the first count of the period to the last one, fills and credits between them apart."""
        first, last = self.first_count, self.last_count
        if first is None or last is None or first is last:
            return None
        return last.amount - first.amount - (last.moved - first.moved)

    def _count_dispute(self, event: events.TableEvent) -> None:
        match event:
            case events.DisputeRaised():
                self.disputes["raised"] += 1
            case events.DisputeDecided(referred=referred):
                self.disputes["decided"] += 1
                self.disputes["referred"] += referred
            case events.ReviewAsked():
                self.disputes["referred"] += 1
            case events.DisputeSettled():
                self.given_in_disputes += event.amount


WON = MOVES_MONEY | {events.StageSettled}
COUNTED = (
    WON
    | RULINGS.keys()
    | {events.FloatFilled, events.FloatCredited, events.FloatCounted, events.DisputeRaised, events.ReviewAsked}
)
"""What is counted here; of all other events nothing is asked."""
