"""No more bets: in the order of the log no wager passes after it, and none is lost before it."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.house import decide_command
from puntobanco.app.house.dispatch import do
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import init_house, open_house
from puntobanco.app.house.pending_requests import Answer, Waiting
from puntobanco.app.house.stream_states import Standing
from puntobanco.app.house.write_unit import Decision
from puntobanco.app.house.writer import HouseWriter
from puntobanco.errors import Refused
from puntobanco.store import Line, StoreFailure
from puntobanco.table import commands
from puntobanco.table.model import Phase
from puntobanco.values.replace import changed
from tests.app.house.helpers import DEALER
from tests.house.closes import CLIENTS, Evening, InProcess

ALL = 1_000_000 if os.environ.get("PUNTO_SOAK") else 100_000
SOME = 8_000
IN_A_ROUND = 400
TABLES = tuple(f"table/{number}" for number in range(1, 9))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Callable[[], Evening]]:
    opened: list[House] = []

    def open_one() -> Evening:
        init_house(tmp_path / "house", name="house")
        house = open_house(tmp_path / "house")
        opened.append(house)
        found = Evening(house, TABLES, [InProcess(house)] * CLIENTS, _calls(house))
        found.open()
        _fail_now_and_then(house)
        return found

    yield open_one
    for house in opened:
        house.close()


def _calls(house: House) -> Callable[[str, str], int]:
    def call(table: str, name: str) -> int:
        while True:
            try:
                return house.handle(table, commands.CallNoMoreBets(actor=DEALER), name).rows[-1].number
            except StoreFailure:
                continue

    return call


def _fail_now_and_then(house: House) -> None:
    """Every tenth commit of wagers finds the disk full; who asked asks again under its id, also after the close."""
    append, turns = house._store.append_whole, count(1)

    def full(units: Any) -> list[Line]:
        if any(row.id.startswith("side ") for unit in units for row in unit.rows) and not next(turns) % 10:
            raise StoreFailure("planted: the disk is full")
        return append(units)

    house._store.append_whole = full  # type: ignore[method-assign]  # planted for this test


def test_no_wager_passes_the_close_and_none_before_it_is_lost(evening: Callable[[], Evening]) -> None:
    evening().hold(ALL, IN_A_ROUND)


class TakesRetriesForNew(HouseWriter):
    """What comes again is decided where the table stands now."""

    def _new(self, group: Sequence[Waiting]) -> list[Waiting]:
        for one in group:
            if self._store.find(one.asked.stream, one.asked.id) is not None:
                one.asked = changed(one.asked, id=f"{one.asked.id} anew")
        return list(group)


def _on_an_old_state(patch: pytest.MonkeyPatch) -> None:
    """A wager is decided by what the table was when it last took some."""
    were = dict[str, Any]()

    def late(of: Any, asked: Any, means: Any) -> Any:
        standing = of(asked.stream)
        if getattr(standing.state, "phase", None) is Phase.BETTING:
            were[asked.stream] = standing.state
        if not isinstance(asked.command, commands.Place) or getattr(standing.state, "phase", None) is Phase.BETTING:
            return do(of, asked, means)
        old = Standing(standing.number, were[asked.stream])
        writing = do(lambda stream: old if stream == asked.stream else of(stream), asked, means)
        writing.after[asked.stream] = Standing(standing.number + 1, standing.state)
        return writing

    patch.setattr(decide_command, "do", late)


def _before_the_commit(patch: pytest.MonkeyPatch) -> None:
    """Whoever bets is told at once; whoever deals is not, so that the evening goes on."""
    commit = HouseWriter._commit

    def hasty(self: HouseWriter, decided: Any, after: Any) -> list[Waiting]:
        told = [(one, _told(one, waiting)) for one, waiting in decided]
        return commit(self, told, after)

    patch.setattr(HouseWriter, "_commit", hasty)


def _told(decision: Decision, waiting: Waiting) -> Waiting:
    if not decision.asked.id.startswith("side "):
        return waiting
    waiting.answer.set_result(Answer(decision.asked.stream, decision.unit.rows))
    return Waiting(decision.asked, Future())


def _retried_as_new(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(HouseWriter, "_new", TakesRetriesForNew._new)


def _closed_too_early(patch: pytest.MonkeyPatch) -> None:
    """Whoever is slow to see that a round has ended refuses the first wagers of the next."""
    turns = count(1)

    def early(of: Any, asked: Any, means: Any) -> Any:
        if asked.id.startswith("side ") and not next(turns) % 20:
            raise Refused("wagers_closed", "act-2015 6.2", "planted: the close was seen before it was")
        return do(of, asked, means)

    patch.setattr(decide_command, "do", early)


PLANTED = {
    "decided on an old state": (_on_an_old_state, "after the close"),
    "answered before the commit": (_before_the_commit, "is lost"),
    "a retry is a new wager": (_retried_as_new, "was refused (wagers_closed), and is in the log"),
    "refused before the close": (_closed_too_early, "before anybody had called"),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_mistake_is_found(name: str, evening: Callable[[], Evening], monkeypatch: pytest.MonkeyPatch) -> None:
    found = evening()
    plant, says = PLANTED[name]
    plant(monkeypatch)
    found.play(SOME, IN_A_ROUND)
    assert any(says in one for one in found.findings())
