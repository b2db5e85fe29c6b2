"""What stands in a demo house: a table for each book, one that a dealer deals, house patrons, people who work there."""

from dataclasses import dataclass
from typing import Any

from puntobanco import house as diary
from puntobanco.app.house.house import House
from puntobanco.app.randomness import command_id
from puntobanco.cage import commands as cage
from puntobanco.house.commands import AddTable, GrantRole
from puntobanco.house.grants import ALL_TABLES, ALL_TOURNAMENTS, WHOLE_HOUSE
from puntobanco.rulebooks import BOOKS, HouseRules
from puntobanco.streams.names import CAGE, HOUSE, TABLE
from puntobanco.table import Role, commands
from puntobanco.values.money import Cents

PLAY_MONEY: Cents = 10_000_00
PATRONS_AT_A_TABLE = 3
LONGEST_OF_AN_ACCOUNT = 1_000_000_00
"""What a house patron has."""

UNHURRIED = diary.Running(virtual=True, automatic=True, betting_ms=15_000, card_ms=800, offer_ms=4_000)
QUICK = diary.Running(virtual=True, automatic=True, betting_ms=1_000, card_ms=60, offer_ms=60)
"""For one round that nobody watches."""
BY_HAND = diary.Running(virtual=True, automatic=False)
DEALER_TABLE, DEALER_BOOK = "dealer-table", "act-2015"
"""Where a dealer deals; the shoe is virtual, so that a visitor needs no cards. House patrons do not play there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """Somebody who works in a demo house."""

    person: str
    role: Role
    places: tuple[str, ...]


STAFF = (
    Worker(person="Demo dealer", role=Role.DEALER, places=(ALL_TABLES, ALL_TOURNAMENTS)),
    Worker(person="Demo supervisor", role=Role.SUPERVISOR, places=(ALL_TABLES,)),
    Worker(person="Demo operator", role=Role.OPERATOR, places=(WHOLE_HOUSE,)),
    Worker(person="Demo auditor", role=Role.AUDITOR, places=(WHOLE_HOUSE,)),
    Worker(person="Demo director", role=Role.DIRECTOR, places=(ALL_TOURNAMENTS,)),
)


def house_patrons() -> dict[str, tuple[str, ...]]:
    """By table; no two tables have the same ones."""
    return {
        table: tuple(f"House patron {PATRONS_AT_A_TABLE * place + one + 1}" for one in range(PATRONS_AT_A_TABLE))
        for place, table in enumerate(BOOKS)
    }


def furnish(house: House, running: diary.Running) -> None:
    """Whatever is missing; tables are run at this pace from now on."""
    for book in BOOKS:
        _table(house, book, book, running)
    _table(house, DEALER_TABLE, DEALER_BOOK, BY_HAND)
    for person in (one for names in house_patrons().values() for one in names):
        make_patron(house, person, LONGEST_OF_AN_ACCOUNT)
    for worker in STAFF:
        for place in worker.places:
            grant(house, worker.person, worker.role, place)


def _table(house: House, name: str, book: str, running: diary.Running) -> None:
    state: diary.HouseState = house.look(HOUSE).state
    if state.tables.get(name) != running:
        do(house, HOUSE, AddTable(actor=diary.OPERATOR, table=name, running=running))
    if house.look(TABLE + name).state is None:
        do(house, TABLE + name, commands.OpenTable(actor=diary.OPERATOR, book=book, choices=internal_controls(book)))


def internal_controls(book: str) -> tuple[tuple[str, str], ...]:
    """What a document leaves to every house: here, as in its practice house."""
    rulebook = BOOKS[book]
    return HouseRules({key: rulebook.practice[key] for key in rulebook.chosen_by_every_house}).written()


def make_patron(house: House, person: str, money: Cents) -> None:
    """Somebody who may play at all tables and tournaments, with play money."""
    if house.look(CAGE + person).state is None:
        do(house, CAGE + person, cage.OpenAccount(actor=diary.OPERATOR, patron=person))
        do(house, CAGE + person, cage.Deposit(actor=diary.OPERATOR, amount=money))
    for place in (ALL_TABLES, ALL_TOURNAMENTS):
        grant(house, person, Role.PATRON, place)


def grant(house: House, person: str, role: Role, place: str) -> None:
    state: diary.HouseState = house.look(HOUSE).state
    if place not in state.grants.get(person, {}):
        do(house, HOUSE, GrantRole(actor=diary.OPERATOR, whom=person, duty=role, place=place))


def do(house: House, stream: str, command: Any, *, on_duty: bool = False) -> None:
    house.handle(stream, command, command_id(), on_duty=on_duty)
