"""What of a log a bundle is about: which records go into it."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from puntobanco.audit.stored_record import Line
from puntobanco.fair_shoes.events import ShoeCommitted
from puntobanco.log.stream_types import stream_type_of
from puntobanco.streams.actors import Role
from puntobanco.streams.names import CAGE, SHOES, TABLE, TOURNAMENT, VAULT, sort_of
from puntobanco.table import events as at_table
from puntobanco.table.model import Preparation
from puntobanco.tournament.commands import AtTable
from puntobanco.tournament.events import ConditionsChanged, TableDid, TournamentPlanned


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
        played: dict[str, _Played] = {}
        for line in lines:
            if line.stream == CAGE + self.patron:
                yield line.position
            elif sort_of(line.stream) in ("table", "tournament"):
                at = played.setdefault(line.stream, _Played(self.patron))
                yield from at.add(line.position, _record(line))


Scope: TypeAlias = OfHouse | OfTable | OfTournament | OfShoe | OfPatron
RULES = (at_table.TableOpened, at_table.ChangeTookEffect, TournamentPlanned, ConditionsChanged)
"""Events by which rules come into force."""
_ENDS = (at_table.RoundEnded, at_table.RoundVoided, at_table.RoundCancelled)


class _Played:
    """What a patron played at a table, or at the tables of a tournament."""

    def __init__(self, patron: str) -> None:
        self._patron = patron
        self._rules: list[int] = []
        """Records with rules, until something of the patron comes after them."""
        self._house: dict[str, list[int]] = {}
        """By table, what nobody else gave in the round under way."""
        self._bets: set[str] = set()
        """The tables at which the patron has a wager in that round."""

    def add(self, position: int, record: Any) -> Iterator[int]:
        found = [*self._found(position, record)]
        if found:
            yield from self._rules
            self._rules = []
        yield from found

    def _found(self, position: int, record: Any) -> Iterator[int]:
        table, command = _at(record.command)
        by, whom, events = command.actor, getattr(command, "patron", None), tuple(_all_events(record))
        if any(self._is_wager(event) for event in events):
            self._bets.add(table)
        if any(isinstance(event, RULES) for event in events):
            self._rules.append(position)
        elif whom == self._patron or (by.person == self._patron and by.role is Role.PATRON):
            yield position
        elif by.role is not Role.PATRON and whom is None:
            self._house.setdefault(table, []).append(position)
        if any(isinstance(event, _ENDS) for event in events):
            kept = self._house.pop(table, [])
            yield from kept if table in self._bets else ()
            self._bets.discard(table)

    def _is_wager(self, event: Any) -> bool:
        match event:
            case at_table.WagerPlaced() | at_table.WagerMoved() | at_table.SlipLaid():
                return bool(event.patron == self._patron)
            case _:
                return False


def _at(command: Any) -> tuple[str, Any]:
    """A command at a table of a tournament, with its table."""
    return (command.table, command.command) if isinstance(command, AtTable) else ("", command)


def _all_events(record: Any) -> Iterator[Any]:
    """Those at the tables of a tournament, too."""
    for event in record.events:
        yield event
        if isinstance(event, TableDid):
            yield from event.events


def _record(line: Line) -> Any:
    return stream_type_of(line.stream).format.read(line.body, at=f"{line.stream} {line.number}")


def _is_sibling_of(line: Line, stream: str) -> bool:
    if line.stream != VAULT and not line.stream.startswith(CAGE):
        return False
    sibling = _record(line).sibling
    return sibling is not None and bool(sibling.stream == stream)
