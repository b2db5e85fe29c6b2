"""Commands are decided one after the other, committed in groups, and only then answered."""

import logging
from collections.abc import Callable, Sequence

from puntobanco.app.house import commit_recovery
from puntobanco.app.house.group_commit import After, Decided, NotDone, decide_all
from puntobanco.app.house.pending_requests import Waiting, answer_all, fail, first_of_each
from puntobanco.app.house.reader import HouseReader
from puntobanco.app.house.refusal_log import Refusals
from puntobanco.app.house.repeated import answer_again
from puntobanco.app.house.stream_states import Standing, Standings
from puntobanco.app.house.strip_traceback import in_words
from puntobanco.app.house.write_unit import Decision, Means, gone_on
from puntobanco.errors import Refused, Unreadable
from puntobanco.store import Fate, Line, Outcome, Store, StoreFailure, StoreOvertaken, StoreUnsure, StreamHead, Unit
from puntobanco.streams.actors import Role

MOST_TRIES = 20
"""How often a patron's wager is decided anew because another process was quicker."""

_LOG = logging.getLogger(__name__)


class HouseWriter:
    """Decides and commits groups of commands, in one thread."""

    def __init__(
        self, store: Store, states: Standings, reader: HouseReader, means: Means, *, goes_on: Callable[[], bool]
    ) -> None:
        """`goes_on` says whether the house is open: a store that is gone is asked again for as long."""
        self._store, self._standings, self._reader, self._means = store, states, reader, means
        self._goes_on = goes_on
        self.refusals = Refusals(store, means.clock)

    def write(self, group: Sequence[Waiting]) -> None:
        """Carry out a group; each of them has its answer afterwards."""
        try:
            self._write(group)
        except StoreFailure as error:  # whoever waits is told; the store may fail for hours
            fail(group, error)
        except BaseException as error:  # noqa: BLE001 - whoever waits is told, and the house goes on
            _LOG.error("a group of commands failed\n%s", in_words(error))
            fail(group, error)

    def _write(self, group: Sequence[Waiting]) -> None:
        with self._reader.lock:
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
                self._reader.catch_up()
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
            self._reader.catch_up()
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
        self.refusals.note(waiting.asked, refusal)
        waiting.answer.set_exception(refusal)

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
        self._reader.publish(lines)
        try:  # who is answered and looks, finds what was answered
            self._reader.catch_up()
        finally:
            answer_all([one for one, outcome in found if outcome.fate is Fate.WRITTEN])
        return [one for (decision, one), fate in late if self._is_tried_again(decision, one, fate)]

    def _written(self, decided: Sequence[Decided], after: After, lines: Sequence[Line]) -> list[Waiting]:
        """Answer and tell all of a group; nothing of it is to be decided anew."""
        self._standings.put_all(after)
        self._reader.advance(lines)
        self._reader.publish(lines)
        answer_all(decided)
        return []

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
        found = commit_recovery.outcomes(self._store, units, goes_on=self._goes_on)
        return self._append(decisions) if found is None else found

    def _is_tried_again(self, decision: Decision, waiting: Waiting, fate: Fate) -> bool:
        """Another process was quicker. A patron's wager is decided anew; whoever deals looks again first, since a draw
        that is tried again would deal a second card."""
        first = next(row for row in decision.unit.rows if row.stream == decision.asked.stream)
        if self._may_try(waiting, at=(first.number - 1, first.previous)) or fate is Fate.KNOWN:
            return True
        waiting.answer.set_exception(gone_on(waiting.asked.stream, self._standings.of(waiting.asked.stream).number))
        return False


def _lines_of(outcomes: Sequence[Outcome]) -> list[Line]:
    return [line for outcome in outcomes for line in outcome.lines]
