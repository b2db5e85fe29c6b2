"""Checkpoints of a house: the signed root of the tree over all records, in a folder that can leave the machine."""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Protocol
from uuid import uuid4

from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.house.signing_key import SigningKey
from puntobanco.audit.signed_notes import Checkpoint, NoteFault, VerifierKey, open_note, read_checkpoint
from puntobanco.errors import Failure, Refused, Unreadable
from puntobanco.store import Line, Store, StoreFailure
from puntobanco.store.atomic_files import synchronise
from puntobanco.store.trouble import Seldom
from puntobanco.store.verify import all_lines
from puntobanco.streams.names import HOUSE
from puntobanco.values.merkle import Tree

ENDING = ".checkpoint"
PUBLIC = "house.vkey"
"""The verifier keys of the house, beside its checkpoints, so that they leave the machine together."""
ASIDE = "set-aside"
"""Checkpoints of records that are lost, by the record of the loss."""
SECONDS_BETWEEN_LOOKS = 0.5
LINES_AT_A_TIME = 1000
ENDS_OF_SHOES = (b'"shoe_ended.1"', b'"new_shoe_due.1"', b'"cards_replaced.1"', b'"table_closed.1"')
"""Whoever types one of these words causes one more checkpoint, nothing else."""
NAMES_A_CHECKPOINT = b'"event":"checkpoint_signed.1"'
"""In a record of the house's own stream; text in a record has its quotation marks escaped."""
_LOG = logging.getLogger(__name__)
_SELDOM = Seldom(_LOG)


class LogChanged(Failure):
    """The log is not the one that a checkpoint was signed for: nothing more is signed."""


# The folder


def notes_in(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every checkpoint that is kept, the smallest first; whether it is signed, somebody else asks."""
    for path in sorted(folder.glob(f"*{ENDING}")):
        try:
            yield path, path.read_text(encoding="utf-8")
        except (OSError, UnicodeError):
            yield path, ""


def newest_in(folder: Path, keys: Iterable[VerifierKey]) -> Checkpoint | None:
    """The newest that was signed by one of these keys."""
    found = None
    for _, note in notes_in(folder):
        try:
            found = open_note(note, tuple(keys))
        except NoteFault:
            continue
    return found


def keep(folder: Path, checkpoint: Checkpoint, note: str, key: VerifierKey) -> Path:
    """Write a checkpoint, whole or not at all; the first one of a size stays, whichever process wrote it."""
    folder.mkdir(parents=True, exist_ok=True)
    _keep_key(folder / PUBLIC, key)
    path = folder / f"{checkpoint.size:020}{ENDING}"
    making = folder / f".{uuid4().hex}.making"
    try:
        making.write_text(note, encoding="utf-8")
        synchronise(making)
        if not path.exists():
            os.link(making, path)
    except FileExistsError:
        pass
    finally:
        making.unlink(missing_ok=True)
    synchronise(folder)
    return path


def _keep_key(path: Path, key: VerifierKey) -> None:
    known = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    if str(key) not in known:
        path.write_text("".join(f"{one}\n" for one in (*known, str(key))), encoding="utf-8")


# Signed


class Signing:
    """The tree over all records as far as it was read; it signs only what goes on from the newest checkpoint."""

    def __init__(self, key: SigningKey, folder: Path, clock: Clock) -> None:
        self._key, self._folder, self._clock = key, folder, clock
        self.last = newest_in(folder, (key.public,))
        self.tree = Tree()
        self.waiting = 0
        """Records after the last checkpoint, those left out that only name one: they call for no other."""

    def begin(self, size: int, hashes: list[bytes]) -> None:
        """Go on from full subtrees whose root was signed before: nobody else can have made them."""
        told = Tree(size, hashes)
        if self.last is not None and (told.size, told.root()) == (self.last.size, self.last.root):
            self.tree = told

    def add(self, line: Line) -> None:
        self.tree.add(line.body)
        if self.last is not None and self.tree.size == self.last.size and self.tree.root() != self.last.root:
            raise LogChanged(f"the first {self.last.size} records are not those that a checkpoint was signed for")
        if self.last is None or self.tree.size > self.last.size:
            self.waiting += not (line.stream == HOUSE and NAMES_A_CHECKPOINT in line.body)

    def sign(self) -> tuple[Path, Checkpoint]:
        """A checkpoint of all that was read."""
        if self.last is not None and self.tree.size < self.last.size:
            raise LogChanged(f"a checkpoint was signed for more than the {self.tree.size} records that there are")
        if self.last is None or self.waiting:
            origin, root = self._key.public.origin, self.tree.root()
            self.last = Checkpoint(origin=origin, size=self.tree.size, root=root, time=self._clock())
            self.waiting = 0
        return keep(self._folder, self.last, self._key.sign(self.last), self._key.public), self.last


def sign_now(store: Store, key: SigningKey, folder: Path, clock: Clock = utc_now) -> tuple[Path, Checkpoint]:
    """A checkpoint of all records that there are now; the tree is computed from every one of them."""
    signing = Signing(key, folder, clock)
    for line in all_lines(store):
        signing.add(line)
    if not signing.tree.size:
        raise Unreadable("there is no record yet: a checkpoint is about at least one")
    return signing.sign()


class Named(Protocol):
    """Where checkpoints are recorded: the stream of the house."""

    def newest_checkpoint(self) -> int:
        """The size of the largest that a record names; 0 if none does."""

    def record_checkpoint(self, checkpoint: Checkpoint, key: VerifierKey) -> None:
        """Append its record, unless there is one."""


class Checkpoints:
    """The thread that signs while a house is served: at the end of every shoe, at intervals, and when it closes. A
    record names each checkpoint that lies in the folder, whichever process signed it."""

    def __init__(
        self,
        store: Store,
        position: Callable[[], int],
        key: SigningKey,
        folder: Path,
        named: Named,
        *,
        records: int,
        seconds: int,
    ) -> None:
        """`position` says how far the house is, so that nobody asks the store for nothing."""
        self._store, self._position, self._named = store, position, named
        self._records, self._seconds = records, seconds
        self._key, self._folder = key, folder
        self._signing = Signing(key, folder, utc_now)
        self._since = monotonic()
        self._newest_named: int | None = None
        self._folder_as_of = -1
        """When the folder had changed last, as of its last look."""
        self._due, self._begun, self._broken = False, False, False
        self._closing = Event()
        self._thread = Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Sign what is there, and stop."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        closing = False
        while not closing and not self._broken:
            closing = self._closing.wait(SECONDS_BETWEEN_LOOKS)
            try:
                self._look(closing=closing)
                self._name_all()
            except LogChanged as found:
                self._broken = True
                _LOG.error("no checkpoint is signed any more: %s", found)
            except Refused as refusal:
                _SELDOM.warning("a checkpoint waits for its record: %s", refusal)
            except (StoreFailure, OSError) as failure:
                _SELDOM.warning("a checkpoint waits: %s", failure)

    def _look(self, *, closing: bool) -> None:
        if not self._begun:
            head = self._store.head()
            self._signing.begin(head.position, [found for _, found in head.frontier])
            self._begun = True
        while self._signing.tree.size < self._position() and (lines := self._next()):
            self._add(lines)
        signing = self._signing
        waited = monotonic() - self._since >= self._seconds
        if signing.waiting and (closing or self._due or waited or signing.waiting >= self._records):
            self._sign()

    def _next(self) -> list[Line]:
        return self._store.read_all(self._signing.tree.size, LINES_AT_A_TIME)

    def _add(self, lines: list[Line]) -> None:
        for line in lines:
            self._signing.add(line)
            self._due = self._due or any(word in line.body for word in ENDS_OF_SHOES)
            if self._due and self._signing.waiting:
                self._sign()

    def _sign(self) -> None:
        self._signing.sign()
        self._due, self._since = False, monotonic()

    def _name_all(self) -> None:
        """Record those that no record names."""
        if self._newest_named is None:
            self._newest_named = self._named.newest_checkpoint()
        changed = self._folder.stat().st_mtime_ns if self._folder.exists() else -1
        if changed == self._folder_as_of:
            return
        for path in sorted(self._folder.glob(f"*{ENDING}")):
            if size_of(path) > self._newest_named and (found := self._opened(path)) is not None:
                self._named.record_checkpoint(found, self._key.public)
                self._newest_named = found.size
        self._folder_as_of = changed

    def _opened(self, path: Path) -> Checkpoint | None:
        """Those of other keys are not the house's."""
        try:
            return open_note(path.read_text(encoding="utf-8"), (self._key.public,))
        except (NoteFault, UnicodeError):
            return None


def size_of(path: Path) -> int:
    """The size of a checkpoint, by the name of its file."""
    return int(path.stem) if path.stem.isdigit() else 0


# Set aside


def contradicted(store: Store, folder: Path) -> tuple[int, ...]:
    """The sizes of the checkpoints in a folder that were signed for other records than there are."""
    roots = {}
    for path, note in notes_in(folder):
        with suppress(NoteFault):
            roots[size_of(path)] = read_checkpoint(note).root
    tree, wrong = Tree(), dict.fromkeys(roots)
    for line in all_lines(store) if roots else ():
        tree.add(line.body)
        if roots.get(tree.size) == tree.root():
            del wrong[tree.size]
    return tuple(sorted(wrong))


def set_aside(folder: Path, sizes: Iterable[int]) -> None:
    """Move checkpoints into a folder of their own: the house signs on, and an auditor still has them."""
    aside = folder / ASIDE
    for size in sizes:
        path = folder / f"{size:020}{ENDING}"
        aside.mkdir(exist_ok=True)
        target, more = aside / path.name, 1
        while target.exists():
            more += 1
            target = aside / f"{path.name}.{more}"
        path.replace(target)
    if aside.is_dir():
        synchronise(aside)
        synchronise(folder)
