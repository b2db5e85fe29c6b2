"""A served house that people enter with passwords. The clock of its entrance is set by hand, and every browser has an
address of its own, by the word of a proxy that is trusted."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from puntobanco import house as diary
from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.auth.second_factor import FactorSecret, step_at
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import init_house, serve
from puntobanco.house.commands import GrantRole
from puntobanco.house.grants import ALL_TABLES, WHOLE_HOUSE
from puntobanco.store import Store, open_store
from puntobanco.table import Role
from puntobanco.web.authenticate import HouseDoor
from puntobanco.web.server import Address, serving
from puntobanco.web.server_process import cookie_name
from tests.entrance.door import GOOD, MINUTE, CheapPasswords, Time
from tests.web.door import OpenDoor
from tests.web.served import MACHINE, MANY, Serving, dealt, entrance_of

NAME = "casino.example"
LONG = diary.Running(virtual=True, automatic=True, betting_ms=60_000, card_ms=5, offer_ms=5)
ADDRESS = Address(rates=MANY, proxies=("127.0.0.1",), names=(NAME,))
PASSWORD = GOOD.text()
_numbers = count(1)


class Browser(httpx.Client):
    """Somebody's browser: it says where it comes from, and keeps its cookies."""

    def __init__(self, port: int, *, secure: bool = False, **more: str) -> None:
        number = next(_numbers)
        origin = f"https://{NAME}" if secure else f"http://localhost:{port}"
        headers = {
            "origin": origin,
            "host": origin.partition("//")[2],
            "x-forwarded-for": f"10.7.{number // 250}.{number % 250}",
        }
        if secure:
            headers["x-forwarded-proto"] = "https"
        super().__init__(base_url=f"http://localhost:{port}/api/v1", headers={**headers, **more}, timeout=30)

    def log_in(self, name: str, password: str = PASSWORD, code: str | None = None) -> httpx.Response:
        return self.post(
            "/log-in", json={"name": name, "password": password} | ({} if code is None else {"code": code})
        )

    def give(self, path: str, body: Any, key: str | None = None) -> httpx.Response:
        """A command."""
        return self.post(path, json=body, headers={"idempotency-key": key or f"key {next(_numbers)}"})


@dataclass
class Staff:
    """Somebody who works there and has given a second factor just now."""

    name: str
    secret: FactorSecret
    browser: Browser


@dataclass
class Peopled:
    house: House
    store: Store
    entrance: Entrance
    time: Time
    passwords: CheapPasswords
    cookie: str
    port: int = 0
    patience: float = 30
    """Seconds until a check believes that something will not come."""
    browsers: list[Browser] = field(default_factory=list)

    def browser(self, *, secure: bool = False, port: int | None = None, **headers: str) -> Browser:
        found = Browser(port or self.port, secure=secure, **headers)
        self.browsers.append(found)
        return found

    def enrolled(self, role: Role | None = Role.PATRON, place: str = ALL_TABLES) -> str:
        """Somebody new with a password; the name."""
        name = f"{'nobody' if role is None else role} {next(_numbers)}"
        self.entrance.spend_link(self.entrance.enroll(name).secret, GOOD)
        if role is not None:
            self.grant(name, role, place)
        return name

    def grant(self, name: str, role: Role, place: str) -> None:
        self.house.catch_up()
        command = GrantRole(actor=MACHINE, whom=name, duty=role, place=place)
        self.house.handle("house", command, f"grant {next(_numbers)}")

    def patron(self) -> tuple[str, Browser]:
        """Somebody who is in."""
        name, browser = self.enrolled(), self.browser()
        assert browser.log_in(name).status_code == 200
        return name, browser

    def staff(self, role: Role = Role.OPERATOR, place: str = WHOLE_HOUSE) -> Staff:
        name, browser = self.enrolled(role, place), self.browser()
        entered = self.entrance.enter(name, GOOD)
        secret = self.entrance.propose_factor(entered.visitor, GOOD).secret
        self.entrance.confirm_factor(entered.token, Whisper(self.code(secret)))
        self.time.pass_(MINUTE)
        self.entrance.leave_everywhere(name)
        assert browser.log_in(name, code=self.code(secret)).status_code == 200
        return Staff(name, secret, browser)

    def code(self, secret: FactorSecret) -> str:
        return secret.code(step_at(self.time.now))

    def records(self, after: int = 0) -> list[str]:
        """What the log of the house has, as it is written."""
        return [line.body.decode() for line in self.house.read("house", after, 10_000)]

    def number(self) -> int:
        return self.house.look("house").number

    def close(self) -> None:
        for one in self.browsers:
            one.close()


@contextmanager
def peopled_house(folder: Path) -> Iterator[Peopled]:
    settings = init_house(folder, name="people")
    store = open_store(settings.database)
    house, time = serve(settings, store), Time()
    try:
        entrance = entrance_of(settings, store, house, time)
        cookie = cookie_name(settings.name)
        passwords: Any = entrance._passwords
        found = Peopled(house, store, entrance, time, passwords, cookie)
        prepared = Serving(house=house, door=OpenDoor(house))
        prepared.add_table("1", LONG)
        prepared.add_table("2", diary.Running())
        with dealt(house), serving(house, HouseDoor(entrance, house.may, cookie), ADDRESS) as port:
            found.port = port
            yield found
            found.close()
    finally:
        house.close()


def problem(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]
