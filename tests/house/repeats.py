"""Commands that come again at any later time: a lost answer, a second click, a client that restarts."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from puntobanco import house as diary
from puntobanco.app.house import house_folder as houses
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import open_house
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.table_driver import Driver
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused
from puntobanco.house.commands import AddTable
from puntobanco.log.stream_types import AnyRecord
from puntobanco.store.verify import all_lines
from puntobanco.table import TableState, commands
from puntobanco.table.model import Phase
from tests.app.house.helpers import OPERATOR, patron
from tests.house.load import PATRONS, keyed

TABLES = ("table/keyed", "table/virtual")
NEW_AT_A_TIME, REPEATED_AT_A_TIME = 40, 200


class Repeats:
    """Two tables and three accounts; what was carried out, and what is wrong with the answers to it."""

    def __init__(self, folder: Path, kind: Callable[..., House] = House, seed: int = 1) -> None:
        self.folder, self.kind, self.random = folder, kind, Random(seed)
        self.ids = count(1)
        self.done: list[tuple[CommandRequest, tuple[AnyRecord, ...]]] = []
        self.wrong: list[str] = []
        self.house = self._opened()
        self._open_tables()

    def _opened(self) -> House:
        with patch.object(houses, "House", self.kind):
            return open_house(self.folder)

    def restart(self) -> None:
        self.house.close()
        self.house = self._opened()

    def _open_tables(self) -> None:
        running = diary.Running(virtual=True)
        self.do("house", AddTable(actor=OPERATOR, table="virtual", running=running))
        for stream in TABLES:
            self.do(stream, commands.OpenTable(actor=OPERATOR, book="act-2015"))
        for seat, name in enumerate(PATRONS, start=1):
            self.do(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name))
            self.do(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=10**9))
            for stream in TABLES:
                self.do(stream, commands.BuyIn(actor=patron(name), amount=10**7))
                self.do(stream, commands.TakeSeat(actor=patron(name), seat=seat))

    def do(self, stream: str, command: Any) -> None:
        asked = CommandRequest(stream=stream, command=command, id=f"command {next(self.ids)}")
        try:
            self.done.append((asked, self.house.submit(asked).result().records))
        except Refused:
            return

    def play(self) -> None:
        """New commands of all sorts."""
        driver = Driver(self.random.randrange, patrons=PATRONS)
        for _ in range(NEW_AT_A_TIME // 4):
            for stream in TABLES:
                state: TableState = self.house.look(stream).state
                command = driver.next(state) or next(iter(driver.start(state)), None)
                if state.phase is Phase.BETTING and not state.stakes:
                    name = self.random.choice(PATRONS)
                    area = str(PATRONS.index(name) + 1)
                    self.do(stream, commands.Place(actor=patron(name), area=area, wager="player", amount=1000))
                elif command is not None:
                    self.do(stream, keyed(state, command, self.random) if stream == TABLES[0] else command)
            name = self.random.choice(PATRONS)
            self.do(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=self.random.randrange(1, 99)))
            self.do(self.random.choice(TABLES), commands.BuyIn(actor=patron(name), amount=100))

    def repeat(self) -> None:
        """Some of what was carried out at any time before, all at once."""
        chosen = self.random.choices(self.done, k=REPEATED_AT_A_TIME)
        answers = [self.house.submit(asked) for asked, _ in chosen]
        for (asked, records), answer in zip(chosen, answers, strict=True):
            if answer.exception() is not None:
                self.wrong.append(f"{asked.stream} {asked.id} was refused: {answer.exception()}")
            elif answer.result().records != records or not answer.result().repeated:
                self.wrong.append(f"{asked.stream} {asked.id} was answered otherwise")

    def written(self) -> int:
        return self.house._store.head().position

    def run(self, repeats: int) -> list[str]:
        """What is wrong after so many repetitions, in which the house is restarted over and over."""
        for turn in range(repeats // REPEATED_AT_A_TIME):
            self.play()
            if turn % 2:
                self.restart()
            before = self.written()
            self.repeat()
            if self.written() != before:
                self.wrong.append("what was repeated was written again")
        ids = [(line.stream, line.id) for line in all_lines(self.house._store)]
        if len(ids) != len(set(ids)):
            self.wrong.append("an id stands twice in a stream")
        self.house.close()
        return self.wrong
