"""From the log to everybody who follows it: each record is made into bytes once for all who see the same of it."""

import logging
from asyncio import AbstractEventLoop, sleep
from collections import deque
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from puntobanco.app.house.house import House
from puntobanco.house import HouseState
from puntobanco.house.events import ProposalApproved, ProposalDeclined, ProposalMade, ProposalWithdrawn, TableAdded
from puntobanco.house.events.gaming_switches import GamingDisabled, GamingEnabled
from puntobanco.store import Line
from puntobanco.store.trouble import Seldom
from puntobanco.streams.names import HOUSE, TABLE, named
from puntobanco.web.authenticate import Door, audience_at
from puntobanco.web.countdowns import Clocks
from puntobanco.web.redacted_records import Told
from puntobanco.web.sse import frame
from puntobanco.web.subscriber import Subscriber
from puntobanco.web.table_summaries import Boards

SECONDS_BETWEEN_CHECKS = 0.5
"""Of sessions that may have ended."""
TICK = 0.05
"""Seconds: a record with a face-down card is made ready and sent with the next tick, so that how long it took to make
tells nothing."""
_SELDOM = Seldom(logging.getLogger(__name__))


class Switched(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Gaming was switched off or on for whoever is told, or a dealer has come or gone: the table says which."""

    stream: str


class Hub:
    """All open streams of this process."""

    def __init__(self, house: House, door: Door, clocks: Clocks, loop: AbstractEventLoop) -> None:
        self._house, self._door, self._clocks, self._loop = house, door, clocks, loop
        self._told: deque[Line] = deque()
        self._woken = False
        self._followers: dict[str, set[Subscriber]] = {}
        self._held: dict[str, deque[Told]] = {}
        """Streams whose next record waits for the tick, and all that came after it."""
        self.subscribers: set[Subscriber] = set()
        self.boards = Boards(house)
        self._dealt_at = self._tables_with_a_dealer()
        self.delivered = 0
        self.dropped: dict[str, int] = {}
        self.closed = False
        house.listen(self._hear)

    def is_followed(self, stream: str) -> bool:
        """Whether anybody reads it, or has it on a board; from any thread."""
        return stream in self._followers or any(stream in one.board for one in tuple(self.subscribers))

    # From the house's thread

    def _hear(self, lines: Sequence[Line]) -> None:
        self._told.extend(lines)
        if not self._woken and not self._loop.is_closed():
            self._woken = True
            self._loop.call_soon_threadsafe(self._deliver)

    # In the loop

    def _deliver(self) -> None:
        self._woken = False
        touched: set[Subscriber] = set()
        while self._told:
            self._take(Told(self._told.popleft()), touched)
        _flush(touched)

    def _take(self, told: Told, touched: set[Subscriber]) -> None:
        stream = told.line.stream
        if stream == HOUSE:
            self._loop.call_soon(self._look_at_roles)
            self._note_house(told, touched)
            self._note_dealers(touched)
        if stream.startswith(TABLE):
            self.boards.note(stream)
        if stream in self._held:
            self._held[stream].append(told)
        elif told.hides and self._followers.get(stream):
            self._hold(told)
        else:
            self._send(told, touched)

    def _note_house(self, told: Told, touched: set[Subscriber]) -> None:
        """Whatever of the house's own concerns whoever looks at tables: new tables, switches, and what is proposed."""
        record: Any = told.record
        for event in record.events:
            match event:
                case TableAdded(table=name):
                    self._put_on_boards(TABLE + name)
                case GamingDisabled() | GamingEnabled():
                    self._tell_switched(event, touched)
                case ProposalMade() | ProposalApproved() | ProposalDeclined() | ProposalWithdrawn():
                    self.boards.note_all()

    def _put_on_boards(self, stream: str) -> None:
        for one in self.subscribers:
            audience = audience_at(self._door, one.visitor, stream) if one.has_whole_board else None
            if audience is not None:
                self.boards.put_on(one, stream, audience)

    def _tell_switched(self, event: GamingDisabled | GamingEnabled, touched: set[Subscriber]) -> None:
        """Whoever follows a table for which, or for whom, gaming was switched looks at it again."""
        if event.patron is None:
            self.boards.note_all()
        for one in self.subscribers:
            is_meant = event.patron is None or event.patron == one.visitor.person
            tables = [stream for stream in one.audiences if stream.startswith(TABLE)] if is_meant else []
            for stream in tables:
                if event.table in (None, named(stream)):
                    _look_again(one, stream, touched)

    def _note_dealers(self, touched: set[Subscriber]) -> None:
        """Whoever looks at a table is told when a dealer comes there, or goes."""
        before, self._dealt_at = self._dealt_at, self._tables_with_a_dealer()
        for table in before ^ self._dealt_at:
            self.boards.note(TABLE + table)
            for one in self._followers.get(TABLE + table, ()):
                _look_again(one, TABLE + table, touched)

    def _tables_with_a_dealer(self) -> frozenset[str]:
        state: HouseState | None = self._house.look(HOUSE).state
        return frozenset() if state is None else frozenset(state.dealing)

    def _hold(self, told: Told) -> None:
        """Make it ready now, and send it with the next tick."""
        stream = told.line.stream
        for one in self._followers[stream]:
            told.to(one.audiences[stream])
        self._held[stream] = deque((told,))
        self._loop.call_at(next_tick(self._loop.time()), self._release, stream)

    def _release(self, stream: str) -> None:
        touched: set[Subscriber] = set()
        first, *later = self._held.pop(stream)
        self._send(first, touched)
        for told in later:
            self._take(told, touched)  # another face-down card waits for the next tick
        _flush(touched)

    def _send(self, told: Told, touched: set[Subscriber]) -> None:
        line = told.line
        changes = line.stream.startswith(TABLE) and self._clocks.note(told)
        followers = self._followers.get(line.stream)
        if not followers:
            return
        made: dict[bytes, bytes] = {}
        for one in tuple(followers):
            if one.starting is not None:
                one.starting.append(told)
            elif self._put(one, told, made):
                touched.add(one)
        if changes:
            self._show_clock(line.stream, touched)

    def _show_clock(self, stream: str, touched: set[Subscriber]) -> None:
        made = self.clock_frame(stream)
        for one in self._followers.get(stream, ()):
            if one.starting is None:
                one.put_beside(made)
                touched.add(one)

    def _put(self, one: Subscriber, told: Told, made: dict[bytes, bytes]) -> bool:
        """Bring a reader one record further; one that is not the next is no business of this stream any more."""
        line = told.line
        before = one.reached[line.stream].number
        if line.number <= before:
            return False
        if line.number > before + 1:  # another process wrote in between: the reader comes back and reads the store
            self.remove(one, "gap")
            return False
        seen = told.to(one.audiences[line.stream])
        if seen is None:
            one.put(line.stream, line.number, None)
            return False
        if seen not in made:
            made[seen] = frame(b"record", seen)
        one.put(line.stream, line.number, made[seen])
        self.delivered += 1
        return True

    def clock_frame(self, stream: str) -> bytes:
        return frame(b"clock", msgspec.json.encode(self._clocks.of(stream)))

    # Who reads

    def add(self, one: Subscriber) -> None:
        """From now on nothing is missed: what is told before the beginning is read waits for it."""
        self.subscribers.add(one)
        for stream in one.audiences:
            self._followers.setdefault(stream, set()).add(one)
        self.boards.add(one)

    def begun(self, one: Subscriber) -> None:
        """The beginning is written: what was told meanwhile follows it."""
        waited, one.starting = one.starting or [], None
        for told in waited:
            self._put(one, told, {})
        one.flush()

    def remove(self, one: Subscriber, why: str = "left") -> None:
        one.end(why, at_once=why == "slow")
        if one in self.subscribers:
            self.dropped[one.dropped] = self.dropped.get(one.dropped, 0) + 1
        self.subscribers.discard(one)
        self.boards.remove(one)
        for stream in one.audiences:
            followers = self._followers.get(stream, set())
            followers.discard(one)
            if not followers:
                self._followers.pop(stream, None)

    def close(self) -> None:
        """Everybody is sent home."""
        self.closed = True
        for one in tuple(self.subscribers):
            self.remove(one, "closing")

    # What goes on beside

    async def watch(self) -> None:
        """Streams end with their session, and nobody believes a silent one to be dead."""
        while True:
            await sleep(SECONDS_BETWEEN_CHECKS)
            try:
                await self._end_sessions()
            except Exception as error:  # noqa: BLE001 - the next look may succeed; streams go on meanwhile
                _SELDOM.warning("sessions could not be looked at: %s", type(error).__name__)
            self.boards.send()
            for one in tuple(self.subscribers):
                one.beat()

    async def _end_sessions(self) -> None:
        asked = tuple(self.subscribers)
        lasting = await self._door.lasting([one.visitor for one in asked])
        for one in asked:
            if one.visitor.id not in lasting:
                self.remove(one, "session")

    def _look_at_roles(self) -> None:
        """Whoever is somebody else now comes back, and gets a new view."""
        for one in tuple(self.subscribers):
            seen_as = {**one.audiences, **one.board}
            if any(audience_at(self._door, one.visitor, stream) != who for stream, who in seen_as.items()):
                self.remove(one, "role")


def next_tick(now: float) -> float:
    """When the loop's clock shows the next whole tick."""
    return (now // TICK + 1) * TICK


def _look_again(one: Subscriber, stream: str, touched: set[Subscriber]) -> None:
    if one.starting is None:
        one.put_beside(frame(b"switch", msgspec.json.encode(Switched(stream=stream))))
        touched.add(one)


def _flush(touched: set[Subscriber]) -> None:
    for one in touched:
        one.flush()
