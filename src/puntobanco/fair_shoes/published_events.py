"""What a patron holds: the acts of a table's shoes, one a line, in the order in which they were published."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.events import FairShoeEvent, SecretRevealed, SeedOpened, ShoeCommitted, read_act

A = TypeVar("A", bound=FairShoeEvent)


class Fault(StrEnum):
    """What can be wrong with a history."""

    UNREADABLE = "unreadable"
    BROKEN_CHAIN = "broken_chain"
    OUT_OF_ORDER = "out_of_order"
    DOES_NOT_FOLLOW = "does_not_follow"
    NOT_WHOLE_DECKS = "not_whole_decks"
    REPLAYED = "replayed"
    SEED_NOT_PROMISED = "seed_not_promised"
    SEED_UNACCOUNTED = "seed_unaccounted"
    SEED_MISSING = "seed_missing"
    SEEDING_MISNAMED = "seeding_misnamed"
    WRONG_CUT = "wrong_cut"
    CARD_NOT_SEALED = "card_not_sealed"
    SKIPPED_CARD = "skipped_card"
    SHOWN_TWICE = "shown_twice"
    NOT_DEALT_OUT = "not_dealt_out"
    TOO_MANY_OF_A_CARD = "too_many_of_a_card"
    NOT_THE_SECRET = "not_the_secret"
    NOT_THE_ROOT = "not_the_root"
    WITHHELD_REVEAL = "withheld_reveal"
    LATE_REVEAL = "late_reveal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What is wrong, and with which act, counted from 1; none for the history as a whole."""

    fault: Fault
    act: int | None
    sentence: str

    def __str__(self) -> str:
        where = "" if self.act is None else f"act {self.act}: "
        return f"{where}{self.sentence} ({self.fault})"


@dataclass(frozen=True, slots=True)
class Held:
    """An act and how many-th it is."""

    number: int
    act: FairShoeEvent

    def finding(self, fault: Fault, sentence: str) -> Finding:
        return Finding(fault=fault, act=self.number, sentence=sentence)


@dataclass(frozen=True, slots=True)
class HeldShoe:
    """The acts of one shoe, from its commitment on."""

    committed: ShoeCommitted
    held: tuple[Held, ...]

    def all(self, kind: type[A]) -> tuple[tuple[Held, A], ...]:
        return tuple((one, one.act) for one in self.held if isinstance(one.act, kind))

    def first(self, kind: type[A]) -> tuple[Held, A] | None:
        return next(iter(self.all(kind)), None)

    @property
    def seeds(self) -> tuple[bytes, ...]:
        """The opened seeds in the order in which they were promised."""
        opened = sorted((act.seed, act.opened) for _, act in self.all(SeedOpened))
        return tuple(bytes.fromhex(seed) for _, seed in opened)

    @property
    def secret(self) -> bytes | None:
        found = self.first(SecretRevealed)
        return None if found is None else bytes.fromhex(found[1].secret)


def read_history(lines: Iterable[bytes]) -> tuple[tuple[Held, ...], tuple[Finding, ...]]:
    """The acts that can be read, and what is wrong with the others."""
    held: list[Held] = []
    wrong: list[Finding] = []
    for number, line in enumerate(lines, start=1):
        try:
            held.append(Held(number, read_act(line)))
        except Unreadable as error:
            wrong.append(Finding(fault=Fault.UNREADABLE, act=number, sentence=str(error)))
    return tuple(held), tuple(wrong)


def shoes(held: Sequence[Held]) -> Iterator[HeldShoe]:
    """The acts shoe by shoe; what comes before the first commitment belongs to none."""
    starts = [place for place, one in enumerate(held) if isinstance(one.act, ShoeCommitted)]
    for start, end in zip(starts, [*starts[1:], len(held)], strict=False):
        committed = held[start].act
        if isinstance(committed, ShoeCommitted):
            yield HeldShoe(committed, tuple(held[start:end]))
