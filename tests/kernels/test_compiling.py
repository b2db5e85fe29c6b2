"""Compiled kernels: kept between processes, never stale, and not needed to be kept."""

from pathlib import Path

from puntobanco.exact_odds import odds
from puntobanco.kernels.compile import is_warm
from puntobanco.rulebooks import table_rules
from puntobanco.sim.fast_kernel import count_facts
from tests.kernels.processes import in_another_process

TIES = """
from puntobanco.exact_odds import Engine
from puntobanco.exact_odds.compiled_kernel import count_ways
from puntobanco.rulebooks import table_rules
from puntobanco.rulebooks.tableau import draws_on
from dataclasses import replace
tableau = replace(table_rules("act-2015").tableau, player=draws_on(*asked))
ways = Engine.of(tableau).batch([[128, *[32] * 9]]).ways[0]
answer = {"ties": int(ways.trace(axis1=1, axis2=2).sum()), "loaded": sum(count_ways.stats.cache_hits.values())}
"""
USUAL, CHANGED = [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4]


def test_two_tableaux_in_two_processes_on_one_cache_get_each_its_own_answer(tmp_path: Path) -> None:
    usual, changed, again = (
        in_another_process(TIES, player_draws, NUMBA_CACHE_DIR=str(tmp_path))
        for player_draws in (USUAL, CHANGED, USUAL)
    )
    assert (usual["loaded"], changed["loaded"], again["loaded"]) == (0, 1, 1)
    assert usual["ties"] == again["ties"] == odds(table_rules("act-2015")).outcomes.tie.ways
    assert changed["ties"] != usual["ties"]


def test_where_nothing_can_be_kept_kernels_are_compiled_each_time(tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("in the way")
    found = in_another_process(TIES, USUAL, NUMBA_CACHE_DIR=str(file / "cache"))
    assert found == {"ties": odds(table_rules("act-2015")).outcomes.tie.ways, "loaded": 0}


def test_a_kernel_that_was_never_compiled_is_not_warm() -> None:
    def unheard_of() -> None: ...

    assert not is_warm([unheard_of])
    assert not is_warm([count_facts, unheard_of])
    assert is_warm([])


def test_a_kernel_is_warm_once_it_was_compiled(tmp_path: Path) -> None:
    program = """
from puntobanco.kernels.compile import compiled, is_warm
from puntobanco.exact_odds import Engine
from puntobanco.exact_odds.compiled_kernel import count_ways
from puntobanco.rulebooks import table_rules
before = is_warm([count_ways])
Engine.of(table_rules("act-2015").tableau).batch([[1] * 10])
answer = [before, is_warm([count_ways])]
"""
    assert in_another_process(program, NUMBA_CACHE_DIR=str(tmp_path)) == [False, True]
