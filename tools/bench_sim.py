"""Speed of the simulation per CPU-second: the kernels alone, or beside C programs that show what the machine can do.

`--limits DIR` names a directory with `sim.c` and `odds.c`; they are compiled in a temporary directory and run in turn
with the kernels, so that whatever else the machine does befalls both. The figure of each is the median.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from puntobanco.rulebooks import table_rules
from puntobanco.sim.card_counting import CountJob
from puntobanco.sim.jobs import Job, warm_up
from puntobanco.sim.plan import CardsJob, FactsJob, Plan

REPETITIONS = 7
LEAST = {"fast kernel": 0.35, "full-card kernel": 0.65, "counting": 0.4}
"""What part of the C program's rate each must reach."""
FLAGS = ["-O3", "-march=native", "-mprefer-vector-width=512", "-ffp-contract=fast", "-pthread", "-Wno-psabi"]
Measurement = Callable[[], float]
"""Runs something and gives its rounds per CPU-second."""


def kernel(job: Job[Any], rounds: Callable[[Any], int]) -> Measurement:
    warm_up(job)

    def measure() -> float:
        before = time.process_time()
        result = job.run(0, job.units)
        return rounds(result) / (time.process_time() - before)

    return measure


def ours() -> dict[str, Measurement]:
    """The fast and the full-card kernel, and counting with exact values before every round."""
    rules = table_rules("house-midi")
    return {
        "fast kernel": kernel(FactsJob(plan=Plan(rules=rules, shoes=640_000, seed=1)), lambda tally: tally.rounds),
        "full-card kernel": kernel(CardsJob(plan=Plan(rules=rules, shoes=192_000, seed=1)), lambda tally: tally.rounds),
        "counting": kernel(CountJob(plan=Plan(rules=rules, shoes=1280, seed=1)), lambda tally: int(tally.rounds.sum())),
    }


def theirs(limits: Path, scratch: Path) -> dict[str, Measurement]:
    """The C programs that the kernels are measured against."""
    for name in ("sim", "odds"):
        subprocess.run(["cc", *FLAGS, str(limits / f"{name}.c"), "-o", str(scratch / name)], check=True)

    def run(figure: str, *command: str) -> Measurement:
        program = [str(scratch / command[0]), *command[1:]]

        def measure() -> float:
            answer = subprocess.run(program, check=True, capture_output=True, text=True).stdout
            return float(json.loads(answer)[figure])

        return measure

    return {
        "fast kernel": run("rps_cpu", "sim", "vec8", "640000", "1"),
        "full-card kernel": run("rps_cpu", "sim", "fy", "192000", "1"),
        "counting": run("count_rounds_per_s", "odds", "20000"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limits", type=Path, help="directory of the C programs to compare with")
    limits = parser.parse_args().limits
    with tempfile.TemporaryDirectory() as scratch:
        others = theirs(limits, Path(scratch)) if limits else {}
        for name, measure in ours().items():
            figures, limit = [], []
            for _ in range(REPETITIONS):
                figures.append(measure())
                if name in others:
                    limit.append(others[name]())
            line = f"{name:17} {statistics.median(figures) / 1e6:8.3f} million rounds per CPU-second"
            if limit:
                ratio = statistics.median(figures) / statistics.median(limit)
                verdict = "kept" if ratio >= LEAST[name] else "BROKEN"
                line += f"; C {statistics.median(limit) / 1e6:8.3f}: {ratio:.2f} of it"
                line += f" (at least {LEAST[name]}: {verdict})"
            print(line)


if __name__ == "__main__":
    main()
