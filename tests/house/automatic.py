"""Automatic tables on a simulated clock: time passes when somebody says so, and a patron bets in every round."""

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from puntobanco import house as diary
from puntobanco.app.house.automatic_dealers import Dealers
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import open_house
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.cage import commands as cage
from puntobanco.house.commands import AddTable
from puntobanco.table import TableState, commands, ledger
from puntobanco.table.model import Phase
from tests.app.house.helpers import OPERATOR, Ticks, patron, place
from tests.marks import ALL_BOOKS
from tests.table.helpers import INTERNAL_CONTROLS

MILLISECONDS_AT_A_TIME = 800
MOST_MILLISECONDS_A_ROUND = 120_000
CHIPS = 10**6


class Evenings:
    """So many tables, the books in turn."""

    def __init__(self, folder: Path, tables: int, *, dealers: type[Dealers] = Dealers) -> None:
        self.house: House = open_house(folder, clock=Ticks())
        self.names = [str(number) for number in range(1, tables + 1)]
        self.now, self.ids = 0, count(1)
        self.dealers = dealers(self.house, below=Random(1).randrange, now=lambda: self.now)
        for name, book in zip(self.names, ALL_BOOKS * tables, strict=False):
            self._open(name, book)

    def _open(self, name: str, book: str) -> None:
        running = diary.Running(virtual=True, automatic=True)
        self._do("house", AddTable(actor=OPERATOR, table=name, running=running))
        choices = tuple(sorted(INTERNAL_CONTROLS.get(book, {}).items()))
        self._do(f"table/{name}", commands.OpenTable(actor=OPERATOR, book=book, choices=choices))
        who = f"patron {name}"
        self._do(f"cage/{who}", cage.OpenAccount(actor=OPERATOR, patron=who))
        self._do(f"cage/{who}", cage.Deposit(actor=OPERATOR, amount=10**12))
        self._do(f"table/{name}", commands.BuyIn(actor=patron(who), amount=CHIPS))
        self._do(f"table/{name}", commands.TakeSeat(actor=patron(who), seat=1))

    def _do(self, stream: str, command: Any) -> None:
        self.house.handle(stream, command, f"command {next(self.ids)}")

    def state(self, name: str) -> TableState:
        state: TableState = self.house.look(f"table/{name}").state
        return state

    @property
    def rounds(self) -> int:
        """That all tables have played."""
        return min(self.state(name).round_number for name in self.names) - 1

    def play(self, rounds: int) -> None:
        """Until every table has played so many rounds more; none may take too long."""
        wanted, last = self.rounds + rounds, self.now + rounds * MOST_MILLISECONDS_A_ROUND
        while self.rounds < wanted:
            assert self.now < last, f"a table is stuck: {[self.state(name).phase for name in self.names]}"
            self._bet()
            self.now += MILLISECONDS_AT_A_TIME
            while self.dealers.step():
                self._answers()

    def _answers(self) -> None:
        for dealt in self.dealers._tables.values():
            if dealt.asked is not None:
                dealt.asked.exception()

    def _bet(self) -> None:
        """At every table whose patron has nothing on the layout; who has few chips left buys more."""
        asked = []
        for name in self.names:
            state, who = self.state(name), f"patron {name}"
            if state.phase is Phase.BETTING and not state.stakes:
                command: commands.TableCommand = place(who, 10_000)
                asked.append(CommandRequest(stream=f"table/{name}", command=command, id=f"bet {next(self.ids)}"))
                if state.balance(ledger.chips(who)) < CHIPS // 2:
                    command = commands.BuyIn(actor=patron(who), amount=CHIPS)
                    asked.append(CommandRequest(stream=f"table/{name}", command=command, id=f"buy {next(self.ids)}"))
        for answer in [self.house.submit(one) for one in asked]:
            answer.result()
