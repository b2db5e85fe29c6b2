"""A commit whose connection was lost: whether it happened is asked of the store, by the ids of what was to be kept."""

from collections.abc import Callable, Mapping, Sequence
from time import monotonic, sleep
from typing import TypeAlias

from puntobanco.store import Fate, Line, Outcome, Store, StoreFailure, StoreUnsure, Unit

SECONDS_TO_LOOK_UP, SECONDS_BETWEEN_TRIES = 30.0, 0.1
Name: TypeAlias = tuple[str, str]


def outcomes(store: Store, units: Sequence[Unit], *, goes_on: Callable[[], bool]) -> list[Outcome] | None:
    """What became of each unit; none if nothing of them is there."""
    found = _found(store, [(row.stream, row.id) for unit in units for row in unit.rows], goes_on)
    return [_outcome(unit, found) for unit in units] if found else None


def _found(store: Store, names: list[Name], goes_on: Callable[[], bool]) -> dict[Name, Line]:
    """Ask until there is an answer, for a while; then nobody is told that nothing was written."""
    end = monotonic() + SECONDS_TO_LOOK_UP
    while True:
        try:
            return store.find_many(names)
        except StoreFailure as error:
            if monotonic() > end or not goes_on():
                sentence = "the connection was lost during the commit, and does not come back: ask again"
                raise StoreUnsure(sentence) from error
            sleep(SECONDS_BETWEEN_TRIES)


def _outcome(unit: Unit, found: Mapping[Name, Line]) -> Outcome:
    """What became of a unit, by what is stored under its ids."""
    lines = [found.get((row.stream, row.id)) for row in unit.rows]
    there = tuple([line for line in lines if line is not None])
    if [line.body for line in there] == [row.body for row in unit.rows]:
        return Outcome(Fate.WRITTEN, there)
    return Outcome(Fate.KNOWN if there else Fate.STALE)
