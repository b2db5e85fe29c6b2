"""What one command wrote into several streams: the cage's side of a table's money, to the cent, and a shoe's acts."""

from collections import deque
from dataclasses import dataclass
from typing import Any

from puntobanco.audit.findings import Finding, Findings, Sort
from puntobanco.audit.stored_record import Line
from puntobanco.cage.commands import NoteLeave, NotePlay
from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.commands import FollowTable
from puntobanco.house.events import ProposalApproved
from puntobanco.log.account_transfers import to_the_cage, transfers
from puntobanco.log.participation import players, present
from puntobanco.log.stream_types import stream_type_of
from puntobanco.streams.names import SHOES, named, sort_of
from puntobanco.streams.record import Position
from puntobanco.values.replace import changed

_ALONE = b'"sibling":null'


@dataclass(slots=True)
class _Owner:
    """A table's or tournament's record, and what must stand beside it."""

    line: Line
    own: Position
    named: Position
    time: int
    events: tuple[Any, ...]
    beside: deque[tuple[str, Any]]
    found: int = 0


class Siblings:
    """Lines by position: siblings stand side by side, since they were written together."""

    def __init__(self) -> None:
        self.findings: Findings = []
        self._owner: _Owner | None = None
        self._approved: tuple[Line, Any] | None = None
        """An approval: what it carries out is the next record."""

    def add(self, line: Line) -> None:
        if self._approved is not None:
            self._carried_out(line)
        if _ALONE in line.body:
            self._over()
            return
        try:
            record: Any = stream_type_of(line.stream).format.read(line.body, at="")
        except Unreadable:  # whoever decides it again says so
            self._over()
            return
        match sort_of(line.stream):
            case "table" | "tournament":
                self._over()
                self._begin(line, record)
            case "cage" | "vault":
                self._account(line, record)
            case "house":
                self._over()
                self._approved = line, record
            case _:
                self._shoe(line, record)

    def end(self) -> None:
        self._over()
        if self._approved is not None:
            self._not_carried_out()

    def _carried_out(self, line: Line) -> None:
        """What follows an approval is what was proposed, in its stream, with who approved it."""
        approved: Any = None if self._approved is None else self._approved[1]
        try:
            record: Any = stream_type_of(line.stream).format.read(line.body, at="")
        except Unreadable:
            self._approved = None  # whoever decides it again says so
            return
        event = approved.events[0]
        if (
            not isinstance(event, ProposalApproved)
            or approved.sibling != Position(stream=line.stream, number=line.number)
            or record.approved_by != approved.command.actor
            or _without_time(record.command) != _without_time(event.command)
        ):
            self._not_carried_out()
        self._approved = None

    def _not_carried_out(self) -> None:
        line, record = self._approved  # type: ignore[misc]  # whoever asks has looked
        self._wrong(line, Sort.SIBLING, f"what it approves is not carried out in {_name(record.sibling)} beside it")

    def _begin(self, line: Line, record: Any) -> None:
        beside = deque(transfers(line.stream, record.events, record.command.actor))
        own = Position(stream=line.stream, number=line.number)
        self._owner = _Owner(line, own, record.sibling, record.time, record.events, beside)

    def _over(self) -> None:
        """What belongs to a record has come, or never comes."""
        owner, self._owner = self._owner, None
        if owner is None:
            return
        for account, command in owner.beside:
            amount = command.amount
            self._wrong(owner.line, Sort.CAGE, f"{account} has no record beside it for {amount} cents")
        if not owner.found and not owner.beside:
            self._wrong(owner.line, Sort.SIBLING, f"there is no record {_name(owner.named)} beside it")

    def _account(self, line: Line, record: Any) -> None:
        owner = self._belongs(line, record)
        if owner is None:
            return
        if isinstance(record.command, NotePlay | NoteLeave):
            self._note(line, record, owner)
            return
        expected = owner.beside.popleft() if owner.beside else None
        if expected is None:
            self._wrong(line, Sort.CAGE, f"{_name(owner.own)} moves no money of this account")
            return
        account, command = expected
        if (line.stream, record.command) != (account, changed(command, at=owner.time)):
            sentence = f"{_name(owner.own)} books {type(command).__name__} of {command.amount} cents for {account}"
            self._wrong(line, Sort.CAGE, sentence)

    def _note(self, line: Line, record: Any, owner: _Owner) -> None:
        """Where a patron with limits is, as the table says."""
        command, name = record.command, named(line.stream)
        stays = present(owner.events).get(name, name in players(owner.events) or None)
        right = stays is isinstance(command, NotePlay) and (command.stream, command.at) == (
            owner.own.stream,
            owner.time,
        )
        if not right:
            self._wrong(line, Sort.CAGE, f"{_name(owner.own)} is no reason to note that {name} came or left")

    def _shoe(self, line: Line, record: Any) -> None:
        owner = self._belongs(line, record)
        if owner is not None and line.stream != SHOES + named(owner.line.stream):
            self._wrong(line, Sort.SIBLING, f"{_name(owner.own)} has no such shoes")

    def _belongs(self, line: Line, record: Any) -> _Owner | None:
        """The record whose sibling this says to be, if it is; the first one is named by that record."""
        owner = self._owner
        if owner is None or record.sibling != owner.own:
            self._wrong(line, Sort.SIBLING, f"it does not stand beside its sibling {_name(record.sibling)}")
            return None
        owner.found += 1
        if owner.found == 1 and owner.named != Position(stream=line.stream, number=line.number):
            self._wrong(owner.line, Sort.SIBLING, f"it names {_name(owner.named)}, and {line.stream} is beside it")
        return owner

    def _wrong(self, line: Line, sort: Sort, sentence: str) -> None:
        self.findings.append(
            Finding(position=line.position, stream=line.stream, number=line.number, sort=sort, sentence=sentence)
        )


def needs_sibling(stream: str, record: Any) -> bool:
    """Whether a record cannot stand alone: it moves money at the cage, or follows another one."""
    match sort_of(stream):
        case "house":
            return isinstance(record.events[0], ProposalApproved)
        case "table" | "tournament":
            return any(map(to_the_cage, record.events)) and bool(transfers(stream, record.events, record.command.actor))
        case "cage" | "vault":
            return bool(record.command.only_beside)
        case _:
            return isinstance(record.command, FollowTable)


def _without_time(command: Any) -> Any:
    """The command but for the time, which is that of its record."""
    return changed(command, at=0) if "at" in command.__struct_fields__ else command


def _name(position: Position) -> str:
    return f"{position.stream} {position.number}"
