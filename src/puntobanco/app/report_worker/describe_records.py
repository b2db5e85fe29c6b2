"""Records of a house as they are told to auditors: for programs, and in sentences."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from puntobanco.audit.log_filter import Filter
from puntobanco.audit.played_tables import WhichTable
from puntobanco.audit.round_replay import Step
from puntobanco.audit.verify import Verified
from puntobanco.cage.events import EVENTS as AT_CAGE
from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.events import ACTS
from puntobanco.house.events import EVENTS as OF_HOUSE
from puntobanco.log.redact import Redacted, as_heard, as_heard_at_tournament, redact, redact_each
from puntobanco.log.script import printed
from puntobanco.log.tournament_script import print_tournament_command, print_tournament_event
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.event import Event
from puntobanco.streams.names import TABLE, TOURNAMENT
from puntobanco.table.events import EVENTS as AT_TABLE
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.events import EVENTS as AT_TOURNAMENT
from puntobanco.values.text import choose, did_you_mean, quoted

AUDITOR = Actor(person="", role=Role.AUDITOR)
"""Sees everything."""


def events_of(record: Any, audience: Actor = AUDITOR, at: str | None = None) -> list[dict[str, Any]]:
    """What happened, as objects; of a tournament `at` one of its tables, if one is named."""
    return [found for event in record.events for found in _printed(record, event, audience, at)]


def _printed(record: Any, event: Any, audience: Actor, at: str | None) -> Iterator[dict[str, Any]]:
    if not isinstance(event, Event):
        name, _, version = str(event.__struct_config__.tag).rpartition(".")
        yield {"act": name, "version": int(version), **printed(event)}
        return
    for table, one in each_of(record, event, audience, at):
        yield print_tournament_event(one.event, record.command.done_by, one.hidden, table)


def each_of(
    record: Any, event: Any, audience: Actor = AUDITOR, at: str | None = None
) -> Iterator[tuple[str | None, Redacted[Any]]]:
    """What this person sees of an event; a tournament's event about a table holds what happened there."""
    if record.stream.startswith(TOURNAMENT):
        yield from (one for one in redact_each(event, audience) if at is None or _table_of(*one) in (None, at))
    elif not record.stream.startswith(TABLE):
        yield None, Redacted(event=event, hidden=frozenset())
    elif (seen := redact(event, audience)) is not None:
        yield None, seen


def _table_of(table: str | None, seen: Redacted[Any]) -> str | None:
    """Where it happened, or which table it is about; none for what concerns the whole tournament."""
    found: str | None = getattr(seen.event, "table", None) if table is None else table
    return found


def logged(line: Any, record: Any) -> dict[str, Any]:
    """A record of the log."""
    around = {"position": line.position, "stream": line.stream, "number": line.number, "time": record.time}
    by = {"id": line.id, "by": printed(record.command.actor)}
    return {**around, **by, "hash": line.hash.hex(), "events": events_of(record)}


def sentences_of(record: Any, audience: Actor = AUDITOR, at: str | None = None) -> list[dict[str, Any]]:
    """The same in words; what a fair shoe publishes is for programs, and has none."""
    by = record.command.done_by.person
    happened = [event for event in record.events if isinstance(event, Event)]
    seen = [one for event in happened for _, one in each_of(record, event, audience, at)]
    return [{"sentence": one.event.describe(by), "clause": one.event.clause} for one in seen]


def told_round(which: WhichTable, number: int, records: list[dict[str, Any]]) -> dict[str, Any]:
    """A round of a table, under the name of the table."""
    of = {} if which.tournament is None else {"tournament": which.tournament, "stage": which.stage}
    return {**of, "table": which.table, "round": number, "records": records}


def step_of_round(step: Step, audience: Actor = AUDITOR) -> dict[str, Any]:
    """A record of a round: who did what, and what came of it."""
    record, line = step.record, step.line
    return {
        "position": line.position,
        "number": line.number,
        "time": record.time,
        "by": printed(record.command.actor),
        "approved_by": None if record.approved_by is None else printed(record.approved_by),
        "later": step.later,
        "command": print_tournament_command(_heard(record.command, audience)),
        "events": events_of(record, audience, step.table),
    }


def _heard(command: Any, audience: Actor) -> Any:
    """What was asked for, without the faces of cards that this person may not know."""
    heard = as_heard_at_tournament if isinstance(command, AtTable) else as_heard
    return heard(command, audience)


def verified(found: Verified) -> dict[str, Any]:
    """What came of a verification."""
    findings = [{**asdict(one), "sort": one.sort.value} for one in found.findings]
    return {"sound": not findings, **asdict(found), "findings": findings}


# What is asked for


def filtered(
    *, role: str | None, event: str | None, since: int | None, until: int | None, **others: str | None
) -> Filter:
    """Which records of the log somebody wants; a misspelt word would silently find nothing."""
    known = None if role is None else known_role(role)
    return Filter(role=known, event=known_event(event), since=since, until=until, **others)


def known_role(text: str) -> Role:
    if text in Role.__members__.values():
        return Role(text)
    raise Unreadable(f"{quoted(text)} is no role: {choose(text, tuple(Role))}")


def kinds_of_events() -> tuple[str, ...]:
    """Their written names, without versions."""
    written = (name for events in (AT_TABLE, AT_TOURNAMENT, AT_CAGE, OF_HOUSE, ACTS) for name in events)
    return tuple(dict.fromkeys(name.rpartition(".")[0] for name in written))


def known_event(text: str | None) -> str | None:
    names = kinds_of_events()
    if text is None or text in names:
        return text
    meant = did_you_mean(text, names)
    raise Unreadable(f"{quoted(text)} is no event{'' if meant is None else f': did you mean {meant}?'}")
