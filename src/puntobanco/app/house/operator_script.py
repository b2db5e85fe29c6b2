"""Commands for a house as an operator types them: those of the stream's room, with what only a house asks for."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from puntobanco.cage.commands import COMMANDS as CAGE_COMMANDS
from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.commands import FAIR_COMMANDS
from puntobanco.house.commands import COMMANDS as HOUSE_COMMANDS
from puntobanco.house.commands import AcceptLoss, Propose, RecordCheckpoint, RestoreHouse, StartHouse
from puntobanco.house.commands.roles import Noting
from puntobanco.house.proposals import TAKES_TWO
from puntobanco.log.script import read_command, read_fields, read_one_of
from puntobanco.log.tournament_script import read_tournament_command
from puntobanco.streams.actors import Actor
from puntobanco.streams.command import AnyCommand, name_of
from puntobanco.streams.names import sort_of
from puntobanco.streams.normalise_names import clean_actor
from puntobanco.values.money import LARGEST
from puntobanco.values.text import quoted

AROUND = ("id", "expected", "approved_by")
"""What may stand beside a command."""


class Typed(Struct, frozen=True, kw_only=True):
    """A line of a script for a house."""

    command: AnyCommand
    id: str | None = None
    """None for one that is made here: such a line is another command whenever it comes."""
    expected: int | None = None
    approved_by: Actor | None = None


def reader_for(stream: str) -> Callable[[dict[str, Any]], Typed]:
    """How a line for this stream is read."""
    read = _READERS[sort_of(stream)]
    return lambda data: _typed(read, data)


def _typed(read: Callable[[dict[str, Any]], AnyCommand], data: dict[str, Any]) -> Typed:
    around = {key: _AROUND[key](data[key]) for key in AROUND if key in data}
    return Typed(command=read({key: value for key, value in data.items() if key not in AROUND}), **around)


def _id(value: Any) -> str:
    if not isinstance(value, str):
        raise Unreadable(f"id: {quoted(value)} is no text")
    return value


def _expected(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LARGEST:
        raise Unreadable(f"expected: {quoted(value)} is not the number of a record")
    return value


def _approved_by(value: Any) -> Actor:
    if not isinstance(value, dict):
        raise Unreadable('approved_by: write {"person": "sue", "role": "supervisor"}')
    return clean_actor(read_fields(Actor, value, "approved_by"))


_AROUND: dict[str, Callable[[Any], Any]] = {"id": _id, "expected": _expected, "approved_by": _approved_by}
_FOR_HOUSE = {
    name: kind
    for name, kind in HOUSE_COMMANDS.items()
    if kind not in (StartHouse, RestoreHouse, AcceptLoss, RecordCheckpoint, Propose) and not issubclass(kind, Noting)
}
"""Starts, restores, lost records, checkpoints and log-ins are recorded by the house."""


def _for_house(data: dict[str, Any]) -> AnyCommand:
    if data.get("do") != name_of(Propose):
        return read_one_of(_FOR_HOUSE, data, unlike=(name_of(Propose),))
    return _proposal(data)


def _proposal(data: dict[str, Any]) -> Propose:
    """A line with the stream it is about, and a command of that stream without who acts: that is who proposes."""
    stream, given = data.get("stream"), data.get("command")
    if not isinstance(stream, str) or not isinstance(given, dict):
        raise Unreadable('propose needs stream, such as table/1, and command, such as {"do": "fill_float", ...}')
    if unknown := [key for key in data if key not in ("do", "person", "role", "stream", "command")]:
        raise Unreadable(f"propose has no field {quoted(unknown[0])}")
    who: dict[str, Any] = {key: data[key] for key in ("person", "role") if key in data}
    command = _READERS[sort_of(stream)]({**given, **who})
    if type(command) not in TAKES_TWO:
        raise Unreadable(f"command: {name_of(command)} takes one person: ask for it without a proposal")
    return Propose(actor=command.actor, stream=stream, command=command)  # type: ignore[arg-type]  # just looked at


_READERS: dict[str, Callable[[dict[str, Any]], AnyCommand]] = {
    "house": _for_house,
    "vault": lambda data: read_one_of(CAGE_COMMANDS, data),
    "cage": lambda data: read_one_of(CAGE_COMMANDS, data),
    "table": read_command,
    "shoes": lambda data: read_one_of(FAIR_COMMANDS, data),
    "tournament": read_tournament_command,
}
