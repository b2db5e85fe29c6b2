"""Whole shoes, as many as you like: what wagers pay, what systems do, what counting is worth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import SupportsIndex

from puntobanco.cli import simulate_output
from puntobanco.errors import Unreadable
from puntobanco.library.arguments import Dollars, cents, several, whole, whole_or_none
from puntobanco.library.result_display import DataRow, Shown
from puntobanco.library.rules import Rules, understood
from puntobanco.rulebooks.wager_names import wager_named
from puntobanco.sim.jobs import run_here
from puntobanco.sim.plots import check_plot, draw
from puntobanco.sim.question import ask, check_numbers
from puntobanco.sim.simulation import Findings, SystemResult, jobs_of
from puntobanco.sim.simulation import simulate as carry_out
from puntobanco.sim.wagers import WagerResult
from puntobanco.values.text_table import Sheet


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Simulation(Shown):
    """What a simulation found; `found["banker"].z` is how far a wager was from its exact odds, in standard errors."""

    findings: Findings

    @property
    def rounds(self) -> int:
        return self.findings.tally.rounds

    @property
    def shoes(self) -> int:
        return self.findings.tally.shoes

    @property
    def systems(self) -> tuple[SystemResult, ...]:
        return self.findings.systems

    def __getitem__(self, wager: str) -> WagerResult:
        found = {result.id: result for result in self.findings.wagers}
        wager_id = wager_named(wager)
        if wager_id not in found:
            raise Unreadable(f"{wager_id!r} is not among these wagers: choose from {', '.join(found)}")
        return found[wager_id]

    def as_dict(self) -> dict[str, object]:
        """Everything, as `punto simulate --format json` prints it."""
        return simulate_output.as_dict(self.findings)

    def sheets(self) -> Sequence[Sheet]:
        return simulate_output.sheets(self.findings)

    def notes(self) -> Sequence[str]:
        return (simulate_output.headline(self.findings),)

    def rows(self) -> Sequence[DataRow]:
        """Of systems or of counting where they were asked for, else of wagers."""
        return simulate_output.rows(self.findings)

    def plot(self, path: str | Path) -> None:
        """Draw it as .svg or .png; needs the extra `plots`."""
        check_plot(Path(path))
        draw(self.findings, Path(path))


def simulate(
    rules: str | Rules = "act-2015",
    *,
    shoes: SupportsIndex | None = None,
    rounds: SupportsIndex | None = None,
    seed: SupportsIndex = 1,
    systems: str | Iterable[str] = (),
    on: str = "banker",
    bankroll: Dollars | None = None,
    unit: Dollars | None = None,
    session: SupportsIndex = 8,
    count: str | None = None,
    workers: SupportsIndex | None = None,
) -> Simulation:
    """Deal so many shoes or rounds by the table's own procedure; the same seed deals the same shoes, always.

    Systems are named as for `punto simulate --system`, and so are counts.
    """
    if (shoes is None) == (rounds is None):
        raise Unreadable("say how much to deal: either shoes or rounds")
    shoes, rounds, workers = (
        whole_or_none(*one) for one in (("shoes", shoes), ("rounds", rounds), ("workers", workers))
    )
    seed, session = whole("seed", seed), whole("session", session)
    check_numbers("{} =", shoes=shoes, rounds=rounds, seed=seed, session=session, workers=workers)
    question = ask(
        understood(rules).table,
        shoes=shoes,
        rounds=rounds,
        seed=seed,
        systems=several(systems),
        bankroll=None if bankroll is None else cents(bankroll),
        unit=None if unit is None else cents(unit),
        wager=on,
        session=session,
        count=count,
    )
    found = carry_out(question, jobs_of(question), lambda _, job: run_here(job, workers=workers))
    return Simulation(findings=found)
