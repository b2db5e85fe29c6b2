"""Events as they were sent to somebody who may not see all of them, on the way back into their types."""

from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from msgspec import Struct

from puntobanco.cage.events import AccountEvent as CageEvent
from puntobanco.house.events import HouseEvent as HouseEvent
from puntobanco.log.redact import _declared
from puntobanco.table.events import TableEvent as TableEvent
from puntobanco.table.model import Secret
from puntobanco.tournament.events import TableDid
from puntobanco.tournament.events import TournamentEvent as TournamentEvent

SeenEvent: TypeAlias = TableEvent | CageEvent | HouseEvent | TournamentEvent
"""Told apart by their member `event`."""
_KINDS: dict[str, type[Struct]] = {str(kind.__struct_config__.tag): kind for kind in get_args(SeenEvent)}
_NO_ENTRY: dict[str, list[Any]] = {"postings": []}


def with_blanks(event: Any) -> Any:
    """The JSON of an event with all its members: money that was not for its reader is 0, an entry has no postings."""
    kind = _KINDS.get(event.get("event", "")) if isinstance(event, dict) else None
    return event if kind is None else _filled(kind, event)


def _filled(kind: type[Struct], data: Any) -> Any:
    """With a blank for every secret that is missing."""
    secrets, nested = _declared(kind)
    for name, secret in secrets:
        _fill(kind, data, name, secret)
    for name in nested:
        _fill_within(kind, data, name)
    for event in data.get("events", ()) if kind is TableDid else ():
        with_blanks(event)
    return data


def _fill(kind: type[Struct], data: Any, name: str, secret: Secret) -> None:
    if secret is Secret.FACE:
        return
    if isinstance(data, dict):
        data.setdefault(name, _NO_ENTRY if secret is Secret.BOOKS else 0)
    elif data[_place(kind, name)] is None:
        data[_place(kind, name)] = 0


def _fill_within(kind: type[Struct], data: Any, name: str) -> None:
    inner = get_type_hints(kind)[name]
    found = data[name] if isinstance(data, dict) else data[_place(kind, name)]
    if get_origin(inner) is tuple:
        for one in found:
            _filled(get_args(inner)[0], one)
    else:
        _filled(inner, found)


def _place(kind: type[Struct], name: str) -> int:
    return kind.__struct_fields__.index(name)
