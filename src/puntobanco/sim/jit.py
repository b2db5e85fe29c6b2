"""How the kernels of this room are compiled and kept: once per machine and version of the sources."""

import hashlib
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba.core import config as _numba_config

from puntobanco.odds.compiled import cache_directory as kernels_of_odds

config: Any = _numba_config
P = ParamSpec("P")
R = TypeVar("R")


def compiled(kernel: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel without Python's lock, and keep the machine code where that is possible.

    numba looks only at the file of the kernel itself to see whether the kept code is stale, but our kernels are built
    from several files; so the code is kept in a directory named after a digest of all of them.
    """
    before, directory = config.CACHE_DIR, kept_in()
    config.CACHE_DIR = str(directory or before)
    try:
        return cast("Callable[P, R]", numba.njit(nogil=True, cache=directory is not None)(kernel))
    finally:
        config.CACHE_DIR = before


def inlined(part: Callable[P, R]) -> Callable[P, R]:
    """A part of kernels, compiled into each that uses it; not on its own first, which would take twice the time."""
    return cast("Callable[P, R]", numba.njit(nogil=True, inline="always")(part))


def is_warm(kernels: Iterable[Callable[..., Any]]) -> bool:
    """Whether machine code of all these kernels has been kept by an earlier run."""
    directory = kept_in()
    if directory is None:
        return False
    return all(any(directory.rglob(f"*.{kernel.__name__}-*.nbc")) for kernel in kernels)


@cache
def kept_in() -> Path | None:
    """Where the machine code of these very sources is kept; none where nothing can be written."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode() + source.read_bytes())
    try:
        directory = kernels_of_odds().parent / f"sim-{digest.hexdigest()[:16]}"
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
    except (OSError, RuntimeError):  # not writable, or nobody's home
        return None
    return directory
