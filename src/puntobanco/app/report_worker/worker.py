"""The process that makes papers: it reads what is asked from its input, a line each, and writes pieces to its output.

It is in no hurry: whoever deals goes first. It ends when whoever started it does, in the middle of anything.
"""

import os
import signal
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

import msgspec
from msgspec import Struct

from puntobanco.app.house.checkpoints import LogChanged
from puntobanco.app.house.private_files import KeyFault
from puntobanco.app.house.process_hardening import forbid_core_dumps
from puntobanco.app.report_worker.jobs import Asked, AskedVerification, Missing, Told
from puntobanco.errors import Failure, Unreadable

NICENESS = 10
HEAD = struct.Struct(">cI")
"""What comes, and how many bytes of it."""
PIECE, END, REFUSED = b"+", b".", b"!"
CODES = ((Missing, "not_found"), (LogChanged, "log_changed"), (KeyFault, "no_key"), (Unreadable, "unreadable"))


class Job(Struct, frozen=True, kw_only=True):
    """One line of the input."""

    folder: str
    asked: Asked


class Refusal(Struct, frozen=True, kw_only=True):
    """Why there is no paper."""

    code: str
    sentence: str


def main() -> None:
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started this
    forbid_core_dumps()
    jobs: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        make(msgspec.json.decode(jobs.get(), type=Job), sys.stdout.buffer)


def _listen(given: BinaryIO, jobs: "SimpleQueue[bytes]") -> None:
    """Nobody waits for what is made once the input has ended."""
    for line in given:
        jobs.put(line)
    os._exit(0)


def make(job: Job, out: BinaryIO) -> None:
    """A paper, or why there is none; if it breaks off in the middle, so does this process."""
    begun = False

    def put(piece: bytes) -> None:
        nonlocal begun
        begun = True
        _put(out, PIECE, piece)

    try:
        for piece in _pieces(job, put):
            put(piece)
    except (Unreadable, Failure) as error:
        if begun or (code := _code(error)) is None:
            raise
        _put(out, REFUSED, msgspec.json.encode(Refusal(code=code, sentence=str(error))))
        return
    _put(out, END, b"")


def _pieces(job: Job, put: Told) -> Iterator[bytes]:
    folder = Path(job.folder)
    return job.asked.made(folder, put) if isinstance(job.asked, AskedVerification) else job.asked.made(folder)


def _code(error: Exception) -> str | None:
    return next((code for kind, code in CODES if isinstance(error, kind)), None)


def _put(out: BinaryIO, kind: bytes, data: bytes) -> None:
    out.write(HEAD.pack(kind, len(data)) + data)
    out.flush()


if __name__ == "__main__":
    main()
