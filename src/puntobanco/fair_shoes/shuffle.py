"""The order of the cards from a key: words of 16 bits, those that would favour an outcome thrown away."""

from collections.abc import Iterator
from itertools import count
from struct import unpack

from puntobanco.coup.shoe import shuffle
from puntobanco.fair_shoes.hashing import counted, hmac_sha256
from puntobanco.values.cards import Card, Composition

WORDS = 2**16


def words(key: bytes) -> Iterator[int]:
    """An endless stream of words: HMAC of 0, 1, 2 and so on, each sixteen words long."""
    for number in count():
        yield from unpack(">16H", hmac_sha256(key, counted(number)))


def below(size: int, source: Iterator[int]) -> int:
    """A number below `size`, each from exactly floor(65536 / size) of the words; other words are thrown away."""
    limit = WORDS - WORDS % size
    word = next(source)
    while word >= limit:
        word = next(source)
    return word % size


def shuffled(cards: Composition, key: bytes) -> tuple[Card, ...]:
    """The cards, which begin in the order of the composition, in the order that this key gives."""
    source = words(key)
    return shuffle(tuple(cards), lambda size: below(size, source))
