"""Pictures of a simulation, drawn with matplotlib: what people would rather see than a table."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from puntobanco.errors import Unreadable
from puntobanco.money import Cents, format_dollars
from puntobanco.rules.wagers import Wager
from puntobanco.sim.bankroll import SystemTally
from puntobanco.sim.card_counting import FINENESS, CountTally
from puntobanco.sim.wagers import WagerResult

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


def _pyplot() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise Unreadable("plots need matplotlib: pip install 'puntobanco[plots]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def write_plot(path: Path, figure: Any) -> None:
    """Write a figure whole or not at all."""
    unfinished = path.with_name(f".{path.name}.part")
    figure.savefig(unfinished, format=path.suffix[1:].lower())
    unfinished.replace(path)
    _pyplot().close(figure)


def plot_wagers(results: Sequence[WagerResult]) -> Any:
    """How far each wager was from the exact odds, in standard errors."""
    figure, axes = _pyplot().subplots(figsize=(8, 1.5 + 0.4 * len(results)), layout="constrained")
    names = [result.name for result in results]
    axes.barh(names, [result.z or 0.0 for result in results], color="tab:blue")
    for edge in (-4, 4):
        axes.axvline(edge, color="tab:red", linestyle="--", linewidth=1)
    axes.invert_yaxis()
    axes.set_xlabel("distance to the exact odds in standard errors")
    return figure


def plot_systems(names: Sequence[str], tallies: Sequence[SystemTally], bankroll: Cents) -> Any:
    """Where sessions end, and how some of them got there."""
    figure, (results, paths) = _pyplot().subplots(1, 2, figsize=(12, 5), layout="constrained")
    for place, (name, tally) in enumerate(zip(names, tallies, strict=True)):
        colour = f"C{place}"
        cents, sessions = tally.results.steps()
        results.step(cents / 100, sessions / tally.sessions, where="post", label=name, color=colour)
        for _, path in tally.paths:
            paths.plot([bankroll_then / 100 for bankroll_then in path], color=colour, alpha=0.35, linewidth=0.8)
    results.set_xlim(-bankroll / 100, 3 * bankroll / 100)
    results.set_xlabel("result of a session in dollars")
    results.set_ylabel("share of sessions that end there or below")
    results.legend()
    paths.set_xlabel("round")
    paths.set_ylabel(f"bankroll in dollars, from {format_dollars(bankroll)}")
    return figure


def plot_counting(wagers: Sequence[Wager], tally: CountTally) -> Any:
    """How often each wager turns positive as the shoe is dealt, and by how much."""
    figure, (share, gain) = _pyplot().subplots(1, 2, figsize=(12, 5), layout="constrained")
    depths = np.flatnonzero(tally.rounds >= FEWEST_ROUNDS)
    for place, wager in enumerate(wagers):
        rounds = np.maximum(tally.rounds[depths], 1)
        share.plot(depths, 100 * tally.positive[place, depths] / rounds, label=wager.name)
        gain.plot(depths, 100 * tally.gain[place, depths].astype(np.float64) / FINENESS / rounds, label=wager.name)
    share.set_xlabel("cards gone before the round")
    share.set_ylabel("rounds with a positive expected value, in percent")
    gain.set_xlabel("cards gone before the round")
    gain.set_ylabel("expected gain per round, betting only when positive, in percent")
    share.legend()
    return figure
