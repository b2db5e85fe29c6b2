"""Patrons, a dealer and a tournament bet in every way from several threads, while somebody turns switches.

What is wrong afterwards is read from the bytes of the log alone: the code that asks for switches has no part in it.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

from puntobanco.app.house.automatic_dealers import Dealers
from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import init_house, open_house
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.app.table_driver import Driver
from puntobanco.cage import commands as cage
from puntobanco.errors import Refused, Unreadable
from puntobanco.house import Running
from puntobanco.house.commands import AddTable, DisableGaming, EnableGaming
from puntobanco.store import Line
from puntobanco.store.verify import all_lines
from puntobanco.table import TableState, commands
from puntobanco.table.commands.wagers import SlipStake
from puntobanco.table.model import Phase
from puntobanco.tournament.commands import AtTable, Register
from puntobanco.values.replace import changed
from tests.app.house.helpers import DEALER, OPERATOR, SUPERVISOR, patron
from tests.house.folding import Switches
from tests.house.load import keyed
from tests.record.kept import NEWEST, tournament_records_of
from tests.table.helpers import INTERNAL_CONTROLS

PATRONS = ("ann", "bob", "cyd")
KEYED, DEALT, CUP = "table/keyed", "table/dealt", "tournament/cup"
BY_ITSELF = Running(virtual=True, automatic=True, betting_ms=20, card_ms=0, offer_ms=0)
WAGERS = ("player", "banker", "tie")
AMOUNTS = (1000, 2000, 5000)


# What is wrong by the log


def findings(lines: Iterable[Line]) -> list[str]:
    """Whatever was let pass after a switch or an exclusion in the order of the log, and exclusions that ended early."""
    switches = Switches()
    return [f"{line.position} {one}" for line in lines for one in switches.see(line, json.loads(line.body))]


# The campaign


def keyed_in(state: TableState, command: commands.TableCommand, random: Random) -> commands.TableCommand:
    """With what a dealer of New Zealand keys in."""
    return changed(command, depth=30) if isinstance(command, commands.LoadShoe) else keyed(state, command, random)


class Campaign:
    """A house with a table that is keyed in, one that deals itself, and a tournament in its first session."""

    def __init__(self, folder: Path, seed: int) -> None:
        init_house(folder, name="house")
        self.house: House = open_house(folder)
        self.seed = seed
        self.accepted: Counter[str] = Counter()
        self.mistakes: list[BaseException] = []
        self.answered: list[tuple[str, str]] = []
        self._ids = count(1)
        self._open()

    def do(self, stream: str, command: Any) -> None:
        name = f"id {next(self._ids)}"
        self.house.handle(stream, command, name)
        self.answered.append((stream, name))

    def tries(self, stream: str, command: Any, kind: str) -> bool:
        with suppress(Refused, Unreadable):
            self.do(stream, command)
            self.accepted[kind] += 1
            return True
        return False

    def _open(self) -> None:
        self.do("house", AddTable(actor=OPERATOR, table="dealt", running=BY_ITSELF))
        for name in PATRONS:
            self.do(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name))
            self.do(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=10**9))
        for stream, book in ((KEYED, "nz-1998"), (DEALT, "act-2015")):
            choices = tuple(sorted(INTERNAL_CONTROLS.get(book, {}).items()))
            self.do(stream, commands.OpenTable(actor=OPERATOR, book=book, choices=choices))
            for seat, name in enumerate(PATRONS, start=1):
                self.do(stream, commands.BuyIn(actor=patron(name), amount=1_000_000))
                self.do(stream, commands.TakeSeat(actor=patron(name), seat=seat))
        dealer = self._dealer(talks=False)
        while self.house.look(KEYED).state.phase is not Phase.BETTING:
            dealer()
        self.cup = self._open_cup()

    def _open_cup(self) -> tuple[str, ...]:
        """A kept tournament up to its first wager; gives its players."""
        records = tournament_records_of(NEWEST / "tournaments/out-of-turn-wager.jsonl")
        first = next(
            place
            for place, one in enumerate(records)
            if isinstance(one.command, AtTable)
            and isinstance(one.command.command, commands.AskForWager | commands.Place | commands.BetSlip)
        )
        players = [one.command.player for one in records if isinstance(one.command, Register)]
        for name in players:
            self.do(f"cage/{name}", cage.OpenAccount(actor=OPERATOR, patron=name))
            self.do(f"cage/{name}", cage.Deposit(actor=OPERATOR, amount=10**9))
        given = [
            CommandRequest(stream=CUP, command=without_seed(one.command), id=one.id, approved_by=one.approved_by)
            for one in records[:first]
        ]
        for answer in [self.house.submit(asked) for asked in given]:
            answer.result()
        return tuple(players)

    # Who does what

    def run(self, turns: int) -> None:
        """Everybody for so many turns; then all is on, and what is in play is finished."""
        stopped = Event()
        threads = [
            *(Thread(target=self._acts, args=(self._patron(name), turns)) for name in PATRONS),
            Thread(target=self._acts, args=(self._players(), turns)),
            Thread(target=self._until, args=(self._dealer(), stopped)),
            Thread(target=self._until, args=(Dealers(self.house, below=Random(1).randrange).step, stopped)),
            Thread(target=self._until, args=(self._switches(), stopped)),
        ]
        for thread in threads:
            thread.start()
        for thread in threads[:4]:
            thread.join()
        stopped.set()
        for thread in threads:
            thread.join()
        self._finish()

    def _acts(self, act: Callable[[], object], turns: int) -> None:
        try:
            for _ in range(turns):
                act()
        except BaseException as mistake:
            self.mistakes.append(mistake)
            raise

    def _until(self, act: Callable[[], object], stopped: Event) -> None:
        try:
            while not stopped.is_set():
                act()
                stopped.wait(0.001)
        except BaseException as mistake:
            self.mistakes.append(mistake)
            raise

    def _patron(self, name: str) -> Callable[[], object]:
        random, area, actor = Random(f"{name} {self.seed}"), str(PATRONS.index(name) + 1), patron(name)

        def act() -> object:
            stream, amount = random.choice((KEYED, DEALT)), random.choice(AMOUNTS)
            state = self.house.look(stream).state
            wager = random.choice(WAGERS[:2])
            lies = next((one.wager for one in state.stakes.of(name) if one.wager in WAGERS[:2]), wager)
            other = WAGERS[1] if lies == WAGERS[0] else WAGERS[0]
            stakes = (SlipStake(area=area, wager=wager, amount=amount),)
            round_ = state.round_number
            kind, command = random.choices(
                (
                    ("place", commands.Place(actor=actor, area=area, wager=wager, amount=amount)),
                    ("slip", commands.BetSlip(actor=actor, round=round_, stakes=stakes)),
                    ("take back", commands.BetSlip(actor=actor, round=round_, stakes=())),
                    ("move", commands.Move(actor=actor, area=area, wager=lies, to_area=area, to_wager=other)),
                    ("buy in", commands.BuyIn(actor=actor, amount=1000)),
                    ("cash out", commands.CashOut(actor=actor, amount=1000)),
                    ("stand up", commands.LeaveSeat(actor=actor)),
                    ("seat", commands.TakeSeat(actor=actor, seat=int(area))),
                ),
                (6, 4, 1, 16, 2, 2, 1, 4),
            )[0]
            return self.tries(stream, command, kind)

        return act

    def _players(self) -> Callable[[], object]:
        random = Random(f"cup {self.seed}")

        def act() -> object:
            table = self.house.look(CUP).state.tables["1"].state
            name = random.choice(sorted(table.patrons))
            area = str(table.patrons[name].seat)
            command = commands.Place(actor=patron(name), area=area, wager="tie", amount=1000)
            back = commands.Withdraw(actor=patron(name), area=area, wager="tie")
            self.tries(CUP, AtTable(actor=patron(name), table="1", command=back), "tournament back")
            return self.tries(CUP, AtTable(actor=patron(name), table="1", command=command), "tournament")

        return act

    def _dealer(self, *, talks: bool = True) -> Callable[[], object]:
        random = Random(f"dealer {self.seed}")
        driver = Driver(random.randrange, patrons=PATRONS, dealer=DEALER, supervisor=SUPERVISOR)

        def act() -> object:
            state, name = self.house.look(KEYED).state, random.choice(PATRONS)
            area, amount = str(PATRONS.index(name) + 1), random.choice(AMOUNTS)
            if talks and state.phase is Phase.BETTING and random.random() < 0.8:
                said = commands.Place(actor=DEALER, patron=name, area=area, wager="tie", amount=amount)
                return self.tries(KEYED, said, "spoken")
            command = driver.next(state) or next(iter(driver.start(state)), None)
            return command is not None and self.tries(KEYED, keyed_in(state, command, random), "dealt")

        return act

    def _switches(self) -> Callable[[], object]:
        random = Random(f"switches {self.seed}")
        scopes: list[dict[str, Any]] = [{}, {"table": "keyed"}, {"table": "dealt"}]
        scopes += [{"patron": name} for name in (*PATRONS, *self.cup[:2])]

        def act() -> object:
            kind = random.choice((DisableGaming, EnableGaming, EnableGaming))
            return self.tries("house", kind(actor=SUPERVISOR, reason="a drill", **random.choice(scopes)), "switch")

        return act

    def _finish(self) -> None:
        """Everything is on again; who is in a round sees it settled, and everybody leaves with all that is theirs."""
        for scope in [*self.house.look("house").state.off]:
            sort, _, name = scope.partition("/")
            self.do("house", EnableGaming(actor=OPERATOR, reason="over", **({sort: name} if name else {})))
        dealer, ticks = self._dealer(talks=False), count(step=1000)
        dealers = Dealers(self.house, below=Random(1).randrange, now=lambda: next(ticks))
        for _ in range(2000):
            if not any(self.house.look(stream).state.phase is Phase.DEALING for stream in (KEYED, DEALT)):
                break
            dealers.step()
            dealer()
        for stream in (KEYED, DEALT):
            for name in [*self.house.look(stream).state.patrons]:
                self.do(stream, commands.LeaveTable(actor=patron(name)))

    def findings(self) -> list[str]:
        found = [*findings(all_lines(self.house._store)), *map(repr, self.mistakes)]
        lost = [name for name in self.answered if self.house._store.find(*name) is None]
        found += [f"{name} was answered and is lost" for name in lost]
        found += [f"{stream} is not at rest" for stream in (KEYED, DEALT) if self._is_stuck(stream)]
        return found

    def _is_stuck(self, stream: str) -> bool:
        state = self.house.look(stream).state
        return state.phase is Phase.DEALING or bool(state.patrons) or bool(state.stakes)


def without_seed(command: Any) -> Any:
    """The command of a rehearsed draw, as a house takes it: it draws by its own secret."""
    return changed(command, seed=None) if getattr(command, "seed", None) is not None else command
