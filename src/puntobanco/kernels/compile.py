"""Compiling kernels: cached between processes."""

from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar, cast

import numba

from puntobanco.kernels.cache import cache_directory, config

P = ParamSpec("P")
R = TypeVar("R")


def compiled(kernel: Callable[P, R]) -> Callable[P, R]:
    """Compile when first called, or load what an earlier process compiled; the interpreter's lock is let go."""
    before, directory = config.CACHE_DIR, cache_directory()
    config.CACHE_DIR = str(directory or before)
    try:
        jit = numba.njit(cache=directory is not None, nogil=True, error_model="numpy")
        return cast("Callable[P, R]", jit(kernel))
    finally:
        config.CACHE_DIR = before


def inlined(part: Callable[P, R]) -> Callable[P, R]:
    """A part of kernels, compiled into each that uses it.

    LLVM is told to put it in its place. Where numba does that by itself (`inline`), the odds are slower by two fifths.
    """
    return cast("Callable[P, R]", numba.njit(nogil=True, error_model="numpy", forceinline=True)(part))


def is_warm(kernels: Iterable[Callable[..., object]]) -> bool:
    """Whether machine code of all these kernels has been kept by an earlier run."""
    directory = cache_directory()
    if directory is None:
        return False
    return all(any(directory.rglob(f"*.{kernel.__name__}-*.nbc")) for kernel in kernels)
