"""Compiled kernels: kept between processes, never stale, and not needed to be kept."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import puntobanco
from puntobanco.odds import odds
from puntobanco.rules import table_rules
from puntobanco.rules.tableau import draws_on

PROGRAM = """
import json, sys
from puntobanco.odds import odds
from puntobanco.odds.totals import count_ways
from puntobanco.rules import table_rules
from puntobanco.rules.amended import amended
from puntobanco.rules.table_rules import Ruled
from puntobanco.rules.tableau import draws_on
rules = amended(table_rules("act-2015"), player_draws=Ruled(value=draws_on(*json.loads(sys.argv[1])), clause="changed"))
found = odds(rules).outcomes.as_dict()
print(json.dumps({"outcomes": found, "loaded": sum(count_ways.stats.cache_hits.values())}))
"""


def in_another_process(cache: Path, player_draws: list[int]) -> dict[str, Any]:
    source = Path(puntobanco.__file__).parents[1]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(source)}
    command = [sys.executable, "-c", PROGRAM, json.dumps(player_draws)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_two_tableaux_in_two_processes_on_one_cache_get_each_its_own_answer(tmp_path: Path) -> None:
    usual = in_another_process(tmp_path, [0, 1, 2, 3, 4, 5])
    changed = in_another_process(tmp_path, [0, 1, 2, 3, 4])
    again = in_another_process(tmp_path, [0, 1, 2, 3, 4, 5])
    assert (usual["loaded"], changed["loaded"], again["loaded"]) == (0, 1, 1)
    assert usual["outcomes"] == again["outcomes"] == odds(table_rules("act-2015")).outcomes.as_dict()
    assert changed["outcomes"]["tie"] != usual["outcomes"]["tie"]
    assert draws_on(0, 1, 2, 3, 4) != table_rules("act-2015").player_draws.value


def test_where_nothing_can_be_kept_kernels_are_compiled_each_time(tmp_path: Path) -> None:
    no_directory = tmp_path / "a file"
    no_directory.write_text("in the way")
    found = in_another_process(no_directory / "cache", [0, 1, 2, 3, 4, 5])
    assert found["loaded"] == 0
    assert found["outcomes"] == odds(table_rules("act-2015")).outcomes.as_dict()
