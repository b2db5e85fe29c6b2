"""Chips that stayed from the last shoe: withdrawn at any time, raised or moved only once the next order is sealed."""

import pytest

from puntobanco.app.randomness import SYSTEM
from puntobanco.app.table_runner import TableRun
from puntobanco.fair_shoes.events import (
    CardHidden,
    CardShown,
    SecretRevealed,
    ShoeCommitted,
    ShoeCut,
    ShoeSealed,
    WagersBegan,
)
from puntobanco.fair_shoes.seed_window import SeedTimes
from puntobanco.table import commands
from puntobanco.table.commands.wagers import SlipStake
from tests.app.test_driver import Automatic
from tests.app.test_fair_house import ANN, Clock, acts_of, assert_fair
from tests.marks import ALL_BOOKS
from tests.table.test_voids import DEALER, OPERATOR, SUPERVISOR, do

CASH = 100_000
STAYED = 2000
RAISE = commands.Place(actor=ANN, area="1", wager="player", amount=1000)
MOVE = commands.Move(actor=ANN, area="1", wager="player", to_area="1", to_wager="banker")


def slip(wager: str, amount: int) -> commands.BetSlip:
    return commands.BetSlip(actor=ANN, round=1, stakes=(SlipStake(area="1", wager=wager, amount=amount),))


ALTERED: dict[str, commands.TableCommand] = {
    "raised": RAISE,
    "moved": MOVE,
    "raised by a slip": slip("player", 3000),
}
TAKEN_BACK: dict[str, commands.TableCommand] = {
    "withdrawn": commands.Withdraw(actor=ANN, area="1", wager="player"),
    "withdrawn in part": commands.Withdraw(actor=ANN, area="1", wager="player", amount=1000),
    "withdrawn by a slip": commands.BetSlip(actor=ANN, round=1, stakes=()),
    "reduced by a slip": slip("player", 1000),
}


class Stayed:
    """A table whose cards are replaced while a wager lies there, and whose next shoe takes seeds."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.run = TableRun(SYSTEM, clock=self.clock, seeds=SeedTimes(promising=20, opening=10))
        do(self.run, commands.OpenTable(actor=OPERATOR, book="act-2015", choices=(("burn", "hidden"),)))
        do(self.run, commands.BuyIn(actor=ANN, amount=CASH), commands.TakeSeat(actor=ANN, seat=1))
        self.shuffle()
        self.seal()
        self.load()
        do(self.run, commands.Place(actor=ANN, area="1", wager="player", amount=STAYED))
        do(self.run, commands.ReplaceCards(actor=OPERATOR))

    def shuffle(self) -> None:
        do(self.run, commands.CheckCards(actor=DEALER), commands.Shuffle(actor=DEALER))

    def inspect_and_shuffle(self) -> None:
        do(self.run, commands.InspectCards(actor=DEALER), commands.InspectCards(actor=SUPERVISOR))
        do(self.run, commands.Shuffle(actor=DEALER))

    def seal(self) -> None:
        self.clock.now += 30
        do(self.run, commands.OfferCut(actor=DEALER, patron=ANN.person))

    def load(self) -> None:
        do(self.run, commands.Cut(actor=ANN, at=200), commands.LoadShoe(actor=DEALER))
        do(self.run, commands.Draw(actor=DEALER, face_up=False))

    def code(self, command: commands.TableCommand) -> str | None:
        """Why it is refused, or none."""
        (answer,) = self.run.do(command)
        return None if answer.refused is None else answer.refused.code


@pytest.mark.parametrize("how", ALTERED)
def test_nothing_is_placed_or_altered_before_the_root(how: str) -> None:
    table = Stayed()
    assert table.code(ALTERED[how]) == "not_sealed_yet", "the cards wait for the shuffle"
    table.inspect_and_shuffle()
    assert table.code(ALTERED[how]) == "not_sealed_yet", "seeds are taken"
    assert not any(isinstance(act, WagersBegan) for act in of_the_last_shoe(table))
    table.clock.now += 30
    assert table.code(ALTERED[how]) is None, "the window is over: the first wager seals the shoe"
    assert [type(act) for act in of_the_last_shoe(table)] == [ShoeCommitted, ShoeSealed, WagersBegan]
    assert_fair(acts_of(table.run))


@pytest.mark.parametrize("how", TAKEN_BACK)
@pytest.mark.parametrize("shuffled", [False, True])
def test_what_stayed_is_taken_back_at_any_time_and_that_is_no_wager(how: str, *, shuffled: bool) -> None:
    table = Stayed()
    if shuffled:
        table.inspect_and_shuffle()
    before = acts_of(table.run)[:]
    assert table.code(TAKEN_BACK[how]) is None
    assert acts_of(table.run) == before


def test_a_wager_that_stayed_is_one_of_the_new_shoe_when_its_round_begins() -> None:
    table = Stayed()
    table.inspect_and_shuffle()
    table.seal()
    table.load()
    assert not any(isinstance(act, WagersBegan) for act in of_the_last_shoe(table))
    do(table.run, commands.CallNoMoreBets(actor=DEALER), commands.Draw(actor=DEALER))
    kinds = [type(act) for act in of_the_last_shoe(table)]
    assert kinds.index(ShoeCut) < kinds.index(WagersBegan) < kinds.index(CardShown)


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_with_every_book_wagers_begin_before_the_first_card_of_their_round(book: str) -> None:
    table = Automatic(book)
    table.goes_on()
    table.bets()
    table.do(commands.ReplaceCards(actor=OPERATOR))
    table.goes_on()
    assert table.run.table().stakes, "they stayed"
    table.starts()
    table.goes_on()
    kinds = [type(act) for act in of_the_last_shoe(table)]
    before = kinds[: kinds.index(WagersBegan)]
    assert sum(kind in (CardHidden, CardShown) for kind in before) == table.run.table().shoe.burned


def of_the_last_shoe(table: Stayed | Automatic) -> list[object]:
    """The acts since the last reveal."""
    acts = acts_of(table.run)
    revealed = max(place for place, act in enumerate(acts) if isinstance(act, SecretRevealed))
    return list(acts[revealed + 1 :])
