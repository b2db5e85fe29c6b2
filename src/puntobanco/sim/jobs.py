"""A job is work in units that can be done in any order and whose results add up; here it is done on this machine.

Unit i draws its chance from the seed and i alone. So who does which unit, and when, cannot change the sum.
"""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from puntobanco.errors import Unreadable
from puntobanco.kernels.cpu_count import cores


class Adds(Protocol):
    """A result that can be added to another."""

    def __add__(self, other: Self, /) -> Self: ...


F = TypeVar("F")
T = TypeVar("T", bound=Adds)
T_co = TypeVar("T_co", bound=Adds, covariant=True)


class Job(Protocol[T_co]):
    """Work in numbered units."""

    @property
    def units(self) -> int: ...

    @property
    def units_per_task(self) -> int:
        """So many that a task takes a good part of a second, and its result is worth adding."""

    @property
    def in_python(self) -> bool:
        """Whether the work holds the interpreter's lock, so that threads would not help."""

    @property
    def kernels(self) -> tuple[Callable[..., object], ...]:
        """What has to be compiled before it can start."""

    def run(self, first: int, last: int) -> T_co: ...

    def nothing(self) -> T_co: ...


@dataclass(frozen=True, slots=True)
class Piece(Generic[T]):
    """The result of some units and the processor time that they took."""

    result: T
    units: int
    cpu_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(Generic[T]):
    """What a job came to: all of it, or what was finished when it was interrupted."""

    result: T
    units: int
    partial: bool
    cpu_seconds: float
    wall_seconds: float


Progress: TypeAlias = Callable[[int], None]
"""Told how many more units are done."""


def do_piece(job: Job[T], first: int, last: int) -> Piece[T]:
    """Do some units of a job; in whichever thread, process or machine this is called."""
    before = time.thread_time()
    result = job.run(first, last)
    return Piece(result, last - first, time.thread_time() - before)


def warm_up(job: Job[Adds]) -> None:
    """Compile or load the kernels, by doing one unit for nothing, so that no measurement includes that."""
    job.run(0, min(1, job.units))


def tasks(job: Job[Adds], workers: int) -> Iterator[tuple[int, int]]:
    """The job in tasks, small enough that every worker gets several."""
    size = max(1, min(job.units_per_task, -(-job.units // (4 * workers))))
    return ((first, min(first + size, job.units)) for first in range(0, job.units, size))


def run_here(
    job: Job[T], *, workers: int | None = None, processes: bool = False, progress: Progress | None = None
) -> Done[T]:
    """Do a job on this machine: in threads, or in processes where the work is Python."""
    count = workers or cores()
    try:
        with _pool(count, processes=processes or (job.in_python and count > 1)) as pool:
            return collect(
                job,
                tasks(job, count),
                in_flight=2 * count,
                submit=lambda first, last: pool.submit(do_piece, job, first, last),
                progress=progress,
            )
    except BrokenExecutor:
        raise Unreadable(
            "a worker ended without a word: it was stopped from outside, or by what it ran; start again"
        ) from None


def _pool(workers: int, *, processes: bool) -> Executor:
    if processes:
        return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_parent)
    return ThreadPoolExecutor(workers)


def _leave_interrupts_to_parent() -> None:
    """Ctrl-C reaches every process of a terminal; the parent decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def first_finished(waiting: set[Future[F]]) -> tuple[set[Future[F]], set[Future[F]]]:
    """Wait for the next task: those that are finished, and the others."""
    return wait(waiting, return_when=FIRST_COMPLETED)


FirstOf: TypeAlias = Callable[[set[Future[F]]], tuple[set[Future[F]], set[Future[F]]]]


def collect(
    job: Job[T],
    to_do: Iterator[tuple[int, int]],
    *,
    in_flight: int,
    submit: Callable[[int, int], "Future[Piece[T]]"],
    progress: Progress | None,
    first_of: FirstOf[Piece[T]] = first_finished,
) -> Done[T]:
    """Hand out tasks, a few ahead of the workers, and add up what comes back; Ctrl-C ends it early."""
    started = time.perf_counter()
    result, units, cpu_seconds, partial = job.nothing(), 0, 0.0, False
    waiting: set[Future[Piece[T]]] = set()
    try:
        waiting = {submit(first, last) for first, last in islice(to_do, in_flight)}
        while waiting:
            finished, waiting = first_of(waiting)
            for future in finished:
                piece = future.result()
                result, units, cpu_seconds = result + piece.result, units + piece.units, cpu_seconds + piece.cpu_seconds
                if progress is not None:
                    progress(piece.units)
            waiting |= {submit(first, last) for first, last in islice(to_do, len(finished))}
    except KeyboardInterrupt:
        partial = True
        for future in waiting:
            future.cancel()
    wall_seconds = time.perf_counter() - started
    return Done(result=result, units=units, partial=partial, cpu_seconds=cpu_seconds, wall_seconds=wall_seconds)
