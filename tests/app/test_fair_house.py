"""The house plays fair shoes: what it publishes, when, and that both verifiers are content."""

from random import Random

import pytest

from puntobanco.app.randomness import SYSTEM, Chance, repeatable
from puntobanco.app.table_runner import TableRun
from puntobanco.app.virtual_shoe import VirtualShoe
from puntobanco.errors import Refused
from puntobanco.fair_shoes.commitment import promise
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
    write_act,
)
from puntobanco.fair_shoes.seed_window import SeedTimes
from puntobanco.fair_shoes.state import under_way
from puntobanco.fair_shoes.verify import verify
from puntobanco.rulebooks.facts import Hand
from puntobanco.table import Actor, Role, commands
from puntobanco.table.events import CardBurned, CardDealt, HandExposed, PreparationDone
from puntobanco.table.model import DrawTo, Preparation
from puntobanco.values.canonical import plain
from tests.app.test_driver import Automatic
from tests.fairness.other_verifier import other
from tests.marks import ALL_BOOKS
from tests.table.test_virtual_shoe import ready
from tests.table.test_voids import DEALER, OPERATOR, PATRONS, SUPERVISOR, do

ANN, BOB, CY = PATRONS
BEGIN = [ShoeCommitted, ShoeSealed, ShoeCut, WagersBegan]


def acts_of(table: TableRun) -> list[FairShoeEvent]:
    assert table.shoe is not None
    return table.shoe.acts


def assert_fair(acts: list[FairShoeEvent]) -> None:
    written = [write_act(act) for act in acts]
    assert verify(written) == ()
    assert other.wrong_with_history(written) == []


def without_cards(acts: list[FairShoeEvent]) -> list[type[FairShoeEvent]]:
    return [type(act) for act in acts if not isinstance(act, CardHidden | CardShown)]


@pytest.mark.parametrize("style", ["up", "down"])
@pytest.mark.parametrize("book", ALL_BOOKS)
def test_whole_shoes_are_fair_and_every_card_that_is_seen_is_proven(book: str, style: str) -> None:
    fixed = ("house-midi", "washington")
    table = Automatic(book) if book in fixed else Automatic(book, dealing=style)
    for _ in table.rounds():
        pass
    table.goes_on()
    acts = acts_of(table.run)
    assert without_cards(acts) == [*BEGIN, ShoeEnded, SecretRevealed, *BEGIN]
    assert [act.why for act in acts if isinstance(act, ShoeEnded)] == [End.DEALT]
    assert [(act.place, act.card) for act in acts if isinstance(act, CardShown)] == seen(table)
    assert [act.place for act in acts if isinstance(act, CardHidden)] == unseen(table)
    assert_fair(acts)


def unseen(table: Automatic) -> list[int]:
    """The cards that left the shoe face down."""
    left = [event for event in table.log if isinstance(event, CardDealt | CardBurned) and not event.face_up]
    return [event.place for event in left]


def seen(table: Automatic) -> list[tuple[int, object]]:
    """The cards that everybody saw, in the order in which they were seen."""
    found: list[tuple[int, object]] = []
    for event in table.log:
        match event:
            case CardDealt(face_up=True) | CardBurned(face_up=True):
                found.append((event.place, event.card))
            case HandExposed(cards=cards):
                found += [(card.place, card.card) for card in cards]
            case _:
                pass
    return found


def bet(table: TableRun) -> None:
    do(table, commands.Place(actor=ANN, area="1", wager="player", amount=1000))


def test_no_act_is_about_a_card_that_lies_face_down_until_it_is_turned() -> None:
    table = ready("act-2015", 3, dealing="down")
    bet(table)
    do(table, commands.CallNoMoreBets(actor=DEALER))
    before = len(acts_of(table))
    for _ in range(4):
        do(table, commands.Draw(actor=DEALER, face_up=False))
    assert [type(act) for act in acts_of(table)[before:]] == [CardHidden] * 4
    assert set(plain(acts_of(table)[-1])) == {"act", "previous", "place"}, "it says nothing about the card"
    do(table, commands.Expose(actor=DEALER, hand=Hand.PLAYER))
    assert [type(act) for act in acts_of(table)[before + 4 :]] == [CardShown, CardShown]
    assert_fair(acts_of(table))


def test_a_refused_command_neither_shows_nor_names_a_card() -> None:
    table = ready("act-2015", 3)
    before = len(acts_of(table))
    (answer,) = table.do(commands.Draw(actor=ANN, to=DrawTo.PLAYER))
    assert answer.refused is not None
    assert answer.command == commands.Draw(actor=ANN, to=DrawTo.PLAYER)
    assert len(acts_of(table)) == before


def test_the_root_is_published_before_the_cut_and_before_any_wager() -> None:
    table = ready("act-2015", 1)
    bet(table)
    assert without_cards(acts_of(table)) == BEGIN
    do(table, commands.Withdraw(actor=ANN, area="1", wager="player"))
    bet(table)
    assert without_cards(acts_of(table)) == BEGIN, "only the first wager of a shoe is an act"


def test_a_cut_that_the_dealer_keys_in_is_the_patron_s() -> None:
    table = shuffled()
    do(table, commands.BuyIn(actor=ANN, amount=100_000), commands.TakeSeat(actor=ANN, seat=1))
    do(table, commands.OfferCut(actor=DEALER, patron=ANN.person))
    do(table, commands.Cut(actor=DEALER, at=200, patron=ANN.person))
    cut = acts_of(table)[-1]
    assert isinstance(cut, ShoeCut)
    assert (cut.at, cut.cut_by) == (200, CutBy.PATRON)


def test_the_acts_tell_whether_a_patron_cut() -> None:
    cut = next(act for act in acts_of(ready("act-2015", 1)) if isinstance(act, ShoeCut))
    assert (cut.at, cut.cut_by) == (200, CutBy.PATRON)
    table = shuffled()
    do(table, commands.Cut(actor=SUPERVISOR, at=100))
    by_staff = acts_of(table)[-1]
    assert isinstance(by_staff, ShoeCut)
    assert (by_staff.at, by_staff.cut_by) == (100, CutBy.STAFF)
    rules = table.table().rules
    assert (by_staff.depth, by_staff.cutting_cards) == (rules.cut_depth.value, rules.cutting_cards.value)


# The end of a shoe


def why(table: TableRun) -> End:
    ended = acts_of(table)[-2]
    assert isinstance(ended, ShoeEnded)
    assert isinstance(acts_of(table)[-1], SecretRevealed)
    assert_fair(acts_of(table))
    return ended.why


def test_a_shoe_whose_cards_are_replaced_is_revealed() -> None:
    table = ready("act-2015", 1)
    do(table, commands.ReplaceCards(actor=OPERATOR))
    assert why(table) is End.VOIDED


def shuffled() -> TableRun:
    table = TableRun(repeatable(1))
    do(table, commands.OpenTable(actor=OPERATOR, book="act-2015"))
    do(table, commands.CheckCards(actor=DEALER), commands.Shuffle(actor=DEALER))
    return table


def test_a_shoe_that_never_came_into_use_is_revealed() -> None:
    table = shuffled()
    do(table, commands.AnnounceClosing(actor=OPERATOR))
    assert why(table) is End.CLOSED


def shuffle_again(table: TableRun) -> None:
    """The cards are shuffled once more, whatever the table has been doing."""
    assert table.shoe is not None
    shuffling = PreparationDone(step=Preparation.SHUFFLE, found=None, inspector=None, clause="")
    table.shoe.done(table.table(), commands.Shuffle(actor=DEALER), (shuffling,), table.table())


def test_a_second_shuffle_reveals_the_first() -> None:
    table = shuffled()
    shuffle_again(table)
    assert without_cards(acts_of(table)) == [*BEGIN[:2], ShoeEnded, SecretRevealed, *BEGIN[:2]]
    assert [act.why for act in acts_of(table) if isinstance(act, ShoeEnded)] == [End.ABANDONED]
    assert_fair(acts_of(table))


def test_a_shoe_is_revealed_when_the_table_closes() -> None:
    table = ready("act-2015", 1)
    do(table, commands.AnnounceClosing(actor=OPERATOR), commands.CloseTable(actor=OPERATOR))
    assert why(table) is End.CLOSED
    do(table, commands.CheckCards(actor=DEALER))
    assert why(table) is End.CLOSED


def test_a_shoe_that_nobody_goes_on_with_is_revealed_once() -> None:
    table = ready("act-2015", 1)
    assert table.shoe is not None
    for _ in range(2):
        table.shoe.abandon()
    assert why(table) is End.ABANDONED


# Patrons' seeds


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


TIMES = SeedTimes(promising=20, opening=10)


class Seeding:
    """A table whose patrons may add seeds to a shuffle that has just been done."""

    def __init__(self, chance: Chance = SYSTEM) -> None:
        self.clock = Clock()
        self.run = TableRun(chance, clock=self.clock, seeds=TIMES)
        do(self.run, commands.OpenTable(actor=OPERATOR, book="act-2015"))
        do(self.run, commands.BuyIn(actor=ANN, amount=100_000), commands.TakeSeat(actor=ANN, seat=1))
        do(self.run, commands.CheckCards(actor=DEALER), commands.Shuffle(actor=DEALER))

    @property
    def acts(self) -> list[FairShoeEvent]:
        return acts_of(self.run)

    def promise(self, person: Actor, seed: bytes) -> int:
        return self.shoe.promise(person, promise(seed, under_way(self.shoe.shoes).window.committed))

    def open(self, person: Actor, seed: bytes) -> None:
        self.shoe.open(person, seed)

    @property
    def shoe(self) -> VirtualShoe:
        assert self.run.shoe is not None
        return self.run.shoe

    def offer_cut(self) -> str | None:
        (answer,) = self.run.do(commands.OfferCut(actor=DEALER, patron=ANN.person))
        return None if answer.refused is None else answer.refused.code


A, B, C = (Random(seed).randbytes(32) for seed in range(3))
AUDITOR = Actor(person="aud", role=Role.AUDITOR)


def test_seeds_are_promised_then_opened_by_the_clock_and_the_rest_is_left_out() -> None:
    table = Seeding()
    assert (table.promise(ANN, A), table.promise(BOB, B), table.promise(AUDITOR, C)) == (1, 2, 3)
    by = [act.by for act in table.acts if isinstance(act, SeedPromised)]
    assert by == [SeedFrom.PATRON, SeedFrom.PATRON, SeedFrom.AUDITOR]
    table.clock.now += 20
    table.open(AUDITOR, C)
    table.open(ANN, A)
    assert table.offer_cut() == "seed_window"
    table.clock.now += 10
    assert table.offer_cut() is None
    kinds = [ShoeCommitted, *[SeedPromised] * 3, SeedOpened, SeedOpened, SeedLeftOut, ShoeSealed]
    assert [type(act) for act in table.acts] == kinds
    sealed = table.acts[-1]
    assert isinstance(sealed, ShoeSealed)
    assert not sealed.house_seeded
    assert verify([write_act(act) for act in table.acts], own_seeds=[A, C]) == ()
    do(table.run, commands.Cut(actor=ANN, at=200), commands.LoadShoe(actor=DEALER))
    assert table.run.shoe is not None
    table.run.shoe.abandon()
    assert_fair(table.acts)


def test_no_persons_and_no_secret_are_in_the_acts() -> None:
    secret = bytes(range(32))
    table = Seeding(Chance(random_bits=SYSTEM.random_bits, secret=lambda: secret, practice=False))
    table.promise(ANN, A)
    table.clock.now += 30
    assert table.offer_cut() is None
    written = b"".join(write_act(act) for act in table.acts)
    for hidden in (b"ann", secret.hex().encode(), A.hex().encode()):
        assert hidden not in written
    assert table.run.shoe is not None
    table.run.shoe.abandon()
    assert secret.hex().encode() in write_act(table.acts[-1])


def test_a_shoe_without_seeds_is_called_house_seeded() -> None:
    table = Seeding()
    table.clock.now += 30
    assert table.offer_cut() is None
    sealed = table.acts[-1]
    assert isinstance(sealed, ShoeSealed)
    assert sealed.house_seeded


def test_nobody_waits_once_all_promised_seeds_are_open() -> None:
    table = Seeding()
    table.promise(ANN, A)
    table.clock.now += 20
    table.open(ANN, A)
    assert table.offer_cut() is None


def test_the_cut_waits_for_seeds() -> None:
    table = Seeding()
    do(table.run, commands.LeaveTable(actor=ANN))
    (answer,) = table.run.do(commands.Cut(actor=SUPERVISOR, at=200))
    assert answer.refused is not None
    assert answer.refused.code == "seed_window"


@pytest.mark.parametrize(
    ("promised_at", "opened_at", "seed", "code"),
    [
        (20, 25, A, "promises_closed"),
        (19, 19, A, "not_opening_yet"),
        (19, 30, A, "too_late"),
        (0, 25, B, "not_as_promised"),
        (None, 25, A, "not_promised"),
    ],
)
def test_what_comes_at_the_wrong_time_is_refused(
    promised_at: int | None, opened_at: int, seed: bytes, code: str
) -> None:
    with pytest.raises(Refused, check=lambda refusal: refusal.code == code):
        seeded(promised_at, opened_at, seed)


def seeded(promised_at: int | None, opened_at: int, seed: bytes) -> None:
    """Ann promises a seed and opens one, at these times."""
    table = Seeding()
    begin = table.clock.now
    if promised_at is not None:
        table.clock.now = begin + promised_at
        table.promise(ANN, A)
    table.clock.now = begin + opened_at
    table.open(ANN, seed)


def test_one_seed_each() -> None:
    table = Seeding()
    table.promise(ANN, A)
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "promised_already"):
        table.promise(ANN, B)


@pytest.mark.parametrize("staff", [OPERATOR, DEALER, SUPERVISOR])
def test_the_house_adds_no_seed(staff: Actor) -> None:
    table = Seeding()
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "not_for_staff"):
        table.promise(staff, A)
    assert len(table.acts) == 1


def test_who_withholds_three_seeds_is_flagged() -> None:
    table = Seeding()
    for number in range(1, 4):
        assert table.shoe.shoes.flagged == ()
        table.promise(ANN, A)
        table.promise(BOB, B)
        table.clock.now += 20
        table.open(BOB, B)
        table.clock.now += 10
        table.shoe.seal_in_time()
        shuffle_again(table.run)
        assert sum(isinstance(act, SeedLeftOut) for act in table.acts) == number
    assert table.shoe.shoes.flagged == ("ann",)
