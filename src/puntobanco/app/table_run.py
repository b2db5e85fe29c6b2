"""A table driven by commands one after the other, with cards from the commands or from a virtual shoe."""

from collections.abc import Callable
from dataclasses import dataclass

from puntobanco.app.chance import command_id
from puntobanco.app.clock import Clock, utc_now
from puntobanco.app.virtual_shoe import VirtualShoe
from puntobanco.coup.shoe import RandomBits
from puntobanco.errors import Refused, Unreadable
from puntobanco.record.records import Record, checked
from puntobanco.table import TableState, commands, events, handle
from puntobanco.table.decide import DECIDE_VERSION

UNREADABLE = "unreadable"
"""The code of a refusal of what names a book, a card or a wager that does not exist."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command led to: events, or the refusal that left everything as it was."""

    command: commands.Command
    events: tuple[events.Event, ...]
    refused: Refused | None
    record: Record | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An event and who gave the command that led to it."""

    event: events.Event
    by: str


class TableRun:
    """The state of one table and how it came about: each accepted command becomes a record of its stream."""

    def __init__(
        self,
        random_bits: RandomBits | None = None,
        *,
        stream: str = "table",
        clock: Clock = utc_now,
        ids: Callable[[], str] = command_id,
    ) -> None:
        self.state: TableState | None = None
        self.shoe = None if random_bits is None else VirtualShoe(random_bits)
        self._stream, self._clock, self._ids = stream, clock, ids
        self._records = 0

    def do(self, command: commands.Command) -> list[Answer]:
        """Carry out a command, with the virtual shoe's cards where it names none; stop at a refusal."""
        answers: list[Answer] = []
        try:
            filled = [command] if self.shoe is None else self.shoe.fill(self.state, command)
        except Refused as refusal:
            return [Answer(command, (), refusal)]
        for given in filled:
            answers.append(self._answer(given))
            if answers[-1].refused is not None:
                break
        return answers

    def _answer(self, command: commands.Command) -> Answer:
        try:
            happened, state = handle(self.state, command)
        except Refused as refusal:
            return Answer(command, (), refusal)
        except Unreadable as error:
            return Answer(command, (), Refused(UNREADABLE, "command", str(error)))
        self.state = state
        if self.shoe is not None:
            for event in happened:
                self.shoe.note(state, event)
        return Answer(command, happened, None, self._record(command, happened))

    def _record(self, command: commands.Command, happened: tuple[events.Event, ...]) -> Record:
        self._records += 1
        record = Record(
            stream=self._stream,
            number=self._records,
            time=self._clock(),
            id=self._ids(),
            approved_by=None,
            sibling=None,
            decided_by=DECIDE_VERSION,
            command=command,
            events=happened,
        )
        return checked(record)

    def table(self) -> TableState:
        """The state of an open table."""
        if self.state is None:
            raise ValueError("the table is not open")
        return self.state
