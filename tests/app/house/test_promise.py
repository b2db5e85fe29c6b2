"""An answer that is to come: waited for, told of, given once."""

from collections.abc import Callable
from functools import partial
from threading import Barrier, Thread

import pytest

from puntobanco.app.house.future import Promise

TIMES = 500


def test_whoever_waits_gets_the_answer() -> None:
    promise: Promise[int] = Promise()
    assert not promise.done()
    with pytest.raises(TimeoutError):
        promise.result(timeout=0.01)
    Thread(target=promise.give, args=(7,)).start()
    assert promise.result(timeout=5) == 7
    assert promise.result() == 7
    assert promise.exception() is None
    assert promise.done()


def test_a_refusal_is_raised_every_time() -> None:
    promise: Promise[int] = Promise()
    promise.refuse(ValueError("no"))
    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            promise.result()
    assert isinstance(promise.exception(), ValueError)


def test_whoever_asked_to_be_told_is_told_once_before_or_after() -> None:
    told: list[str] = []
    promise: Promise[int] = Promise()
    promise.then(lambda one: told.append(f"first {one.result()}"))
    promise.then(lambda one: told.append(f"second {one.result()}"))
    promise.give(1)
    promise.then(lambda one: told.append(f"late {one.result()}"))
    assert told == ["first 1", "second 1", "late 1"]


def test_nobody_is_missed_or_told_twice_who_asks_while_it_is_given() -> None:
    told: list[int] = []
    for turn in range(TIMES):
        promise: Promise[int] = Promise()
        _at_once(partial(promise.give, turn), partial(promise.then, lambda one: told.append(one.result())))
    assert told == list(range(TIMES))


def _at_once(*doing: Callable[[], None]) -> None:
    barrier = Barrier(len(doing))

    def run(one: Callable[[], None]) -> None:
        barrier.wait()
        one()

    threads = [Thread(target=run, args=(one,)) for one in doing]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
