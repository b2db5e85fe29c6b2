"""Speed of an audit: a house verified, every record decided again, against playing the same rounds in memory."""

import argparse
import tempfile
import time
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from statistics import median

from puntobanco.app.house.house import House
from puntobanco.app.house.house_folder import init_house, open_house
from puntobanco.app.house.pending_requests import Answer
from puntobanco.app.house.verification import verify_house
from puntobanco.app.house.write_unit import CommandRequest
from puntobanco.cage import commands as cage
from puntobanco.kernels.cpu_count import cores
from puntobanco.table import commands
from tools.bench_table import OPERATOR, PATRONS, Dealt, plans

LEAST = 0.5
"""Of the rate at which one process plays rounds in memory: an audit runs on all cores."""
TABLES = 2
TURNS = 5
"""In turn, because a shared machine is now fast and now slow."""
RICH = 10**12


class InHouse(Dealt):
    """A table that deals itself in a house: what is decided here is decided there again, in groups."""

    def __init__(self, house: House, stream: str) -> None:
        self.house, self.stream = house, stream
        self.ids, self.asked = count(1), list[Future[Answer]]()
        super().__init__()

    def do(self, command: commands.TableCommand) -> None:
        super().do(command)
        self.asked.append(
            self.house.submit(CommandRequest(stream=self.stream, command=command, id=f"id {next(self.ids)}"))
        )

    def wait(self) -> None:
        for one in self.asked:
            one.result()
        self.asked.clear()


def make_house(folder: Path, rounds: int) -> int:
    """So many rounds at each of the tables; gives how many records that made."""
    init_house(folder, name="bench")
    house = open_house(folder)
    for patron in PATRONS:
        stream = f"cage/{patron.person}"
        house.handle(stream, cage.OpenAccount(actor=OPERATOR, patron=patron.person), "open")
        house.handle(stream, cage.Deposit(actor=OPERATOR, amount=RICH), "deposit")
    tables = [InHouse(house, f"table/{number}") for number in range(1, TABLES + 1)]
    bets = plans()
    for number in range(rounds):
        for table in tables:
            table.round(bets[number % len(bets)])
            table.wait()
    position = house.position
    house.close()
    return position


def verified(folder: Path, rounds: int, workers: int) -> float:
    """Rounds per second, the start of processes included."""
    start = time.perf_counter()
    found = verify_house(folder, workers=workers)
    if found.findings:
        raise SystemExit(f"the house is not sound: {found.findings[0]}")
    return TABLES * rounds / (time.perf_counter() - start)


def played(rounds: int) -> float:
    """Rounds per second of one table in memory."""
    table, bets = Dealt(), plans()
    start = time.perf_counter()
    for number in range(rounds):
        table.round(bets[number % len(bets)])
    return rounds / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3000, help="at each of two tables")
    parser.add_argument("--limits", help="not used here")
    given = parser.parse_args()
    rounds = given.rounds
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "house"
        records = make_house(folder, rounds)
        turns = [(played(rounds), verified(folder, rounds, 1), verified(folder, rounds, cores())) for _ in range(TURNS)]
    play, alone, together = (median(rates) for rates in zip(*turns, strict=True))
    share = median(all_cores / memory for memory, _, all_cores in turns)
    of_one = median(one / memory for memory, one, _ in turns)
    kept = "kept" if share >= LEAST else "BROKEN"
    print(f"audit of {records:,} records, rounds a second by the clock, median of {TURNS} turns:")
    print(f"  playing in memory {play:,.0f}, audit in one process {alone:,.0f}, on {cores()} cores {together:,.0f}")
    print(f"  audit verify: {share:.2f} of playing in memory ({LEAST}: {kept}), {of_one:.2f} in one process")
    if share < LEAST:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
