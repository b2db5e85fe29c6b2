"""Histories of honest houses, and of houses that cheat as well as they can: every forged one is written and chained
as an honest one would be."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from puntobanco.coup.shoe import cut_stack
from puntobanco.fair_shoes.commitment import commitment, promise
from puntobanco.fair_shoes.events import (
    CardHidden,
    CardShown,
    CutBy,
    End,
    FairShoeEvent,
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
    write_act,
)
from puntobanco.fair_shoes.sealed_shoe import SealedShoe, seal
from puntobanco.fair_shoes.shoe_context import Context
from puntobanco.fair_shoes.verify import verify
from puntobanco.values.cards import DECK, Card, Composition
from tests.fairness.other_verifier import other

RULES = "5" * 64


def lines(acts: list[FairShoeEvent]) -> list[bytes]:
    return [write_act(act) for act in acts]


def chained(acts: list[FairShoeEvent], last: FairShoeEvent | None = None) -> list[FairShoeEvent]:
    """The acts with each naming the one before it."""
    found: list[FairShoeEvent] = []
    for act in acts:
        before = found[-1] if found else last
        found.append(replace(act, previous=None if before is None else act_hash(before)))
    return found


def both(acts: list[FairShoeEvent]) -> tuple[bool, bool]:
    """Whether each of the two verifiers finds something."""
    written = lines(acts)
    return bool(verify(written)), bool(other.wrong_with_history(written))


@dataclass
class Shoe:
    """The making of one shoe; whoever cheats changes a part of it before it becomes acts."""

    rng: Random
    number: int
    last: FairShoeEvent | None
    decks: int = 1
    promised: int = 0
    secret: bytes = b""
    context: Context = field(init=False)
    seeds: dict[int, bytes] = field(init=False)
    left_out: tuple[int, ...] = field(init=False)
    committed: bytes = field(init=False)
    sealed: SealedShoe = field(init=False)
    cut: int = field(init=False)

    def __post_init__(self) -> None:
        self.secret = self.secret or self.rng.randbytes(32)
        self.context = Context(
            house="house",
            table="table",
            shoe=self.number,
            rules=RULES,
            composition=Composition.of_decks(self.decks).counts,
            previous=None if self.last is None else act_hash(self.last),
        )
        self.seeds = {number: self.rng.randbytes(32) for number in range(1, self.promised + 1)}
        self.left_out = tuple(number for number in self.seeds if self.rng.random() < 0.3)
        self.committed = commitment(self.secret, self.context)
        self.sealed = self.seal(self.secret)
        self.cut = self.rng.randrange(1, self.size)

    @property
    def size(self) -> int:
        return 52 * self.decks

    @property
    def opened(self) -> list[int]:
        return [number for number in self.seeds if number not in self.left_out]

    def seal(self, secret: bytes) -> SealedShoe:
        return seal(secret, [self.seeds[number] for number in self.opened], self.context)

    def commits(self) -> list[FairShoeEvent]:
        return [ShoeCommitted(previous=None, context=self.context, commitment=self.committed.hex())]

    def promises(self) -> list[FairShoeEvent]:
        return [self.promise(number) for number in self.seeds]

    def promise(self, number: int) -> FairShoeEvent:
        by = self.rng.choice(list(SeedFrom))
        hidden = promise(self.seeds[number], self.committed).hex()
        return SeedPromised(previous=None, seed=number, by=by, promise=hidden)

    def opens(self) -> list[FairShoeEvent]:
        opened: list[FairShoeEvent] = [
            SeedOpened(previous=None, seed=number, opened=self.seeds[number].hex()) for number in self.opened
        ]
        opened += [SeedLeftOut(previous=None, seed=number) for number in self.left_out]
        self.rng.shuffle(opened)
        return opened

    def seals(self) -> list[FairShoeEvent]:
        return [ShoeSealed(previous=None, root=self.sealed.root.hex(), house_seeded=not self.opened)]

    def cuts(self) -> list[FairShoeEvent]:
        return [ShoeCut(previous=None, at=self.cut, cut_by=self.rng.choice(list(CutBy)), depth=14, cutting_cards=1)]

    def shows(self) -> list[FairShoeEvent]:
        """Cards leave the shoe one by one; some lie face down, and of those some are turned later."""
        cards: list[FairShoeEvent] = [self.card(1)]
        face_down: list[int] = []
        for place in range(2, self.rng.randrange(4, 10)):
            hides = self.rng.random() < 0.4
            cards.append(CardHidden(previous=None, place=place) if hides else self.card(place))
            face_down += [place] if hides else []
            if face_down and self.rng.random() < 0.4:
                cards.append(self.card(face_down.pop()))
        cards.insert(self.rng.randrange(len(cards)), WagersBegan(previous=None))
        return cards

    def card(self, place: int, *, cut: int | None = None) -> CardShown:
        index = cut_stack(range(self.size), cut or self.cut)[place - 1]
        return CardShown(
            previous=None,
            place=place,
            cut=self.cut,
            index=index,
            card=self.sealed.order[index],
            salt=self.sealed.salts[index].hex(),
            proof=tuple(one.hex() for one in self.sealed.proof(index)),
        )

    def ends(self) -> list[FairShoeEvent]:
        """Before the cutting card has come."""
        return [ShoeEnded(previous=None, why=self.rng.choice([End.VOIDED, End.ABANDONED, End.CLOSED]))]

    def reveals(self) -> list[FairShoeEvent]:
        return [SecretRevealed(previous=None, secret=self.secret.hex())]

    def acts(self) -> list[FairShoeEvent]:
        before = [*self.commits(), *self.promises(), *self.opens(), *self.seals(), *self.cuts()]
        return chained([*before, *self.shows(), *self.ends(), *self.reveals()], self.last)


def new_shoe(rng: Random, before: list[FairShoeEvent], number: int, *, promised: int | None = None) -> Shoe:
    seeds = rng.randrange(4) if promised is None else promised
    decks = 8 if rng.random() < 0.05 else 1
    return Shoe(rng, number, before[-1] if before else None, decks=decks, promised=seeds)


def honest(rng: Random, shoes: int = 2) -> list[FairShoeEvent]:
    acts: list[FairShoeEvent] = []
    for number in range(1, shoes + 1):
        acts += new_shoe(rng, acts, number).acts()
    return acts


# Houses that cheat: each gives the acts of a shoe that follows an honest one

Forger = Callable[[Random, list[FairShoeEvent]], list[FairShoeEvent]]


def grinding(rng: Random, before: list[FairShoeEvent]) -> list[FairShoeEvent]:
    """The house knows the seeds and looks for an order that it likes: with another secret, or without a seed."""
    shoe = new_shoe(rng, before, 2, promised=2)
    shoe.left_out = ()
    shoe.sealed = shoe.seal(shoe.secret)
    match rng.randrange(3):
        case 0:
            shoe.secret = rng.randbytes(32)
            shoe.sealed = shoe.seal(shoe.secret)
        case 1:
            shoe.sealed = shoe.seal(rng.randbytes(32))
        case _:
            shoe.sealed = seal(shoe.secret, [shoe.seeds[rng.choice((1, 2))]], shoe.context)
    return shoe.acts()


def swapped_card(rng: Random, before: list[FairShoeEvent]) -> list[FairShoeEvent]:
    """Another card is shown than was sealed: with the proof of the right one, or of its own place."""
    shoe = new_shoe(rng, before, 2)
    acts = shoe.acts()
    at = rng.choice([place for place, act in enumerate(acts) if isinstance(act, CardShown)])
    shown = acts[at]
    assert isinstance(shown, CardShown)
    if rng.random() < 0.5:
        card = rng.choice([card for card in DECK if card is not shown.card])
        acts[at] = replace(shown, card=card)
    else:
        elsewhere = shoe.card(rng.choice([place for place in range(1, shoe.size + 1) if place != shown.place]))
        moved = replace(elsewhere, place=shown.place)
        acts[at] = moved if rng.random() < 0.5 else replace(moved, index=shown.index)
    return chained(acts, before[-1])


def second_root(rng: Random, before: list[FairShoeEvent]) -> list[FairShoeEvent]:
    """Another order is sealed after the first one, and dealt."""
    shoe = new_shoe(rng, before, 2)
    first = [*shoe.commits(), *shoe.promises(), *shoe.opens(), *shoe.seals()]
    cut = shoe.cuts() if rng.random() < 0.5 else []
    shoe.sealed = shoe.seal(rng.randbytes(32))
    return chained(
        [*first, *cut, *shoe.seals(), *shoe.cuts(), *shoe.shows(), *shoe.ends(), *shoe.reveals()], before[-1]
    )


def withheld_reveal(rng: Random, before: list[FairShoeEvent]) -> list[FairShoeEvent]:
    """The secret stays with the house; the next shoe comes, or nothing does."""
    acts = new_shoe(rng, before, 2).acts()[:-1]
    if rng.random() < 0.5:
        return acts
    acts = acts[:-1] if rng.random() < 0.5 else acts
    return [*acts, *new_shoe(rng, acts, 3).acts()]


def invented_seed(rng: Random, before: list[FairShoeEvent]) -> list[FairShoeEvent]:
    """A seed is opened that nobody promised, that was promised otherwise, or that was promised too late."""
    shoe = new_shoe(rng, before, 2, promised=2)
    shoe.left_out = ()
    shoe.sealed = shoe.seal(shoe.secret)
    promises, opened = shoe.promises(), shoe.opens()
    match rng.randrange(3):
        case 0:
            promises = promises[:-1]
        case 1:
            invented = promise(rng.randbytes(32), shoe.committed).hex()
            promises[-1] = SeedPromised(previous=None, seed=2, by=SeedFrom.PATRON, promise=invented)
        case _:
            opened = sorted(opened, key=lambda act: isinstance(act, SeedOpened) and act.seed)
            promises, opened = promises[:1], [opened[0], promises[1], opened[1]]
    rest = [*shoe.seals(), *shoe.cuts(), *shoe.shows(), *shoe.ends(), *shoe.reveals()]
    return chained([*shoe.commits(), *promises, *opened, *rest], before[-1])


def replayed_commitment(rng: Random, before: list[FairShoeEvent]) -> list[FairShoeEvent]:
    """The commitment, or the secret, of a shoe whose order everybody knows is used again."""
    old = before[0]
    secret = bytes.fromhex(next(act.secret for act in before if isinstance(act, SecretRevealed)))
    shoe = Shoe(rng, 2, before[-1], promised=1, secret=secret)
    if rng.random() < 0.5:
        assert isinstance(old, ShoeCommitted)
        shoe.committed = bytes.fromhex(old.commitment)
    return shoe.acts()


def wrong_cut(rng: Random, before: list[FairShoeEvent]) -> list[FairShoeEvent]:
    """Cards come as if the patron had cut elsewhere."""
    shoe = new_shoe(rng, before, 2)
    other_cut = rng.choice([at for at in range(1, shoe.size) if at != shoe.cut])
    acts = shoe.acts()
    for at, act in enumerate(acts):
        if isinstance(act, CardShown):
            acts[at] = shoe.card(act.place, cut=other_cut)
            if rng.random() < 0.5:
                acts[at] = replace(shoe.card(act.place, cut=other_cut), cut=other_cut)
    return chained(acts, before[-1])


def skipped_card(rng: Random, before: list[FairShoeEvent]) -> list[FairShoeEvent]:
    """The card on top stays in the shoe, and the second is dealt instead; neither is mentioned."""
    shoe = new_shoe(rng, before, 2)
    acts = shoe.acts()
    last = max(act.place for act in acts if isinstance(act, CardHidden | CardShown))
    skipped = rng.randrange(1, last)
    kept = [act for act in acts if not (isinstance(act, CardHidden | CardShown) and act.place == skipped)]
    return chained(kept, before[-1])


def stacked_shoe(rng: Random, before: list[FairShoeEvent]) -> list[FairShoeEvent]:
    """Some cards are there too often and others too seldom, and the house commits to just that."""
    shoe = new_shoe(rng, before, 2)
    counts = list(shoe.context.composition)
    more, fewer = rng.sample(range(len(counts)), 2)
    counts[more], counts[fewer] = counts[more] + 1, counts[fewer] - 1
    shoe.context = replace(shoe.context, composition=tuple(counts))
    shoe.committed = commitment(shoe.secret, shoe.context)
    shoe.sealed = shoe.seal(shoe.secret)
    return shoe.acts()


def dropped_act(rng: Random, before: list[FairShoeEvent]) -> list[FairShoeEvent]:
    """An act was taken out of the history, or changed in it, and what follows is as it was."""
    acts = new_shoe(rng, before, 2, promised=2).acts()
    at = rng.randrange(len(acts) - 1)
    if rng.random() < 0.5:
        return acts[:at] + acts[at + 1 :]
    shown = next(act for act in acts if isinstance(act, CardShown))
    other_card: Card = next(card for card in DECK if card is not shown.card)
    return [replace(act, card=other_card) if act is shown else act for act in acts]


FORGERS: tuple[Forger, ...] = (
    grinding,
    swapped_card,
    second_root,
    withheld_reveal,
    invented_seed,
    replayed_commitment,
    wrong_cut,
    skipped_card,
    stacked_shoe,
    dropped_act,
)


def forged(rng: Random, forger: Forger) -> list[FairShoeEvent]:
    """An honest shoe and the forged one after it, sometimes with an honest one behind that."""
    before = honest(rng, 1)
    acts = [*before, *forger(rng, before)]
    if rng.random() < 0.3 and isinstance(acts[-1], SecretRevealed) and forger is not withheld_reveal:
        acts += new_shoe(rng, acts, 3).acts()
    return acts
