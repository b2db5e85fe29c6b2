"""Reports on a house on disk, beside whoever serves it: nothing is written, and no key is needed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from puntobanco.app.house.read_only_house import Looking, looking
from puntobanco.cage.stream_type import AccountRecord
from puntobanco.cage.views.statement import Statement, statement
from puntobanco.errors import Unreadable
from puntobanco.reports import reports
from puntobanco.reports.house_tally import HouseTally
from puntobanco.reports.incidents import RefusedCommand
from puntobanco.reports.model import Report
from puntobanco.reports.reports import About
from puntobanco.reports.scope import Scope
from puntobanco.store import Refusal
from puntobanco.store.store import MOST_REFUSALS
from puntobanco.streams.actors import Actor
from puntobanco.streams.names import CAGE, TABLE, TOURNAMENT, named
from puntobanco.tournament import TournamentState
from puntobanco.tournament.stream_type import TOURNAMENTS, TournamentRecord
from puntobanco.values.text import choose, quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """From when until when, and the parts that its course is shown in."""

    since: int | None = None
    until: int | None = None
    zone: str = "UTC"
    step_of: Callable[[int], str] = lambda _: ""

    def scope(self, *, whose: str | None = None, by_shoe: bool = False, listing: bool = False) -> Scope:
        return Scope(
            since=self.since, until=self.until, step_of=self.step_of, whose=whose, by_shoe=by_shoe, listing=listing
        )

    def about(self, house: str) -> About:
        return About(house=house, zone=self.zone, since=self.since, until=self.until)


class Reporting:
    """A house of which reports are made."""

    def __init__(self, seen: Looking) -> None:
        self._seen = seen
        self._house = seen.settings.name

    def day(self, period: Period, date: str) -> Report:
        scope = period.scope()
        tally = HouseTally(scope).add_all(self._seen.records(TABLE, TOURNAMENT))
        return reports.day(tally, self._refused(scope), period.about(self._house), date)

    def table(self, period: Period, name: str) -> Report:
        scope = period.scope(by_shoe=True)
        tally = self._of_table(scope, name)
        refused = (one for one in self._refused(scope) if one.stream == f"{TABLE}{name}")
        return reports.table(tally, refused, period.about(self._house), name)

    def shoe(self, period: Period, name: str, number: int) -> Report:
        tally = self._of_table(period.scope(by_shoe=True, listing=True), name)
        if not any(one.shoe == number for one in tally.tables[name].listed):
            raise Unreadable(f"no round of shoe {number} has ended at table {quoted(name)}")
        return reports.shoe(tally, period.about(self._house), name, number)

    def patron(self, period: Period, name: str) -> Report:
        """Read from the tables that the account says money went to or came from."""
        scope = period.scope(whose=name, listing=True)
        account = self._account(name)
        tally = HouseTally(scope)
        for stream in sorted({line.stream for line in account.lines if line.stream is not None}):
            if stream.startswith(TABLE):
                tally.add_some(self._seen.records_of(stream))
        refused = self._refused(scope)
        return reports.patron(tally.finish(), account, refused, period.about(self._house), name)

    def irregularities(self, period: Period) -> Report:
        scope = period.scope(listing=True)
        tally = HouseTally(scope).add_all(self._seen.records(TABLE, TOURNAMENT))
        return reports.irregularities(tally, self._refused(scope), period.about(self._house))

    def tournament(self, period: Period, name: str) -> Report:
        tally = HouseTally(period.scope(listing=True))
        state: TournamentState | None = None
        for record in self._seen.records_of(self._known(TOURNAMENT, name, "tournament")):
            if isinstance(record, TournamentRecord):
                tally.add(record)
                state = TOURNAMENTS.fold_records((record,), state)
        if state is None:
            raise Unreadable(f"tournament {quoted(name)} has no records")
        return reports.tournament(tally.finish(), state, period.about(self._house), name)

    # What is read

    def _of_table(self, scope: Scope, name: str) -> HouseTally:
        return HouseTally(scope).add_all(self._seen.records_of(self._known(TABLE, name, "table")))

    def _known(self, sort: str, name: str, what: str) -> str:
        """The stream of that name."""
        if not self._seen.store.read(sort + name, limit=1):
            names = [named(stream) for stream in self._seen.store.streams(sort)]
            raise Unreadable(f"{quoted(name)} is no {what} of this house: {choose(name, names)}")
        return sort + name

    def _account(self, name: str) -> Statement:
        stream = self._known(CAGE, name, "patron")
        records = self._seen.records_of(stream)
        return statement(event for one in records if isinstance(one, AccountRecord) for event in one.events)

    def _refused(self, scope: Scope) -> Iterator[RefusedCommand]:
        kept = map(_refused, self._seen.store.refused(MOST_REFUSALS))
        return (one for one in kept if one is not None and scope.holds(one.time))


def _refused(kept: Refusal) -> RefusedCommand | None:
    """What was kept beside the log, whose format may be another program's: what cannot be read is left out."""
    try:
        said: Any = msgspec.json.decode(kept.body)
        command = said["command"]
        return RefusedCommand(
            stream=kept.stream,
            time=said["time"],
            code=said["code"],
            sentence=said["said"],
            command=command["do"].rpartition(".")[0],
            by=msgspec.convert(command["actor"], Actor),
        )
    except (msgspec.MsgspecError, LookupError, TypeError, AttributeError):
        return None


@contextmanager
def reporting(folder: Path) -> Iterator[Reporting]:
    with looking(folder) as seen:
        yield Reporting(seen)
