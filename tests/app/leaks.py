"""Looking for what nobody may know: a secret, the salt of a hidden card or cards to come, in whatever form."""

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puntobanco.fair_shoes.sealed_shoe import shuffle_key
from puntobanco.fair_shoes.state import ShoeUnderWay
from puntobanco.table import TableState
from puntobanco.values.cards import Card

IN_A_ROW, BYTES_IN_A_ROW = 5, 9
"""So many cards to come are no chance; as bytes more, since a database is full of small numbers."""
BEGINNING = 5
"""No form is shorter."""
AT_ONCE = 1 << 20


@dataclass(frozen=True)
class Unknown:
    """What is hidden about a shoe that is being dealt."""

    secrets: dict[str, bytes]
    cards: tuple[Card, ...]
    """As they will leave the shoe."""


def unknown(shoe: ShoeUnderWay, state: TableState) -> Unknown:
    """The secrets of a shoe, and its cards that have not left it."""
    assert shoe.secret is not None
    secret, seeds = shoe.secret.raw(), shoe.window.seeds
    found = {"secret": secret, "key": shuffle_key(secret, seeds, shoe.context)}
    sealed = shoe.sealed
    if sealed is None:
        return Unknown(found, ())
    out = state.shoe.out if state.shoe.loaded else 0
    places = [shoe.index_of(place) for place in range(out + 1, shoe.cards + 1)] if shoe.cut else range(shoe.cards)
    salts = {f"salt {index}": sealed.salts[index] for index in places}
    return Unknown({**found, **salts}, tuple(sealed.order[index] for index in places))


def leaks(content: bytes, hidden: Unknown) -> list[str]:
    """What of it stands in the content, and how."""
    return leaks_in({"content": content}, hidden).get("content", [])


def leaks_in(contents: Mapping[str, bytes], hidden: Unknown) -> dict[str, list[str]]:
    """The same for many, by their names; those in which nothing stands are left out."""
    wanted: dict[bytes, list[tuple[str, bytes]]] = {}
    for what, form in _forms(hidden):
        wanted.setdefault(form[:BEGINNING], []).append((what, form))
    beginnings = np.sort(np.array([int.from_bytes(one, "little") for one in wanted], np.uint64))
    found = {name: list(_found(content, wanted, beginnings)) for name, content in contents.items()}
    return {name: what for name, what in found.items() if what}


def _found(
    content: bytes, wanted: dict[bytes, list[tuple[str, bytes]]], beginnings: NDArray[np.uint64]
) -> Iterator[str]:
    for place in _places(content, beginnings):
        for what, form in wanted[content[place : place + BEGINNING]]:
            if content.startswith(form, place):
                yield what


def _places(content: bytes, beginnings: NDArray[np.uint64]) -> Iterator[int]:
    """Where one of these beginnings stands; many at a time, since a house writes much."""
    found = np.frombuffer(content, np.uint8)
    for start in range(0, len(found) - BEGINNING + 1, AT_ONCE):
        size = min(AT_ONCE, len(found) - BEGINNING + 1 - start)
        windows = np.zeros(size, np.uint64)
        for byte in range(BEGINNING):
            windows |= found[start + byte : start + byte + size].astype(np.uint64) << np.uint64(8 * byte)
        nearest = beginnings[np.searchsorted(beginnings, windows).clip(max=len(beginnings) - 1)]
        yield from (start + int(place) for place in np.flatnonzero(nearest == windows))


def _forms(hidden: Unknown) -> Iterator[tuple[str, bytes]]:
    for name, value in hidden.secrets.items():
        yield from ((f"{name} as {how}", form) for how, form in of_bytes(value))
    for start in range(len(hidden.cards) - IN_A_ROW + 1):
        yield from ((f"cards as {how}", form) for how, form in of_cards(hidden.cards[start : start + IN_A_ROW]))
    for start in range(len(hidden.cards) - BYTES_IN_A_ROW + 1):
        yield "cards as bytes", bytes(card.index for card in hidden.cards[start : start + BYTES_IN_A_ROW])


def of_bytes(value: bytes) -> Iterator[tuple[str, bytes]]:
    yield "bytes", value
    yield "hexadecimal", value.hex().encode()
    yield "HEXADECIMAL", value.hex().upper().encode()
    yield "base32", base64.b32encode(value).rstrip(b"=")
    yield "Python", repr(value).encode()[2:-1]
    yield "numbers", ", ".join(map(str, value)).encode()
    yield "numbers in JSON", ",".join(map(str, value)).encode()
    for shift in range(3):  # where it begins within other bytes
        inner = base64.b64encode(bytes(shift) + value)[4 if shift else 0 : -4]
        yield f"base64 shifted by {shift}", inner
        yield f"base64 for addresses, shifted by {shift}", inner.replace(b"+", b"-").replace(b"/", b"_")


def of_cards(cards: tuple[Card, ...]) -> Iterator[tuple[str, bytes]]:
    faces = [str(card) for card in cards]
    for between in (" ", ",", ", ", '","', "', '", '", "', "\n", ""):
        yield f"text with {between!r}", between.join(faces).encode()
    yield "small letters", " ".join(faces).lower().encode()
    yield "Python", ", ".join(map(repr, cards)).encode()
    for between in (",", ", ", " "):
        yield f"numbers with {between!r}", between.join(str(card.index) for card in cards).encode()
