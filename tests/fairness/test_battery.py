"""20,000 shoes look as chance would have them, and a battery that says so catches every shuffle that is not fair."""

import os
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from puntobanco.app.randomness import system_secret
from puntobanco.coup.shoe import shuffle
from puntobanco.fair_shoes.sealed_shoe import shuffle_key
from puntobanco.fair_shoes.shoe_context import Context
from puntobanco.fair_shoes.shuffle import below, shuffled, words
from puntobanco.values.cards import Composition
from tests.fairness.battery import SIZE, Battery, Orders, strange

SOAK = bool(os.environ.get("PUNTO_SOAK"))
SHOES, FRESH, BATCH = 20_000, 1_000_000, 2000
CONTEXT = Context(
    house="house",
    table="table",
    shoe=1,
    rules="0" * 64,
    composition=Composition.of_decks(8).counts,
    previous=None,
)


def order(secret: bytes) -> tuple[int, ...]:
    """The order of a shoe whose cards can be told apart."""
    source = words(shuffle_key(secret, (), CONTEXT))
    return shuffle(range(SIZE), lambda size: below(size, source))


def battery(orders: Iterator[tuple[int, ...]], shoes: int) -> Battery:
    found = Battery()
    for _ in range(shoes // BATCH):
        found.add(np.array([next(orders) for _ in range(BATCH)]))
    return found


@pytest.mark.slow
def test_shoes_with_fixed_secrets_look_fair() -> None:
    rng = Random(12)
    found = battery((order(rng.randbytes(32)) for _ in range(SHOES)), SHOES)
    assert found.shoes == SHOES
    assert strange(found.p_values()) == [], found.p_values()


def test_the_cards_of_a_shoe_come_in_that_order() -> None:
    secret = bytes(range(32))
    cards = tuple(CONTEXT.cards)
    assert shuffled(CONTEXT.cards, shuffle_key(secret, (), CONTEXT)) == tuple(cards[place] for place in order(secret))


@pytest.mark.skipif(not SOAK, reason="a million shoes: soak only")
def test_a_million_fresh_shoes_look_fair_in_one_of_two_tests() -> None:
    def fresh() -> list[str]:
        return strange(battery((order(system_secret()) for _ in range(FRESH)), FRESH).p_values())

    assert fresh() == [] or fresh() == []


# Shuffles that are not fair


def swapped(choose: "Chooser") -> Orders:
    """Shoes shuffled all at once, from the last place to the first."""
    rng = np.random.default_rng(5)
    orders, each = np.tile(np.arange(SIZE), (SHOES, 1)), np.arange(SHOES)
    for last in range(SIZE - 1, 0, -1):
        others = choose(rng, last)
        orders[each, last], orders[each, others] = orders[each, others], orders[each, last].copy()
    return orders


class Chooser:
    """Which place is swapped with the last one of those that are left."""

    def __call__(self, rng: np.random.Generator, last: int, /) -> Orders:
        return rng.integers(0, last + 1, SHOES)


class Naive(Chooser):
    """Any place, those that are done included."""

    def __call__(self, rng: np.random.Generator, _: int, /) -> Orders:
        return rng.integers(0, SIZE, SHOES)


class OffByOne(Chooser):
    """Never its own."""

    def __call__(self, rng: np.random.Generator, last: int) -> Orders:
        return rng.integers(0, last, SHOES)


class NineBits(Chooser):
    """Words of nine bits, and the remainder."""

    def __call__(self, rng: np.random.Generator, last: int) -> Orders:
        return rng.integers(0, 512, SHOES) % (last + 1)


def unwashed_slug() -> Orders:
    """Fifty cards stay together in the order in which they came."""
    rng = np.random.default_rng(6)
    slug, rest = np.arange(100, 150), np.concatenate([np.arange(100), np.arange(150, SIZE)])
    return np.array([np.insert(rng.permutation(rest), rng.integers(0, len(rest) + 1), slug) for _ in range(SHOES)])


def caught(orders: Orders) -> list[str]:
    found = Battery()
    for start in range(0, len(orders), BATCH):
        found.add(orders[start : start + BATCH])
    return strange(found.p_values())


@pytest.mark.parametrize("planted", [Naive, OffByOne, NineBits])
def test_a_planted_bad_shuffle_is_caught(planted: type[Chooser]) -> None:
    assert caught(swapped(planted()))


def test_an_unwashed_slug_is_caught() -> None:
    assert "successors" in caught(unwashed_slug())


def test_the_same_machinery_passes_a_fair_shuffle() -> None:
    assert caught(swapped(Chooser())) == []


def test_strange_corrects_for_the_number_of_tests() -> None:
    assert strange({"a": 0.004, "b": 0.5}) == ["a"]
    assert strange({"a": 0.006, "b": 0.5}) == []
    assert strange({"a": 0.004, "b": 0.009}) == ["a", "b"]
    assert strange({"a": 0.004, "b": 0.011}) == ["a"]
