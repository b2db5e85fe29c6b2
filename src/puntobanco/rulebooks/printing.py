"""The rulebooks for reading: clauses, the comparison of books, and the sign that stands at a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from puntobanco.rulebooks.clause import Bounds, Choice, Fixed, Selection, Silent, Statement
from puntobanco.rulebooks.facts import Hand
from puntobanco.rulebooks.parameter_types import Percent
from puntobanco.rulebooks.resolution import allowed
from puntobanco.rulebooks.rule_values import (
    BettingOrder,
    ChipSource,
    MaximumBinds,
    OverMaximum,
    UnderMinimum,
)
from puntobanco.rulebooks.rulebook import Rulebook
from puntobanco.rulebooks.table_rules import PARAMETERS, TableRules
from puntobanco.rulebooks.wagers import (
    AllOf,
    AnyOf,
    BookCommission,
    BookWager,
    CardCount,
    CommissionLater,
    CommissionWhenPaid,
    Condition,
    LimitsGroup,
    Line,
    Natural,
    NoCommission,
    Not,
    Pair,
    Setting,
    StandOff,
    Tie,
    Total,
    Wins,
    WinsBy,
)
from puntobanco.values.money import Odds, Rate


@dataclass(frozen=True, slots=True)
class Cell:
    """What one book says about one parameter."""

    kind: str
    value: str
    clause: str


@dataclass(frozen=True, slots=True)
class Row:
    """One parameter or wager over several books; a book that has no such wager has no cell."""

    section: str
    key: str
    title: str
    cells: tuple[Cell | None, ...]


def statement_text(key: str, statement: Statement) -> str:
    """What a statement says, in few words."""
    match statement:
        case Fixed(value):
            return PARAMETERS[key].kind.show(value)
        case Silent(value):
            return f"{PARAMETERS[key].kind.show(value)} (ours)"
        case Choice() | Bounds() | Selection():
            return allowed(key, statement)


def compare(books: Sequence[Rulebook]) -> tuple[Row, ...]:
    """One row per parameter and per wager, one cell per book, each with its clause."""
    parameters = tuple(
        Row(parameter.section, key, parameter.title, tuple(_parameter_cell(book, key) for book in books))
        for key, parameter in PARAMETERS.items()
    )
    wager_ids = dict.fromkeys(offered.wager.id for book in books for offered in book.offers)
    wagers = tuple(
        Row("Pay tables", wager_id, wager_id, tuple(_wager_cell(book, wager_id) for book in books))
        for wager_id in wager_ids
    )
    return parameters + wagers


def _parameter_cell(book: Rulebook, key: str) -> Cell:
    stated = book.stated[key]
    kind = type(stated.statement).__name__.lower()
    return Cell(kind, statement_text(key, stated.statement), stated.clause.number)


def _wager_cell(book: Rulebook, wager_id: str) -> Cell | None:
    offers = [offered for offered in book.offers if offered.wager.id == wager_id]
    if not offers:
        return None
    texts = dict.fromkeys(
        ", ".join(f"{key} {value}" for key, value in offered.where)
        + ": " * bool(offered.where)
        + pay_table(offered.wager)
        for offered in offers
    )
    allowed_by = (offered.allowed_by for offered in offers if offered.allowed_by is not None)
    clauses = dict.fromkeys((*allowed_by, *(clause for offered in offers for clause in offered.wager.clauses)))
    kind = "choice" if any(offered.where or offered.allowed_by for offered in offers) else "fixed"
    return Cell(kind, "; or ".join(texts), ", ".join(clauses))


def pay_table(wager: BookWager) -> str:
    """`1 to 1 less 5% commission if banker wins; stand-off if ...`: all that a wager can win, in one line."""
    return "; ".join(
        f"{_pays(line, wager.commission)} if {condition_text(line.when)}{_beside_naturals(wager, place)}"
        for place, line in enumerate(wager.lines)
    )


def _beside_naturals(wager: BookWager, place: int) -> str:
    """A win by a margin is a non-natural one where an earlier line pays naturals for themselves."""
    when = wager.lines[place].when
    earlier = (_parts(line.when) for line in wager.lines[:place])
    return ", non-natural" if isinstance(when, WinsBy) and any(_any_natural(when.hand, one) for one in earlier) else ""


def _any_natural(hand: Hand, parts: Sequence[Condition]) -> bool:
    """Whether a line with these parts pays every win of a hand with a natural."""
    naturals = [part for part in parts if isinstance(part, Natural) and part.hand is hand and len(part.totals) > 1]
    return bool(naturals) and all(part in naturals or part == Wins(hand=hand) for part in parts)


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.conditions if isinstance(condition, AllOf) else (condition,)


def _pays(line: Line[Odds | Setting], commission: BookCommission) -> str:
    match line.pays:
        case Odds():
            return f"{line.pays}{commission_text(commission)}"
        case StandOff():
            return "stand-off"
        case Setting(key=key):
            return key


def commission_text(plan: BookCommission) -> str:
    """What is taken from a win, to be written behind its odds."""
    match plan:
        case NoCommission():
            return ""
        case CommissionWhenPaid(rate=rate):
            return f" less {_rate(rate)} commission"
        case CommissionLater(rate=rate):
            return f" with {_rate(rate)} commission owed"


def _rate(rate: Rate | Setting) -> str:
    return "the house's" if isinstance(rate, Setting) else Percent().show(rate)


def condition_text(condition: Condition) -> str:
    """A condition as a person would say it."""
    match condition:
        case Wins(hand=hand):
            return f"{hand} wins"
        case Tie():
            return "the totals are equal"
        case WinsBy(hand=hand, points=points):
            return f"{hand} wins by {points}"
        case Total(hand=hand, totals=totals):
            return f"{hand} has {' or '.join(map(str, totals))}"
        case CardCount(hand=hand, cards=cards):
            return f"{hand} has {cards} cards"
        case Natural(hand=hand, totals=totals):
            return f"{hand} has a natural{'' if len(totals) > 1 else f' {totals[0]}'}"
        case Pair(hand=hand, classes=classes):
            names = " or ".join(pair.value for pair in classes)
            return f"{hand}'s first two are a {names} pair"
        case AllOf(conditions=parts):
            return " and ".join(f"({text})" if isinstance(part, AnyOf) else text for part, text in _in_words(parts))
        case AnyOf(conditions=parts):
            return " or ".join(f"({condition_text(part)})" for part in parts)
        case Not(condition=part):
            return f"not ({condition_text(part)})"


def _in_words(parts: Sequence[Condition]) -> list[tuple[Condition, str]]:
    return [(part, condition_text(part)) for part in parts]


@dataclass(frozen=True, slots=True)
class SignLine:
    """One line of the sign at a table."""

    label: str
    text: str
    clause: str


def sign(rules: TableRules) -> tuple[SignLine, ...]:
    """What stands at the table before anyone bets; what is by approved conditions is marked."""
    lines = (
        *_limit_lines(rules),
        *(SignLine(wager.name, pay_table(wager), ", ".join(dict.fromkeys(wager.clauses))) for wager in rules.wagers),
        *_method_lines(rules),
        *_order_lines(rules),
    )
    return tuple(_marked(rules, line) for line in (*lines, *_other_conditions(rules, lines)))


def _marked(rules: TableRules, line: SignLine) -> SignLine:
    prevails = None if rules.conditions is None else rules.conditions.clause
    clauses = line.clause.split(", ")
    marked = ", ".join(f"by the conditions, {clause}" if clause == prevails else clause for clause in clauses)
    return SignLine(line.label, line.text, marked)


def _other_conditions(rules: TableRules, lines: Sequence[SignLine]) -> list[SignLine]:
    """What conditions have set that no other line shows."""
    shown = {line.label for line in lines}
    others = {key: one for key, one in PARAMETERS.items() if rules.by_conditions(key) and one.title not in shown}
    return [_line(rules, key, label=f"{one.section}: {one.title}") for key, one in others.items()]


def _order_lines(rules: TableRules) -> list[SignLine]:
    lines = []
    if rules.betting_order.value is not BettingOrder.ANY:
        text = "clockwise from the starting marker, each when asked"
        lines.append(SignLine("Wagers", text, rules.betting_order.clause))
    if rules.least_risk.value is not None:
        lines.append(_line(rules, "least_risk"))
    if rules.chips_come_from.value is not ChipSource.CAGE:
        lines.append(SignLine("Source of chips", "issued, and never exchanged for money", rules.chips_come_from.clause))
    return lines


def _shown(rules: TableRules, key: str) -> str:
    return PARAMETERS[key].kind.show(rules.ruled(key).value)


def _line(rules: TableRules, key: str, *, label: str | None = None) -> SignLine:
    return SignLine(label or PARAMETERS[key].title, _shown(rules, key), rules.ruled(key).clause)


def _offers(rules: TableRules, group: LimitsGroup) -> bool:
    """Whether the table has a side bet of this group, the house's own included."""
    return any(wager.allowed_by is not None and wager.limits is group for wager in rules.wagers)


def _limit_lines(rules: TableRules) -> list[SignLine]:
    multiple = [_line(rules, "multiple")] if rules.multiple.value > 1 else []
    lines = [_line(rules, "minimum"), _line(rules, "maximum"), *multiple, _line(rules, "chips")]
    if rules.pairs.value is not None and _offers(rules, LimitsGroup.PAIRS):
        lines += [_line(rules, "pairs"), _line(rules, "pairs_minimum"), _line(rules, "pairs_maximum")]
        lines.append(_line(rules, "pairs_box"))
    if rules.differential.value is not None:
        lines.append(_line(rules, "differential"))
    if rules.maximum_binds.value is not MaximumBinds.WAGER:
        lines.append(_line(rules, "maximum_binds"))
    return lines + _consequence_lines(rules)


def _consequence_lines(rules: TableRules) -> list[SignLine]:
    lines = []
    if rules.under_minimum.value is UnderMinimum.WARNED_THEN_RETURNED:
        text = "stands once with a warning, then is returned"
        lines.append(SignLine("Under the minimum", text, rules.under_minimum.clause))
    if rules.over_maximum.value is OverMaximum.PAID_TO_MAXIMUM:
        lines.append(SignLine("Over the maximum", "counts up to the maximum", rules.over_maximum.clause))
    if rules.personal_maximum.value:
        lines.append(SignLine("Higher maximum", "with a marker beside the patron", rules.personal_maximum.clause))
    return lines


def _method_lines(rules: TableRules) -> list[SignLine]:
    lines = [_line(rules, "decks")]
    if rules.settlement.value is not None:
        lines.append(_line(rules, "settlement"))
    if rules.commission_every.value is not None:
        text = f"every {rules.commission_every.value} rounds and at the end of the shoe"
        lines.append(SignLine("Commission is collected", text, rules.commission_every.clause))
    if rules.bonus_needs_main.value and _offers(rules, LimitsGroup.TABLE):
        text = "only with a wager of the same patron on player, banker or tie"
        lines.append(SignLine("Bonus wagers", text, rules.bonus_needs_main.clause))
    if rules.midi.value:
        lines.append(_line(rules, "midi", label="Midi"))
    if rules.ghost_hands.value:
        text = f"at most {rules.ghost_limit.value}, {rules.ghost_counting.value.replace('_', ' ')}"
        lines.append(SignLine("Coups without wagers", text, rules.ghost_hands.clause))
    return lines
