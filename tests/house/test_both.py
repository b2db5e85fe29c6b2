"""Two processes serve one house in PostgreSQL: no gap, nothing doubled, one card at a time, one dealer for a table."""

import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path
from unittest.mock import patch

import pytest

from puntobanco.app.house import house_folder as houses
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import open_house
from puntobanco.errors import Refused
from puntobanco.store import verify_store
from puntobanco.store.verify import all_lines
from puntobanco.table import commands
from puntobanco.values.cards import parse_cards
from tests.app.house.helpers import DEALER
from tests.app.house.helpers import place as bet_of
from tests.house import both
from tests.house.checking import findings
from tests.house.kills import PROCESSES
from tests.house.places import HousePlace, in_postgres
from tests.house.planted import RetriesDraws
from tests.store.postgres import Server

COMMANDS = 100_000 if os.environ.get("PUNTO_SOAK") else 10_000
LEASE_SECONDS = 12
"""No holder sleeps so long on a busy machine. Whoever is refused a lease tries again after a third of it."""


@pytest.fixture
def place(tmp_path: Path, server: Server) -> HousePlace:
    return in_postgres(tmp_path / "house", server)


class Process:
    """One of the processes, and our end of the pipe to it."""

    def __init__(self, work: Callable[..., None], *arguments: object) -> None:
        ours, theirs = PROCESSES.Pipe()
        self.pipe: Connection = ours
        self.process = PROCESSES.Process(target=work, args=(*arguments, theirs), daemon=True)
        self.process.start()
        theirs.close()
        assert self.pipe.recv() == "ready"

    def kill(self) -> None:
        self.process.kill()
        self.process.join()


def test_two_processes_write_one_log_and_see_the_same(place: HousePlace) -> None:
    house = open_house(place.folder)
    both.open_tables(house)
    house.close()
    two = [Process(both.bet, place.folder, name, COMMANDS // 2) for name in both.PATRONS]
    for one in two:
        one.pipe.send("go")
    assert [one.pipe.recv() for one in two] == [[], []]
    store = place.to_read()
    assert verify_store(store) == ()
    last = store.head().position
    for one in two:
        one.pipe.send(last)
    first, second = (one.pipe.recv() for one in two)
    log = sha256()
    wagers = 0
    for line in all_lines(store):
        log.update(both.digest(line))
        wagers += line.id.startswith(both.PATRONS) and line.id[4:].isdigit()
    store.close()
    assert first == second
    assert first[:2] == ([], log.hexdigest())
    assert wagers == COMMANDS


# A dealer's command is never tried again


@pytest.fixture
def two_houses(place: HousePlace) -> Iterator[Callable[..., tuple[House, House]]]:
    opened: list[House] = []

    def opens(kind: type[House] = House) -> tuple[House, House]:
        with patch.object(houses, "House", kind):
            opened.extend((open_house(place.folder), open_house(place.folder)))
        return opened[0], opened[1]

    yield opens
    for house in opened:
        house.close()


def draws_of_both(first: House, second: House, *, expected: bool) -> tuple[int, list[str]]:
    """Two dealers in two processes see the same table and draw: how many cards are out, and the refusals."""
    both.open_tables(first)
    stream, (card,) = both.TABLES[0], parse_cards(["9c"])
    first.handle(stream, bet_of("ann"), "a wager")
    first.handle(stream, commands.CallNoMoreBets(actor=DEALER), "no more bets")
    number, refused = second.look(stream, fresh=True).number, []
    out = second.look(stream).state.shoe.out
    for name, house in (("first", first), ("second", second)):
        try:
            draw = commands.Draw(actor=DEALER, card=card)
            house.handle(stream, draw, name, expected=number if expected else None)
        except Refused as refusal:
            refused.append(refusal.code)
    return first.look(stream, fresh=True).state.shoe.out - out, refused


@pytest.mark.parametrize("expected", [True, False])
def test_of_two_dealers_one_draws(two_houses: Callable[..., tuple[House, House]], *, expected: bool) -> None:
    assert draws_of_both(*two_houses(), expected=expected) == (1, ["gone_on"])


def test_a_draw_that_is_tried_again_is_noticed(two_houses: Callable[..., tuple[House, House]]) -> None:
    assert draws_of_both(*two_houses(RetriesDraws), expected=False) == (2, [])


# What another process has done is no reason to refuse


def test_nobody_is_refused_for_what_is_no_longer_so(two_houses: Callable[..., tuple[House, House]]) -> None:
    first, second = two_houses()
    stream = both.TABLES[0]
    assert second.look(stream).state is None
    both.open_tables(first)
    assert second.handle(stream, bet_of("ann"), "a wager").records[-1].number == first.look(stream).number + 1
    number = second.look(stream).number
    first.handle(stream, bet_of("bob", area="2"), "another")
    second.handle(stream, commands.CallNoMoreBets(actor=DEALER), "by the number", expected=number + 1)


def test_staff_who_ask_on_an_old_state_look_again(two_houses: Callable[..., tuple[House, House]]) -> None:
    first, second = two_houses()
    stream = both.TABLES[0]
    assert second.look(stream).state is None
    both.open_tables(first)
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "gone_on"):
        second.handle(stream, commands.CallNoMoreBets(actor=DEALER), "too early")
    with pytest.raises(Refused, check=lambda refusal: refusal.code != "gone_on"):
        second.handle(stream, commands.Settle(actor=DEALER), "nothing to settle")


# One dealer for an automatic table


def end_leases(house: House) -> None:
    """As if their time were over."""
    with house._store._transaction() as connection:  # type: ignore[attr-defined]  # every store of the tests has it
        connection.execute("UPDATE leases SET ends = 0")


def test_the_lease_of_a_table_passes_on_when_its_holder_dies(place: HousePlace) -> None:
    house = open_house(place.folder)
    both.open_automatic(house)
    first = Process(both.deal, place.folder, LEASE_SECONDS)
    both.play_a_round(house, 1)
    second = Process(both.deal, place.folder, LEASE_SECONDS)
    both.play_a_round(house, 2)
    assert not second.pipe.poll()
    first.kill()
    end_leases(house)
    both.play_a_round(house, 3)
    assert second.pipe.poll()
    second.kill()
    house.catch_up()
    assert findings(house, house._store, {}, {}) == []
    house.close()
