"""Real cards, keyed in by hand: a slug of the last shoe reaches the supervisor. And who gets a shoe's odds."""

import pytest

from puntobanco.app.live_shoe_odds import shoe_odds
from puntobanco.app.shuffle_monitor import ShoeWatch
from puntobanco.coup.shoe import Ending
from puntobanco.errors import Refused
from puntobanco.exact_odds import odds
from puntobanco.fair_shoes.shuffle_patterns import Alarm, Suspicion
from puntobanco.rulebooks.facts import Hand
from puntobanco.table import Actor, Role
from puntobanco.table.events import CardBurned, CardDealt, HandExposed, RoundEnded, ShoeLoaded, TableEvent
from puntobanco.table.model import TableCard
from puntobanco.table.views.visible_state import sees_composition
from puntobanco.values.cards import DECK, Card, Composition
from tests.table.helpers import Table

LOADED = ShoeLoaded(cards=416, depth=14, clause="")
ENDED = RoundEnded(number=1, result=None, facts=None, sat_out=(), void=True, ending=Ending.OPEN, clause="")
MIXED = [DECK[number * 23 % 52] for number in range(30)]


def dealt(place: int, card: Card | None) -> TableEvent:
    return CardDealt(
        hand=Hand.PLAYER,
        card=card,
        face_up=card is not None,
        from_excess=False,
        misplaced=False,
        place=place,
        clause="",
    )


def turned(place: int, card: Card) -> TableEvent:
    return HandExposed(hand=Hand.PLAYER, cards=(TableCard(card=card, face_up=True, place=place),), clause="")


def watched(watch: ShoeWatch, cards: list[Card], *, start: int = 1) -> tuple[Alarm, ...]:
    events = [dealt(place, card) for place, card in enumerate(cards, start=start)]
    return watch.done((*events, ENDED))


def second_shoe() -> ShoeWatch:
    watch = ShoeWatch()
    watch.done((LOADED, CardBurned(card=None, face_up=False, more=0, place=1, clause="")))
    assert watched(watch, MIXED, start=2) == ()
    watch.done((LOADED,))
    return watch


def test_a_slug_is_told_once() -> None:
    watch = second_shoe()
    assert watched(watch, MIXED[4:11]) == (Alarm(suspicion=Suspicion.SLUG, place=1, cards=7),)
    assert watched(watch, MIXED[11:15], start=8) == ()


def test_fewer_cards_are_no_slug() -> None:
    assert watched(second_shoe(), MIXED[4:9]) == ()


def test_cards_that_are_turned_count_at_their_places() -> None:
    watch = second_shoe()
    events = [dealt(place, None) for place in range(1, 8)]
    assert watch.done((*events, ENDED)) == ()
    faces = [turned(place, card) for place, card in enumerate(MIXED[:7], start=1)]
    assert watch.done((*faces, ENDED)) == (Alarm(suspicion=Suspicion.SLUG, place=1, cards=7),)


def test_an_unshuffled_run_is_told() -> None:
    watch = ShoeWatch()
    watch.done((LOADED,))
    assert watched(watch, list(DECK[10:16])) == (Alarm(suspicion=Suspicion.UNSHUFFLED, place=1, cards=6),)


# Odds of a live shoe


@pytest.mark.parametrize("role", list(Role))
def test_who_may_know_what_is_left_in_the_shoe(role: Role) -> None:
    assert sees_composition(role) == (role is Role.AUDITOR)
    assert sees_composition(role, practice=True)
    assert sees_composition(role, revealed=True)


def test_a_seated_patron_gets_no_odds_of_a_live_shoe() -> None:
    state = Table.ready("act-2015").state
    assert state is not None
    auditor, patron = Actor(person="aud", role=Role.AUDITOR), Actor(person="ann", role=Role.PATRON)
    with pytest.raises(Refused, check=lambda refusal: refusal.code == "odds_not_shown"):
        shoe_odds(state, patron)
    left = Composition.of_decks(8) - Composition(tuple(state.shoe.known))
    assert shoe_odds(state, auditor) == odds(state.rules, left)
    assert shoe_odds(state, patron, practice=True) == shoe_odds(state, patron, revealed=True) == odds(state.rules, left)
