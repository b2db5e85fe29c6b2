"""What `punto audit` prints."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from puntobanco.app.report_worker.describe_records import AUDITOR, each_of, step_of_round, told_round, verified
from puntobanco.audit.played_tables import WhichTable
from puntobanco.audit.round_replay import Step
from puntobanco.audit.verify import Verified
from puntobanco.cli.common import Format, print_json
from puntobanco.streams.actors import Actor
from puntobanco.streams.ledger import Entry
from puntobanco.values.text import escaped


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


def print_verified(found: Verified, output: Format) -> None:
    if output is Format.JSON:
        print_json(verified(found))
        return
    for one in found.findings:
        print(escaped(f"WRONG: {' '.join(str(one).split())}"))
    for stream, count in found.apart.items():
        print(escaped(f"Decided by another version, not decided again: {count} records of {stream}"))
    against = f"held against {found.checkpoints} checkpoints, the newest that agrees at {found.held}"
    print(f"{found.records} records, {against if found.checkpoints else 'without a checkpoint'}.")
    print(f"{len(found.findings)} findings" if found.findings else "Nothing is wrong.")


# Rounds


def print_round(which: WhichTable, number: int, steps: list[Step], output: Format, *, replay: bool) -> None:
    if output is Format.JSON:
        print_json(told_round(which, number, [step_of_round(step) for step in steps]))
        return
    first, last = (_time(step.record.time) for step in (steps[0], steps[-1]))
    print(escaped(f"Round {number} of {which}, from {first} to {last} UTC"))
    for step in steps:
        _print_step(step)
        if replay:
            _print_table(step)
            _wait()


def _print_step(step: Step) -> None:
    record = step.record
    by = _person(record.command.actor)
    approved = "" if record.approved_by is None else f", approved by {_person(record.approved_by)}"
    later = ", later" if step.later else ""
    print(escaped(f"{_time(record.time)} {by}{approved} (record {step.line.position}{later})"))
    for event in (one.event for told in record.events for _, one in each_of(record, told, at=step.table)):
        print(escaped(f"    {event.describe(record.command.done_by.person)} [{event.clause}]"))
        if moved := _moved(event):
            print(escaped(f"        {moved}"))


def _moved(event: object) -> str:
    """Where money went, account by account."""
    from puntobanco.table.phrases import account_in_words
    from puntobanco.values.money import format_dollars

    entry = getattr(event, "entry", None)
    if not isinstance(entry, Entry):
        return ""
    return "; ".join(f"{account_in_words(account)} {format_dollars(amount)}" for account, amount in entry.postings)


def _print_table(step: Step) -> None:
    """The table as it is then; the sign hangs there all the time."""
    from puntobanco.cli.view_output import page
    from puntobanco.table.views.visible_state import view

    for line in page(view(step.after, AUDITOR), AUDITOR):
        if not line.strip().startswith(("Sign:", "Book ", "Rules ")):
            print(escaped(f"    | {line}"))


def _wait() -> None:
    """Until somebody who looks on wants the next step."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        input("    Enter: next ")


def _person(actor: Actor) -> str:
    return f"{actor.person} ({actor.role})"


def _time(microseconds: int) -> str:
    return f"{datetime.fromtimestamp(microseconds / 1_000_000, UTC):%Y-%m-%d %H:%M:%S}"
