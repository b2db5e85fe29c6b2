"""One round of a table in steps, from the check of the cards to the next wagers, with the same cards every time."""

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from puntobanco import house as diary
from puntobanco.app.clock import Clock
from puntobanco.app.fair_shoe_commands import towards_a_shuffle
from puntobanco.app.house.automatic_dealers import Dealers
from puntobanco.app.house.house_folder import open_house
from puntobanco.app.randomness import Chance
from puntobanco.app.table_driver import SUPERVISOR, Driver
from puntobanco.cage import commands as cage
from puntobanco.coup.shoe import fresh_cards
from puntobanco.errors import Refused
from puntobanco.fair_shoes.commands import RevealLate
from puntobanco.fair_shoes.event_order import Stage
from puntobanco.fair_shoes.events import write_act
from puntobanco.fair_shoes.published_events import Fault
from puntobanco.fair_shoes.stream_type import FAIR_SHOES
from puntobanco.fair_shoes.verify import verify
from puntobanco.house.commands import AddTable
from puntobanco.table import Next, TableState, commands, ledger, progress
from puntobanco.table.model import Phase
from puntobanco.table.queries.exposure import to_turn
from puntobanco.values.cards import Card
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed
from tests.app.house.helpers import OPERATOR, Ticks, patron, place
from tests.table.helpers import INTERNAL_CONTROLS

TABLE, SHOES = "table/1", "shoes/1"
PATRONS = ("ann", "bob")
AUTOMATIC, ATTENDED, KEYED = WAYS = ("automatic", "attended", "keyed")
"""The house deals from a virtual shoe, or a dealer does, or a dealer keys in cards."""
MOST_STEPS = 200


def _middle(size: int) -> int:
    return size // 2


class Round:
    """A house with one table, which is at some step of its first round."""

    def __init__(self, folder: Path, way: str, seed: int, clock: Clock | None = None) -> None:
        self.way, self.seed = way, seed
        chance = Chance(random_bits=Random(seed).getrandbits, secret=self._secret, practice=False)
        self.house = open_house(folder, clock=clock or Ticks(), chance=chance)
        milliseconds = count(step=100_000)
        self.dealers = Dealers(self.house, below=_middle, now=lambda: next(milliseconds))
        self.driver = Driver(_middle, patrons=PATRONS)
        self.called: type[commands.TableCommand] | None = None
        self.ids = count(1 + sum(self.house._store.heads().values()))

    def _secret(self) -> bytes:
        """The same for every shoe of this number; a house that is only being opened needs one for the next shoe."""
        house = vars(self).get("house")
        number = 255 if house is None else house.look(SHOES).state.shoes
        return bytes([self.seed, *[number] * 31])

    def do(self, stream: str, command: Any) -> None:
        self.house.handle(stream, command, f"step {next(self.ids)}", expected=self.house.look(stream).number)

    def open(self, book: str) -> None:
        if self.way is not KEYED:
            running = diary.Running(virtual=True, automatic=self.way is AUTOMATIC)
            self.do("house", AddTable(actor=OPERATOR, table="1", running=running))
        choices = tuple(sorted(INTERNAL_CONTROLS.get(book, {}).items()))
        self.do(TABLE, commands.OpenTable(actor=OPERATOR, book=book, choices=choices))
        for seat, name in enumerate(PATRONS, start=1):
            self.do(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name))
            self.do(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=10**8))
            self.do(TABLE, commands.BuyIn(actor=patron(name), amount=10**6))
            self.do(TABLE, commands.TakeSeat(actor=patron(name), seat=seat))

    @property
    def state(self) -> TableState:
        state: TableState = self.house.look(TABLE).state
        return state

    @property
    def over(self) -> bool:
        """The first round is, and the next wagers are welcome."""
        return self.state.round_number > 1 and self.state.phase is Phase.BETTING

    def worth(self) -> dict[str, Cents]:
        """What each patron has at the table, on the layout and beside it."""
        laid = {name: sum(one.amount for one in self.state.stakes.of(name)) for name in PATRONS}
        return {name: laid[name] + self.state.balance(ledger.chips(name)) for name in PATRONS}

    def step(self) -> None:
        """Whoever is next does one thing."""
        state = self.state
        if state.phase is Phase.BETTING and not state.stakes and state.round_number == 1:
            self.do(TABLE, place("ann", 10_000))
        elif state.phase is Phase.BETTING and not state.stakes.of("bob") and self._bob_bets():
            return
        elif self.way is AUTOMATIC:
            self._deals_itself()
        else:
            self._dealer()

    def _bob_bets(self) -> bool:
        """Where the book takes his wager now."""
        with suppress(Refused):
            self.do(TABLE, place("bob", 20_000, "banker", "2"))
            return True
        return False

    def _deals_itself(self) -> None:
        """Until a command is carried out; a refusal is raised."""
        for _ in range(MOST_STEPS):
            if self.dealers.step():
                asked = self.dealers._tables["1"].asked
                assert asked is not None
                asked.result()
                return
        raise AssertionError(f"the table is stuck: {progress(self.state)}")

    def _dealer(self) -> None:
        state = self.state
        if self.way is ATTENDED:
            shoes = self.house.look(SHOES).state
            staff = towards_a_shuffle(shoes, state, supervisor=SUPERVISOR, operator=OPERATOR)
            if staff is not None:
                self.do(TABLE, staff)
                return
        command = self._start() if progress(state).next is Next.START else self.driver.next(state)
        assert command is not None, f"the table is stuck: {progress(state)}"
        self.do(TABLE, self._keyed(command) if self.way is KEYED else command)

    def _start(self) -> commands.TableCommand | None:
        """What is called before a round is called once."""
        coming = [one for one in self.driver.start(self.state) if type(one) is not self.called]
        self.called = type(coming[0]) if coming else None
        return coming[0] if coming else None

    def _keyed(self, command: Any) -> Any:
        """With the cards that a shoe in this order would give."""
        cards = list(fresh_cards(self.state.rules))
        Random(self.seed).shuffle(cards)
        match command:
            case commands.Draw(face_up=True):
                return changed(command, card=cards[self.state.shoe.out])
            case commands.Expose(hand=hand):
                shown: tuple[Card, ...] = ()
                if self.state.round is not None:
                    shown = tuple(cards[card.place - 1] for card in to_turn(self.state.round, hand))
                return changed(command, cards=shown)
            case commands.LoadShoe():
                return changed(command, depth=30)
            case _:
                return command

    def rests(self) -> None:
        """Go on until nobody can do anything: the shoe is locked away."""
        for _ in range(MOST_STEPS):
            if self.over:
                return
            try:
                self.step()
            except Refused as refusal:
                if refusal.code not in ("shoe_locked", "shoe_revealed"):
                    raise
                return
        raise AssertionError(f"the round never ends: {progress(self.state)}")

    def finish(self, between: Callable[[], None] = lambda: None) -> TableState:
        """Go on until the round is over; `between` is called before every step."""
        for _ in range(MOST_STEPS):
            if self.over:
                return self.state
            between()
            self.step()
        raise AssertionError(f"the round never ends: {progress(self.state)}")

    @property
    def locked(self) -> bool:
        """A shoe was open, and its secret cannot be read."""
        return self.house.look(SHOES).state.stage is Stage.OVERDUE

    def reveal(self) -> None:
        """The key was found: what is overdue is told."""
        if self.locked:
            self.do(SHOES, RevealLate(actor=OPERATOR))

    def unfair(self) -> list[Fault]:
        lines = self.house._store.read(SHOES)
        records = FAIR_SHOES.format.read_all([line.body for line in lines], first=1)
        return [found.fault for found in verify([write_act(act) for record in records for act in record.events])]

    def close(self) -> None:
        self.house.close()
