"""Alarms about the order of cards: slugs of the last shoe, and runs of a new deck."""

from random import Random

import pytest

from puntobanco.fair_shoes.shuffle_patterns import ALARMING_RUN, Alarm, Suspicion, alarms
from puntobanco.values.cards import DECK, Card

SHOE = list(DECK * 8)


def mixed(seed: int) -> list[Card | None]:
    order: list[Card | None] = list(SHOE)
    Random(seed).shuffle(order)
    return order


def test_a_mixed_shoe_raises_no_alarm() -> None:
    for seed in range(200):
        assert alarms(mixed(seed), mixed(seed + 1000)) == ()


@pytest.mark.parametrize("cards", [ALARMING_RUN - 1, ALARMING_RUN, 50])
@pytest.mark.parametrize("place", [1, 77, 367])
def test_a_slug_of_the_last_shoe_is_noticed_at_its_length(place: int, cards: int) -> None:
    last, order = mixed(1), mixed(2)
    order[place - 1 : place - 1 + cards] = last[200 : 200 + cards]
    found = alarms(order, last)
    expected = (Alarm(suspicion=Suspicion.SLUG, place=place, cards=cards),)
    assert found == (expected if cards >= ALARMING_RUN else ())


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("cards", [ALARMING_RUN - 1, ALARMING_RUN, 20])
def test_a_run_of_a_new_deck_is_noticed(cards: int, backwards: bool) -> None:
    order, run = mixed(3), SHOE[45 : 45 + cards]
    order[100 : 100 + cards] = reversed(run) if backwards else run
    expected = (Alarm(suspicion=Suspicion.UNSHUFFLED, place=101, cards=cards),)
    assert alarms(order) == (expected if cards >= ALARMING_RUN else ())


def test_an_unseen_card_ends_a_run() -> None:
    last = mixed(4)
    order = mixed(5)
    order[0:11] = last[0:11]
    order[5] = None
    assert alarms(order, last) == ()
    assert alarms([None] * 416, [None] * 416) == ()


def test_an_alarm_says_where() -> None:
    alarm = Alarm(suspicion=Suspicion.SLUG, place=12, cards=9)
    assert str(alarm) == "9 cards from place 12 on are a run of the last shoe's order"
