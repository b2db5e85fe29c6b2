"""Commands of a house: answered after the commit, once each, in their order, whatever fails."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest

from puntobanco.app.house import commit_recovery, stream_states
from puntobanco.app.house.pending_requests import Answer
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused
from puntobanco.store import Line, Outcome, Store, StoreFull, StoreGone, StoreUnsure, Unit, row_after
from puntobanco.streams.command import AnyCommand
from puntobanco.table import commands
from tests.app.house.helpers import DEALER, OPERATOR, Place, place

T = TypeVar("T")


@pytest.fixture
def at(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_what_is_answered_is_in_the_log(at: Place) -> None:
    answer = at.do("table/1", commands.OpenTable(actor=OPERATOR, book="act-2015"))
    (record,) = answer.records
    assert (record.stream, record.number, record.id) == ("table/1", 1, "id 1")
    assert at.reopen().look("table/1").state == at.state("table/1")


def test_a_restart_changes_nothing(at: Place) -> None:
    at.betting()
    at.do("table/1", place("ann"))
    before = at.house.look("table/1")
    assert at.reopen().look("table/1") == before


def test_the_same_id_is_the_same_answer_also_after_a_restart(at: Place) -> None:
    at.betting()
    first = at.house.handle("table/1", place("ann"), "ann's first")
    for _ in range(2):
        again = at.house.handle("table/1", place("ann"), "ann's first")
        assert (again.records, again.repeated) == (first.records, True)
        at.reopen()
    assert at.house.look("table/1").number == first.records[-1].number


def test_a_deposit_that_comes_again_is_the_same_whatever_the_time(at: Place) -> None:
    at.account("ann", 100)
    deposit = cage.Deposit(actor=OPERATOR, amount=500)
    first = at.house.handle("cage/ann", deposit, "slip 7")
    again = at.house.handle("cage/ann", deposit, "slip 7")
    assert (again.records, again.repeated) == (first.records, True)
    assert at.house.look("cage/ann").number == first.records[-1].number


def test_another_command_or_person_under_an_id_is_refused(at: Place) -> None:
    at.betting()
    at.house.handle("table/1", place("ann"), "an id")
    for other in (place("ann", 1500), place("bob"), commands.CallNoMoreBets(actor=DEALER)):
        with pytest.raises(Refused) as refused:
            at.house.handle("table/1", other, "an id")
        assert refused.value.code == "id_taken"


def test_a_refused_id_is_not_taken(at: Place) -> None:
    at.betting()
    with pytest.raises(Refused):
        at.house.handle("table/1", place("ann", 1), "an id")
    at.house.handle("table/1", place("ann"), "an id")


def test_who_expects_another_number_is_refused(at: Place) -> None:
    at.betting()
    at.do("table/1", place("ann"))
    number = at.house.look("table/1").number
    with pytest.raises(Refused) as refused:
        at.do("table/1", commands.CallNoMoreBets(actor=DEALER), expected=number - 1)
    assert refused.value.code == "gone_on"
    at.do("table/1", commands.CallNoMoreBets(actor=DEALER), expected=number)


def test_many_tables_at_once_each_in_its_order(at: Place) -> None:
    streams = [f"table/{number}" for number in range(10)]
    for stream in streams:
        at.betting(stream)
    first = at.house.look(streams[0]).number
    asked = [
        CommandRequest(stream=stream, command=place("ann", 1000 * (1 + turn)), id=f"turn {turn}")
        for turn in range(3)
        for stream in streams
    ]
    answers = [at.house.submit(one) for one in asked]
    for stream in streams:
        mine = [answer.result().records[-1] for one, answer in zip(asked, answers, strict=True) if one.stream == stream]
        assert [record.number for record in mine] == [first + 1, first + 2, first + 3]
        assert [record.id for record in mine] == ["turn 0", "turn 1", "turn 2"]


def test_one_id_many_times_at_once_is_one_record(at: Place) -> None:
    at.betting()
    before = at.house.look("table/1").number
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: at.house.handle("table/1", place("ann"), "once"), range(40)))
    assert len({answer.records for answer in answers}) == 1
    assert sum(not answer.repeated for answer in answers) == 1
    assert at.house.look("table/1").number == before + 1


def at_once(at: Place, *asked: tuple[str, AnyCommand, str]) -> list[Future[Answer]]:
    """All in one group."""
    with at.house.lock:
        at.house.submit(CommandRequest(stream="table/1", command=place("nobody"), id="keeps the house busy"))
        return [at.house.submit(CommandRequest(stream=stream, command=one, id=name)) for stream, one, name in asked]


def test_who_asks_again_changes_nothing_for_those_in_the_same_group(at: Place) -> None:
    """The wager was carried out before. Were it decided twice, whoever deals would come after a record that is not
    there, and bob, who is refused, would be refused for money of ann's."""
    at.betting()
    first = at.house.handle("table/1", place("ann"), "ann's")
    before = first.records[-1].number
    again, second, refused, closed, late = at_once(
        at,
        ("table/1", place("ann"), "ann's"),
        ("table/1", place("bob"), "bob's"),
        ("table/1", place("bob", 1), "too little"),
        ("table/1", commands.CallNoMoreBets(actor=DEALER), "the close"),
        ("table/1", place("ann"), "ann's"),
    )
    assert (again.result().records, again.result().repeated) == (first.records, True)
    assert (late.result().records, late.result().repeated) == (first.records, True)
    with pytest.raises(Refused):
        refused.result()
    assert [one.result().records[-1].number for one in (second, closed)] == [before + 1, before + 2]
    assert at.house.look("table/1").number == before + 2


def test_who_asks_again_in_the_same_group_has_the_answer_although_it_could_not_be_done_twice(at: Place) -> None:
    at.betting()
    at.do("table/1", place("ann"))
    calls = ("table/1", commands.CallNoMoreBets(actor=DEALER), "the close")
    once, twice = at_once(at, calls, calls)
    assert (once.result().repeated, twice.result().repeated) == (False, True)
    assert twice.result().records == once.result().records


def test_another_command_under_an_id_of_the_same_group_is_refused(at: Place) -> None:
    at.betting()
    once, other = at_once(at, ("table/1", place("ann"), "an id"), ("table/1", place("bob"), "an id"))
    once.result()
    with pytest.raises(Refused, match="an id"):
        other.result()


class Failing:
    """A store whose next append fails, before or after it has written."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.before: list[Exception] = []
        self.after: list[Exception] = []
        self.finding: list[Exception] = []
        self.snapshots: list[Exception] = []

    def find_many(self, names):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        if self.finding and not self.before and not self.after:
            raise self.finding.pop()
        return self.store.find_many(names)

    def keep_snapshots(self, snapshots):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
        if self.snapshots:
            raise self.snapshots.pop()
        self.store.keep_snapshots(snapshots)

    def append(self, units: Sequence[Unit]) -> list[Outcome]:
        return self._fails(lambda: self.store.append(units))

    def append_whole(self, units: Sequence[Unit]) -> list[Line]:
        return self._fails(lambda: self.store.append_whole(units))

    def _fails(self, append: Callable[[], T]) -> T:
        if self.before:
            raise self.before.pop()
        found = append()
        if self.after:
            raise self.after.pop()
        return found

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)


def failing(at: Place) -> Failing:
    found: list[Failing] = []

    def wrapped(store: Store) -> Store:
        found.append(Failing(store))
        return found[0]  # type: ignore[return-value]  # it stands in for a store

    at.reopen(wrapped)
    return found[0]


def test_a_failed_commit_leaves_everything_as_it_was_and_the_house_goes_on(at: Place) -> None:
    at.betting()
    store, before = failing(at), at.house.look("table/1")
    store.before.append(StoreFull("the disk is full"))
    with pytest.raises(StoreFull):
        at.house.handle("table/1", place("ann"), "an id")
    assert at.house.look("table/1") == before
    assert at.house.handle("table/1", place("ann"), "an id").records[-1].number == before.number + 1


@pytest.mark.parametrize("written", [True, False])
def test_a_connection_that_dies_in_the_commit_is_looked_up(at: Place, *, written: bool) -> None:
    at.betting()
    store, before = failing(at), at.house.look("table/1")
    (store.after if written else store.before).append(StoreUnsure("the connection is gone"))
    answer = at.house.handle("table/1", place("ann"), "an id")
    assert answer.records[-1].number == before.number + 1
    assert at.reopen().look("table/1").number == before.number + 1


@pytest.mark.parametrize("written", [True, False])
def test_a_store_that_does_not_answer_after_a_lost_commit_is_asked_until_it_does(at: Place, *, written: bool) -> None:
    at.betting()
    store, before = failing(at), at.house.look("table/1")
    store.finding += [StoreGone("it is still gone"), StoreGone("it is still gone")]
    (store.after if written else store.before).append(StoreUnsure("the connection is gone"))
    assert at.house.handle("table/1", place("ann"), "an id").records[-1].number == before.number + 1


def test_who_cannot_be_told_whether_it_was_written_is_told_that(at: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    at.betting()
    store = failing(at)
    monkeypatch.setattr(commit_recovery, "SECONDS_TO_LOOK_UP", 0)
    store.finding += [StoreGone("it is still gone")] * 3
    store.after.append(StoreUnsure("the connection is gone"))
    with pytest.raises(StoreUnsure):
        at.house.handle("table/1", place("ann"), "an id")
    store.finding.clear()
    assert at.house.handle("table/1", place("ann"), "an id").repeated


def test_a_snapshot_that_cannot_be_kept_is_no_reason_to_refuse(at: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    at.betting()
    store = failing(at)
    monkeypatch.setattr(stream_states, "RECORDS_BETWEEN_SNAPSHOTS", 1)
    store.snapshots += [StoreFull("the disk is full")] * 100
    assert not at.do("table/1", place("ann")).repeated
    at.house.look("table/1", fresh=True)  # snapshots are kept after the answer is given: this waits for them
    assert len(store.snapshots) < 100


def test_a_deposit_that_comes_again_is_the_same_although_the_house_gave_it_its_time(at: Place) -> None:
    at.account("ann")
    for given in (0, 5):
        first = at.house.handle("cage/ann", cage.Deposit(actor=OPERATOR, amount=500, at=given), f"a deposit {given}")
        again = at.house.handle("cage/ann", cage.Deposit(actor=OPERATOR, amount=500, at=given), f"a deposit {given}")
        assert (again.records, again.repeated) == (first.records, True)


def test_what_was_written_is_answered_although_the_store_fails_for_what_was_not(at: Place) -> None:
    """Two commands in one group: the stream of the first has gone on elsewhere, and then the store is gone."""
    at.betting()
    at.betting("table/2", ("cyd",))
    store = failing(at)
    for stream in ("house", "table/1", "table/2"):
        at.house.look(stream)
    elsewhere = row_after(at.house.look("table/1").head, "table/1", "elsewhere", b"unseen")

    def overtaken(units):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        store.store.append([Unit((elsewhere,))])
        return store.store.append(units)

    def gone(*_: object, **__: object) -> None:
        raise StoreGone("it is gone")

    with at.house.lock:
        at.house.submit(CommandRequest(stream="table/2", command=place("nobody"), id="keeps the house busy"))
        asked = [("table/1", place("ann")), ("table/2", place("cyd"))]
        answers = [at.house.submit(CommandRequest(stream=stream, command=one, id="an id")) for stream, one in asked]
        store.is_shared = True  # type: ignore[attr-defined]  # elsewhere is another process
        # planted for this test
        store.append, store.read_all = overtaken, gone  # type: ignore[attr-defined, method-assign]
    assert answers[1].result().records[-1].stream == "table/2"
    with pytest.raises(StoreGone):
        answers[0].result()


def test_followers_get_everything_in_its_order_from_any_point(at: Place) -> None:
    at.betting()
    lines = at.house.follow()
    seen = [next(lines) for _ in range(5)]
    assert [line.position for line in seen] == [1, 2, 3, 4, 5]
    at.do("table/1", place("ann"))
    last = at.house.look("table/1").number
    own = at.house.follow_stream("table/1", last - 1)
    assert next(own).number == last
    at.do("table/1", place("bob", area="2"))
    assert next(own).number == last + 1


def test_refusals_are_kept_beside_the_log(at: Place) -> None:
    at.betting()
    with pytest.raises(Refused):
        at.house.handle("table/1", place("ann", 1), "an id")
    at.do("table/1", place("ann"))
    at.house.close()
    at.open()
    (kept,) = at.house._store.refused(10)
    assert (kept.stream, kept.id) == ("table/1", "an id")
