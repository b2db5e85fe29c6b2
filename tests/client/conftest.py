"""One demo house for all tests of the client, in a hurry."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from puntobanco.app.auth.principal import Scope
from puntobanco.client import Client
from puntobanco.house import Running
from puntobanco.web.demo import OpenDemo, opened_demo
from puntobanco.web.server import Address, serving
from tests.web.served import MANY

FASTER = Running(virtual=True, automatic=True, betting_ms=300, card_ms=5, offer_ms=5)


@dataclass
class Shown:
    """A demo house that is served in this process."""

    demo: OpenDemo
    url: str

    def token(self, *scopes: Scope) -> str:
        """Of a program, for a new guest."""
        with Client.as_guest(self.url) as guest:
            person = guest.you().person
        return self.demo.entrance.new_token(person, "a program", scopes or (Scope.READ, Scope.PLAY)).secret.text()


@contextmanager
def shown_demo(folder: Path, running: Running = FASTER) -> Iterator[Shown]:
    with (
        opened_demo(folder, running) as demo,
        serving(demo.house, demo.door, Address(rates=MANY), demo.more) as port,
    ):
        yield Shown(demo=demo, url=f"http://localhost:{port}")


@pytest.fixture(scope="session")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with shown_demo(tmp_path_factory.mktemp("client") / "demo") as found:
        yield found
