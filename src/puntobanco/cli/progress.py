"""The bar of a long run, on standard error, where a person can see it."""

import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from puntobanco.kernels.compile import is_warm
from puntobanco.sim.jobs import Adds, Job
from puntobanco.sim.simulation import Question


class _Rate(ProgressColumn):
    """How many shoes a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f} shoes/s" if task.speed else "", style="dim")


class Bar:
    """A bar for one job, counted in shoes."""

    def __init__(self, name: str, question: Question, job: Job[Adds]) -> None:
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            _Rate(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
            transient=True,
        )
        self.shoes_per_unit = question.plan.shoes / job.units
        self.task = self.progress.add_task(name, total=question.plan.shoes)

    def advance(self, units: int) -> None:
        self.progress.advance(self.task, units * self.shoes_per_unit)

    def __enter__(self) -> Self:
        self.progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.progress.stop()


def say_if_compiling(jobs: Iterable[Job[Adds]]) -> None:
    """A word on the screen when this run has to compile first; to a program, all runs look alike."""
    if sys.stderr.isatty() and not is_warm(kernel for job in jobs for kernel in job.kernels):
        Console(stderr=True, highlight=False).print(
            "Compiling for this processor, once: a few seconds ...", style="dim"
        )
