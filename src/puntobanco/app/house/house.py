"""A house at work: commands are decided one after the other, committed in groups, and only then answered."""

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, RLock, Thread
from typing import TypeVar

from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.house import commit_recovery
from puntobanco.app.house.draw_secrets import DrawSecrets, stored_secret
from puntobanco.app.house.future import Promise
from puntobanco.app.house.group_commit import After, Decided, NotDone, decide_all
from puntobanco.app.house.key_file import KeyFile
from puntobanco.app.house.log_feed import Telling
from puntobanco.app.house.pending_requests import Answer, Waiting, answer_all, fail, first_of_each, require_names
from puntobanco.app.house.records import Records
from puntobanco.app.house.refusal_log import Refusals
from puntobanco.app.house.repeated import answer_again
from puntobanco.app.house.stream_states import RECORDS_AT_A_TIME, KeptStates, Standing, Standings
from puntobanco.app.house.strip_traceback import in_words
from puntobanco.app.house.write_unit import CommandRequest, Decision, Means, gone_on
from puntobanco.app.randomness import SYSTEM, Chance
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes.house_secret import DrawSecret, ShoeSecret
from puntobanco.store import Fate, Line, Outcome, Store, StoreFailure, StoreOvertaken, StoreUnsure, StreamHead, Unit
from puntobanco.streams.actors import Actor, Role
from puntobanco.streams.command import AnyCommand
from puntobanco.streams.names import HOUSE
from puntobanco.tournament.model import Draw

T = TypeVar("T")
MOST_IN_A_GROUP = 500
MOST_TRIES = 20
"""How often a patron's wager is decided anew because another process was quicker."""

_LOG = logging.getLogger(__name__)


class House(Records):
    """Serves one store. Commands come from any thread; one thread decides and writes."""

    folder: Path | None = None
    """Where it lies, for other programs that read it."""

    def __init__(
        self, store: Store, *, name: str, keys: KeyFile, code: str, clock: Clock = utc_now, chance: Chance = SYSTEM
    ) -> None:
        """`code` says which program this is: states that another one has kept are not looked at."""
        self._store, self._clock, self.require_writable = store, clock, store.require_writable
        draws = DrawSecrets(lambda stream, draw: stored_secret(store, keys, stream, draw, DrawSecret))
        self._means = Means(name=name, clock=clock, chance=chance, keys=keys, draws=draws)
        self._kept = KeptStates(store, code)
        self._standings = Standings(store, self._kept, name=name, secret_of=self._secret_of)
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
        command: AnyCommand,
        id: str,  # noqa: A002 - what a record calls it
        *,
        expected: int | None = None,
        approved_by: Actor | None = None,
        on_duty: bool = False,
    ) -> Answer:
        """Carry out a command; the answer comes after the commit, a refusal is raised.

        Whoever speaks for other people says `on_duty`: they have the roles that the house gave them, and no other.
        """
        asked = CommandRequest(
            stream=stream, command=command, id=id, expected=expected, approved_by=approved_by, on_duty=on_duty
        )
        return self.submit(asked).result()

    def submit(self, asked: CommandRequest) -> Promise[Answer]:
        """The same for whoever does not want to wait."""
        require_names(asked)
        answer: Promise[Answer] = Promise()
        with self._asking:
            if not self._open:
                raise Refused("house_closed", "house", "the house is closed: ask again when it has opened")
            self._asked.put(Waiting(asked, answer))
        return answer

    def note(self, stream: str, command: AnyCommand, id: str) -> None:  # noqa: A002 - as in `handle`
        """Append what the house itself has to record, also once the last client was answered."""
        waiting = Waiting(CommandRequest(stream=stream, command=command, id=id), Promise())
        with self._asking:
            is_open = self._open
            if is_open:
                self._asked.put(waiting)
        if not is_open:
            self._writer.join()
            self._work([waiting])
        waiting.answer.result()

    def look(self, stream: str, *, fresh: bool = False) -> Standing:
        """Where a stream stands; `fresh` also sees what other processes have just written."""
        known = None if fresh else self._standings.known(stream)
        if known is not None:  # without the lock, which whoever writes holds until the disk has it
            return known
        with self._lock:
            found = self._standings.catch_up(stream) if fresh else self._standings.of(stream)
            self._standings.keep_snapshots()
            return found

    def may(self, person: str, stream: str) -> Role | None:
        """The one role of a person in a stream, for lists and views; what they ask for is decided when they ask."""
        state = self.look(HOUSE).state
        return None if state is None else state.role_of(person, stream)

    def places_of(self, person: str) -> Mapping[str, Role]:
        """The tables and tournaments that a person may look at, with the role there."""
        state = self.look(HOUSE).state
        return {} if state is None else state.places_of(person)

    def before(self, stream: str, is_before: Callable[[T], bool], seen_as: type[T]) -> Standing:
        """Where to begin to read: the newest kept standing that is still before something, as far as a type sees it,
        else the very beginning."""
        self.look(stream)  # whoever folds a long stream keeps some
        return self._kept.newest_before(stream, is_before, seen_as) or Standing()

    def has_seen(self, stream: str, number: int) -> bool:
        """Whether this process knows of a record, or nobody here has looked at its stream."""
        known = self._standings.known(stream)
        return known is None or known.number >= number

    def catch_up(self) -> None:
        """See what other processes have written since the last time."""
        with self._lock:
            while lines := self._store.read_all(self._position, RECORDS_AT_A_TIME):
                self._standings.see(lines)
                self._position = lines[-1].position
                self._store.acknowledge(lines[-1])
                self._tell(lines)

    def listen(self, told: Callable[[Sequence[Line]], None]) -> None:
        """Call this with what was committed, in the thread that found it: it must not take long."""
        self._listeners.append(told)

    def _tell(self, lines: Sequence[Line]) -> None:
        for told in self._listeners:
            told(lines)

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

    def opens(self, stream: str, draw: Draw) -> bool:
        """Whether the secret of a draw is there, and can be opened."""
        return self._means.draws.of(stream, draw) is not None

    def _secret_of(self, shoes: str, shoe: int) -> ShoeSecret | None:
        return stored_secret(self._store, self._means.keys, shoes, shoe, ShoeSecret)

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
        if self._store.is_shared:
            group = self._new(group)
        decided, after, refused = decide_all(group, self._standings, self._means)
        try:
            again = self._commit(decided, after)
        except StoreOvertaken:  # somebody has asked before: what was decided after it is as wrong as it is
            return [one for one in group if not one.answer.done()]
        return [*again, *self._refuse(refused)]

    def _asked_again(self, group: Sequence[Waiting]) -> list[Waiting]:
        """Decided while no other process can write, so that nobody is overtaken for ever."""
        first = first_of_each(group)
        new = self._new(list(first))
        decided: list[Decided] = []
        after: dict[str, Standing] = {}
        refused: list[NotDone] = []

        def decide() -> list[Unit]:
            with self._standings.keeping_none():
                self.catch_up()
                found = decide_all(new, self._standings, self._means)
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
        again = self._committed(decided, after, outcomes)
        return [*again, *(one for one in group if one not in first)] if len(first) < len(group) else again

    def _new(self, group: Sequence[Waiting]) -> list[Waiting]:
        """Answer what comes again; the rest is new."""
        known = self._store.find_many([(one.asked.stream, one.asked.id) for one in group])
        if not known:
            return list(group)
        self._store.acknowledge(max(known.values(), key=lambda line: line.position))
        new: list[Waiting] = []
        for one in group:
            line = known.get((one.asked.stream, one.asked.id))
            if line is None:
                new.append(one)
            else:
                answer_again(self._store, one, line)
        return new

    def _refuse(self, refused: Sequence[NotDone]) -> list[Waiting]:
        """Nobody is refused for what is no longer so, nor for what they have asked before: gives what is to be decided
        anew."""
        if not refused:
            return []
        if self._store.is_shared:
            self.catch_up()
        again: list[Waiting] = []
        new = set(self._new([one for one, _, _ in refused]))
        for one, refusal, seen in refused:
            if one not in new:
                continue
            if all(self._standings.of(stream).head == found.head for stream, found in seen.items()):
                self._give(one, refusal)
            elif self._may_try(one, at=seen[one.asked.stream].head):
                again.append(one)
            else:
                self._give(one, gone_on(one.asked.stream, self._standings.of(one.asked.stream).number))
        return again

    def _give(self, waiting: Waiting, refusal: Refused | Unreadable) -> None:
        self._refusals.note(waiting.asked, refusal)
        waiting.answer.refuse(refusal)

    def _may_try(self, waiting: Waiting, at: StreamHead) -> bool:
        """A patron's wager, whoever has seen more than this process had, and all if only other streams have gone on:
        it was decided with its own stream `at` this record."""
        waiting.tries += 1
        asked, standing = waiting.asked, self._standings.of(waiting.asked.stream)
        if asked.expected is None:
            fits = asked.command.actor.role is Role.PATRON or at == standing.head
        else:
            fits = asked.expected == standing.number
        return fits and waiting.tries < MOST_TRIES

    def _commit(self, decided: Sequence[Decided], after: After) -> list[Waiting]:
        """Write a group; gives what is to be decided anew."""
        if not decided:
            return []
        decisions = [decision for decision, _ in decided]
        try:
            if self._store.is_shared:
                outcomes = self._append(decisions)
            else:
                return self._written(decided, after, self._append_whole(decisions))
        except StoreOvertaken:
            raise
        except StoreFailure as error:
            fail([waiting for _, waiting in decided], error)
            return []
        return self._committed(decided, after, outcomes)

    def _committed(self, decided: Sequence[Decided], after: After, outcomes: Sequence[Outcome]) -> list[Waiting]:
        """Answer and tell; gives what is to be decided anew."""
        lines = _lines_of(outcomes)
        found = list(zip(decided, outcomes, strict=True))
        late = [(one, outcome.fate) for one, outcome in found if outcome.fate is not Fate.WRITTEN]
        if not late:
            return self._written(decided, after, lines)
        self._spread(lines)
        try:  # who is answered and looks, finds what was answered
            self.catch_up()
        finally:
            answer_all([one for one, outcome in found if outcome.fate is Fate.WRITTEN])
        return [one for (decision, one), fate in late if self._is_tried_again(decision, one, fate)]

    def _written(self, decided: Sequence[Decided], after: After, lines: Sequence[Line]) -> list[Waiting]:
        """Answer and tell all of a group; nothing of it is to be decided anew."""
        self._standings.put_all(after)
        if lines and lines[0].position == self._position + 1:
            self._position = lines[-1].position
        self._spread(lines)
        answer_all(decided)
        return []

    def _spread(self, lines: Sequence[Line]) -> None:
        """What was committed is marked as acknowledged, then told; if it cannot be marked, nobody is answered."""
        try:
            if lines:
                self._store.acknowledge(lines[-1])
        finally:
            self._telling.told(lines)
            self._tell(lines)

    def _append(self, decisions: Sequence[Decision]) -> list[Outcome]:
        try:
            return self._store.append([decision.unit for decision in decisions])
        except StoreUnsure:
            return self._looked_up(decisions)

    def _append_whole(self, decisions: Sequence[Decision]) -> Sequence[Line]:
        """Nobody else writes: all of it follows what is stored, unless somebody has asked for it before."""
        try:
            return self._store.append_whole([decision.unit for decision in decisions])
        except StoreUnsure:
            outcomes = self._looked_up(decisions)
        if any(outcome.fate is not Fate.WRITTEN for outcome in outcomes):
            raise StoreOvertaken("what was asked before stands there under its id")
        return _lines_of(outcomes)

    def _looked_up(self, decisions: Sequence[Decision]) -> list[Outcome]:
        """The connection died in the commit: what is not there is written now."""
        units = [decision.unit for decision in decisions]
        found = commit_recovery.outcomes(self._store, units, goes_on=lambda: self._open)
        return self._append(decisions) if found is None else found

    def _is_tried_again(self, decision: Decision, waiting: Waiting, fate: Fate) -> bool:
        """Another process was quicker. A patron's wager is decided anew; whoever deals looks again first, since a draw
        that is tried again would deal a second card."""
        first = next(row for row in decision.unit.rows if row.stream == decision.asked.stream)
        if self._may_try(waiting, at=(first.number - 1, first.previous)) or fate is Fate.KNOWN:
            return True
        waiting.answer.refuse(gone_on(waiting.asked.stream, self._standings.of(waiting.asked.stream).number))
        return False


def _lines_of(outcomes: Sequence[Outcome]) -> list[Line]:
    return [line for outcome in outcomes for line in outcome.lines]
