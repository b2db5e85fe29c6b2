"""No more bets over HTTP: eight clients bet around it, and connections break before the answer."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.house.house import House
from puntobanco.streams.command import name_of
from puntobanco.table import Role
from puntobanco.web import commands as posting
from puntobanco.web.server import Address, serving
from tests.house.closes import CLIENTS, PATRONS, Answered, Evening, Wager
from tests.house.test_close import PLANTED
from tests.web.door import OpenDoor
from tests.web.served import MANY, Serving, house_in

ALL = 100_000 if os.environ.get("PUNTO_SOAK") else 5_000
SOME = 640
IN_A_ROUND = 320
TABLES = ("table/1", "table/2")


class OverHttp:
    """A client with one connection, which it drops now and then."""

    def __init__(self, served: Serving, person: str, token: str) -> None:
        self._port = served.port
        self._headers = {"Authorization": f"Bearer {served.door.give(person, token=token)}"}
        self._connection = HTTPConnection("127.0.0.1", self._port, timeout=60)

    def ask(self, wagers: Sequence[Wager]) -> list[Answered]:
        return [self._answer(one.stream, _body(one.command), one.id) for one in wagers]

    def lose(self, wager: Wager) -> None:
        """It is sent, and the connection is gone before the answer."""
        self._send(wager.stream, _body(wager.command), wager.id)
        self._connection.close()

    def post(self, stream: str, body: Any, key: str) -> int:
        found = self._answer(stream, body, key)
        assert found.number is not None, found
        return found.number

    def ask_for(self, stream: str, body: Any, key: str) -> int:
        """The same, also if it is refused because it is so already."""
        return self._answer(stream, body, key).number or 0

    def close(self) -> None:
        self._connection.close()

    def _answer(self, stream: str, body: Any, key: str) -> Answered:
        while True:
            try:
                self._send(stream, body, key)
                response = self._connection.getresponse()
                found = json.loads(response.read())
            except (HTTPException, OSError):
                self._connection.close()
                continue
            if response.status == 200:
                return Answered(found["number"])
            if response.status != 503:
                return Answered(code=found["code"])

    def _send(self, stream: str, body: Any, key: str) -> None:
        path = "/api/v1/" + stream.replace("table/", "tables/") + "/commands"
        self._connection.request("POST", path, json.dumps(body), {**self._headers, "Idempotency-Key": key})


def _body(command: Any) -> dict[str, Any]:
    given = {name: getattr(command, name) for name in command.__struct_fields__ if name != "actor"}
    return {"do": name_of(command), **{name: value for name, value in given.items() if value is not None}}


class HttpEvening(Evening):
    """The log has the ids that are made of person and key."""

    def findings(self) -> list[str]:
        found = self.told
        self.told = [(self._stored(wager), answer, open_still) for wager, answer, open_still in found]
        return [one for one in super().findings() if "nobody knows of it" not in one]

    def _stored(self, wager: Wager) -> Wager:
        person = wager.command.actor.person
        return Wager(
            id=posting.command_id(person, wager.id), stream=wager.stream, command=wager.command, round=wager.round
        )


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Callable[[], HttpEvening]]:
    with house_in(tmp_path / "house") as (house, _):
        served = Serving(house=house, door=OpenDoor(house))
        served.grant("dan", Role.DEALER)
        for name in PATRONS:
            served.grant(name, Role.PATRON)
        with ExitStack() as open_ones, serving(house, served.door, Address(rates=MANY)) as port:
            served.port = port
            yield lambda: _opened(house, served, open_ones)


def _opened(house: House, served: Serving, open_ones: ExitStack) -> HttpEvening:
    def client(person: str, token: str) -> OverHttp:
        return open_ones.enter_context(closing(OverHttp(served, person, token)))

    dealers = {table: client("dan", f"dealer at {table}") for table in TABLES}

    def call(table: str, name: str) -> int:
        return dealers[table].post(table, {"do": "call_no_more_bets"}, f"{table} {name}")

    sides = [client(PATRONS[one % len(PATRONS)], f"side {one}") for one in range(CLIENTS)]
    found = HttpEvening(house, TABLES, sides, call, at_a_time=5)
    found.open()
    for table, dealer in dealers.items():
        dealer.post("house", {"do": "take_over", "table": table.partition("/")[2]}, table)
    return found


def test_no_wager_passes_the_close_over_http(evening: Callable[[], HttpEvening]) -> None:
    evening().hold(ALL, IN_A_ROUND)


def _keys_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Whoever asks again under the same key bets again."""
    turns = count(1)
    patch.setattr(posting, "command_id", lambda person, key: f"{person} {key} {next(turns)}"[:40])


@pytest.mark.parametrize(
    ("plant", "says"), [(PLANTED["decided on an old state"][0], "after the close"), (_keys_are_forgotten, "is lost")]
)
def test_a_planted_mistake_is_found(
    plant: Callable[[pytest.MonkeyPatch], None],
    says: str,
    evening: Callable[[], HttpEvening],
) -> None:
    found = evening()
    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        found.play(SOME, IN_A_ROUND)
    assert any(says in one for one in found.findings())
