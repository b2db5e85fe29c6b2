"""What a house never does, whatever it is told: acts out of order, cards of a revealed shoe, a shoe of wrong cards."""

import pytest

from puntobanco.app.fair_shoe_dealing import no_shoes_yet
from puntobanco.app.randomness import system_secret
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes import sealed_shoe
from puntobanco.fair_shoes.events import CutBy, End, SecretRevealed, ShoeCommitted, ShoeEnded, ShoeSealed
from puntobanco.fair_shoes.seed_window import SeedTimes
from puntobanco.fair_shoes.transitions import ShoeDraft
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.facts import Hand
from puntobanco.table import commands
from puntobanco.table.model import DrawTo
from puntobanco.values.cards import Card, Composition
from tests.app.test_fair_house import ANN, BOB, A, Seeding, acts_of, assert_fair, bet, shuffled
from tests.table.test_virtual_shoe import ready
from tests.table.test_voids import DEALER, OPERATOR, do

RULES = table_rules("act-2015")


def house() -> ShoeDraft:
    return ShoeDraft(no_shoes_yet(house="house", table="table", times=None))


def test_no_second_shoe_is_committed_to_before_the_first_is_revealed() -> None:
    fair = house()
    fair.commit(RULES, system_secret())
    with pytest.raises(ValueError, match="not revealed yet"):
        fair.commit(RULES, system_secret())
    fair.end(End.ABANDONED)
    fair.commit(RULES, system_secret())
    first = [ShoeCommitted, ShoeSealed, ShoeEnded, SecretRevealed]
    assert [type(act) for act in fair.acts] == [*first, ShoeCommitted, ShoeSealed]


@pytest.mark.parametrize("name", ["", "x" * 65, "a\nb"])
def test_a_name_that_no_act_can_hold_is_refused(name: str) -> None:
    for house_and_table in ((name, "table"), ("house", name)):
        with pytest.raises(Unreadable):
            no_shoes_yet(house=house_and_table[0], table=house_and_table[1], times=None)


def test_a_mistake_of_the_program_publishes_nothing_out_of_order() -> None:
    fair = house()
    with pytest.raises(ValueError, match="ShoeCut cannot come now"):
        fair.cut(RULES, 200, CutBy.STAFF)
    fair.commit(RULES, system_secret())
    with pytest.raises(ValueError, match="ShoeSealed cannot come now"):
        fair.seal()
    with pytest.raises(ValueError, match="CardHidden cannot come now"):
        fair.hide(1)
    with pytest.raises(ValueError, match="never sealed"):
        fair.show(1)
    fair.end(End.ABANDONED)
    with pytest.raises(ValueError, match="no shoe is under way"):
        fair.show(1)
    assert_fair(fair.acts)


def test_no_wager_begins_before_the_root() -> None:
    fair = ShoeDraft(no_shoes_yet(house="house", table="table", times=SeedTimes()))
    fair.commit(RULES, system_secret())
    with pytest.raises(ValueError, match="WagersBegan cannot come now"):
        fair.wagers_began()


def test_no_card_comes_out_of_a_shoe_that_is_revealed() -> None:
    table = ready("act-2015", 1, dealing="down")
    bet(table)
    do(table, commands.CallNoMoreBets(actor=DEALER))
    for _ in range(4):
        do(table, commands.Draw(actor=DEALER, face_up=False))
    assert table.shoe is not None
    table.shoe.abandon()
    before = list(acts_of(table))
    for command in (
        commands.Draw(actor=DEALER, to=DrawTo.PLAYER),
        commands.Draw(actor=DEALER, face_up=False),
        commands.Expose(actor=DEALER, hand=Hand.PLAYER),
    ):
        (answer,) = table.do(command)
        assert answer.refused is not None
        assert answer.refused.code == "shoe_revealed"
    assert acts_of(table) == before


def test_a_shoe_that_is_over_takes_no_seeds() -> None:
    table = Seeding()
    table.promise(ANN, A)
    do(table.run, commands.LeaveTable(actor=ANN), commands.AnnounceClosing(actor=OPERATOR))
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "promises_closed"):
        table.shoe.promise(BOB, bytes(32))
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "too_late"):
        table.shoe.open(ANN, A)
    assert_fair(table.acts)


def without_an_ace(_: Composition, __: bytes) -> tuple[Card, ...]:
    cards = tuple(Composition.of_decks(8))
    return (cards[-1], *cards[1:])


def test_a_shoe_of_wrong_cards_is_stopped_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed_shoe, "shuffled", without_an_ace)
    table = shuffled()
    assert [type(act) for act in acts_of(table)] == [ShoeCommitted, ShoeEnded, SecretRevealed]
    (answer,) = table.do(commands.Cut(actor=DEALER, at=200))
    assert answer.refused is not None
    assert answer.refused.code == "not_sealed"


def test_wrong_cards_are_found_when_the_seeds_are_in(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Seeding()
    table.promise(ANN, A)
    table.clock.now += 30
    monkeypatch.setattr(sealed_shoe, "shuffled", without_an_ace)
    assert table.offer_cut() == "not_sealed"
    assert isinstance(table.acts[-1], SecretRevealed)
    assert table.offer_cut() == "not_sealed"
