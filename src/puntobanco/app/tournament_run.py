"""A tournament driven by commands one after the other, with cards from the script or from virtual shoes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from puntobanco.app.chance import SYSTEM, Chance, command_id
from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.scripted_cards import ScriptedCards
from puntobanco.app.stream import Stream
from puntobanco.app.table_run import UNREADABLE
from puntobanco.app.virtual_shoe import VirtualShoe
from puntobanco.changed import changed
from puntobanco.errors import Refused, Unreadable
from puntobanco.fairness.watch import Alarm
from puntobanco.record.records import TournamentRecord
from puntobanco.tournament import TournamentState, handle
from puntobanco.tournament.commands import AtTable, Command
from puntobanco.tournament.decide import DECIDE_VERSION
from puntobanco.tournament.events import Event, TableDid

Chances: TypeAlias = Callable[[str], Chance]
"""Chance for each part of a tournament: a table of a stage, its ballots, what absent people do."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command led to: events, or the refusal that left everything as it was."""

    command: Command
    events: tuple[Event, ...]
    refused: Refused | None
    record: TournamentRecord | None = None
    alarms: tuple[Alarm, ...] = ()


class TournamentRun:
    """The state of one tournament and how it came about: each accepted command becomes a record of its stream."""

    def __init__(
        self,
        chances: Chances | None = None,
        *,
        stream: str = "tournament",
        clock: Clock = utc_now,
        ids: Callable[[], str] = command_id,
        house: str = "puntobanco",
    ) -> None:
        """Without chances, cards come with the commands or are named for a table, and ballots from the system; with
        them, everything is drawn from them, and every table has a virtual shoe of its own."""
        self.state: TournamentState | None = None
        self.clock = clock
        self.is_virtual = chances is not None
        self._chances = chances or (lambda _: SYSTEM)
        self._ballots = self._chances("ballots")
        self._shoes: dict[str, VirtualShoe | ScriptedCards] = {}
        self._stream, self._house = stream, house
        self._written = Stream(TournamentRecord, stream, decided_by=DECIDE_VERSION, clock=clock, ids=ids)

    def tournament(self) -> TournamentState:
        """The state of a planned tournament."""
        if self.state is None:
            raise Refused("not_planned", "plan_tournament", "there is no tournament yet: plan it first")
        return self.state

    def seed(self) -> str:
        """A seed for a ballot or a lot."""
        return self._ballots.secret().hex()

    def chance(self, part: str) -> Chance:
        return self._chances(part)

    def shoe(self, table: str) -> VirtualShoe | ScriptedCards:
        """What answers for the cards of a table of the present stage."""
        if table not in self._shoes:
            self._shoes[table] = self._virtual(table) if self.is_virtual else ScriptedCards(table)
        return self._shoes[table]

    def _virtual(self, table: str) -> VirtualShoe:
        name = f"{self._stream} stage {self.tournament().stage + 1} table {table}"
        return VirtualShoe(self._chances(name), house=self._house, table=name, clock=self.clock)

    def do(self, command: Command) -> list[Answer]:
        """Carry out a command, with the cards of the table's shoe where it names none; stop at a refusal."""
        answers: list[Answer] = []
        try:
            filled = self._filled(command)
        except Refused as refusal:
            return [Answer(command, (), refusal)]
        for given in filled:
            answer = self._answer(given)
            if answer.refused is not None:  # as it was given, without a way back to the card that the shoe named
                return [*answers, Answer(command, (), answer.refused.with_traceback(None))]
            answers.append(answer)
        return answers

    def _filled(self, command: Command) -> list[Command]:
        tables = {} if self.state is None else self.state.tables
        if not isinstance(command, AtTable) or command.table not in tables:
            return [command]
        filled = self.shoe(command.table).fill(tables[command.table].state, command.command)
        return [changed(command, command=one) for one in filled]

    def _answer(self, command: Command) -> Answer:
        try:
            happened, state = handle(self.state, command)
        except Refused as refusal:
            return Answer(command, (), refusal)
        except Unreadable as error:
            return Answer(command, (), Refused(UNREADABLE, "command", str(error)))
        record = self._written.record(command, happened)
        alarms = self._follow(command, happened, state, record)
        self.state = state
        return Answer(command, happened, None, record, alarms)

    def _follow(
        self, command: Command, happened: tuple[Event, ...], after: TournamentState, record: TournamentRecord
    ) -> tuple[Alarm, ...]:
        """Let the shoes know what happened; those of a stage that is closed are nobody's any more."""
        if not after.tables:
            for shoe in self._shoes.values():
                shoe.abandon()
            self._shoes.clear()
        if not isinstance(command, AtTable):
            return ()
        table = command.table
        did = (one for one in happened if isinstance(one, TableDid) and one.table == table)
        told = tuple(event for one in did for event in one.events)
        before = self.tournament().tables[table].state
        return self.shoe(table).done(before, command.command, told, after.tables[table].state, record)
