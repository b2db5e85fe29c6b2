"""An evening at a served table, watched by everybody at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from puntobanco import house as diary
from puntobanco.cage import commands as cage
from puntobanco.house.commands import AddTable, TakeOver
from puntobanco.table import Actor, Role
from puntobanco.table.commands import AnnounceClosing
from puntobanco.table.views.visible_state import view
from puntobanco.web.server import Address, serving
from tests.report.walks import walk
from tests.table.driver import PEOPLE
from tests.web.door import OpenDoor
from tests.web.served import MACHINE, MANY, Serving, house_in
from tests.web.watching import DEVICE, Reader, Watching, as_json

STAFF = {"dan": Role.DEALER, "sue": Role.SUPERVISOR, "oz": Role.OPERATOR, "al": Role.AUDITOR, "wes": Role.WALL}
AUDIENCES = {**dict.fromkeys(PEOPLE, Role.PATRON), **STAFF, DEVICE: Role.WALL}
STEPS_BETWEEN_LOOKS = 50


class Watched(Watching):
    """A table, its patrons' accounts and the log of the house."""

    def __init__(self, served: Serving, table: str) -> None:
        self.table, self.path = table, f"/tables/{table}"
        super().__init__(served, f"table/{table}", AUDIENCES)

    def query(self, person: str) -> dict[str, str]:
        query = {"tables": self.table}
        query |= {"account": "own"} if person in PEOPLE else {}
        return query | ({"house": "log"} if person in ("oz", "al") else {})

    def play(self, seed: int, most: int) -> None:
        """A random evening, command by command, while everybody follows it."""
        opening, *records = walk(seed)
        self.served.do(self.stream, opening.command)
        starts = {stream: self.served.house.look(stream).number for stream in self._streams()}
        with self.followed():
            for number, record in enumerate(records[:most]):
                self.give(f"{self.path}/commands", record.command)
                if number % STEPS_BETWEEN_LOOKS == 0:
                    self.look(self.path)
            done = self.served.do(self.stream, AnnounceClosing(actor=Actor(person="oz", role=Role.OPERATOR)))
            self.wait(done.records[-1].number)
        self.compare(starts)
        self.look(self.path)
        self.read_again(f"{self.path}/records")
        self._read_rounds()
        self.nobody_is_told(self.path, f"{self.path}/records", f"{self.path}/rounds/1", f"/live?tables={self.table}")

    def view_of(self, audience: Actor) -> Any:
        return {"view": as_json(view(self.served.house.look(self.stream).state, audience))}

    def _streams(self) -> list[str]:
        return [self.stream, "house", *(f"cage/{person}" for person in PEOPLE)]

    def wanted(self, reader: Reader, starts: dict[str, int]) -> dict[str, list[Any]]:
        own = {self.stream, "house"} if "house" in reader.query else {self.stream}
        own |= {f"cage/{reader.person}"} if "account" in reader.query else set()
        return {stream: self.allowed(stream, reader.audience, starts[stream]) for stream in own}

    def _read_rounds(self) -> None:
        last = self.served.house.look(self.stream).state.round_number
        for reader in self.readers:
            for number in {1, last // 2, last - 1} - {0}:
                found = reader.client.get(f"{self.path}/rounds/{number}").json()["records"]
                self.hold(f"round {number}", reader.audience, found)


@contextmanager
def watched_house(folder: Path) -> Iterator[Serving]:
    with house_in(folder) as (house, entrance):
        found = Serving(house=house, door=OpenDoor(house, entrance))
        for person in PEOPLE:
            found.grant(person, Role.PATRON)
            found.do(f"cage/{person}", cage.OpenAccount(actor=MACHINE, patron=person))
            found.do(f"cage/{person}", cage.Deposit(actor=MACHINE, amount=10**11))
        found.do("vault", cage.OpenVault(actor=MACHINE))
        found.do("vault", cage.Deposit(actor=MACHINE, amount=10**11))
        for person, role in STAFF.items():
            found.grant(person, role, "house" if role in (Role.OPERATOR, Role.AUDITOR) else "table/")
        with serving(house, found.door, Address(rates=MANY)) as port:
            found.port = port
            yield found


def evening(served: Serving, table: str, seed: int, most: int = 1000) -> list[str]:
    """Whatever was sent to somebody and is not theirs, or was theirs and not sent."""
    served.do("house", AddTable(actor=MACHINE, table=table, running=diary.Running()))
    served.do("house", TakeOver(actor=Actor(person="dan", role=Role.DEALER), table=table))
    watched = Watched(served, table)
    try:
        watched.play(seed, most)
    finally:
        watched.close()
    return watched.wrong
