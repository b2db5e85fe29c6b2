"""Where machine code is kept, and that kernels run also where nothing can be written."""

import os
import subprocess
import sys
from pathlib import Path

from puntobanco.sim import jit
from puntobanco.sim.fast import count_facts

PROGRAM = """if True:
    from puntobanco.sim.jit import compiled, kept_in
    print(kept_in())
"""


def kept_in(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return done.stdout.strip()


def test_machine_code_is_kept_under_the_digest_of_the_sources(tmp_path: Path) -> None:
    assert Path(kept_in(NUMBA_CACHE_DIR=str(tmp_path))).parent == tmp_path
    assert kept_in(NUMBA_CACHE_DIR=str(tmp_path)) == kept_in(NUMBA_CACHE_DIR=str(tmp_path))


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert kept_in(NUMBA_CACHE_DIR=str(file / "below a file")) == "None"


def test_a_kernel_that_was_never_compiled_is_not_warm() -> None:
    def unheard_of() -> None: ...

    assert not jit.is_warm([unheard_of])
    assert not jit.is_warm([count_facts, unheard_of])
    assert jit.is_warm([])
