"""The house's side of a fair shoe: it keeps the secret, and publishes every act in time."""

from typing import Any

from puntobanco.app.chance import Chance
from puntobanco.app.clock import Clock
from puntobanco.app.seed_desk import SeedDesk, SeedTimes
from puntobanco.cards import Composition
from puntobanco.errors import Unreadable
from puntobanco.fairness.acts import (
    Act,
    CardHidden,
    CardShown,
    CutBy,
    End,
    SecretRevealed,
    SeedFrom,
    SeedLeftOut,
    SeedOpened,
    SeedPromised,
    ShoeCommitted,
    ShoeCut,
    ShoeEnded,
    ShoeSealed,
    WagersBegan,
    act_hash,
    following,
)
from puntobanco.fairness.commitment import commitment
from puntobanco.fairness.context import Context
from puntobanco.fairness.order import FOLLOWS, Stage
from puntobanco.fairness.sealed import SealedShoe, seal
from puntobanco.fairness.watch import Alarm, alarms
from puntobanco.fairness.window import SeedWindow, flagged
from puntobanco.rules.table_rules import TableRules
from puntobanco.words import clean

PRACTICE = "practice: repeatable, not fair"
"""The house of shoes whose secrets come from a seed that somebody chose."""


def _name(text: str) -> str:
    """A name that acts can hold."""
    if not text:
        raise Unreadable("a house and its tables have names: an empty one is none")
    return clean(text)


class FairHouse:
    """The shoes of one table, one after the other."""

    def __init__(self, chance: Chance, *, house: str, table: str, clock: Clock, seeds: SeedTimes | None) -> None:
        """Without times for seeds nobody is asked for one, and every shoe is house-seeded."""
        self.acts: list[Act] = []
        self.desk: SeedDesk | None = None
        self._chance, self._clock, self._times = chance, clock, seeds
        self._house, self._table = PRACTICE if chance.practice else _name(house), _name(table)
        self._shoes, self._stage = 0, Stage.NONE
        self._secret: bytes | None = None
        self._context: Context | None = None
        self._sealed: SealedShoe | None = None
        self._cut = 0
        self._wagered = False
        self._withholdings: list[tuple[str, bool]] = []

    @property
    def is_under_way(self) -> bool:
        """Whether a shoe was committed to that is not revealed yet."""
        return self._secret is not None

    @property
    def flagged(self) -> tuple[str, ...]:
        """Who has withheld seeds too often."""
        return flagged(self._withholdings)

    def commit(self, rules: TableRules) -> None:
        """Draw a secret for the next shoe, and be bound to it."""
        if self.is_under_way:
            raise ValueError("the last shoe is not revealed yet")
        self._shoes += 1
        self._secret, self._sealed, self._wagered = self._chance.secret(), None, False
        self._context = context = Context(
            house=self._house,
            table=self._table,
            shoe=self._shoes,
            rules=rules.digest,
            composition=Composition.of_decks(rules.decks.value).counts,
            previous=act_hash(self.acts[-1]) if self.acts else None,
        )
        committed = commitment(self._secret, context)
        self._publish(ShoeCommitted, context=context, commitment=committed.hex())
        self.desk = None if self._times is None else self._desk(committed, self._times)

    def _desk(self, committed: bytes, times: SeedTimes) -> SeedDesk:
        return SeedDesk(SeedWindow(committed=committed), times, self._clock, self._promised, self._opened)

    def _promised(self, number: int, by: SeedFrom, promise: bytes) -> None:
        self._publish(SeedPromised, seed=number, by=by, promise=promise.hex())

    def _opened(self, number: int, seed: bytes) -> None:
        self._publish(SeedOpened, seed=number, opened=seed.hex())

    def sealed(self) -> SealedShoe | None:
        """The shoe with its order, as soon as nobody can add a seed any more."""
        if self._sealed is None and self._secret is not None and (self.desk is None or self.desk.is_over):
            self._seal(self._secret)
        return self._sealed

    def _seal(self, secret: bytes) -> None:
        if self._context is None:
            raise ValueError("a shoe is committed to before it is sealed")
        seeds = () if self.desk is None else self.desk.window.seeds
        sealed = seal(secret, seeds, self._context)
        self._leave_out()
        self._sealed = sealed
        self._publish(ShoeSealed, root=sealed.root.hex(), house_seeded=not seeds)

    def _leave_out(self) -> None:
        """What was promised and not opened."""
        if self.desk is not None:
            for number in self.desk.window.withheld:
                self._publish(SeedLeftOut, seed=number)
            self._withholdings += self.desk.kept_promises()

    def cut(self, rules: TableRules, at: int, by: CutBy) -> None:
        self._cut = at
        depth, cutting_cards = rules.cut_depth.value, rules.cutting_cards.value
        self._publish(ShoeCut, at=at, cut_by=by, depth=depth, cutting_cards=cutting_cards)

    def wagered(self) -> None:
        """A wager was placed or altered; the first one of a shoe is an act."""
        if self.is_under_way and not self._wagered:
            self._wagered = True
            self._publish(WagersBegan)

    def hide(self, place: int) -> None:
        """A card leaves the shoe face down: everybody can count it, and nobody can tell which it is."""
        self._publish(CardHidden, place=place)

    def show(self, place: int, index: int) -> None:
        """Everybody sees a card: it is proven at once."""
        if self._sealed is None:
            raise ValueError("a card is shown that was never sealed")
        self._publish(
            CardShown,
            place=place,
            cut=self._cut,
            index=index,
            card=self._sealed.order[index],
            salt=self._sealed.salts[index].hex(),
            proof=tuple(one.hex() for one in self._sealed.proof(index)),
        )

    def end(self, why: End) -> tuple[Alarm, ...]:
        """No further card leaves the shoe: reveal its secret.

        What is odd about its order is told only now: before, it would tell where cards lie. No shoe is replaced for it
        either, since that would be choosing one.
        """
        if self._secret is None:
            return ()
        if self.desk is not None:
            self.desk.close()
        self._publish(ShoeEnded, why=why)
        self._publish(SecretRevealed, secret=self._secret.hex())
        sealed, self._secret, self._sealed, self.desk = self._sealed, None, None, None
        return () if sealed is None else alarms(sealed.order)

    def _publish(self, kind: type[Act], **members: Any) -> None:
        """Acts that come out of order convict the house: a mistake of the program stops here."""
        after = FOLLOWS[self._stage].get(kind)
        if after is None:
            raise ValueError(f"{kind.__name__} cannot come now: the shoe is at {self._stage.name}")
        self._stage = after
        self.acts.append(following(self.acts[-1] if self.acts else None, kind, **members))
