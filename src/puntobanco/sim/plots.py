"""Pictures of a simulation, drawn with matplotlib: what people would rather see than a table."""

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from puntobanco.errors import Unreadable
from puntobanco.rulebooks.wagers import Wager
from puntobanco.sim.bankroll import Bettor
from puntobanco.sim.card_counting import FINENESS, CountTally
from puntobanco.sim.simulation import Findings, SystemResult
from puntobanco.sim.wagers import WagerResult
from puntobanco.values.money import format_dollars

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png")
FEWEST_ROUNDS = 200
"""Depths with fewer rounds are not drawn: they would only show noise."""


def check_plot(path: Path) -> None:
    """Whether a plot can be written there, before a long run and not after it."""
    if path.suffix.lower() not in SUFFIXES:
        raise Unreadable(f"a plot is written as .svg or .png, not as {path.name!r}")
    if not path.parent.is_dir():
        raise Unreadable(f"the directory {path.parent} for the plot does not exist: make it first")
    _pyplot()


def _pyplot() -> ModuleType:
    try:
        import matplotlib
    except ImportError:
        raise Unreadable("plots need matplotlib: pip install 'puntobanco[plots]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def draw(answer: Findings, path: Path) -> None:
    """What was asked for: systems, counting, or else wagers; with a title that says what it is and how to repeat it."""
    patron = answer.question.patron
    if answer.systems and patron:
        figure = plot_systems(answer.systems, patron)
    elif answer.counted is not None:
        figure = plot_counting(answer.counted_wagers, answer.counted)
    else:
        figure = plot_wagers(answer.wagers)
    figure.suptitle(f"{figure.get_suptitle()}\n{_dealt(answer)}", fontsize="large", parse_math=False)
    write_plot(path, figure)


def _dealt(answer: Findings) -> str:
    plan, tally = answer.question.plan, answer.tally
    return f"{plan.rules.book}, seed {plan.seed}, {tally.rounds:,} rounds in {tally.shoes:,} shoes"


def write_plot(path: Path, figure: "Figure") -> None:
    """Write a figure whole or not at all."""
    unfinished = path.with_name(f".{path.name}.part")
    figure.savefig(unfinished, format=path.suffix[1:].lower())
    unfinished.replace(path)
    _pyplot().close(figure)


def plot_wagers(results: Sequence[WagerResult]) -> "Figure":
    """How far each wager was from the exact odds, in standard errors."""
    figure: Figure
    figure, axes = _pyplot().subplots(figsize=(8, 2 + 0.4 * len(results)), layout="constrained")
    figure.suptitle("Simulated wagers against their exact odds")
    names = [result.name for result in results]
    axes.barh(names, [result.z or 0.0 for result in results], color="tab:blue")
    for edge in (-4, 4):
        axes.axvline(edge, color="tab:red", linestyle="--", linewidth=1)
    axes.invert_yaxis()
    axes.set_xlabel("distance to the exact odds (standard errors)")
    axes.set_ylabel("wager")
    return figure


def plot_systems(systems: Sequence[SystemResult], patron: Bettor) -> "Figure":
    """Where sessions end, and how some of them got there."""
    figure: Figure
    figure, (results, paths) = _pyplot().subplots(1, 2, figsize=(12, 5.5), layout="constrained")
    start, unit = format_dollars(patron.bankroll), format_dollars(patron.unit)
    figure.suptitle(f"Sessions of {patron.shoes} shoes from {start}, {unit} on {patron.wager.id}")
    for place, system in enumerate(systems):
        colour, tally = f"C{place}", system.tally
        cents, sessions = tally.results.steps()
        results.step(cents / 100, 100 * sessions / tally.sessions, where="post", label=system.name, color=colour)
        for _, path in tally.paths:
            paths.plot([bankroll / 100 for bankroll in path], color=colour, alpha=0.35, linewidth=0.8)
    results.set_xlim(-patron.bankroll / 100, 3 * patron.bankroll / 100)
    results.set_xlabel("result of a session (dollars)")
    results.set_ylabel("sessions that end there or below (percent)")
    results.legend(title="system")
    paths.set_xlabel("time in the session (rounds)")
    paths.set_ylabel("bankroll in some sessions (dollars)")
    return figure


def plot_counting(wagers: Sequence[Wager], tally: CountTally) -> "Figure":
    """How often each wager turns positive as the shoe is dealt, and by how much."""
    figure: Figure
    figure, (share, gain) = _pyplot().subplots(1, 2, figsize=(12, 5.5), layout="constrained")
    figure.suptitle("What counting cards is worth, by the cards that are gone")
    depths = np.flatnonzero(tally.rounds >= FEWEST_ROUNDS)
    for place, wager in enumerate(wagers):
        rounds = np.maximum(tally.rounds[depths], 1)
        share.plot(depths, 100 * tally.positive[place, depths] / rounds, label=wager.name)
        gain.plot(depths, 100 * tally.gain[place, depths].astype(np.float64) / FINENESS / rounds, label=wager.name)
    share.set_ylabel("rounds with a positive expected value (percent)")
    gain.set_ylabel("expected gain a round, betting only then (percent of a unit)")
    for axes in (share, gain):
        axes.set_xlabel("gone before the round (cards)")
    share.legend(title="wager")
    return figure
