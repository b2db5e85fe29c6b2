"""Speed of exact odds: per composition in a batch, per single call, and of the command.

With --limits DIR the program `odds.c` in that directory is compiled and run in turn with ours, so that the ratios hold
on a busy machine too. All times are CPU time.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

from puntobanco.exact_odds import Engine
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.tableau import Tableau, draws_on

COMPOSITIONS = 5000
ROUNDS = 15
C_FLAGS = ("-O3", "-march=native", "-mprefer-vector-width=512", "-Wno-psabi", "-ffp-contract=fast")
BATCH_LIMIT, SINGLE_LIMIT, COMMAND_LIMIT = 2.5, 4.0, 0.5


def compositions() -> NDArray[np.int64]:
    """Eight decks with one card more or less, as the C program has them."""
    shoes = np.tile(np.array([128, *[32] * 9]), (COMPOSITIONS, 1))
    place = np.arange(COMPOSITIONS)
    shoes[place, place % 10] += 1 - 2 * (place % 2)
    return shoes


def all_draw() -> Tableau:
    """A tableau that asks for the most work: player draws on everything but a natural."""
    return replace(table_rules("act-2015").tableau, player=draws_on(*range(8)))


def microseconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return (time.process_time() - start) / COMPOSITIONS * 1e6


def batch(engine: Engine, *, threads: int | None) -> Callable[[], object]:
    shoes = compositions()
    return lambda: engine.batch(shoes, threads=threads)


def single(engine: Engine) -> Callable[[], object]:
    shoes = list(compositions())

    def one_by_one() -> None:
        for shoe in shoes:
            engine.single(shoe)

    return one_by_one


@contextmanager
def c_program(limits: Path | None) -> Iterator[Callable[[], float] | None]:
    """Measures the C program: microseconds per composition."""
    if limits is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as scratch:
        program = Path(scratch) / "odds"
        subprocess.run(["cc", *C_FLAGS, str(limits / "odds.c"), "-o", str(program)], check=True)

        def measure() -> float:
            done = subprocess.run([str(program), str(COMPOSITIONS)], capture_output=True, text=True, check=True)
            return float(json.loads(done.stdout)["us"])

        yield measure


def command_seconds() -> float:
    """CPU seconds of `punto odds act-2015` in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", "from puntobanco.cli.main import run; run()", "odds", "act-2015"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(limits: Path | None) -> Iterator[str]:
    """Everything in turn, round by round, and what came of it."""
    engine, busiest = Engine.of(table_rules("act-2015").tableau), Engine.of(all_draw())
    ours = {
        "batch, one thread": (batch(engine, threads=1), BATCH_LIMIT),
        "batch, all cores": (batch(engine, threads=None), BATCH_LIMIT),
        "batch, player always draws": (batch(busiest, threads=1), BATCH_LIMIT),
        "single calls": (single(engine), SINGLE_LIMIT),
    }
    for work, _ in ours.values():
        work()
    times: dict[str, list[float]] = {name: [] for name in ours}
    theirs: list[float] = []
    with c_program(limits) as in_c:
        for _ in range(ROUNDS):
            if in_c is not None:
                theirs.append(in_c())
            for name, (work, _limit) in ours.items():
                times[name].append(microseconds(work))
    if theirs:
        yield f"exact odds per composition, in C: {median(theirs):.2f} us"
    for name, (_, limit) in ours.items():
        yield f"exact odds per composition, {name}: {median(times[name]):.2f} us{compared(times[name], theirs, limit)}"


def compared(ours: list[float], theirs: list[float], limit: float) -> str:
    if not theirs:
        return ""
    ratio = median(own / c for own, c in zip(ours, theirs, strict=True))
    return f", {ratio:.2f} times C ({verdict(ratio, limit)})"


def verdict(found: float, limit: float) -> str:
    return f"limit {limit:g}: {'kept' if found <= limit else 'BROKEN'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limits", type=Path, help="directory with odds.c to compare with")
    for line in measure(parser.parse_args().limits):
        print(line)
    seconds = median(command_seconds() for _ in range(5))
    print(f"punto odds act-2015: {seconds:.2f} CPU-seconds ({verdict(seconds, COMMAND_LIMIT)})")


if __name__ == "__main__":
    main()
