"""Two processes: what one was decided by and another has changed is decided anew, in the order of the log."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import open_house
from puntobanco.app.house.stream_states import Standing
from puntobanco.app.house.write_unit import Writing
from puntobanco.app.table_driver import Driver
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused
from puntobanco.house.commands import DisableGaming, EnableGaming
from puntobanco.store.verify import all_lines
from puntobanco.table import commands
from puntobanco.table.model import Phase
from tests.app.house.helpers import DEALER, OPERATOR, SUPERVISOR, patron
from tests.app.house.helpers import place as bet_of
from tests.house.gaming import findings, keyed_in
from tests.house.places import in_postgres
from tests.store.postgres import Server

TABLE = "table/1"
Houses = tuple[House, House]


@pytest.fixture
def houses(tmp_path: Path, server: Server) -> Iterator[Houses]:
    """Both have seen Ann and Bob at a table of New Zealand that takes wagers."""
    place = in_postgres(tmp_path / "house", server)
    first, second = open_house(place.folder), open_house(place.folder)
    _open(first)
    for house in (first, second):
        for stream in ("house", TABLE, "cage/ann", "cage/bob"):
            house.look(stream, fresh=True)
    yield first, second
    first.close()
    second.close()


def _open(house: House) -> None:
    for name in ("ann", "bob"):
        house.handle(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name), "open")
        house.handle(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=10**6), "deposit")
    coming: list[Any] = [
        commands.OpenTable(actor=OPERATOR, book="nz-1998"),
        *(commands.BuyIn(actor=patron(name), amount=100_00) for name in ("ann", "bob")),
        *(commands.TakeSeat(actor=patron(name), seat=seat) for seat, name in enumerate(("ann", "bob"), start=1)),
    ]
    for number, command in enumerate(coming):
        house.handle(TABLE, command, f"opening {number}")
    random = Random(1)
    driver = Driver(random.randrange, patrons=("ann", "bob"), dealer=DEALER)
    while (state := house.look(TABLE).state).phase is not Phase.BETTING:
        step = driver.next(state)
        assert step is not None
        house.handle(TABLE, keyed_in(state, step, random), f"step {house.look(TABLE).number}")


def refused(house: House, command: Any, name: str = "late") -> str | None:
    try:
        house.handle(TABLE, command, name)
    except Refused as refusal:
        return refusal.code
    return None


SPOKEN = commands.Place(actor=DEALER, patron="ann", area="1", wager="tie", amount=5_00)


def test_a_wager_is_decided_anew_when_another_process_turned_the_switch(houses: Houses) -> None:
    first, second = houses
    second.handle("house", DisableGaming(actor=SUPERVISOR, reason="a drill"), "off")
    assert refused(first, bet_of("ann")) == "gaming_disabled"
    assert findings(all_lines(first._store)) == []


def test_what_a_dealer_places_is_decided_anew_as_long_as_the_table_has_not_gone_on(houses: Houses) -> None:
    first, second = houses
    second.handle("house", DisableGaming(actor=SUPERVISOR, table="1", reason="a drill"), "off")
    assert refused(first, SPOKEN) == "gaming_disabled"
    assert findings(all_lines(first._store)) == []


def test_a_wager_is_decided_anew_when_its_patron_was_excluded_elsewhere(houses: Houses) -> None:
    first, second = houses
    second.handle("cage/ann", cage.ExcludeSelf(actor=patron("ann"), until=None), "out")
    assert refused(first, bet_of("ann")) == "self_excluded"
    assert refused(first, bet_of("bob", area="2"), "another") is None
    assert findings(all_lines(first._store)) == []


def test_nobody_is_refused_for_a_switch_that_is_on_again(houses: Houses) -> None:
    first, second = houses
    second.handle("house", DisableGaming(actor=SUPERVISOR, reason="a drill"), "off")
    first.look("house", fresh=True)
    second.handle("house", EnableGaming(actor=SUPERVISOR, reason="over"), "on")
    assert refused(first, bet_of("ann")) is None


def _depends_on_nothing(writing: Writing, seen: Mapping[str, Standing]) -> Any:
    return decision(writing, {stream: found for stream, found in seen.items() if stream in writing.after})


decision = Writing.decision
PLANTED: dict[str, Callable[[House], object]] = {
    "the house's": lambda house: house.handle("house", DisableGaming(actor=SUPERVISOR, reason="a drill"), "off"),
    "the account's": lambda house: house.handle("cage/ann", cage.ExcludeSelf(actor=patron("ann"), until=None), "out"),
}


@pytest.mark.parametrize("whose", PLANTED)
def test_a_unit_that_does_not_depend_on_a_stream_is_noticed(
    houses: Houses, whose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = houses
    monkeypatch.setattr(Writing, "decision", _depends_on_nothing)
    PLANTED[whose](second)
    assert refused(first, bet_of("ann")) is None
    (found,) = findings(all_lines(first._store))
    assert "wager_placed of ann at table/1" in found
