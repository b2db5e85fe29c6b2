"""The seeds of others than the house: all are promised before the first of them is opened."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from puntobanco.errors import Refused
from puntobanco.fair_shoes.commitment import LONGEST_SEED, promise
from puntobanco.fair_shoes.hashing import BYTES
from puntobanco.values.replace import changed

SECOND = 1_000_000
"""In the microseconds of a clock."""
FLAGGED_AFTER = 3
"""Who withholds a seed so often is looked at: each withholding was a choice between two orders."""


class SeedTimes(Struct, frozen=True, kw_only=True):
    """How long seeds may be promised, and then opened, in microseconds."""

    promising: int = 20 * SECOND
    opening: int = 10 * SECOND


class SeedWindow(Struct, frozen=True, kw_only=True):
    """The promises for the shoe with this commitment, by number from 1, and what of them was opened."""

    committed: bytes
    promises: tuple[bytes, ...] = ()
    opened: tuple[tuple[int, bytes], ...] = ()
    opening: bool = False
    """No more promises: they are being opened."""

    def promised(self, promised: bytes) -> "SeedWindow":
        if self.opening:
            _refuse("promises_closed", "seeds are being opened: no more can be promised for this shoe")
        if len(promised) != BYTES:
            _refuse("no_promise", f"a promise is a hash of {BYTES} bytes, not of {len(promised)}")
        if promised in self.promises:
            _refuse("promised_twice", "this very seed is promised already: make one of your own")
        return changed(self, promises=(*self.promises, promised))

    def opens(self) -> "SeedWindow":
        return changed(self, opening=True)

    def with_seed(self, number: int, seed: bytes) -> "SeedWindow":
        """A promised seed is opened; only the one that was promised can be."""
        if not self.opening:
            _refuse("not_opening_yet", "seeds are still being promised: open yours after that")
        if number in dict(self.opened):
            _refuse("opened_already", f"seed {number} is open already")
        if not 0 < len(seed) <= LONGEST_SEED or promise(seed, self.committed) != self.promises[number - 1]:
            _refuse("not_as_promised", f"this is not the seed that was promised as number {number}")
        return changed(self, opened=(*self.opened, (number, seed)))

    @property
    def seeds(self) -> tuple[bytes, ...]:
        """What goes into the shuffle, in the order in which it was promised."""
        return tuple(seed for _, seed in sorted(self.opened))

    @property
    def withheld(self) -> tuple[int, ...]:
        """The numbers of seeds that were promised and not opened."""
        return tuple(number for number in range(1, len(self.promises) + 1) if number not in dict(self.opened))


def _refuse(code: str, sentence: str) -> None:
    raise Refused(code, "seed window", sentence)


def flagged(withholdings: Iterable[tuple[str, bool]]) -> tuple[str, ...]:
    """Who withheld promised seeds too often, from who promised one and whether it was withheld."""
    times = Counter(person for person, withheld in withholdings if withheld)
    return tuple(person for person, count in times.items() if count >= FLAGGED_AFTER)
