"""One simulation from beginning to end: what was asked, the jobs it takes, and what came of them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from puntobanco.rules.wagers import Wager
from puntobanco.sim.bankroll import BankrollJob, Patron, SystemTally
from puntobanco.sim.counting import CountJob, CountTally
from puntobanco.sim.jobs import Done, Job
from puntobanco.sim.law import sure_rounds
from puntobanco.sim.linear_count import LinearCount
from puntobanco.sim.own_system import OwnSystemJob
from puntobanco.sim.plan import CardsJob, FactsJob, Plan
from puntobanco.sim.tally import Tally
from puntobanco.sim.wagers import WagerResult, wager_results

Runner: TypeAlias = Callable[[str, Job[Any]], Done[Any]]
"""Does a job, told in a word what it is for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: wagers always, systems and counting on request."""

    plan: Plan
    patron: Patron | None
    """Who plays the systems."""
    systems: tuple[str, ...]
    own_systems: tuple[Path, ...]
    counting: bool
    count: LinearCount | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemResult:
    """A system by name, what it came to, and how fast it was played."""

    name: str
    tally: SystemTally
    bets_per_cpu_second: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a simulation found."""

    question: Question
    tally: Tally
    wagers: tuple[WagerResult, ...]
    systems: tuple[SystemResult, ...]
    counted: CountTally | None
    partial: bool
    cpu_seconds: float
    wall_seconds: float

    @property
    def sure_rounds(self) -> int:
        return sure_rounds(self.question.plan.rules)

    @property
    def counted_wagers(self) -> tuple[Wager, ...]:
        return self.question.plan.rules.wagers


def jobs_of(question: Question) -> tuple[tuple[str, Job[Any]], ...]:
    """The jobs of a simulation by name; systems and counts are about shoes of cards, so these are counted then."""
    plan = question.plan
    needs_cards = bool(question.systems or question.own_systems or question.counting)
    jobs: list[tuple[str, Job[Any]]] = [("rounds", CardsJob(plan=plan) if needs_cards else FactsJob(plan=plan))]
    if question.patron and question.systems:
        jobs.append(("systems", BankrollJob(plan=plan, patron=question.patron, systems=question.systems)))
    if question.patron:
        jobs += [
            (path.name, OwnSystemJob(plan=plan, patron=question.patron, path=path)) for path in question.own_systems
        ]
    if question.counting:
        jobs.append(("counting", CountJob(plan=plan, count=question.count)))
    return tuple(jobs)


def simulate(question: Question, jobs: tuple[tuple[str, Job[Any]], ...], run: Runner) -> Answer:
    """Do the jobs of a question one after the other; an interruption ends the one and leaves out the next."""
    done: dict[str, Done[Any]] = {}
    for name, job in jobs:
        done[name] = run(name, job)
        if done[name].partial:
            break
    tally: Tally = done["rounds"].result
    counted = done.get("counting")
    return Answer(
        question=question,
        tally=tally,
        wagers=wager_results(question.plan.rules, tally) if tally.rounds else (),
        systems=tuple(_system_results(question, done)),
        counted=counted.result if counted and counted.units else None,
        partial=len(done) < len(jobs) or any(one.partial for one in done.values()),
        cpu_seconds=sum(one.cpu_seconds for one in done.values()),
        wall_seconds=sum(one.wall_seconds for one in done.values()),
    )


def _system_results(question: Question, done: dict[str, Done[Any]]) -> list[SystemResult]:
    names = {"systems": question.systems, **{path.name: (path.name,) for path in question.own_systems}}
    found = []
    for job, systems in names.items():
        if job in done and done[job].units:
            bets = sum(tally.bets for tally in done[job].result.systems)
            rate = bets / max(done[job].cpu_seconds, 1e-9)
            pairs = zip(systems, done[job].result.systems, strict=True)
            found += [SystemResult(name=name, tally=tally, bets_per_cpu_second=rate) for name, tally in pairs]
    return found
