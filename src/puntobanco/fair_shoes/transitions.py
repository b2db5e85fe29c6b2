"""What the house does with its shoes: acts, and the value after them. Who throws both away has done nothing."""

from dataclasses import dataclass
from typing import Any

from puntobanco.errors import Refused
from puntobanco.fair_shoes.event_order import Stage
from puntobanco.fair_shoes.events import (
    CardHidden,
    CardShown,
    CutBy,
    End,
    FairShoeEvent,
    RevealOverdue,
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
)
from puntobanco.fair_shoes.house_secret import ShoeSecret
from puntobanco.fair_shoes.seed_window import SeedWindow
from puntobanco.fair_shoes.shoe_context import Context
from puntobanco.fair_shoes.shuffle_patterns import Alarm, alarms
from puntobanco.fair_shoes.state import FairShoes, ShoeUnderWay, evolve, under_way, with_secret
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.values.cards import Composition

TAKES_SEEDS = (Stage.PROMISING, Stage.OPENING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The shoes after a step and the acts that led there, to be kept together or not at all."""

    shoes: FairShoes
    acts: tuple[FairShoeEvent, ...]
    secret: ShoeSecret | None = None
    """Of a shoe that was committed to: kept with its commitment, or not at all."""
    alarms: tuple[Alarm, ...] = ()
    """What is odd about the order of a shoe that ended."""


class ShoeDraft:
    """A step while it is being made; what somebody did at this time leads to acts, each evolved once."""

    __slots__ = ("_alarms", "_at", "_by", "_secret", "acts", "shoes")

    def __init__(self, shoes: FairShoes, *, by: str = "", at: int = 0) -> None:
        self.shoes = shoes
        self.acts: list[FairShoeEvent] = []
        self._by, self._at = by, at
        self._secret: ShoeSecret | None = None
        self._alarms: tuple[Alarm, ...] = ()

    def step(self) -> Step:
        return Step(shoes=self.shoes, acts=tuple(self.acts), secret=self._secret, alarms=self._alarms)

    def commit(self, rules: TableRules, secret: bytes) -> None:
        """Be bound to a secret for the next shoe, and seal it at once where nobody is asked for seeds."""
        if self.shoes.under_way is not None:
            raise ValueError("the last shoe is not revealed yet")
        kept = ShoeSecret(secret)
        context = Context(
            house=self.shoes.house,
            table=self.shoes.table,
            shoe=self.shoes.shoes + 1,
            rules=rules.digest,
            composition=Composition.of_decks(rules.decks.value).counts,
            previous=self.shoes.last,
        )
        self.publish(ShoeCommitted, context=context, commitment=kept.commitment(context).hex())
        self.shoes, self._secret = with_secret(self.shoes, kept), kept
        if self.shoes.times is None:
            self.seal()

    def seal(self) -> None:
        """Nobody can add a seed any more. A shoe of other cards than the table's is stopped; its secret shows why."""
        shoe = under_way(self.shoes)
        if shoe.secret is None:
            raise locked_away()
        sealed = shoe.order()
        if sealed is None:
            self.end(End.ABANDONED)
            return
        for number in shoe.window.withheld:
            self.publish(SeedLeftOut, seed=number)
        self.publish(ShoeSealed, root=sealed.root.hex(), house_seeded=not shoe.window.seeds)

    def cut(self, rules: TableRules, at: int, by: CutBy) -> None:
        depth, cutting_cards = rules.cut_depth.value, rules.cutting_cards.value
        self.publish(ShoeCut, at=at, cut_by=by, depth=depth, cutting_cards=cutting_cards)

    def wagers_began(self) -> None:
        """A wager was placed or altered; the first one of a shoe is an act, unless the shoe is over."""
        shoe, over = self.shoes.under_way, self.shoes.stage in (Stage.ENDED, Stage.OVERDUE)
        if shoe is not None and not shoe.wagered and not over:
            self.publish(WagersBegan)

    def hide(self, place: int) -> None:
        """A card leaves the shoe face down: everybody can count it, and nobody can tell which it is."""
        self.publish(CardHidden, place=place)

    def show(self, place: int) -> None:
        """Everybody sees a card: it is proven at once."""
        shoe = under_way(self.shoes)
        sealed = shoe.sealed
        if sealed is None or shoe.cut is None:
            raise ValueError("a card is shown that was never sealed")
        index = shoe.index_of(place)
        self.publish(
            CardShown,
            place=place,
            cut=shoe.cut.at,
            index=index,
            card=sealed.order[index],
            salt=sealed.salts[index].hex(),
            proof=tuple(one.hex() for one in sealed.proof(index)),
        )

    def end(self, why: End) -> None:
        """No further card leaves the shoe: reveal its secret. One that is locked away is overdue from now on.

        What is odd about its order is told only now: before, it would tell where cards lie. No shoe is replaced for it
        either, since that would be choosing one.
        """
        shoe = self.shoes.under_way
        if shoe is None or self.shoes.stage in (Stage.ENDED, Stage.OVERDUE):
            return
        self.publish(ShoeEnded, why=why)
        if shoe.secret is None:
            self.publish(RevealOverdue)
        else:
            self._alarms += () if shoe.sealed is None else alarms(shoe.sealed.order)
            self.publish(SecretRevealed, secret=shoe.secret.raw().hex())

    def reveal_late(self) -> None:
        """The secret of a shoe that ended while it was locked away."""
        shoe = self.shoes.under_way
        if shoe is None or self.shoes.stage is not Stage.OVERDUE:
            raise Refused("not_overdue", "virtual shoe", "no reveal is overdue")
        if shoe.secret is None:
            raise locked_away()
        self.publish(SecretRevealed, secret=shoe.secret.raw().hex())

    def publish(self, kind: type[FairShoeEvent], **members: Any) -> None:
        """Acts that come out of order convict the house: a mistake of the program stops here."""
        act = kind(previous=self.shoes.last, **members)
        self.shoes = evolve(self.shoes, act, by=self._by, at=self._at)
        self.acts.append(act)


# Seeds


def promise_seed(shoes: FairShoes, person: str, by: SeedFrom, promise: bytes, *, now: int) -> Step:
    """Take somebody's promise of a seed for the shoe under way."""
    shoe = shoes.under_way
    if shoe is None or shoes.stage not in TAKES_SEEDS:
        raise _refused("promises_closed", "no shoe takes seeds now: promise one after the next shuffle")
    if person in shoe.promised_by:
        raise _refused("promised_already", "you have promised a seed for this shoe: open that one")
    after = _window_at(shoes, shoe, now).promised(promise)
    draft = ShoeDraft(shoes, by=person, at=now)
    draft.publish(SeedPromised, seed=len(after.promises), by=by, promise=promise.hex())
    return draft.step()


def open_seed(shoes: FairShoes, person: str, seed: bytes, *, now: int) -> Step:
    """Open the seed that this person promised."""
    shoe = shoes.under_way
    if shoe is None or shoes.stage not in TAKES_SEEDS:
        raise _refused("too_late", "no shoe takes seeds now: what was not opened is left out")
    if person not in shoe.promised_by:
        raise _refused("not_promised", "you have promised no seed for this shoe")
    if is_time_to_seal(shoes, now):
        raise _refused("too_late", "the time is over: your seed is left out")
    number = shoe.promised_by.index(person) + 1
    _window_at(shoes, shoe, now).with_seed(number, seed)
    draft = ShoeDraft(shoes, by=person, at=now)
    draft.publish(SeedOpened, seed=number, opened=seed.hex())
    return draft.step()


def is_time_to_seal(shoes: FairShoes, now: int) -> bool:
    """Whether a shoe waits for its seal, and nobody can add a seed any more."""
    shoe = shoes.under_way
    if shoe is None or shoes.stage not in TAKES_SEEDS:
        return False
    window, times = _window_at(shoes, shoe, now), shoes.times
    everything_open = window.opening and not window.withheld
    return everything_open or times is None or now - shoe.began >= times.promising + times.opening


def _window_at(shoes: FairShoes, shoe: ShoeUnderWay, now: int) -> SeedWindow:
    """The seeds by the clock: after the time for promises they can only be opened."""
    over = shoes.times is None or now - shoe.began >= shoes.times.promising
    return shoe.window.opens() if over else shoe.window


def _refused(code: str, sentence: str) -> Refused:
    return Refused(code, "seed window", sentence)


def locked_away() -> Refused:
    sentence = "the key to the secret of this shoe is missing: bring the key file, or end the shoe"
    return Refused("shoe_locked", "virtual shoe", sentence)
