"""A shuffled shoe that answers for the cards of a table in this process: it holds the shoes and all acts so far."""

from puntobanco.app.chance import Chance
from puntobanco.app.clock import Clock
from puntobanco.app.fair_dealing import PRACTICE, face_at, fill, follow, no_shoes_yet
from puntobanco.cards import Card
from puntobanco.errors import Refused
from puntobanco.fairness.acts import Act, End, SeedFrom
from puntobanco.fairness.step import ShoeDraft, Step, is_time_to_seal, open_seed, promise_seed
from puntobanco.fairness.watch import Alarm
from puntobanco.fairness.window import SeedTimes
from puntobanco.table import Actor, Role, TableState, commands, events

_WHO_MAY = {Role.PATRON: SeedFrom.PATRON, Role.AUDITOR: SeedFrom.AUDITOR}


class VirtualShoe:
    """The shoes of one table; each step replaces them."""

    def __init__(self, chance: Chance, *, house: str, table: str, clock: Clock, seeds: SeedTimes | None = None) -> None:
        """Without times for seeds nobody is asked for one, and every shoe is house-seeded."""
        self.shoes = no_shoes_yet(house=PRACTICE if chance.practice else house, table=table, times=seeds)
        self.acts: list[Act] = []
        self._chance, self._clock = chance, clock

    def fill(self, state: TableState | None, command: commands.Command) -> list[commands.Command]:
        """The command with its cards named; a shoe whose time for seeds is over is sealed first."""
        self.seal_in_time()
        return fill(self.shoes, state, command)

    def done(
        self,
        before: TableState | None,
        command: commands.Command,
        happened: tuple[events.Event, ...],
        state: TableState,
    ) -> tuple[Alarm, ...]:
        """A command was accepted; gives alarms about a shoe that ended with it."""
        now, secret = self._clock(), self._chance.secret
        return self._take(follow(self.shoes, before, command, happened, state, secret=secret, now=now))

    def seal_in_time(self) -> None:
        now = self._clock()
        if is_time_to_seal(self.shoes, now):
            draft = ShoeDraft(self.shoes, at=now)
            draft.seal()
            self._take(draft.step())

    def promise(self, actor: Actor, promise: bytes) -> int:
        """Take somebody's promise; gives the number of the seed. The house and its staff have the secret."""
        by = _WHO_MAY.get(actor.role)
        if by is None:
            sentence = "seeds are for patrons and auditors: the house has its secret"
            raise Refused("not_for_staff", "seed window", sentence)
        step = promise_seed(self.shoes, actor.person, by, promise, now=self._clock())
        self._take(step)
        shoe = step.shoes.under_way
        return 0 if shoe is None else len(shoe.promised_by)

    def open(self, actor: Actor, seed: bytes) -> None:
        """Open the seed that this person promised."""
        self._take(open_seed(self.shoes, actor.person, seed, now=self._clock()))

    def abandon(self) -> None:
        """Nobody goes on with the shoe: reveal it."""
        draft = ShoeDraft(self.shoes, at=self._clock())
        draft.end(End.ABANDONED)
        self._take(draft.step())

    def face_at(self, place: int) -> Card:
        """The card that leaves the shoe as so many-th."""
        return face_at(self.shoes.under_way, place)

    def _take(self, step: Step) -> tuple[Alarm, ...]:
        self.shoes = step.shoes
        self.acts += step.acts
        return step.alarms
