"""A wager of a book as a table offers it: with the table's own numbers, each by the clause that gives it."""

from collections.abc import Mapping
from typing import Any

from puntobanco.rulebooks.table_rules import Conditions, Ruled
from puntobanco.rulebooks.wagers import (
    BookCommission,
    BookWager,
    Commission,
    CommissionLater,
    CommissionWhenPaid,
    Line,
    NoCommission,
    Setting,
    StandOff,
    Wager,
)
from puntobanco.values.money import Odds, Rate
from puntobanco.values.replace import changed


def of_table(
    wager: BookWager, ruled: Mapping[str, Ruled[Any]], conditions: Conditions | None, *, allowed_by: str | None
) -> Wager:
    """The wager with the table's own numbers in place of every `Setting`, by the conditions where they are theirs."""
    prevails = None if conditions is None else conditions.clause
    return Wager(
        id=wager.id,
        name=wager.name,
        lines=tuple(_line(line, ruled, prevails) for line in wager.lines),
        loses=wager.loses,
        commission=_commission(wager.commission, ruled, prevails),
        settles=wager.settles,
        limits=wager.limits,
        allowed_by=allowed_by,
    )


def _line(line: Line[Odds | Setting], ruled: Mapping[str, Ruled[Any]], prevails: str | None) -> Line[Odds]:
    pays: Odds | StandOff = ruled[line.pays.key].value if isinstance(line.pays, Setting) else line.pays
    return Line(when=line.when, pays=pays, clause=_cited(line.pays, ruled, prevails, line.clause))


def _commission(plan: BookCommission, ruled: Mapping[str, Ruled[Any]], prevails: str | None) -> Commission:
    match plan:
        case NoCommission():
            return plan
        case CommissionWhenPaid(rate=rate, clause=clause):
            return CommissionWhenPaid(rate=_rate(rate, ruled), clause=_cited(rate, ruled, prevails, clause))
        case CommissionLater(rate=rate, clause=clause):
            return CommissionLater(rate=_rate(rate, ruled), clause=_cited(rate, ruled, prevails, clause))


def _rate(rate: Rate | Setting, ruled: Mapping[str, Ruled[Any]]) -> Rate:
    found: Rate = ruled[rate.key].value if isinstance(rate, Setting) else rate
    return found


def _cited(number: object, ruled: Mapping[str, Ruled[Any]], prevails: str | None, clause: str) -> str:
    """The clause of a number in a wager: the book's, unless the conditions have set it."""
    set_by = ruled[number.key].clause if isinstance(number, Setting) else None
    return clause if set_by is None or set_by != prevails else set_by


def cited(wager: Wager, clause: str) -> Wager:
    """The wager of a house's own as it is offered by one clause."""
    lines = tuple(changed(line, clause=clause) for line in wager.lines)
    plan = wager.commission
    commission = plan if isinstance(plan, NoCommission) else changed(plan, clause=clause)
    return changed(wager, lines=lines, loses=clause, commission=commission, allowed_by=clause)
