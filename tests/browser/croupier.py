"""Tables with real cards that are known before, dealt at a word of the test: nothing there happens by luck or by a
clock."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from puntobanco.app.demo.setup import make_patron
from puntobanco.app.house.automatic_table import Everybody
from puntobanco.app.house.house import House
from puntobanco.app.randomness import command_id
from puntobanco.app.table_driver import Driver
from puntobanco.streams.names import TABLE
from puntobanco.table import Actor, Role, TableState, commands
from puntobanco.table.model import Phase
from puntobanco.values.cards import Card, parse_cards
from puntobanco.values.money import Cents
from puntobanco.values.replace import changed

PLAYER_WINS, BANKER_WINS = "9c 2d Kh 3s", "2d 9c 3s Kh"
SIX_CARDS = "2c 3d Kh Ks 5h 2s"
"""Both hands draw, and player has 7 against 5."""
SUITS = "cdhs"
BURNED = Card.parse("As")
DEALER = Actor(person="Demo dealer", role=Role.DEALER)
SUPERVISOR = Actor(person="Demo supervisor", role=Role.SUPERVISOR)
REGULAR = Actor(person="Vera", role=Role.PATRON)
LAST_SEAT = 7
CHIPS: Cents = 5_000_00
STAKE: Cents = 25_00


def driver(dealer: Actor, supervisor: Actor) -> Driver:
    """Nobody is there but those before a page; every cut is in the middle."""
    return Driver(lambda size: size // 2, dealer=dealer, supervisor=supervisor, patrons=Everybody())


def with_card(command: Any, state: TableState, faces: Iterator[Card]) -> Any:
    """The card that a dealer would name with it, where one is dealt face up."""
    if not isinstance(command, commands.Draw) or not command.face_up:
        return command
    return changed(command, card=next(faces) if state.phase is Phase.DEALING else BURNED)


def in_other_suits(cards: str, number: int) -> str:
    """A shoe has eight of each card, and a ninth would be an irregularity: every round takes other suits."""
    return " ".join(one[0] + SUITS[(SUITS.index(one[1]) + number) % len(SUITS)] for one in cards.split())


def bets_without_a_page(house: House, table: str, wager: str = "player") -> None:
    """Somebody who sits in the last seat."""
    make_patron(house, REGULAR.person, 100 * CHIPS)
    patron = house.look(TABLE + table).state.patrons.get(REGULAR.person)
    coming = (commands.BuyIn(actor=REGULAR, amount=CHIPS), commands.TakeSeat(actor=REGULAR, seat=LAST_SEAT))
    place = commands.Place(actor=REGULAR, area=str(LAST_SEAT), wager=wager, amount=STAKE)
    for command in (*(coming if patron is None else ()), place):
        house.handle(TABLE + table, command, command_id())


@dataclass
class Croupier:
    """Deals one table."""

    house: House
    table: str

    def __post_init__(self) -> None:
        self._driver = driver(DEALER, SUPERVISOR)

    @property
    def state(self) -> TableState:
        found: TableState = self.house.look(TABLE + self.table).state
        return found

    def prepares(self) -> None:
        """Until there may be wagers."""
        self._goes_on(iter(()))

    def closes(self) -> int:
        """No more wagers; the round that it is."""
        number = self.state.round_number
        for command in self._driver.start(self.state):
            self._does(command, iter(()))
        return number

    def draws(self, card: str) -> None:
        self._does(self._driver.next(self.state), iter(parse_cards([card])))

    def finishes(self, cards: str) -> None:
        """The other cards, and everybody is paid."""
        self._goes_on(iter(parse_cards([cards])))

    def deals(self, cards: str = PLAYER_WINS) -> int:
        """The whole round that was bet on."""
        number = self.closes()
        self.finishes(in_other_suits(cards, number))
        return number

    def plays(self, *rounds: str) -> None:
        """Rounds that nobody before a page bets on."""
        for cards in rounds:
            bets_without_a_page(self.house, self.table)
            self.deals(cards)

    def _goes_on(self, faces: Iterator[Card]) -> None:
        while (command := self._driver.next(self.state)) is not None:
            self._does(command, faces)

    def _does(self, command: Any, faces: Iterator[Card]) -> None:
        self.house.handle(TABLE + self.table, with_card(command, self.state, faces), command_id())
