"""Speed of the live table: whole rounds, seven patrons with three validated wagers each, decided, written and read."""

import argparse
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from puntobanco.app.randomness import repeatable
from puntobanco.app.table_driver import Driver
from puntobanco.coup.shoe import fresh_cards, shuffle
from puntobanco.streams.record import NO_RECORD
from puntobanco.table import Actor, Role, TableState, commands, handle, legal
from puntobanco.table.commands.wagers import SlipStake
from puntobanco.table.model import Phase, Preparation
from puntobanco.table.queries.round import due
from puntobanco.table.stream_type import TABLES, TableRecord
from puntobanco.values.cards import Card

OPERATOR, DEALER, SUPERVISOR = (
    Actor(person="oz", role=Role.OPERATOR),
    Actor(person="dan", role=Role.DEALER),
    Actor(person="sue", role=Role.SUPERVISOR),
)
CARDS_BEHIND_THE_CUTTING_CARD = 14
LEGAL = "legal for a patron"
LOG_OF_SLIPS, LOG_OF_COMMANDS = "slips, read and folded", "single commands, read and folded"
LIMITS = {"single commands": 18, "slips": 12, LOG_OF_SLIPS: 5, LEGAL: 2}
"""Of the sketch's rate, at least one part in so many."""
LEAST_WITH_BYTES = 0.85
"""Of the rate of single commands, where every record is also written to bytes."""
FLAT = 10_000
TIME = 1_767_225_600_000_000
PATRONS = [Actor(person=f"patron {seat}", role=Role.PATRON) for seat in range(1, 8)]


class Dealt:
    """A table that deals itself from shuffled shoes."""

    def __init__(self) -> None:
        self.chance = repeatable(1)
        names = [patron.person for patron in PATRONS]
        self.others = Driver(self.chance.below, dealer=DEALER, supervisor=SUPERVISOR, patrons=names)
        self.cards: list[Card] = []
        self.state: TableState | None = None
        choices = (("maximum", "5000"), ("pairs", "canberra"), ("cut_depth", "14"))
        self.do(commands.OpenTable(actor=OPERATOR, book="act-2015", choices=choices))
        for seat, patron in enumerate(PATRONS, start=1):
            self.do(commands.BuyIn(actor=patron, amount=10**11))
            self.do(commands.TakeSeat(actor=patron, seat=seat))
        self.do(commands.CheckCards(actor=DEALER))

    def do(self, command: commands.TableCommand) -> None:
        _, self.state = handle(self.state, command)

    def table(self) -> TableState:
        if self.state is None:
            raise ValueError("the table is not open")
        return self.state

    def prepare(self) -> None:
        self.cards = list(shuffle(fresh_cards(self.table().rules), self.chance.below))
        while (command := self.others.next(self.table())) is not None:
            self.do(command)
        self.cards.pop()  # burned

    def round(self, bets: list[tuple[str, int, str]]) -> None:
        self.all_bet(bets)
        self.do(commands.CallNoMoreBets(actor=DEALER))
        self.deal()

    def all_bet(self, bets: list[tuple[str, int, str]]) -> None:
        if self.table().phase is Phase.PREPARING and Preparation.SHUFFLE in self.table().pending:
            self.prepare()
        for seat, (patron, (hand, amount, pair)) in enumerate(zip(PATRONS, bets, strict=True), start=1):
            self.bet(patron, str(seat), ((hand, amount), ("tie", 500), (pair, 500)))

    def bet(self, patron: Actor, area: str, stakes: tuple[tuple[str, int], ...]) -> None:
        for wager, amount in stakes:
            self.do(commands.Place(actor=patron, area=area, wager=wager, amount=amount))

    def deal(self) -> None:
        for _ in range(4):
            self.draw()
        self.do(commands.Settle(actor=DEALER))
        while due(self.table()) is not None:
            self.draw()
        self.do(commands.Settle(actor=DEALER))

    def draw(self) -> None:
        if len(self.cards) == CARDS_BEHIND_THE_CUTTING_CARD and self.table().shoe.cutting_cards == 0:
            self.do(commands.DrawCuttingCard(actor=DEALER))
        self.do(commands.Draw(actor=DEALER, card=self.cards.pop()))


class WithSlips(Dealt):
    def bet(self, patron: Actor, area: str, stakes: tuple[tuple[str, int], ...]) -> None:
        slip = [SlipStake(area=area, wager=wager, amount=amount) for wager, amount in stakes]
        self.do(commands.BetSlip(actor=patron, round=self.table().round_number, stakes=tuple(slip)))


class Written(Dealt):
    """Every command becomes a record in bytes."""

    def __init__(self) -> None:
        self.log: list[bytes] = []
        super().__init__()

    def do(self, command: commands.TableCommand) -> None:
        events, self.state = handle(self.state, command)
        record = TableRecord(
            stream="table",
            number=len(self.log) + 1,
            time=TIME,
            id="0123456789abcdef",
            approved_by=None,
            sibling=None,
            previous=NO_RECORD,
            depends_on=(),
            decided_by=command.decided_by,
            command=command,
            events=events,
        )
        self.log.append(TABLES.format.write(record))


class SlipsWritten(Written, WithSlips):
    """What a web table's log is made of."""


def plans() -> list[list[tuple[str, int, str]]]:
    rnd = random.Random(2)
    return [
        [
            (
                ("player", "banker")[rnd.random() < 0.5],
                1000 + 500 * rnd.randrange(20),
                ("player_pair", "banker_pair")[rnd.random() < 0.5],
            )
            for _ in PATRONS
        ]
        for _ in range(64)
    ]


def played(table: Dealt, rounds: int) -> float:
    """Rounds per CPU-second."""
    bets = plans()
    start = time.process_time()
    for number in range(rounds):
        table.round(bets[number % 64])
    return rounds / (time.process_time() - start)


def read_and_folded(log: list[bytes], rounds: int) -> float:
    """Rounds per CPU-second; short, so that the median of several is taken, as the sketch does."""

    def once() -> float:
        start = time.process_time()
        TABLES.fold_records(TABLES.read_log(log))
        return rounds / (time.process_time() - start)

    return median(once() for _ in range(5))


def offered(times: int) -> float:
    """How often in a CPU-second a patron can be told what is legal while all stakes lie on the layout."""
    table = Dealt()
    table.all_bet(plans()[0])
    full = table.table()

    def once() -> float:
        start = time.process_time()
        for number in range(times):
            legal(full, PATRONS[number % len(PATRONS)])
        return times / (time.process_time() - start)

    return median(once() for _ in range(5))


def sketch(limits: Path) -> float:
    """The bare sketch of the limits folder: rounds per CPU-second."""
    found = subprocess.run(
        [sys.executable, str(limits / "engine.py"), "engine"], capture_output=True, text=True, check=True
    )
    return float(json.loads(found.stdout)["engine"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limits", type=Path)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--flat", action="store_true", help=f"play {FLAT:,} rounds of one table, too")
    arguments = parser.parse_args()
    rates: dict[str, list[float]] = {}
    for _ in range(9):  # in turn, because a shared machine is now fast and now slow
        written, slips = Written(), SlipsWritten()
        played(slips, arguments.rounds)
        found = {
            "single commands": played(Dealt(), arguments.rounds),
            "slips": played(WithSlips(), arguments.rounds),
            "single commands, written": played(written, arguments.rounds),
            LOG_OF_SLIPS: read_and_folded(slips.log, arguments.rounds),
            LOG_OF_COMMANDS: read_and_folded(written.log, arguments.rounds),
            LEGAL: offered(2 * arguments.rounds),
        }
        if arguments.limits:
            found["sketch"] = sketch(arguments.limits)
        for name, rate in found.items():
            rates.setdefault(name, []).append(rate)
    print("table, 7 patrons x 3 wagers, rounds per CPU-second (legal: answers):")
    for name, found_rates in rates.items():
        print(f"  {name:32} median {median(found_rates):8,.0f}, best {max(found_rates):8,.0f}{_verdict(name, rates)}")
    if arguments.flat:
        _print_flat()


def _verdict(name: str, rates: dict[str, list[float]]) -> str:
    """The rate against what it is measured by, as the median of the ratios of the turns."""
    if name == "single commands, written":
        share = median(a / b for a, b in zip(rates[name], rates["single commands"], strict=True))
        return f"  {share:.2f} of single commands ({LEAST_WITH_BYTES}: {_kept(share >= LEAST_WITH_BYTES)})"
    if name not in LIMITS or "sketch" not in rates:
        return ""
    parts = median(theirs / mine for theirs, mine in zip(rates["sketch"], rates[name], strict=True))
    return f"  1/{parts:.1f} of the sketch (1/{LIMITS[name]}: {_kept(parts <= LIMITS[name])})"


def _kept(kept: bool) -> str:  # noqa: FBT001 - the verdict itself
    return "kept" if kept else "BROKEN"


def _print_flat() -> None:
    """The first and the last tenth of a long evening at one table."""
    table, tenth = Dealt(), FLAT // 10
    rates = [played(table, tenth) for _ in range(10)]
    print(f"one table of {FLAT:,} rounds: the last tenth at {rates[-1] / rates[0]:.2f} of the rate of the first")


if __name__ == "__main__":
    main()
