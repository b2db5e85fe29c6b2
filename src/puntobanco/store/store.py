"""What a house needs of the place where its records lie; every database gives the same answers."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from puntobanco.store.login_tables import PeopleTables
from puntobanco.store.marks import Mark
from puntobanco.store.rows import Head, Line, Outcome, Refusal, SealedSecret, Snapshot, Unit
from puntobanco.store.session_tables import VisitTables

MOST_REFUSALS = 10_000
"""So many are kept, the newest."""


class News(ABC):
    """Whoever is told of commits as they happen, on a connection of its own."""

    @abstractmethod
    def wait(self, seconds: float) -> list[tuple[str, int]]:
        """Streams that have gone on, and to which number; nothing if nothing was told within that time."""

    @abstractmethod
    def close(self) -> None: ...


class Store(ABC):
    """Safe for several threads; one of them at a time writes."""

    is_shared: ClassVar[bool]
    """Whether other processes may write to it, too."""
    people: PeopleTables
    """Who may enter, and what proves them: outside the log."""
    visits: VisitTables
    """What they hold."""

    @abstractmethod
    def append(self, units: Sequence[Unit]) -> list[Outcome]:
        """Write the units in one transaction, each as a whole; one that is stale or known is left out alone.

        `StoreBusy`, `StoreFull` and `StoreGone`: nothing was written. `StoreUnsure`: ask `find`.
        """

    @abstractmethod
    def append_whole(self, units: Sequence[Unit]) -> list[Line]:
        """Write all of the units in one transaction, or nothing: `StoreOvertaken` if one is stale or known."""

    @abstractmethod
    def append_in_turn(self, decide: Callable[[], Sequence[Unit]]) -> list[Outcome]:
        """Write what is decided while nobody else can write: it may read this store, and finds the last word there."""

    @abstractmethod
    def find(self, stream: str, id: str) -> Line | None:  # noqa: A002 - it is the id
        """The record of this command, if it is stored."""

    @abstractmethod
    def find_many(self, names: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Line]:
        """The records of many commands, by stream and id; those that are not stored are left out."""

    @abstractmethod
    def read(self, stream: str, after: int = 0, limit: int = 1000) -> list[Line]:
        """Records of a stream, by number."""

    @abstractmethod
    def read_all(self, after: int = 0, limit: int = 1000) -> list[Line]:
        """Records of the house, by position."""

    @abstractmethod
    def last(self) -> int:
        """The position of the last record that is there, whatever the head says; 0 if there is none."""

    @abstractmethod
    def heads(self) -> dict[str, int]:
        """The last number of every stream."""

    @abstractmethod
    def streams(self, beginning: str) -> list[str]:
        """The names of those that have records and begin so, in the order of their letters; no other one is read."""

    @abstractmethod
    def head(self) -> Head: ...

    @abstractmethod
    def secret(self, stream: str, shoe: int) -> SealedSecret | None: ...

    @abstractmethod
    def secrets(self) -> list[SealedSecret]:
        """All of them: the ciphertext of a revealed secret harms nobody, so they stay."""

    @abstractmethod
    def keep_snapshots(self, snapshots: Iterable[Snapshot]) -> None:
        """Beside those of their streams that have the same key: all others of these streams go, since nobody reads
        them."""

    def keep_snapshot(self, stream: str, number: int, key: str, body: bytes) -> None:
        self.keep_snapshots((Snapshot(stream, number, key, body),))

    @abstractmethod
    def snapshot(self, stream: str, key: str, number: int | None = None) -> Snapshot | None:
        """The newest one of this stream that has this key, or that of a number; none if it is damaged."""

    @abstractmethod
    def snapshot_numbers(self, stream: str, key: str) -> list[int]:
        """Of those of this stream that have this key, the oldest first."""

    @abstractmethod
    def keep_refused(self, refusals: Sequence[Refusal]) -> None:
        """Beside the log; the oldest go."""

    @abstractmethod
    def refused(self, limit: int = 1000) -> list[Refusal]:
        """The newest, oldest first."""

    @abstractmethod
    def take_leases(self, names: Iterable[str], holder: str, seconds: float) -> dict[str, int]:
        """The epochs of those that nobody else holds by the time of the database; its holder takes one anew, in a new
        epoch."""

    @abstractmethod
    def renew_leases(self, epochs: Mapping[str, int], holder: str, seconds: float) -> set[str]:
        """Those that were still held in these epochs, and are for so many seconds more."""

    @abstractmethod
    def give_up_leases(self, epochs: Mapping[str, int], holder: str) -> None: ...

    @abstractmethod
    def acknowledge(self, line: Line) -> None:
        """Record outside the database that everything up to this line is acknowledged, before anyone is answered."""

    @abstractmethod
    def lost(self, marks: Iterable[tuple[Path, Mark]]) -> Iterator[tuple[Path, Mark, str]]:
        """The marks that name a record which is not there, and what is there instead."""

    @abstractmethod
    def unprotected(self) -> list[str]:
        """What should keep records from being changed and is not there, each in a sentence."""

    @abstractmethod
    def damaged_snapshots(self) -> Iterator[tuple[str, int]]:
        """Stream and number of every snapshot that is not as it was written."""

    @abstractmethod
    def require_writable(self) -> None:
        """Write something that no one reads, beside the log; raises why nothing can be written."""

    def news(self) -> "News | None":
        """What other processes write, as they commit it; none where nobody else writes."""
        return None

    @abstractmethod
    def backup(self, target: Path) -> None:
        """A verified copy in a new file, while the house goes on."""

    @abstractmethod
    def restore(self, lines: Iterable[Line], secrets: Sequence[SealedSecret]) -> None:
        """Everything of another house into this one, which must be empty, in one transaction."""

    @abstractmethod
    def close(self) -> None: ...
