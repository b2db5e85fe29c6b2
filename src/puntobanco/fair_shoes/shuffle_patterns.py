"""Looking at the order of the cards. It only ever raises an alarm: who replaced a shoe for its order would choose one.

Cards whose faces nobody has seen are none; they end a run.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from puntobanco.values.cards import DECK, Card

ALARMING_RUN = 6
"""So many cards in a row are alarming: by chance, fewer than one shoe of 50,000 has such a run."""
Seen: TypeAlias = Sequence[Card | None]


class Suspicion(StrEnum):
    """What an order looks like that was not shuffled well."""

    SLUG = "slug"
    """A run of the last shoe's order."""
    UNSHUFFLED = "unshuffled"
    """A run of the order in which new decks come, forwards or backwards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alarm:
    """Tell the supervisor: so many cards from this place out of the shoe on."""

    suspicion: Suspicion
    place: int
    cards: int

    def __str__(self) -> str:
        of = "the last shoe's order" if self.suspicion is Suspicion.SLUG else "a new deck's order"
        return f"{self.cards} cards from place {self.place} on are a run of {of}"


def alarms(order: Seen, last: Seen = ()) -> tuple[Alarm, ...]:
    """Everything about an order that a supervisor should know; `last` is the order of the shoe before."""
    return (*unshuffled_runs(order), *slugs(order, last))


def unshuffled_runs(order: Seen) -> Iterator[Alarm]:
    """Cards that follow each other as in a new deck."""
    for step in (1, -1):
        follows = [_follows(one, other, step) for one, other in itertools.pairwise(order)]
        for start, steps in _runs(follows, ALARMING_RUN - 1):
            yield Alarm(suspicion=Suspicion.UNSHUFFLED, place=start + 1, cards=steps + 1)


def _follows(one: Card | None, other: Card | None, step: int) -> bool:
    return one is not None and other is not None and (one.index + step) % len(DECK) == other.index


def slugs(order: Seen, last: Seen) -> Iterator[Alarm]:
    """Cards that follow each other as they did in the last shoe."""
    known = set(_windows(last))
    for start, windows in _runs([None not in window and window in known for window in _windows(order)], 1):
        yield Alarm(suspicion=Suspicion.SLUG, place=start + 1, cards=windows + ALARMING_RUN - 1)


def _windows(order: Seen) -> Iterator[tuple[Card | None, ...]]:
    """Every run of alarming length."""
    return (tuple(order[start : start + ALARMING_RUN]) for start in range(len(order) - ALARMING_RUN + 1))


def _runs(flags: Sequence[bool], least: int) -> Iterator[tuple[int, int]]:
    """Where the flags are up at least so often in a row, and how often."""
    start = 0
    for place, flag in enumerate((*flags, False)):
        if flag:
            continue
        if place - start >= least:
            yield start, place - start
        start = place + 1
