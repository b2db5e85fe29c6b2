"""People come in by the house's own entrance: tokens and sessions as they are kept in its database."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from puntobanco import house as diary
from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.auth.principal import Scope
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.app.house.house_folder import init_house, read_settings, serve
from puntobanco.app.house.key_file import KeyFile
from puntobanco.store import open_store
from puntobanco.web.server import Address, serving
from puntobanco.web.server_process import door_of, is_staff
from tests.web.door import OpenDoor
from tests.web.served import MANY, Serving
from tests.web.stream import live, until_ready

PASSWORD = Whisper("a door that opens slowly")


class Entered:
    """A served house, and its entrance."""

    def __init__(self, entrance: Entrance, url: str, cookie: str) -> None:
        self.entrance, self.url, self.cookie = entrance, f"{url}/api/v1", cookie

    def by_token(self, scopes: tuple[Scope, ...]) -> tuple[str, dict[str, str]]:
        token = self.entrance.new_token("ann", "a program", scopes)
        return token.id, {"authorization": f"Bearer {token.secret.text()}"}

    def by_session(self) -> dict[str, str]:
        entered = self.entrance.enter("ann", PASSWORD)
        return {"cookie": f"{self.cookie}={entered.token.text()}"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Entered]:
    folder: Path = tmp_path_factory.mktemp("door") / "house"
    init_house(folder, name="door")
    settings = read_settings(folder)
    store = open_store(settings.database)
    served = serve(settings, store)
    keys = KeyFile.read(settings.keys, settings.name)
    entrance = Entrance(store, keys=keys, house=settings.name, is_staff=lambda person: is_staff(served, person))
    entrance.spend_link(entrance.enroll("ann").secret, PASSWORD)
    door = door_of(settings, store, served)
    prepared = Serving(house=served, door=OpenDoor(served))
    prepared.add_table("1", diary.Running())
    prepared.seat("1", ("ann",))
    try:
        with serving(served, door, Address(rates=MANY)) as port:
            yield Entered(entrance, f"http://127.0.0.1:{port}", door.cookie)
    finally:
        served.close()


def test_a_program_comes_in_by_its_token(house: Entered) -> None:
    _, headers = house.by_token((Scope.READ, Scope.PLAY))
    assert httpx.get(f"{house.url}/you", headers=headers).json()["person"] == "ann"
    headers["idempotency-key"] = "real"
    answer = httpx.post(f"{house.url}/tables/1/commands", json={"do": "ask_rules"}, headers=headers)
    assert answer.status_code == 200


def test_a_browser_comes_in_by_its_cookie(house: Entered) -> None:
    found = httpx.get(f"{house.url}/you", headers=house.by_session()).json()
    assert (found["person"], found["kind"]) == ("ann", "session")


def test_a_token_that_is_taken_back_ends_its_stream(house: Entered) -> None:
    name, headers = house.by_token((Scope.READ,))
    with httpx.Client(base_url=house.url, headers=headers) as client:
        with live(client, tables="1") as found:
            until_ready(found)
            house.entrance.take_back(name)
            assert list(found) == []
        assert client.get("/you").status_code == 401


def test_whoever_logs_out_everywhere_reads_no_more(house: Entered) -> None:
    headers = house.by_session()
    with httpx.Client(base_url=house.url, headers=headers) as client, live(client, tables="1") as found:
        until_ready(found)
        house.entrance.leave_everywhere("ann")
        assert list(found) == []


@pytest.mark.parametrize("token", ["pbs_", "pbs_" + "A" * 43, "pbt_" + "A" * 43, "pbd_x", "x" * 10_000, "%00"])
def test_what_is_no_token_opens_nothing(house: Entered, token: str) -> None:
    assert httpx.get(f"{house.url}/you", headers={"authorization": f"Bearer {token}"}).status_code == 401
    assert httpx.get(f"{house.url}/you", headers={"cookie": f"{house.cookie}={token}"}).status_code == 401
