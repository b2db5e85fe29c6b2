"""A live table that deals itself: sit down, bet, deal, see the money."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import SupportsIndex

from puntobanco.app.randomness import of_seed
from puntobanco.app.self_dealing_table import SelfDealing, coup_in, in_order
from puntobanco.app.table_runner import Happened
from puntobanco.coup import deal as deal_cards
from puntobanco.errors import Refused
from puntobanco.library.arguments import Dollars, cents, dollars, stakes, whole_or_none
from puntobanco.library.coups import Coup, dealt, settled_bet, shown
from puntobanco.library.result_display import DataRow, Shown
from puntobanco.library.rules import Rules, understood
from puntobanco.scoreboard.notation import LETTERS
from puntobanco.table import Actor, Role, commands, events, ledger
from puntobanco.table.model import Phase
from puntobanco.table.queries.seats import free_seats
from puntobanco.table.views.bead_results import beads
from puntobanco.values.text import clean
from puntobanco.values.text_table import Sheet


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Round(Coup):
    """A coup at a table, with its number and what the bets of all patrons got."""

    number: int

    def title(self) -> str:
        return f"Round {self.number}, {Coup.title(self)}"

    def rows(self) -> Sequence[DataRow]:
        return [{"round": self.number, **row} for row in Coup.rows(self)]


class Patron:
    """Somebody at a table; money is in dollars, exactly."""

    def __init__(self, table: "Table", name: str, seat: int) -> None:
        self._table, self._actor = table, Actor(person=name, role=Role.PATRON)
        self.seat = seat

    @property
    def name(self) -> str:
        return self._actor.person

    @property
    def chips(self) -> Decimal:
        """What is not on the layout."""
        return self._table.balance(ledger.chips(self.name))

    @property
    def commission_owed(self) -> Decimal:
        return self._table.balance(ledger.commission_owed(self.name))

    @property
    def on_layout(self) -> dict[str, Decimal]:
        """What lies on each wager."""
        return {one.wager: dollars(one.amount) for one in self._table.live.state.stakes.of(self.name)}

    def bet(self, bets: Mapping[str, Dollars] | None = None, **more: Dollars) -> None:
        """Put these wagers on the layout in place of what lies there: `bet(banker=25, tie=5)`; or all are `Refused`."""
        self._table.prepare()
        wanted = stakes({**(bets or {}), **more})
        if wanted != {one.wager: one.amount for one in self._table.live.state.stakes.of(self.name)}:
            self._table.live.bet(self._actor, self.seat, wanted)

    def clear(self) -> None:
        """Take everything off the layout."""
        self._table.live.take_back(self._actor)

    def leave(self) -> Decimal:
        """Settle what is owed and go; gives what is taken away."""
        went = self._table.live.do(commands.LeaveTable(actor=self._actor))
        self._table.forget(self)
        return dollars(sum(one.event.amount for one in went if isinstance(one.event, events.CashedOut)))

    def __repr__(self) -> str:
        return f"{self.name}, seat {self.seat}: {shown(self.chips)}"


class Table(Shown):
    """A table of a book with a virtual shoe, whose staff is played; the same seed deals the same shoes, for practice.

    Whatever the rules forbid is `Refused`, and nothing has happened.
    """

    def __init__(self, rules: str | Rules = "act-2015", *, seed: SupportsIndex | None = None) -> None:
        chosen = understood(rules)
        source = of_seed(whole_or_none("seed", seed))
        self._patrons: dict[str, Patron] = {}
        self.rules = chosen
        self.rounds: list[Round] = []
        self.live = SelfDealing(chosen.book, chosen.house, source, absent=self._patrons)

    @property
    def patrons(self) -> tuple[Patron, ...]:
        return tuple(self._patrons.values())

    @property
    def results(self) -> str:
        """The results of this shoe as scoreboards write them: `BBPT`."""
        return "".join(LETTERS[bead.result] for bead in beads(self.live.state))

    def sit(self, name: str, amount: Dollars = 1000) -> Patron:
        """Somebody buys in and takes the first free seat."""
        actor, seat = Actor(person=clean(name), role=Role.PATRON), self._seat_for(clean(name))
        self.live.sit(actor, seat, cents(amount))
        self._patrons[actor.person] = Patron(self, actor.person, seat)
        return self._patrons[actor.person]

    def _seat_for(self, name: str) -> int:
        """The first free seat for somebody who has none, so that nobody buys in and is refused then."""
        free, rules = free_seats(self.live.state), self.live.state.rules
        if name in self._patrons:
            sentence = f"{name} sits at seat {self._patrons[name].seat}: sit down once, or leave first"
            raise Refused("seated_already", rules.cite(rules.seats.clause), sentence)
        if not free:
            sentence = f"all {rules.seats.value} seats are taken: wait until somebody leaves"
            raise Refused("no_free_seat", rules.cite(rules.seats.clause), sentence)
        return free[0]

    def deal(self) -> Round:
        """Close the wagers and play the coup to its end."""
        self.prepare()
        happened = self.live.start()
        while self.live.state.phase is Phase.DEALING:
            happened += self._somebody_acts()
        if not self.live.needs_shoe:
            happened += self.live.go_on()
        self.rounds.append(self._round(happened))
        return self.rounds[-1]

    def prepare(self) -> None:
        """All that comes before the first coup of a shoe."""
        while self.live.needs_shoe:
            self._somebody_acts()

    def balance(self, account: ledger.TableAccount) -> Decimal:
        return dollars(self.live.state.balance(account))

    def forget(self, patron: Patron) -> None:
        del self._patrons[patron.name]

    def sheets(self) -> Sequence[Sheet]:
        title = f"{self.rules.book}: {len(self.rounds)} rounds dealt"
        return (Sheet(title=title, columns=("Patron", "Chips", "On layout"), rows=tuple(map(_money, self.patrons))),)

    def rows(self) -> Sequence[DataRow]:
        """A row for every bet of every round."""
        return [row for one in self.rounds for row in one.rows()]

    def _somebody_acts(self) -> list[Happened]:
        happened, ruled = self.live.go_on(), self.live.state.rules
        if not happened:
            sentence = "nobody is at the table: let somebody sit down first"
            raise Refused("nobody_there", ruled.cite(ruled.closing.clause), sentence)
        return happened

    def _round(self, happened: list[Happened]) -> Round:
        seen = [one.event for one in happened]
        (ended,) = (event for event in seen if isinstance(event, events.RoundEnded))
        settled = (line for event in seen if isinstance(event, events.StageSettled) for line in event.wagers)
        bets = (settled_bet(one.wager, one.stake, one.returned, one.clause, one.patron) for one in settled)
        cards = deal_cards(self.live.state.rules, in_order(coup_in(seen)))
        return Round(**dealt(self.live.state.rules, cards), bets=tuple(bets), number=ended.number)


def _money(patron: Patron) -> tuple[str, str, str]:
    lying = ", ".join(f"{wager} {shown(amount)}" for wager, amount in patron.on_layout.items())
    return patron.name, shown(patron.chips), lying or "-"
