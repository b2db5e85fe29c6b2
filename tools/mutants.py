"""Every small way in which a rulebook could be wrong: one value, bound, option, odds or tableau cell at a time."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from puntobanco.errors import Unreadable
from puntobanco.rulebooks import parameter_types
from puntobanco.rulebooks.clause import Bounds, Choice, Clause, Fixed, Selection, Silent, Statement
from puntobanco.rulebooks.facts import Hand, PairClass
from puntobanco.rulebooks.rule_values import EVERY_DEALING, Dealing, LastRound
from puntobanco.rulebooks.rulebook import ConditionsLaw, Offer, OwnRule, Rulebook
from puntobanco.rulebooks.table_rules import PARAMETERS
from puntobanco.rulebooks.tableau import POINTS, BankerTable, CardValues, DrawsOn
from puntobanco.rulebooks.tournament_law import TournamentLaw
from puntobanco.rulebooks.wagers import (
    AllOf,
    AnyOf,
    BookWager,
    CannotDeclare,
    CardCount,
    CommissionLater,
    Condition,
    Line,
    Natural,
    NoCommission,
    Not,
    Pair,
    Setting,
    Stage,
    Tie,
    Total,
    Wins,
    WinsBy,
)
from puntobanco.values.money import ChipSet, Odds, Rate
from puntobanco.values.replace import changed

ONLY_CITED = frozenset({"counted_as_turned", "commission_on_leaving", "pairs_before_thirds", "shuffled"})
"""Parameters of which a table reads the clause and never the value: their mutant is a wrong citation."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A book with one thing changed, and the clauses whose tests must notice."""

    book: Rulebook
    clauses: tuple[str, ...]
    change: str


def mutants(book: Rulebook) -> Iterator[Mutant]:
    """All mutants of a book."""
    for place, clause in enumerate(book.clauses):
        for key, statement in clause.statements:
            if _matters(book, key):
                yield from _changed_clause(book, place, key, statement)
    for law, number, change in _changed_conditions_law(book.conditions):
        yield Mutant(replace(book, conditions=law), (number,), change)
    for tournament, number, change in _changed_tournament_law(book.tournament):
        yield Mutant(replace(book, tournament=tournament), (number,), change)
    for place, offered in enumerate(book.offers):
        for changed_offer, numbers, change in _changed_offers(offered):
            offers = (*book.offers[:place], changed_offer, *book.offers[place + 1 :])
            yield Mutant(replace(book, offers=offers), numbers, f"{offered.wager.id}: {change}")


def _changed_conditions_law(law: ConditionsLaw | None) -> Iterator[tuple[ConditionsLaw, str, str]]:
    """Another clause, and of what comes with conditions another value, another clause, or nothing."""
    if law is None:
        return
    yield replace(law, prevail=f"{law.prevail}!"), law.prevail, "conditions: another clause"
    for place, own in enumerate(law.own):
        before, after = law.own[:place], law.own[place + 1 :]
        yield replace(law, own=before + after), own.clause, f"{own.key}: does not come with conditions"
        for other in (replace(own, clause=f"{own.clause}!"), *(replace(own, value=one) for one in _changed_own(own))):
            yield replace(law, own=(*before, other, *after)), own.clause, f"{own.key}: {own} -> {other}"


def _changed_tournament_law(law: TournamentLaw | None) -> Iterator[tuple[TournamentLaw, str, str]]:
    """Of each thing that is done in a tournament another clause; a letter is one of its clause."""
    if law is None:
        return
    for power in law.operators_powers:
        left = tuple(one for one in law.operators_powers if one != power)
        yield replace(law, operators_powers=left), power, f"operators_powers: {power} is not the operator's"
    for field in (one for one in fields(law) if one.name != "operators_powers"):
        cited: str = getattr(law, field.name)
        other: Any = {field.name: f"{cited}!"}
        yield replace(law, **other), cited.partition("(")[0], f"{field.name}: another clause"


def _changed_own(own: OwnRule) -> Iterator[Any]:
    yield from (Setting(key="maximum"),) if isinstance(own.value, Setting) else _changed_values(own.value)


def _matters(book: Rulebook, key: str) -> bool:
    """Whether a table of this book ever reads a parameter.

    Rules about what the book rules out change nothing, nor does the choice between two clauses where both are the same.
    """
    match key:
        case "lines_need_all_areas" | "patrons_per_line":
            return book.stated["gallery"].statement != Fixed(value=False)
        case "pairs_sealed" | "pairs_before_thirds":
            return book.stated["pairs"].statement != Fixed(None)
        case "payable_part_stands":  # elsewhere every wager can be paid
            return book.stated["exact_payability"].statement == Fixed(value=True)
        case "last_if_first":
            return book.stated["last_round"].statement != Fixed(LastRound.THIS_ROUND_TIE_ADDS_ONE)
        case "sealed":
            return book.stated["sealed"].clause is not book.stated["closing"].clause
        case "error_card_covers_excess":
            return book.stated["on_player_card_in_error"].clause is not book.stated["on_excess_card_seen"].clause
        case "commission_on_leaving":
            return any(isinstance(offered.wager.commission, CommissionLater) for offered in book.offers)
        case _:
            return True


def _changed_clause(book: Rulebook, place: int, key: str, statement: Statement) -> Iterator[Mutant]:
    clause, before, after = book.clauses[place], book.clauses[:place], book.clauses[place + 1 :]
    if key in ONLY_CITED:
        other = replace(before[-1], statements=(*before[-1].statements, (key, statement)))
        moved = (*before[:-1], other, _without(clause, key), *after)
        yield Mutant(replace(book, clauses=moved), (clause.number,), f"{key}: cited from {other.number}")
        return
    for stated in _changed_statements(key, statement, book.practice.get(key)):
        clauses = (*before, _with(clause, key, stated), *after)
        yield Mutant(replace(book, clauses=clauses), (clause.number,), f"{key}: {statement} -> {stated}")


def _with(clause: Clause, key: str, statement: Statement) -> Clause:
    return replace(
        clause, statements=tuple((one, statement if one == key else stated) for one, stated in clause.statements)
    )


def _without(clause: Clause, key: str) -> Clause:
    return replace(clause, statements=tuple(stated for stated in clause.statements if stated[0] != key))


def _changed_statements(key: str, statement: Statement, practice: Any) -> Iterator[Statement]:
    # Where no house sets a value, it is the same at every table whether the document or a ruling of ours gives it: only
    # the printed comparison tells these apart, and the tables of what the books say hold that.
    by_house = PARAMETERS[key].set_by_house
    match statement:
        case Fixed(value):
            yield from map(Fixed, _changed_values(value))
            yield from (Silent(value),) if by_house else ()
        case Silent(value):
            yield from map(Silent, _changed_values(value))
            yield from (Fixed(value),) if by_house else ()
        case Choice(()):
            yield Fixed(practice)
        case Choice(options) | Selection(options):
            for dropped in options:
                yield type(statement)(tuple(option for option in options if option != dropped))
        case Bounds(low, high):
            yield from (replace(statement, low=other) for other in _changed_values(low) if _can_be_typed(key, other))
            if high is None:
                yield replace(statement, high=practice if practice is not None else low)
            else:
                yield from (replace(statement, high=other) for other in _changed_values(high))
                yield replace(statement, high=None)


def _can_be_typed(key: str, value: Any) -> bool:
    """Whether an operator can write the value at all: a bound below every value that can be written binds nobody."""
    kind = PARAMETERS[key].kind
    try:
        return bool(parameter_types.read(key, kind, parameter_types.write(kind, value)) == value)
    except Unreadable:
        return False


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
        case Rate():
            hundredth = Fraction(1, 100)
            near = (value.fraction + hundredth, value.fraction - hundredth)
            yield from (Rate.from_fraction(one) for one in near if 0 <= one <= 1)
        case Odds(win=win, stake=stake):
            yield from (Odds.of(win + 1, stake), Odds.of(win - 1, stake))
        case str():
            yield f"{value}!"
        case ChipSet(denominations=denominations):
            yield ChipSet(denominations=denominations[1:])
        case Dealing():
            yield from (dealing for dealing in EVERY_DEALING if dealing != value)
        case DrawsOn(totals=totals):
            yield from (DrawsOn(totals=_toggled(totals, total)) for total in range(8))
        case BankerTable(rows=rows):
            yield from (_flipped(rows, total, third) for total in range(8) for third in range(10))
        case CardValues(points=points):
            for rank in range(13):
                yield CardValues(points=(*points[:rank], (points[rank] + 1) % 10, *points[rank + 1 :]))
        case (Hand(), *_):
            yield (*value[1:], value[0])
        case (int(), *_):
            yield from (_toggled(value, total) for total in range(10))
        case tuple():
            yield () if value else (("banker", "player"),)
        case _:
            raise TypeError(f"no mutants are known for {value!r}")


def _toggled(totals: tuple[int, ...], total: int) -> tuple[int, ...]:
    return tuple(sorted({*totals} ^ {total}))


def _flipped(rows: tuple[tuple[bool, ...], ...], total: int, third: int) -> BankerTable:
    row = tuple(cell != (column == third) for column, cell in enumerate(rows[total]))
    return BankerTable(rows=(*rows[:total], row, *rows[total + 1 :]))


def _changed_offers(offered: Offer) -> Iterator[tuple[Offer, tuple[str, ...], str]]:
    wager = offered.wager
    for wager_changed, numbers, change in _changed_wagers(wager):
        yield replace(offered, wager=wager_changed), numbers, change
    for key, value in offered.where:
        where = tuple(one for one in offered.where if one[0] != key)
        yield replace(offered, where=where), wager.clauses, f"offered also without {key} = {value}"
    if offered.allowed_by is not None:
        cited = (offered.allowed_by,)
        yield replace(offered, allowed_by=f"{offered.allowed_by}!"), cited, "another clause allows it"
        yield replace(offered, allowed_by=None), cited, "on every layout"


def _changed_wagers(wager: BookWager) -> Iterator[tuple[BookWager, tuple[str, ...], str]]:
    for place, line in enumerate(wager.lines):
        before, after = wager.lines[:place], wager.lines[place + 1 :]
        yield changed(wager, lines=before + after), (line.clause,), f"without {line}"
        for pays in _changed_pay(line):
            other = changed(line, pays=pays)
            yield changed(wager, lines=(*before, other, *after)), (line.clause,), f"{line} -> {pays}"
        for when in _changed_conditions(line.when):
            other = changed(line, when=when)
            yield changed(wager, lines=(*before, other, *after)), (line.clause,), f"{line} -> {when}"
    if not isinstance(wager.commission, NoCommission):
        numbers = (wager.commission.clause,)
        yield changed(wager, commission=NoCommission()), numbers, f"without {wager.commission}"
    for stage in Stage:
        if stage is not wager.settles:
            try:
                yield changed(wager, settles=stage), wager.clauses, f"settles at {stage.value}"
            except CannotDeclare:
                continue
    for group in type(wager.limits):
        if group is not wager.limits:
            yield changed(wager, limits=group), wager.clauses, f"limits of {group.value}"


def _changed_conditions(condition: Condition) -> Iterator[Condition]:
    """Conditions with another total, number of cards, margin or class of pair, and all_of with one part less."""
    match condition:
        case AllOf(conditions=parts):
            for place, part in enumerate(parts):
                before, after = parts[:place], parts[place + 1 :]
                yield AllOf(conditions=before + after)
                yield from (AllOf(conditions=(*before, other, *after)) for other in _changed_conditions(part))
        case Total(totals=totals) | Natural(totals=totals):
            yield from (changed(condition, totals=other) for other in (_moved(totals, 1), _moved(totals, -1)))
        case CardCount(cards=cards):
            yield changed(condition, cards=5 - cards)
        case WinsBy(points=points):
            yield from (changed(condition, points=other) for other in _changed_values(points) if 1 <= other <= 9)
        case Pair(classes=classes):
            yield changed(condition, classes=(*classes, PairClass.NONE))
            for pair in classes if len(classes) > 1 else ():
                yield changed(condition, classes=tuple(one for one in classes if one is not pair))
        case Wins() | Tie() | AnyOf() | Not():
            return


def _moved(totals: tuple[int, ...], points: int) -> tuple[int, ...]:
    """Not every other set of totals: one that no coup can have changes nothing."""
    return tuple(total + points for total in totals if total + points in POINTS)


def _changed_pay(line: Line[Odds | Setting]) -> Iterator[Any]:
    if not isinstance(line.pays, Setting):
        yield from (Odds.of(1, 1),) if not isinstance(line.pays, Odds) else _changed_values(line.pays)
