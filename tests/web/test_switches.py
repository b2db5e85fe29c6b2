"""Switches over HTTP: however many clients bet at that moment, no wager passes after one, and the round is finished."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from puntobanco.app.house import dispatch
from puntobanco.app.house.gaming_checks import NOBODY
from puntobanco.store.verify import all_lines
from puntobanco.table import Role
from puntobanco.web.server import Address, serving
from tests.app.house.helpers import place
from tests.house.closes import CLIENTS, PATRONS, Evening, Wager
from tests.house.gaming import findings
from tests.web.door import OpenDoor
from tests.web.served import MANY, Serving, house_in
from tests.web.test_close import OverHttp

WAGERS, IN_A_ROUND = 480, 240
TABLES = ("table/1", "table/2")
SCOPES: dict[str, dict[str, str]] = {"all": {}, "a table": {"table": "1"}, "a patron": {"patron": PATRONS[0]}}


class Switched(Evening):
    """Where others call "no more bets", somebody turns gaming off; the rounds are finished while it is off."""

    def finish(self, operator: OverHttp) -> None:
        """Whatever lies on the layout is played for, while nobody may bet."""
        late = Wager(id="too late", stream=TABLES[0], command=place(PATRONS[0], 500, "tie"), round=0)
        (answer,) = self.sides[0].ask([late])
        self.told.append((late, answer, False))
        for table in self.tables:
            number = self._state(table).round_number
            self._finish(table)
            assert self._state(table).round_number == number + 1
        for scope in [*self.house.look("house").state.off]:
            sort, _, name = scope.partition("/")
            body = {"do": "enable_gaming", "reason": "over", **({sort: name} if name else {})}
            operator.post("house", body, f"on again {next(self._ids)}")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Callable[[dict[str, str]], tuple[Switched, OverHttp]]]:
    with house_in(tmp_path / "house") as (house, _), ExitStack() as open_ones:
        served = Serving(house=house, door=OpenDoor(house))
        served.grant("oz", Role.OPERATOR, "house")
        for name in PATRONS:
            served.grant(name, Role.PATRON)

        def client(person: str, token: str) -> OverHttp:
            return open_ones.enter_context(closing(OverHttp(served, person, token)))

        def opened(scope: dict[str, str]) -> tuple[Switched, OverHttp]:
            switches = {table: client("oz", f"switch of {table}") for table in TABLES}
            sides = [client(PATRONS[one % len(PATRONS)], f"side {one}") for one in range(CLIENTS)]

            def turn(table: str, name: str) -> int:
                body: dict[str, Any] = {"do": "disable_gaming", "reason": "a drill", **scope}
                return switches[table].ask_for("house", body, f"{table} {name}")

            found = Switched(house, TABLES, sides, turn, at_a_time=5)
            found.open()
            return found, switches[TABLES[0]]

        with serving(house, served.door, Address(rates=MANY)) as port:
            served.port = port
            yield opened


def _passed(found: Switched, operator: OverHttp) -> list[str]:
    found.play(WAGERS // 2, IN_A_ROUND)
    found.finish(operator)
    found.play(WAGERS // 2, IN_A_ROUND)
    return findings(all_lines(found.house._store))


@pytest.mark.parametrize("scope", SCOPES)
def test_no_wager_passes_a_switch(scope: str, evening: Callable[[dict[str, str]], tuple[Switched, OverHttp]]) -> None:
    found, operator = evening(SCOPES[scope])
    assert _passed(found, operator) == []
    assert [answer.code for wager, answer, _ in found.told if wager.id == "too late"] == ["gaming_disabled"]
    assert sum(answer.number is not None for _, answer, _ in found.told) > 10


def test_a_switch_that_nobody_asks_is_noticed(
    evening: Callable[[dict[str, str]], tuple[Switched, OverHttp]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, operator = evening({})
    monkeypatch.setattr(dispatch, "who_plays", lambda *_: NOBODY)
    assert _passed(found, operator) != []
