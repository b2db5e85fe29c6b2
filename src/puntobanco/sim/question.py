"""What somebody asks for, in plain values, as a question that was checked before anything is compiled or dealt."""

from collections.abc import Sequence
from pathlib import Path

from puntobanco.errors import Unreadable
from puntobanco.rulebooks.table_rules import TableRules
from puntobanco.rulebooks.wager_names import wager_named
from puntobanco.sim import bankroll as bankrolls
from puntobanco.sim.linear_count import parse_count
from puntobanco.sim.plan import Plan, shoes_for
from puntobanco.sim.simulation import Question
from puntobanco.values.money import Cents

LARGEST = {"seed": 2**64 - 1, "workers": 1024, "session": 10_000}
MOST_DEALT = 10**15


def check_numbers(named: str, /, **numbers: int | None) -> None:
    """Whether numbers with these names can be; none were left out. `named` is how a name is written: `--{}`."""
    for name, number in numbers.items():
        least, most = int(name not in ("seed", "show")), LARGEST.get(name, MOST_DEALT)
        if number is not None and not least <= number <= most:
            raise Unreadable(f"{named.format(name)} {number} cannot be: take a number from {least} to {most}")


def ask(
    rules: TableRules,
    *,
    shoes: int | None,
    rounds: int | None,
    seed: int,
    systems: Sequence[str],
    bankroll: Cents | None,
    unit: Cents | None,
    wager: str,
    session: int,
    count: str | None,
) -> Question:
    """The question; systems that end in .py are files of one's own."""
    counted = None if count is None else parse_count(rules, wager_named(count))
    patron = None
    if systems:
        patron = bankrolls.sit_down(rules, bankroll, unit, wager_id=wager_named(wager), shoes=session)
    return Question(
        plan=Plan(rules=rules, shoes=shoes or shoes_for(rules, rounds or 1, seed), seed=seed),
        patron=patron,
        systems=tuple(dict.fromkeys(name for name in systems if not name.endswith(".py"))),
        own_systems=_own_systems(systems),
        counting=count is not None,
        count=counted,
    )


def _own_systems(systems: Sequence[str]) -> tuple[Path, ...]:
    """Every file once, however often and in whichever way it is named."""
    paths = [Path(name) for name in systems if name.endswith(".py")]
    return tuple({path.resolve(): path for path in reversed(paths)}.values())[::-1]
