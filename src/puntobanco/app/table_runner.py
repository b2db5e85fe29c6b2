"""A table driven by commands one after the other, with cards from the commands or from a virtual shoe."""

from collections.abc import Callable
from dataclasses import dataclass

from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.editions import with_edition
from puntobanco.app.randomness import Chance, command_id
from puntobanco.app.record_builder import RecordBuilder
from puntobanco.app.shuffle_monitor import ShoeWatch
from puntobanco.app.virtual_shoe import VirtualShoe
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes.seed_window import SeedTimes
from puntobanco.fair_shoes.shuffle_patterns import Alarm
from puntobanco.streams.actors import Actor
from puntobanco.streams.command import require_approval
from puntobanco.streams.normalise_names import accepted
from puntobanco.table import TableState, commands, events, handle
from puntobanco.table.stream_type import TABLES, TableRecord

UNREADABLE = "unreadable"
"""The code of a refusal of what names a book, a card or a wager that does not exist."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command led to: events, or the refusal that left everything as it was."""

    command: commands.TableCommand
    events: tuple[events.TableEvent, ...]
    refused: Refused | None
    record: TableRecord | None = None
    alarms: tuple[Alarm, ...] = ()
    """For the supervisor: what is odd about the order of the cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An event and who gave the command that led to it."""

    event: events.TableEvent
    by: str


class TableRun:
    """The state of one table and how it came about: each accepted command becomes a record of its stream."""

    def __init__(
        self,
        chance: Chance | None = None,
        *,
        stream: str = "table",
        clock: Clock = utc_now,
        ids: Callable[[], str] = command_id,
        house: str = "puntobanco",
        seeds: SeedTimes | None = None,
        what_if: bool = False,
    ) -> None:
        """Without chance, cards come with the commands; with it, from a virtual shoe, and with times for seeds
        patrons may add some of their own. With `what_if` it opens whatever its book says, for a rehearsal."""
        self.state: TableState | None = None
        self._what_if = what_if
        self.shoe = None
        if chance is not None:
            self.shoe = VirtualShoe(chance, house=house, table=stream, clock=clock, seeds=seeds, ids=ids)
        self._watch = ShoeWatch()
        self._written = RecordBuilder(TABLES, stream, clock=clock, ids=ids)

    def do(self, command: commands.TableCommand, approved_by: Actor | None = None) -> list[Answer]:
        """Carry out a command, with the virtual shoe's cards where it names none; stop at a refusal."""
        answers: list[Answer] = []
        try:
            require_approval(command, approved_by)
            command = with_edition(command)
            filled = [command] if self.shoe is None else self.shoe.fill(self.state, command)
        except Refused as refusal:
            return [Answer(command, (), refusal)]
        for given in filled:
            answer = self._answer(given, approved_by)
            if answer.refused is not None:  # as it was given, without a way back to the card that the shoe named
                return [*answers, Answer(command, (), answer.refused.with_traceback(None))]
            answers.append(answer)
        return answers

    def _answer(self, command: commands.TableCommand, approved_by: Actor | None) -> Answer:
        try:
            happened, state = self._handle(command)
        except Refused as refusal:
            return Answer(command, (), refusal)
        except Unreadable as error:
            return Answer(command, (), Refused(UNREADABLE, "command", str(error)))
        record = self._written.record(command, happened, approved_by)
        if self.shoe is None:
            alarms = self._watch.done(happened)
        else:
            alarms = self.shoe.done(self.state, command, happened, state, record)
        self.state = state
        return Answer(command, happened, None, record, alarms)

    def _handle(self, command: commands.TableCommand) -> tuple[tuple[events.TableEvent, ...], TableState]:
        if self._what_if and self.state is None and isinstance(command, commands.OpenTable):
            opened = accepted(command).opened(what_if=True)
            return (opened,), opened.initial()
        return handle(self.state, command)

    def table(self) -> TableState:
        """The state of an open table."""
        if self.state is None:
            raise ValueError("the table is not open")
        return self.state
