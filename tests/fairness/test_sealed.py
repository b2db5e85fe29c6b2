"""A sealed shoe: hidden cards stay hidden, wrong cards stop it, and every part of the circumstances counts."""

from random import Random

import pytest
from msgspec.structs import replace

from puntobanco.errors import Unreadable
from puntobanco.fair_shoes.card_tree import proves
from puntobanco.fair_shoes.commitment import commitment, promise, read_seed, salt_of_seeds
from puntobanco.fair_shoes.sealed_shoe import WrongComposition, card_leaf, seal, seal_order, shuffle_key
from puntobanco.fair_shoes.shoe_context import Context, context_bytes
from puntobanco.values.cards import DECK, Composition
from tests.fairness.battery import SIZE
from tests.fairness.test_battery import CONTEXT

SECRET = Random(1).randbytes(32)
SHOE = seal(SECRET, (), CONTEXT)


def test_every_card_is_proven_at_its_place() -> None:
    for index, (card, salt) in enumerate(zip(SHOE.order, SHOE.salts, strict=True)):
        assert proves(card_leaf(index, salt, card), index, SIZE, SHOE.proof(index), SHOE.root)


def test_it_holds_the_cards_of_the_context() -> None:
    assert Composition.of_cards(SHOE.order) == Composition.of_decks(8)


@pytest.mark.parametrize("hidden", [0, 1, 200, 414, 415])
def test_a_hidden_card_stays_hidden_from_whoever_has_all_the_others(hidden: int) -> None:
    known = [salt for index, salt in enumerate(SHOE.salts) if index != hidden]
    path = SHOE.proof(hidden)
    assert path[0] != SHOE.salts[hidden]
    assert all(
        not proves(card_leaf(hidden, salt, card), hidden, SIZE, path, SHOE.root)
        for salt in (*known, bytes(32), b"", *path)
        for card in DECK
    )
    right = [
        card for card in DECK if proves(card_leaf(hidden, SHOE.salts[hidden], card), hidden, SIZE, path, SHOE.root)
    ]
    assert right == [SHOE.order[hidden]], "with the salt the card is found at once, so the test can fail"


def test_salts_are_all_different() -> None:
    other = seal(Random(2).randbytes(32), (), CONTEXT)
    assert len({*SHOE.salts, *other.salts}) == 2 * SIZE


def test_a_wrong_composition_stops_the_shoe() -> None:
    doubled = (*SHOE.order[:-1], next(card for card in DECK if card is not SHOE.order[-1]))
    with pytest.raises(WrongComposition, match="missing: 1 x"):
        seal_order(doubled, SECRET, CONTEXT)
    with pytest.raises(WrongComposition):
        seal_order(SHOE.order[1:], SECRET, CONTEXT)


@pytest.mark.parametrize(
    "changes",
    [
        {"house": "hous"},
        {"table": "tabl"},
        {"shoe": 2},
        {"rules": "1" * 64},
        {"previous": "0" * 64},
        {"house": "", "table": "housetable"},
        {"house": "house\x00\x00\x00\x05table", "table": ""},
        {"composition": (9, 7, *(8,) * 50)},
        {"protocol": 2},
    ],
)
def test_everything_of_the_context_counts(changes: dict[str, object]) -> None:
    other: Context = replace(CONTEXT, **changes)
    assert context_bytes(other) != context_bytes(CONTEXT)
    assert commitment(SECRET, other) != commitment(SECRET, CONTEXT)
    assert shuffle_key(SECRET, (), other) != shuffle_key(SECRET, (), CONTEXT)
    assert seal(SECRET, (), other).salts[0] != SHOE.salts[0]


def test_seeds_count_with_their_order_and_their_bounds() -> None:
    found = {salt_of_seeds(seeds) for seeds in ((), (b"ab",), (b"a", b"b"), (b"b", b"a"), (b"ab", b""), (b"",))}
    assert len(found) == 6
    assert shuffle_key(SECRET, (b"a",), CONTEXT) != shuffle_key(SECRET, (b"b",), CONTEXT)


def test_a_promise_is_for_one_shoe() -> None:
    assert promise(b"seed", bytes(32)) != promise(b"seed", bytes(31) + b"1")


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_has_256_bits(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(bytes(length), CONTEXT)


def test_seeds_as_people_give_them() -> None:
    assert read_seed("ab" * 32) == b"\xab" * 32
    assert read_seed("ab" * 31) == b"ab" * 31, "words"
    assert read_seed("AB" * 32) == b"AB" * 32, "words"
    assert read_seed("Cafe\u0301 Central") == "Café Central".encode()
    for nothing in ("", "a\nb", "x" * 65):
        with pytest.raises(Unreadable):
            read_seed(nothing)
