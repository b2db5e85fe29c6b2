"""Tables that write down what happens, by a clock that the test sets, and what reports say of them."""

from typing import Any

from puntobanco.reports.house_tally import HouseTally
from puntobanco.reports.model import Report, Section
from puntobanco.reports.results_against_odds import Score
from puntobanco.reports.scope import EVERYTHING, Scope
from puntobanco.reports.table_tally import TableTally
from puntobanco.streams.format import hash_after
from puntobanco.streams.record import NO_RECORD
from puntobanco.table import Actor, ledger
from puntobanco.table.commands import COMMANDS
from puntobanco.table.events import TableEvent
from puntobanco.table.stream_type import TABLES, TableRecord
from tests.table.helpers import Table

SECOND = 10**6
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
EVENING = 1_794_852_000_000_000
"""2026-11-16, 18:00 in UTC."""


class Logged(Table):
    """A table whose every command is a record, one minute after the other."""

    name = "1"

    def do(self, actor: Actor, kind: str, **fields: Any) -> tuple[TableEvent, ...]:
        if not hasattr(self, "records"):
            self.records: list[TableRecord] = []
            self.time = EVENING
        found = super().do(actor, kind, **fields)
        self.time += MINUTE
        self.records.append(
            TableRecord(
                stream=f"table/{self.name}",
                number=len(self.records) + 1,
                time=self.time,
                id=str(len(self.records) + 1),
                approved_by=None,
                sibling=None,
                previous=hash_after(self.records[-1].previous, TABLES.format.write(self.records[-1]))
                if self.records
                else NO_RECORD,
                depends_on=(),
                decided_by=COMMANDS[kind].decide_version,
                command=COMMANDS[kind](actor=actor, **fields),
                events=found,
            )
        )
        return found

    def tally(self, scope: Scope = EVERYTHING) -> tuple[HouseTally, TableTally]:
        found = HouseTally(scope).add_all(self.records)
        return found, found.tables[self.name]

    def score(self, scope: Scope = EVERYTHING) -> Score:
        house, table = self.tally(scope)
        return table.all.play.score(house.law)


def owed(table: Table) -> int:
    """What patrons owe to the house, as the books say."""
    kinds = (ledger.CommissionOwed, ledger.CommissionDebt, ledger.Debt)
    return sum(amount for account, amount in table.now.accounts.items() if isinstance(account, kinds))


def section(report: Report, key: str) -> Section:
    found = report.section(key)
    assert found is not None
    return found


def rows(report: Report, key: str) -> list[dict[str, Any]]:
    """The rows of a section by the keys of its columns."""
    found = section(report, key)
    return [dict(zip((one.key for one in found.columns), row, strict=True)) for row in found.rows]


def row(report: Report, key: str, **said: Any) -> dict[str, Any]:
    """The one row that says this."""
    (found,) = [one for one in rows(report, key) if said.items() <= one.items()]
    return found


def sum_of(report: Report, key: str, column: str) -> int:
    """Over all rows but the one for all."""
    return sum(one[column] for one in rows(report, key) if next(iter(one.values())) is not None)
