"""Marks: how far records were acknowledged, in files outside the database, so that lost records are noticed."""

import errno
import fcntl
import os
from binascii import crc32
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from threading import Lock
from time import monotonic

from msgspec import Struct

from puntobanco.store.atomic_files import synchronise
from puntobanco.store.errors import (
    StoreFailure,
    StoreFull,
    StoreGone,
    StoreReadOnly,
    StoreTaken,
    StoreUnfit,
    StoreUnsure,
)
from puntobanco.store.rows import Line
from puntobanco.values.merkle import HASH_SIZE

ENDING = ".mark"
SECONDS_BETWEEN_SYNCS = 1.0
"""A busy house pays for one synchronisation a second, a quiet one for one an answer."""
MAX_READS = 5
"""Of a file that another process may be writing."""
_synchronise = getattr(os, "fdatasync", os.fsync)
_FULL = {errno.ENOSPC, errno.EDQUOT}


class Mark(Struct, frozen=True):
    """The last acknowledged record of a process."""

    position: int
    hash: bytes
    """Of that record, as it is stored."""

    def line(self) -> bytes:
        """The text in the file: of one length, so that it is written over in place."""
        said = f"{self.position:020} {self.hash.hex()} "
        return f"{said}{crc32(said.encode()):08x}\n".encode()


NOTHING = Mark(0, bytes(HASH_SIZE))
"""No record was acknowledged."""


def mark_of(line: Line) -> Mark:
    return Mark(line.position, line.hash)


class Marks:
    """The marks of a folder, and the one of this process: no other process writes it while this one lives."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()
        self._fault: StoreFailure | None = None
        self._synchronised = 0.0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.path, self._file = _free(folder)
        except OSError as error:
            raise _meaning(error, folder) from None
        try:
            self._own = read_mark(self.path) or NOTHING
        except BaseException:
            self.close()
            raise

    def all(self) -> Sequence[tuple[Path, Mark]]:
        """Those of all processes, by file."""
        return marks_in(self.folder)

    def move(self, mark: Mark) -> None:
        """Record how far this process acknowledges, before it answers. It never moves back.

        `StoreUnsure`: what was to be acknowledged is stored, its mark is not.
        """
        with self._lock:
            if mark.position <= self._own.position:
                return
            self._own = mark
            self._write()
            if self._fault is not None:
                sentence = f"it is stored, and the mark {self.path} cannot be written: ask again under the same id"
                raise StoreUnsure(sentence, file=self.path)

    def require_writable(self) -> None:
        """After a failure nothing is stored before the mark can be written again."""
        if self._fault is not None:
            with self._lock:
                self._write()
                if self._fault is not None:
                    raise self._fault

    def close(self) -> None:
        with self._lock:
            if self._file >= 0:
                os.close(self._file)
                self._file = -1

    def _write(self) -> None:
        try:
            os.pwrite(self._file, self._own.line(), 0)
            now = monotonic()
            if now - self._synchronised >= SECONDS_BETWEEN_SYNCS or self._fault is not None:
                _synchronise(self._file)
                self._synchronised = now
        except OSError as error:
            self._fault = _meaning(error, self.path)
        else:
            self._fault = None


def _free(folder: Path) -> tuple[Path, int]:
    """The first file that no process holds, and hold it."""
    for number in count(1):
        path = folder / f"{number}{ENDING}"
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            continue
        except BaseException:
            os.close(file)
            raise
        synchronise(folder)
        return path, file
    raise AssertionError("numbers do not end")


def marks_in(folder: Path) -> list[tuple[Path, Mark]]:
    """Every mark of a folder; `StoreUnfit` if one is damaged."""
    found = ((path, read_mark(path)) for path in sorted(folder.glob(f"*{ENDING}")))
    return [(path, mark) for path, mark in found if mark is not None]


def furthest(folder: Path) -> int:
    """The last position that a mark of this folder names; damaged ones name none."""
    positions = [0]
    for path in folder.glob(f"*{ENDING}"):
        try:
            mark = read_mark(path)
        except StoreUnfit:
            continue
        positions.append(0 if mark is None else mark.position)
    return max(positions)


def read_mark(path: Path) -> Mark | None:
    """None of an empty file: its process has not begun."""
    for _ in range(MAX_READS):
        try:
            written = path.read_bytes()
        except OSError as error:
            raise StoreUnfit(f"the mark {path} cannot be read: {error.strerror}", file=path) from None
        if not written:
            return None
        if (mark := _parsed(written)) is not None:
            return mark
    raise StoreUnfit(f"the mark {path} is damaged: nobody knows whether records are lost; {REMEDY}", file=path)


REMEDY = "bring the newest database back, or accept the loss with punto house accept-loss"


def in_words(path: Path, mark: Mark, there: str) -> str:
    """A mark that names a record which is not there."""
    return f"records are lost: {path} says that record {mark.position} was acknowledged, and {there}; {REMEDY}"


def _parsed(written: bytes) -> Mark | None:
    try:
        position, found, _ = written.decode("ascii").split(" ")
        mark = Mark(int(position), bytes.fromhex(found))
    except ValueError:
        return None
    return mark if mark.line() == written else None


def _meaning(error: OSError, path: Path) -> StoreFailure:
    if error.errno in _FULL:
        return StoreFull(f"no room is left for the mark {path}: make room on its disk", file=path)
    if error.errno == errno.EROFS:
        return StoreReadOnly(f"the mark {path} can only be read: make its disk writable", file=path)
    return StoreGone(f"the mark {path} cannot be written: {error.strerror}", file=path)


@contextmanager
def taken(folder: Path) -> Iterator[list[Path]]:
    """All files of a folder; no process serves with one of them meanwhile."""
    with ExitStack() as held:
        paths = sorted(folder.glob(f"*{ENDING}"))
        for path in paths:
            file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
            held.callback(os.close, file)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StoreTaken(f"another process serves this house with {path}: stop it first") from None
        yield paths


def reset(folder: Path, mark: Mark) -> None:
    """All marks of a folder say this from now on, damaged ones too; no process may serve with them."""
    folder.mkdir(parents=True, exist_ok=True)
    with taken(folder) as paths:
        for path in paths or [folder / f"1{ENDING}"]:
            path.touch(mode=0o600)
            path.write_bytes(mark.line())
            synchronise(path)
        synchronise(folder)
