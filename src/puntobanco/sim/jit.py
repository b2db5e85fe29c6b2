"""How the kernels of this room are compiled and kept: once per machine and version of the sources."""

import hashlib
import os
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba import njit
from numba.core import config as _numba_config

config: Any = _numba_config
P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel without Python's lock and keep the machine code on disk.

    numba looks only at the file of the kernel itself to see whether the kept code is stale, but our kernels are built
    from several files; so the code is kept in a directory named after a digest of all of them.
    """
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_directory())
    try:
        return cast("Callable[P, R]", njit(nogil=True, cache=True)(function))
    finally:
        config.CACHE_DIR = before


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a helper as a part of the kernels that call it."""
    return cast("Callable[P, R]", njit(nogil=True, inline="always")(function))


def is_warm(kernels: Iterable[Callable[..., Any]]) -> bool:
    """Whether machine code of all these kernels has been kept by an earlier run."""
    return all(any(cache_directory().rglob(f"*.{kernel.__name__}-*.nbc")) for kernel in kernels)


@cache
def cache_directory() -> Path:
    """Where the machine code of these very sources is kept."""
    home = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "puntobanco" / f"sim-{_digest_of_sources()}"


def _digest_of_sources() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]
