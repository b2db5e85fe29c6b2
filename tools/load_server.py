"""The server of `make load`: a house on disk with many automatic tables, served as `punto serve` does, and sampled.

What a visitor's command passes is all there. Only the limits per address are lifted: all come from one machine here.
"""

import gc
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread, get_ident
from threading import enumerate as enumerate_threads
from time import sleep
from types import FrameType
from typing import Any

from starlette.routing import Route

from puntobanco import house as diary
from puntobanco.app.auth.authenticator import Entrance
from puntobanco.app.auth.principal import Scope
from puntobanco.app.auth.secret_text import Whisper
from puntobanco.app.house import house_folder as houses
from puntobanco.app.house.dealing_process import Dealing
from puntobanco.app.house.house import House
from puntobanco.app.house.process_hardening import collect_seldom
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.randomness import command_id
from puntobanco.cage import commands as cage
from puntobanco.house.commands import AddTable, GrantRole
from puntobanco.house.grants import ALL_TABLES
from puntobanco.store import open_store
from puntobanco.streams.names import CAGE, HOUSE, TABLE
from puntobanco.table import Actor, Role, commands
from puntobanco.web.app import More
from puntobanco.web.authenticate import HouseDoor
from puntobanco.web.endpoints import Application, Receive, Send, answer
from puntobanco.web.rate_limits import Rates
from puntobanco.web.request import Served
from puntobanco.web.server import Address, serve
from puntobanco.web.server_process import cookie_name, entrance_to

RUNNING = diary.Running(virtual=True, automatic=True, betting_ms=15_000, card_ms=800, offer_ms=200)
CHIPS = 100_000_00
LOGS_IN = "p1.1"
PASSWORD = Whisper("a slow walk to the harbour")
LIFTED = Rates(address="1000000/second", unknown="1000000/second", name="1000000/second")
MOST_AT_ONCE = 2000
"""Commands that wait for their answers while the house is set up."""


# Made


def set_up(folder: Path, tables: int, patrons: int) -> dict[str, list[str]]:
    """A house with so many tables and patrons at each; tokens by table."""
    settings = houses.init_house(folder, name="load")
    store = open_store(settings.database)
    house = houses.serve(settings, store)
    try:
        names = {str(table): [f"p{table}.{one}" for one in range(1, patrons + 1)] for table in range(1, tables + 1)}
        for commands_of_a_stage in _stages(names):
            _do_all(house, commands_of_a_stage)
        entrance = entrance_to(settings, store, house)
        entrance.spend_link(entrance.enroll(LOGS_IN).secret, PASSWORD)
        return {table: [_token(entrance, one) for one in people] for table, people in names.items()}
    finally:
        house.close()


def _token(entrance: Entrance, person: str) -> str:
    if person != LOGS_IN:
        entrance.enroll(person)
    return entrance.new_token(person, "load", (Scope.READ, Scope.PLAY)).secret.text()


def _stages(names: dict[str, list[str]]) -> Iterator[Iterator[tuple[str, Any]]]:
    """What must be there before the next can be."""
    house, everybody = diary.OPERATOR, [one for people in names.values() for one in people]
    yield ((HOUSE, AddTable(actor=house, table=table, running=RUNNING)) for table in names)
    yield ((TABLE + table, commands.OpenTable(actor=house, book="act-2015")) for table in names)
    yield ((CAGE + one, cage.OpenAccount(actor=house, patron=one)) for one in everybody)
    yield ((CAGE + one, cage.Deposit(actor=house, amount=CHIPS)) for one in everybody)
    yield ((HOUSE, GrantRole(actor=house, whom=one, duty=Role.PATRON, place=ALL_TABLES)) for one in everybody)
    seats = [(table, seat, one) for table, people in names.items() for seat, one in enumerate(people, start=1)]
    yield ((TABLE + table, commands.BuyIn(actor=_patron(one), amount=CHIPS)) for table, _, one in seats)
    yield ((TABLE + table, commands.TakeSeat(actor=_patron(one), seat=seat)) for table, seat, one in seats)


def _patron(person: str) -> Actor:
    return Actor(person=person, role=Role.PATRON)


def _do_all(house: House, wanted: Iterator[tuple[str, Any]]) -> None:
    waiting = []
    for stream, command in wanted:
        waiting.append(house.submit(CommandRequest(stream=stream, command=command, id=command_id())))
        if len(waiting) == MOST_AT_ONCE:
            for one in waiting:
                one.result()
            waiting = []
    for one in waiting:
        one.result()


# Sampled

SECONDS_BETWEEN_SAMPLES = 0.01


class Sampler:
    """Where the threads of this process are, a hundred times a second, by room or library; each counts by the time that
    it has worked since it was looked at last, so that who waits counts nothing."""

    def __init__(self) -> None:
        self.rooms: Counter[str] = Counter()
        self._worked: dict[int, int] = {}
        self._on = False
        Thread(target=self._sample, name="sampler", daemon=True).start()

    def begin(self) -> None:
        self.rooms.clear()
        self._on = True

    def end(self) -> dict[str, float]:
        self._on = False
        total = sum(self.rooms.values()) or 1
        return {room: round(worked / total, 4) for room, worked in self.rooms.most_common(12)}

    def _sample(self) -> None:
        while True:
            sleep(SECONDS_BETWEEN_SAMPLES)
            if self._on:
                frames = sys._current_frames()
                for thread in enumerate_threads():
                    frame = frames.get(thread.ident or 0)
                    if frame is not None and thread.ident != get_ident():
                        self._note(thread.native_id or 0, frame)

    def _note(self, thread: int, frame: FrameType) -> None:
        try:
            worked = int(Path(f"/proc/self/task/{thread}/schedstat").read_text().split()[0])
        except OSError:  # it has just ended
            return
        before = self._worked.get(thread, worked)
        self._worked[thread] = worked
        if worked > before:
            self.rooms[room_of(frame)] += worked - before


def room_of(frame: FrameType) -> str:
    """The room of the project, or the library, whose line is being run."""
    parts = Path(frame.f_code.co_filename).parts
    if "puntobanco" in parts:
        return "puntobanco." + parts[len(parts) - 1 - parts[::-1].index("puntobanco") + 1].removesuffix(".py")
    if "site-packages" in parts:
        return parts[parts.index("site-packages") + 1]
    return next((name for name in ("asyncio", "logging", "concurrent", "ssl") if name in parts), "python")


# Served


class Watched:
    """What the load generator asks of the server beside what visitors ask."""

    def __init__(self) -> None:
        self._sampler = Sampler()

    def more(self, _: Served) -> More:
        begin = Route("/load/begin", Application(self._begin), methods=["POST"])
        return More(pages=(begin, Route("/load/end", Application(self._end), methods=["POST"])))

    async def _begin(self, _: Any, __: Receive, send: Send) -> None:
        self._sampler.begin()
        await answer(send, 200, b"{}")

    async def _end(self, _: Any, __: Receive, send: Send) -> None:
        await answer(send, 200, json.dumps(self._sampler.end()).encode())


def main(folder: Path) -> None:
    """Until somebody stops it; the port is printed."""
    collect_seldom()
    settings = houses.read_settings(folder)
    store = open_store(settings.database)
    house = houses.serve(settings, store)
    entrance = entrance_to(settings, store, house)
    dealing = Dealing(house, store)
    dealing.start()
    address = Address(rates=LIFTED, most_of_an_address=1_000_000)
    door = HouseDoor(entrance, house.may, cookie_name(settings.name))
    gc.freeze()
    try:
        serve(house, door, address, lambda port: print(port, flush=True), Watched().more)
    finally:
        dealing.stop()
        house.close()


if __name__ == "__main__":
    what, place, *numbers = sys.argv[1:]
    if what == "make":
        print(json.dumps(set_up(Path(place), *map(int, numbers))))
    else:
        main(Path(place))
