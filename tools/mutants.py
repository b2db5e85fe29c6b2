"""Every small way in which a rulebook could be wrong: one value, bound, option, odds or tableau cell at a time."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from puntobanco.money import ChipSet, Odds
from puntobanco.rules.clause import Bounds, Choice, Clause, Fixed, Silent, Statement
from puntobanco.rules.facts import Hand
from puntobanco.rules.options import EVERY_DEALING, Dealing
from puntobanco.rules.rulebook import Rulebook
from puntobanco.rules.tableau import BankerTable, CardValues, DrawsOn
from puntobanco.rules.wagers import CannotDeclare, Line, NoCommission, Offer, Setting, Stage, Wager


@dataclass(frozen=True, slots=True)
class Mutant:
    """A book with one thing changed, and the clauses whose tests must notice."""

    book: Rulebook
    clauses: tuple[str, ...]
    change: str


def mutants(book: Rulebook) -> Iterator[Mutant]:
    """All mutants of a book."""
    for place, clause in enumerate(book.clauses):
        for key, statement in clause.says:
            for changed in _changed_statements(statement, book.practice.get(key)):
                clauses = (*book.clauses[:place], _with(clause, key, changed), *book.clauses[place + 1 :])
                yield Mutant(replace(book, clauses=clauses), (clause.number,), f"{key}: {statement} -> {changed}")
    for place, offered in enumerate(book.offers):
        for changed_offer, numbers, change in _changed_offers(offered):
            offers = (*book.offers[:place], changed_offer, *book.offers[place + 1 :])
            yield Mutant(replace(book, offers=offers), numbers, f"{offered.wager.id}: {change}")


def _with(clause: Clause, key: str, statement: Statement) -> Clause:
    return replace(clause, says=tuple((one, statement if one == key else said) for one, said in clause.says))


def _changed_statements(statement: Statement, practice: Any) -> Iterator[Statement]:
    match statement:
        case Fixed(value):
            yield from map(Fixed, _changed_values(value))
            yield Silent(value)
        case Silent(value):
            yield from map(Silent, _changed_values(value))
            yield Fixed(value)
        case Choice(()):
            yield Fixed(practice)
        case Choice(options):
            for dropped in options:
                yield Choice(tuple(option for option in options if option != dropped))
        case Bounds(low, high):
            yield from (replace(statement, low=changed) for changed in _changed_values(low))
            if high is None:
                yield replace(statement, high=practice if practice is not None else low)
            else:
                yield from (replace(statement, high=changed) for changed in _changed_values(high))
                yield replace(statement, high=None)


def _changed_values(value: Any) -> Iterator[Any]:  # noqa: C901 - one case per type of value, no logic
    match value:
        case bool():
            yield not value
        case None:
            yield 1
        case Enum():
            yield from (member for member in type(value) if member is not value)
        case int():
            yield from (value + 1, value - 1)
        case Fraction():
            yield from (value + Fraction(1, 100), value - Fraction(1, 100))
        case Odds(win, stake):
            yield from (Odds(win + 1, stake), Odds(win - 1, stake))
        case str():
            yield f"{value}!"
        case ChipSet(denominations):
            yield ChipSet(denominations[1:])
        case Dealing():
            yield from (dealing for dealing in EVERY_DEALING if dealing != value)
        case DrawsOn(totals):
            yield from (DrawsOn(totals ^ {total}) for total in range(8))
        case frozenset():
            yield from (value ^ {total} for total in range(10))
        case BankerTable(rows):
            yield from (_flipped(rows, total, third) for total in range(8) for third in range(10))
        case CardValues(points):
            for rank in range(13):
                yield CardValues((*points[:rank], (points[rank] + 1) % 10, *points[rank + 1 :]))
        case (Hand(), *_):
            yield (*value[1:], value[0])
        case tuple():
            yield () if value else (("banker", "player"),)
        case _:
            raise TypeError(f"no mutants are known for {value!r}")


def _flipped(rows: tuple[tuple[bool, ...], ...], total: int, third: int) -> BankerTable:
    row = tuple(cell != (column == third) for column, cell in enumerate(rows[total]))
    return BankerTable((*rows[:total], row, *rows[total + 1 :]))


def _changed_offers(offered: Offer) -> Iterator[tuple[Offer, tuple[str, ...], str]]:
    wager = offered.wager
    for wager_changed, numbers, change in _changed_wagers(wager):
        yield Offer(wager_changed, offered.where), numbers, change
    for key, value in offered.where:
        where = tuple(one for one in offered.where if one[0] != key)
        yield Offer(wager, where), wager.clauses, f"offered also without {key} = {value}"


def _changed_wagers(wager: Wager) -> Iterator[tuple[Wager, tuple[str, ...], str]]:
    for place, line in enumerate(wager.lines):
        before, after = wager.lines[:place], wager.lines[place + 1 :]
        yield replace(wager, lines=before + after), (line.clause,), f"without {line}"
        for pays in _changed_pay(line):
            changed = Line(line.when, pays, line.clause)
            yield replace(wager, lines=(*before, changed, *after)), (line.clause,), f"{line} -> {pays}"
    if not isinstance(wager.commission, NoCommission):
        numbers = (wager.commission.clause,)
        yield replace(wager, commission=NoCommission()), numbers, f"without {wager.commission}"
    for stage in Stage:
        if stage is not wager.settles:
            try:
                yield replace(wager, settles=stage), wager.clauses, f"settles {stage.value}"
            except CannotDeclare:
                continue
    for group in type(wager.limits):
        if group is not wager.limits:
            yield replace(wager, limits=group), wager.clauses, f"limits of {group.value}"


def _changed_pay(line: Line) -> Iterator[Any]:
    if not isinstance(line.pays, Setting):
        yield from (Odds(1, 1),) if not isinstance(line.pays, Odds) else _changed_values(line.pays)
