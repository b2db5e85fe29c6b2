"""A house at work: commands are decided one after the other, committed in groups, and only then answered."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Condition, RLock, Thread
from time import monotonic, sleep
from typing import TypeAlias

from msgspec import Struct

from puntobanco.app.chance import SYSTEM, Chance
from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.house.deciding import Tentative, gone_on
from puntobanco.app.house.keys import KeyFile
from puntobanco.app.house.private import KeyFault
from puntobanco.app.house.refusals import Refusals
from puntobanco.app.house.reports import bare, in_words
from puntobanco.app.house.same import require_same
from puntobanco.app.house.standing import RECORDS_AT_A_TIME, Standing, Standings, record_of
from puntobanco.app.house.telling import Telling
from puntobanco.app.house.writing import Asked, Decision, Means
from puntobanco.errors import Refused, Unreadable
from puntobanco.fairness.secret import ShoeSecret
from puntobanco.fairness.watch import Alarm
from puntobanco.record.records import Kept
from puntobanco.store import Fate, Line, Outcome, Store, StoreFailure, StoreUnsure, Unit
from puntobanco.streams import sort_of
from puntobanco.table.actors import Actor, Role
from puntobanco.table.asking import Asking

MOST_IN_A_GROUP = 500
LONGEST_ID, LONGEST_STREAM = 40, 64
MOST_TRIES = 20
"""How often a patron's wager is decided anew because another process was quicker."""
SECONDS_TO_LOOK_UP, SECONDS_BETWEEN_TRIES = 30.0, 0.1
"""For whether a commit happened whose connection was lost."""

_LOG = logging.getLogger(__name__)


class Answer(Struct, frozen=True):
    """An accepted command: it is in the log."""

    records: tuple[Kept, ...]
    """What it wrote into the stream that was asked, itself last."""
    repeated: bool = False
    """It had been carried out before, under the same id."""
    alarms: tuple[Alarm, ...] = ()
    """For the supervisor: what is odd about the order of a shoe that ended."""


@dataclass(slots=True, eq=False)
class _Waiting:
    """Somebody who asked and waits for the answer."""

    asked: Asked
    answer: "Future[Answer]"
    tries: int = 0


_Decided: TypeAlias = tuple[Decision, list[_Waiting]]
_Refused: TypeAlias = tuple[_Waiting, Refused | Unreadable, dict[str, int]]
"""With the number of every stream that was looked at for it."""


class House:
    """Serves one store. Commands come from any thread; one thread decides and writes."""

    def __init__(
        self, store: Store, *, name: str, keys: KeyFile, code: str, clock: Clock = utc_now, chance: Chance = SYSTEM
    ) -> None:
        """`code` says which program this is: states that another one has kept are not looked at."""
        self._store, self._clock = store, clock
        self._means = Means(clock=clock, chance=chance, keys=keys)
        self._standings = Standings(store, name=name, code=code, secret_of=self._secret_of)
        self._telling = Telling(store)
        self._position = store.head().position
        """Up to here all records have been seen, whoever wrote them."""
        self._refusals = Refusals(store, clock)
        self._before_closing: list[Callable[[], None]] = []
        self._lock = RLock()
        """Whoever loads a stream."""
        self._asked = Condition()
        self._queue: list[_Waiting] = []
        self._open = True
        self._writer = Thread(target=self._serve, name="house", daemon=True)
        self._writer.start()

    # For whoever asks

    def handle(
        self,
        stream: str,
        command: Asking,
        id: str,  # noqa: A002 - what a record calls it
        *,
        expected: int | None = None,
        approved_by: Actor | None = None,
    ) -> Answer:
        """Carry out a command; the answer comes after the commit, a refusal is raised."""
        return self.submit(
            Asked(stream=stream, command=command, id=id, expected=expected, approved_by=approved_by)
        ).result()

    def submit(self, asked: Asked) -> "Future[Answer]":
        """The same for whoever does not want to wait."""
        _require_names(asked)
        waiting = _Waiting(asked, Future())
        waiting.answer.set_running_or_notify_cancel()  # what was asked cannot be taken back
        with self._asked:
            if not self._open:
                raise Refused("house_closed", "house", "the house is closed: ask again when it has opened")
            self._queue.append(waiting)
            self._asked.notify()
        return waiting.answer

    def look(self, stream: str, *, fresh: bool = False) -> Standing:
        """Where a stream stands; `fresh` also sees what other processes have just written."""
        with self._lock:
            found = self._standings.catch_up(stream) if fresh else self._standings.of(stream)
            self._standings.keep_snapshots()
            return found

    def catch_up(self) -> None:
        """See what other processes have written since the last time."""
        with self._lock:
            while lines := self._store.read_all(self._position, RECORDS_AT_A_TIME):
                self._standings.see(lines)
                self._position = lines[-1].position

    def follow(self, after: int = 0) -> Iterator[Line]:
        """All records by position, as they are committed."""
        return self._telling.after(after)

    def follow_stream(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The records of one stream by number, as they are committed."""
        return self._telling.of_stream(stream, after)

    def close(self) -> None:
        """Answer whoever has asked, then stop."""
        with self._asked:
            self._open = False
            self._asked.notify_all()
        self._writer.join()
        self._refusals.flush()
        for last in self._before_closing:
            last()
        self._telling.close()
        self._store.close()

    def before_closing(self, last: Callable[[], None]) -> None:
        """What is done once everybody is answered, while the store is still open."""
        self._before_closing.append(last)

    @property
    def position(self) -> int:
        """Up to here all records have been seen, whoever wrote them."""
        return self._position

    def _secret_of(self, shoes: str, shoe: int) -> ShoeSecret | None:
        """The secret of a shoe; none if the key to it is missing."""
        found = self._store.secret(shoes, shoe)
        if found is None:
            return None
        try:
            return self._means.keys.open(found.key, found.sealed, shoes, shoe)
        except KeyFault:
            _LOG.exception("a shoe does not open")
            return None

    # One thread decides and writes

    def _serve(self) -> None:
        while group := self._take():
            try:
                self._work(group)
            except StoreFailure as error:  # whoever waits is told; the store may fail for hours
                _fail(group, error)
            except BaseException as error:  # noqa: BLE001 - whoever waits is told, and the house goes on
                _LOG.error("a group of commands failed\n%s", in_words(error))
                _fail(group, error)

    def _take(self) -> list[_Waiting]:
        """All that waits, so that the more is asked the larger the groups are; nothing once the house is closed."""
        if not self._queue and self._refusals.any_new:
            self._refusals.flush()
        with self._asked:
            while not self._queue and self._open:
                self._asked.wait()
            group, self._queue = self._queue[:MOST_IN_A_GROUP], self._queue[MOST_IN_A_GROUP:]
            return group

    def _work(self, group: Sequence[_Waiting]) -> None:
        with self._lock:
            again = self._asked_first(group)
            while again:
                waits = set(again)
                again = self._asked_again([one for one in group if one in waits])
            self._standings.keep_snapshots()

    def _asked_first(self, group: Sequence[_Waiting]) -> list[_Waiting]:
        """Decided by what this process has seen; gives what is to be decided anew."""
        decided, refused = self._decide(self._new(group))
        return [*self._commit(decided), *self._refuse(refused)]

    def _asked_again(self, group: Sequence[_Waiting]) -> list[_Waiting]:
        """Decided while no other process can write, so that nobody is overtaken for ever."""
        new = self._new(group)
        decided: list[_Decided] = []
        refused: list[_Refused] = []

        def decide() -> list[Unit]:
            self.catch_up()
            both = self._decide(new)
            decided.extend(both[0])
            refused.extend(both[1])
            return [decision.unit for decision, _ in decided]

        try:
            outcomes = self._store.append_in_turn(decide)
        except StoreUnsure:
            outcomes = self._looked_up([decision for decision, _ in decided])
        for one, refusal, _ in refused:
            self._give(one, refusal)
        return self._committed(decided, outcomes)

    def _new(self, group: Sequence[_Waiting]) -> list[_Waiting]:
        """Answer what comes again; the rest is new."""
        known = self._store.find_many([(one.asked.stream, one.asked.id) for one in group])
        new: list[_Waiting] = []
        for one in group:
            line = known.get((one.asked.stream, one.asked.id))
            if line is None:
                new.append(one)
            else:
                self._answer_again(one, line)
        return new

    def _answer_again(self, waiting: _Waiting, line: Line) -> None:
        record = record_of(line)
        try:
            require_same(waiting.asked.command, record)
        except Refused as refusal:
            waiting.answer.set_exception(refusal)
        else:
            waiting.answer.set_result(Answer(self._with_those_before(record), repeated=True))

    def _with_those_before(self, record: Kept) -> tuple[Kept, ...]:
        """With what the same command wrote into its stream before itself."""
        lines = self._store.read(record.stream, after=max(0, record.number - 3), limit=2)
        before = (record_of(line) for line in lines if line.number < record.number)
        return (*(one for one in before if one.id.startswith(f"{record.id}#")), record)

    def _decide(self, group: Sequence[_Waiting]) -> tuple[list[_Decided], list[_Refused]]:
        tentative = Tentative(self._standings, self._means)
        decided: dict[tuple[str, str], _Decided] = {}
        refused: list[_Refused] = []
        for one in group:
            same = decided.get((one.asked.stream, one.asked.id))
            try:
                if same is not None:
                    require_same(one.asked.command, same[0].records[-1])
                    same[1].append(one)
                else:
                    decided[one.asked.stream, one.asked.id] = tentative.decide(one.asked), [one]
            except (Refused, Unreadable) as refusal:
                refused.append((one, bare(refusal), tentative.seen))
            except StoreFailure as error:
                one.answer.set_exception(bare(error))
            except Exception as error:  # noqa: BLE001 - a mistake of ours is the answer to one command only
                _LOG.error("a command could not be decided\n%s", in_words(error))
                one.answer.set_exception(bare(error))
        return list(decided.values()), refused

    def _refuse(self, refused: Sequence[_Refused]) -> list[_Waiting]:
        """Nobody is refused for what is no longer so: gives what is to be decided anew."""
        if refused and self._store.is_shared:
            self.catch_up()
        again: list[_Waiting] = []
        for one, refusal, seen in refused:
            if all(self._standings.of(stream).number == number for stream, number in seen.items()):
                self._give(one, refusal)
            elif self._may_try(one):
                again.append(one)
            else:
                self._give(one, gone_on(one.asked, self._standings.of(one.asked.stream).number))
        return again

    def _give(self, waiting: _Waiting, refusal: Refused | Unreadable) -> None:
        self._refusals.note(waiting.asked, refusal)
        waiting.answer.set_exception(refusal)

    def _may_try(self, waiting: _Waiting) -> bool:
        """A patron's wager, and whoever has seen more than this process had."""
        waiting.tries += 1
        asked = waiting.asked
        if asked.expected is None:
            return asked.command.actor.role is Role.PATRON and waiting.tries < MOST_TRIES
        return asked.expected == self._standings.of(asked.stream).number and waiting.tries < MOST_TRIES

    def _commit(self, decided: Sequence[_Decided]) -> list[_Waiting]:
        """Write a group; gives what is to be decided anew."""
        if not decided:
            return []
        try:
            outcomes = self._append([decision for decision, _ in decided])
        except StoreFailure as error:
            _fail([one for _, waiting in decided for one in waiting], error)
            return []
        return self._committed(decided, outcomes)

    def _committed(self, decided: Sequence[_Decided], outcomes: Sequence[Outcome]) -> list[_Waiting]:
        """Answer and tell; gives what is to be decided anew."""
        self._tell([line for outcome in outcomes for line in outcome.lines])
        fates = [outcome.fate for outcome in outcomes]
        for (decision, waiting), fate in zip(decided, fates, strict=True):
            if fate is Fate.WRITTEN:
                self._done(decision, waiting)
        if set(fates) != {Fate.WRITTEN}:
            self.catch_up()
        late = [(waiting, fate) for (_, waiting), fate in zip(decided, fates, strict=True) if fate is not Fate.WRITTEN]
        return [one for waiting, fate in late for one in self._overtaken(waiting, fate)]

    def _tell(self, lines: Sequence[Line]) -> None:
        self._telling.told(lines)
        if lines and lines[0].position == self._position + 1:
            self._position = lines[-1].position

    def _append(self, decisions: Sequence[Decision]) -> list[Outcome]:
        try:
            return self._store.append([decision.unit for decision in decisions])
        except StoreUnsure:
            return self._looked_up(decisions)

    def _looked_up(self, decisions: Sequence[Decision]) -> list[Outcome]:
        """The connection died in the commit: ask which of the rows are there."""
        found = self._found([(row.stream, row.id) for decision in decisions for row in decision.unit.rows])
        return [_outcome(decision.unit, found) for decision in decisions] if found else self._append(decisions)

    def _found(self, names: list[tuple[str, str]]) -> dict[tuple[str, str], Line]:
        """Ask until there is an answer, for a while; then nobody is told that nothing was written."""
        end = monotonic() + SECONDS_TO_LOOK_UP
        while True:
            try:
                return self._store.find_many(names)
            except StoreFailure as error:
                if monotonic() > end or not self._open:
                    sentence = "the connection was lost during the commit, and does not come back: ask again"
                    raise StoreUnsure(sentence) from error
                sleep(SECONDS_BETWEEN_TRIES)

    def _done(self, decision: Decision, waiting: Sequence[_Waiting]) -> None:
        for stream, standing in decision.after.items():
            self._standings.put(stream, standing)
        for place, one in enumerate(waiting):
            one.answer.set_result(Answer(decision.records, place > 0, decision.alarms))

    def _overtaken(self, waiting: Sequence[_Waiting], fate: Fate) -> list[_Waiting]:
        """Another process was quicker. A patron's wager is decided anew; whoever deals looks again first, since a draw
        that is tried again would deal a second card."""
        again: list[_Waiting] = []
        for one in waiting:
            if self._may_try(one) or fate is Fate.KNOWN:
                again.append(one)
            else:
                one.answer.set_exception(gone_on(one.asked, self._standings.of(one.asked.stream).number))
        return again


def _outcome(unit: Unit, found: Mapping[tuple[str, str], Line]) -> Outcome:
    """What became of a unit, by what is stored under its ids."""
    lines = [found.get((row.stream, row.id)) for row in unit.rows]
    there = tuple([line for line in lines if line is not None])
    if [line.body for line in there] == [row.body for row in unit.rows]:
        return Outcome(Fate.WRITTEN, there)
    return Outcome(Fate.KNOWN if there else Fate.STALE)


def _require_names(asked: Asked) -> None:
    """Ids with a mark are the house's own; both must leave room for it in a record."""
    sort_of(asked.stream)
    if not 1 <= len(asked.id) <= LONGEST_ID or "#" in asked.id or "@" in asked.id:
        raise Unreadable(f"id: write 1 to {LONGEST_ID} characters, without # and @")
    if len(asked.stream) > LONGEST_STREAM:
        raise Unreadable(f"stream: a name has at most {LONGEST_STREAM} characters")


def _fail(waiting: Sequence[_Waiting], error: BaseException) -> None:
    bare(error)
    for one in waiting:
        if not one.answer.done():
            one.answer.set_exception(error)
