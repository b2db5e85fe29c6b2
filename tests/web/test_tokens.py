"""Ten thousand tokens that are no good, over HTTP: none of them opens anything, in whichever way it is shown."""

from collections.abc import Iterable, Iterator
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from threading import Thread

import pytest

from puntobanco import house as diary
from puntobanco.app.auth import Whisper
from puntobanco.web.authenticate import HouseDoor
from puntobanco.web.server import Address, serving
from tests.entrance.conftest import empty_file, keys, sqlite_door, sqlite_house
from tests.entrance.door import Door
from tests.entrance.test_tokens import for_ever, forged, good, no_good, remembered, tokens_for_ever
from tests.web.door import OpenDoor
from tests.web.served import MANY, Serving, house_in

__all__ = ["empty_file", "keys", "sqlite_door", "sqlite_house"]
TRIED = 10_000
CLIENTS = 4
COOKIE = "punto-test"
ASKED = (("GET", "/you"), ("GET", "/tables/1"), ("POST", "/tables/1/commands"), ("GET", "/live?tables=1"))


@pytest.fixture
def port(sqlite_door: Door, tmp_path: Path) -> Iterator[int]:
    """A house whose people come in by a door with a clock of its own."""
    with house_in(tmp_path / "house") as (house, _):
        prepared = Serving(house=house, door=OpenDoor(house))
        prepared.add_table("1", diary.Running())
        prepared.seat("1", ("ann", "bob", "eve"))
        with serving(house, HouseDoor(sqlite_door.entrance, house.may, COOKIE), Address(rates=MANY)) as found:
            yield found


def sendable(tokens: Iterable[Whisper], good_ones: set[str]) -> Iterator[str]:
    """Those that fit a header at all; spaces around one are no part of it."""
    for one in tokens:
        text = one.text()
        if text.isascii() and text.isprintable() and text.strip() not in good_ones and ";" not in text:
            yield text


def answers(port: int, tokens: list[str]) -> list[int]:
    """One connection, which is kept as long as the house keeps it."""
    connection, found = HTTPConnection("127.0.0.1", port, timeout=60), list[int]()
    for place, token in enumerate(tokens):
        method, path = ASKED[place % len(ASKED)]
        shown = {"Cookie": f"{COOKIE}={token}"} if place // len(ASKED) % 2 else {"Authorization": f"Bearer {token}"}
        headers = {**shown, "Idempotency-Key": f"{place}", "Origin": f"http://127.0.0.1:{port}"}
        connection.request(method, f"/api/v1{path}", b'{"do":"ask_rules"}' if method == "POST" else None, headers)
        response = connection.getresponse()
        found.append(response.status)
        if response.status == 200:
            break
        response.read()
    connection.close()
    return found


def opened(door: Door, port: int, tried: int) -> tuple[int, int]:
    """How many were tried, and how many let somebody in."""
    gone, living = no_good(door), good(door)
    texts = {one.text() for one in living}
    all_gone = [one for tokens in gone.values() for one in tokens]
    assert answers(port, [living[1].text()]) == [200]
    tokens = list(islice(sendable([*all_gone, *islice(forged(door, living, seed=15), 2 * tried)], texts), tried))
    found: list[int] = []
    threads = [
        Thread(target=lambda part: found.extend(answers(port, part)), args=(tokens[n::CLIENTS],))
        for n in range(CLIENTS)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return len(found), len([status for status in found if status != 401])


def test_none_of_ten_thousand_opens(sqlite_door: Door, port: int) -> None:
    assert opened(sqlite_door, port, TRIED) == (TRIED, 0)


@pytest.mark.parametrize("plant", [for_ever, tokens_for_ever, remembered])
def test_a_planted_mistake_opens(plant: object, sqlite_door: Door, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)  # type: ignore[operator]  # one of the plants above
    assert opened(sqlite_door, port, 300)[1] > 0
