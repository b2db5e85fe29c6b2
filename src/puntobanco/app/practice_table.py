"""A practice table for one patron: the live table, with everybody else played by the house."""

from collections.abc import Mapping

from puntobanco.app.live_shoe_odds import shoe_odds
from puntobanco.app.randomness import Chance
from puntobanco.app.self_dealing_table import SelfDealing
from puntobanco.app.table_runner import Happened
from puntobanco.coup.shoe import cut_range
from puntobanco.exact_odds.table_odds import TableOdds
from puntobanco.rulebooks import HouseRules
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.scoreboard import Board, board
from puntobanco.table import Actor, Role, TableState, commands, ledger, progress
from puntobanco.table.model import Phase
from puntobanco.table.queries.layout import wagers_can_be_altered
from puntobanco.table.queries.money import can_cash_out
from puntobanco.table.views.bead_results import beads
from puntobanco.values.money import Cents

YOU = Actor(person="patron", role=Role.PATRON)
SEAT = 1


class PracticeTable:
    """You at seat 1 of a table that deals itself; each step gives the events it led to."""

    def __init__(self, book: str, house: HouseRules, chance: Chance, balance: Cents, *, what_if: bool = False) -> None:
        """Who only wonders what would be also gets what the book does not allow."""
        self._table = SelfDealing(book, house, chance, what_if=what_if)
        self._table.sit(YOU, SEAT, balance)

    @property
    def state(self) -> TableState:
        return self._table.state

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
    def odds(self) -> TableOdds:
        """The exact odds of the next coup, from the cards that are not known to be gone; for practice only."""
        return shoe_odds(self.state, YOU, practice=True)

    @property
    def needs_shoe(self) -> bool:
        return self._table.needs_shoe

    @property
    def cut_range(self) -> range:
        return cut_range(self.rules, 52 * self.rules.decks.value)

    def prepare_shoe(self, cut_at: int | None) -> list[Happened]:
        """All that comes before the first coup of a shoe; staff cut where you do not."""
        happened: list[Happened] = []
        while self.needs_shoe:
            happened += self._table.go_on() or self._table.do(self._your_cut(cut_at))
        return happened

    def _your_cut(self, cut_at: int | None) -> commands.TableCommand:
        return commands.DeclineCut(actor=YOU) if cut_at is None else commands.Cut(actor=YOU, at=cut_at)

    def place(self, stakes: Mapping[str, Cents]) -> list[Happened]:
        """Put these wagers on the layout in place of what lies there, or refuse all of them."""
        return [] if stakes == self.on_layout else self._table.bet(YOU, SEAT, dict(stakes))

    def clear(self) -> list[Happened]:
        """Take everything off the layout."""
        return self._table.take_back(YOU)

    def deal(self) -> list[Happened]:
        """Close the wagers and play the coup to its end; your hands are turned for you."""
        happened = self._table.start()
        while self.state.phase is Phase.DEALING:
            happened += self._table.go_on() or self._table.do(self._your_turn())
        return happened if self.needs_shoe else happened + self._table.go_on()

    def _your_turn(self) -> commands.TableCommand:
        coming = progress(self.state)
        if coming.hand is None:
            raise ValueError(f"a practice table waits for {coming}")
        return commands.Expose(actor=YOU, hand=coming.hand)

    def deal_without_wagers(self) -> list[Happened]:
        """Ask for a coup without wagers and watch it, where the book allows it."""
        return self._table.do(commands.AskNoBet(actor=YOU)) + self.deal()

    def leave(self) -> list[Happened]:
        """Take everything off the layout, settle what is owed and cash out."""
        happened = self.clear() if wagers_can_be_altered(self.state) else []
        most = can_cash_out(self.state, YOU.person)
        return happened + self._table.do(commands.CashOut(actor=YOU, amount=most)) if most > 0 else happened
