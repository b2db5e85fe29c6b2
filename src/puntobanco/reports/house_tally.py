"""A whole house in one pass: its tables, and the money of its tournaments."""

from collections import Counter
from collections.abc import Iterable

from puntobanco.exact_odds.moments import Moments, moments
from puntobanco.log.stream_types import AnyRecord
from puntobanco.reports.results_against_odds import Play, Score
from puntobanco.reports.scope import EVERYTHING, Scope
from puntobanco.reports.table_tally import Figures, TableTally
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import named
from puntobanco.table.stream_type import TableRecord
from puntobanco.tournament import events as at_tournament
from puntobanco.tournament.stream_type import TournamentRecord


class HouseTally:
    """What the records of a house come to."""

    def __init__(self, scope: Scope = EVERYTHING) -> None:
        self.scope = scope
        self.records = 0
        self.rules: dict[str, TableRules] = {}
        self.tables: dict[str, TableTally] = {}
        """By name; those of tournaments are apart, since their chips are no money."""
        self.tournament_tables: dict[str, TableTally] = {}
        """By the tournament's name and the table's."""
        self.fees: dict[str, Counter[str]] = {}
        """Per tournament: entries, fees, commission, prizes, refunds."""

    def add_all(self, records: Iterable[AnyRecord]) -> "HouseTally":
        """Everything that there is."""
        self.add_some(records)
        return self.finish()

    def add_some(self, records: Iterable[AnyRecord]) -> None:
        for record in records:
            self.add(record)

    def add(self, record: AnyRecord) -> None:
        self.records += self.scope.holds(record.time)
        match record:
            case TableRecord():
                self._table(named(record.stream)).add(record.events, record.command.actor, record.time)
            case TournamentRecord():
                self._add_tournament(record)
            case _:
                pass

    def finish(self) -> "HouseTally":
        for one in (*self.tables.values(), *self.tournament_tables.values()):
            one.finish()
        return self

    def _table(self, name: str) -> TableTally:
        found = self.tables.get(name)
        if found is None:
            found = self.tables[name] = TableTally(name, self.scope, self.rules)
        return found

    def _add_tournament(self, record: TournamentRecord) -> None:
        name, by = named(record.stream), record.command.actor
        for event in record.events:
            if isinstance(event, at_tournament.TableDid):
                self._add_at_table(f"{name}: {event.table}", event, by, record.time)
            elif self.scope.holds(record.time):
                _add_fees(self.fees.setdefault(name, Counter()), event)

    def _add_at_table(self, key: str, event: at_tournament.TableDid, by: Actor, time: int) -> None:
        found = self.tournament_tables.get(key)
        if found is None:
            found = self.tournament_tables[key] = TableTally(key, self.scope, self.rules)
        found.add(event.events, by, time)

    # Asked when all is read

    def law(self, digest: str) -> Moments:
        return moments(self.rules[digest])

    def by_wager(self, play: Play) -> dict[tuple[str, str], Score]:
        """By book and wager: the same id may pay otherwise in another book."""
        found: dict[tuple[str, str], Score] = {}
        for (digest, wager), score in play.by_wager(self.law).items():
            name = (self.rules[digest].book, wager)
            found[name] = found.get(name, Score()) + score
        return dict(sorted(found.items()))

    def dealers(self, tables: Iterable[TableTally]) -> dict[str, Figures]:
        """Whoever dealt, at whichever of these tables."""
        found: dict[str, Figures] = {}
        for table in tables:
            for name, figures in table.dealers.items():
                found.setdefault(name, Figures()).add(figures)
        return found


def _add_fees(sums: Counter[str], event: at_tournament.TournamentEvent) -> None:
    match event:
        case at_tournament.EntryRegistered() | at_tournament.SeatWentToReserve():
            sums["entries"] += 1
            sums["fees"] += event.paid
        case at_tournament.FeesDivided():
            sums["commission"] += event.commission
            sums["pool"] += event.pool
        case at_tournament.PrizePaid():
            sums["prizes"] += event.amount
        case at_tournament.FeeRefunded():
            sums["refunds"] += event.amount
