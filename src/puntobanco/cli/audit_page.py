"""What `punto audit` prints."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import asdict

from puntobanco.cli.common import Format, print_json
from puntobanco.errors import Unreadable
from puntobanco.words import choose, did_you_mean, escaped, quoted


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """How many records are done, on standard error, where somebody looks."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    is_seen = sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), disable=not is_seen, transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def print_verified(found: Any, output: Format) -> None:
    if output is Format.JSON:
        findings = [{**asdict(one), "sort": one.sort.value} for one in found.findings]
        print_json({"sound": not findings, **asdict(found), "findings": findings})
        return
    for one in found.findings:
        print(escaped(f"WRONG: {' '.join(str(one).split())}"))
    for stream, count in found.apart.items():
        print(escaped(f"Decided by another version, not decided again: {count} records of {stream}"))
    against = f"held against {found.checkpoints} checkpoints, the newest that agrees at {found.held}"
    print(f"{found.records} records, {against if found.checkpoints else 'without a checkpoint'}.")
    print(f"{len(found.findings)} findings" if found.findings else "Nothing is wrong.")


# Rounds


def print_round(table: str, number: int, steps: list[Any], output: Format, *, replay: bool) -> None:
    if output is Format.JSON:
        print_json({"table": table, "round": number, "records": [_step_as_data(step) for step in steps]})
        return
    first, last = (_time(step.record.time) for step in (steps[0], steps[-1]))
    print(escaped(f"Round {number} of table {table}, from {first} to {last} UTC"))
    for step in steps:
        _print_step(step)
        if replay:
            _print_table(step)
            _wait()


def _print_step(step: Any) -> None:
    record = step.record
    by = _person(record.command.actor)
    approved = "" if record.approved_by is None else f", approved by {_person(record.approved_by)}"
    later = ", later" if step.later else ""
    print(escaped(f"{_time(record.time)} {by}{approved} (record {step.line.position}{later})"))
    for event in record.events:
        print(escaped(f"    {event.told(record.command.actor.person)} [{event.clause}]"))
        if moved := _moved(event):
            print(escaped(f"        {moved}"))


def _moved(event: Any) -> str:
    """Where money went, account by account."""
    from puntobanco.money import format_dollars
    from puntobanco.table.ledger import Entry
    from puntobanco.table.wording import account_in_words

    entry = getattr(event, "entry", None)
    if not isinstance(entry, Entry):
        return ""
    return "; ".join(f"{account_in_words(account)} {format_dollars(amount)}" for account, amount in entry.postings)


def _print_table(step: Any) -> None:
    """The table as it is then; the sign hangs there all the time."""
    from puntobanco.cli.house_page import AUDITOR
    from puntobanco.cli.view_page import page
    from puntobanco.table.reading.views import view

    for line in page(view(step.after, AUDITOR), AUDITOR):
        if not line.strip().startswith(("Sign:", "Book ", "Rules ")):
            print(escaped(f"    | {line}"))


def _wait() -> None:
    """Until somebody who looks on wants the next step."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        input("    Enter: next ")


def _step_as_data(step: Any) -> dict[str, Any]:
    from puntobanco.cli.house_page import as_data
    from puntobanco.record.script import print_command, printed

    record, line = step.record, step.line
    return {
        "position": line.position,
        "number": line.number,
        "time": record.time,
        "by": printed(record.command.actor),
        "approved_by": None if record.approved_by is None else printed(record.approved_by),
        "later": step.later,
        "command": print_command(record.command),
        "events": as_data(record),
    }


def _person(actor: Any) -> str:
    return f"{actor.person} ({actor.role})"


def _time(microseconds: int) -> str:
    return f"{datetime.fromtimestamp(microseconds / 1_000_000, UTC):%Y-%m-%d %H:%M:%S}"


# Filters


def microseconds(text: str | None) -> int | None:
    """Of a day or a moment in UTC, as somebody typed it."""
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Unreadable(f"{quoted(text)} is no time: write 2026-01-31 or 2026-01-31T20:00") from None
    moment = found.replace(tzinfo=UTC) if found.tzinfo is None else found
    return int((moment - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1_000_000)


def known_role(text: str | None) -> Any:
    from puntobanco.table.actors import Role

    if text is None or text in Role.__members__.values():
        return None if text is None else Role(text)
    raise Unreadable(f"{quoted(text)} is no role: {choose(text, tuple(Role))}")


def known_event(text: str | None) -> str | None:
    """A misspelt kind would silently find nothing."""
    from puntobanco.cage.events import EVENTS as AT_CAGE
    from puntobanco.diary.events import EVENTS as OF_HOUSE
    from puntobanco.fairness.acts import ACTS
    from puntobanco.table.events import EVENTS as AT_TABLE
    from puntobanco.tournament.events import EVENTS as AT_TOURNAMENT

    written = (name for events in (AT_TABLE, AT_TOURNAMENT, AT_CAGE, OF_HOUSE, ACTS) for name in events)
    names = tuple(dict.fromkeys(name.rpartition(".")[0] for name in written))
    if text is None or text in names:
        return text
    meant = did_you_mean(text, names)
    raise Unreadable(f"{quoted(text)} is no event{'' if meant is None else f': did you mean {meant}?'}")
