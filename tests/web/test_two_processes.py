"""Two processes serve one house in PostgreSQL: who reads at one of them sees what the other wrote."""

from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from unittest.mock import patch

import pytest

from puntobanco import house as diary
from puntobanco.app.house.house_folder import open_house, read_settings, serve
from puntobanco.app.house.remote_changes import Noticing
from puntobanco.store import News, StoreGone, open_store
from puntobanco.store.postgres_store import PostgresStore
from puntobanco.table import Actor, Role, commands
from puntobanco.web.server import Address, serving
from puntobanco.web.sse import Reached, cursor_of, mark_of
from tests.house.conftest import server
from tests.house.kills import PROCESSES
from tests.house.places import in_postgres
from tests.store.postgres import Server
from tests.web.door import OpenDoor
from tests.web.served import MANY, Serving
from tests.web.stream import live, until_ready

__all__ = ["server"]
ANN = Actor(person="ann", role=Role.PATRON)
ASKED = 20


def ask_there(folder: Path, told: Connection) -> None:
    """The other process: somebody asks for the rules again and again, and the numbers are told."""
    house = open_house(folder)
    told.send("ready")
    while (turn := told.recv()) is not None:
        answers = [house.handle("table/1", commands.AskRules(actor=ANN), f"{turn} {one}") for one in range(ASKED)]
        told.send([answer.records[-1].number for answer in answers])
    house.close()


@pytest.fixture
def folder(tmp_path: Path, server: Server) -> Path:
    found = in_postgres(tmp_path / "house", server).folder
    house = open_house(found)
    prepared = Serving(house=house, door=OpenDoor(house))
    prepared.add_table("1", diary.Running())
    prepared.seat("1", ("ann",))
    house.close()
    return found


@pytest.fixture
def there(folder: Path) -> Iterator[Connection]:
    ours, theirs = PROCESSES.Pipe()
    process = PROCESSES.Process(target=ask_there, args=(folder, theirs), daemon=True)
    process.start()
    assert ours.recv() == "ready"
    yield ours
    ours.send(None)
    process.join()


def _seen_here(folder: Path, there: Connection) -> tuple[list[int], list[int]]:
    """What the other process wrote, and what a reader at this one was sent."""
    settings = read_settings(folder)
    store = open_store(settings.database)
    house = serve(settings, store)
    door, listening = OpenDoor(house), Noticing(house, store)
    listening.start()
    try:
        with serving(house, door, Address(rates=MANY)) as port:
            here = Serving(house=house, door=door, port=port)
            with live(here.client("ann"), tables="1") as found:
                until_ready(found)
                there.send("turn")
                written = there.recv()
                sent = [next(found).data["number"] for _ in range(ASKED)]
            here.close()
    finally:
        listening.stop()
        house.close()
    return written, sent


def test_the_database_tells(folder: Path, there: Connection) -> None:
    def only_when_told(self: Noticing, news: News) -> None:
        while not self._stopped.is_set():
            if news.wait(0.1):
                self._house.catch_up()

    with patch.object(Noticing, "_listen", only_when_told):
        written, sent = _seen_here(folder, there)
    assert sent == written


def test_what_nobody_tells_is_found_all_the_same(folder: Path, there: Connection) -> None:
    def deaf(_: PostgresStore) -> None:
        raise StoreGone("planted: nobody tells")

    with patch.object(PostgresStore, "news", deaf):
        written, sent = _seen_here(folder, there)
    assert sent == written


@pytest.mark.parametrize("behind", [1, ASKED])
def test_a_reader_who_comes_to_a_process_that_is_behind_does_not_go_back(
    folder: Path, there: Connection, behind: int
) -> None:
    """Nobody tells this process what the other one writes: only the cursor says that there is more."""
    settings = read_settings(folder)
    house = serve(settings, open_store(settings.database))
    door = OpenDoor(house)
    before = house.look("table/1").number
    there.send("turn")
    written = there.recv()
    assert house.look("table/1").number == before
    last = written[-1]
    with serving(house, door, Address(rates=MANY)) as port:
        here = Serving(house=house, door=door, port=port)
        cursor = cursor_of("table/1", Reached(last - behind + 1, mark_of(ANN)))
        with live(here.client("ann"), after=cursor, tables="1") as found:
            beginning = until_ready(found)
        here.close()
    house.close()
    assert [event.name for event in beginning] == ["record"] * (behind - 1)
    assert [event.data["number"] for event in beginning] == written[len(written) - behind + 1 :]
