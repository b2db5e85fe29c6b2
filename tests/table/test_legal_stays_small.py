"""What legal lists for a person depends on the table as it is, not on how long it has been played."""

from collections.abc import Iterator
from itertools import product

import pytest

from puntobanco.table import Actor, LegalAction, Role, TableState, legal_actions
from puntobanco.table.stream_type import TABLES
from tests.marks import ALL_BOOKS
from tests.table.helpers import DEALER, OPERATOR, SUPERVISOR, Table

PEOPLE = (
    Actor(person="ann", role=Role.PATRON),
    Actor(person="bob", role=Role.PATRON),
    DEALER,
    SUPERVISOR,
    OPERATOR,
    Actor(person="ada", role=Role.AUDITOR),
)
EARLY, LATE = 5, 60


def coups() -> Iterator[str]:
    """Coups of four cards in which player has a natural: as many as eight decks hold, and no card too often."""
    naturals, tens = product("cdhs" * 8, "89"), product("cdhs" * 8, "TJQK")
    small = product("cdhs" * 8, "A23456")
    for (suit, natural), (other, ten) in zip(naturals, tens, strict=False):
        (first, a), (second, b) = next(small), next(small)
        yield f"{natural}{suit} {a}{first} {ten}{other} {b}{second}"


def offers(state: TableState) -> list[int]:
    return [len(legal_actions(state, person)) for person in PEOPLE]


def counted(book: str) -> Iterator[list[list[int]]]:
    """Round by round of a shoe, how much everybody is offered: before any bet and after two."""
    table = Table.ready(book, {"ann": 10_000, "bob": 10_000})
    for coup in coups():
        found = [offers(table.now)]
        table.bets("ann", "player", 100)
        table.bets("bob", "player", 100)
        found.append(offers(table.now))
        table.plays(coup)
        yield found


def after(book: str, *rounds: int) -> list[list[list[int]]]:
    return [found for number, found in enumerate(counted(book)) if number in rounds]


@pytest.mark.parametrize("book", ALL_BOOKS)
def test_what_is_legal_does_not_grow_with_rounds_played(book: str) -> None:
    early, late = after(book, EARLY, LATE)
    assert early == late


def test_an_offer_for_every_round_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def void_each(state: TableState, _: Actor) -> list[LegalAction]:
        return [LegalAction("void_round", where=(("round", one.number),)) for one in state.rounds]

    monkeypatch.setitem(TABLES._legal, Role.SUPERVISOR, (void_each,))
    early, late = after("act-2015", EARLY, LATE)
    assert early != late
