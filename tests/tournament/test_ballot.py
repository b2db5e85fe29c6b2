"""Ballots: every order equally likely, proved by exhaustion as for shoes, and repeatable by anybody from the seed."""

import hashlib
import itertools
from collections.abc import Iterator

import pytest

from puntobanco.coup.shoe import RandomBits, bounded, shuffle
from puntobanco.tournament.ballot import ballot_bits, drawn, is_seed, places
from tests.tournament.helpers import SEED, Cup, refused

OTHER_SEED = "0123456789abcdef" * 4


def words(*script: int) -> RandomBits:
    rest: Iterator[int] = iter(script)
    return lambda _: next(rest)


@pytest.mark.parametrize("players", range(1, 8))
def test_every_seating_comes_up_exactly_once_per_sequence_of_words(players: int) -> None:
    names = tuple("abcdefg"[:players])
    sequences = itertools.product(*(range(last + 1) for last in range(players - 1, 0, -1)))
    found = [drawn(names, words(*sequence)) for sequence in sequences]
    assert sorted(found) == sorted(itertools.permutations(names))


def test_places_are_filled_table_by_table_and_seat_by_seat() -> None:
    assert places((3, 2)) == (("1", 1), ("1", 2), ("1", 3), ("2", 1), ("2", 2))
    assert places(()) == ()


@pytest.mark.parametrize("seed", [SEED, OTHER_SEED])
def test_the_bits_are_those_of_sha_256_over_seed_and_counter(seed: str) -> None:
    """Reckoned here a second time, as anybody could who repeats a ballot."""
    blocks = (hashlib.sha256(bytes.fromhex(seed) + number.to_bytes(8, "big")).digest() for number in range(40))
    text = "".join(f"{byte:08b}" for block in blocks for byte in block)
    source, place = ballot_bits(seed), 0
    for wanted in (1, 2, 3, 7, 8, 9, 64, 255, 256, 257, 600, 5, 1_000):
        assert source(wanted) == int(text[place : place + wanted], 2)
        place += wanted


def test_a_ballot_is_repeated_from_its_seed_and_the_order_of_registration() -> None:
    cup = Cup.opened()
    players = tuple(f"p{number}" for number in range(9))
    for one in players:
        cup.director("register", player=one)
    cup.director("draw_ballot", sizes=(5, 4), seed=OTHER_SEED)
    assert cup.now.session is not None
    seats = [(one.player, one.table, one.seat) for one in cup.now.session.seats]
    bits = ballot_bits(OTHER_SEED)
    order = shuffle(players, lambda size: bounded(size, bits))
    assert [player for player, _, _ in seats] == list(order)
    assert [(table, seat) for _, table, seat in seats] == list(places((5, 4)))
    assert [cup.now.entrants[player].drawn for player in order] == list(range(1, 10))


@pytest.mark.parametrize("seed", ["", "00" * 31, "0G" * 32, "AB" * 32, " " + "00" * 31 + "0"])
def test_a_seed_is_32_bytes_in_small_hexadecimal_letters(seed: str) -> None:
    assert not is_seed(seed)
    cup = Cup.opened()
    for one in ("ann", "bob"):
        cup.director("register", player=one)
    assert refused(lambda: cup.director("draw_ballot", sizes=(2,), seed=seed)) == ("no_seed", "act-2015 15.7")


@pytest.mark.parametrize(
    ("players", "sizes", "accepted"),
    [
        (8, (7, 1), True),
        (8, (8,), False),
        (8, (4, 4), True),
        (8, (4, 3), False),
        (8, (4, 5), False),
        (8, (), False),
        (7, (7,), True),
        (7, (7, 0), False),
    ],
)
def test_the_director_sets_how_many_sit_at_a_table(players: int, sizes: tuple[int, ...], accepted: bool) -> None:
    cup = Cup.opened()
    for number in range(players):
        cup.director("register", player=f"p{number}")
    if accepted:
        cup.ballot(*sizes)
        return
    code = refused(lambda: cup.director("draw_ballot", sizes=sizes, seed=SEED))
    assert code == ("wrong_sizes", "act-2015 15.8")
