"""A process of several that serve one house: people of all sorts ask for what others ask for at other processes at the
same time. What was asked and what came of it goes down a pipe at once."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from hashlib import sha256
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Event, Lock, Thread
from typing import Any, TypeAlias
from unittest.mock import patch

from msgspec import Struct

from puntobanco import house as diary
from puntobanco.app.house import house_folder as houses
from puntobanco.app.house.dealing_process import Dealing
from puntobanco.app.house.house import House
from puntobanco.app.house.pending_requests import Answer
from puntobanco.app.house.remote_changes import Noticing
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.table_driver import Driver
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused, Unreadable
from puntobanco.house.commands import AddTable, DisableGaming, EnableGaming, GrantRole, RevokeRole, TakeOver
from puntobanco.store import StoreFailure
from puntobanco.streams.names import HOUSE, named
from puntobanco.table import Actor, Role, TableState, commands, ledger
from puntobanco.table.model import Phase
from puntobanco.values.replace import changed
from tests.app.house.helpers import OPERATOR, SUPERVISOR, patron
from tests.house.gaming import keyed_in
from tests.house.planted import PLANTED
from tests.table.helpers import INTERNAL_CONTROLS

Name: TypeAlias = tuple[str, str]
"""A stream, and an id in it."""
Written: TypeAlias = tuple[Name, tuple[int, bytes]]
"""Of a record, its number and the beginning of its digest."""

KEYED = {"table/1": "act-2015", "table/2": "nz-1998"}
DEALT = "table/dealt"
TABLES = (*KEYED, DEALT)
PATRONS = ("ann", "bob", "cyd", "dee", "eve", "fay")
DEALERS = ("dan", "dot", "don")
RUNNING = diary.Running(virtual=True, automatic=True, betting_ms=50, card_ms=0, offer_ms=0)
ALL = 500_00
"""What a patron brings to a table at a time; all of it is bet at once."""
LEAST = 20_00
CLIENT = "client "
"""How the ids begin of what people ask for."""
LONGEST_PAUSE = 0.02
SECONDS_AFTER_A_FAILURE = 0.5
MOST_AT_A_TIME = 50


class Came(Struct, frozen=True):
    """What came of something that was asked: records, a refusal, or that nobody knows."""

    name: Name
    written: tuple[Written, ...] = ()
    refused: str = ""
    failed: str = ""
    mistake: str = ""


def digest(body: bytes) -> bytes:
    return sha256(body).digest()[:8]


def open_tables(house: House) -> None:
    """Before anybody races."""
    given: list[tuple[str, Any]] = [("house", AddTable(actor=OPERATOR, table=named(DEALT), running=RUNNING))]
    for people, role, place in (
        (PATRONS, Role.PATRON, "table/"),
        (DEALERS, Role.DEALER, "table/"),
        (("sue",), Role.SUPERVISOR, "table/"),
        (("oz",), Role.OPERATOR, "house"),
    ):
        given += [("house", GrantRole(actor=diary.OPERATOR, whom=one, duty=role, place=place)) for one in people]
    for stream, book in (*KEYED.items(), (DEALT, "act-2015")):
        choices = tuple(sorted(INTERNAL_CONTROLS.get(book, {}).items()))
        given.append((stream, commands.OpenTable(actor=OPERATOR, book=book, choices=choices)))
    for name in PATRONS:
        given.append((f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name)))
        given.append((f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=2 * ALL)))
    for number, (stream, command) in enumerate(given):
        house.handle(stream, command, f"opening {number}")


def serve(folder: Path, run: int, planted: str | None, told: Connection) -> None:
    """As `punto serve` does, until it is killed or the other end says stop."""
    settings = houses.read_settings(folder)
    store = houses.opened(settings)
    with patch.object(houses, "House", House if planted is None else PLANTED[planted]):
        house = houses.serve(settings, store)
    beside = (Dealing(house, store), Noticing(house, store))
    for one in beside:
        one.start()
    people = People(house, run, told)
    people.start()
    with suppress(EOFError):
        while (asked := told.recv()) is not None:
            people.again.put(asked)
    people.stop()
    for one in beside:
        one.stop()
    house.close()
    if beside[0].mistake is not None:
        people.tell("mistake", repr(beside[0].mistake))
    people.tell("stopped")


class People:
    """Whoever asks this process for something, each in a thread; ids are never given twice, whichever run it is."""

    def __init__(self, house: House, run: int, told: Connection) -> None:
        self.house, self.run, self._told = house, run, told
        self.again: SimpleQueue[CommandRequest] = SimpleQueue()
        """What was asked at other processes, too, under its id."""
        self._telling, self._stopped, self._ids = Lock(), Event(), count(1)
        self._threads = [
            Thread(target=self._acts, args=(act,), daemon=True)
            for act in (
                self._repeats,
                self._operator(),
                *(self._dealer(stream) for stream in KEYED),
                *(self._patron(name) for name in PATRONS),
            )
        ]

    def start(self) -> None:
        self.tell("ready")
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def tell(self, *message: object) -> None:
        with self._telling:
            self._told.send(message)

    def _acts(self, act: Callable[[], object]) -> None:
        pauses = Random(f"{self.run} {id(act)}")
        while not self._stopped.is_set():
            try:
                act()
            except StoreFailure:
                self._stopped.wait(SECONDS_AFTER_A_FAILURE)
            except BrokenPipeError:
                return
            except BaseException as mistake:
                self.tell("mistake", repr(mistake))
                raise
            self._stopped.wait(pauses.uniform(0, LONGEST_PAUSE))

    # How somebody asks

    def _ask(self, asked: Sequence[CommandRequest], random: Random) -> None:
        """All at once; now and then somebody asks for the same at another process."""
        doubled = random.random() < 0.1
        self.tell("asked", tuple(asked), doubled)
        if doubled:
            self._stopped.wait(random.uniform(0, LONGEST_PAUSE / 4))
        self._answered(asked)

    def _answered(self, asked: Sequence[CommandRequest]) -> None:
        promises = [(one, self.house.submit(one)) for one in asked]
        answers = tuple(_came(one, promise) for one, promise in promises)
        self.tell("came", answers)
        if any(one.failed for one in answers):
            self._stopped.wait(SECONDS_AFTER_A_FAILURE)

    def _repeats(self) -> None:
        asked = list[CommandRequest]()
        with suppress(Empty):
            while len(asked) < MOST_AT_A_TIME:
                asked.append(self.again.get_nowait())
        if asked:
            self._answered(asked)

    def _on_duty(self, stream: str, command: Any, expected: int | None = None) -> CommandRequest:
        name = f"{CLIENT}{self.run} {next(self._ids)}"
        return CommandRequest(stream=stream, command=command, id=name, expected=expected, on_duty=True)

    # Who does what

    def _patron(self, name: str) -> Callable[[], None]:
        random, actor, seat = Random(f"{name} {self.run}"), patron(name), PATRONS.index(name) + 1
        area = str(seat)

        def act() -> None:
            stream = random.choice(TABLES)
            state: TableState = self.house.look(stream).state
            given = self._at_the_table(state, actor, seat)
            if not given and state.phase is Phase.BETTING:
                given = _bets(state, actor, area, random)
            elif not given and random.random() < 0.1:
                given = [commands.CashOut(actor=actor, amount=max(LEAST, state.balance(ledger.chips(name))))]
            if given:
                self._ask([self._on_duty(stream, one) for one in given], random)

        return act

    def _at_the_table(self, state: TableState, actor: Actor, seat: int) -> list[commands.TableCommand]:
        found = state.patrons.get(actor.person)
        if found is not None and found.seat is not None:
            return []
        sits = commands.TakeSeat(actor=actor, seat=seat)
        return [commands.BuyIn(actor=actor, amount=ALL), sits] if found is None else [sits]

    def _dealer(self, stream: str) -> Callable[[], None]:
        """Consoles of all processes deal for the same dealer, until another one takes over."""
        random = Random(f"{stream} {self.run}")

        def act() -> None:
            deals = self.house.look(HOUSE).state.dealing.get(named(stream))
            if deals is None or random.random() < 0.02:
                actor = Actor(person=random.choice(DEALERS), role=Role.DEALER)
                self._ask([self._on_duty(HOUSE, TakeOver(actor=actor, table=named(stream)))], random)
                return
            standing = self.house.look(stream)
            actor = Actor(person=deals, role=Role.DEALER)
            driver = Driver(random.randrange, patrons=PATRONS, dealer=actor, supervisor=SUPERVISOR)
            command = driver.next(standing.state)
            if command is None and standing.state.stakes and random.random() < 0.3:
                command = next(iter(driver.start(standing.state)), None)
            if command is not None:
                looks = not isinstance(command, commands.CallNoMoreBets) or random.random() < 0.5
                command = keyed_in(standing.state, command, random)
                self._ask([self._on_duty(stream, command, standing.number if looks else None)], random)

        return act

    def _operator(self) -> Callable[[], None]:
        """Roles are given and taken, gaming is switched off and on, and money comes to the cage and goes from it."""
        random = Random(f"operator {self.run}")

        def act() -> None:
            house: diary.HouseState = self.house.look(HOUSE).state
            out = [name for name in PATRONS if house.role_of(name, TABLES[0]) is None]
            name = random.choice(out or PATRONS)
            kind = "role" if out else "switch" if house.off else random.choice(("role", "switch", "money", "money"))
            if kind == "money":
                given = self._money(name, random)
            else:
                given = _role(house, name, random) if kind == "role" else _switch(house, name, random)
            if given:
                self._ask([self._on_duty(HOUSE if kind != "money" else f"cage/{name}", one) for one in given], random)
            self._stopped.wait(random.uniform(0, 5 * LONGEST_PAUSE))

        return act

    def _money(self, name: str, random: Random) -> list[Any]:
        held = self.house.look(f"cage/{name}").state.held
        if held < ALL:
            return [cage.Deposit(actor=OPERATOR, amount=2 * ALL)]
        pays = held > 4 * ALL or random.random() < 0.2
        return [cage.PayWithdrawal(actor=OPERATOR, amount=held)] if pays else []


def _bets(state: TableState, actor: Actor, area: str, random: Random) -> list[commands.TableCommand]:
    """All that there is, in ways that build on each other."""
    name, wager = actor.person, random.choice(("player", "banker"))
    chips = state.balance(ledger.chips(name)) // LEAST * LEAST
    place = commands.Place(actor=actor, area=area, wager=wager, amount=max(LEAST, min(chips, 2 * ALL)))
    lies = next((one.wager for one in state.stakes.of(name)), None)
    if lies is not None and random.random() < 0.3:
        back = commands.Withdraw(actor=actor, area=area, wager=lies)
        return [back, place]
    if chips < LEAST:
        return [commands.BuyIn(actor=actor, amount=ALL), changed(place, amount=ALL)]
    half = changed(place, amount=max(LEAST, place.amount // 2 // LEAST * LEAST))
    cash = commands.CashOut(actor=actor, amount=place.amount)
    ways: list[list[commands.TableCommand]] = [[place], [place], [half, half, half], [cash, place]]
    return random.choice(ways)


def _role(house: diary.HouseState, name: str, random: Random) -> list[Any]:
    given = GrantRole(actor=OPERATOR, whom=name, duty=Role.PATRON, place="table/")
    if house.role_of(name, TABLES[0]) is None:
        return [given]
    taken = RevokeRole(actor=OPERATOR, whom=name, place="table/")
    return [taken, given] if random.random() < 0.7 else [taken]


def _switch(house: diary.HouseState, name: str, random: Random) -> list[Any]:
    """What is off is turned on again, before anything else is turned off."""
    if house.off:
        sort, _, whose = random.choice(sorted(house.off)).partition("/")
        scope: dict[str, Any] = {sort: whose} if whose else {}
        return [EnableGaming(actor=SUPERVISOR, reason="over", **scope)]
    scopes: list[dict[str, Any]] = [{}, {"table": named(random.choice(TABLES))}, {"patron": name}]
    return [DisableGaming(actor=SUPERVISOR, reason="a drill", **random.choice(scopes))]


def _came(asked: CommandRequest, promise: Future[Answer]) -> Came:
    name, error = (asked.stream, asked.id), promise.exception()
    match error:
        case None:
            rows = promise.result().rows
            return Came(name, tuple(((row.stream, row.id), (row.number, digest(row.body))) for row in rows))
        case Refused():
            return Came(name, refused=error.code)
        case Unreadable():
            return Came(name, refused="unreadable")
        case StoreFailure():
            return Came(name, failed=repr(error))
        case _:
            return Came(name, mistake=repr(error))
