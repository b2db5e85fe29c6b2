"""Processes that start together, or before their database does: they wait, and say what they wait for."""

import logging
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from threading import Barrier, Thread

import pytest

from puntobanco.app.house import house_folder
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import open_house
from puntobanco.app.house.write_unit import Decision
from puntobanco.app.house.writer import HouseWriter
from puntobanco.house.commands import GrantRole
from puntobanco.store import Outcome, StoreGone
from puntobanco.streams.names import HOUSE
from puntobanco.table import Role
from tests.app.house.helpers import OPERATOR
from tests.house.places import in_postgres
from tests.store.postgres import Server

PROCESSES = 6


def test_houses_that_start_together_all_start(tmp_path: Path, server: Server) -> None:
    place, together = in_postgres(tmp_path / "house", server), Barrier(PROCESSES)
    started: list[House] = []

    def start() -> None:
        together.wait()
        started.append(open_house(place.folder))

    for _ in range(5):
        threads = [Thread(target=start) for _ in range(PROCESSES)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        for house in started:
            house.close()
        assert len(started) == PROCESSES
        started.clear()


def test_a_house_waits_for_its_database_and_says_so(
    tmp_path: Path, own_server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    place = in_postgres(tmp_path / "house", own_server)
    own_server.stop("immediate")
    waits = _Heard()
    logging.getLogger(house_folder.__name__).addHandler(waits)
    started: list[House] = []
    thread = Thread(target=lambda: started.append(open_house(place.folder)))
    thread.start()
    waits.barrier.wait()  # it has said so; the server starts only now, and recovers
    own_server.start()
    thread.join()
    logging.getLogger(house_folder.__name__).removeHandler(waits)
    started[0].close()
    said = [one for one in caplog.messages if one.startswith("the house waits for its database")]
    assert said[0].startswith("the house waits for its database: PostgreSQL cannot be reached: connection refused")
    assert str(own_server.folder) not in caplog.text


def test_a_house_starts_while_others_write_all_the_time(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something is written in the stream of the house before the first try is committed, and before every other try."""
    place = in_postgres(tmp_path / "house", server)
    other, turns = open_house(place.folder), count(1)

    def write(_: float = 0) -> None:
        grant = GrantRole(actor=OPERATOR, whom=f"ann {next(turns)}", duty=Role.PATRON, place="table/1")
        other.handle(HOUSE, grant, f"grant {next(turns)}")

    class _IsOvertaken(HouseWriter):
        def _append(self, decisions: Sequence[Decision]) -> list[Outcome]:
            if next(turns) < 3:
                write()
            return super()._append(decisions)

    class IsOvertaken(House):
        writes = _IsOvertaken

    monkeypatch.setattr(house_folder, "House", IsOvertaken)
    monkeypatch.setattr(house_folder, "START_TIMEOUT_SECONDS", 5)
    monkeypatch.setattr(house_folder, "sleep", write)
    open_house(place.folder).close()
    other.close()


def test_the_wait_has_an_end(tmp_path: Path, own_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    place = in_postgres(tmp_path / "house", own_server)
    monkeypatch.setattr(house_folder, "START_TIMEOUT_SECONDS", 0.5)
    own_server.stop("fast")
    try:
        with pytest.raises(StoreGone, match="connection refused"):
            open_house(place.folder)
    finally:
        own_server.start()


class _Heard(logging.Handler):
    """Whoever waits for the first word of it."""

    def __init__(self) -> None:
        super().__init__()
        self.barrier, self._first = Barrier(2, timeout=60), True

    def emit(self, record: logging.LogRecord) -> None:
        if self._first and "waits" in record.getMessage():
            self._first = False
            self.barrier.wait()
