"""Whoever follows a stream of a served house, whatever it is about, and everything that is sent to somebody and is not
what the room of records lets this person see, to the last member."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from threading import Thread
from time import monotonic, sleep
from typing import Any

import httpx
import msgspec

from puntobanco.app.auth.principal import Kind, Scope
from puntobanco.app.house.stream_states import record_of
from puntobanco.errors import Refused, Unreadable
from puntobanco.log.redact import SEES_BALANCES, Redacted, redact, redact_cage, redact_tournament
from puntobanco.log.script import SHOWS_WHO
from puntobanco.streams.names import sort_of
from puntobanco.table import Actor, Role
from tests.web.matrix_commands import body_of
from tests.web.served import Serving
from tests.web.stream import Event, live, until_ready

MOST_SECONDS = 30
"""Until whatever was sent must have come: it is not measured, and nobody waits so long if it comes."""
DEVICE = "wall"
"""A screen is nobody in particular, and sees what a wall sees."""
NOBODY = "nix"
"""Somebody who is logged in and has no role anywhere."""


@dataclass
class Reader:
    """Somebody who follows, as whom, and what came."""

    audience: Actor
    client: httpx.Client
    token: str
    query: dict[str, str]
    came: list[Event] = field(default_factory=list)

    @property
    def person(self) -> str:
        return self.audience.person

    def follow(self, found: Iterator[Event]) -> None:
        try:
            self.came += found
        except httpx.HTTPError:
            return

    def records(self, stream: str) -> list[Any]:
        return [one.data for one in self.came if one.name == "record" and one.data["stream"] == stream]

    def numbers(self, stream: str) -> set[int]:
        return {one["number"] for one in self.records(stream)}


class Watching:
    """A stream, everybody who watches it, and what was sent to them that is not theirs."""

    def __init__(self, served: Serving, stream: str, audiences: Mapping[str, Role]) -> None:
        self.served, self.stream = served, stream
        self.wrong: list[str] = []
        self._ids = count(1)
        self.readers = [self._reader(Actor(person=person, role=role)) for person, role in audiences.items()]
        self.nobody = self._client(NOBODY, f"{stream} {NOBODY}")

    def query(self, person: str) -> dict[str, str]:
        """What somebody follows."""
        raise NotImplementedError

    def _reader(self, audience: Actor) -> Reader:
        token = f"{self.stream} {audience.person}"
        return Reader(audience, self._client(audience.person, token), token, self.query(audience.person))

    def _client(self, person: str, token: str) -> httpx.Client:
        tables = (self.stream.partition("/")[2],)
        shown = {"kind": Kind.DEVICE, "scopes": frozenset({Scope.READ}), "tables": tables}
        # what a device shows is given by name
        self.served.door.give(person, token=token, **(shown if person == DEVICE else {}))  # type: ignore[arg-type]
        headers = {"authorization": f"Bearer {token}"}
        return httpx.Client(base_url=f"{self.served.url}/api/v1", headers=headers, timeout=MOST_SECONDS)

    @contextmanager
    def followed(self) -> Iterator[None]:
        threads = []
        with ExitStack() as open_ones:
            for reader in self.readers:
                found = open_ones.enter_context(live(reader.client, **reader.query))
                self._begins(reader, until_ready(found))
                threads.append(Thread(target=reader.follow, args=(found,), daemon=True))
            for thread in threads:
                thread.start()
            yield
            for reader in self.readers:
                self.served.door.revoke(reader.token)
            for thread in threads:
                thread.join(MOST_SECONDS)
            self.served.door._gone.clear()

    def _begins(self, reader: Reader, beginning: list[Event]) -> None:
        """How everything stood that is followed."""
        for event in beginning:
            if event.name == "view" and event.data["stream"] == self.stream:
                self.hold_view(reader, event.data)

    def give(self, path: str, command: Any, approved_by: Actor | None = None) -> None:
        """Over HTTP by whoever it is; what takes two people, or roles at several places, is done past the server."""
        reader = next((one for one in self.readers if one.person == command.actor.person), None)
        if reader is None:
            self._past_the_server(command, approved_by)
            return
        key = {"idempotency-key": f"evening {next(self._ids)}"}
        answer = reader.client.post(path, json=body_of(command), headers=key)
        if answer.status_code == 200:
            actor = Actor(person=command.actor.person, role=command.actor.role)
            self.hold("an answer", actor, answer.json()["records"])
        elif answer.status_code in (403, 409):
            self._past_the_server(command, approved_by)
        else:
            self.wrong.append(f"{command}: {answer.status_code} {answer.text}")

    def _past_the_server(self, command: Any, approved_by: Actor | None) -> None:
        name = f"past {next(self.served.ids)}"
        try:
            self.served.house.handle(self.stream, command, name, approved_by=approved_by)
        except (Refused, Unreadable):
            return

    # What may be seen

    def allowed(self, stream: str, audience: Actor, after: int = 0, most: int = 100_000) -> list[Any]:
        """What the room of records lets this person see."""
        lines = self.served.house.read(stream, after, most)
        found = (seen_of(record_of(line), audience) for line in lines)
        return [one for one in found if one is not None]

    def hold(self, what: str, audience: Actor, sent: list[Any]) -> None:
        for record in sent:
            wanted = self.allowed(record["stream"], audience, record["number"] - 1, most=1)
            if wanted != [record]:
                self.wrong.append(f"{what} to {audience}: {record}, not {wanted}")

    def view_of(self, audience: Actor) -> Any:
        """What this person may see of how everything stands now."""
        raise NotImplementedError

    def hold_view(self, reader: Reader, found: Any) -> None:
        if shown(found) != (wanted := shown(self.view_of(reader.audience))):
            self.wrong.append(f"a view to {reader.audience}: {found}, not {wanted}")

    def look(self, path: str) -> None:
        """How it stands, for everybody."""
        for reader in self.readers:
            self.hold_view(reader, reader.client.get(path).json())

    def wanted(self, reader: Reader, starts: dict[str, int]) -> dict[str, list[Any]]:
        """By stream, what this reader must have got since."""
        return {self.stream: self.allowed(self.stream, reader.audience, starts[self.stream])}

    def wait(self, number: int) -> None:
        """Until everybody has heard what everybody hears: all that was sent before has come by then."""
        end = monotonic() + MOST_SECONDS
        for reader in self.readers:
            while number not in reader.numbers(self.stream) and monotonic() < end:
                sleep(0.01)

    def compare(self, starts: dict[str, int]) -> None:
        for reader in self.readers:
            for stream, wanted in self.wanted(reader, starts).items():
                came = reader.records(stream)
                if came != wanted:
                    odd = next((one for one in came if one not in wanted), f"{len(came)} of {len(wanted)}")
                    self.wrong.append(f"a stream to {reader.audience} of {stream}: {odd}")

    def read_again(self, path: str) -> None:
        """What happened, page by page."""
        for reader in self.readers:
            wanted = self.allowed(self.stream, reader.audience)
            if self._pages(reader, path) != wanted:
                self.wrong.append(f"records to {reader.audience} are not {len(wanted)} that are theirs")

    def _pages(self, reader: Reader, path: str) -> list[Any]:
        found: list[Any] = []
        after, more = 0, True
        while more:
            page = reader.client.get(f"{path}?after={after}&limit=100").json()
            found, after, more = found + page["records"], page["number"], page["more"]
        return found

    def nobody_is_told(self, *paths: str) -> None:
        """Whoever has no role there gets nothing, and whoever is not logged in less."""
        for path in paths:
            with httpx.Client(base_url=self.nobody.base_url, timeout=MOST_SECONDS) as stranger:
                for client, status in ((self.nobody, 403), (stranger, 401)):
                    with client.stream("GET", path) as answer:
                        if answer.status_code != status:
                            self.wrong.append(f"{path} to nobody: {answer.status_code}")

    def close(self) -> None:
        for client in (self.nobody, *(reader.client for reader in self.readers)):
            client.close()


def shown(seen: Any) -> Any:
    """What is seen, without where in the log: the house goes on meanwhile."""
    said = {name: value for name, value in seen.items() if name not in ("stream", "number", "cursor")}
    return said.get("view", said)


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def seen_of(record: Any, audience: Actor) -> Any:
    """A record as it must be sent to this person; none if nothing of it."""
    seen = [one for event in record.events if (one := _redacted(record.stream, event, audience)) is not None]
    if not seen:
        return None
    by = {"by": as_json(record.command.done_by)} if any(isinstance(one, SHOWS_WHO) for one in record.events) else {}
    events = [_without(one.event, one.hidden) for one in seen]
    return {"stream": record.stream, "number": record.number, "time": record.time, **by, "events": events}


def _redacted(stream: str, event: Any, audience: Actor) -> Redacted[Any] | None:
    match sort_of(stream):
        case "table":
            return redact(event, audience)
        case "tournament":
            return redact_tournament(event, audience)
        case "cage":
            return redact_cage(event, audience)
        case "shoes":
            return Redacted(event=event, hidden=frozenset())
    return Redacted(event=event, hidden=frozenset()) if audience.role in SEES_BALANCES else None


def _without(event: Any, hidden: frozenset[str]) -> Any:
    """As JSON, without what is hidden; in a list, null stands for it."""
    data = as_json(event)
    for path in hidden:
        _leave_out(event, data, *path.split("."))
    return data


def _leave_out(value: Any, data: Any, step: str, *rest: str) -> None:
    written_as_list = isinstance(data, list) and not isinstance(value, tuple)
    key: Any = value.__struct_fields__.index(step) if written_as_list else int(step) if step.isdigit() else step
    if rest:
        _leave_out(value[int(step)] if isinstance(value, tuple) else getattr(value, step), data[key], *rest)
    elif isinstance(data, dict):
        data.pop(key, None)
    else:
        data[key] = None
