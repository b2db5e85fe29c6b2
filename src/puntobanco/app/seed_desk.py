"""Who adds which seed, by the house's clock. Persons stay here: acts have the numbers of their seeds only."""

from collections.abc import Callable
from dataclasses import dataclass, field

from puntobanco.app.clock import Clock
from puntobanco.errors import Refused
from puntobanco.fairness.acts import SeedFrom
from puntobanco.fairness.window import SeedWindow
from puntobanco.table import Actor, Role

SECOND = 1_000_000
"""In the clock's microseconds."""
_WHO_MAY = {Role.PATRON: SeedFrom.PATRON, Role.AUDITOR: SeedFrom.AUDITOR}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedTimes:
    """How long seeds may be promised, and then opened, in microseconds."""

    promising: int = 20 * SECOND
    opening: int = 10 * SECOND


@dataclass(slots=True)
class SeedDesk:
    """Takes seeds for one shoe, from its commitment until the time is over or all that were promised are open."""

    window: SeedWindow
    times: SeedTimes
    clock: Clock
    promised: Callable[[int, SeedFrom, bytes], None]
    """Told of every promise that is taken."""
    opened: Callable[[int, bytes], None]
    """Told of every seed that is opened."""
    _numbers: dict[str, int] = field(default_factory=dict)
    _began: int = field(init=False)

    def __post_init__(self) -> None:
        self._began = self.clock()

    def promise(self, actor: Actor, promise: bytes) -> int:
        """Take somebody's promise; gives the number of the seed. The house and its staff have the secret."""
        self._look_at_the_clock()
        by = _WHO_MAY.get(actor.role)
        if by is None:
            raise Refused(
                "not_for_staff", "seed window", "seeds are for patrons and auditors: the house has its secret"
            )
        person = actor.person
        if person in self._numbers:
            raise Refused("promised_already", "seed window", "you have promised a seed for this shoe: open that one")
        self.window = self.window.promised(promise)
        number = self._numbers[person] = len(self.window.promises)
        self.promised(number, by, promise)
        return number

    def open(self, actor: Actor, seed: bytes) -> None:
        """Open the seed that this person promised."""
        self._look_at_the_clock()
        number = self._numbers.get(actor.person)
        if number is None:
            raise Refused("not_promised", "seed window", "you have promised no seed for this shoe")
        if self.is_over:
            raise Refused("too_late", "seed window", "the time is over: your seed is left out")
        self.window = self.window.with_seed(number, seed)
        self.opened(number, seed)

    def close(self) -> None:
        """The shoe is over: nothing more is taken, also from whoever still has this desk in sight."""
        self.times = SeedTimes(promising=0, opening=0)

    @property
    def is_over(self) -> bool:
        self._look_at_the_clock()
        everything_open = self.window.opening and not self.window.withheld
        return everything_open or self._waited >= self.times.promising + self.times.opening

    @property
    def _waited(self) -> int:
        return self.clock() - self._began

    def _look_at_the_clock(self) -> None:
        if not self.window.opening and self._waited >= self.times.promising:
            self.window = self.window.opens()

    def kept_promises(self) -> tuple[tuple[str, bool], ...]:
        """Who promised a seed, and whether it was withheld."""
        withheld = self.window.withheld
        return tuple((person, number in withheld) for person, number in self._numbers.items())
