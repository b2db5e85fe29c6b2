"""What `punto audit` prints."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import asdict

from puntobanco.cli.common import Format, print_json
from puntobanco.words import escaped


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
