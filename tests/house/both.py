"""Two processes that serve one house in PostgreSQL: patrons of both bet at the same tables."""

import os
from collections.abc import Callable
from concurrent.futures import Future
from hashlib import sha256
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic, sleep
from unittest.mock import patch

import msgspec

from puntobanco import house as diary
from puntobanco.app.house import automatic_dealers as dealing
from puntobanco.app.house.automatic_dealers import Dealers, Leases, system_milliseconds
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import open_house
from puntobanco.app.house.pending_requests import Answer
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.table_driver import Driver
from puntobanco.cage import commands as cage
from puntobanco.house.commands import AddTable
from puntobanco.store import Line
from puntobanco.table import TableState, commands
from puntobanco.table.model import Phase
from tests.app.house.helpers import OPERATOR, patron, place
from tests.house.load import keyed

TABLES = tuple(f"table/{number}" for number in range(1, 51))
PATRONS = ("ann", "bob")
MOST_SECONDS = 120


def open_tables(house: House) -> None:
    """All of them take wagers, of a patron of either process."""
    for name in PATRONS:
        house.handle(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name), "open")
        house.handle(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=10**10), "deposit")
    _at_all(house, "open", commands.OpenTable(actor=OPERATOR, book="act-2015"))
    for seat, name in enumerate(PATRONS, start=1):
        _at_all(house, f"{name} buys", commands.BuyIn(actor=patron(name), amount=10**7))
        _at_all(house, f"{name} sits", commands.TakeSeat(actor=patron(name), seat=seat))
    driver = Driver(Random(1).randrange, patrons=PATRONS)
    while house.look(TABLES[0]).state.phase is not Phase.BETTING:
        command = driver.next(house.look(TABLES[0]).state)
        assert command is not None
        number = house.look(TABLES[0]).number
        _at_all(house, f"step {number}", keyed(house.look(TABLES[0]).state, command, Random(1)))


def _at_all(house: House, name: str, command: commands.TableCommand) -> None:
    for answer in [house.submit(CommandRequest(stream=stream, command=command, id=name)) for stream in TABLES]:
        answer.result()


def bet(folder: Path, name: str, count: int, told: Connection) -> None:
    """Somebody bets and takes back at all tables, again and again; what came of it, and what was seen, is told."""
    house = open_house(folder)
    followed = house.follow()
    seen = sha256()
    position = 0
    told.send("ready")
    told.recv()
    laid = dict.fromkeys(TABLES, False)
    wrong: list[str] = []
    for turn in range(count // len(TABLES)):
        answers = [house.submit(_wager(stream, name, turn, laid=laid[stream])) for stream in TABLES]
        for stream, answer in zip(TABLES, answers, strict=True):
            error = answer.exception()
            wrong += [] if error is None else [f"{stream}: {error!r}"]
            laid[stream] ^= error is None
    told.send(wrong)
    last = told.recv()
    for line in islice(followed, last):
        wrong += [] if line.position == position + 1 else [f"{line.position} was told after {position}"]
        position = line.position
        seen.update(digest(line))
    told.send((wrong, seen.hexdigest(), _states(house)))
    house.close()


def digest(line: Line) -> bytes:
    return f"{line.position} {line.stream} {line.number} {line.id}".encode() + line.hash


def _wager(stream: str, name: str, turn: int, *, laid: bool) -> CommandRequest:
    area = str(PATRONS.index(name) + 1)
    command: commands.TableCommand = commands.Place(actor=patron(name), area=area, wager="player", amount=1000)
    if laid:
        command = commands.Withdraw(actor=patron(name), area=area, wager="player")
    return CommandRequest(stream=stream, command=command, id=f"{name} {turn}")


def _states(house: House) -> str:
    """All tables, as this process sees them."""
    found = sha256()
    for stream in TABLES:
        standing = house.look(stream, fresh=True)
        found.update(msgspec.msgpack.encode((standing.number, standing.state)))
    return found.hexdigest()


def deal(folder: Path, lease_seconds: int, told: Connection) -> None:
    """Deal the automatic tables of a house, as long as the lease is held, until killed; every answer is told."""
    house = open_house(folder)
    with patch.object(dealing, "LEASE_SECONDS", lease_seconds):
        leases = Leases(house._store, str(os.getpid()), system_milliseconds)
        dealers = Dealers(house, below=Random(os.getpid()).randrange, leases=leases)
        submit = house.submit

        def reported(asked: CommandRequest) -> Future[Answer]:
            answer = submit(asked)
            answer.add_done_callback(lambda one: told.send(asked.id) if one.exception() is None else None)
            return answer

        house.submit = reported  # type: ignore[method-assign]  # planted for this test
        told.send("ready")
        dealers.run(Event())


def open_automatic(house: House) -> None:
    """A table that the house deals, and somebody who bets there."""
    running = diary.Running(virtual=True, automatic=True, betting_ms=100, card_ms=0, offer_ms=0)
    house.handle("house", AddTable(actor=OPERATOR, table="1", running=running), "add")
    house.handle("cage/ann", cage.OpenAccount(actor=OPERATOR, patron="ann"), "open")
    house.handle("cage/ann", cage.Deposit(actor=OPERATOR, amount=10**8), "deposit")
    house.handle("table/1", commands.OpenTable(actor=OPERATOR, book="act-2015"), "open")
    house.handle("table/1", commands.BuyIn(actor=patron("ann"), amount=10**6), "ann buys in")
    house.handle("table/1", commands.TakeSeat(actor=patron("ann"), seat=1), "ann sits")


def play_a_round(house: House, number: int) -> None:
    """Somebody bets, and whoever holds the lease deals."""
    _wait(house, lambda state: state.phase is Phase.BETTING and state.round_number == number)
    house.handle("table/1", place("ann"), f"wager {number}")
    _wait(house, lambda state: state.round_number == number + 1)


def _wait(house: House, until: Callable[[TableState], bool]) -> None:
    end = monotonic() + MOST_SECONDS
    while not until(house.look("table/1", fresh=True).state):
        if monotonic() > end:
            raise AssertionError("nobody deals")
        sleep(0.01)
