"""Houses that make one mistake each: a harness that does not find them finds nothing."""

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from hashlib import sha256
from time import sleep
from typing import Any
from unittest.mock import patch

from puntobanco.app.house.group_commit import After, Decided
from puntobanco.app.house.house import House
from puntobanco.app.house.pending_requests import Answer, Waiting
from puntobanco.app.house.stream_states import Standings
from puntobanco.app.house.write_unit import Decision
from puntobanco.app.house.writer import HouseWriter, _lines_of
from puntobanco.errors import Refused
from puntobanco.fair_shoes.house_secret import ShoeSecret
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.store import Fate, Line, Outcome, Row, StreamHead, Unit, sql_store
from puntobanco.store.append_plan import Group, WrittenLine
from puntobanco.values.merkle import Tree
from puntobanco.values.replace import changed


class _AnswersBeforeTheCommit(HouseWriter):
    def _commit(self, decided: Sequence[Decided], after: After) -> list[Waiting]:
        for decision, waiting in decided:
            waiting.answer.set_result(Answer(decision.asked.stream, decision.unit.rows))
        unheard = [(decision, Waiting(decision.asked, Future())) for decision, _ in decided]
        return super()._commit(unheard, after)


class AnswersBeforeTheCommit(House):
    writes = _AnswersBeforeTheCommit


class _RefusesWhatItWrites(HouseWriter):
    def _commit(self, decided: Sequence[Decided], after: After) -> list[Waiting]:
        return super()._commit([(one, self._refused(waiting)) for one, waiting in decided], after)

    def _refused(self, waiting: Waiting) -> Waiting:
        if not waiting.asked.on_duty or secrets.randbelow(10):
            return waiting
        waiting.answer.set_exception(Refused("planted", "house", "planted: it is written all the same"))
        return Waiting(waiting.asked, Future())


class RefusesWhatItWrites(House):
    """Once in a while somebody hears a refusal before the commit, which is made all the same."""

    writes = _RefusesWhatItWrites


class _WritesSiblingsApart(HouseWriter):
    def _append(self, decisions: Sequence[Decision]) -> list[Outcome]:
        first = [Unit(_own(decision), decision.unit.secrets) for decision in decisions]
        then = [Unit(rows) for decision in decisions if (rows := decision.unit.rows[len(_own(decision)) :])]
        outcomes = self._store.append(first)
        if then:
            sleep(0.02)  # so that somebody dies between the two on a quick machine, too
            self._store.append(then)
        return outcomes

    def _append_whole(self, decisions: Sequence[Decision]) -> Sequence[Line]:
        return _lines_of(self._append(decisions))


class WritesSiblingsApart(House):
    """Two transactions instead of one."""

    writes = _WritesSiblingsApart


def _own(decision: Decision) -> tuple[Any, ...]:
    """The rows up to the first of another stream."""
    rows = decision.unit.rows
    last = next((at for at, row in enumerate(rows) if row.stream != rows[0].stream), len(rows))
    return rows[:last]


class _DropsARecord(HouseWriter):
    def _append(self, decisions: Sequence[Decision]) -> list[Outcome]:
        if len(decisions) == 1 or secrets.randbelow(10):
            return super()._append(decisions)
        outcomes = super()._append(decisions[:-1])
        lines = tuple(Line(0, row.stream, row.number, row.id, row.body, b"") for row in decisions[-1].unit.rows)
        return [*outcomes, Outcome(Fate.WRITTEN, lines)]

    def _append_whole(self, decisions: Sequence[Decision]) -> Sequence[Line]:
        return _lines_of(self._append(decisions))


class DropsARecord(House):
    """Once in a while the last of a group is not written."""

    writes = _DropsARecord


class ReshufflesAfterACrash(House):
    """The shoe under way gets another secret, and looks as if it had been sealed with it."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._standings.__class__ = _Reshuffling


class _Reshuffling(Standings):
    def _unlocked(self, stream: str, shoes: FairShoes) -> FairShoes:
        shoe = shoes.under_way
        if shoe is None or shoe.root is None:
            return super()._unlocked(stream, shoes)
        secret = ShoeSecret(secrets.token_bytes(32))
        sealed = secret.sealed(shoe.window.seeds, shoe.context)
        assert sealed is not None
        return changed(shoes, under_way=changed(shoe, secret=secret, root=sealed.root.hex()))


class _ForgetsIds(HouseWriter):
    def __init__(self, *arguments: Any, **more: Any) -> None:
        self._own: set[tuple[str, str]] = set()
        super().__init__(*arguments, **more)

    def _new(self, group: Sequence[Waiting]) -> list[Waiting]:
        for one in group:
            name = (one.asked.stream, one.asked.id)
            if name not in self._own and self._store.find(*name) is not None:
                one.asked = changed(one.asked, id=f"{one.asked.id} anew")
        new = super()._new(group)
        self._own |= {(one.asked.stream, one.asked.id) for one in new}
        return new


class ForgetsIds(House):
    """What another process has carried out is carried out again."""

    writes = _ForgetsIds


class _RetriesDraws(HouseWriter):
    def _may_try(self, waiting: Waiting, at: StreamHead) -> bool:  # noqa: ARG002 - wherever it was decided
        waiting.tries += 1
        return waiting.tries < 20


class RetriesDraws(House):
    """Whoever deals is treated like a patron who bets."""

    writes = _RetriesDraws


class GoesByNumberAlone(House):
    """What was decided on one record is written after another one that has its number."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        patch.object(sql_store, "Group", _ByNumberAlone).start()  # in a process of its own
        super().__init__(*arguments, **more)


class _AnyHash(bytes):
    def __eq__(self, _: object) -> bool:
        return True

    def __ne__(self, _: object) -> bool:
        return False

    __hash__ = bytes.__hash__


class _ByNumberAlone(Group):
    def __init__(self, tree: Tree, heads: dict[str, tuple[int, bytes]]) -> None:
        super().__init__(tree, {stream: (number, _AnyHash(found)) for stream, (number, found) in heads.items()})

    def _grow(self, row: Row) -> WrittenLine:
        _, before = self.heads.get(row.stream, (0, bytes(32)))
        position, stream, number, name, body, _ = super()._grow(row)
        found = sha256(before + body).digest()
        self.moved[stream], self.heads[stream] = (number, found), (number, _AnyHash(found))
        self.lines[-1] = position, stream, number, name, body, found
        return self.lines[-1]


class _DependsOnNothing(HouseWriter):
    def _append(self, decisions: Sequence[Decision]) -> list[Outcome]:
        return super()._append([changed(one, unit=_on_nothing(one.unit)) for one in decisions])


class DependsOnNothing(House):
    """Units hold whatever becomes of the streams that they were decided by and do not write to."""

    writes = _DependsOnNothing


def _on_nothing(unit: Unit) -> Unit:
    return Unit(unit.rows, unit.secrets)


PLANTED: dict[str, Callable[..., House]] = {
    "answers before the commit": AnswersBeforeTheCommit,
    "writes siblings apart": WritesSiblingsApart,
    "drops a record": DropsARecord,
    "reshuffles after a crash": ReshufflesAfterACrash,
    "forgets ids": ForgetsIds,
    "refuses what it writes": RefusesWhatItWrites,
    "goes by number alone": GoesByNumberAlone,
    "depends on nothing": DependsOnNothing,
}
