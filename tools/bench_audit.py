"""Speed of an audit: a house verified, every record decided again, against playing the same rounds in memory."""

import argparse
import tempfile
import time
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any

from puntobanco.app.house.auditing import verify_house
from puntobanco.app.house.folder import init_house, open_house
from puntobanco.app.house.house import House
from puntobanco.app.house.writing import Asked
from puntobanco.cage import commands as cage
from puntobanco.kernels.cores import cores
from puntobanco.table import commands
from tools.bench_table import OPERATOR, PATRONS, Dealt, plans, played

LEAST = 0.5
"""Of the rate at which rounds are played in memory, on one core; what others do on the machine only ever slows it."""
TABLES = 2
TURNS = 9
"""In turn, because a shared machine is now fast and now slow."""
RICH = 10**12


class InHouse(Dealt):
    """A table that deals itself in a house: what is decided here is decided there again, in groups."""

    def __init__(self, house: House, stream: str) -> None:
        self.house, self.stream = house, stream
        self.ids, self.asked = count(1), list[Future[Any]]()
        super().__init__()

    def do(self, command: commands.Command) -> None:
        super().do(command)
        self.asked.append(self.house.submit(Asked(stream=self.stream, command=command, id=f"id {next(self.ids)}")))

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


def verified(folder: Path, rounds: int) -> float:
    """Rounds per CPU-second, on one core."""
    start = time.process_time()
    found = verify_house(folder)
    if found.findings:
        raise SystemExit(f"the house is not sound: {found.findings[0]}")
    return TABLES * rounds / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500, help="at each of two tables")
    parser.add_argument("--limits", help="not used here")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "house"
        records = make_house(folder, given.rounds)
        turns = [(played(Dealt(), given.rounds), verified(folder, given.rounds)) for _ in range(TURNS)]
        start = time.perf_counter()
        verify_house(folder, workers=cores())
        seconds = time.perf_counter() - start
    play, audit = max(one for one, _ in turns), max(one for _, one in turns)
    share = audit / play
    print(f"audit of {records:,} records, rounds per CPU-second:")
    print(f"  playing in memory                best {play:8,.0f}")
    kept = "kept" if share >= LEAST else "BROKEN"
    print(f"  audit verify: best {audit:,.0f}, {share:.2f} of playing in memory ({LEAST}: {kept})")
    print(f"  {records / seconds:,.0f} records a second by the clock, processes included")
    if share < LEAST:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
