"""Every fault by itself: one thing is wrong, and it is found by its name; the other verifier finds it as well."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from puntobanco.fair_shoes.card_tree import levels
from puntobanco.fair_shoes.commitment import commitment
from puntobanco.fair_shoes.events import (
    CardHidden,
    CardShown,
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
    late_reveal,
)
from puntobanco.fair_shoes.published_events import Fault
from puntobanco.fair_shoes.sealed_shoe import SealedShoe, card_leaf
from puntobanco.fair_shoes.verify import verify
from puntobanco.values.cards import Card
from tests.fairness.histories import Shoe, chained, lines
from tests.fairness.other_verifier import other

PROMISED = 3


def made(change: Callable[[Shoe], None] | None = None, *, number: int = 1, last: FairShoeEvent | None = None) -> Shoe:
    """A shoe with three seeds, the second left out, and whatever else is done to it before it is committed to."""
    shoe = Shoe(Random(21), number, last, promised=PROMISED)
    shoe.left_out = (2,)
    if change is not None:
        change(shoe)
    shoe.committed = commitment(shoe.secret, shoe.context)
    shoe.sealed = shoe.seal(shoe.secret)
    return shoe


def first(acts: list[FairShoeEvent], kind: type[FairShoeEvent]) -> int:
    return next(place for place, act in enumerate(acts) if isinstance(act, kind))


def with_changed(kind: type[FairShoeEvent], **changes: object) -> list[FairShoeEvent]:
    """The acts of a shoe in which the first act of a kind is another."""
    acts = made().acts()
    place = first(acts, kind)
    return chained([*acts[:place], replace(acts[place], **changes), *acts[place + 1 :]])


def without(kind: type[FairShoeEvent]) -> list[FairShoeEvent]:
    acts = made().acts()
    place = first(acts, kind)
    return chained(acts[:place] + acts[place + 1 :])


def not_counted_from_one() -> list[FairShoeEvent]:
    acts = made().acts()
    numbers = {1: 1, 2: 3, 3: 4}
    kinds = SeedPromised | SeedOpened | SeedLeftOut
    return chained([replace(act, seed=numbers[act.seed]) if isinstance(act, kinds) else act for act in acts])


def opened_and_left_out() -> list[FairShoeEvent]:
    acts = made().acts()
    place = first(acts, ShoeSealed)
    return chained([*acts[:place], SeedLeftOut(previous=None, seed=1), *acts[place:]])


def left_out_without_promise() -> list[FairShoeEvent]:
    acts = made().acts()
    place = first(acts, ShoeSealed)
    return chained([*acts[:place], SeedLeftOut(previous=None, seed=9), *acts[place:]])


def a_card_too_often() -> list[FairShoeEvent]:
    """Two aces of spades are sealed into one deck, and shown before the reveal."""
    shoe = made()
    ace = Card.parse("AS")
    shoe.cut = 20
    order = (*shoe.sealed.order[:20], ace, ace, *shoe.sealed.order[22:])
    leaves = [card_leaf(index, salt, order[index]) for index, salt in enumerate(shoe.sealed.salts)]
    shoe.sealed = SealedShoe(order=order, salts=shoe.sealed.salts, tree=levels(leaves))
    return until_cut(shoe, shoe.card(1), shoe.card(2))


def until_cut(shoe: Shoe, *then: FairShoeEvent) -> list[FairShoeEvent]:
    """What comes before the first card, and then these."""
    before = [*shoe.commits(), *shoe.promises(), *shoe.opens(), *shoe.seals(), *shoe.cuts()]
    return chained([*before, *then])


def dealt_out(cards: int) -> list[FairShoeEvent]:
    """So many of 52 cards are out when the shoe, with 14 behind the cutting card, is called dealt."""
    shoe = made()
    ended = ShoeEnded(previous=None, why=End.DEALT)
    return until_cut(shoe, *map(face_down, range(1, cards + 1)), ended, *shoe.reveals())


def dealt_and_never_cut() -> list[FairShoeEvent]:
    shoe = made()
    before = [*shoe.commits(), *shoe.promises(), *shoe.opens(), *shoe.seals()]
    return chained([*before, ShoeEnded(previous=None, why=End.DEALT), *shoe.reveals()])


def stacked(composition: tuple[int, ...], *, cut: bool = True) -> list[FairShoeEvent]:
    """A shoe that is honest about everything, also about what it is made of."""

    def change(shoe: Shoe) -> None:
        shoe.context = replace(shoe.context, composition=composition)

    shoe = made(change)
    if cut:
        return shoe.acts()
    return chained([*shoe.commits(), *shoe.promises(), *shoe.opens(), *shoe.seals(), *shoe.ends(), *shoe.reveals()])


def face_down(place: int) -> FairShoeEvent:
    return CardHidden(previous=None, place=place)


def shown_again() -> list[FairShoeEvent]:
    acts = made().acts()
    place = first(acts, CardShown)
    return chained([*acts[: place + 1], *acts[place:]])


def next_shoe(**changes: object) -> list[FairShoeEvent]:
    """A second shoe whose context is another than it should be."""
    acts = made().acts()

    def change(shoe: Shoe) -> None:
        shoe.secret = Random(22).randbytes(32)
        shoe.context = replace(shoe.context, **changes)

    second = made(change, number=2, last=acts[-1])
    return [*acts, *second.acts()]


def wrong_beginning(number: int, previous: str | None) -> list[FairShoeEvent]:
    """A patron holds acts from a shoe on that says something impossible about what came before."""

    def change(shoe: Shoe) -> None:
        shoe.context = replace(shoe.context, shoe=number, previous=previous)

    begin, *rest = made(change).acts()
    return [replace(begin, previous=previous), *chained(rest, replace(begin, previous=previous))]


def context_and_act_disagree() -> list[FairShoeEvent]:
    begin, *rest = wrong_beginning(2, "a" * 64)
    begin = replace(begin, previous="b" * 64)
    return [begin, *chained(rest, begin)]


def another_secret() -> list[FairShoeEvent]:
    shoe = made()
    shoe.committed = commitment(bytes(32), shoe.context)
    return shoe.acts()


def another_root() -> list[FairShoeEvent]:
    shoe = made()
    shoe.sealed = shoe.seal(bytes(32))
    return shoe.acts()


def same_secret_again() -> list[FairShoeEvent]:
    acts = made().acts()
    return [*acts, *made(number=2, last=acts[-1]).acts()]


def late() -> list[FairShoeEvent]:
    shoe = made()
    *acts, ended, _ = shoe.acts()
    assert isinstance(ended, ShoeEnded)
    return [*acts, ended, *late_reveal(ended, shoe.secret)]


def cut_and_not_dealt(at: int) -> list[FairShoeEvent]:
    shoe = made()
    shoe.cut = at
    return until_cut(shoe, *shoe.ends(), *shoe.reveals())


def same_commitment_in_play() -> list[FairShoeEvent]:
    acts = made().acts()
    again = made(number=2, last=acts[-1]).commits()[0]
    old = acts[0]
    assert isinstance(old, ShoeCommitted)
    return [*acts, *chained([replace(again, commitment=old.commitment)], acts[-1])]


def second_root() -> list[FairShoeEvent]:
    acts = made().acts()
    place = first(acts, ShoeSealed)
    return chained([*acts[: place + 1], *acts[place:]])


def never_revealed() -> list[FairShoeEvent]:
    """The next shoe comes without a reveal of the last one."""
    acts = made().acts()[:-1]

    def change(shoe: Shoe) -> None:
        shoe.secret = Random(22).randbytes(32)

    return [*acts, *made(change, number=2, last=acts[-1]).acts()]


def changed_line() -> list[FairShoeEvent]:
    acts = made().acts()
    return [*acts[:-1], replace(acts[-1], previous="0" * 64)]


CASES: dict[str, tuple[Fault, list[FairShoeEvent], str]] = {
    "another line before it": (Fault.BROKEN_CHAIN, changed_line(), "does not name the act before it"),
    "promised otherwise": (
        Fault.SEED_NOT_PROMISED,
        with_changed(SeedPromised, promise="0" * 64),
        "seed 1 is not the one that was promised",
    ),
    "left out without promise": (Fault.SEED_NOT_PROMISED, left_out_without_promise(), "nobody promised seed 9"),
    "neither opened nor left out": (Fault.SEED_UNACCOUNTED, without(SeedLeftOut), "neither opened nor left out"),
    "opened and left out": (Fault.SEED_UNACCOUNTED, opened_and_left_out(), "seed 1 is dealt with twice"),
    "not counted from one": (Fault.SEED_UNACCOUNTED, not_counted_from_one(), "not counted from 1"),
    "called house-seeded": (Fault.SEEDING_MISNAMED, with_changed(ShoeSealed, house_seeded=True), "who seeded it"),
    "a second root": (Fault.OUT_OF_ORDER, second_root(), "a second root"),
    "cut behind the last card": (Fault.WRONG_CUT, cut_and_not_dealt(52), "it cannot be cut there"),
    "cutting card too deep": (Fault.WRONG_CUT, with_changed(ShoeCut, depth=53), "it cannot be cut there"),
    "a card with another cut": (Fault.WRONG_CUT, with_changed(CardShown, cut=51), "by the cut, card"),
    "a card from another place": (Fault.WRONG_CUT, with_changed(CardShown, place=2), "by the cut, card 2"),
    "a card beyond the last": (Fault.WRONG_CUT, with_changed(CardShown, place=53), "by the cut, card 53"),
    "another salt": (Fault.CARD_NOT_SEALED, with_changed(CardShown, salt="0" * 64), "is not proven by the root"),
    "no proof": (Fault.CARD_NOT_SEALED, with_changed(CardShown, proof=()), "is not proven by the root"),
    "shown again": (Fault.SHOWN_TWICE, shown_again(), "is out of the shoe already"),
    "hidden after it was shown": (
        Fault.SHOWN_TWICE,
        until_cut(made(), made().card(1), face_down(1)),
        "card 1 is out of the shoe already",
    ),
    "a second from the top": (
        Fault.SKIPPED_CARD,
        until_cut(made(), made().card(1), made().card(3)),
        "a card is passed over",
    ),
    "not from the top": (Fault.SKIPPED_CARD, until_cut(made(), made().card(2)), "a card is passed over"),
    "a second, face down": (Fault.SKIPPED_CARD, until_cut(made(), face_down(2)), "a card is passed over"),
    "a card more than there are": (
        Fault.SKIPPED_CARD,
        until_cut(made(), *map(face_down, range(1, 54))),
        "or there is none",
    ),
    "a card too often": (Fault.TOO_MANY_OF_A_CARD, a_card_too_often(), "not so many AS in the shoe"),
    "a shoe is skipped": (Fault.DOES_NOT_FOLLOW, next_shoe(shoe=3), "not the next shoe"),
    "the same number again": (Fault.DOES_NOT_FOLLOW, next_shoe(shoe=1), "not the next shoe"),
    "another table": (Fault.DOES_NOT_FOLLOW, next_shoe(table="other"), "not the next shoe"),
    "another house": (Fault.DOES_NOT_FOLLOW, next_shoe(house="other"), "not the next shoe"),
    "a first shoe after another": (Fault.DOES_NOT_FOLLOW, wrong_beginning(1, "a" * 64), "only a table's first shoe"),
    "a later shoe after nothing": (Fault.DOES_NOT_FOLLOW, wrong_beginning(2, None), "only a table's first shoe"),
    "context and act disagree": (Fault.BROKEN_CHAIN, context_and_act_disagree(), "act and context disagree"),
    "called dealt too soon": (
        Fault.NOT_DEALT_OUT,
        dealt_out(37),
        "the cutting card has not come yet",
    ),
    "called dealt and never cut": (Fault.NOT_DEALT_OUT, dealt_and_never_cut(), "the cutting card has not come yet"),
    "a card more of one sort, and one less of another": (
        Fault.NOT_WHOLE_DECKS,
        stacked((2, 0, *(1,) * 50)),
        "not made of whole decks",
    ),
    "no card at all": (Fault.NOT_WHOLE_DECKS, stacked((0,) * 52, cut=False), "not made of whole decks"),
    "another secret": (Fault.NOT_THE_SECRET, another_secret(), "not committed to"),
    "another root": (Fault.NOT_THE_ROOT, another_root(), "not that of secret and seeds"),
    "the same secret again": (Fault.REPLAYED, same_secret_again(), "the secret was used before"),
    "the same commitment, in play": (Fault.REPLAYED, same_commitment_in_play(), "the commitment was used before"),
    "a late reveal": (Fault.LATE_REVEAL, late(), "revealed late"),
    "no reveal": (Fault.WITHHELD_REVEAL, without(SecretRevealed), "has ended and was not revealed"),
    "no reveal, and the next shoe": (Fault.WITHHELD_REVEAL, never_revealed(), "shoe 1 was not revealed before"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_single_fault_is_found_by_its_name(case: str) -> None:
    fault, acts, reason = CASES[case]
    found = {finding.fault for finding in verify(lines(acts))}
    assert fault in found
    assert len(found) == 1 or case in SEVERAL, found
    reasons = other.wrong_with_history(lines(acts))
    assert any(reason in one for one in reasons), reasons


SEVERAL = {
    "left out without promise",
    "not counted from one",
    "a card from another place",
    "a card beyond the last",
    "shown again",
    "no reveal, and the next shoe",
}
"""Here one thing cannot be wrong without another."""


def test_what_the_cases_start_from_is_right() -> None:
    acts = made().acts()
    assert verify(lines(acts)) == ()
    assert other.wrong_with_history(lines(acts)) == []
    assert verify(lines(wrong_beginning(2, "a" * 64))) == ()
    assert verify(lines(next_shoe())) == ()
    assert other.wrong_with_history(lines(next_shoe())) == []
    assert isinstance(acts[0], ShoeCommitted)
    assert verify(lines(dealt_out(38))) == ()
    assert other.wrong_with_history(lines(dealt_out(38))) == []


def test_every_fault_has_a_case() -> None:
    elsewhere = {Fault.UNREADABLE, Fault.SEED_MISSING}
    assert {fault for fault, _, _ in CASES.values()} | elsewhere == set(Fault)
