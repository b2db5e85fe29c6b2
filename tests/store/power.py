"""Power cuts: every write of the store's own code is recorded, and a disk is made that has only some of them.

What was synchronised is on the disk. Of what was not, any part may be: single writes, and single sectors of them. A new
or deleted name is on the disk once the new file was synchronised, as the operating system's layer of SQLite sees to.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeAlias
from uuid import uuid4

import apsw

from puntobanco.store.connection import Connection, Rows

SECTOR = 512


@dataclass(frozen=True)
class Write:
    name: str
    offset: int
    data: bytes


@dataclass(frozen=True)
class Truncate:
    name: str
    size: int


@dataclass(frozen=True)
class Synchronise:
    name: str


@dataclass(frozen=True)
class Create:
    name: str


@dataclass(frozen=True)
class Delete:
    name: str
    at_once: bool


@dataclass(frozen=True)
class Acknowledge:
    """Whoever asked was told that everything up to this position is written."""

    position: int


Act: TypeAlias = Write | Truncate | Synchronise | Create | Delete | Acknowledge


# Recording


class RecordedFile(apsw.VFSFile):
    def __init__(self, base: str, name: Any, flags: list[int], acts: list[Act]) -> None:
        super().__init__(base, name, flags)
        self.acts = acts
        self.name = Path(name.filename() if isinstance(name, apsw.URIFilename) else name).name

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802 - SQLite's name; `Buffer` exists since Python 3.12
        super().xWrite(data, offset)
        self.acts.append(Write(self.name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self.acts.append(Truncate(self.name, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self.acts.append(Synchronise(self.name))


class RecordingDisk(apsw.VFS):
    """The ordinary disk, with a record of what was done to it."""

    def __init__(self, name: str, acts: list[Act]) -> None:
        self.acts = acts
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> RecordedFile:  # noqa: N802
        path = Path(name.filename() if isinstance(name, apsw.URIFilename) else name)
        if not path.exists():
            self.acts.append(Create(path.name))
        return RecordedFile("", name, flags, self.acts)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.acts.append(Delete(Path(filename).name, at_once=bool(syncdir)))


class ApswConnection:
    """What the store asks, asked of apsw; `heard` is what a planted mistake makes of it."""

    def __init__(self, connection: apsw.Connection, heard: Callable[[str], str]) -> None:
        self.connection, self.heard = connection, heard

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows:
        return self.connection.cursor().execute(self.heard(sql), tuple(values))

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> object:
        return self.connection.cursor().executemany(self.heard(sql), values)

    def close(self) -> None:
        self.connection.close()


@contextmanager
def recording(heard: Callable[[str], str]) -> Iterator[tuple[list[Act], Callable[[Path], Connection]]]:
    """What happens on the disk, and the store's factory for connections to it."""
    acts: list[Act] = []
    name = f"recording {uuid4()}"
    disk = RecordingDisk(name, acts)

    def connect(path: Path) -> Connection:
        return ApswConnection(apsw.Connection(str(path), apsw.SQLITE_OPEN_READWRITE, vfs=name), heard)

    yield acts, connect
    disk.unregister()


# What is left


@dataclass
class File:
    synchronised: bytes = b""
    unsure: list[Write | Truncate] = field(default_factory=list)

    def synchronise(self) -> None:
        self.synchronised, self.unsure = _with(self.synchronised, self.unsure), []


@dataclass
class Name:
    """The file that has this name for the running system, and the ones that it may have after a power cut."""

    now: File | None
    later: list[File | None] = field(default_factory=list)


class Disk:
    """A disk as acts leave it, until the power is cut."""

    def __init__(self, contents: dict[str, bytes]) -> None:
        files = {name: File(found) for name, found in contents.items()}
        self.names = {name: Name(found, [found]) for name, found in files.items()}
        self.acknowledged = 0

    def do(self, act: Act) -> None:
        if isinstance(act, Acknowledge):
            self.acknowledged = act.position
            return
        name = self.names.setdefault(act.name, Name(None, [None]))
        match act:
            case Create():
                name.now = File()
                name.later.append(name.now)
            case Delete(at_once=at_once):
                name.now = None
                name.later = [None] if at_once else [*name.later, None]
            case Synchronise() if name.now is not None:
                name.now.synchronise()
                name.later = [name.now]
            case Write() | Truncate() if name.now is not None:
                name.now.unsure.append(act)

    def after_a_cut(self, chance: Random) -> dict[str, bytes]:
        """The files that may be there when the power is back."""
        share = chance.choice((0.0, 0.1, 0.5, 0.9, 1.0))
        files = {name: chance.choice(found.later) for name, found in self.names.items()}
        return {
            name: _with(found.synchronised, list(_survivors(found.unsure, share, chance)))
            for name, found in files.items()
            if found is not None
        }


def _survivors(acts: list[Write | Truncate], share: float, chance: Random) -> Iterator[Write | Truncate]:
    """Each act with a chance, some of them torn at sectors."""
    for act in acts:
        if isinstance(act, Write) and 0 < share < 1 and chance.random() < 0.2:
            yield from _torn(act, chance)
        elif chance.random() < share:
            yield act


def _torn(act: Write, chance: Random) -> Iterator[Write]:
    start, end = act.offset, act.offset + len(act.data)
    while start < end:
        stop = min(end, (start // SECTOR + 1) * SECTOR)
        if chance.random() < 0.5:
            yield Write(act.name, start, act.data[start - act.offset : stop - act.offset])
        start = stop


def _with(contents: bytes, acts: list[Write | Truncate]) -> bytes:
    found = bytearray(contents)
    for act in acts:
        match act:
            case Truncate(size=size):
                del found[size:]
                found.extend(bytes(size - len(found)))
            case Write(offset=offset, data=data):
                found.extend(bytes(max(0, offset - len(found))))
                found[offset : offset + len(data)] = data
    return bytes(found)


def cuts(
    before: dict[str, bytes], acts: list[Act], images: int, chance: Random
) -> Iterator[tuple[int, dict[str, bytes]]]:
    """For so many moments, what was acknowledged before the cut and what is on the disk after it."""
    moments = sorted(chance.randrange(len(acts) + 1) for _ in range(images))
    disk, done = Disk(before), 0
    for moment in moments:
        for act in acts[done:moment]:
            disk.do(act)
        done = moment
        yield disk.acknowledged, disk.after_a_cut(chance)
