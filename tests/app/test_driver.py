"""A table whose staff and patrons are absent plays by itself, from what comes next, with every book."""

from collections.abc import Iterator

import pytest

from puntobanco.app.randomness import repeatable
from puntobanco.app.table_driver import Driver
from puntobanco.app.table_runner import TableRun
from puntobanco.streams.event import event_name
from puntobanco.table import Actor, Next, Role, commands, ledger, progress
from puntobanco.table.events import TableEvent
from puntobanco.table.model import Phase
from tests.marks import ALL_BOOKS
from tests.table.helpers import INTERNAL_CONTROLS

OPERATOR = Actor(person="oz", role=Role.OPERATOR)
ANN, BOB = (Actor(person=name, role=Role.PATRON) for name in ("ann", "bob"))
ROUNDS = 100


class Automatic:
    """A table that a driver plays, with a virtual shoe and the wagers of two patrons."""

    def __init__(self, book: str, *, absent: tuple[str, ...] = ("ann", "bob"), **choices: str) -> None:
        chance = repeatable(1)
        self.run, self.driver = TableRun(chance), Driver(chance.below, patrons=absent)
        self.log: list[TableEvent] = []
        chosen = {**INTERNAL_CONTROLS.get(book, {}), **choices}
        self.do(commands.OpenTable(actor=OPERATOR, book=book, choices=tuple(chosen.items())))
        for seat, patron in enumerate((ANN, BOB), start=1):
            self.do(commands.BuyIn(actor=patron, amount=10**8))
            self.do(commands.TakeSeat(actor=patron, seat=seat))

    def do(self, command: commands.TableCommand) -> None:
        for answer in self.run.do(command):
            assert answer.refused is None, answer.refused
            self.log += answer.events

    def goes_on(self) -> None:
        """As far as somebody absent has something to do."""
        while (command := self.driver.next(self.run.table())) is not None:
            self.do(command)

    def bets(self) -> None:
        self.do(commands.Place(actor=ANN, area="1", wager="banker", amount=10_000))
        self.do(commands.Place(actor=BOB, area="2", wager="player", amount=10_000))

    def starts(self) -> None:
        for command in self.driver.start(self.run.table()):
            self.do(command)

    def rounds(self) -> Iterator[None]:
        for _ in range(ROUNDS):
            self.goes_on()
            if not self.run.table().stakes:
                self.bets()
            self.starts()
            yield


@pytest.mark.parametrize("style", ["up", "down"])
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_it_plays_whole_shoes(book: str, style: str) -> None:
    fixed = ("house-midi", "washington")
    table = Automatic(book) if book in fixed else Automatic(book, dealing=style)
    for _ in table.rounds():
        assert table.run.table().phase is Phase.DEALING
    table.goes_on()
    state = table.run.table()
    played = [event for event in table.log if event_name(event) == "round_ended"]
    assert len(played) == ROUNDS
    assert state.shoe.number == 2, "a shoe has about 80 rounds"
    assert "irregularity_found" not in {event_name(event) for event in table.log}
    assert sum(state.balances.values()) == 0
    assert progress(state).next in (Next.IDLE, Next.START)


def test_it_waits_for_a_dealer_who_is_there() -> None:
    table = Automatic("act-2015")
    present = Driver(repeatable(1).below, dealer=None, patrons=("ann", "bob"))
    assert present.next(table.run.table()) is None, "the check of the cards is the dealer's"
    table.goes_on()
    table.bets()
    assert present.start(table.run.table()) == []


def test_it_waits_for_a_patron_who_is_there_to_cut() -> None:
    table = Automatic("act-2015", absent=("bob",))
    table.goes_on()
    assert progress(table.run.table()).patrons == ("ann",)
    table.do(commands.Cut(actor=ANN, at=200))
    table.goes_on()
    assert table.run.table().phase is Phase.BETTING


def test_nothing_starts_without_wagers() -> None:
    table = Automatic("nz-1998")
    table.goes_on()
    assert progress(table.run.table()).next is Next.IDLE
    assert table.driver.start(table.run.table()) == []


def test_an_absent_patron_with_the_highest_wager_turns_the_cards() -> None:
    table = Automatic("house-midi", midi="yes")
    table.goes_on()
    table.bets()
    table.starts()
    seen = set()
    while (command := table.driver.next(table.run.table())) is not None and table.run.table().phase is Phase.DEALING:
        if isinstance(command, commands.Expose):
            seen.add((command.hand.value, command.actor.person))
        table.do(command)
    assert seen == {("player", "bob"), ("banker", "ann")}


def test_a_coup_that_everybody_wants_starts_without_wagers() -> None:
    table = Automatic("act-2015")
    table.goes_on()
    table.do(commands.AskNoBet(actor=ANN))
    assert table.driver.start(table.run.table()) == [], "bob has not agreed"
    table.do(commands.AgreeNoBet(actor=BOB))
    coming = progress(table.run.table())
    assert (coming.next, coming.no_bet, coming.by) == (Next.START, True, Role.SUPERVISOR)
    table.starts()
    table.goes_on()
    assert table.run.table().rounds[-1].result is not None
    assert table.run.table().balance(ledger.chips("ann")) == 10**8
