"""The shoes of one table as a value: a fold of its acts, to which the secret of the shoe under way is attached."""

from typing import TypeAlias

from msgspec import Struct

from puntobanco.fair_shoes.event_order import FOLLOWS, Stage
from puntobanco.fair_shoes.events import (
    End,
    FairShoeEvent,
    SecretRevealed,
    SeedLeftOut,
    SeedOpened,
    SeedPromised,
    ShoeCommitted,
    ShoeCut,
    ShoeEnded,
    ShoeSealed,
    WagersBegan,
    act_hash,
)
from puntobanco.fair_shoes.house_secret import ShoeSecret
from puntobanco.fair_shoes.sealed_shoe import SealedShoe
from puntobanco.fair_shoes.seed_window import SeedTimes, SeedWindow, flagged
from puntobanco.fair_shoes.shoe_context import Context
from puntobanco.values.cards import Card
from puntobanco.values.replace import changed

Persons: TypeAlias = tuple[str, ...]


class Cut(Struct, frozen=True, kw_only=True):
    """Where the sealed order was cut, and what was put in."""

    at: int
    depth: int
    cutting_cards: int


class ShoeUnderWay(Struct, frozen=True, kw_only=True):
    """A shoe that the house is bound to and that is not revealed yet."""

    context: Context
    window: SeedWindow
    began: int
    """When seeds could first be promised, in microseconds."""
    promised_by: Persons = ()
    """Who promised the seeds 1, 2, and so on: acts name nobody."""
    root: str | None = None
    cut: Cut | None = None
    wagered: bool = False
    """Whether a wager was placed on it."""
    ended: End | None = None
    """Why no further card leaves it."""
    secret: ShoeSecret | None = None
    """None where it is locked away: then no card can be told, and nothing revealed."""
    revealed: str | None = None
    """The same once everybody knows it."""

    @property
    def cards(self) -> int:
        return sum(self.context.composition)

    @property
    def sealed(self) -> SealedShoe | None:
        """The sealed order; none before the root, and while the secret is locked away."""
        found = None if self.root is None else self.order()
        if found is not None and found.root.hex() != self.root:
            raise ValueError("the order of this shoe is another one than was sealed")
        return found

    def order(self) -> SealedShoe | None:
        """The order that the seeds opened so far give; none for wrong cards, and while the secret is locked away."""
        secret = self.secret if self.revealed is None else ShoeSecret(bytes.fromhex(self.revealed))
        return None if secret is None else secret.sealed(self.window.seeds, self.context)

    def index_of(self, place: int) -> int:
        """Where in the sealed order the card stands that leaves the shoe as so many-th."""
        if self.cut is None or not 1 <= place <= self.cards:
            raise ValueError(f"no card leaves this shoe as number {place}")
        return (self.cut.at + place - 1) % self.cards

    def face_at(self, place: int) -> Card | None:
        """The card that leaves the shoe as so many-th; none while the secret is locked away."""
        sealed = self.sealed
        return None if sealed is None else sealed.order[self.index_of(place)]

    @property
    def after_cutting_cards(self) -> tuple[int, ...]:
        """The places of the cards that come after a cutting card; the second one lies behind all cards."""
        if self.cut is None:
            return ()
        return (self.cards - self.cut.depth + 1, self.cards + 1)[: self.cut.cutting_cards]


class FairShoes(Struct, frozen=True, kw_only=True):
    """The shoes of one table, one after the other. Nothing changes it: what happens makes a new one."""

    house: str
    table: str
    times: SeedTimes | None
    """Without them nobody is asked for a seed, and every shoe is house-seeded."""
    shoes: int = 0
    """How many were committed to."""
    stage: Stage = Stage.NONE
    last: str | None = None
    """The hash of the last act."""
    withheld_by: Persons = ()
    """Who withheld a promised seed, as often as it happened."""
    under_way: ShoeUnderWay | None = None
    restored: ShoeUnderWay | None = None
    """The last shoe, if a restore ended it: its cards may lie on the table, for everybody to compute."""

    @property
    def flagged(self) -> Persons:
        """Who has withheld seeds too often."""
        return flagged((person, True) for person in self.withheld_by)


def evolve(shoes: FairShoes, act: FairShoeEvent, *, by: str, at: int) -> FairShoes:
    """The shoes after an act, which came of what somebody did at this time."""
    stage = FOLLOWS[shoes.stage].get(type(act))
    if stage is None:
        raise ValueError(f"{type(act).__name__} cannot come now: the shoe is at {shoes.stage.name}")
    if act.previous != shoes.last:
        raise ValueError(f"{type(act).__name__} does not follow the act before it")
    after = changed(shoes, stage=stage, last=act_hash(act))
    match act:
        case ShoeCommitted(context=context, commitment=committed):
            window = SeedWindow(committed=bytes.fromhex(committed))
            begun = ShoeUnderWay(context=context, window=window, began=at)
            named = changed(after, house=context.house, table=context.table)
            return changed(named, shoes=context.shoe, under_way=begun, restored=None)
        case SecretRevealed(secret=secret):
            return changed(after, under_way=None, restored=_restored(under_way(shoes), secret))
        case _:
            return _with_shoe(after, act, by)


def _restored(shoe: ShoeUnderWay, secret: str) -> ShoeUnderWay | None:
    return changed(shoe, secret=None, revealed=secret) if shoe.ended is End.RESTORED else None


def _with_shoe(shoes: FairShoes, act: FairShoeEvent, by: str) -> FairShoes:
    shoe = under_way(shoes)
    if isinstance(act, SeedLeftOut):
        return changed(shoes, withheld_by=(*shoes.withheld_by, shoe.promised_by[act.seed - 1]))
    after = _shoe_after(shoe, act, by)
    return shoes if after is shoe else changed(shoes, under_way=after)


def _shoe_after(shoe: ShoeUnderWay, act: FairShoeEvent, by: str) -> ShoeUnderWay:
    window = shoe.window
    match act:
        case SeedPromised(promise=promised):
            promises = (*window.promises, bytes.fromhex(promised))
            return changed(shoe, window=changed(window, promises=promises), promised_by=(*shoe.promised_by, by))
        case SeedOpened(seed=number, opened=seed):
            opened = (*window.opened, (number, bytes.fromhex(seed)))
            return changed(shoe, window=changed(window, opened=opened, opening=True))
        case ShoeSealed(root=root):
            return changed(shoe, root=root)
        case ShoeCut():
            return changed(shoe, cut=Cut(at=act.at, depth=act.depth, cutting_cards=act.cutting_cards))
        case WagersBegan():
            if shoe.wagered:
                raise ValueError("the wagers of this shoe began before")
            return changed(shoe, wagered=True)
        case ShoeEnded(why=why):
            return changed(shoe, ended=why)
        case _:
            return shoe


def under_way(shoes: FairShoes) -> ShoeUnderWay:
    if shoes.under_way is None:
        raise ValueError("no shoe is under way")
    return shoes.under_way


def with_secret(shoes: FairShoes, secret: ShoeSecret) -> FairShoes:
    """The same with the secret of the shoe under way, which must be the one that the house is bound to."""
    shoe = under_way(shoes)
    if secret.commitment(shoe.context) != shoe.window.committed:
        raise ValueError(f"this is not the secret that the house is bound to for shoe {shoes.shoes}")
    return changed(shoes, under_way=changed(shoe, secret=secret))


def locked(shoes: FairShoes) -> FairShoes:
    """The same without the secret: what may be kept outside the process."""
    shoe = shoes.under_way
    return shoes if shoe is None else changed(shoes, under_way=changed(shoe, secret=None))
