"""From records to the state of what a stream is about: a fold, which decides nothing."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from puntobanco.cage import AccountState
from puntobanco.cage import state as cage_state
from puntobanco.errors import Unreadable
from puntobanco.fair_shoes import state as fair
from puntobanco.fair_shoes.events import FairShoeEvent
from puntobanco.fair_shoes.house_secret import ShoeSecret
from puntobanco.fair_shoes.state import FairShoes, with_secret
from puntobanco.house import HouseState
from puntobanco.house import state as house_state
from puntobanco.log.records import (
    CAGE_RECORDS,
    FAIR_RECORDS,
    HOUSE_RECORDS,
    NO_RECORD,
    RECORDS,
    TOURNAMENT_RECORDS,
    CageRecord,
    FairRecord,
    HouseRecord,
    Kept,
    Record,
    TournamentRecord,
)
from puntobanco.streams.format import RecordFormat, hash_after
from puntobanco.table import TableState, state
from puntobanco.tournament import TournamentState
from puntobanco.tournament import state as tournament_state

K = TypeVar("K", bound=Kept)

AT_A_TIME = 256
"""So many records are read in one go."""


def read_log(lines: Iterable[bytes]) -> Iterator[Record]:
    """The records of a table's log, one a line, numbered from 1 without a gap."""
    return _read(RECORDS, lines)


def read_tournament_log(lines: Iterable[bytes]) -> Iterator[TournamentRecord]:
    """The same for a tournament."""
    return _read(TOURNAMENT_RECORDS, lines)


def read_cage_log(lines: Iterable[bytes]) -> Iterator[CageRecord]:
    """The same for an account."""
    return _read(CAGE_RECORDS, lines)


def read_fair_log(lines: Iterable[bytes]) -> Iterator[FairRecord]:
    """The same for fair shoes."""
    return _read(FAIR_RECORDS, lines)


def read_house_log(lines: Iterable[bytes]) -> Iterator[HouseRecord]:
    """The same for the house's own stream."""
    return _read(HOUSE_RECORDS, lines)


def _read(written: RecordFormat[K], lines: Iterable[bytes]) -> Iterator[K]:
    number, previous, rest = 0, NO_RECORD, iter(lines)
    while bodies := [line.rstrip(b"\n") for line in islice(rest, AT_A_TIME)]:
        for body, record in zip(bodies, written.read_all(bodies, first=number + 1), strict=True):
            number += 1
            if record.number != number:
                raise Unreadable(f"line {number} holds record {record.number}: records follow each other without a gap")
            if record.previous != previous:
                raise Unreadable(f"line {number} follows another record than line {number - 1}: `previous` says so")
            previous = hash_after(previous, body)
            yield record


def fold(records: Iterable[Record], before: TableState | None = None) -> TableState | None:
    """The state of a table after these records."""
    return state.fold((event for record in records for event in record.events), before)


def fold_tournament(
    records: Iterable[TournamentRecord], before: TournamentState | None = None
) -> TournamentState | None:
    """The state of a tournament after these records."""
    return tournament_state.fold((event for record in records for event in record.events), before)


def fold_cage(records: Iterable[CageRecord], before: AccountState | None = None) -> AccountState | None:
    """The state of an account after these records."""
    return cage_state.fold((event for record in records for event in record.events), before)


def fold_house(records: Iterable[HouseRecord], before: HouseState | None = None) -> HouseState:
    """What the house knows of itself after these records."""
    return house_state.fold((event for record in records for event in record.events), before)


def rebuild(
    records: Iterable[FairRecord], before: FairShoes, secret_of: Callable[[int], ShoeSecret | None]
) -> FairShoes:
    """The shoes of a table after these records; the secret of the shoe under way is looked up by the shoe's number.

    Without it the shoe stays locked: nothing can be dealt from it.
    """
    after = fold_shoes(records, before)
    secret = None if after.under_way is None else secret_of(after.shoes)
    return after if secret is None else with_secret(after, secret)


def fold_shoes(records: Iterable[FairRecord], before: FairShoes) -> FairShoes:
    """The same while the secret is locked away."""
    after = fair.locked(before)
    for record in records:
        for act in record.events:
            after = _evolved(after, record, act)
    return after


def _evolved(shoes: FairShoes, record: FairRecord, act: FairShoeEvent) -> FairShoes:
    try:
        return fair.evolve(shoes, act, by=record.command.actor.person, at=record.time)
    except ValueError as error:
        raise Unreadable(f"record {record.number} of {record.stream}: {error}") from None
