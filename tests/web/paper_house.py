"""A house in which everything has happened, served over HTTP, with somebody in every role; and what the command line
says of it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from puntobanco.app.house.house_folder import open_house
from puntobanco.cli.main import app
from puntobanco.table import Role, commands
from puntobanco.web.server import Address, serving
from tests.app.house.helpers import OPERATOR, patron
from tests.audit.houses import Evening, eventful_house
from tests.web.door import OpenDoor
from tests.web.served import MANY, Serving

PEOPLE = {
    "ada": (Role.AUDITOR, "house"),
    "oz": (Role.OPERATOR, "house"),
    "sue": (Role.SUPERVISOR, "table/"),
    "sam": (Role.SUPERVISOR, "table/nz-1998"),
    "dan": (Role.DEALER, "table/"),
    "ann": (Role.PATRON, "table/"),
    "bob": (Role.PATRON, "table/"),
    "dot": (Role.DIRECTOR, "tournament/"),
    "wes": (Role.WALL, "table/"),
}
NASTY = "=1+1|..\\é\"; x='"
"""A table whose name does harm wherever somebody believes it."""
TOURNAMENT = "absent-entrant-and-reserve"


@dataclass
class Papers(Serving):
    """The same, and where it lies."""

    folder: Path = Path()

    def said(self, *arguments: str) -> str:
        """What `punto` prints of this house; `HOUSE` stands for it."""
        text = StringIO()
        with redirect_stdout(text):
            app([str(self.folder) if one == "HOUSE" else one for one in arguments], standalone_mode=False)
        return text.getvalue()

    def data(self, *arguments: str) -> Any:
        return json.loads(self.said(*arguments, "--format", "json"))


@contextmanager
def served_folder(folder: Path) -> Iterator[Papers]:
    house = open_house(folder)
    found = Papers(house=house, door=OpenDoor(house), folder=folder)
    try:
        for person, (role, place) in PEOPLE.items():
            if house.may(person, place) is not role:
                found.grant(person, role, place)
        with serving(house, found.door, Address(rates=MANY)) as port:
            found.port = port
            yield found
            found.close()
    finally:
        house.close()


@contextmanager
def paper_house(folder: Path) -> Iterator[Papers]:
    eventful_house(folder, steps=60, rounds=3, tournaments=1)
    evening = Evening(folder, seed=2)
    evening.do(f"table/{NASTY}", commands.OpenTable(actor=OPERATOR, book="act-2015"))
    evening.do(f"table/{NASTY}", commands.BuyIn(actor=patron("ann"), amount=100_000))
    evening.close()
    with served_folder(folder) as found:
        yield found
