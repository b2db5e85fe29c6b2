"""`punto simulate`: whole shoes, as many as you like, and what came of them."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli.common import (
    HouseOption,
    SetOption,
    WagerFileOption,
    WhatIfOption,
    console,
    print_json,
    print_lifted,
    rules_for,
    what_if_as_dict,
)
from puntobanco.errors import Unreadable
from puntobanco.rulebooks import TableRules
from puntobanco.values.money import parse_dollars

if TYPE_CHECKING:  # the room of simulation brings its compiler along; it is imported when there is something to do
    from puntobanco.sim.jobs import Adds, Done, Job
    from puntobanco.sim.simulation import Findings, Question

INTERRUPTED = 130


class SimulationFormat(StrEnum):
    """How a simulation is printed."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


def simulate(
    book_id: Annotated[str, typer.Argument(metavar="[BOOK]", help="The rulebook.")] = "act-2015",
    settings: SetOption = None,
    house: HouseOption = None,
    wager_files: WagerFileOption = None,
    what_if: WhatIfOption = False,
    shoes: Annotated[int | None, typer.Option(metavar="N", help="Deal so many shoes.")] = None,
    rounds: Annotated[int | None, typer.Option(metavar="N", help="Deal so many rounds, in whole shoes.")] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The same seed deals the same shoes, always.")] = 1,
    workers: Annotated[int | None, typer.Option(metavar="W", help="Threads, or workers of a local cluster.")] = None,
    systems: Annotated[
        list[str] | None,
        typer.Option("--system", metavar="NAME|FILE.py", help="A betting system, such as martingale; may be repeated."),
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="What a session starts with; 100 least stakes if not said.")
    ] = None,
    unit: Annotated[str | None, typer.Option(metavar="DOLLARS", help="One unit of a system; the least stake.")] = None,
    wager_id: Annotated[str, typer.Option("--on", metavar="WAGER", help="What systems bet on.")] = "banker",
    session: Annotated[int, typer.Option("--session", metavar="SHOES", help="How many shoes a session lasts.")] = 8,
    count: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Count cards: exact, a wager's id for its best linear count, or ten tags."),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A dask cluster, such as tcp://host:8786, or local.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it as .svg or .png.")] = None,
    show: Annotated[int | None, typer.Option(metavar="SHOE", help="Deal one shoe of the full-card run again.")] = None,
    output: Annotated[SimulationFormat, typer.Option("--format", help="Text, JSON or CSV.")] = SimulationFormat.TEXT,
) -> None:
    """Simulate whole shoes by the table's own procedure: what wagers pay, what systems do, what counting is worth."""
    rules = rules_for(book_id, house, settings, wager_files, what_if=what_if)
    _check_numbers(shoes=shoes, rounds=rounds, seed=seed, workers=workers, session=session, show=show)
    if show is not None:
        from puntobanco.cli.simulate_output import show_shoe

        show_shoe(rules, seed, show, as_json=output is SimulationFormat.JSON)
        return
    if plot is not None:
        from puntobanco.sim.plots import check_plot, draw

        check_plot(plot)
    question = _question(
        rules,
        dealt=(shoes, rounds),
        seed=seed,
        systems=tuple(systems or ()),
        patron=(bankroll, unit, wager_id, session),
        count=count,
    )
    answer = _run(question, workers=workers, cluster=cluster)
    _print(answer, output)
    if plot is not None:
        draw(answer, plot)
    if answer.partial:
        raise typer.Exit(INTERRUPTED)


def _check_numbers(**numbers: int | None) -> None:
    from puntobanco.sim.question import check_numbers

    if numbers["show"] is None and (numbers["shoes"] is None) == (numbers["rounds"] is None):
        raise Unreadable("say how much to deal: either --shoes N or --rounds N")
    check_numbers("--{}", **numbers)


def _question(
    rules: TableRules,
    *,
    dealt: tuple[int | None, int | None],
    seed: int,
    systems: tuple[str, ...],
    patron: tuple[str | None, str | None, str, int],
    count: str | None,
) -> "Question":
    """What the options ask for, checked before anything is compiled or dealt."""
    from puntobanco.sim.question import ask

    (shoes, rounds), (bankroll, unit, wager, session) = dealt, patron
    return ask(
        rules,
        shoes=shoes,
        rounds=rounds,
        seed=seed,
        systems=systems,
        bankroll=_dollars(bankroll),
        unit=_dollars(unit),
        wager=wager,
        session=session,
        count=count,
    )


def _dollars(text: str | None) -> int | None:
    return None if text is None else parse_dollars(text)


def _run(question: "Question", *, workers: int | None, cluster: str | None) -> "Findings":
    """Do the jobs here or on a cluster, with a bar that shows the rate and the time left."""
    from puntobanco.cli.progress import Bar, say_if_compiling
    from puntobanco.sim.jobs import run_here, warm_up
    from puntobanco.sim.simulation import jobs_of, simulate

    jobs = jobs_of(question)
    if cluster is None:
        say_if_compiling(job for _, job in jobs)
        for _, job in jobs:
            warm_up(job)

        def here(name: str, job: "Job[Adds]") -> "Done[Adds]":
            with Bar(name, question, job) as bar:
                return run_here(job, workers=workers, progress=bar.advance)

        return simulate(question, jobs, here)

    from puntobanco.sim.cluster import connect, run_with_client

    with connect(cluster, workers=workers) as client:

        def there(name: str, job: "Job[Adds]") -> "Done[Adds]":
            with Bar(name, question, job) as bar:
                return run_with_client(job, client, progress=bar.advance)

        return simulate(question, jobs, there)


def _print(answer: "Findings", output: SimulationFormat) -> None:
    from puntobanco.cli import simulate_output

    match output:
        case SimulationFormat.JSON:
            print_json({**what_if_as_dict(answer.question.plan.rules), **simulate_output.as_dict(answer)})
        case SimulationFormat.CSV:
            print_lifted(answer.question.plan.rules, apart=True)
            simulate_output.write_csv(answer, sys.stdout)
        case SimulationFormat.TEXT:
            print_lifted(answer.question.plan.rules)
            simulate_output.print_text(answer, console())
