"""Automatic tables round after round: none is missed, none is stuck, and nothing grows."""

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from puntobanco.app.house.automatic_dealers import Dealers
from puntobanco.app.house.stream_states import record_of
from puntobanco.log.stream_types import AnyRecord
from puntobanco.table.events import RoundEnded, RoundStarted
from tests.house.automatic import Evenings
from tests.house.checking import findings
from tests.house.places import in_sqlite

TABLES, ALL_ROUNDS = (100, 500_000) if os.environ.get("PUNTO_SOAK") else (10, 1_000)
"""Many tables share a commit, so that a year of rounds takes half an hour."""
ROUNDS = ALL_ROUNDS // TABLES
MOST_BLOCKS_A_COMMAND, MOST_BLOCKS = 3, 1_000_000
"""Of memory, from the middle to the end: what bounded caches and the last shoes of every table take."""


def blocks() -> int:
    gc.collect()
    return sys.getallocatedblocks()


def grows(evenings: Evenings, rounds: int) -> bool:
    """Whether too many blocks of memory stay, after as many rounds for warming up."""
    evenings.play(rounds)
    before, written = blocks(), evenings.house._store.head().position
    evenings.play(rounds)
    grown, commands = blocks() - before, evenings.house._store.head().position - written
    return grown > min(MOST_BLOCKS, MOST_BLOCKS_A_COMMAND * commands)


def missed(evenings: Evenings, name: str) -> Iterator[str]:
    """Rounds that did not come in their turn, or to an end."""
    stream, expected = f"table/{name}", 1
    for number in range(0, evenings.house.look(stream).number, 1000):
        for line in evenings.house._store.read(stream, number, 1000):
            # records of every kind of stream have events
            for event in record_of(line).events:
                if isinstance(event, RoundStarted) and event.number != expected:
                    yield f"round {event.number} of {stream} began instead of {expected}"
                if isinstance(event, RoundEnded):
                    if (event.number, event.void) != (expected, False):
                        yield f"round {event.number} of {stream} ended instead of {expected}, or is void"
                    expected += 1
    if expected != evenings.state(name).round_number:
        yield f"{stream} has had {expected - 1} rounds"


def test_automatic_tables_miss_no_round_and_grow_by_nothing(tmp_path: Path) -> None:
    evenings = Evenings(in_sqlite(tmp_path / "house").folder, TABLES)
    assert not grows(evenings, ROUNDS // 2)
    assert [found for name in evenings.names for found in missed(evenings, name)] == []
    if ROUNDS <= 100:
        assert findings(evenings.house, evenings.house._store, {}, {}) == []
    evenings.house.close()


class Hoards(Dealers):
    """A planted mistake: every answer is kept, and read."""

    hoard: list[tuple[AnyRecord, ...]]

    def step(self) -> bool:
        found = super().step()
        asked = [dealt.asked for dealt in self._tables.values() if dealt.asked is not None]
        self.hoard += [one.result().records for one in asked if one.exception() is None]
        return found


def test_answers_that_are_kept_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hoards, "hoard", [], raising=False)
    evenings = Evenings(in_sqlite(tmp_path / "house").folder, 4, dealers=Hoards)
    assert any(grows(evenings, 20) for _ in range(3)), "what other tests give back meanwhile hides it once at most"
    evenings.house.close()
