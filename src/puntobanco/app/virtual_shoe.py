"""A shuffled shoe that answers for the cards of a table in this process: it holds the shoes and their records."""

from collections.abc import Callable

from puntobanco.app.clock import Clock
from puntobanco.app.fair_shoe_commands import Alone, decide_step, reveal_restored
from puntobanco.app.fair_shoe_dealing import PRACTICE, face_at, fill, follow, no_shoes_yet
from puntobanco.app.randomness import Chance, command_id
from puntobanco.app.record_builder import RecordBuilder
from puntobanco.fair_shoes.commands import (
    AbandonShoe,
    EndRestored,
    FairShoeCommand,
    FollowTable,
    OpenSeed,
    PromiseSeed,
    RevealLate,
    SealShoe,
)
from puntobanco.fair_shoes.events import FairShoeEvent
from puntobanco.fair_shoes.seed_window import SeedTimes
from puntobanco.fair_shoes.shuffle_patterns import Alarm
from puntobanco.fair_shoes.state import under_way
from puntobanco.fair_shoes.stream_type import FAIR_SHOES, FairShoeRecord
from puntobanco.fair_shoes.transitions import Step, is_time_to_seal
from puntobanco.log.stream_types import AnyRecord
from puntobanco.streams.record import Position
from puntobanco.table import Actor, Role, TableState, commands, events
from puntobanco.values.cards import Card

HOUSE = Actor(person="house", role=Role.OPERATOR)
"""Who seals and abandons shoes by the clock."""


class VirtualShoe:
    """The shoes of one table; each step replaces them, and is a record."""

    def __init__(
        self,
        chance: Chance,
        *,
        house: str,
        table: str,
        clock: Clock,
        seeds: SeedTimes | None = None,
        ids: Callable[[], str] = command_id,
    ) -> None:
        """Without times for seeds nobody is asked for one, and every shoe is house-seeded."""
        self.shoes = no_shoes_yet(house=PRACTICE if chance.practice else house, table=table, times=seeds)
        self.records: list[FairShoeRecord] = []
        self._chance, self._clock = chance, clock
        self._written = RecordBuilder(FAIR_SHOES, f"shoes/{table}", clock=clock, ids=ids)

    @property
    def acts(self) -> list[FairShoeEvent]:
        """All that was published."""
        return [act for record in self.records for act in record.events]

    def fill(self, state: TableState | None, command: commands.TableCommand) -> list[commands.TableCommand]:
        """The command with its cards named; a shoe whose time for seeds is over is sealed first."""
        self.seal_in_time()
        return fill(self.shoes, state, command)

    def done(
        self,
        before: TableState | None,
        command: commands.TableCommand,
        happened: tuple[events.TableEvent, ...],
        state: TableState,
        sibling: AnyRecord | None = None,
    ) -> tuple[Alarm, ...]:
        """A command was accepted, with this record; gives alarms about a shoe that ended with it."""
        now = self._clock() if sibling is None else sibling.time
        step = follow(self.shoes, before, command, happened, state, secret=self._chance.secret, now=now)
        return self._take(FollowTable(actor=command.actor), step, now, sibling)

    def seal_in_time(self) -> None:
        if is_time_to_seal(self.shoes, self._clock()):
            self.do(SealShoe(actor=HOUSE))

    def promise(self, actor: Actor, promise: bytes) -> int:
        """Take somebody's promise; gives the number of the seed. The house and its staff have the secret."""
        self.do(PromiseSeed(actor=actor, promise=promise.hex()))
        return len(under_way(self.shoes).promised_by)

    def open(self, actor: Actor, seed: bytes) -> None:
        """Open the seed that this person promised."""
        self.do(OpenSeed(actor=actor, seed=seed.hex()))

    def abandon(self) -> None:
        """Nobody goes on with the shoe: reveal it."""
        self.do(AbandonShoe(actor=HOUSE))

    def reveal_restored(self, state: TableState | None, command: EndRestored | RevealLate) -> None:
        """The house came back from a backup: reveal the shoe that was open in it."""
        now = self._clock()
        self._take(command, reveal_restored(self.shoes, state, command, secret=self._chance.secret, now=now), now)

    def do(self, command: Alone) -> None:
        """Carry out a command of the shoes, or raise `Refused`."""
        now = self._clock()
        self._take(command, decide_step(self.shoes, command, now=now), now)

    def face_at(self, place: int) -> Card:
        """The card that leaves the shoe as so many-th."""
        return face_at(self.shoes.under_way, place)

    def _take(
        self, command: FairShoeCommand, step: Step, now: int, sibling: AnyRecord | None = None
    ) -> tuple[Alarm, ...]:
        beside = None if sibling is None else Position(stream=sibling.stream, number=sibling.number)
        if step.acts:
            self.records.append(self._written.record(command, step.acts, time=now, sibling=beside))
        self.shoes = step.shoes
        return step.alarms
