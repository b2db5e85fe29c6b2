"""An evening at a served table, watched by everybody at once: whatever is sent to anybody must be what the room of
records says that this person may see, to the last member."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import httpx
import msgspec

from puntobanco import diary
from puntobanco.app.entrance.visitor import Kind, Scope
from puntobanco.app.house.standing import record_of
from puntobanco.cage import commands as cage
from puntobanco.diary.commands import AddTable, TakeOver
from puntobanco.errors import Refused, Unreadable
from puntobanco.record.redact import SEES_BALANCES, Redacted, redact, redact_cage
from puntobanco.record.script import SHOWS_WHO
from puntobanco.table import Actor, Role
from puntobanco.table.commands import AnnounceClosing
from puntobanco.table.reading.views import view
from puntobanco.web.serving import Address, serving
from tests.report.walks import walk
from tests.table.driver import PEOPLE
from tests.web.door import OpenDoor
from tests.web.matrix_commands import body_of
from tests.web.served import MACHINE, MANY, Serving, house_in
from tests.web.stream import Event, live, until_ready

STAFF = {"dan": Role.DEALER, "sue": Role.SUPERVISOR, "oz": Role.OPERATOR, "al": Role.AUDITOR, "wes": Role.WALL}
AUDIENCES = {**dict.fromkeys(PEOPLE, Role.PATRON), **STAFF, "wall": Role.WALL}
DEVICE = "wall"
"""A screen is nobody in particular, and sees what a wall sees."""
STEPS_BETWEEN_LOOKS = 50
MOST_SECONDS = 30
"""Until whatever was sent must have come: it is not measured, and nobody waits so long if it comes."""


@dataclass
class Reader:
    """Somebody who follows the evening."""

    person: str
    client: httpx.Client
    token: str
    query: dict[str, str]
    came: list[Event] = field(default_factory=list)

    @property
    def audience(self) -> Actor:
        return Actor(person=self.person, role=AUDIENCES[self.person])

    def follow(self, found: Iterator[Event]) -> None:
        try:
            self.came += found
        except httpx.HTTPError:
            return

    def records(self, stream: str) -> list[Any]:
        return [one.data for one in self.came if one.name == "record" and one.data["stream"] == stream]

    def numbers(self, stream: str) -> set[int]:
        return {one["number"] for one in self.records(stream)}


class Watched:
    """A table, everybody who watches it, and what was sent to them that is not theirs."""

    def __init__(self, served: Serving, table: str) -> None:
        self.served, self.table, self.stream = served, table, f"table/{table}"
        self.wrong: list[str] = []
        self._ids = count(1)
        self.readers = [self._reader(person) for person in AUDIENCES]

    def _reader(self, person: str) -> Reader:
        token = f"{self.table} {person}"
        shown = {"kind": Kind.DEVICE, "scopes": frozenset({Scope.READ}), "tables": (self.table,)}
        self.served.door.give(person, token=token, **(shown if person == DEVICE else {}))  # type: ignore[arg-type]
        headers = {"authorization": f"Bearer {token}"}
        client = httpx.Client(base_url=f"{self.served.url}/api/v1", headers=headers, timeout=MOST_SECONDS)
        query = {"tables": self.table}
        query |= {"account": "own"} if person in PEOPLE else {}
        query |= {"house": "log"} if person in ("oz", "al") else {}
        return Reader(person, client, token, query)

    # The evening

    def play(self, seed: int, most: int) -> None:
        """A random evening, command by command, while everybody follows it."""
        opening, *records = walk(seed)
        self.served.do(self.stream, opening.command)
        starts = {stream: self.served.house.look(stream).number for stream in self._streams()}
        with self._followed():
            for number, record in enumerate(records[:most]):
                self._give(record.command)
                if number % STEPS_BETWEEN_LOOKS == 0:
                    self._look()
            self._wait()
        self._compare(starts)
        self._look()
        self._read_again()

    @contextmanager
    def _followed(self) -> Iterator[None]:
        threads = []
        with ExitStack() as open_ones:
            for reader in self.readers:
                found = open_ones.enter_context(live(reader.client, **reader.query))
                until_ready(found)
                threads.append(Thread(target=reader.follow, args=(found,), daemon=True))
            for thread in threads:
                thread.start()
            yield
            for reader in self.readers:
                self.served.door.revoke(reader.token)
            for thread in threads:
                thread.join(MOST_SECONDS)
            self.served.door._gone.clear()

    def _give(self, command: Any) -> None:
        """Over HTTP by whoever it is; what takes two people is done past the server."""
        reader = next(one for one in self.readers if one.person == command.actor.person)
        key = {"idempotency-key": f"evening {next(self._ids)}"}
        answer = reader.client.post(f"/tables/{self.table}/commands", json=body_of(command), headers=key)
        if answer.status_code == 200:
            actor = Actor(person=command.actor.person, role=command.actor.role)
            self._hold("an answer", actor, answer.json()["records"])
        elif answer.status_code in (403, 409):
            self._past_the_server(command)
        else:
            self.wrong.append(f"{command}: {answer.status_code} {answer.text}")

    def _past_the_server(self, command: Any) -> None:
        try:
            self.served.do(self.stream, command)
        except (Refused, Unreadable):
            return

    # What may be seen

    def _streams(self) -> list[str]:
        return [self.stream, "house", *(f"cage/{person}" for person in PEOPLE)]

    def allowed(self, stream: str, audience: Actor, after: int = 0, most: int = 100_000) -> list[Any]:
        """What the room of records lets this person see."""
        lines = self.served.house.read(stream, after, most)
        found = (seen_of(record_of(line), audience) for line in lines)
        return [one for one in found if one is not None]

    def _hold(self, what: str, audience: Actor, sent: list[Any]) -> None:
        for record in sent:
            wanted = self.allowed(record["stream"], audience, record["number"] - 1, most=1)
            if wanted != [record]:
                self.wrong.append(f"{what} to {audience}: {record}, not {wanted}")

    def _look(self) -> None:
        """How the table stands, for everybody."""
        state = self.served.house.look(self.stream).state
        for reader in self.readers:
            found = reader.client.get(f"/tables/{self.table}").json()["view"]
            if found != as_json(view(state, reader.audience)):
                self.wrong.append(f"a view to {reader.audience}: {found}")

    def _wanted(self, reader: Reader, starts: dict[str, int]) -> dict[str, list[Any]]:
        own = {self.stream, "house"} if "house" in reader.query else {self.stream}
        own |= {f"cage/{reader.person}"} if "account" in reader.query else set()
        return {stream: self.allowed(stream, reader.audience, starts[stream]) for stream in own}

    def _wait(self) -> None:
        """Until everybody has heard what everybody hears: all that was sent before has come by then."""
        done = self.served.do(self.stream, AnnounceClosing(actor=Actor(person="oz", role=Role.OPERATOR)))
        end = monotonic() + MOST_SECONDS
        for reader in self.readers:
            while done.records[-1].number not in reader.numbers(self.stream) and monotonic() < end:
                sleep(0.01)

    def _compare(self, starts: dict[str, int]) -> None:
        for reader in self.readers:
            for stream, wanted in self._wanted(reader, starts).items():
                came = reader.records(stream)
                if came != wanted:
                    odd = next((one for one in came if one not in wanted), f"{len(came)} of {len(wanted)}")
                    self.wrong.append(f"a stream to {reader.audience} of {stream}: {odd}")

    def _read_again(self) -> None:
        """What happened, page by page and round by round."""
        last = self.served.house.look(self.stream).state.round_number
        for reader in self.readers:
            wanted = self.allowed(self.stream, reader.audience)
            if self._pages(reader) != wanted:
                self.wrong.append(f"records to {reader.audience} are not {len(wanted)} that are theirs")
            for number in {1, last // 2, last - 1} - {0}:
                found = reader.client.get(f"/tables/{self.table}/rounds/{number}").json()["records"]
                self._hold(f"round {number}", reader.audience, found)

    def _pages(self, reader: Reader) -> list[Any]:
        found: list[Any] = []
        after, more = 0, True
        while more:
            page = reader.client.get(f"/tables/{self.table}/records?after={after}&limit=100").json()
            found, after, more = found + page["records"], page["number"], page["more"]
        return found

    def close(self) -> None:
        for reader in self.readers:
            reader.client.close()


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def seen_of(record: Any, audience: Actor) -> Any:
    """A record as it must be sent to this person; none if nothing of it."""
    seen = [one for event in record.events if (one := _redacted(record.stream, event, audience)) is not None]
    if not seen:
        return None
    by = {"by": as_json(record.actor)} if any(isinstance(one, SHOWS_WHO) for one in record.events) else {}
    events = [_without(one.event, one.hidden) for one in seen]
    return {"stream": record.stream, "number": record.number, "time": record.time, **by, "events": events}


def _redacted(stream: str, event: Any, audience: Actor) -> Redacted[Any] | None:
    if stream.startswith("table/"):
        return redact(event, audience)
    if stream.startswith("cage/"):
        return redact_cage(event, audience)
    return Redacted(event=event, hidden=frozenset()) if audience.role in SEES_BALANCES else None


def _without(event: Any, hidden: frozenset[str]) -> Any:
    """As JSON, without what is hidden; in a list, null stands for it."""
    data = as_json(event)
    for path in hidden:
        name, *within = path.split(".")
        if not within:
            data.pop(name, None)
        else:
            place, member = within
            part = getattr(event, name)[int(place)]
            data[name][int(place)][part.__struct_fields__.index(member)] = None
    return data


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
