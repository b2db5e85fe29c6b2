"""A house at work: commands are decided one after the other, committed in groups, and only then answered."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from queue import SimpleQueue
from threading import Lock, RLock, Thread
from time import monotonic, sleep
from typing import TypeAlias

from puntobanco.app.chance import SYSTEM, Chance
from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.house.deciding import Tentative, gone_on
from puntobanco.app.house.keys import KeyFile
from puntobanco.app.house.private import KeyFault
from puntobanco.app.house.promise import Promise
from puntobanco.app.house.refusals import Refusals
from puntobanco.app.house.reports import bare, in_words
from puntobanco.app.house.same import require_same
from puntobanco.app.house.standing import RECORDS_AT_A_TIME, Standing, Standings, record_of
from puntobanco.app.house.telling import Telling
from puntobanco.app.house.waiting import Answer, Waiting, answer, fail, require_names
from puntobanco.app.house.writing import Asked, Decision, Means
from puntobanco.errors import Refused, Unreadable
from puntobanco.fairness.secret import ShoeSecret
from puntobanco.record.records import Kept
from puntobanco.store import Fate, Line, Outcome, Store, StoreFailure, StoreUnsure, Unit
from puntobanco.table.actors import Actor, Role
from puntobanco.table.asking import Asking

MOST_IN_A_GROUP = 500
MOST_TRIES = 20
"""How often a patron's wager is decided anew because another process was quicker."""
SECONDS_TO_LOOK_UP, SECONDS_BETWEEN_TRIES = 30.0, 0.1
"""For whether a commit happened whose connection was lost."""

_LOG = logging.getLogger(__name__)


_Decided: TypeAlias = tuple[Decision, list[Waiting]]
_After: TypeAlias = Mapping[str, Standing]
"""Where streams stand once all of a group is written."""
_Refused: TypeAlias = tuple[Waiting, Refused | Unreadable, dict[str, int]]
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
        self._listeners: list[Callable[[Sequence[Line]], None]] = []
        self._lock = RLock()
        """Whoever loads a stream."""
        self._asked: SimpleQueue[Waiting | None] = SimpleQueue()
        """Who waits, in the order in which they asked; then nobody, once the house is closed."""
        self._asking = Lock()
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

    def submit(self, asked: Asked) -> Promise[Answer]:
        """The same for whoever does not want to wait."""
        require_names(asked)
        answer: Promise[Answer] = Promise()
        with self._asking:
            if not self._open:
                raise Refused("house_closed", "house", "the house is closed: ask again when it has opened")
            self._asked.put(Waiting(asked, answer))
        return answer

    def look(self, stream: str, *, fresh: bool = False) -> Standing:
        """Where a stream stands; `fresh` also sees what other processes have just written."""
        known = None if fresh else self._standings.known(stream)
        if known is not None:  # without the lock, which whoever writes holds until the disk has it
            return known
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
                self._tell(lines)

    def listen(self, told: Callable[[Sequence[Line]], None]) -> None:
        """Call this with what was committed, in the thread that found it: it must not take long."""
        self._listeners.append(told)

    def _tell(self, lines: Sequence[Line]) -> None:
        for told in self._listeners:
            told(lines)

    def follow(self, after: int = 0) -> Iterator[Line]:
        """All records by position, as they are committed."""
        return self._telling.after(after)

    def follow_stream(self, stream: str, after: int = 0) -> Iterator[Line]:
        """The records of one stream by number, as they are committed."""
        return self._telling.of_stream(stream, after)

    def close(self) -> None:
        """Answer whoever has asked, then stop."""
        with self._asking:
            if self._open:
                self._asked.put(None)
            self._open = False
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
                fail(group, error)
            except BaseException as error:  # noqa: BLE001 - whoever waits is told, and the house goes on
                _LOG.error("a group of commands failed\n%s", in_words(error))
                fail(group, error)

    def _take(self) -> list[Waiting]:
        """All that waits, so that the more is asked the larger the groups are; nothing once the house is closed."""
        if self._asked.empty() and self._refusals.any_new:
            self._refusals.flush()
        group: list[Waiting] = []
        while (coming := self._asked.get()) is not None:
            group.append(coming)
            if len(group) == MOST_IN_A_GROUP or self._asked.empty():
                return group
        if group:
            self._asked.put(None)  # closed: nobody has asked after it
        return group

    def _work(self, group: Sequence[Waiting]) -> None:
        with self._lock:
            again = self._asked_first(group)
            while again:
                waits = set(again)
                again = self._asked_again([one for one in group if one in waits])
            self._standings.keep_snapshots()

    def _asked_first(self, group: Sequence[Waiting]) -> list[Waiting]:
        """Decided by what this process has seen; gives what is to be decided anew."""
        decided, after, refused = self._decide(self._new(group))
        return [*self._commit(decided, after), *self._refuse(refused)]

    def _asked_again(self, group: Sequence[Waiting]) -> list[Waiting]:
        """Decided while no other process can write, so that nobody is overtaken for ever."""
        new = self._new(group)
        decided: list[_Decided] = []
        after: dict[str, Standing] = {}
        refused: list[_Refused] = []

        def decide() -> list[Unit]:
            self.catch_up()
            found = self._decide(new)
            decided.extend(found[0])
            after.update(found[1])
            refused.extend(found[2])
            return [decision.unit for decision, _ in decided]

        try:
            outcomes = self._store.append_in_turn(decide)
        except StoreUnsure:
            outcomes = self._looked_up([decision for decision, _ in decided])
        for one, refusal, _ in refused:
            self._give(one, refusal)
        return self._committed(decided, after, outcomes)

    def _new(self, group: Sequence[Waiting]) -> list[Waiting]:
        """Answer what comes again; the rest is new."""
        known = self._store.find_many([(one.asked.stream, one.asked.id) for one in group])
        if not known:
            return list(group)
        new: list[Waiting] = []
        for one in group:
            line = known.get((one.asked.stream, one.asked.id))
            if line is None:
                new.append(one)
            else:
                self._answer_again(one, line)
        return new

    def _answer_again(self, waiting: Waiting, line: Line) -> None:
        record = record_of(line)
        try:
            require_same(waiting.asked.command, record)
        except Refused as refusal:
            waiting.answer.refuse(refusal)
        else:
            waiting.answer.give(Answer(self._with_those_before(record), repeated=True))

    def _with_those_before(self, record: Kept) -> tuple[Kept, ...]:
        """With what the same command wrote into its stream before itself."""
        lines = self._store.read(record.stream, after=max(0, record.number - 3), limit=2)
        before = (record_of(line) for line in lines if line.number < record.number)
        return (*(one for one in before if one.id.startswith(f"{record.id}#")), record)

    def _decide(self, group: Sequence[Waiting]) -> tuple[list[_Decided], _After, list[_Refused]]:
        tentative = Tentative(self._standings, self._means)
        decided: dict[tuple[str, str], _Decided] = {}
        refused: list[_Refused] = []
        for one in group:
            asked = one.asked
            name = asked.stream, asked.id
            same = decided.get(name)
            try:
                if same is not None:
                    require_same(asked.command, same[0].records[-1])
                    same[1].append(one)
                else:
                    decided[name] = tentative.decide(asked), [one]
            except (Refused, Unreadable) as refusal:
                refused.append((one, bare(refusal), tentative.seen))
            except StoreFailure as error:
                one.answer.refuse(bare(error))
            except Exception as error:  # noqa: BLE001 - a mistake of ours is the answer to one command only
                _LOG.error("a command could not be decided\n%s", in_words(error))
                one.answer.refuse(bare(error))
        return list(decided.values()), tentative.after, refused

    def _refuse(self, refused: Sequence[_Refused]) -> list[Waiting]:
        """Nobody is refused for what is no longer so: gives what is to be decided anew."""
        if refused and self._store.is_shared:
            self.catch_up()
        again: list[Waiting] = []
        for one, refusal, seen in refused:
            if all(self._standings.of(stream).number == number for stream, number in seen.items()):
                self._give(one, refusal)
            elif self._may_try(one):
                again.append(one)
            else:
                self._give(one, gone_on(one.asked, self._standings.of(one.asked.stream).number))
        return again

    def _give(self, waiting: Waiting, refusal: Refused | Unreadable) -> None:
        self._refusals.note(waiting.asked, refusal)
        waiting.answer.refuse(refusal)

    def _may_try(self, waiting: Waiting) -> bool:
        """A patron's wager, and whoever has seen more than this process had."""
        waiting.tries += 1
        asked = waiting.asked
        if asked.expected is None:
            return asked.command.actor.role is Role.PATRON and waiting.tries < MOST_TRIES
        return asked.expected == self._standings.of(asked.stream).number and waiting.tries < MOST_TRIES

    def _commit(self, decided: Sequence[_Decided], after: _After) -> list[Waiting]:
        """Write a group; gives what is to be decided anew."""
        if not decided:
            return []
        try:
            outcomes = self._append([decision for decision, _ in decided])
        except StoreFailure as error:
            fail([one for _, waiting in decided for one in waiting], error)
            return []
        return self._committed(decided, after, outcomes)

    def _committed(self, decided: Sequence[_Decided], after: _After, outcomes: Sequence[Outcome]) -> list[Waiting]:
        """Answer and tell; gives what is to be decided anew."""
        late: list[tuple[list[Waiting], Fate]] = [
            (waiting, outcome.fate)
            for (_, waiting), outcome in zip(decided, outcomes, strict=True)
            if outcome.fate is not Fate.WRITTEN
        ]
        lines = [line for outcome in outcomes for line in outcome.lines]
        if not late:
            self._standings.put_all(after)
            self._seen(lines)
        self._telling.told(lines)
        self._tell(lines)
        try:  # who is answered and looks, finds what was answered
            if late:
                self.catch_up()
        finally:
            for (decision, waiting), outcome in zip(decided, outcomes, strict=True):
                if outcome.fate is Fate.WRITTEN:
                    answer(decision, waiting)
        return [one for waiting, fate in late for one in self._overtaken(waiting, fate)]

    def _seen(self, lines: Sequence[Line]) -> None:
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

    def _overtaken(self, waiting: Sequence[Waiting], fate: Fate) -> list[Waiting]:
        """Another process was quicker. A patron's wager is decided anew; whoever deals looks again first, since a draw
        that is tried again would deal a second card."""
        again: list[Waiting] = []
        for one in waiting:
            if self._may_try(one) or fate is Fate.KNOWN:
                again.append(one)
            else:
                one.answer.refuse(gone_on(one.asked, self._standings.of(one.asked.stream).number))
        return again


def _outcome(unit: Unit, found: Mapping[tuple[str, str], Line]) -> Outcome:
    """What became of a unit, by what is stored under its ids."""
    lines = [found.get((row.stream, row.id)) for row in unit.rows]
    there = tuple([line for line in lines if line is not None])
    if [line.body for line in there] == [row.body for row in unit.rows]:
        return Outcome(Fate.WRITTEN, there)
    return Outcome(Fate.KNOWN if there else Fate.STALE)
