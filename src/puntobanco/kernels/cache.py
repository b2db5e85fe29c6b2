"""Where machine code is kept between processes, and what becomes of code that nobody needs any more."""

import hashlib
import os
import re
import shutil
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import config as _numba_config
from numba.core.registry import cpu_target

config: Any = _numba_config

ROOMS = ("kernels", "odds", "sim")
_OURS = re.compile(f"({'|'.join(ROOMS)})-[0-9a-f]{{16}}")
_A_DAY = 24 * 60 * 60


@cache
def cache_directory() -> Path | None:
    """Where the machine code of these very sources, for this processor, is kept; none where nothing can be written.

    numba notices a change of the file that a kernel is in, but not of the files that it takes its parts from; so the
    name of the directory is made from all of them.
    """
    try:
        directory = _own_directory() / f"kernels-{_digest()}"
        is_new = not directory.exists()
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
        os.utime(directory)
    except (OSError, RuntimeError):  # not writable, or nobody's home
        return None
    if is_new:
        remove_unused(directory.parent)
    return directory


def remove_unused(own: Path) -> None:
    """Remove machine code of other sources or processors that no process has begun to use for a day."""
    with suppress(OSError):
        for directory in own.iterdir():
            if _OURS.fullmatch(directory.name) and _unused_for_a_day(directory):
                shutil.rmtree(directory, ignore_errors=True)


def _unused_for_a_day(directory: Path) -> bool:
    """Every process stamps the directory that it begins to use, and what it writes later is younger still."""
    newest = max(path.stat().st_mtime for path in (directory, *directory.rglob("*")))
    return newest < time.time() - _A_DAY


def _own_directory() -> Path:
    return (Path(config.CACHE_DIR) if config.CACHE_DIR else _user_cache()) / "puntobanco"


def _user_cache() -> Path:
    given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(given) if given else Path.home() / ".cache"


def _digest() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {_processor()}".encode())
    package = Path(__file__).parents[1]
    for room in ROOMS:
        for source in sorted((package / room).glob("*.py")):
            digest.update(f"{room}/{source.name}".encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def _processor() -> str:
    """The name and features of the processor that numba compiles for."""
    return " ".join(cpu_target.target_context.codegen().magic_tuple())
