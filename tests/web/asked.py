"""A served house for the matrix, and whoever asks there."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import Settings
from puntobanco.house.commands import Propose
from puntobanco.table.commands import FillFloat
from puntobanco.web.server import Address, serving
from tests.app.house.helpers import NAME, OPERATOR, Place
from tests.house.approvals import play_a_round
from tests.house.roles import person, samples
from tests.web.askers import ASKERS, Asker, grant_askers
from tests.web.door import OpenDoor
from tests.web.served import MANY, entrance_of, pages

API = "/api/v1"


class Asked:
    """A served house to which everybody of the matrix comes."""

    def __init__(self, house: House, door: OpenDoor, port: int) -> None:
        self.house = house
        self._port, self._keys = port, count(1)
        self._headers = {one.letter: one.let_in(door) for one in ASKERS}
        self._open = HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(self, asker: Asker, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        headers = {**self._headers[asker.letter], "idempotency-key": f"cell {next(self._keys)}"}
        headers["origin"] = f"http://127.0.0.1:{self._port}"
        sent = None if body is None else msgspec.json.encode(body)
        if sent is not None:
            headers["content-type"] = "application/json"
        if "/live" in path:
            return self._begin(path, headers)
        self._open.request(method, path.replace(" ", "%20"), body=sent, headers=headers)
        answer = self._open.getresponse()
        return answer.status, answer.read()

    def _begin(self, path: str, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """A stream that is followed no further."""
        one = HTTPConnection("127.0.0.1", self._port, timeout=30)
        one.request("GET", path, headers=dict(headers))
        answer = one.getresponse()
        found = answer.status, b"" if answer.status == 200 else answer.read()
        one.close()
        return found

    def propose(self, stream: str) -> int:
        """The number of a new proposal."""
        fill = FillFloat(actor=OPERATOR, amount=100)
        command = Propose(actor=OPERATOR, stream=stream, command=fill)
        self.house.handle("house", command, f"proposal {next(self._keys)}")
        number: int = self.house.look("house").state.proposed
        return number

    def close(self) -> None:
        self._open.close()


def code_of(status: int, body: bytes) -> str:
    return "" if status == 200 else str(msgspec.json.decode(body)["code"])


@contextmanager
def asked(folder: Path) -> Iterator[Asked]:
    """Two tables with a round each, two tournaments, and accounts."""
    place = _floor(folder)
    door = OpenDoor(place.house, entrance_of(settings_of(place), place.house._store, place.house))
    try:
        with serving(place.house, door, Address(rates=MANY, folder=pages(folder / "static"))) as port:
            found = Asked(place.house, door, port)
            yield found
            found.close()
    finally:
        place.house.close()


def settings_of(place: Place) -> Settings:
    folder = place.folder
    return Settings(
        folder=folder,
        name=NAME,
        database=folder / "house.sqlite",
        keys=folder / "house.keys",
        signing=folder / "house.signing",
        marks=folder / "marks",
        checkpoints=folder / "checkpoints",
    )


def _floor(folder: Path) -> Place:
    place = Place(folder)
    for stream, patrons in (("table/1", ("ann", "bob")), ("table/2", ("cyd", "dee"))):
        place.betting(stream, patrons)
        play_a_round(place, stream, patrons)
    for name in ("cup", "cap"):
        place.do(f"tournament/{name}", samples()["plan_tournament"])
    place.account(person("P"))
    grant_askers(place.house)
    return place
