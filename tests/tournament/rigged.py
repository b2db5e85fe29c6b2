"""A tournament whose cards are chosen: a round is written as its cards and what everybody bets, in dollars."""

from collections.abc import Sequence
from typing import Any

from puntobanco.app.table_driver import Driver
from puntobanco.table import Actor, Role, TableState
from puntobanco.table import commands as at_table
from puntobanco.table.model import Phase, VoidReason
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.model import Office
from puntobanco.tournament.queries.session_play import chips_at
from puntobanco.tournament.views.visible_state import SheetLine, results_sheet
from puntobanco.values.cards import Card, parse_cards
from puntobanco.values.replace import changed
from tests.tournament.helpers import DIRECTOR, Cup

ACT = "act-2015"
BANKER, PLAYER, TIE = "2c 9d Kh Ks", "9c 2d Kh 3s", "9c 9d Kh Ks"
"""Four cards with which banker wins, player wins, or nobody."""
AS_OPERATOR = Actor(person="dora", role=Role.OPERATOR)
ASSISTANT = Actor(person="asa", role=Role.SUPERVISOR)
ANYBODY = tuple(Actor(person="stranger", role=role) for role in Role)
NAMES = ("ann", "bob", "cy", "dee", "eve", "fay", "gil")


class Rigged(Cup):
    """The cards come with each round, and the driver does everything that is not named."""

    def deal(self, cards: str, table: str = "1", **bets: str) -> None:
        """A whole round: who is asked bets as it is written, such as `banker 10 tie 5`, or nothing."""
        number, faces, left = self.table(table).round_number, iter(parse_cards([cards])), dict(bets)
        house = self.house(table)
        while table in self.now.tables and self.table(table).round_number == number:
            state = self.table(table)
            asked = state.turns.now
            if asked in left and state.phase is Phase.BETTING:
                for wager, dollars in pairs_of(left.pop(asked)):
                    self.bet(asked, wager, dollars, table=table)
            command = house.next(self.table(table)) or next(iter(house.start(self.table(table))))
            if isinstance(command, at_table.Draw) and command.face_up:
                dealing = self.table(table).phase is Phase.DEALING
                command = changed(command, card=next(faces) if dealing else Card.parse("As"))
            self.plainly(table, command)
        assert not left, f"nobody asked {left} for a wager"

    def house(self, table: str) -> Driver:
        return Driver(
            self.rng.randrange,
            supervisor=DIRECTOR,
            patrons=tuple(self.now.entrants),
            dealer=dealer_of(table),
        )

    def ask(self, table: str = "1") -> str:
        """The dealer asks the next player for a wager, whatever must be done before that."""
        while True:
            before = self.table(table).turns.now
            command: Any = self.house(table).next(self.table(table))
            if isinstance(command, at_table.Draw):
                command = changed(command, card=Card.parse("As")) if command.face_up else command
            self.plainly(table, command)
            now = self.table(table).turns.now
            if now is not None and now != before:
                return now

    def bet(self, player: str, wager: str, dollars: float, *, table: str = "1") -> None:
        patron = Actor(person=player, role=Role.PATRON)
        area = str(self.table(table).patrons[player].seat)
        amount = round(100 * dollars)
        self.plainly(table, at_table.Place(actor=patron, area=area, wager=wager, amount=amount))

    def plainly(self, table: str, command: Any) -> None:
        """A command at a table with the cards that it names, if any."""
        self.give(AtTable(actor=command.actor, table=table, command=command))

    def void(self, number: int, table: str = "1") -> None:
        self.plainly(table, at_table.VoidRound(actor=AS_OPERATOR, round=number, reason=VoidReason.FRAUD))

    def exclude(self, player: str, table: str = "1") -> None:
        self.plainly(table, at_table.Exclude(actor=AS_OPERATOR, patron=player, broke="14.7"))

    # What there is to see

    def dollars(self, player: str, table: str = "1") -> float:
        return chips_at(self.table(table), player) / 100

    def out(self) -> list[str]:
        assert self.now.session is not None
        return [one.player for one in self.now.session.out]

    def sheet(self) -> list[SheetLine]:
        found = results_sheet(self.now)
        assert found is not None
        return list(found.lines)

    def places(self) -> dict[str, int]:
        return {one.player: one.place for one in self.sheet()}

    def prizes(self) -> dict[str, int]:
        return {one.player: one.prize for one in self.sheet()}

    def table_of(self, player: str) -> str:
        assert self.now.session is not None
        return next(one.table for one in self.now.session.seats if one.player == player)

    def tables_of(self, *tables: str) -> list[list[str]]:
        """The players of these tables, in the order of their seats."""
        return [sorted(self.table(one).patrons, key=self.seat_of(self.table(one))) for one in tables]

    @staticmethod
    def seat_of(state: TableState) -> Any:
        return lambda name: state.patrons[name].seat


def pairs_of(written: str) -> list[tuple[str, float]]:
    words = written.split()
    return [(wager, float(dollars)) for wager, dollars in zip(words[::2], words[1::2], strict=True)]


def dealer_of(table: str) -> Actor:
    return Actor(person=f"dealer {table}", role=Role.DEALER)


def patron(name: str) -> Actor:
    return Actor(person=name, role=Role.PATRON)


def with_assistant(cup: Rigged) -> Rigged:
    cup.operator("nominate", nominee=ASSISTANT.person, office=Office.ASSISTANT)
    return cup


def registered(players: Sequence[str], *args: Any, **kwargs: Any) -> Rigged:
    """An open tournament with these entries and no ballot yet."""
    cup = Rigged.opened(*args, **kwargs)
    for one in players:
        cup.director("register", player=one)
    return cup


def seated(players: Sequence[str], *args: Any, **kwargs: Any) -> Rigged:
    """The first session has started with these players."""
    return Rigged.seated(players, *args, **kwargs)
