"""Whoever deals the automatic tables of a house: one at a time for each table, over all processes."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from time import monotonic_ns

from puntobanco.app.house.automatic import AutomaticTable, Monotonic
from puntobanco.app.house.house import House
from puntobanco.app.house.promise import Promise
from puntobanco.app.house.waiting import Answer
from puntobanco.diary import HouseState, Running
from puntobanco.errors import Refused
from puntobanco.store import Store, StoreFailure
from puntobanco.streams import HOUSE, SHOES, TABLE

LEASE_SECONDS = 5
SECONDS_BETWEEN_LOOKS = 0.02
REST_MS = 200


def system_milliseconds() -> int:
    return monotonic_ns() // 1_000_000


@dataclass(slots=True)
class _Dealt:
    """A table that this process deals."""

    table: AutomaticTable
    asked: Promise[Answer] | None = None
    rests_until: int = 0
    """What was refused is not asked again at once."""


class Leases:
    """Which tables this process deals: who holds a table's lease, and it passes on when its holder dies."""

    def __init__(self, store: Store, holder: str, now: Monotonic) -> None:
        self._store, self._holder, self._now = store, holder, now
        self._held: dict[str, tuple[int, int]] = {}
        """The epoch of each, and when it was last renewed."""

    def holds(self, name: str) -> bool:
        epoch, renewed = self._held.get(name, (0, 0))
        if epoch and self._now() - renewed < 1000 * LEASE_SECONDS // 3:
            return True
        try:
            return self._take(name, epoch)
        except StoreFailure:
            self._held.pop(name, None)
            return False

    def _take(self, name: str, epoch: int) -> bool:
        now = self._now()
        if not epoch or not self._store.renew_lease(name, self._holder, epoch, LEASE_SECONDS):
            epoch = self._store.take_lease(name, self._holder, LEASE_SECONDS) or 0
        if epoch:
            self._held[name] = epoch, now
        else:
            self._held.pop(name, None)
        return bool(epoch)

    def give_up(self) -> None:
        for name, (epoch, _) in self._held.items():
            self._store.give_up_lease(name, self._holder, epoch)
        self._held.clear()


class Dealers:
    """Gives the commands of all automatic tables whose time has come."""

    def __init__(
        self,
        house: House,
        *,
        below: Callable[[int], int],
        now: Monotonic = system_milliseconds,
        leases: Leases | None = None,
    ) -> None:
        """Without leases this process is the only one that serves the house."""
        self._house, self._below, self._now, self._leases = house, below, now, leases
        self._tables: dict[str, _Dealt] = {}

    def step(self) -> bool:
        """Give every command whose time has come; whether there was any, or one is still being carried out."""
        try:
            if self._leases is not None:  # patrons bet at other processes, too
                self._house.catch_up()
            ours = [(name, running) for name, running in self._automatic() if self._is_ours(name)]
            dealt = [self._deal(name, running) for name, running in ours]
        except StoreFailure:  # it may be back the next time
            return False
        return any(dealt)

    def run(self, stopped: Event) -> None:
        """Until somebody stops it."""
        while not stopped.is_set():
            if not self.step():
                stopped.wait(SECONDS_BETWEEN_LOOKS)
        if self._leases is not None:
            self._leases.give_up()

    def _automatic(self) -> list[tuple[str, Running]]:
        house: HouseState | None = self._house.look(HOUSE).state
        tables = {} if house is None else house.tables
        return [(name, running) for name, running in tables.items() if running.automatic]

    def _is_ours(self, name: str) -> bool:
        return self._leases is None or self._leases.holds(TABLE + name)

    def _deal(self, name: str, running: Running) -> bool:
        dealt = self._tables.get(name)
        if dealt is None:
            dealt = self._tables[name] = _Dealt(AutomaticTable(TABLE + name, self._below, self._now))
        if dealt.asked is not None and not dealt.asked.done():
            return True
        if dealt.asked is not None:
            self._look_again_after(dealt, dealt.asked, name)
            dealt.asked = None
        if self._now() < dealt.rests_until:
            return False
        coming = dealt.table.next(self._house.look(TABLE + name), self._house.look(SHOES + name).state, running)
        if coming is not None:
            dealt.asked = self._house.submit(coming)
        return coming is not None

    def _look_again_after(self, dealt: _Dealt, answer: Promise[Answer], name: str) -> None:
        """Look and go on: at once where a wager was quicker, else not in a hurry."""
        error = answer.exception()
        if error is None:
            return
        if not isinstance(error, Refused) or error.code != "gone_on":
            dealt.rests_until = self._now() + REST_MS
        if isinstance(error, Refused):
            self._house.look(TABLE + name, fresh=True)
