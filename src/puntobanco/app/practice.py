"""A practice table for one patron: the live table, with everybody else played by the house."""

from collections.abc import Mapping

from puntobanco.app.chance import Chance
from puntobanco.app.driver import DEALER, Driver
from puntobanco.app.table_run import UNREADABLE, Happened, TableRun
from puntobanco.coup.shoe import cut_range
from puntobanco.errors import Unreadable
from puntobanco.money import Cents
from puntobanco.rules import HouseRules
from puntobanco.rules import book as rulebook
from puntobanco.rules.kinds import write
from puntobanco.rules.table_rules import PARAMETERS, TableRules
from puntobanco.scoreboard import Board, board
from puntobanco.table import Actor, Role, TableState, commands, ledger, progress
from puntobanco.table.asked.layout import wagers_can_be_altered
from puntobanco.table.asked.money import can_cash_out
from puntobanco.table.decided.wagers import SlipStake
from puntobanco.table.parts import Phase
from puntobanco.table.reading.beads import beads

YOU = Actor(person="patron", role=Role.PATRON)
OPERATOR = Actor(person="operator", role=Role.OPERATOR)
SEAT = 1


class PracticeTable:
    """You at seat 1 of a table that deals itself; each step gives the events it led to."""

    def __init__(self, book: str, house: HouseRules, chance: Chance, balance: Cents) -> None:
        self._run = TableRun(chance)
        self._others = Driver(chance.below)
        chosen = (rulebook(book).practice_house | house).choices
        shown = ((key, write(PARAMETERS[key].kind, value)) for key, value in chosen.items())
        self._do(commands.OpenTable(actor=OPERATOR, book=book, choices=tuple(shown)))
        self._do(commands.BuyIn(actor=YOU, amount=balance))
        self._do(commands.TakeSeat(actor=YOU, seat=SEAT))

    @property
    def state(self) -> TableState:
        return self._run.table()

    @property
    def rules(self) -> TableRules:
        return self.state.rules

    @property
    def balance(self) -> Cents:
        return self.state.balance(ledger.chips(YOU.person))

    @property
    def commission_owed(self) -> Cents:
        return self.state.balance(ledger.commission_owed(YOU.person))

    @property
    def on_layout(self) -> dict[str, Cents]:
        return {one.wager: one.amount for one in self.state.stakes.of(YOU.person)}

    @property
    def board(self) -> Board:
        """The scoreboards of this shoe."""
        return board(beads(self.state))

    @property
    def needs_shoe(self) -> bool:
        return self.state.phase is Phase.PREPARING

    @property
    def cut_range(self) -> range:
        return cut_range(self.rules, 52 * self.rules.decks.value)

    def _do(self, command: commands.Command) -> list[Happened]:
        """Carry out a command; a refusal is raised, and nothing has happened."""
        happened: list[Happened] = []
        for answer in self._run.do(command):
            if answer.refused is not None and answer.refused.code == UNREADABLE:
                raise Unreadable(answer.refused.sentence)
            if answer.refused is not None:
                raise answer.refused
            happened += [Happened(event=event, by=answer.command.actor.person) for event in answer.events]
        return happened

    def prepare_shoe(self, cut_at: int | None) -> list[Happened]:
        """All that comes before the first coup of a shoe; staff cut where you do not."""
        happened: list[Happened] = []
        while self.needs_shoe:
            happened += self._go_on() or self._do(self._your_cut(cut_at))
        return happened

    def _your_cut(self, cut_at: int | None) -> commands.Command:
        return commands.DeclineCut(actor=YOU) if cut_at is None else commands.Cut(actor=YOU, at=cut_at)

    def _go_on(self) -> list[Happened]:
        """What somebody else does next."""
        command = self._others.next(self.state)
        return [] if command is None else self._do(command)

    def place(self, stakes: Mapping[str, Cents]) -> list[Happened]:
        """Put these wagers on the layout in place of what lies there, or refuse all of them."""
        if stakes == self.on_layout:
            return []
        slip = (SlipStake(area=str(SEAT), wager=wager, amount=amount) for wager, amount in stakes.items())
        return self._do(commands.BetSlip(actor=YOU, round=self.state.round_number, stakes=tuple(slip)))

    def clear(self) -> list[Happened]:
        """Take everything off the layout."""
        happened: list[Happened] = []
        for one in self.state.stakes.of(YOU.person):
            happened += self._do(commands.Withdraw(actor=YOU, area=one.area, wager=one.wager))
        return happened

    def deal(self) -> list[Happened]:
        """Close the wagers and play the coup to its end; your hands are turned for you."""
        begin = self._others.start(self.state) or [commands.CallNoMoreBets(actor=DEALER)]
        happened = [one for command in begin for one in self._do(command)]
        while self.state.phase is Phase.DEALING:
            happened += self._go_on() or self._do(self._your_turn())
        return happened if self.needs_shoe else happened + self._go_on()

    def _your_turn(self) -> commands.Command:
        coming = progress(self.state)
        if coming.hand is None:
            raise ValueError(f"a practice table waits for {coming}")
        return commands.Expose(actor=YOU, hand=coming.hand)

    def deal_without_wagers(self) -> list[Happened]:
        """Ask for a coup without wagers and watch it, where the book allows it."""
        return self._do(commands.AskNoBet(actor=YOU)) + self.deal()

    def leave(self) -> list[Happened]:
        """Take everything off the layout, settle what is owed and cash out."""
        happened = self.clear() if wagers_can_be_altered(self.state) else []
        most = can_cash_out(self.state, YOU.person)
        return happened + self._do(commands.CashOut(actor=YOU, amount=most)) if most > 0 else happened
