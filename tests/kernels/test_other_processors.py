"""A processor without wide vectors: the same kernels, compiled for less, give the same answers."""

from collections import Counter
from pathlib import Path
from random import Random

from puntobanco.coup import facts
from puntobanco.exact_odds.plain_kernel import count_coups
from puntobanco.kernels.draw_decisions import drawing_of
from puntobanco.kernels.fact_cells import cell_of
from puntobanco.rulebooks import table_rules
from puntobanco.sim.reference import fast_shoe, full_card_shoe
from tests.kernels.processes import in_another_process
from tests.odds.inventions import invented_rules

SEED, SHOES = 5, 70
COUNTS = [[128, *[32] * 9], [20, 3, 0, 5, 7, 1, 2, 9, 4, 6], [0, 0, 2, 0, 0, 1, 0, 1, 0, 0]]
PROGRAM = """
from random import Random
from numba.core.registry import cpu_target
from puntobanco.exact_odds import Engine
from puntobanco.rulebooks import table_rules
from puntobanco.sim.plan import CardsJob, FactsJob, Plan
from tests.odds.inventions import invented_rules
plan = Plan(rules=table_rules("house-midi"), shoes=asked["shoes"], seed=asked["seed"])
tallies = [job.run(0, job.units) for job in (FactsJob(plan=plan), CardsJob(plan=plan))]
engines = [Engine.of(rules.tableau) for rules in (plan.rules, invented_rules(Random(asked["seed"])))]
answer = {
    "features": cpu_target.target_context.codegen().magic_tuple()[2].split(","),
    "ways": [engine.batch(asked["counts"]).ways.reshape(-1, 400).tolist() for engine in engines],
    "histograms": [tally.histogram.tolist() for tally in tallies],
}
"""


def test_kernels_compiled_for_any_processor_count_the_same(tmp_path: Path) -> None:
    """Compiling takes a while, so this is one test."""
    asked = {"counts": COUNTS, "seed": SEED, "shoes": SHOES}
    found = in_another_process(PROGRAM, asked, NUMBA_CPU_NAME="generic", NUMBA_CACHE_DIR=str(tmp_path))
    assert not {"+avx2", "+avx512f"} & set(found["features"])
    check_odds(found["ways"])
    check_rounds(found["histograms"])


def check_odds(found: list[list[list[int]]]) -> None:
    for rules, ways in zip((table_rules("house-midi"), invented_rules(Random(SEED))), found, strict=True):
        assert ways == [list(count_coups(drawing_of(rules.tableau), counts)) for counts in COUNTS]


def check_rounds(found: list[list[int]]) -> None:
    rules = table_rules("house-midi")
    fast = Counter(cell_of(fact) for shoe in range(SHOES) for fact in fast_shoe(rules, SEED, shoe)[1])
    coups = (coup for shoe in range(SHOES) for coup in full_card_shoe(rules, SEED, shoe).coups)
    full = Counter(cell_of(facts(rules, coup)) for coup in coups)
    for counted, dealt in zip(found, (fast, full), strict=True):
        assert {cell: count for cell, count in enumerate(counted) if count} == dealt
