"""A tournament in which anybody does whatever is offered, at the tables too; from everywhere it comes to its end."""

from contextlib import suppress
from typing import Any

from puntobanco.app.table_driver import Driver
from puntobanco.errors import Refused
from puntobanco.table import Actor, LegalAction, Role, ledger
from puntobanco.table import commands as at_table
from puntobanco.table.model import Phase
from puntobanco.tournament import legal
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.queries.progress import Next, progress
from puntobanco.tournament.queries.session_play import is_done
from puntobanco.values.replace import changed
from tests.table import driver
from tests.tournament.helpers import DIRECTOR, place
from tests.tournament.offers import Dice, anybody, from_legal
from tests.tournament.walk import Walk

NEVER = frozenset({"cancel_tournament", "change_conditions"})
SELDOM = frozenset({"substitute", "direct_pace", "nominate", "register", "list_reserve", "call_break", "drop_reserve"})
SELDOM_AT_A_TABLE = frozenset({"raise_dispute", "ask_rules", "decide_dispute", "ask_no_bet", "correct_card", "exclude"})
MOST_COMMANDS = 500
"""With which a table comes to the end of its session, whatever lies on it."""


class Wild(Walk):
    """Cards come with the commands, so that whatever can go wrong with them does."""

    def run_wild(self, *, parts: int = 5, commands: int = 120) -> None:
        for _ in range(parts):
            for _ in range(commands):
                self.anything()
            for _ in range(3):
                self.go_on()
        while self.go_on():
            pass
        self.check_the_end()

    def anything(self) -> None:
        tables = progress(self.now).tables
        if tables and self.happens(85):
            self.anything_at(self.rng.choice(tables))
            return
        actor = anybody(self.now, self.rng)
        offered = [one for one in legal(self.now, actor) if one.kind not in NEVER and one.kind != "at_table"]
        offered = [one for one in offered if one.kind not in SELDOM or self.happens(5)]
        if offered:
            command = from_legal(self.now, actor, self.rng.choice(offered), self.rng)
            self.give(command)

    def anything_at(self, name: str) -> None:
        actor = self.somebody_at(name)
        offered = [dict(one.where) for one in legal(self.now, actor) if one.kind == "at_table"]
        here: list[LegalAction] = [one["command"] for one in offered if one["table"] == name]
        here = [one for one in here if one.kind not in SELDOM_AT_A_TABLE or self.happens(5)]
        if here:
            option = driver.choose(tuple(here), Dice(self.rng))
            command = from_legal(
                self.now, actor, LegalAction("at_table", (("table", name), ("command", option))), self.rng
            )
            if command is not None:
                self.give(command)

    def somebody_at(self, name: str) -> Actor:
        roles = [Role.DEALER, Role.PATRON, Role.SUPERVISOR, Role.OPERATOR]
        role = self.rng.choices(roles, [35, 45, 10, 10])[0]
        players = list(self.table(name).patrons)
        staff = f"dealer {name}" if role is Role.DEALER else DIRECTOR.person
        return Actor(person=self.rng.choice(players) if role is Role.PATRON and players else staff, role=role)

    # Towards the end

    def go_on(self) -> bool:
        """One step of the ordinary course; false when nothing is left."""
        match progress(self.now).next:
            case Next.START | Next.SEATS:
                self.all_sit()
                self.start()
            case Next.PLAY:
                self.end_table(progress(self.now).tables[0])
            case _:
                return self.step(self.bet)
        return True

    def end_table(self, name: str) -> None:
        house = Driver(
            self.rng.randrange,
            supervisor=DIRECTOR,
            patrons=frozenset(self.now.entrants),
            dealer=Actor(person=f"dealer {name}", role=Role.DEALER),
        )
        for _ in range(MOST_COMMANDS):
            if is_done(self.now, name):
                return
            self.bet_if_asked(name)
            state = self.table(name)
            command = house.next(state) or next(iter(house.start(state)), None) or driver.towards_empty_boxes(state)
            assert command is not None, "nobody can do anything at this table"
            self.do_at(name, command)
        raise AssertionError("this table does not come to the end of its session")

    def bet_if_asked(self, name: str) -> None:
        state = self.table(name)
        player = state.turns.now
        if player is None or state.phase is not Phase.BETTING or state.stakes.of(player):
            return
        most = min(state.balance(ledger.chips(player)), state.rules.maximum.value, self.rng.randrange(1_000, 50_000))
        command = place(state, player, self.rng.choice(["banker", "player"]), most)
        if command is not None:
            self.try_at(name, command)

    def try_at(self, name: str, command: Any) -> None:
        with suppress(Refused):
            self.do_at(name, command)

    def do_at(self, name: str, command: Any) -> None:
        """A command of whoever has that part at this table, with cards that the shoe may hold."""
        names = {Role.DEALER: f"dealer {name}", Role.SUPERVISOR: DIRECTOR.person}
        actor = Actor(person=names.get(command.actor.role, command.actor.person), role=command.actor.role)
        filled = changed(self.with_cards(name, command), actor=actor)
        self.give(AtTable(actor=actor, table=name, command=filled))

    def with_cards(self, name: str, command: Any) -> Any:
        state, dice = self.table(name), Dice(self.rng)
        match command:
            case at_table.Draw(card=None, face_up=True) if state.shoe.remaining:
                return changed(command, card=driver.possible_card(state, dice))
            case at_table.Draw() if not state.shoe.remaining:
                return at_table.ReportEmpty(actor=command.actor)
            case at_table.Expose(cards=()):
                return changed(command, cards=driver.hidden_faces(state, command.hand, dice))
            case _:
                return command
