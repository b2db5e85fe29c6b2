"""One simulation from beginning to end: what was asked, the jobs it takes, and what came of them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from puntobanco.rulebooks.wagers import Wager
from puntobanco.sim.bankroll import BankrollJob, BankrollTally, Bettor, SystemTally, sessions_in
from puntobanco.sim.card_counting import CountJob, CountTally
from puntobanco.sim.jobs import Adds, Done, Job
from puntobanco.sim.kernel_rules import sure_rounds
from puntobanco.sim.linear_count import LinearCount
from puntobanco.sim.plan import CardsJob, FactsJob, Plan
from puntobanco.sim.tally import Tally
from puntobanco.sim.user_system import OwnSystemJob
from puntobanco.sim.wagers import WagerResult, wager_results

Runner: TypeAlias = Callable[[str, Job[Adds]], Done[Adds]]
"""Does a job, told in a word what it is for."""
ROUNDS, NAMED_SYSTEMS, COUNTING = "rounds", "systems", "counting"
"""The names of jobs; own systems have those of their files, which end in .py."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: wagers always, systems and counting on request."""

    plan: Plan
    patron: Bettor | None
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
class Covered:
    """How much of what was asked for a part of an answer is about; only systems play sessions."""

    part: str
    shoes: int
    shoes_asked: int
    sessions: int | None = None
    sessions_asked: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
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
    def covers(self) -> tuple[Covered, ...]:
        """What each part of the answer is about; less than was asked for after an interruption."""
        plan, patron = self.question.plan, self.question.patron
        parts = [Covered(part=ROUNDS, shoes=self.tally.shoes, shoes_asked=plan.shoes)]
        if patron is not None:
            played = {system.name: system.tally.sessions for system in self.systems}
            names = (*self.question.systems, *names_of(self.question.own_systems))
            asked = sessions_in(plan, patron)
            parts += [
                Covered(
                    part=name,
                    shoes=played.get(name, 0) * patron.shoes,
                    shoes_asked=asked * patron.shoes,
                    sessions=played.get(name, 0),
                    sessions_asked=asked,
                )
                for name in names
            ]
        if self.question.counting:
            shoes = 0 if self.counted is None else self.counted.shoes
            parts.append(Covered(part=COUNTING, shoes=shoes, shoes_asked=plan.shoes))
        return tuple(parts)

    @property
    def counted_wagers(self) -> tuple[Wager, ...]:
        return self.question.plan.rules.wagers


def names_of(own_systems: tuple[Path, ...]) -> tuple[str, ...]:
    """What own systems are called: by their file, with the directories that tell it from another of the same name."""
    parts = [path.absolute().parts for path in own_systems]
    return tuple(str(Path(*one[-_telling(one, parts) :])) for one in parts)


def _telling(one: tuple[str, ...], all_parts: list[tuple[str, ...]]) -> int:
    """How many parts from the end of a path tell it from all others."""
    others = [parts for parts in all_parts if parts != one]
    return next(
        (count for count in range(1, len(one)) if all(one[-count:] != other[-count:] for other in others)), len(one)
    )


def jobs_of(question: Question) -> tuple[tuple[str, Job[Adds]], ...]:
    """The jobs of a simulation by name; systems and counts are about shoes of cards, so these are counted then."""
    plan = question.plan
    needs_cards = bool(question.systems or question.own_systems or question.counting)
    jobs: list[tuple[str, Job[Adds]]] = [(ROUNDS, CardsJob(plan=plan) if needs_cards else FactsJob(plan=plan))]
    if question.patron and question.systems:
        jobs.append((NAMED_SYSTEMS, BankrollJob(plan=plan, patron=question.patron, systems=question.systems)))
    if question.patron:
        jobs += [
            (name, OwnSystemJob(plan=plan, patron=question.patron, path=path))
            for name, path in zip(names_of(question.own_systems), question.own_systems, strict=True)
        ]
    if question.counting:
        jobs.append((COUNTING, CountJob(plan=plan, count=question.count)))
    return tuple(jobs)


def simulate(question: Question, jobs: tuple[tuple[str, Job[Adds]], ...], run: Runner) -> Findings:
    """Do the jobs of a question one after the other; an interruption ends the one and leaves out the next."""
    done: dict[str, Done[Adds]] = {}
    for name, job in jobs:
        done[name] = run(name, job)
        if done[name].partial:
            break
    tally = next(one.result for one in done.values() if isinstance(one.result, Tally))
    counted = (one.result for one in done.values() if one.units and isinstance(one.result, CountTally))
    return Findings(
        question=question,
        tally=tally,
        wagers=wager_results(question.plan.rules, tally) if tally.rounds else (),
        systems=tuple(_system_results(question, done)),
        counted=next(counted, None),
        partial=any(one.partial for one in done.values()),
        cpu_seconds=sum(one.cpu_seconds for one in done.values()),
        wall_seconds=sum(one.wall_seconds for one in done.values()),
    )


def _system_results(question: Question, done: dict[str, Done[Adds]]) -> list[SystemResult]:
    names = {NAMED_SYSTEMS: question.systems, **{name: (name,) for name in names_of(question.own_systems)}}
    found = []
    for job, systems in names.items():
        if job in done and done[job].units and isinstance(played := done[job].result, BankrollTally):
            bets = sum(tally.bets for tally in played.systems)
            rate = bets / max(done[job].cpu_seconds, 1e-9)
            pairs = zip(systems, played.systems, strict=True)
            found += [SystemResult(name=name, tally=tally, bets_per_cpu_second=rate) for name, tally in pairs]
    return found
