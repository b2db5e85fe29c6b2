"""A shoe is bound to the rules and the decks it is played with; what is odd about its order never stops it."""

import pytest

from puntobanco.fair_shoes import sealed_shoe
from puntobanco.fair_shoes.events import ShoeCommitted
from puntobanco.fair_shoes.shoe_context import Context
from puntobanco.fair_shoes.shuffle_patterns import Suspicion
from puntobanco.table import commands
from puntobanco.values.cards import DECK, Card, Composition
from tests.app.test_driver import Automatic
from tests.app.test_fair_house import acts_of, shuffled
from tests.table.test_virtual_shoe import ready
from tests.table.test_voids import DEALER, OPERATOR, SUPERVISOR, do


def contexts(table: Automatic) -> list[Context]:
    return [act.context for act in acts_of(table.run) if isinstance(act, ShoeCommitted)]


@pytest.mark.parametrize("decks", [2, 6, 8])
def test_the_context_has_the_rules_and_the_decks_of_the_table(decks: int) -> None:
    table = Automatic("washington", decks=str(decks))
    table.goes_on()
    (context,) = contexts(table)
    assert context.rules == table.run.table().rules.digest
    assert context.cards == Composition.of_decks(decks)
    assert (context.table, context.shoe, context.previous) == ("table", 1, None)


def test_what_is_announced_for_a_new_shoe_is_in_its_context() -> None:
    table = Automatic("nz-1998", dealing="up")
    table.goes_on()
    table.do(commands.AnnounceChange(actor=OPERATOR, choices=(("dealing", "down"),)))
    table.bets()
    table.starts()
    table.goes_on()
    table.do(commands.ReplaceCards(actor=OPERATOR))
    table.goes_on()
    old, new = contexts(table)
    assert new.rules == table.run.table().rules.digest != old.rules
    assert new.shoe == 2


def in_sequence(cards: Composition, _: bytes) -> tuple[Card, ...]:
    """As decks come from their boxes."""
    return DECK * cards.count(DECK[0])


def test_an_odd_order_raises_an_alarm_when_the_shoe_is_over_and_nothing_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealed_shoe, "shuffled", in_sequence)
    table = shuffled()
    before = [table.do(commands.Cut(actor=SUPERVISOR, at=100)), table.do(commands.LoadShoe(actor=DEALER))]
    assert all(answer.refused is None and not answer.alarms for (answer,) in before)
    do(table, commands.Draw(actor=DEALER))
    (ended,) = table.do(commands.AnnounceClosing(actor=OPERATOR))
    assert {alarm.suspicion for alarm in ended.alarms} == {Suspicion.UNSHUFFLED}


def test_an_order_like_any_other_raises_no_alarm() -> None:
    table = ready("act-2015", 1)
    answers = [*table.do(commands.AnnounceClosing(actor=OPERATOR)), *table.do(commands.CloseTable(actor=OPERATOR))]
    assert [answer.alarms for answer in answers] == [(), ()]
