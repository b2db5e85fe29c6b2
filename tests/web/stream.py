"""A browser's event source, as far as tests need one."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import msgspec


@dataclass(frozen=True)
class Event:
    name: str
    data: Any
    id: str | None
    """The cursor that it brings its reader to."""


def events(response: httpx.Response) -> Iterator[Event]:
    """Events as they come, without heartbeats."""
    said: dict[str, str] = {}
    for line in response.iter_lines():
        if line:
            key, _, value = line.partition(": ")
            said[key] = value
        elif "data" in said and said["event"] != "beat":
            yield Event(said["event"], msgspec.json.decode(said["data"]), said.get("id"))
            said = {}
        else:
            said = {}


@contextmanager
def live(client: httpx.Client, after: str | None = None, **query: str) -> Iterator[Iterator[Event]]:
    headers = {} if after is None else {"last-event-id": after}
    with client.stream("GET", "/live", params=query, headers=headers) as response:
        assert response.status_code == 200, response.read()
        yield events(response)


def until_ready(found: Iterator[Event]) -> list[Event]:
    """Everything that was, up to now."""
    beginning: list[Event] = []
    for event in found:
        if event.name == "ready":
            return beginning
        beginning.append(event)
    raise AssertionError("the stream ended before it had begun")


def switched(found: Iterator[Event]) -> list[str]:
    """The tables that somebody is told to look at again, before the first record."""
    heard = []
    for event in found:
        if event.name == "record":
            break
        if event.name == "switch":
            heard.append(event.data["stream"])
    return heard
