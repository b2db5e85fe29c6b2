"""No outcome is favoured: by exhaustion of all words, and of all orders."""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from puntobanco.coup.shoe import shuffle
from puntobanco.fair_shoes.hashing import counted, hmac_sha256
from puntobanco.fair_shoes.shuffle import WORDS, below, words
from tests.fairness.other_verifier import other

MOST_CARDS = 416


def outcomes(size: int, draw: Callable[[int, Iterator[int]], int]) -> list[int]:
    """What all words of 16 bits, one after the other, lead to; the last ones may be thrown away."""
    source, found = iter(range(WORDS)), []
    try:
        while True:
            found.append(draw(size, source))
    except StopIteration:
        return found


def is_fair(size: int, draw: Callable[[int, Iterator[int]], int]) -> bool:
    return Counter(outcomes(size, draw)) == dict.fromkeys(range(size), WORDS // size)


@pytest.mark.slow
def test_every_word_for_every_size() -> None:
    for size in range(1, MOST_CARDS + 1):
        assert is_fair(size, below), size


def test_the_remainder_of_16_bits_is_not_fair() -> None:
    def remainder(size: int, source: Iterator[int]) -> int:
        return next(source) % size

    assert [size for size in range(1, 65) if is_fair(size, remainder)] == [1, 2, 4, 8, 16, 32, 64]
    assert not is_fair(415, remainder)
    assert not is_fair(416, remainder)


def test_the_other_verifier_draws_the_same_numbers() -> None:
    for size in (1, 2, 3, 52, 100, 255, 416):
        key = size.to_bytes(32, "big")
        source, stream = words(key), other.Stream(key)
        assert [below(size, source) for _ in range(500)] == [stream.under(size) for _ in range(500)]


@pytest.mark.parametrize("size", range(2, 9))
def test_every_order_comes_up_exactly_once(size: int) -> None:
    choices = itertools.product(*(range(last + 1) for last in range(size - 1, 0, -1)))
    found = Counter(shuffle(range(size), told(iter(chosen))) for chosen in choices)
    assert len(found) == math.factorial(size)
    assert set(found.values()) == {1}


def told(numbers: Iterator[int]) -> Callable[[int], int]:
    """These numbers, one after the other."""

    def next_below(size: int) -> int:
        number = next(numbers)
        assert number < size
        return number

    return next_below


def test_words_are_those_of_the_counter() -> None:
    key = bytes(range(32))
    stream = b"".join(hmac_sha256(key, counted(number)) for number in range(3))
    expected = [int.from_bytes(stream[at : at + 2], "big") for at in range(0, len(stream), 2)]
    assert list(itertools.islice(words(key), len(expected))) == expected
