"""Whether the acts that a patron holds are those of an honest house; what is wrong is listed, never raised."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise

from puntobanco.coup.shoe import cut_stack
from puntobanco.fair_shoes.card_tree import proves
from puntobanco.fair_shoes.commitment import commitment, promise
from puntobanco.fair_shoes.event_order import broken_links, disorder
from puntobanco.fair_shoes.events import (
    CardHidden,
    CardShown,
    End,
    RevealOverdue,
    SecretRevealed,
    SeedLeftOut,
    SeedOpened,
    SeedPromised,
    ShoeCut,
    ShoeEnded,
    ShoeSealed,
    act_hash,
)
from puntobanco.fair_shoes.published_events import Fault, Finding, Held, HeldShoe, read_history, shoes
from puntobanco.fair_shoes.sealed_shoe import card_leaf, seal


def verify(lines: Iterable[bytes], *, own_seeds: Sequence[bytes] = ()) -> tuple[Finding, ...]:
    """Everything that is wrong with a history; seeds of one's own must be part of a shuffle."""
    held, unreadable = read_history(lines)
    if unreadable:
        return unreadable
    found = tuple(shoes(held))
    if not found:
        return (Finding(fault=Fault.UNREADABLE, act=None, sentence="there is no shoe in it"),)
    each = chain.from_iterable(map(_wrong_with, found))
    between = (*_successions(found), *_replays(found), *_withheld(found), *_missing(found, own_seeds))
    return (*broken_links(held), *disorder(held), *each, *between)


def _wrong_with(shoe: HeldShoe) -> Iterator[Finding]:
    yield from _first_link(shoe)
    yield from _decks(shoe)
    yield from _seeds(shoe)
    yield from _seeding(shoe)
    yield from _cut(shoe)
    yield from _cards(shoe)
    yield from _end(shoe)
    yield from _reveal(shoe)


def _first_link(shoe: HeldShoe) -> Iterator[Finding]:
    if shoe.committed.previous != shoe.committed.context.previous:
        yield shoe.held[0].finding(Fault.BROKEN_CHAIN, "its context names another act before it than the act itself")


def _decks(shoe: HeldShoe) -> Iterator[Finding]:
    """A stacked shoe is fair in everything else: only its composition shows it."""
    counts = set(shoe.committed.context.composition)
    if len(counts) > 1 or 0 in counts:
        yield shoe.held[0].finding(Fault.NOT_WHOLE_DECKS, "its cards are not whole decks")


# Seeds


def _seeds(shoe: HeldShoe) -> Iterator[Finding]:
    promised = {act.seed: act.promise for _, act in shoe.all(SeedPromised)}
    committed = bytes.fromhex(shoe.committed.commitment)
    for one, opened in shoe.all(SeedOpened):
        if promised.get(opened.seed) != promise(bytes.fromhex(opened.opened), committed).hex():
            yield one.finding(Fault.SEED_NOT_PROMISED, f"seed {opened.seed} was not promised as it was opened")
    for one, left_out in shoe.all(SeedLeftOut):
        if left_out.seed not in promised:
            yield one.finding(Fault.SEED_NOT_PROMISED, f"seed {left_out.seed} was never promised")
    yield from _accounts(shoe)


def _accounts(shoe: HeldShoe) -> Iterator[Finding]:
    """Promises are counted from 1, and before the shoe is sealed each of them is opened or left out, once."""
    numbers = [act.seed for _, act in shoe.all(SeedPromised)]
    if numbers != list(range(1, len(numbers) + 1)):
        yield shoe.held[0].finding(Fault.SEED_UNACCOUNTED, "its promises are not counted from 1")
    opened, left_out = (act.seed for _, act in shoe.all(SeedOpened)), (act.seed for _, act in shoe.all(SeedLeftOut))
    sealed = shoe.first(ShoeSealed)
    if sealed is not None and Counter((*opened, *left_out)) != Counter(numbers):
        yield sealed[0].finding(Fault.SEED_UNACCOUNTED, "not every promised seed was either opened or left out, once")


def _seeding(shoe: HeldShoe) -> Iterator[Finding]:
    for one, sealed in shoe.all(ShoeSealed):
        if sealed.house_seeded == bool(shoe.seeds):
            sentence = f"it is {'' if sealed.house_seeded else 'not '}called house-seeded, with {len(shoe.seeds)} seeds"
            yield one.finding(Fault.SEEDING_MISNAMED, sentence)


def _missing(found: Sequence[HeldShoe], own_seeds: Sequence[bytes]) -> Iterator[Finding]:
    used = {seed for shoe in found for seed in shoe.seeds}
    for seed in own_seeds:
        if seed not in used:
            yield Finding(fault=Fault.SEED_MISSING, act=None, sentence=f"seed {seed.hex()} is part of no shuffle")


# Cut and cards


def _cut(shoe: HeldShoe) -> Iterator[Finding]:
    cards = sum(shoe.committed.context.composition)
    for one, cut in shoe.all(ShoeCut):
        if not (cut.at < cards and cut.depth <= cards):
            sentence = f"{cards} cards cannot be cut at {cut.at} with {cut.depth} behind the cutting card"
            yield one.finding(Fault.WRONG_CUT, sentence)


def _cards(shoe: HeldShoe) -> Iterator[Finding]:
    shown = shoe.all(CardShown)
    yield from _leaving(shoe)
    yield from _misplaced(shoe, shown)
    yield from _unproven(shoe, shown)
    for face, count in Counter(card.card for _, card in shown).items():
        if count > shoe.committed.context.cards.count(face):
            sentence = f"{face} is shown {count} times, more often than the shoe holds it"
            yield shoe.held[0].finding(Fault.TOO_MANY_OF_A_CARD, sentence)


def _leaving(shoe: HeldShoe) -> Iterator[Finding]:
    """Cards leave the shoe one after the other; only one that lies face down is shown later."""
    out = 0
    face_down: set[int] = set()
    for one in shoe.held:
        match one.act:
            case CardShown(place=place) if place in face_down:
                face_down.remove(place)
            case CardShown(place=place) | CardHidden(place=place):
                if place <= out:
                    yield one.finding(Fault.SHOWN_TWICE, f"card {place} has left the shoe already")
                elif place != out + 1 or place > sum(shoe.committed.context.composition):
                    yield one.finding(Fault.SKIPPED_CARD, f"card {place} cannot leave the shoe after card {out}")
                out = max(out, place)
                face_down |= {place} if isinstance(one.act, CardHidden) else set()


def _end(shoe: HeldShoe) -> Iterator[Finding]:
    """A shoe is dealt out when its cutting card has come."""
    cut = shoe.first(ShoeCut)
    out = max((one.act.place for one in shoe.held if isinstance(one.act, CardShown | CardHidden)), default=0)
    before = None if cut is None else sum(shoe.committed.context.composition) - cut[1].depth
    for one, ended in shoe.all(ShoeEnded):
        if ended.why is End.DEALT and (before is None or out < before):
            sentence = f"it is called dealt, and {out} cards are out: its cutting card has not come"
            yield one.finding(Fault.NOT_DEALT_OUT, sentence)


def _misplaced(shoe: HeldShoe, shown: Sequence[tuple[Held, CardShown]]) -> Iterator[Finding]:
    """The cut decides which card of the sealed order comes as so many-th."""
    cut = shoe.first(ShoeCut)
    cards = range(sum(shoe.committed.context.composition))
    leaves = () if cut is None else cut_stack(cards, cut[1].at)
    for one, card in shown:
        right = None if cut is None else (cut[1].at, leaves[card.place - 1] if card.place <= len(leaves) else None)
        if (card.cut, card.index) != right:
            sentence = f"the cut does not bring card {card.index} of the sealed order to place {card.place}"
            yield one.finding(Fault.WRONG_CUT, sentence)


def _unproven(shoe: HeldShoe, shown: Sequence[tuple[Held, CardShown]]) -> Iterator[Finding]:
    sealed = shoe.first(ShoeSealed)
    size = sum(shoe.committed.context.composition)
    for one, card in shown:
        if sealed is None or not is_proven(card, size, bytes.fromhex(sealed[1].root)):
            sentence = f"{card.card} is not proven to be card {card.index} of the sealed order"
            yield one.finding(Fault.CARD_NOT_SEALED, sentence)


def is_proven(card: CardShown, size: int, root: bytes) -> bool:
    """Whether a card that is shown is the one that was sealed at its index."""
    leaf = card_leaf(card.index, bytes.fromhex(card.salt), card.card)
    return proves(leaf, card.index, size, [bytes.fromhex(one) for one in card.proof], root)


# Reveal


def _reveal(shoe: HeldShoe) -> Iterator[Finding]:
    context = shoe.committed.context
    for one, _ in shoe.all(RevealOverdue):
        yield one.finding(Fault.LATE_REVEAL, "the secret was not revealed when the shoe ended")
    for one, revealed in shoe.all(SecretRevealed):
        secret = bytes.fromhex(revealed.secret)
        if commitment(secret, context).hex() != shoe.committed.commitment:
            yield one.finding(Fault.NOT_THE_SECRET, "this is not the secret that the house was bound to")
        root = seal(secret, shoe.seeds, context).root.hex()
        for sealing, sealed in shoe.all(ShoeSealed):
            if sealed.root != root:
                yield sealing.finding(Fault.NOT_THE_ROOT, "secret and seeds give another order than was sealed")


def _withheld(found: Sequence[HeldShoe]) -> Iterator[Finding]:
    """A shoe that has ended, or that another one followed, is revealed."""
    for place, shoe in enumerate(found, start=1):
        is_over = place < len(found) or shoe.first(ShoeEnded) is not None
        if is_over and shoe.secret is None:
            sentence = f"the secret of shoe {shoe.committed.context.shoe} was never revealed"
            yield shoe.held[-1].finding(Fault.WITHHELD_REVEAL, sentence)


# From shoe to shoe


def _successions(found: Sequence[HeldShoe]) -> Iterator[Finding]:
    for shoe in found[:1]:
        if (shoe.committed.context.shoe == 1) != (shoe.committed.previous is None):
            sentence = "the first shoe of a table, and no other, has no act before it"
            yield shoe.held[0].finding(Fault.DOES_NOT_FOLLOW, sentence)
    for before, after in pairwise(found):
        old, new = before.committed.context, after.committed.context
        follows = (new.house, new.table, new.shoe) == (old.house, old.table, old.shoe + 1)
        if not follows or new.previous != act_hash(before.held[-1].act):
            sentence = f"shoe {new.shoe} does not follow shoe {old.shoe} of the same table"
            yield after.held[0].finding(Fault.DOES_NOT_FOLLOW, sentence)


def _replays(found: Sequence[HeldShoe]) -> Iterator[Finding]:
    commitments = Counter(shoe.committed.commitment for shoe in found)
    secrets = Counter(shoe.secret for shoe in found if shoe.secret is not None)
    for shoe in found:
        if commitments[shoe.committed.commitment] > 1 or (shoe.secret is not None and secrets[shoe.secret] > 1):
            yield shoe.held[0].finding(Fault.REPLAYED, "its commitment or secret belongs to another shoe, too")
