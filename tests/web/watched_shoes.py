"""Fair shoes over HTTP, watched by everybody at once: acts are for all who have a role at the table, as they are
written and with no word of who did it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from puntobanco.app.house.house_folder import init_house
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.table import Actor, Role
from puntobanco.web.server import Address, serving
from tests.audit.houses import PATRONS, Evening, deal_fair, open_fair
from tests.web.door import OpenDoor
from tests.web.served import MANY, Serving
from tests.web.watching import DEVICE, Watching, as_json

STAFF = {"dan": Role.DEALER, "sue": Role.SUPERVISOR, "oz": Role.OPERATOR, "al": Role.AUDITOR, "wes": Role.WALL}
AUDIENCES = {**dict.fromkeys(PATRONS, Role.PATRON), "zed": Role.PATRON, **STAFF, DEVICE: Role.WALL}


class Heard(Evening):
    """An evening on a clock of its own, of which everything that concerns seeds is asked over HTTP."""

    watched: "WatchedShoes | None" = None

    def tries(self, stream: str, command: Any) -> bool:
        if self.watched is None or stream != self.watched.stream:
            return super().tries(stream, command)
        before = self.house.look(stream).number
        self.watched.give(f"{self.watched.path}/shoes/commands", command)
        return self.house.look(stream).number > before


class WatchedShoes(Watching):
    """The shoes of a table with seeds, for so many rounds."""

    def __init__(self, served: Serving, table: str) -> None:
        self.table, self.path = table, f"/tables/{table}"
        super().__init__(served, f"shoes/{table}", AUDIENCES)

    def query(self, _: str) -> dict[str, str]:
        return {"shoes": self.table}

    def play(self, evening: Heard, rounds: int) -> None:
        starts = {self.stream: self.served.house.look(self.stream).number}
        evening.watched = self
        with self.followed():
            deal_fair(evening, self.table, rounds=rounds)
            self.wait(self.served.house.look(self.stream).number)
        evening.watched = None
        self.compare(starts)
        self._hold_histories()
        self.nobody_is_told(f"{self.path}/fairness", f"/live?shoes={self.table}")

    def view_of(self, _: Actor) -> Any:
        shoes: FairShoes = self.served.house.look(self.stream).state
        return {"shoes": shoes.shoes, "stage": as_json(shoes.stage)}

    def _hold_histories(self) -> None:
        """Everything, and what came since the middle."""
        last = self.served.house.look(self.stream).number
        for reader in self.readers:
            for after in (0, last // 2):
                wanted = [act for one in self.allowed(self.stream, reader.audience, after) for act in one["events"]]
                found = reader.client.get(f"{self.path}/fairness", params={"after": after}).json()
                said = {"stream": self.stream, "number": last, "acts": wanted, "seeding": self._seeding(found, reader)}
                if found != said:
                    self.wrong.append(f"a history to {reader.audience}: {found}")

    def _seeding(self, found: Any, reader: Any) -> Any:
        """When seeds are taken everybody is told; which of them is whose, nobody but its patron."""
        shoe = self.served.house.look(self.stream).state.under_way
        if found["seeding"] is None or shoe is None:
            return None
        times = {name: found["seeding"][name] for name in ("now", "promised_until", "opened_until")}
        own, promised = reader.audience.person, shoe.promised_by
        return {**times, "yours": promised.index(own) + 1 if own in promised else None}


class Shoes:
    """A served house on a clock of its own."""

    def __init__(self, served: Serving, evening: Heard) -> None:
        self.served, self.evening = served, evening

    def watch(self, table: str, book: str, rounds: int) -> list[str]:
        """Whatever was sent to somebody and is not theirs, or was theirs and not sent."""
        open_fair(self.evening, table, book, seeds=True)
        watched = WatchedShoes(self.served, table)
        try:
            watched.play(self.evening, rounds)
        finally:
            watched.close()
        return watched.wrong


@contextmanager
def shoes_house(folder: Path) -> Iterator[Shoes]:
    init_house(folder, name="shoes")
    evening = Heard(folder, seed=1)
    found = Serving(house=evening.house, door=OpenDoor(evening.house))
    for person, role in AUDIENCES.items():
        if person != DEVICE:
            found.grant(person, role, "house" if role in (Role.OPERATOR, Role.AUDITOR) else "table/")
    with serving(evening.house, found.door, Address(rates=MANY)) as port:
        found.port = port
        yield Shoes(found, evening)
    evening.close()
