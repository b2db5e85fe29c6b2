"""Everything that can be wrong with a house after a crash, as sentences; none where all is well."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeAlias

from puntobanco.app.house.house import House
from puntobanco.app.house.stream_states import record_of
from puntobanco.cage.state import AccountState
from puntobanco.fair_shoes.events import CardShown, ShoeCommitted, write_act
from puntobanco.fair_shoes.state import FairShoes, locked
from puntobanco.fair_shoes.verify import verify
from puntobanco.log.stream_types import AnyRecord, stream_type_of
from puntobanco.store import Line, Store, verify_store
from puntobanco.store.verify import all_lines
from puntobanco.streams.ledger import CAGE
from puntobanco.streams.names import named, sort_of
from puntobanco.table import TableState
from puntobanco.values.cards import Card

Name: TypeAlias = tuple[str, str]
Acknowledged: TypeAlias = dict[Name, tuple[int, str]]
"""By stream and id, the number and the digest of the record that somebody was told of."""
Coming: TypeAlias = dict[tuple[str, int, int], Card]
"""By stream, shoe and place, the card that was to come next."""


@dataclass
class Log:
    """All that is written, read once."""

    lines: dict[Name, Line] = field(default_factory=dict)
    records: dict[str, list[AnyRecord]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, store: Store) -> "Log":
        found = cls()
        for line in all_lines(store):
            found.lines[line.stream, line.id] = line
            found.records[line.stream].append(record_of(line))
        return found


def findings(house: House, store: Store, acknowledged: Acknowledged, coming: Coming) -> list[str]:
    log = Log.of(store)
    return [
        *verify_store(store),
        *_lost(log, acknowledged),
        *_halves(log),
        *_other_states(log, house),
        *_unequal_money(log, house),
        *_unfair(log),
        *_other_cards(log, coming),
    ]


def _lost(log: Log, acknowledged: Acknowledged) -> Iterator[str]:
    for name, (number, digest) in acknowledged.items():
        line = log.lines.get(name)
        if line is None:
            yield f"{name} was acknowledged, and is lost"
        elif (line.number, sha256(line.body).hexdigest()) != (number, digest):
            yield f"{name} was acknowledged as another record"


def _halves(log: Log) -> Iterator[str]:
    """Of what belongs together, all is there, in one piece."""
    at = {(line.stream, line.number): line.position for line in log.lines.values()}
    for (stream, _), line in log.lines.items():
        sibling = log.records[stream][line.number - 1].sibling if line.number <= len(log.records[stream]) else None
        if sibling is None:
            continue
        other = at.get((sibling.stream, sibling.number))
        if other is None:
            yield f"{stream} {line.number} lacks its sibling in {sibling.stream}"
        elif abs(other - line.position) > 6:
            yield f"{stream} {line.number} and its sibling were written apart"


def _other_states(log: Log, house: House) -> Iterator[str]:
    """A fold of the whole log is what the house has from snapshots and the rest."""
    for stream, records in log.records.items():
        standing = house.look(stream)
        beginning = None
        if sort_of(stream) == "shoes":
            state: FairShoes = standing.state
            beginning = FairShoes(house=state.house, table=named(stream), times=state.times)
        folded = stream_type_of(stream).fold_records(records, beginning)
        found = locked(standing.state) if isinstance(standing.state, FairShoes) else standing.state
        if (standing.number, found) != (len(records), folded):
            yield f"{stream} stands otherwise than its records say"


def _unequal_money(log: Log, house: House) -> Iterator[str]:
    states = {stream: house.look(stream).state for stream in log.records}
    cages = [state for state in states.values() if isinstance(state, AccountState)]
    for stream, state in states.items():
        balances: Mapping[Any, int] = {}
        if isinstance(state, AccountState):
            balances = state.accounts
        elif isinstance(state, TableState):
            balances = state.balances
            if -state.balance(CAGE) != sum(cage.lies_at(stream) for cage in cages):
                yield f"the cage has another sum at {stream} than {stream} has from the cage"
        if sum(balances.values()):
            yield f"{stream} does not sum to zero"


def _acts(records: list[AnyRecord]) -> list[Any]:
    # records of every kind of stream have events
    return [act for record in records for act in record.events]


def _unfair(log: Log) -> Iterator[str]:
    for stream, records in log.records.items():
        if sort_of(stream) == "shoes":
            for found in verify([write_act(act) for act in _acts(records)]):
                yield f"{stream}: {found.fault}: {found.sentence}"


def _other_cards(log: Log, coming: Coming) -> Iterator[str]:
    for stream in {stream for stream, _, _ in coming}:
        shoe = 0
        for act in _acts(log.records[stream]):
            if isinstance(act, ShoeCommitted):
                shoe = act.context.shoe
            if isinstance(act, CardShown) and coming.get((stream, shoe, act.place), act.card) != act.card:
                yield f"{stream}: card {act.place} of shoe {shoe} is not the one that was to come"


def next_cards(house: House, tables: tuple[str, ...]) -> Coming:
    """The card that comes next at each of these tables with a virtual shoe, where it has one to deal from."""
    found: Coming = {}
    for table in tables:
        stream = f"shoes/{named(table)}"
        shoes: FairShoes = house.look(stream).state
        shoe, state = shoes.under_way, house.look(table).state
        if shoe is not None and shoe.cut is not None and state.shoe.out < shoe.cards:
            card = shoe.face_at(state.shoe.out + 1)
            if card is None:
                raise AssertionError(f"{stream}: the shoe under way does not open")
            found[stream, shoes.shoes, state.shoe.out + 1] = card
    return found
