"""Houses on disk that have seen everything: all four books, irregularities, voids, corrections, fair shoes, a
tournament and the cage. The same seed makes the same evening (but for secrets and keys), in a few seconds.

`eventful_house(folder)` makes one. `play_at_random` adds a keyed table at which anything happens, `play_fair` one with
virtual shoes, for whoever needs more of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from tools.kept_evenings import SECOND

from puntobanco import house as diary
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import init_house, open_house
from puntobanco.app.house.stream_states import record_of
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.randomness import Chance
from puntobanco.app.table_driver import Driver
from puntobanco.cage import commands as cage
from puntobanco.cage.state import stream_of
from puntobanco.errors import Refused, Unreadable
from puntobanco.fair_shoes.commands import OpenSeed, PromiseSeed
from puntobanco.fair_shoes.commitment import promise
from puntobanco.fair_shoes.state import FairShoes
from puntobanco.house.commands import (
    AddTable,
    Approve,
    Decline,
    GrantRole,
    NoteAccess,
    NoteLogIn,
    NoteLogOut,
    Propose,
    RevokeRole,
    SetWithdrawalLimit,
    TakeOver,
    WithdrawProposal,
)
from puntobanco.house.grants import Access, Leaving, Session
from puntobanco.log.account_transfers import to_the_cage, whose
from puntobanco.rulebooks import BOOKS
from puntobanco.streams.names import TOURNAMENT
from puntobanco.table import Actor, Role, TableState, commands, legal
from puntobanco.table.model import Phase
from puntobanco.table.stream_type import TableRecord
from puntobanco.tournament.stream_type import TournamentRecord
from tests.app.house.helpers import OPERATOR, Ticks, patron
from tests.record.kept import NEWEST, logs_of, records_of, tournament_records_of, tournaments_of
from tests.table import driver
from tests.table.helpers import INTERNAL_CONTROLS
from tests.table.test_state_machine import HOUSES

NAME = "Casino North"
RICH = 10**10
DEPTH = 376
"""So many of the 416 cards of a fair shoe stay behind the cutting card, so that shoes end."""
MOST_STEPS = 5000
PATRONS = ("ann", "bob")


class Lots(driver.Chance):
    """Choices from a seed."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def below(self, most: int) -> int:
        return self._random.randrange(most) if most > 1 else 0


class Evening:
    """A house that is being played in, with the same clock and ids every time."""

    def __init__(self, folder: Path, seed: int, *, ids_from: int = 1) -> None:
        self.random = Random(seed)
        self.rng = Lots(self.random)
        self.clock = Ticks()
        chance = Chance(random_bits=self.random.getrandbits, secret=lambda: self.random.randbytes(32), practice=False)
        self.house: House = open_house(folder, clock=self.clock, chance=chance)
        self._ids = count(ids_from)

    def do(self, stream: str, command: Any, approved_by: Any = None) -> None:
        self.house.handle(stream, command, f"id {next(self._ids)}", approved_by=approved_by)

    def tries(self, stream: str, command: Any) -> bool:
        """Whether it was accepted."""
        approved = SECOND if getattr(command, "needs_approval", False) else None
        with suppress(Refused, Unreadable):
            self.do(stream, command, approved)
            return True
        return False

    def again(self, stream: str, records: Iterable[TableRecord | TournamentRecord]) -> None:
        """Carry out what was recorded elsewhere, as one group: the accounts that it needs are there."""
        given = [
            CommandRequest(stream=stream, command=one.command, id=f"id {next(self._ids)}", approved_by=one.approved_by)
            for one in records
        ]
        for answer in [self.house.submit(asked) for asked in given]:
            answer.result()

    def accounts(self, names: Iterable[str | None]) -> None:
        """Rich patrons; none is the house itself."""
        for name in names:
            stream = stream_of(name)
            if self.house.look(stream).state is None:
                opened = (
                    cage.OpenVault(actor=OPERATOR) if name is None else cage.OpenAccount(actor=OPERATOR, patron=name)
                )
                self.do(stream, opened)
                self.do(stream, cage.Deposit(actor=OPERATOR, amount=RICH))

    def table(self, stream: str) -> TableState:
        found: TableState = self.house.look(stream).state
        return found

    def close(self) -> None:
        self.house.close()


def eventful_house(
    folder: Path, *, seed: int = 1, steps: int = 300, rounds: int = 15, tournaments: int | None = None
) -> Path:
    """A closed house in which everything has happened: kept evenings and tournaments (all, or so many of them) carried
    out again, and for every book a table at which anything happens in so many steps, and one with fair shoes for so
    many rounds."""
    init_house(folder, name=NAME)
    evening = Evening(folder, seed)
    evening.accounts([None])
    for log in logs_of(NEWEST):
        play_kept(evening, f"table/{log.stem}", records_of(log))
    for log in tournaments_of(NEWEST)[:tournaments]:
        play_kept(evening, f"tournament/{log.stem}", tournament_records_of(log))
    for book in BOOKS:
        play_at_random(evening, f"any-{book}", book, steps=steps)
        play_fair(evening, f"fair-{book}", book, rounds=rounds, seeds=book == "nz-1998")
    _move_money(evening)
    _by_two(evening)
    evening.close()
    return folder


def _by_two(evening: Evening) -> None:
    """People get roles and lose them, come and go, and do together what takes two."""
    oz, sue = (Actor(person=name, role=role) for name, role in (("oz", Role.OPERATOR), ("sue", Role.SUPERVISOR)))
    dan = Actor(person="dan", role=Role.DEALER)
    table = "table/two"
    evening.do(table, commands.OpenTable(actor=oz, book="act-2015"))
    given = ((oz, "house"), (sue, "table/"), (dan, "table/"))
    for actor, place in given:
        evening.do("house", GrantRole(actor=diary.OPERATOR, whom=actor.person, duty=actor.role, place=place))
    evening.do("house", NoteLogIn(actor=diary.OPERATOR, whom="dan", session=Session.BROWSER))
    evening.do("house", NoteAccess(actor=diary.OPERATOR, whom="dan", access=Access.FACTOR_SET_UP, by="dan"))
    evening.do("house", TakeOver(actor=dan, table="two"))
    for number in (1, 2, 3):
        fill = commands.FillFloat(actor=sue, amount=100_000 * number)
        evening.house.handle("house", Propose(actor=sue, stream=table, command=fill), f"fill {number}", on_duty=True)
    evening.house.handle("house", Approve(actor=oz, number=2), "approved", on_duty=True)
    evening.do("house", Decline(actor=oz, number=1))
    evening.do("house", WithdrawProposal(actor=sue, number=3))
    pay = cage.PayWithdrawal(actor=oz, amount=10**7)
    evening.do("house", Propose(actor=oz, stream="cage/bob", command=pay))
    evening.do("house", Approve(actor=Actor(person="ida", role=Role.OPERATOR), number=4))
    evening.do("house", SetWithdrawalLimit(actor=diary.OPERATOR, amount=1))
    evening.do("house", RevokeRole(actor=oz, whom="dan", place="table/"))
    evening.do("house", NoteLogOut(actor=diary.OPERATOR, whom="dan", session=Session.BROWSER, why=Leaving.REVOKED))


def play_kept(evening: Evening, stream: str, records: list[TableRecord] | list[TournamentRecord]) -> None:
    """What was kept once, in this house."""
    moves = (event for one in records for event in one.events if to_the_cage(event))
    evening.accounts(dict.fromkeys(whose(event) for event in moves))
    if stream.startswith(TOURNAMENT):
        _play_renamed(evening, stream, records)
    else:
        evening.again(stream, records)


def _play_renamed(evening: Evening, stream: str, records: Sequence[Any]) -> None:
    """A tournament of a script, in a house that draws by its own secrets: whoever draws somebody's seat plays for them
    from then on."""
    plays: dict[str, str] = {}
    for record in records:
        number = evening.house.look(stream).number
        evening.do(stream, renamed(record.command, plays), record.approved_by)
        plays |= drawn_instead(evening.house, stream, number, record)


def drawn_instead(house: House, stream: str, number: int, record: Any) -> dict[str, str]:
    """Who has the seat of whom, if the record after this number draws."""
    (line,) = house.read(stream, number, 1)
    written: Any = record_of(line)
    found: dict[str, str] = {}
    for told, event in zip(record.events, written.events, strict=True):
        was, drawn = getattr(told, "result", None), getattr(event, "result", None)
        if was is not None and drawn is not None:
            found |= dict(zip(was.order, drawn.order, strict=True))
    return found


def renamed(command: Any, plays: Mapping[str, str]) -> Any:
    def inside(value: Any) -> Any:
        match value:
            case dict():
                return {key: inside(one) for key, one in value.items()}
            case list() | tuple():
                return [inside(one) for one in value]
            case _:
                return plays.get(value, value) if isinstance(value, str) else value

    found = inside(msgspec.to_builtins(command))
    if "seed" in found:
        found["seed"] = None
    return msgspec.convert(found, type(command))


def _move_money(evening: Evening) -> None:
    """Limits, withdrawals, and an account that is closed."""
    ann = "cage/ann"
    evening.do(ann, cage.SetLimits(actor=patron("ann"), deposits=10**9, play=10**9))
    evening.do(ann, cage.AskWithdrawal(actor=patron("ann"), amount=50_000))
    evening.do(ann, cage.PayWithdrawal(actor=OPERATOR, amount=50_000))
    evening.accounts(["zoe"])
    evening.do("cage/zoe", cage.PayWithdrawal(actor=OPERATOR, amount=RICH))
    evening.do("cage/zoe", cage.CloseAccount(actor=OPERATOR))


# Anything happens


def play_at_random(evening: Evening, name: str, book: str, *, steps: int) -> None:
    """A keyed table at which people do what is legal, and cards lie anywhere."""
    stream, rng = f"table/{name}", evening.rng
    choices = {**INTERNAL_CONTROLS.get(book, {}), "cut_depth": "20"}
    choices |= {key: rng.choice(options) for key, options in HOUSES[book].items()}
    evening.accounts(driver.PEOPLE)
    evening.do(stream, commands.OpenTable(actor=OPERATOR, book=book, choices=tuple(choices.items())))
    for seat, person in enumerate(driver.PEOPLE[:2], start=1):
        evening.tries(stream, commands.BuyIn(actor=patron(person), amount=500_000))
        evening.tries(stream, commands.TakeSeat(actor=patron(person), seat=seat))
    for _ in range(steps):
        command = _anything(evening.table(stream), rng)
        if command is not None:
            evening.tries(stream, command)


def _anything(state: TableState, rng: Lots) -> commands.TableCommand | None:
    if state.phase is Phase.PREPARING and rng.happens(80):
        return driver.towards_a_shoe(state)
    if rng.happens(2):
        return driver.fact(state, rng)
    actor = driver.choose_actor(rng)
    options = tuple(one for one in legal(state, actor) if one.kind not in ("announce_closing", "close_table"))
    return driver.from_legal(state, actor, driver.choose(options, rng), rng) if options else None


# Fair shoes


def play_fair(
    evening: Evening,
    name: str,
    book: str,
    *,
    rounds: int,
    seeds: bool = False,
    own: Mapping[str, str] | None = None,
    beside: str | None = None,
) -> None:
    """A table with virtual shoes, of which several come to their end; then it is closed.

    It may have choices of its own, and a wager that everybody bets beside another one.
    """
    open_fair(evening, name, book, seeds=seeds, own=own)
    deal_fair(evening, name, rounds=rounds, beside=beside)


def open_fair(
    evening: Evening, name: str, book: str, *, seeds: bool = False, own: Mapping[str, str] | None = None
) -> None:
    """The table, at which everybody sits."""
    stream = f"table/{name}"
    choices = {**INTERNAL_CONTROLS.get(book, {}), "minimum": "5", "cut_depth": str(DEPTH), **(own or {})}
    evening.accounts(PATRONS)
    evening.do("house", AddTable(actor=OPERATOR, table=name, running=diary.Running(virtual=True, seeds=seeds)))
    evening.do(stream, commands.OpenTable(actor=OPERATOR, book=book, choices=tuple(choices.items())))
    for seat, person in enumerate(PATRONS, start=1):
        evening.do(stream, commands.BuyIn(actor=patron(person), amount=5_000_000))
        evening.do(stream, commands.TakeSeat(actor=patron(person), seat=seat))


def deal_fair(evening: Evening, name: str, *, rounds: int, beside: str | None = None, closes: bool = True) -> None:
    """So many rounds, counted from the first one of the table, and the close."""
    stream = f"table/{name}"
    others = Driver(evening.random.randrange, patrons=PATRONS)
    for _ in range(MOST_STEPS):
        if evening.table(stream).round_number > rounds:
            break
        _goes_on(evening, stream, others, beside)
    if not closes:
        return
    evening.tries(stream, commands.AnnounceClosing(actor=OPERATOR))
    evening.tries(stream, commands.CloseTable(actor=OPERATOR))


def _goes_on(evening: Evening, stream: str, others: Driver, beside: str | None = None) -> None:
    state = evening.table(stream)
    if state.phase is Phase.BETTING and not state.stakes:
        _bet(evening, stream, beside)
        return
    if _add_seeds(evening, stream.replace("table/", "shoes/")):
        return
    for command in [found] if (found := others.next(state)) is not None else others.start(state):
        if not evening.tries(stream, command):
            evening.clock.now += 60_000_000  # the time for seeds goes by


def _bet(evening: Evening, stream: str, beside: str | None) -> None:
    for seat, person in enumerate(PATRONS, start=1):
        wager = evening.random.choice(("player", "banker", "banker", "tie"))
        amount = 2000 * evening.random.randrange(1, 20)
        evening.tries(stream, commands.Place(actor=patron(person), area=str(seat), wager=wager, amount=amount))
        if beside is not None:
            evening.tries(stream, commands.Place(actor=patron(person), area=str(seat), wager=beside, amount=1000))


def _add_seeds(evening: Evening, stream: str) -> bool:
    """Whether there was still something to do: ann promises and opens, and bob forgets what he promised."""
    shoes: FairShoes = evening.house.look(stream).state
    shoe = shoes.under_way
    if shoes.times is None or shoe is None or shoe.root is not None or shoe.window.opened:
        return False
    for name in (name for name in PATRONS if name not in shoe.promised_by):
        promised = promise(f"a seed of {name}".encode(), shoe.window.committed).hex()
        return evening.tries(stream, PromiseSeed(actor=patron(name), promise=promised))
    evening.clock.now += shoes.times.promising
    return evening.tries(stream, OpenSeed(actor=patron("ann"), seed=b"a seed of ann".hex()))
