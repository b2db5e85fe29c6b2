"""Every record decided again: where today's version of its command decided it, it leads to the same events."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from puntobanco.audit.fair_shoes import Shoes
from puntobanco.audit.findings import Finding, Findings, Sort
from puntobanco.audit.siblings import needs_sibling
from puntobanco.audit.stored_record import Line
from puntobanco.cage.state import AccountState
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.house.state import HouseState
from puntobanco.log.account_transfers import STAYS_AT_THE_TABLE
from puntobanco.log.snapshots import Compared, unpacked
from puntobanco.log.stream_types import stream_type_of
from puntobanco.streams.command import require_approval
from puntobanco.streams.ledger import CAGE
from puntobanco.streams.names import SHOES, TABLE, named
from puntobanco.table import TableState
from puntobanco.tournament import TournamentState
from puntobanco.tournament.events import BallotDrawn, DrawCommitted, LotDrawn, PlayOffStarted
from puntobanco.tournament.model import Commitment
from puntobanco.values.replace import changed

Kept: TypeAlias = tuple[int, bytes]
"""A snapshot: the number of its last record, and the state."""
Snapshots: TypeAlias = Callable[[str], Iterator[Kept]]
"""Those of a stream, in the order of their numbers; each is read when the one before it was looked at."""


class Totals(Struct, frozen=True):
    """What streams come to."""

    findings: Sequence[Finding] = ()
    records: int = 0
    apart: Mapping[str, int] = {}
    """Records that another version of their command decided, by stream: they were folded, not decided again."""
    taken: Mapping[str, int] = {}
    """What came from the cage and did not go back, by table or tournament, as that stream says."""
    lying: Mapping[str, int] = {}
    """The same as the accounts say."""


class Again:
    """Some streams of a house, each from its first record on."""

    def __init__(self, house: str, snapshots: Snapshots = lambda _: iter(())) -> None:
        self._house, self._snapshots = house, snapshots
        self._streams: dict[str, _Stream] = {}
        self._records = 0

    def add(self, lines: Sequence[Line]) -> None:
        """Lines that follow each other, of all streams that are decided here."""
        records = _read_all(lines)
        for line, record in zip(lines, records, strict=True):
            stream = self._streams.get(line.stream)
            if stream is None:
                stream = self._begin(line.stream)
            if isinstance(record, Unreadable):
                stream.wrong(line, Sort.UNREADABLE, str(record))
                stream.is_lost = True
            else:
                stream.add(line, record)
        self._records += len(lines)

    def _begin(self, name: str) -> "_Stream":
        snapshots = self._snapshots(name)
        if name.startswith(SHOES):
            table = self._streams.get(TABLE + named(name))
            self._streams[name] = found = _Shoes(name, snapshots, self._house, table)
            if isinstance(table, _Table):
                table.follows(found)
        else:
            kind = _Table if name.startswith(TABLE) else _Stream
            # each kind of stream is folded by its own
            self._streams[name] = found = kind(name, snapshots)  # type: ignore[assignment]
            found.house = self._house
        return self._streams[name]

    def totals(self) -> Totals:
        """All streams are at their end."""
        streams = self._streams
        for stream in streams.values():
            stream.end()
        taken: dict[str, int] = {}
        lying: dict[str, int] = {}
        for name, stream in streams.items():
            match stream.state:
                case TableState() as state:
                    taken[name] = -state.balance(CAGE)
                case TournamentState() as state:
                    taken[name] = -state.fees.get(CAGE, 0)
                case AccountState() as state:
                    for account, amount in state.accounts.items():
                        at = getattr(account, "stream", None)
                        if at is not None:
                            lying[at] = lying.get(at, 0) + amount
        found = [one for stream in streams.values() for one in stream.findings]
        apart = {name: stream.apart for name, stream in streams.items() if stream.apart}
        return Totals(found, self._records, apart, taken, lying)


class _Stream:
    """One stream: decided again, folded where another version decided."""

    house = ""
    """Whose stream it is, where that matters."""

    def __init__(self, name: str, snapshots: Iterator[Kept], state: Any = None) -> None:
        self.name, self.kind, self.state = name, stream_type_of(name), state
        self._of_draws: set[str] = set()
        """Commitments and secrets of ballots and lots, of which none comes again."""
        self._handle = self.kind.handle
        self.findings: Findings = []
        self.apart = 0
        self.is_lost = False
        """Something could not be read or folded: nobody knows the state any more."""
        self._snapshots, self._compared = snapshots, Compared(name)
        self._snapshot = next(snapshots, None)
        self._last: Line | None = None

    def add(self, line: Line, record: Any) -> None:
        self._last = line
        if record.number != line.number or record.id != line.id or record.stream != line.stream:
            self._misnamed(line, record)
        is_alone = record.sibling is None and not STAYS_AT_THE_TABLE.issuperset(map(type, record.events))
        if is_alone and needs_sibling(line.stream, record):
            self.wrong(line, Sort.SIBLING, "it cannot stand alone: its sibling is missing")
        if self.is_lost:
            return
        before = self.state
        try:
            if record.decided_by == record.command.decided_by:
                self.state = self._decided(line, record)
            else:
                self.apart += 1
                self.state = self.kind.fold_records((record,), before)
        except Exception as error:  # noqa: BLE001 - whatever a changed record leads to is a finding
            self.is_lost = True
            self.wrong(line, Sort.STATE, f"its events cannot have happened now: {error}")
            return
        self.happened(line, record, before)
        while self._snapshot is not None and self._snapshot[0] <= line.number:
            self._compare(line, *self._snapshot)
            self._snapshot = next(self._snapshots, None)

    def _misnamed(self, line: Line, record: Any) -> None:
        said = f"{record.stream} {record.number}, {record.id}"
        self.wrong(line, Sort.MISPLACED, f"it was written as {said}, and is stored as another one")

    def _decided(self, line: Line, record: Any) -> Any:
        command, approved_by = record.command, record.approved_by
        try:
            if approved_by is not None or command.needs_approval:
                require_approval(command, approved_by)
            found, state = self._handle(self.state, command)
        except Refused as refusal:
            approval = refusal.clause == "approval"
            self.wrong(line, Sort.APPROVAL if approval else Sort.REFUSED, f"it would be refused: {refusal}")
        except Exception as error:  # noqa: BLE001 - a command that was changed may lead anywhere
            self.wrong(line, Sort.REFUSED, f"it cannot be decided: {error}")
        else:
            if found == record.events:
                return state
            self.wrong(line, Sort.DECIDED_OTHERWISE, _difference(found, record.events))
        return self.kind.fold_records((record,), self.state)

    def happened(self, line: Line, record: Any, before: Any) -> None:  # noqa: ARG002 - tables look at it
        """What else must hold after a record."""
        if isinstance(self.state, TournamentState):
            self._draws(line, record)
        if (
            isinstance(self.state, AccountState | HouseState)
            and getattr(record.command, "at", record.time) != record.time
        ):
            self.wrong(line, Sort.STATE, "its command has another time than the record")
        if getattr(record.command, "edition", 1) is None:
            self.wrong(line, Sort.STATE, "its command does not say by which edition of its book")

    def _draws(self, line: Line, record: Any) -> None:
        """Ballots and lots of a house: each bound to it, none by a seed that somebody named, none twice."""
        for event in record.events:
            match event:
                case DrawCommitted(committed=Commitment(context=context, commitment=commitment)):
                    if (context.house, context.tournament) != (self.house, named(self.name)):
                        self.wrong(line, Sort.FAIRNESS, "a draw is bound to another house or tournament")
                    self._once(line, commitment)
                case BallotDrawn(result=result) | PlayOffStarted(result=result) | LotDrawn(result=result) if result:
                    if result.rehearsed:
                        self.wrong(line, Sort.FAIRNESS, "it was drawn by a seed that somebody named")
                    self._once(line, result.secret)

    def _once(self, line: Line, value: str) -> None:
        if value in self._of_draws:
            self.wrong(line, Sort.FAIRNESS, "its commitment or secret belongs to another draw, too")
        self._of_draws.add(value)

    def _compare(self, line: Line, number: int, body: bytes) -> None:
        if number != line.number:
            self._not_there(line, number)
            return
        try:
            is_right = self.is_state(body)
        except Unreadable:
            self.wrong(line, Sort.SNAPSHOT, "the state that is kept for it cannot be read")
            return
        if not is_right:
            self.wrong(line, Sort.SNAPSHOT, "the state that is kept for it is not what the records come to")

    def _not_there(self, line: Line, number: int) -> None:
        self.wrong(line, Sort.SNAPSHOT, f"a state is kept for record {number}, which is not there")

    def is_state(self, kept: bytes) -> bool:
        return self._compared.is_packed(self.state, kept)

    def end(self) -> None:
        line = self._last
        if line is None or self.is_lost:
            return
        while self._snapshot is not None:
            self._not_there(line, self._snapshot[0])
            self._snapshot = next(self._snapshots, None)
        if sum(_balances(self.state)):
            self.wrong(line, Sort.MONEY, "its balances do not sum to zero")

    def wrong(self, line: Line, sort: Sort, sentence: str) -> None:
        self.findings.append(
            Finding(position=line.position, stream=line.stream, number=line.number, sort=sort, sentence=sentence)
        )


class _Table(_Stream):
    """A table, whose cards may come from fair shoes."""

    _shoes: "_Shoes | None" = None
    _newest: tuple[Line, Any, Any] | None = None

    def follows(self, shoes: "_Shoes") -> None:
        """The first act of these shoes comes beside the newest record with a sibling."""
        self._shoes = shoes
        if self._newest is not None:
            shoes.checked.at_table(*self._newest, shoes.state)

    def happened(self, line: Line, record: Any, before: Any) -> None:
        state: TableState = self.state
        is_new = before is None or state.shoe is not before.shoe
        if is_new and max(state.shoe.known) > state.rules.decks.value:
            self.wrong(line, Sort.CARDS, "more of a card have been seen than the decks hold")
        if record.sibling is not None:
            self._newest = line, record, before
        if self._shoes is not None:
            self._shoes.checked.at_table(line, record, before, self._shoes.state)


class _Shoes(_Stream):
    """The fair shoes of a table: what cannot be decided again without a secret is verified once it is revealed."""

    def __init__(self, name: str, snapshots: Iterator[Kept], house: str, table: "_Stream | None") -> None:
        super().__init__(name, snapshots, FairShoes(house=house, table=named(name), times=None))
        self.checked, self._table = Shoes(), table

    def _decided(self, line: Line, record: Any) -> Any:
        if record.command.actor.role not in record.command.roles:
            self.wrong(line, Sort.REFUSED, f"it is not for the {record.command.actor.role}")
        return self.kind.fold_records((record,), self.state)

    def happened(self, line: Line, record: Any, before: Any) -> None:  # noqa: ARG002 - acts are folded
        self.checked.add(line, record, None if self._table is None else self._table.state)

    def is_state(self, kept: bytes) -> bool:
        return bool(changed(unpacked(self.name, kept), times=None) == self.state)

    def end(self) -> None:
        super().end()
        self.checked.end()
        self.findings += self.checked.findings


def _read_all(lines: Sequence[Line]) -> list[Any]:
    """The record of each line, or why it cannot be read."""
    by_stream: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        by_stream.setdefault(line.stream, []).append(place)
    records: list[Any] = [None] * len(lines)
    for stream, places in by_stream.items():
        for place, record in zip(places, _read(stream, [lines[place] for place in places]), strict=True):
            records[place] = record
    return records


def _read(stream: str, lines: Sequence[Line]) -> Iterable[Any]:
    written = stream_type_of(stream).format
    try:
        return written.read_all([line.body for line in lines])
    except Unreadable:
        return [_read_one(written, line) for line in lines]


def _read_one(written: Any, line: Line) -> Any:
    try:
        return written.read(line.body, at="it")
    except Unreadable as error:
        return error


def _balances(state: Any) -> Iterable[int]:
    match state:
        case TableState():
            return state.balances.values()
        case TournamentState():
            return state.fees.values()
        case AccountState():
            return state.accounts.values()
        case _:
            return ()


def _difference(decided: Sequence[Any], written: Sequence[Any]) -> str:
    """Where the events begin to differ."""
    for number, (right, found) in enumerate(zip(decided, written, strict=False), start=1):
        if right != found:
            return f"event {number} reads {_short(found)}, decided again {_short(right)}"
    return f"it has {len(written)} events, decided again {len(decided)}"


def _short(event: Any) -> str:
    text = msgspec.json.encode(event).decode()
    return text if len(text) <= 200 else f"{text[:200]}..."
