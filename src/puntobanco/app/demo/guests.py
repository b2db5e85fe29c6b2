"""Guests of a demo house: a name, play money and a seat, in one step."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock

from puntobanco import house as diary
from puntobanco.app.auth.authenticator import Entered, Entrance
from puntobanco.app.auth.invitations import LinkKind
from puntobanco.app.auth.principal import Visitor
from puntobanco.app.demo.patrons import free
from puntobanco.app.demo.setup import PLAY_MONEY, do, make_patron
from puntobanco.app.house.access_records import came_in
from puntobanco.app.house.house import House
from puntobanco.errors import Refused
from puntobanco.streams.names import CAGE, HOUSE, TABLE
from puntobanco.table import Actor, Role, TableState, commands, ledger
from puntobanco.values.money import Cents

GUEST = "Guest "
CHIPS: Cents = 1_000_00
"""That a guest sits down with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    table: str
    seat: int


class Guests:
    """Every call may block: it is made from a thread."""

    def __init__(self, house: House, entrance: Entrance) -> None:
        self._house, self._entrance = house, entrance
        self._naming, self._seating = Lock(), Lock()
        self._here: dict[str, Visitor] = {}
        """Who came since the house started; whoever came before is asked to make room first."""

    def welcome(self, address: str) -> Entered:
        """Somebody new, with play money, logged in."""
        with self._naming:
            person = f"{GUEST}{self._next_number()}"
            make_patron(self._house, person, PLAY_MONEY)
        link = self._entrance.enroll(person, kind=LinkKind.ENTER)
        entered = self._entrance.enter_by_link(link.secret, address=address)
        self._house.submit(came_in(person)).result()
        self._here[person] = entered.visitor
        return entered

    def _next_number(self) -> int:
        state: diary.HouseState = self._house.look(HOUSE).state
        numbers = [name.removeprefix(GUEST) for name in state.grants if name.startswith(GUEST)]
        return 1 + max((int(one) for one in numbers if one.isdigit()), default=0)

    def seat(self, person: str, table: str, wanted: int | None = None) -> Seated:
        """With chips; where the seat that is wanted, or any, is not free, whoever has gone gives it up."""
        actor = Actor(person=person, role=Role.PATRON)
        with self._seating:
            if (has := self._seat_of(person, table)) is not None:
                return Seated(table=table, seat=has)
            if not self._chips(person, table):
                self._do(table, commands.BuyIn(actor=actor, amount=CHIPS))
            seat = next((one for one in self._free(actor, table) if wanted in (None, one)), None)
            if seat is None:
                which = "no seat is free" if wanted is None else f"seat {wanted} is not free"
                raise Refused("seat_not_free", "demo", f"{which} at table {table}: try another one")
            self._do(table, commands.TakeSeat(actor=actor, seat=seat))
        return Seated(table=table, seat=seat)

    def _free(self, actor: Actor, table: str) -> Iterator[int]:
        yield from free(self._state(table), actor)
        for person in self._gone(table):
            seat = self._seat_of(person, table)
            self._do(table, commands.LeaveTable(actor=Actor(person=person, role=Role.PATRON)))
            if seat is not None:
                yield seat

    def _gone(self, table: str) -> list[str]:
        """Guests at a table whose session is over."""
        seated = [patron.name for patron in self._state(table).seated() if patron.name.startswith(GUEST)]
        stay = self._entrance.lasting([self._here[one] for one in seated if one in self._here])
        return [one for one in seated if one not in self._here or self._here[one].id not in stay]

    def account(self, person: str) -> Cents:
        held: Cents = self._house.look(CAGE + person).state.held
        return held

    def chips(self, person: str, table: str) -> Cents:
        return self._chips(person, table)

    def _chips(self, person: str, table: str) -> Cents:
        return self._state(table).balance(ledger.chips(person))

    def _seat_of(self, person: str, table: str) -> int | None:
        patron = self._state(table).patrons.get(person)
        return None if patron is None else patron.seat

    def _state(self, table: str) -> TableState:
        found: TableState | None = self._house.look(TABLE + table).state
        if found is None:
            raise Refused("no_table", "demo", f"there is no table {table}")
        return found

    def _do(self, table: str, command: commands.TableCommand) -> None:
        do(self._house, TABLE + table, command, on_duty=True)
