"""What of a log a bundle is about: which records go into it."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from puntobanco.audit.lines import Line
from puntobanco.fairness.acts import ShoeCommitted
from puntobanco.record.rooms import room_of
from puntobanco.streams import CAGE, SHOES, TABLE, TOURNAMENT, VAULT, sort_of
from puntobanco.table import events as at_table
from puntobanco.table.actors import Role
from puntobanco.table.parts import Preparation
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.events import TableDid


class OfHouse(Struct, frozen=True, tag_field="of", tag="house"):
    """Everything."""

    partial: ClassVar = False

    def chosen(self, lines: Iterable[Line]) -> Iterator[int]:
        return (line.position for line in lines)


class OfTable(Struct, frozen=True, tag_field="of", tag="table"):
    """One table and its fair shoes, with the cage's side of the money that came and went."""

    table: str
    partial: ClassVar = True

    def chosen(self, lines: Iterable[Line]) -> Iterator[int]:
        own = (TABLE + self.table, SHOES + self.table)
        for line in lines:
            if line.stream in own or _is_sibling_of(line, own[0]):
                yield line.position


class OfTournament(Struct, frozen=True, tag_field="of", tag="tournament"):
    """One tournament."""

    tournament: str
    partial: ClassVar = True

    def chosen(self, lines: Iterable[Line]) -> Iterator[int]:
        return (line.position for line in lines if line.stream == TOURNAMENT + self.tournament)


class OfShoe(Struct, frozen=True, tag_field="of", tag="shoe"):
    """One shoe of a table, counted from 1, from its shuffle on, with the rules that it was dealt by."""

    table: str
    shoe: int
    partial: ClassVar = True

    def chosen(self, lines: Iterable[Line]) -> Iterator[int]:
        """A shoe is over when the next one is shuffled; what comes before the first shuffle belongs to it."""
        number, rules = 1, None
        shuffles = 0
        for line in lines:
            if line.stream not in (TABLE + self.table, SHOES + self.table):
                continue
            events, before = _record(line).events, number
            for event in events:
                shuffles, number = _counted(event, shuffles, number)
            if self.shoe in (before, number) if line.stream.startswith(SHOES) else number == self.shoe:
                yield from () if rules is None else (rules,)
                rules = None
                yield line.position
            elif any(isinstance(one, RULES) for one in events) and number < self.shoe:
                rules = line.position


def _counted(event: Any, shuffles: int, number: int) -> tuple[int, int]:
    """How many shoes were shuffled or committed to after this, and which one is under way."""
    match event:
        case at_table.PreparationDone(step=Preparation.SHUFFLE):
            return shuffles + 1, shuffles + 1
        case ShoeCommitted(context=context):
            return context.shoe, context.shoe
        case _:
            return shuffles, number


class OfPatron(Struct, frozen=True, tag_field="of", tag="patron"):
    """One patron: the account, what the patron did, and of every round with a wager of theirs what the house did."""

    patron: str
    partial: ClassVar = True

    def chosen(self, lines: Iterable[Line]) -> Iterator[int]:
        rounds: dict[str, _Round] = {}
        for line in lines:
            match sort_of(line.stream):
                case "cage":
                    if line.stream == CAGE + self.patron:
                        yield line.position
                case "table":
                    yield from rounds.setdefault(line.stream, _Round(self.patron)).add(line, _record(line))
                case "tournament":
                    yield from self._at_tournament(line, rounds)
                case _:
                    continue

    def _at_tournament(self, line: Line, rounds: dict[str, "_Round"]) -> Iterator[int]:
        record = _record(line)
        command = record.command
        table = command.table if isinstance(command, AtTable) else ""
        yield from rounds.setdefault(f"{line.stream} {table}", _Round(self.patron)).add(line, record)


Scope: TypeAlias = OfHouse | OfTable | OfTournament | OfShoe | OfPatron
RULES = (at_table.TableOpened, at_table.ChangeTookEffect)
"""Events by which rules come into force."""
_ENDS = (at_table.RoundEnded, at_table.RoundVoided, at_table.RoundCancelled)


class _Round:
    """The records of the round under way that nobody else gave, until it is known whether the patron has a wager."""

    def __init__(self, patron: str) -> None:
        self._patron = patron
        self._kept: list[int] = []
        self._wagers = False

    def add(self, line: Line, record: Any) -> Iterator[int]:
        command = getattr(record.command, "command", record.command)
        by, whom = command.actor, getattr(command, "patron", None)
        own = by.person == self._patron and by.role is Role.PATRON
        events = tuple(_all_events(record))
        self._wagers = self._wagers or any(self._is_wager(event) for event in events)
        if own or whom == self._patron or any(isinstance(event, RULES) for event in events):
            yield line.position
        elif by.role is not Role.PATRON and whom is None:
            self._kept.append(line.position)
        if any(isinstance(event, _ENDS) for event in events):
            yield from self._kept if self._wagers else ()
            self._kept, self._wagers = [], False

    def _is_wager(self, event: Any) -> bool:
        match event:
            case at_table.WagerPlaced() | at_table.WagerMoved() | at_table.SlipLaid():
                return bool(event.patron == self._patron)
            case _:
                return False


def _all_events(record: Any) -> Iterator[Any]:
    """Those at the tables of a tournament, too."""
    for event in record.events:
        yield event
        if isinstance(event, TableDid):
            yield from event.events


def _record(line: Line) -> Any:
    return room_of(line.stream).written.read(line.body, at=f"{line.stream} {line.number}")


def _is_sibling_of(line: Line, stream: str) -> bool:
    if line.stream != VAULT and not line.stream.startswith(CAGE):
        return False
    sibling = _record(line).sibling
    return sibling is not None and bool(sibling.stream == stream)
