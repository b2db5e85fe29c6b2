"""States that are kept while a house is at work, and from which it goes on."""

from pathlib import Path

import pytest

from puntobanco.app.house import stream_states
from puntobanco.app.house.house import House
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.stream_states import KeptStates, Standing, Standings
from puntobanco.store import open_store
from tests.app.house.helpers import CODE, NAME, Place, place

STREAM = "table/1"


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setattr(stream_states, "RECORDS_BETWEEN_SNAPSHOTS", 4)
    found = Place(tmp_path)
    found.betting()
    for _ in range(4):
        for area, name in (("1", "ann"), ("2", "bob")):
            found.do(STREAM, place(name, area=area))
    return found


def numbers(at: Place, code: str = CODE) -> list[int]:
    at.house.look(STREAM, fresh=True)  # they are kept after the answer is given: this waits for them
    return at.house._store.snapshot_numbers(STREAM, code)


def test_a_house_keeps_one_every_so_many_records_and_the_older_ones(at: Place) -> None:
    last = at.house.look(STREAM).number
    assert numbers(at) == list(range(4, last + 1, 4))
    assert at.reopen().look(STREAM).number == last
    assert numbers(at) == list(range(4, last + 1, 4)), "what is there is not kept again"
    at.house.close()


def test_a_house_goes_on_from_the_newest_that_can_be_read(at: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    before, kept = at.house.look(STREAM), numbers(at)
    with at.house._store._transaction() as connection:  # type: ignore[attr-defined]  # SQLite's has it
        connection.execute("UPDATE snapshots SET hash = body WHERE number = ?", (kept[-1],))
    read: list[int] = []
    follow = Standings._follow

    def followed(self: Standings, stream: str, begins: Standing, **how: bool) -> Standing:
        read.append(begins.number)
        return follow(self, stream, begins, **how)

    monkeypatch.setattr(Standings, "_follow", followed)
    assert at.reopen().look(STREAM) == before
    assert read[-1] == kept[-2]
    at.house.close()


def test_another_program_keeps_its_own_and_nobody_reads_the_old_ones(
    at: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = at.house.look(STREAM)
    at.house.close()
    monkeypatch.setattr(stream_states, "RECORDS_AT_A_TIME", 3)
    keys = KeyFile.read(tmp_path / "house.keys", NAME)
    at.house = House(open_store(tmp_path / "house.sqlite"), name=NAME, keys=keys, code="another", clock=at.clock)
    assert at.house.look(STREAM) == before
    assert numbers(at) == []
    assert numbers(at, "another") == list(range(6, before.number + 1, 6))
    at.house.close()


def test_what_falls_due_while_the_store_is_written_to_is_kept_afterwards(
    at: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.house.close()
    monkeypatch.setattr(stream_states, "RECORDS_AT_A_TIME", 2)
    monkeypatch.setattr(stream_states, "MOST_DUE", 2)
    store = open_store(at.folder / "house.sqlite")
    standings = Standings(store, KeptStates(store, "another"), name=NAME, secret_of=lambda _stream, _shoe: None)
    with standings.keeping_none():
        last = standings.of(STREAM).number
        standings.keep_snapshots()
        assert store.snapshot_numbers(STREAM, "another") == []
    standings.keep_snapshots()
    assert store.snapshot_numbers(STREAM, "another") == list(range(4, last + 1, 4))
    store.close()
