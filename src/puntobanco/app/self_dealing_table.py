"""A table that deals itself from a virtual shoe: the live table, with its staff played by the house."""

from collections.abc import Container

from puntobanco.app.randomness import Chance
from puntobanco.app.table_driver import DEALER, Driver
from puntobanco.app.table_runner import UNREADABLE, Happened, TableRun
from puntobanco.coup import Coup
from puntobanco.errors import Unreadable
from puntobanco.rulebooks import HouseRules
from puntobanco.rulebooks import book as rulebook
from puntobanco.table import Actor, Role, TableState, commands, events
from puntobanco.table.commands.wagers import SlipStake
from puntobanco.table.model import Phase
from puntobanco.values.cards import Card
from puntobanco.values.money import Cents

OPERATOR = Actor(person="operator", role=Role.OPERATOR)


class SelfDealing:
    """An open table; each step gives the events it led to, a refusal is raised and nothing has happened."""

    def __init__(
        self, book: str, house: HouseRules, chance: Chance, *, absent: Container[str] = (), what_if: bool = False
    ) -> None:
        """Patrons who are absent cut and turn cards like staff; the others are waited for.

        Who only wonders what would be also gets what the book does not allow.
        """
        self._run = TableRun(chance, what_if=what_if)
        self._others = Driver(chance.below, patrons=absent)
        chosen = rulebook(book).practice_house | house
        self.do(commands.OpenTable(actor=OPERATOR, book=book, choices=chosen.written()))

    @property
    def state(self) -> TableState:
        return self._run.table()

    @property
    def needs_shoe(self) -> bool:
        return self.state.phase is Phase.PREPARING

    def do(self, command: commands.TableCommand) -> list[Happened]:
        """Carry out a command; a refusal is raised, and nothing has happened."""
        happened: list[Happened] = []
        for answer in self._run.do(command):
            if answer.refused is not None and answer.refused.code == UNREADABLE:
                raise Unreadable(answer.refused.sentence)
            if answer.refused is not None:
                raise answer.refused
            happened += [Happened(event=event, by=answer.command.done_by.person) for event in answer.events]
        return happened

    def sit(self, patron: Actor, seat: int, amount: Cents) -> list[Happened]:
        """Buy in and take a seat."""
        bought = self.do(commands.BuyIn(actor=patron, amount=amount))
        return bought + self.do(commands.TakeSeat(actor=patron, seat=seat))

    def bet(self, patron: Actor, seat: int, stakes: dict[str, Cents]) -> list[Happened]:
        """Put these wagers on the layout in place of what lies there, or refuse all of them."""
        slip = (SlipStake(area=str(seat), wager=wager, amount=amount) for wager, amount in stakes.items())
        return self.do(commands.BetSlip(actor=patron, round=self.state.round_number, stakes=tuple(slip)))

    def take_back(self, patron: Actor) -> list[Happened]:
        """Take everything of a patron off the layout."""
        happened: list[Happened] = []
        for one in self.state.stakes.of(patron.person):
            happened += self.do(commands.Withdraw(actor=patron, area=one.area, wager=one.wager))
        return happened

    def go_on(self) -> list[Happened]:
        """What somebody absent does next; nothing while the table waits."""
        command = self._others.next(self.state)
        return [] if command is None else self.do(command)

    def start(self) -> list[Happened]:
        """Close the wagers and begin the coup, or be refused."""
        begin = self._others.start(self.state) or [commands.CallNoMoreBets(actor=DEALER)]
        return [one for command in begin for one in self.do(command)]


def coup_in(happened: list[events.TableEvent]) -> Coup:
    """The coup as all saw it in the end."""
    coup = Coup()
    for event in happened:
        if isinstance(event, events.CardDealt) and event.card is not None and event.face_up:
            coup = coup.with_card(event.hand, event.card)
        elif isinstance(event, events.HandExposed):
            for turned in event.cards:
                coup = coup if turned.card is None else coup.with_card(event.hand, turned.card)
    return coup


def in_order(coup: Coup) -> tuple[Card, ...]:
    """The cards of a coup in the order in which they left the shoe."""
    first = (card for pair in zip(coup.player[:2], coup.banker[:2], strict=False) for card in pair)
    return (*first, *coup.player[2:], *coup.banker[2:])
