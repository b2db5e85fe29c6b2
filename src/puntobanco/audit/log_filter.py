"""Which records of a log somebody wants to see, and which of their events."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from puntobanco.audit.stored_record import Line
from puntobanco.streams.actors import Role
from puntobanco.streams.names import CAGE, SHOES, TABLE
from puntobanco.tournament.events import TableDid

_NAMING = (
    *("patron", "patrons", "second", "wagers", "stays", "sat_out"),
    *("player", "substitute", "absent", "payer", "seats", "finishers", "put_out", "ranks", "awards"),
    *("go_on", "stay", "order"),
    *("entry", "postings"),
    *("proposal", "command"),
)
"""Members that name patrons and players, or hold what names them."""


class Filter(Struct, frozen=True, kw_only=True):
    """What is left out of it asks for everything."""

    table: str | None = None
    patron: str | None = None
    """Whom it is about."""
    person: str | None = None
    """Who gave the command, or approved it."""
    role: Role | None = None
    event: str | None = None
    """A written name without its version."""
    clause: str | None = None
    since: int | None = None
    """Microseconds since 1970, itself included."""
    until: int | None = None
    """The same, not included."""

    def has(self, line: Line, record: Any) -> bool:
        return self._place(line) and self._time(record) and self._giver(record) and self._about(line, record)

    def _place(self, line: Line) -> bool:
        return self.table is None or line.stream in (TABLE + self.table, SHOES + self.table)

    def _time(self, record: Any) -> bool:
        since, until = self.since, self.until
        return (since is None or since <= record.time) and (until is None or record.time < until)

    def _giver(self, record: Any) -> bool:
        givers = [one for one in (record.command.actor, record.approved_by) if one is not None]
        return any(
            (self.person is None or one.person == self.person) and (self.role is None or one.role is self.role)
            for one in givers
        )

    def _about(self, line: Line, record: Any) -> bool:
        """Whether one and the same event has the name, the clause and the patron."""
        by, own = record.command.actor, False
        if self.patron is not None:
            own = line.stream == CAGE + self.patron or (by.person == self.patron and by.role is Role.PATRON)
        return any(self._is_wanted(event, own=own) for event in _all(record.events))

    def _is_wanted(self, event: Any, *, own: bool) -> bool:
        name = str(event.__struct_config__.tag).rpartition(".")[0]
        concerns = own or self.patron is None or self.patron in _patrons(event)
        return self.event in (None, name) and self.clause in (None, getattr(event, "clause", None)) and concerns


def _patrons(one: Any) -> Iterator[str]:
    """Whom an event is about: whoever is named in it, or in what was booked."""
    if isinstance(one, str):
        yield one
    elif isinstance(one, tuple):
        for part in one:
            yield from _patrons(part)
    elif isinstance(one, Struct):
        for member in _NAMING:
            yield from _patrons(getattr(one, member, None))


def _all(events: Any) -> Iterator[Any]:
    for event in events:
        yield event
        if isinstance(event, TableDid):
            yield from event.events
