"""Compiling kernels: cached between processes, in the user's cache directory, under the digest of their sources."""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config as _numba_config

F = TypeVar("F", bound=Callable[..., object])

config: Any = _numba_config

EXACT_MATH = {"contract", "reassoc", "nsz"}
"""What the compiler may do with floats that hold whole numbers below 2**53: it changes no bit of the result."""


def compiled(kernel: F) -> F:
    """Compile when first called, or load what an earlier process compiled; the interpreter's lock is let go."""
    with _own_cache_directory() as can_cache:
        return cast("F", numba.njit(cache=can_cache, nogil=True, fastmath=EXACT_MATH, error_model="numpy")(kernel))


def inlined(part: F) -> F:
    """A part of a kernel, compiled into each kernel that uses it."""
    return cast("F", numba.njit(nogil=True, fastmath=EXACT_MATH, error_model="numpy")(part))


def cache_directory() -> Path:
    """Where compiled kernels are kept.

    numba notices a change of the file that a kernel is in, but not of the files that it takes its parts from;
    so the name of the directory is made from all sources of this room.
    """
    base = Path(config.CACHE_DIR) if config.CACHE_DIR else _user_cache() / "puntobanco"
    return base / f"odds-{_sources_digest()}"


def _user_cache() -> Path:
    given = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(given) if given else Path.home() / ".cache"


def _sources_digest() -> str:
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _own_cache_directory() -> Iterator[bool]:
    """Point numba's cache to our directory while a kernel is declared; where nothing can be written, do without."""
    before = config.CACHE_DIR
    try:
        directory = cache_directory()
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
    except (OSError, RuntimeError):  # not writable, or nobody's home
        yield False
        return
    config.CACHE_DIR = str(directory)
    try:
        yield True
    finally:
        config.CACHE_DIR = before
