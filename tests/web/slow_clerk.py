"""A clerk who never comes to an end, and where clerks are."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from unittest.mock import patch

from puntobanco.app.report_worker.worker import HEAD, PIECE
from puntobanco.web.reports import worker_pool

MARK = f"a-clerk-of-{os.getpid()}"
SLOW = (sys.executable, "-c", f"'{MARK}'; import sys; sys.stdin.read()")
"""Reads what is asked, and waits for more."""
DIES = (
    sys.executable,
    "-c",
    f"import sys; sys.stdin.readline(); sys.stdout.buffer.write({HEAD.pack(PIECE, 5) + b'begun'!r})",
)
"""Begins, and is gone."""
ENDLESS = (
    sys.executable,
    "-c",
    f"'{MARK}'; import sys; sys.stdin.readline(); piece = {HEAD.pack(PIECE, 1000)!r} + bytes(1000)\n"
    "while True: sys.stdout.buffer.write(piece)",
)
"""Makes more than anybody could hold."""
SIGNS = (
    sys.executable,
    "-c",
    "from puntobanco.app.report_worker import asked, desk; right = asked.exported\n"
    "def signing(folder, *rest, **more): asked.checkpoint_now(folder); return right(folder, *rest, **more)\n"
    "asked.exported = signing; desk.main()",
)
"""Has a checkpoint signed for every bundle."""
PATIENCE = 30.0


@contextmanager
def slow_clerks() -> Iterator[None]:
    with patch.object(worker_pool, "COMMAND", SLOW):
        yield


def running(mark: str = MARK) -> int:
    """How many processes there are with this word in their command."""
    found = 0
    for one in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += mark.encode() in one.read_bytes()
        except OSError:
            continue
    return found


def until(count: int) -> None:
    """There are so many clerks of the tests."""
    end = monotonic() + PATIENCE
    while running() != count:
        assert monotonic() < end, f"{running()} clerks, not {count}"
        sleep(0.02)
