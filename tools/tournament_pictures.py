"""Tournaments for the screenshots: one that can be entered, one at whose table somebody is asked, one that is over."""

from typing import Any

from tests.browser.conftest import Demo
from tests.browser.cups import Cup
from tests.tournament.helpers import conditions, final, heat

from puntobanco.app.randomness import command_id
from puntobanco.streams.names import TOURNAMENT
from puntobanco.table import Actor, Role
from puntobanco.table.commands import RaiseDispute
from puntobanco.tournament import commands
from puntobanco.tournament.model import Office
from puntobanco.tournament.queries.session_play import tables_to_play

OPERATOR = Actor(person="Demo operator", role=Role.OPERATOR)
DIRECTOR = Actor(person="Demo director", role=Role.SUPERVISOR)
PAST = 1_735_689_600_000_000
OPEN, PLAYED, OVER = "open-cup", "evening-cup", "morning-cup"


class Drawn(Cup):
    """A cup whose officers act at the house itself."""

    def give(self, command: Any) -> None:
        self.demo.shown.demo.house.handle(TOURNAMENT + self.name, command, command_id())

    def opened(self, title: str) -> "Drawn":
        said = conditions(heat(rounds=1), final(rounds=1), title=title, start=PAST, players_per_table=4)
        self.give(commands.PlanTournament(actor=OPERATOR, book="act-2015", conditions=said))
        self.give(commands.RecordApproval(actor=OPERATOR, reference="GRC 8", date="2026-11-02", conditions=said.digest))
        self.give(commands.ConfirmApproval(actor=DIRECTOR))
        self.give(commands.Nominate(actor=OPERATOR, nominee=DIRECTOR.person, office=Office.DIRECTOR))
        return self

    def entered(self, players: int, *others: str) -> "Drawn":
        for name in others:
            self.give(commands.Register(actor=DIRECTOR, player=name))
        self.come(players)
        for one in self.players():
            one.enter()
        return self

    def started(self) -> "Drawn":
        players = len(self.state.still_in)
        sizes = (4, 4) if players > 4 else (players,)
        self.give(commands.DrawBallot(actor=DIRECTOR, sizes=sizes))
        for seat in self.state.session.seats if self.state.session else ():
            self.give(commands.TakePlace(actor=DIRECTOR, player=seat.player))
        self.give(commands.StartSession(actor=DIRECTOR, at=PAST + 1))
        return self

    def played(self) -> "Drawn":
        bets = {name: 1_000 + 500 * place for place, name in enumerate(self.state.entrants)}
        for table in tables_to_play(self.state):
            self.deal(table, bets)
        self.give(commands.EndSession(actor=DIRECTOR))
        return self


def furnish(demo: Demo, guest: str) -> None:
    """All three; in one the guest is asked for a wager, in another the guest has played."""
    first = Drawn(demo=demo, name=OPEN)
    with first.stack:
        first.opened("Open Cup").entered(5)
    over = Drawn(demo=demo, name=OVER)
    with over.stack:
        over.opened("Morning Cup").entered(7, guest).started().played().started().played()
        over.give(commands.AwardPlaces(actor=DIRECTOR))
    asked = Drawn(demo=demo, name=PLAYED)
    with asked.stack:
        asked.opened("Evening Cup").entered(7, guest).started()
        ask(asked, guest)
        dispute(asked)


def dispute(cup: Drawn) -> None:
    """Somebody at each table: what waits there is an alarm."""
    for table, text in (("1", "My chips are short"), ("2", "I bet on banker, and was paid for player")):
        patron = Actor(person=next(iter(cup.table(table).patrons)), role=Role.PATRON)
        raised = RaiseDispute(actor=patron, text=text)
        cup.give(commands.AtTable(actor=patron, table=table, command=raised))


def ask(cup: Drawn, guest: str) -> None:
    """The dealer goes on until it is the guest's turn."""
    table = next(one.table for one in (cup.state.session.seats if cup.state.session else ()) if one.player == guest)
    bets = {name: 1_000 + 500 * place for place, name in enumerate(cup.state.entrants)}
    while cup.table(table).turns.now != guest:
        cup.step(table, bets)
