"""Whoever deals the automatic tables of a house: one at a time for each table, over all processes."""

from collections.abc import Callable, Collection, Iterable, Mapping, Set
from concurrent.futures import Future
from dataclasses import dataclass
from heapq import heappop, heappush
from threading import Condition, Event
from time import monotonic_ns

from puntobanco.app.house.automatic_table import AutomaticTable, Monotonic
from puntobanco.app.house.house import House
from puntobanco.app.house.pending_requests import Answer
from puntobanco.app.house.stream_states import Standing
from puntobanco.errors import Refused
from puntobanco.house import HouseState, Running
from puntobanco.house.gaming_switches import ALL
from puntobanco.store import Line, Store, StoreFailure
from puntobanco.streams.names import HOUSE, SHOES, TABLE, named

LEASE_SECONDS = 5
SECONDS_BETWEEN_LOOKS = 0.02
"""At what other processes have written."""
LONGEST_REST = 0.1
"""Before somebody who stops the dealers is heard."""
REST_MS = 200


def system_milliseconds() -> int:
    return monotonic_ns() // 1_000_000


@dataclass(slots=True)
class _Dealt:
    """A table that this process deals."""

    table: AutomaticTable
    asked: Future[Answer] | None = None
    rests_until: int = 0
    """What was refused is not asked again at once."""


class Leases:
    """Which tables this process deals: who holds a table's lease, and it passes on when its holder dies.

    All of them are renewed together, and what others hold is asked for again then, not before.
    """

    def __init__(self, store: Store, holder: str, now: Monotonic) -> None:
        self._store, self._holder, self._now = store, holder, now
        self._epochs: dict[str, int] = {}
        self._renewed: int | None = None

    def of(self, wanted: Collection[str]) -> Set[str]:
        """Those of the wanted names that this process holds now."""
        now = self._now()
        if self._renewed is None or now - self._renewed >= 1000 * LEASE_SECONDS // 3:
            self._renew(wanted, now)
        return self._epochs.keys()

    def _renew(self, wanted: Collection[str], now: int) -> None:
        before, self._epochs = self._epochs, {}
        try:
            held = self._store.renew_leases(before, self._holder, LEASE_SECONDS) if before else set()
            taken = self._store.take_leases(set(wanted) - held, self._holder, LEASE_SECONDS)
        except StoreFailure:  # nobody knows who holds them: nothing is dealt before it is known again
            self._renewed = None
            return
        self._epochs, self._renewed = {name: before[name] for name in held} | taken, now

    def give_up(self) -> None:
        self._store.give_up_leases(self._epochs, self._holder)
        self._epochs.clear()


class Dealers:
    """Gives the commands of all automatic tables whose time has come; a table is looked at when something happened
    there, or when it has waited long enough."""

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
        self._running: Mapping[str, Running] = {}
        self._house_as_of: Standing | None = None
        self._mine: frozenset[str] = frozenset()
        self._due: list[tuple[int, str]] = []
        """When to look at a table again, the soonest first."""
        self._asked = 0
        """How many commands are being carried out."""
        self._news = Condition()
        self._changed: set[str] = set()
        """Streams in which something happened since they were looked at."""
        house.listen(self._told)

    def _told(self, lines: Iterable[Line]) -> None:
        with self._news:
            self._changed.update(line.stream for line in lines)
            self._news.notify_all()

    def step(self) -> bool:
        """Give every command whose time has come; whether there was any, or one is still being carried out."""
        try:
            if self._leases is not None:  # patrons bet at other processes, too
                self._house.catch_up()
            dealt = [self._deal(name) for name in self._to_look_at()]
        except StoreFailure:  # it may be back the next time
            self._house_as_of = None  # everything is looked at again
            return False
        return any(dealt) or self._asked > 0

    def run(self, stopped: Event) -> None:
        """Until somebody stops it."""
        while not stopped.is_set():
            self.step()
            self._rest()
        if self._leases is not None:
            self._leases.give_up()

    def _rest(self) -> None:
        """Until something happens, the next table is due, or others may have written."""
        with self._news:
            if not self._changed:
                coming = (self._due[0][0] - self._now()) / 1000 if self._due else LONGEST_REST
                longest = LONGEST_REST if self._leases is None else SECONDS_BETWEEN_LOOKS
                self._news.wait(max(0, min(coming, longest)))

    def _to_look_at(self) -> set[str]:
        """Our tables where something happened or whose time has come."""
        with self._news:
            changed, self._changed = self._changed, set()
        found = {named(stream) for stream in changed}
        while self._due and self._due[0][0] <= self._now():
            found.add(heappop(self._due)[1])
        if self._house.look(HOUSE) is not self._house_as_of:
            self._read_tables()
            found.update(self._running)
        before, self._mine = self._mine, frozenset(self._ours())
        return {name for name in found if name in self._mine} | (self._mine - before)

    def _read_tables(self) -> None:
        self._house_as_of = self._house.look(HOUSE)
        state: HouseState | None = self._house_as_of.state
        tables = {} if state is None else state.tables
        self._running = {name: running for name, running in tables.items() if running.automatic}

    def _ours(self) -> Set[str]:
        if self._leases is None:
            return self._running.keys()
        return {named(stream) for stream in self._leases.of([TABLE + name for name in self._running])}

    def _deal(self, name: str) -> bool:
        dealt = self._tables.get(name)
        if dealt is None:
            dealt = self._tables[name] = _Dealt(AutomaticTable(TABLE + name, self._below, self._now))
        if dealt.asked is not None and not dealt.asked.done():
            return True
        if dealt.asked is not None:
            self._look_again_after(dealt, dealt.asked, name)
            dealt.asked = None
        if self._now() < dealt.rests_until:
            heappush(self._due, (dealt.rests_until, name))
            return False
        return self._ask(name, dealt)

    def _ask(self, name: str, dealt: _Dealt) -> bool:
        table, shoes = self._house.look(TABLE + name), self._house.look(SHOES + name).state
        coming = dealt.table.next(table, shoes, self._running[name], is_off=self._is_off(name))
        if coming is None:
            if dealt.table.due is not None:
                heappush(self._due, (dealt.table.due, name))
            return False
        with self._news:
            self._asked += 1
        dealt.asked = self._house.submit(coming)
        dealt.asked.add_done_callback(lambda _: self._answered(name))
        return True

    def _is_off(self, name: str) -> bool:
        house: HouseState | None = self._house.look(HOUSE).state
        return house is not None and bool(house.off) and (ALL in house.off or TABLE + name in house.off)

    def _answered(self, name: str) -> None:
        with self._news:
            self._asked -= 1
            self._changed.add(TABLE + name)
            self._news.notify_all()

    def _look_again_after(self, dealt: _Dealt, answer: Future[Answer], name: str) -> None:
        """Look and go on: at once where a wager was quicker, else not in a hurry."""
        error = answer.exception()
        if error is None:
            return
        if not isinstance(error, Refused) or error.code != "gone_on":
            dealt.rests_until = self._now() + REST_MS
        if isinstance(error, Refused):
            self._house.look(TABLE + name, fresh=True)
