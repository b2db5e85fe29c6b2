"""What `punto house` prints: answers, records, the status of a house."""

from collections.abc import Iterator
from datetime import UTC, datetime

from puntobanco.app.house.pending_requests import Answer
from puntobanco.app.house.read_only_house import Status
from puntobanco.app.report_worker.describe_records import each_of, events_of, logged
from puntobanco.cli.common import Format, console, print_json
from puntobanco.cli.scripts import print_object
from puntobanco.fair_shoes.events import FairShoeEvent
from puntobanco.house.gaming_switches import in_words
from puntobanco.house.table_operation import Running
from puntobanco.log.script import printed
from puntobanco.log.stream_types import AnyRecord
from puntobanco.store.rows import Line
from puntobanco.streams.event import Event
from puntobanco.values.cards import Card
from puntobanco.values.dates import moment_in_words
from puntobanco.values.text import escaped

_CHAIN = ("previous", "proof", "salt")
"""What of an act is for verifiers."""


# Records


def told(record: AnyRecord) -> Iterator[str]:
    """What happened, in lines to read."""
    by = record.command.done_by.person
    for event in record.events:
        if not isinstance(event, Event):
            yield _act_in_words(event)
            continue
        for table, seen in each_of(record, event):
            one = seen.event
            at = "" if table is None else f"Table {table}: "
            yield f"{at}{one.describe(by)} [{one.clause}]"


def _act_in_words(act: FairShoeEvent) -> str:
    name = str(act.__struct_config__.tag).rpartition(".")[0].replace("_", " ")
    shown = {key: getattr(act, key) for key in act.__struct_fields__ if key not in _CHAIN}
    words = [f"{key.replace('_', ' ')} {_word(value)}" for key, value in shown.items()]
    return f"{name.capitalize()}{': ' if words else ''}{', '.join(words)}"


def _word(value: object) -> str:
    if isinstance(value, str | int | Card):
        return str(value)
    return f"shoe {value.shoe}" if hasattr(value, "shoe") else str(printed(value))


def print_record(line: Line, record: AnyRecord, output: Format) -> None:
    """A line of the log."""
    if output is Format.JSON:
        print_object(logged(line, record))
        return
    time = datetime.fromtimestamp(record.time / 1_000_000, UTC)
    before = f"{line.position:>7} {time:%Y-%m-%d %H:%M:%S} {line.stream} {line.number}"
    for one in told(record):
        print(escaped(f"{before}: {one}"))


# Answers


def print_answer(number: int, answer: Answer, output: Format) -> None:
    """What a line of a script led to: one object, or a line for each event."""
    last = answer.records[-1]
    if output is Format.JSON:
        events = [event for record in answer.records for event in events_of(record)]
        alarms = [{"alarm": one.suspicion.value, "place": one.place, "cards": one.cards} for one in answer.alarms]
        where = {"line": number, "id": last.id, "number": last.number, "repeated": answer.repeated}
        print_object({**where, "events": events, **({"alarms": alarms} if alarms else {})})
        return
    again = "Done before: " if answer.repeated else ""
    for one in (line for record in answer.records for line in told(record)):
        print(escaped(f"{again}{one}"))
    for alarm in answer.alarms:
        print(f"Alarm: {alarm}")


# A house


def print_status(found: Status, output: Format) -> None:
    if output is Format.JSON:
        print_json(_status_as_data(found))
        return
    from rich.table import Table

    program = "never started" if found.program is None else f"{found.program.version} ({found.program.digest[:12]})"
    print(f"House     {escaped(found.name)}")
    print(f"Position  {found.position} (tree {found.root[:16]})")
    print(f"Program   {program}, {found.state.starts} starts")
    if found.state.restored_at:
        print(f"Restored  from a backup of {found.state.restored_at} records")
    for scope, off in found.state.off.items():
        print(f"Off       {in_words(scope)}, since {moment_in_words(off.since)} (switch {off.number})")
    table = Table("Stream", "Records", "Cards", "Dealt", box=None, pad_edge=False)
    table.columns[1].justify = "right"
    for stream in _all_streams(found):
        running = found.state.tables.get(stream.removeprefix("table/")) if stream.startswith("table/") else None
        table.add_row(escaped(stream), str(found.streams.get(stream, 0)), *_how(running))
    console().print(table)


def _all_streams(found: Status) -> list[str]:
    """Those with records, and tables that were set up and never opened."""
    return sorted({*found.streams, *(f"table/{name}" for name in found.state.tables)})


def _how(running: Running | None) -> tuple[str, str]:
    if running is None:
        return "", ""
    times = f"{running.betting_ms / 1000:g} s for bets, {running.card_ms / 1000:g} s a card"
    return "virtual" if running.virtual else "keyed in", f"by itself, {times}" if running.automatic else "by a dealer"


def _status_as_data(found: Status) -> dict[str, object]:
    program = found.program
    return {
        "name": found.name,
        "position": found.position,
        "root": found.root,
        "program": None if program is None else {"version": program.version, "digest": program.digest},
        "starts": found.state.starts,
        "restored_at": found.state.restored_at,
        "tables": {name: printed(running) for name, running in found.state.tables.items()},
        "off": {scope: printed(off) for scope, off in found.state.off.items()},
        "streams": dict(found.streams),
    }
