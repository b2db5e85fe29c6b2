"""An evening that never ends: a dealer keys in cards at one table, another one deals itself, and patrons move money."""

from collections.abc import Callable
from itertools import count
from random import Random
from threading import Event, Thread
from typing import Any

from puntobanco import house as diary
from puntobanco.app.house.automatic_dealers import Dealers
from puntobanco.app.house.house import House
from puntobanco.app.table_driver import Driver
from puntobanco.cage import commands as cage
from puntobanco.cage.state import AccountState
from puntobanco.errors import Refused
from puntobanco.house.commands import AddTable
from puntobanco.store import StoreFailure
from puntobanco.table import Actor, Role, TableState, commands, ledger
from puntobanco.table.model import Phase
from puntobanco.values.cards import DECK
from puntobanco.values.replace import changed
from tests.app.house.helpers import OPERATOR

KEYED, VIRTUAL = "table/keyed", "table/virtual"
PATRONS = ("ann", "bob", "cyd")
SECONDS_AFTER_A_FAILURE = 0.02
RUNNING = diary.Running(virtual=True, automatic=True, betting_ms=2, card_ms=0, offer_ms=0)


def open_tables(house: House) -> None:
    """Before the first crash."""
    house.handle("house", AddTable(actor=OPERATOR, table="virtual", running=RUNNING), "add")
    for stream in (KEYED, VIRTUAL):
        house.handle(stream, commands.OpenTable(actor=OPERATOR, book="act-2015"), "open")
    for name in PATRONS:
        house.handle(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name), "open")
        house.handle(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=10**9), "first")
        for stream in (KEYED, VIRTUAL):
            actor = Actor(person=name, role=Role.PATRON)
            house.handle(stream, commands.BuyIn(actor=actor, amount=1_000_000), f"{name} buys in")
            house.handle(stream, commands.TakeSeat(actor=actor, seat=PATRONS.index(name) + 1), f"{name} sits")
    milliseconds = count(step=1000)
    dealers = Dealers(house, below=Random(1).randrange, now=lambda: next(milliseconds))
    while dealers.step() or house.look(VIRTUAL).state.phase is not Phase.BETTING:
        pass


class Load:
    """Everybody asks as fast as the answers come; ids are never given twice, whichever run it is."""

    def __init__(self, house: House, run: int, stopped: Event) -> None:
        self.house, self.run, self.stopped = house, run, stopped
        self.ids = count(1)
        self.failures: list[BaseException] = []

    def start(self) -> list[Thread]:
        random = Random(self.run)
        dealers = Dealers(self.house, below=random.randrange)
        steps = [
            dealers.step,
            self._dealer(random),
            *(self._patron(name, Random(f"{name} {self.run}")) for name in PATRONS),
        ]
        threads = [Thread(target=self._again_and_again, args=(step,), daemon=True) for step in steps]
        for thread in threads:
            thread.start()
        return threads

    def _again_and_again(self, step: Callable[[], object]) -> None:
        while not self.stopped.is_set():
            try:
                if not step():
                    self.stopped.wait(0.001)
            except Refused:
                continue
            except StoreFailure:
                self.stopped.wait(SECONDS_AFTER_A_FAILURE)
            except BaseException as error:
                self.failures.append(error)
                raise

    def _ask(self, stream: str, command: Any, expected: int | None = None) -> None:
        self.house.handle(stream, command, f"run {self.run} {next(self.ids)}", expected=expected)

    def _state(self, stream: str) -> TableState:
        state = self.house.look(stream).state
        assert isinstance(state, TableState)
        return state

    def _dealer(self, random: Random) -> Callable[[], bool]:
        others = Driver(random.randrange, patrons=PATRONS)

        def step() -> bool:
            standing = self.house.look(KEYED)
            state: TableState = standing.state
            command = others.next(state) or next(iter(others.start(state)), None)
            if command is not None:
                self._ask(KEYED, keyed(state, command, random), standing.number)
            return command is not None

        return step

    def _patron(self, name: str, random: Random) -> Callable[[], bool]:
        actor = Actor(person=name, role=Role.PATRON)

        def step() -> bool:
            stream = random.choice((KEYED, VIRTUAL))
            state = self._state(stream)
            seat = PATRONS.index(name) + 1
            chips = state.balance(ledger.chips(name))
            if random.random() < 0.1:
                account: AccountState = self.house.look(f"cage/{name}").state
                amount = random.randrange(1, 1000)
                pays = account.held > 10**8 and random.random() < 0.5
                kind = cage.PayWithdrawal if pays else cage.Deposit
                self._ask(f"cage/{name}", kind(actor=OPERATOR, amount=amount))
            elif chips < 100_000 or random.random() < 0.15:
                self._ask(stream, commands.BuyIn(actor=actor, amount=100_000))
            elif chips > 500_000:
                self._ask(stream, commands.CashOut(actor=actor, amount=100_000))
            elif state.patrons[name].seat is None:
                self._ask(stream, commands.TakeSeat(actor=actor, seat=seat))
            elif state.phase is Phase.BETTING:
                wager = random.choice(("player", "banker", "tie"))
                self._ask(stream, commands.Place(actor=actor, area=str(seat), wager=wager, amount=1000))
            else:
                return False
            return True

        return step


def keyed(state: TableState, command: commands.TableCommand, random: Random) -> commands.TableCommand:
    """With a card that the dealer could have drawn."""
    if not isinstance(command, commands.Draw):
        return changed(command, depth=14) if isinstance(command, commands.LoadShoe) else command
    shoe = state.shoe
    if shoe.cards - shoe.out == 14 and not shoe.cutting_cards:
        return commands.DrawCuttingCard(actor=command.actor)
    return changed(command, card=random.choice(DECK)) if command.face_up else command
