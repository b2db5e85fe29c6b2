"""A tournament driven by commands one after the other, with cards from the script or from virtual shoes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.draws import prepared
from puntobanco.app.editions import with_edition
from puntobanco.app.fair_shoe_dealing import PRACTICE
from puntobanco.app.randomness import SYSTEM, Chance, command_id, repeatable
from puntobanco.app.record_builder import RecordBuilder
from puntobanco.app.scripted_cards import ScriptedCards
from puntobanco.app.table_runner import UNREADABLE
from puntobanco.app.virtual_shoe import VirtualShoe
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes.house_secret import DrawSecret
from puntobanco.fair_shoes.shuffle_patterns import Alarm
from puntobanco.streams.actors import Actor, Role
from puntobanco.tournament import TournamentState, handle
from puntobanco.tournament.commands import AtTable, TournamentCommand
from puntobanco.tournament.events import TableDid, TournamentEvent
from puntobanco.tournament.stream_type import TOURNAMENTS, TournamentRecord
from puntobanco.values.replace import changed

Chances: TypeAlias = Callable[[str], Chance]
"""Chance for each part of a tournament: a table of a stage, its ballots, what absent people do."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command led to: events, or the refusal that left everything as it was."""

    command: TournamentCommand
    events: tuple[TournamentEvent, ...]
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
        """Without chances, cards come with the commands or are named for a table, and ballots are the same every time;
        with them, everything is drawn from them, and every table has a virtual shoe of its own."""
        self.state: TournamentState | None = None
        self.clock = clock
        self.is_virtual = chances is not None
        self._chances = chances or (lambda _: SYSTEM)
        ballots = self._chances("ballots") if self.is_virtual else repeatable(0, "ballots")
        self._new_secret = ballots.secret
        self._draws_house = PRACTICE if ballots.practice else house
        self._secrets: dict[int, DrawSecret] = {}
        """Of draws, by number: those that are drawn stay, and harm nobody."""
        self._shoes: dict[str, VirtualShoe | ScriptedCards] = {}
        self._stream, self._house = stream, house
        self._written = RecordBuilder(TOURNAMENTS, stream, clock=clock, ids=ids)

    def tournament(self) -> TournamentState:
        """The state of a planned tournament."""
        if self.state is None:
            raise Refused("not_planned", "plan_tournament", "there is no tournament yet: plan it first")
        return self.state

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

    def do(self, command: TournamentCommand) -> list[Answer]:
        """Carry out a command, with the cards of the table's shoe where it names none; stop at a refusal."""
        answers: list[Answer] = []
        try:
            filled = self._filled(with_edition(command))
        except Refused as refusal:
            return [Answer(command, (), refusal)]
        for given in filled:
            answer = self._answer(given)
            if answer.refused is not None:  # as it was given, without a way back to the card that the shoe named
                return [*answers, Answer(command, (), answer.refused.with_traceback(None))]
            answers.append(answer)
        return answers

    def _filled(self, command: TournamentCommand) -> list[TournamentCommand]:
        tables = {} if self.state is None else self.state.tables
        if not isinstance(command, AtTable) or command.table not in tables:
            return [command]
        filled = self.shoe(command.table).fill(tables[command.table].state, command.command)
        return [changed(command, command=one) for one in filled]

    def _answer(self, asked: TournamentCommand) -> Answer:
        try:
            found = prepared(
                self.state,
                asked,
                house=self._draws_house,
                tournament=self._stream,
                new_secret=self._new_secret,
                secret_of=lambda draw: self._secrets.get(draw.number),
            )
            command = found.command
            happened, state = handle(self.state, command)
        except Refused as refusal:
            return Answer(asked, (), refusal)
        except Unreadable as error:
            return Answer(asked, (), Refused(UNREADABLE, "command", str(error)))
        self._secrets |= dict(found.secrets)
        record = self._written.record(command, happened, _approved_by(command))
        alarms = self._follow(command, happened, state, record)
        self.state = state
        return Answer(command, happened, None, record, alarms)

    def _follow(
        self,
        command: TournamentCommand,
        happened: tuple[TournamentEvent, ...],
        after: TournamentState,
        record: TournamentRecord,
    ) -> tuple[Alarm, ...]:
        """Let the shoes know what happened; those of a stage that is closed are nobody's any more."""
        were_open = self.state is not None and self.state.tables
        if were_open and not after.tables:
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


def _approved_by(command: TournamentCommand) -> Actor | None:
    """An operator whom the script does not name approves what takes two people."""
    if not command.needs_approval:
        return None
    name = "operator" if command.actor.person != "operator" else "second operator"
    return Actor(person=name, role=Role.OPERATOR)
