"""Random tournaments as records: people come late, are replaced, bet out of turn, and rounds are void."""

import json
from itertools import count
from typing import Any

from puntobanco.app.editions import with_edition
from puntobanco.app.record_builder import RecordBuilder
from puntobanco.streams.ledger import written
from puntobanco.tournament.stream_type import TOURNAMENTS, TournamentRecord
from tests.tournament.walk import Walk
from tests.tournament.wild import Wild

STREAM = "tournament/cup"


class Recording:
    """Keeps a record of every command that a tournament accepts."""

    records: list[dict[str, Any]]
    stream: RecordBuilder[TournamentRecord]
    given: Any

    def give(self, command: Any) -> Any:
        if self.state is None:  # type: ignore[attr-defined]  # of the tournament that this is mixed into
            self.records, times, ids = [], count(1), count(1)
            self.stream = RecordBuilder(
                TOURNAMENTS,
                STREAM,
                clock=lambda: next(times),
                ids=lambda: f"id {next(ids)}",
            )
        found = super().give(command)  # type: ignore[misc]  # of what it is mixed with
        self.records.append(json.loads(TOURNAMENTS.format.write(self.stream.record(with_edition(self.given), found))))
        return found


class RecordedWalk(Recording, Walk):
    pass


class RecordedWild(Recording, Wild):
    pass


def balances(cup: Walk) -> dict[str, dict[str, int]]:
    tables = {f"{STREAM} table {name}": one.state.balances for name, one in cup.now.tables.items()}
    chips = {name: {written(one): cents for one, cents in found.items()} for name, found in tables.items()}
    found = {STREAM: {written(one): cents for one, cents in cup.now.fees.items()}, **chips}
    return {name: sums for name, sums in found.items() if sums}
